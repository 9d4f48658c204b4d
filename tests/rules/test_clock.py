"""What a match cannot have agreed on for its clock."""

import pytest

from minigam.errors import IllegalPlayError
from minigam.rules.clock import TimeControl

KEPT = "expected all the time at the beginning: only a match keeps it"


@pytest.mark.parametrize(
    ("clock", "points", "message"),
    [
        (TimeControl("10:00+12", banks=(600_000, 5_000)), 0, KEPT),
        (TimeControl("off", banks=(0, 0)), 5, KEPT),
        (
            TimeControl("10:00+12", banks=(600_001, 0)),
            5,
            "expected -2 to 600000 ms left of each bank, got (600001, 0)",
        ),
    ],
    ids=["no match", "no clock", "more than was given"],
)
def test_no_match_begins_with_such_a_clock(clock: TimeControl, points: int, message: str) -> None:
    with pytest.raises(IllegalPlayError) as fault:
        clock.check(points)
    assert str(fault.value) == message
