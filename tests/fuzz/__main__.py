"""`make fuzz`: every target for a while, one after the other; fails where something was found.

`FUZZ_SECONDS` a target, or `--seconds`; names choose targets. What is new is kept in `build/fuzz`,
from where the next run goes on; an input that was found is there too, to be put into the corpus.
"""

import argparse
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from tests.fuzz.targets import CORPUS, TARGETS

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "fuzz"
USUAL_SECONDS = 120
LONGEST_INPUT = 8192
SLOWEST_SECONDS = 10
MOST_MEGABYTES = 1500
RUNS = re.compile(r"stat::number_of_executed_units:\s*(\d+)")
COVERAGE = re.compile(r"\bcov: (\d+) ft: (\d+)")
MISSING = (
    "minigam: atheris is not here: `make fuzz` needs Linux on x86_64 and CPython 3.11 to 3.14; "
    "the corpora are replayed without it, by `make test`"
)


@dataclass(frozen=True)
class Run:
    name: str
    executed: int
    branches: int
    found: tuple[Path, ...]
    said: str

    def line(self) -> str:
        found = ", ".join(str(path.relative_to(ROOT)) for path in self.found) or "nothing"
        return f"{self.name:10} {self.executed:>10} {self.branches:>6}  {found}"


def run(name: str, seconds: int) -> Run:
    """One target, from the committed corpus and what earlier runs have added."""
    grown, faults = BUILD / name / "grown", BUILD / name / "found"
    for folder in (grown, faults):
        folder.mkdir(parents=True, exist_ok=True)
    before = set(faults.iterdir())
    options = [
        f"-max_total_time={seconds}",
        f"-max_len={LONGEST_INPUT}",
        f"-timeout={SLOWEST_SECONDS}",
        f"-rss_limit_mb={MOST_MEGABYTES}",
        f"-artifact_prefix={faults}/",
        "-print_final_stats=1",
        str(grown),
        str(CORPUS / name),
    ]
    command = [sys.executable, "-m", "tests.fuzz.one", name, *options]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace")
    executed, covered = RUNS.search(ended.stderr), COVERAGE.findall(ended.stderr)
    found = tuple(sorted(set(faults.iterdir()) - before))
    said = "" if ended.returncode == 0 and executed else f"{ended.stdout}{ended.stderr}"
    return Run(
        name,
        int(executed[1]) if executed else 0,
        int(covered[-1][0]) if covered else 0,
        found,
        said,
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    usual = os.environ.get("FUZZ_SECONDS", str(USUAL_SECONDS))
    parser.add_argument("--seconds", type=int, default=int(usual))
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(TARGETS))
    options = parser.parse_args()
    if unknown := sorted(set(options.names) - TARGETS.keys()):
        parser.error(f"expected some of {', '.join(TARGETS)}, got {', '.join(unknown)}")
    if find_spec("atheris") is None:
        print(MISSING, file=sys.stderr)
        return 1
    print(f"{'target':10} {'executed':>10} {'edges':>6}  found", flush=True)
    runs = []
    for name in options.names or TARGETS:
        runs.append(run(name, options.seconds))
        print(runs[-1].line(), flush=True)
    for each in runs:
        if each.said:
            print(f"\n{each.name}:\n{each.said[-4000:]}", file=sys.stderr)
    return 1 if any(each.said for each in runs) else 0


if __name__ == "__main__":
    sys.exit(main())
