"""`make proven`: write the results of the last `make test-all`, by tier, to `docs/proven.md`.

The tests leave bench reports in `build/benches`, notes of injected faults in `build/faults`, and
figures of a Pi's architecture in `build/pi`. This module reads them and runs nothing again.
`python -m tests.proven felt` writes the tables of boards that feel their checkers instead, for
which `make long` has to have run too, and `python -m tests.proven pi` that of a Pi alone.
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from hardware.drawing.tables import table
from minigam.hil.bench import NUMBERS
from minigam.hil.bench_report import CaseOutcome, Report, amount, from_json
from minigam.hil.cases import CASES
from minigam.hil.measuring import Figure
from tests.docs.pages import ROOT, with_generated
from tests.faults import counted, faults
from tests.hil.noted import BENCHES, FELT_BOARDS
from tests.pi.table import CARD, architectures, card

TIERS = {
    "mock": "1 mock pins",
    "lgpio": "2 real lgpio",
    "unix": "3 the Pico's firmware",
    "emulated": "4 emulated Pico",
    "virtual": "5 virtual machine",
    "virtual-pico": "5 the same, a Pico on USB",
    "virtual-jumpers": "5 the same, without a jig",
}
"""By a report's name: its tier."""
FELT_TIERS = {
    "simulated": "1 `{}`, simulated Pico",
    "unix": "3 `{}`, the Pico's firmware",
    "emulated": "4 `{}`, emulated Pico",
}
"""The same for boards that feel their checkers; each tier is tested with each board's profile."""
FELT = {
    f"{board}-{name}": tier.format(board)
    for name, tier in FELT_TIERS.items()
    for board in FELT_BOARDS
}
PAGE = ROOT / "docs" / "proven.md"
COLUMNS = ("promise", "shown at tier", "by", "figure", "how to test it on a real board")
Reports = Mapping[str, Report]
Row = tuple[str, ...]


@dataclass(frozen=True)
class Claim:
    """One promise, and the evidence for it."""

    promise: str
    figure: str | Callable[[Reports], str]
    """The result: a text, or a figure taken from the reports."""
    settled: str
    """How to test it on a real board; empty if a board would show nothing more."""
    tier: str = "1, 2, 3, 4, 5"
    command: str = "`make test-all`"


def reports(tiers: Iterable[str] = TIERS) -> Reports:
    """The reports of the last run, by name."""
    missing = [name for name in tiers if not (BENCHES / f"{name}.json").exists()]
    if missing:
        tests = (
            "`make test-all` as root, and `make long`,"
            if tiers is FELT
            else "`make test-all` as root"
        )
        sys.exit(f"minigam: no report of {', '.join(missing)}: run {tests} first")
    return {name: from_json((BENCHES / f"{name}.json").read_text("utf-8")) for name in tiers}


def figure(report: Report, case: str, name: str) -> Figure:
    """One figure of a case."""
    (found,) = (
        each
        for finding in report.findings
        if finding.case == case
        for each in finding.figures
        if each.name == name
    )
    return found


def of_all(
    case: str, name: str, only: Iterable[str] = ("mock", "lgpio", "unix", "emulated", "virtual")
) -> Callable[[Reports], str]:
    """A function that lists one figure of a case for each tier."""
    return lambda found: (
        f"{name}: "
        + ", ".join(
            f"{amount(figure(found[each], case, name))} ({(TIERS | FELT)[each][0]})"
            for each in only
        )
    )


def of_boards(
    case: str, name: str, only: Iterable[str] = tuple(FELT_TIERS)
) -> Callable[[Reports], str]:
    """The same for each board that feels its checkers."""

    def listed(found: Reports, board: str) -> str:
        tiers = of_all(case, name, [f"{board}-{tier}" for tier in only])(found)
        return f"`{board}` {tiers.removeprefix(f'{name}: ')}"

    return lambda found: f"{name}: {'; '.join(listed(found, board) for board in FELT_BOARDS)}"


def done(what: str) -> Callable[[Reports], str]:
    """A function that says how often a fault was injected; its label begins with `what`."""
    return lambda _found: f"{counted(what):,} times"


HIL = "`minigam hil`, "
CLAIMS = (
    Claim("the board recognises every input", of_all("inputs", "inputs"), f"{HIL}case `inputs`"),
    Claim(
        "a whole game is played by touches, and every light matches the rules",
        of_all("game", "touches"),
        f"{HIL}case `game`",
    ),
    Claim(
        "a light answers every touch",
        of_all("touch", "touch to light, 99 of 100"),
        f"{HIL}case `touch`",
    ),
    Claim(
        "a bouncing contact counts as one touch",
        done("a bouncing contact"),
        f"{HIL}case `bounce`",
        "1, 2, 3",
    ),
    Claim(
        "no touch is recognised that nobody made",
        of_all("quiet", "false reads", ["mock", "lgpio", "unix", "emulated"]),
        f"{HIL}case `quiet`, for hours (`quiet = 7200` in the bench's file)",
        "1, 2, 3, 4",
    ),
    Claim(
        "a board that feels its checkers mistakes no play for another",
        "no mistake in 21,000 turns of simulated hands and noise",
        "play a match and compare its record",
        "1",
        "`pytest tests/table/test_hands.py`",
    ),
    Claim(
        "lights without root on a Pi 4 or older: SPI, the real rpi_ws281x",
        "the bytes on the wire are the bytes that were sent",
        f"{HIL}cases `lanes` and `wire`",
        "5",
        "`make virtual-bench`",
    ),
    Claim("lights on a Pi 5: PIO", "not tested", f"{HIL}cases `lanes` and `wire`", "none", ""),
    Claim(
        "lights by a Pico",
        "every bit within the data sheet's 150 ns; frames stay complete while USB is busy",
        f"{HIL}case `wire`",
        "4",
        "`pytest tests/firmware`",
    ),
    Claim(
        "the lights never draw more current than the supply gives",
        "calculated",
        f"{HIL}case `current`",
        "none",
        "`pytest tests/board/test_current_limit.py`",
    ),
    Claim("the game continues after a kill at any moment", done("kill -9"), f"{HIL}case `killed`"),
    Claim(
        "systemd restarts a daemon that hangs",
        of_all("hung", "until it plays again", ["virtual"]),
        f"{HIL}case `hung`",
        "5",
        "`make virtual-bench`",
    ),
    Claim(
        "a power cut loses no event, on disks that honour a flush",
        done("power cut, pending writes"),
        "pull the plug in the middle of a turn and compare",
        "5",
        "`make power-test`",
    ),
    Claim(
        "the game continues after the Pico's cable is pulled",
        of_all("unplugged", "until it plays again", ["virtual-pico"]),
        f"{HIL}case `unplugged`",
        "3, 5",
        "`make virtual-bench`",
    ),
    Claim(
        "`sudo make install` on a fresh system makes a board that is ready at boot",
        "Bookworm and Trixie, in containers",
        "follow the install guide, then run `minigam doctor`",
        "5",
        "`sudo make boot-test`",
    ),
    Claim(
        "a flashed card starts a Pi 3 that plays; a power cut keeps game and dice",
        "power cut in mid-game, once",
        "flash a card, play, pull the plug",
        "6",
        "`sudo make card-test`",
    ),
    Claim(
        "a phone can play only after the board lets it in",
        "20 wrong codes, a replayed token, a forged origin: refused",
        "",
        "1",
        "`pytest tests/e2e/test_phones.py`",
    ),
    Claim(
        "the kiosk shows the page and nothing else",
        "rendered without a display",
        "look at the screen",
        "none",
        "`make kiosk-picture`",
    ),
)


BOTH = "`make test-all`, `make long`"
FELT_CLAIMS = (
    Claim(
        "every sensor and button is recognised",
        of_boards("inputs", "inputs"),
        f"{HIL}case `inputs`",
        "1, 3, 4",
        BOTH,
    ),
    Claim(
        "a whole game is played by hand, and every light matches the rules",
        of_boards("game", "touches"),
        "play a game and compare its record",
        "1, 3, 4",
        BOTH,
    ),
    Claim(
        "a checker where it may not go is lit red, on its zone alone",
        of_boards("lanes", "lanes"),
        "put one there",
        "1, 3, 4",
        BOTH,
    ),
    Claim(
        "a sensor that bounces while a checker is lifted or put is one movement",
        of_boards("bounce", "touches that bounced", ["simulated", "unix"]),
        "lift a checker and put it back, often",
        "1, 3",
        BOTH,
    ),
    Claim(
        "the game continues after a kill in the middle of a turn, from what lies there",
        of_boards("killed", "until it plays again"),
        "kill the daemon in a turn and play on",
        "1, 3, 4",
        BOTH,
    ),
)


def claims(found: Reports, wanted: Iterable[Claim] | None = None) -> str:
    rows = (
        (
            each.promise,
            each.tier,
            each.command,
            each.figure if isinstance(each.figure, str) else each.figure(found),
            each.settled or "needs no board",
        )
        for each in wanted or CLAIMS
    )
    return table(COLUMNS, rows)


def cases(found: Reports) -> str:
    rows = [_case(case.name, found) for case in CASES]
    tiers = [(TIERS | FELT)[name] for name in found]
    sums = (
        f"{len(_passed(report))} in {sum(each.seconds for each in report.findings):.0f} s"
        for report in found.values()
    )
    return table(("case", *tiers), [*rows, ("passed", *sums)])


def _passed(report: Report) -> set[str]:
    return {each.case for each in report.findings if each.verdict is CaseOutcome.PASSED}


def _case(name: str, found: Reports) -> Row:
    verdicts = {
        key: {finding.case: finding.verdict for finding in report.findings}
        for key, report in found.items()
    }
    return (
        f"`{name}`",
        *(each.get(name, CaseOutcome.NOT_DONE).value for each in verdicts.values()),
    )


PARTS = (
    "99th percentile",
    "median",
    "debounce",
    "rules and journal",
    "drawing and driver",
    "then on the wire",
)
PROMISED = ("promised on a board", f"{NUMBERS['lit_ms']} ms", "", "8 ms", "50 ms", "42 ms", "3 ms")
"""Budget on a real board; most of the journal's share allows for a slow SD card."""


def latency(found: Reports, *first: Row) -> str:
    """How long touches take; `first`: rows before those of the tiers."""
    timed = (name for name in found if "touch" in _passed(found[name]))
    rows = (((TIERS | FELT)[name], *_parts(found[name])) for name in timed)
    return table(("tier", *PARTS), [*first, *rows])


FELT_PARTS = ("tier", "99th percentile", "median", "of it debounce", "then on the wire")


def felt_latency(found: Reports) -> str:
    """The same for checkers; to lift one is no action, so the rest has no parts."""
    rows = []
    for name in found:
        if "touch" in _passed(found[name]):
            late, median, settle, *_, wire = _parts(found[name])
            rows.append((FELT[name], late, median, settle, wire))
    return table(FELT_PARTS, rows)


def _parts(report: Report) -> Row:
    light, late, event, settle, wire = (
        figure(report, "touch", name).value
        for name in (
            "touch to light, median",
            "touch to light, 99 of 100",
            "edge to event, median",
            "settling",
            "the frame on the wire",
        )
    )
    split = (late, light, settle, event - settle, light - event, wire)
    return tuple(amount(Figure("part", value, "ms")) for value in split)


def of_buttons() -> Mapping[str, str]:
    """The tables of boards with buttons, and of everything else."""
    found = reports()
    return {
        "claims": claims(found),
        "cases": cases(found),
        "latency": latency(found, PROMISED),
        "faults": faults(),
        **of_a_pi(),
    }


def of_a_pi() -> Mapping[str, str]:
    """The tables of the Pi's architecture; where no Pi was emulated, what is there stays."""
    found = {"architectures": architectures(), CARD: card()}
    return {name: text for name, text in found.items() if text}


def of_felt() -> Mapping[str, str]:
    """The tables of boards that feel their checkers."""
    found = reports(FELT)
    return {
        "felt-claims": claims(found, FELT_CLAIMS),
        "felt-cases": cases(found),
        "felt-latency": felt_latency(found),
    }


def main(*wanted: str) -> None:
    kinds = {"buttons": of_buttons, "felt": of_felt, "pi": of_a_pi}
    text = PAGE.read_text("utf-8")
    for name, part in [each for kind in wanted or ("buttons",) for each in kinds[kind]().items()]:
        text = with_generated(text, name, f"\n{part}\n")
    PAGE.write_text(text, "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
