"""The power goes while people play: of many cuts one that loses anything is enough to fail."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.faults import note
from tests.power.disk import Fate
from tests.power.judge import Back, Cut
from tests.power.machine import kernel
from tests.power.trial import check, trial

KEPT = Cut(Fate.DROPPED, safe=7, pending=1, back=Back(7))
AHEAD = replace(KEPT, back=Back(8))
LOST = replace(KEPT, back=Back(6))
GOOD = [KEPT, AHEAD]
SHARE = 0.3
"""Of the cuts of `make power-test`."""


def test_what_is_lost_is_counted_and_what_was_not_promised_yet_is_no_loss() -> None:
    assert [(cut.lost, cut.ahead) for cut in (KEPT, AHEAD, LOST)] == [(0, 0), (0, 1), (1, 0)]


def test_cuts_that_lose_nothing_are_right_where_the_control_loses_something() -> None:
    check(GOOD, [KEPT, LOST])


WRONG = {
    "lost": ([*GOOD, LOST], [LOST]),
    "damage": ([*GOOD, replace(KEPT, back=Back(7, damage="torn"))], [LOST]),
    "dice": ([*GOOD, replace(KEPT, back=Back(7, dice="others"))], [LOST]),
    "two ahead": ([*GOOD, replace(KEPT, back=Back(9))], [LOST]),
    "none ahead": ([KEPT], [LOST]),
    "all ahead": ([AHEAD], [LOST]),
    "none pending": ([*GOOD, replace(KEPT, pending=0)], [LOST]),
    "control": (GOOD, [KEPT, AHEAD]),
}


@pytest.mark.parametrize(("full", "normal"), WRONG.values(), ids=WRONG.keys())
def test_one_cut_that_is_wrong_fails(full: list[Cut], normal: list[Cut]) -> None:
    with pytest.raises(AssertionError):
        check(full, normal)


@pytest.mark.power
@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_nothing_is_lost_when_the_power_goes(tmp_path: Path) -> None:
    full, normal = trial(kernel(), tmp_path, SHARE)
    check(full, normal)
    for fate in Fate:
        times, what = (
            sum(cut.fate is fate for cut in full),
            f"power cut, pending writes {fate.value}",
        )
        note(what, 5, times, "no action lost, nothing damaged, the same dice")
    lost = sum(cut.lost > 0 for cut in normal)
    what = "control: power cut, without waiting for the disk"
    note(what, 5, len(normal), f"actions lost in {lost} cuts, as expected")
