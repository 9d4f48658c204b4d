"""`make proven`: what the last `make test-all` has shown, at which tier, into `docs/proven.md`.

The tests leave reports of benches in `build/benches` and notes of faults in `build/faults`; nothing
here is run again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from hardware.drawing.tables import table
from minigam.hil.bench import NUMBERS
from minigam.hil.cases import CASES
from minigam.hil.measuring import Figure
from minigam.hil.report import Report, Verdict, amount, from_json
from tests.docs.pages import ROOT, with_generated
from tests.faults import counted, faults
from tests.hil.noted import BENCHES

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
PAGE = ROOT / "docs" / "proven.md"
NEVER = "never seen on a real board"
Reports = Mapping[str, Report]
Row = tuple[str, ...]


@dataclass(frozen=True)
class Claim:
    """Something that is promised."""

    promise: str
    tier: str
    command: str
    """What shows it."""
    figure: str | Callable[[Reports], str]
    """What was seen; of a run, where there is one."""
    settled: str
    """What would settle it on a real board; empty where that would show no more."""


def reports() -> Reports:
    """Those of the last run, by name."""
    missing = [name for name in TIERS if not (BENCHES / f"{name}.json").exists()]
    if missing:
        sys.exit(f"minigam: no report of {', '.join(missing)}: run `make test-all` as root first")
    return {name: from_json((BENCHES / f"{name}.json").read_text("utf-8")) for name in TIERS}


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
    """A figure of each tier, and of what it is."""
    return lambda found: (
        f"{name}: "
        + ", ".join(
            f"{amount(figure(found[each], case, name))} ({TIERS[each][0]})" for each in only
        )
    )


def done(what: str) -> Callable[[Reports], str]:
    """How often a fault was injected, and that nothing came of it but what must."""
    return lambda _found: f"{counted(what):,} times"


HIL = "`minigam hil`, "
CLAIMS = (
    Claim(
        "every input is heard as itself",
        "1, 2, 3, 4, 5",
        "`make test-all`",
        of_all("inputs", "inputs"),
        f"{HIL}case `inputs`",
    ),
    Claim(
        "a whole game by touches, every light as the rules have it",
        "1, 2, 3, 4, 5",
        "`make test-all`",
        of_all("game", "touches"),
        f"{HIL}case `game`",
    ),
    Claim(
        "a touch is answered by light",
        "1, 2, 3, 4, 5",
        "`make test-all`",
        of_all("touch", "touch to light, 99 of 100"),
        f"{HIL}case `touch`",
    ),
    Claim(
        "a contact that bounces is one touch",
        "1, 2, 3",
        "`make test-all`",
        done("a contact that bounces"),
        f"{HIL}case `bounce`",
    ),
    Claim(
        "nothing is heard that nobody touched",
        "1, 2, 3, 4",
        "`make test-all`",
        of_all("quiet", "false reads", ["mock", "lgpio", "unix", "emulated"]),
        f"{HIL}case `quiet`, for hours (`quiet = 7200` in the bench's file)",
    ),
    Claim(
        "no play that is felt is taken for another",
        "1",
        "`pytest tests/table/test_hands.py`",
        "21,000 turns of simulated hands and noise, none was",
        "play a match, and read what was taken down",
    ),
    Claim(
        "lights without root up to a Pi 4: SPI, the real rpi_ws281x",
        "5",
        "`make virtual-bench`",
        "the bytes told are those on the wire",
        f"{HIL}cases `lanes` and `wire`",
    ),
    Claim("lights on a Pi 5: PIO", "none", "", "not shown", f"{HIL}cases `lanes` and `wire`"),
    Claim(
        "lights by a Pico",
        "4",
        "`pytest tests/firmware`",
        "every bit within its sheet's 150 ns; frames stay whole while USB is busy",
        f"{HIL}case `wire`",
    ),
    Claim(
        "never more current than the supply gives",
        "none",
        "`pytest tests/board/test_power.py`",
        "reckoned",
        f"{HIL}case `current`",
    ),
    Claim(
        "killed at any moment, the game goes on",
        "1, 2, 3, 4, 5",
        "`make test-all`",
        done("kill -9"),
        f"{HIL}case `killed`",
    ),
    Claim(
        "a daemon that hangs is started again",
        "5",
        "`make virtual-bench`",
        of_all("hung", "until it plays again", ["virtual"]),
        f"{HIL}case `hung`",
    ),
    Claim(
        "no event is lost when the power goes, on media that honour a flush",
        "5",
        "`make power-test`",
        done("the power cut"),
        "pull the plug in mid-turn, and compare",
    ),
    Claim(
        "the Pico's cable may be pulled",
        "3, 5",
        "`make virtual-bench`",
        of_all("unplugged", "until it plays again", ["virtual-pico"]),
        f"{HIL}case `unplugged`",
    ),
    Claim(
        "`sudo make install` on a fresh system, ready at boot",
        "5",
        "`sudo make boot-test`",
        "Bookworm and Trixie, in containers",
        "the install guide, and `minigam doctor`",
    ),
    Claim(
        "a phone plays only once the board has let it in",
        "1",
        "`pytest tests/e2e/test_phones.py`",
        "20 wrong codes, a replayed token, a forged origin: refused",
        "",
    ),
    Claim(
        "the kiosk shows the page, and no other",
        "none",
        "`make kiosk-picture`",
        "drawn without a display",
        "look at the screen",
    ),
)


def claims(found: Reports) -> str:
    """The table of what is promised."""
    rows = (
        (
            each.promise,
            each.tier,
            each.command,
            each.figure if isinstance(each.figure, str) else each.figure(found),
            f"{NEVER}: {each.settled}" if each.settled else "needs no board",
        )
        for each in CLAIMS
    )
    return table(("promise", "shown at tier", "by", "figure", "on a board"), rows)


def cases(found: Reports) -> str:
    """What came of each case at each tier."""
    rows = [_case(case.name, found) for case in CASES]
    sums = ("in all", *(_sum(report) for report in found.values()))
    return table(("case", *TIERS.values()), [*rows, sums])


def _passed(report: Report) -> set[str]:
    return {each.case for each in report.findings if each.verdict is Verdict.PASSED}


def _sum(report: Report) -> str:
    return f"{len(_passed(report))} in {sum(each.seconds for each in report.findings):.0f} s"


def _case(name: str, found: Reports) -> Row:
    verdicts = {
        key: {finding.case: finding.verdict for finding in report.findings}
        for key, report in found.items()
    }
    return (f"`{name}`", *(_word(verdicts[key].get(name)) for key in TIERS))


def _word(verdict: Verdict | None) -> str:
    return (verdict or Verdict.NOT_DONE).value


PARTS = (
    "99 of 100",
    "median",
    "of it to settle",
    "rules and journal",
    "drawing and driver",
    "then on the wire",
)
PROMISED = (f"{NUMBERS['lit_ms']} ms", "", "8 ms", "50 ms", "42 ms", "3 ms")
"""On a board; most of the journal's is for an SD card that takes its time."""


def latency(found: Reports) -> str:
    """From touch to light, at each tier where zones are touched."""
    timed = (name for name in TIERS if "touch" in _passed(found[name]))
    rows = ((TIERS[name], *_parts(found[name])) for name in timed)
    return table(("tier", *PARTS), [("promised on a board", *PROMISED), *rows])


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


def main() -> None:
    """Write all of it."""
    found, text = reports(), PAGE.read_text("utf-8")
    drawn = {
        "claims": claims(found),
        "cases": cases(found),
        "latency": latency(found),
        "faults": faults(),
    }
    for name, part in drawn.items():
        text = with_generated(text, name, f"\n{part}\n")
    PAGE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
