"""`minigam hil BENCH`: try a real board with a jig, and report how it went."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from minigam.drivers.jig import Jig
    from minigam.drivers.loopback import Loopback
    from minigam.hil.bench import Bench
    from minigam.hil.cases import Case
    from minigam.hil.program import Daemon
    from minigam.hil.report import Finding, Report
    from minigam.hil.rig import Rig

USUAL, PART = Path("bench"), Path("bench-part")
"""A report's name; and that of one in which not all was tried, so that the whole one stays."""
HELP = "try a board on a bench, where a jig touches it and watches its lights; write a report"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """See `HELP`."""
    text = "a bench's name or file (see docs/bench.md); none: say what is tried"
    parser.add_argument("bench", nargs="?", metavar="BENCH", help=text)
    text = "only this case; may be given again"
    parser.add_argument("--case", action="append", default=[], metavar="NAME", help=text)
    text = "write NAME.json and NAME.html (default: bench, or bench-part of a part of the cases)"
    parser.add_argument("--report", type=_name, metavar="NAME", help=text)
    text = "a report's JSON to compare with (default: what NAME.json held before)"
    parser.add_argument("--compare", type=Path, metavar="FILE", help=text)


def _name(text: str) -> Path:
    if not Path(text).name:
        raise argparse.ArgumentTypeError(f"expected a file's name without its ending, got {text!r}")
    return Path(text)


def run(options: argparse.Namespace) -> int:
    """0: no case has failed. 1: some have, or none could be done."""
    from minigam.hil.bench import load_bench

    cases = _chosen(options.case)
    if options.bench is None:
        for case in cases:
            print(f"{case.name:10} {case.title}")
        return 0
    bench = load_bench(options.bench)
    name = options.report or USUAL
    name.parent.mkdir(parents=True, exist_ok=True)
    last = _ending(name, ".json")
    before = _before(bench, options.compare or (last if last.exists() else None))

    def name_of(part: bool) -> Path:
        return PART if part and not options.report else name

    def write(report: Report) -> None:
        part = options.case or report.stopped or len(report.findings) < len(cases)
        _write(report, before, name_of(bool(part)))

    _try_to_write(name_of(bool(options.case)))
    report = _reported(bench, cases, write)
    if report.stopped:
        raise KeyboardInterrupt
    return int(not report.holds)


def _before(bench: Bench, file: Path | None) -> Report | None:
    """The report to compare with; raise `UnreadableError` for that of another board."""
    from minigam.errors import UnreadableError
    from minigam.hil.report import from_json

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


def _chosen(names: Sequence[str]) -> list[Case]:
    from minigam.errors import UnknownNameError
    from minigam.hil.cases import CASES

    known = {case.name: case for case in CASES}
    for name in names:
        if name not in known:
            raise UnknownNameError("case", name, known)
    return [case for case in CASES if not names or case.name in names]


def _reported(bench: Bench, cases: Sequence[Case], write: Callable[[Report], None]) -> Report:
    """What came of the cases; it is written before the board is left as it was."""
    from minigam.daemon.config import DEFAULT_PORT
    from minigam.hil.ends import held
    from minigam.hil.page import Page
    from minigam.hil.report import Report
    from minigam.hil.rig import Rig

    port = DEFAULT_PORT if bench.service else _free_port()
    found: list[Finding] = []
    with held(), _open_jig(bench) as jig:
        bench.check_pins(jig.identity.pins)
        with closing(_daemon(bench, port)) as daemon:
            try:
                _try(Rig(bench, jig, daemon, Page(port), _ask), cases, found)
            finally:
                facts = {"asked": bench.asked, "jig": jig.identity.name, **_facts()}
                report = Report(bench.title, bench.board.title, facts, tuple(found))
                write(report)
    return report


def _try(rig: Rig, cases: Sequence[Case], found: list[Finding]) -> None:
    from minigam.hil.report import line
    from minigam.hil.suite import findings

    for finding in findings(rig, cases, _begin):
        found.append(finding)
        print(line(finding), flush=True)


def _begin(case: Case) -> None:
    """A terminal shows what is going on, until its outcome takes the line."""
    if sys.stdout.isatty():
        print(f"...       {case.name:10} {case.title}", end="\r", flush=True)


def _open_jig(bench: Bench) -> Jig | Loopback:
    from minigam.drivers.jig import open_jig
    from minigam.drivers.loopback import Loopback
    from minigam.hil.bench import LOOPBACK

    if bench.port == LOOPBACK:
        return Loopback(bench.wires.inputs.values(), bench.wires.listens)
    return open_jig(bench.port)


def _daemon(bench: Bench, port: int) -> Daemon:
    from minigam.hil.program import THIS_PROGRAM, Program
    from minigam.hil.unit import Unit

    if bench.service:
        return Unit(bench.board_name)
    arguments = ("--board", bench.board_name, "--port", str(port))
    return Program(arguments, bench.command or THIS_PROGRAM)


def _free_port() -> int:
    from socket import socket

    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def _ask(what: str) -> None:
    from minigam.errors import HardwareError

    try:
        input(f"Please {what}, then press Enter. ")
    except EOFError:
        raise HardwareError(f"expected somebody to {what}: run it in a terminal") from None


def _facts() -> dict[str, str]:
    """On what it was tried, and when."""
    import platform
    from datetime import UTC, datetime

    from minigam import __version__
    from minigam.drivers.pi import Pi

    return {
        "minigam": __version__,
        "machine": Pi().model or platform.machine(),
        "kernel": platform.release(),
        "Python": platform.python_version(),
        "when": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
    }


def _try_to_write(name: Path) -> None:
    """Raise `OSError` now, where a report could only be lost when all is done."""
    for file in (_ending(name, ".html"), _ending(name, ".json")):
        is_new = not file.exists()
        file.open("ab").close()
        if is_new:
            file.unlink()


def _write(report: Report, before: Report | None, name: Path) -> None:
    from minigam.hil.report import to_html, to_json

    page, file = _ending(name, ".html"), _ending(name, ".json")
    file.write_text(to_json(report), "utf-8")
    page.write_text(to_html(report, before), "utf-8")
    print(f"written to {page} and {file}")


def _ending(name: Path, ending: str) -> Path:
    return name.with_name(f"{name.name}{ending}")
