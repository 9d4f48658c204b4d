"""What benches without hardware have shown, kept for `make proven`: reports, and faults."""

from minigam.hil.bench_report import CaseOutcome, Report, to_html, to_json
from tests.docs.pages import ROOT
from tests.faults import SAME, note

BENCHES = ROOT / "build" / "benches"
FELT_BOARDS = ("quarter-hall", "dice-16-hall", "full-24-hall")
"""The shipped profiles of boards that feel their checkers, with benches at tiers 1, 3 and 4."""
COUNTED = {
    "touches that bounced": ("a bouncing contact", "one touch"),
    "glitches": ("a pulse of 1 ms at an input", "ignored"),
    "pairs": ("two inputs pressed together", "ignored"),
}
"""By a figure: what was done so often, and what came of it."""
ONCE = {
    "killed": ("kill -9 within a turn", SAME),
    "hung": ("SIGSTOP within a turn, found by the watchdog", SAME),
    "unplugged": (
        "the board's USB cable pulled and plugged in",
        "reported; the same game continues",
    ),
}
"""By a case."""


def keep(name: str, report: Report) -> None:
    """As JSON and as a page, in the clone's folder `build`."""
    BENCHES.mkdir(parents=True, exist_ok=True)
    (BENCHES / f"{name}.json").write_text(to_json(report), "utf-8")
    (BENCHES / f"{name}.html").write_text(to_html(report), "utf-8")


def note_faults(tier: int, report: Report) -> None:
    """What a bench's cases did at a tier, and have passed."""
    for finding in report.findings:
        if finding.verdict is not CaseOutcome.PASSED:
            continue
        if finding.case in ONCE:
            what, came = ONCE[finding.case]
            note(what, tier, 1, came)
        for figure in finding.figures:
            if figure.name in COUNTED:
                what, came = COUNTED[figure.name]
                note(what, tier, round(figure.value), came)
