"""`minigam hil BENCH`: try a board on a bench, real or simulated, and report how it went."""

import argparse
import platform
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from socket import socket

from minigam import __version__
from minigam.cli.output import path_to_write, write_file
from minigam.daemon.config import DEFAULT_PORT
from minigam.drivers.jig import Jig, open_jig
from minigam.drivers.loopback import Loopback
from minigam.drivers.pi import Pi, installed_version
from minigam.drivers.simulated_jig import JIG_VARIABLE, SimulatedJig
from minigam.errors import ExitStatus, HardwareError, UnknownNameError, UnreadableError
from minigam.hil import bench_report as hil_report
from minigam.hil import cases as hil_cases
from minigam.hil.bench import LOOPBACK, SIMULATED, Bench, load_bench
from minigam.hil.bench_report import (
    CaseOutcome,
    CaseResult,
    Report,
    from_json,
    summary,
    to_html,
    to_json,
    to_junit,
)
from minigam.hil.cases import Case
from minigam.hil.installed_service import InstalledService
from minigam.hil.interrupts import defer_signals
from minigam.hil.own_cases import load_cases
from minigam.hil.program import THIS_PROGRAM, DaemonUnderTest, Program
from minigam.hil.rig import Page, Rig
from minigam.hil.suite import findings

AnyJig = Jig | Loopback | SimulatedJig
PART = "-part"
"""Behind the name of a report in which not all was tried, so that the whole one stays."""
ENDINGS = (".html", ".json", ".xml")
"""For people, to compare with, and for a CI server."""
PACKAGE = Path(__file__).parents[1]
COMMIT_FILE = "commit.txt"
"""In an installed package, the commit it was built from: `controller/hatch_build.py` writes it."""
LIBRARIES = ("gpiozero", "adafruit-circuitpython-neopixel", "pyserial", "aiohttp", "lgpio")
GIT_SECONDS = 10.0
UNKNOWN = "unknown"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    text = "sim (no hardware), or a bench's name or file; none: list the cases (docs/bench.md)"
    parser.add_argument("bench", nargs="?", metavar="BENCH", help=text)
    text = "another board profile's name or file than the one that the bench names"
    parser.add_argument("--board", metavar="PROFILE", help=text)
    text = "only this case; may be given again"
    parser.add_argument("--case", action="append", default=[], metavar="NAME", help=text)
    text = "also the cases that the bench leaves out of a quick look"
    parser.add_argument("--all", action="store_true", help=text)
    text = "also your own cases, from a Python file; may be given again"
    parser.add_argument(
        "--cases", action="append", default=[], type=Path, metavar="FILE.py", help=text
    )
    text = "write NAME.html, NAME.json and NAME.xml (default: bench, of a simulated bench bench-"
    text += "PROFILE; with -part behind it where only a part was tried)"
    parser.add_argument("--report", type=_name, metavar="NAME", help=text)
    text = "a report's JSON to compare with (default: what NAME.json held before)"
    parser.add_argument("--compare", type=Path, metavar="FILE", help=text)


def _name(text: str) -> Path:
    if not Path(text).name:
        raise argparse.ArgumentTypeError(f"expected a file's name without its ending, got {text!r}")
    return path_to_write(text)


def run(options: argparse.Namespace) -> int:
    """0: no case has failed, or they are only listed. 1: some have. 3: nothing could be tried."""
    known = _known(options.cases)
    cases = _chosen(options.case, known)
    if options.bench is None:
        for case in cases:
            print(f"{case.name:10} {case.title}")
        return 0
    bench = load_bench(options.bench, options.board)
    _chosen(bench.omit, known)
    omitted = () if options.all or options.case else bench.omit
    # Each simulated board has its own, so that none is compared with another.
    usual = f"bench-{bench.board.name}" if bench.port == SIMULATED else "bench"
    name = options.report or Path(usual)
    last = _ending(name, ".json")
    before = _before(bench, options.compare or (last if last.exists() else None))

    def name_of(part: bool) -> Path:
        return name.with_name(f"{name.name}{PART}") if part and not options.report else name

    def write(report: Report) -> None:
        part = options.case or report.stopped or len(report.findings) < len(cases)
        _write(report, before, name_of(bool(part)))

    def prepare() -> None:
        if not name.parent.exists():
            name.parent.mkdir(parents=True)
            _try_to_write(name_of(bool(options.case)))

    if name.parent.exists():
        _try_to_write(name_of(bool(options.case)))
    report = _reported(bench, cases, omitted, prepare, write)
    if report.stopped:
        raise KeyboardInterrupt
    return _status(report)


def _status(report: Report) -> int:
    if report.holds:
        return ExitStatus.OK
    failed = any(finding.verdict is CaseOutcome.FAILED for finding in report.findings)
    return ExitStatus.NEGATIVE if failed else ExitStatus.UNAVAILABLE


def _before(bench: Bench, file: Path | None) -> Report | None:
    """The report to compare with; raise `UnreadableError` for that of another board."""
    if file is None:
        return None
    try:
        before = from_json(file.read_bytes())
    except UnreadableError as fault:
        what = "move it away, or give this report another name by --report"
        raise UnreadableError(f"{file}: {fault}; {what}") from fault
    if before.board != bench.board.title:
        boards = f"expected a report of {bench.board.title}, got one of {before.board}"
        raise UnreadableError(f"{file}: {boards}: give this one another name by --report")
    return before


def _known(files: Sequence[Path]) -> list[Case]:
    """All cases, one's own last; raise `UnreadableError` for two of the same name."""
    own = {file: load_cases(file) for file in files}
    names = [case.name for cases in own.values() for case in cases]
    if twice := [name for name in names if names.count(name) > 1]:
        raise UnreadableError(f"expected each case once, got {twice[0]!r} again: rename one")
    return [*hil_cases.CASES, *(case for cases in own.values() for case in cases)]


def _chosen(names: Sequence[str], cases: Sequence[Case]) -> list[Case]:
    known = {case.name: case for case in cases}
    for name in names:
        if name not in known:
            raise UnknownNameError("case", name, known)
    return [case for case in cases if not names or case.name in names]


def _reported(
    bench: Bench,
    cases: Sequence[Case],
    omitted: Sequence[str],
    prepare: Callable[[], None],
    write: Callable[[Report], None],
) -> Report:
    """What came of the cases; it is written before the board is left as it was.

    `prepare`: called when there is a jig, before the first case.
    """
    port = DEFAULT_PORT if bench.service else _free_port()
    found: list[CaseResult] = []
    versions = provenance()
    with defer_signals(), _open_jig(bench) as jig:
        bench.check_pins(jig.identity.pins)
        prepare()
        environment = {JIG_VARIABLE: str(jig.path)} if isinstance(jig, SimulatedJig) else {}
        with closing(_daemon(bench, port, environment)) as daemon:
            try:
                rig = Rig(bench, jig, daemon, Page(port), _ask)
                for finding in findings(rig, cases, _begin, omitted):
                    found.append(finding)
                    print(hil_report.line(finding), flush=True)
            finally:
                head = {"asked": bench.asked, "jig": jig.identity.name}
                facts = {**head, "profile": bench.board.name, **versions}
                report = Report(bench.title, bench.board.title, facts, tuple(found))
                write(report)
    return report


def _begin(case: Case) -> None:
    """A terminal shows what is going on, until its outcome takes the line."""
    if sys.stdout.isatty():
        print(f"...       {case.name:10} {case.title}", end="\r", flush=True)


def _open_jig(bench: Bench) -> AnyJig:
    if bench.port == SIMULATED:
        return SimulatedJig(range(len(bench.board.input_names) + 1))
    if bench.port == LOOPBACK:
        return Loopback(bench.wires.inputs.values(), bench.wires.listens)
    return open_jig(bench.port)


def _daemon(bench: Bench, port: int, environment: Mapping[str, str]) -> DaemonUnderTest:
    if bench.service:
        return InstalledService(bench.board_name)
    arguments = ("--board", bench.board_name, "--port", str(port))
    return Program(arguments, bench.command or THIS_PROGRAM, environment)


def _free_port() -> int:
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def _ask(what: str) -> None:
    try:
        input(f"Please {what}, then press Enter. ")
    except (EOFError, RuntimeError):  # at its end, or closed
        raise HardwareError(f"expected somebody to {what}: run it in a terminal") from None


def _try_to_write(name: Path) -> None:
    """Raise `OSError` now, where a report could only be lost when all is done."""
    for file in (_ending(name, ending) for ending in ENDINGS):
        is_new = not file.exists()
        file.open("ab").close()
        if is_new:
            file.unlink()


def _write(report: Report, before: Report | None, name: Path) -> None:
    texts = (to_html(report, before), to_json(report), to_junit(report))
    for ending, text in zip(ENDINGS, texts, strict=True):
        write_file(_ending(name, ending), text.encode())
    page, data, suite = (_ending(name, ending) for ending in ENDINGS)
    print(f"{summary(report)}; written to {page}, {data} and {suite}")


def _ending(name: Path, ending: str) -> Path:
    return name.with_name(f"{name.name}{ending}")


def provenance() -> dict[str, str]:
    """Versions, commit, machine and time, by name; a library that is not installed is left out."""
    return {
        "minigam": __version__,
        "commit": commit_of(PACKAGE) or UNKNOWN,
        "Python": platform.python_version(),
        **{name: found for name in LIBRARIES if (found := installed_version(name))},
        "machine": Pi().model or platform.machine(),
        "OS": _system(),
        "kernel": platform.release(),
        "when": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }


def commit_of(package: Path) -> str | None:
    """The git commit of a package, as 40 digits; `-dirty` follows where files were changed since.

    None where the package is neither in a checkout nor knows what it was built from.
    """
    if _git(package, "ls-files", "--error-unmatch", "__init__.py"):
        return _git(package, "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")
    try:
        return (package / COMMIT_FILE).read_text("ascii").strip() or None
    except (OSError, ValueError):
        return None


def _git(folder: Path, *words: str) -> str | None:
    """What git prints; None where it fails, or is not installed."""
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *words], capture_output=True, text=True, timeout=GIT_SECONDS
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return platform.system()
