"""The table of faults: what was done to the journal, how often, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.drawing.tables import table
from tests.faults import note
from tests.power.disk import Fate
from tests.power.judge import Cut
from tests.power.trial import FULL, NORMAL, Plan

COLUMNS = (
    "synchronous",
    "pending writes",
    "cuts",
    "the action under way was there",
    "cuts that lost actions",
    "most actions lost",
    "damaged",
    "other dice",
)


def faults(full: Sequence[Cut], normal: Sequence[Cut]) -> str:
    tried = ((FULL, full), (NORMAL, normal))
    return table(COLUMNS, (row(plan, fate, cuts) for plan, cuts in tried for fate in Fate))


def note_cuts(full: Sequence[Cut], normal: Sequence[Cut]) -> None:
    """The same for the table of all faults, where nothing was lost."""
    for fate in Fate:
        times = sum(cut.fate is fate for cut in full)
        what = f"power cut, pending writes {fate.value}"
        note(what, 5, times, "no action lost, nothing damaged, the same dice")
    lost = sum(cut.lost > 0 for cut in normal)
    what = "control: power cut, without waiting for the disk"
    note(what, 5, len(normal), f"actions lost in {lost} cuts, as expected")


def row(plan: Plan, fate: Fate, cuts: Sequence[Cut]) -> tuple[str, ...]:
    these = [cut for cut in cuts if cut.fate is fate]
    return (
        f"`{plan.name}`",
        fate.value,
        str(len(these)),
        str(sum(cut.ahead == 1 for cut in these)),
        str(sum(cut.lost > 0 for cut in these)),
        str(max(cut.lost for cut in these)),
        str(sum(bool(cut.back.damage) for cut in these)),
        str(sum(bool(cut.back.dice) for cut in these)),
    )
