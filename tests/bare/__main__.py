"""This repository in bare systems, as a newcomer has them.

`python -m tests.bare [RUN...] [--command COMMAND...]`: a RUN is a release of Debian and who runs
the command: `bookworm-root`, `bookworm-user`, `trixie-root` or `trixie-user`; all of them where
none is named. The command is `make test` unless another is given, such as
`--command nohup make test-all`. For each run it prints what passed, what was skipped and why, and
the time; all that the command printed is in `build/bare`. Needs root, git, and the right to mount.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bare.outcome import Outcome, outcome
from tests.bare.root import CLONE, HOMES, Bare, is_committed

SUITES = ("bookworm", "trixie")
RUNS = {str(run): run for run in (Bare(*each) for each in product(SUITES, HOMES))}
COMMAND = ("make", "test")
TAIL = 40
"""Lines that are shown of what a failed command has printed."""


def main(arguments: list[str]) -> int:
    """Run them one after the other; 1 where one failed."""
    options = _parser().parse_args(arguments)
    if os.geteuid() != 0:
        print("minigam: the bare systems need root: sudo make bare", file=sys.stderr)
        return 1
    if not is_committed():
        print("minigam: what is not committed is not in the clones", flush=True)
    command = tuple(options.command) or COMMAND
    runs = options.runs or RUNS.values()
    passed = [_run(run, command, 60 * options.minutes) for run in runs]
    return 0 if all(passed) else 1


def _named(name: str) -> Bare:
    if name not in RUNS:
        raise argparse.ArgumentTypeError(f"expected one of {', '.join(RUNS)}, got {name}")
    return RUNS[name]


def _parser() -> argparse.ArgumentParser:
    assert __doc__
    parser = argparse.ArgumentParser(prog="python -m tests.bare", description=__doc__)
    parser.add_argument("runs", nargs="*", metavar="RUN", type=_named)
    parser.add_argument("--minutes", type=float, default=60, help="the limit of each run")
    parser.add_argument("--command", nargs=argparse.REMAINDER, default=())
    return parser


def _run(bare: Bare, command: tuple[str, ...], limit: float) -> bool:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "minigam"
    log = CLONE / "build/bare" / f"{bare}.log"
    pip = cache / f"pip-{bare.who}"
    for folder in (log.parent, pip):
        folder.mkdir(parents=True, exist_ok=True)
    print(f"minigam: {bare}: {' '.join(command)}: see {log.relative_to(CLONE)}", flush=True)
    began = time.monotonic()
    with TemporaryDirectory(prefix="minigam-") as work:
        try:
            status = bare.run(command, Path(work), log, pip, limit)
        except (subprocess.CalledProcessError, OSError) as fault:
            print(f"minigam: {bare}: the system could not be made: {fault}", flush=True)
            return False
    found = outcome(log.read_text("utf-8", "replace").splitlines())
    _report(bare, status, found, time.monotonic() - began)
    if status != 0:
        print("".join(log.read_text("utf-8", "replace").splitlines(keepends=True)[-TAIL:]))
    return status == 0 and bool(found.passed) and not found.failed


def _report(bare: Bare, status: int | None, found: Outcome, seconds: float) -> None:
    ended = "reached its limit" if status is None else f"exit status {status}"
    print(
        f"{bare}: {found.passed} passed, {found.failed} failed, {found.skipped} skipped, "
        f"tests {found.seconds:.0f} s, all {seconds:.0f} s, {ended}"
    )
    for reason, count in sorted(found.reasons.items()):
        print(f"    {count} skipped: {reason}")
    for line in found.told:
        print(f"    {line}")
    sys.stdout.flush()


if __name__ == "__main__":
    assert shutil.which("unshare"), "expected util-linux"
    sys.exit(main(sys.argv[1:]))
