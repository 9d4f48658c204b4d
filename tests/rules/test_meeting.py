"""Meetings: which game of which meeting, on whose boards."""

from dataclasses import replace
from typing import Any

import pytest

from minigam.errors import IllegalPlayError
from minigam.rules.game import Game
from minigam.rules.meeting import Meeting
from minigam.rules.terms import Terms

ONE, OTHER = "ab" * 32, "cd" * 32
MEETING = Meeting("0c" * 16, 2, (ONE, OTHER))
AT_ONE_BOARD = replace(MEETING, boards=(ONE, ONE))
TERMS = Terms("minigam", meeting=MEETING)


def test_two_boards_share_their_dice_and_one_board_does_not() -> None:
    assert MEETING.shared
    assert TERMS.shared
    assert not AT_ONE_BOARD.shared
    assert not replace(TERMS, meeting=AT_ONE_BOARD).shared
    assert not Terms("minigam").shared


def test_the_boards_go_along_when_the_players_change_colours() -> None:
    assert TERMS.swapped().meeting == Meeting("0c" * 16, 2, (OTHER, ONE))
    assert TERMS.swapped().swapped() == TERMS
    assert Terms("minigam").swapped().meeting is None


def test_a_file_holds_no_meeting() -> None:
    assert TERMS.for_file(by_hand=False).meeting is None


@pytest.mark.parametrize(
    "changes",
    [
        *({"id": value} for value in ("", "0c" * 15, "0C" * 16, "xy" * 16, "0c" * 16 + "\n")),
        *({"number": value} for value in (0, -1)),
        *({"boards": (ONE, value)} for value in ("", "cd" * 31, "CD" * 32, "cd" * 32 + "\n")),
        {"boards": ("", OTHER)},
    ],
    ids=ascii,
)
def test_a_meeting_that_cannot_be_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(IllegalPlayError, match=r"^expected a meeting"):
        Game.begin(replace(TERMS, meeting=replace(MEETING, **changes)))


@pytest.mark.parametrize("changes", [{"by_hand": True}, {"imported": True}], ids=str)
def test_two_boards_roll_electronic_dice_themselves(changes: dict[str, Any]) -> None:
    with pytest.raises(IllegalPlayError, match=r"^expected two boards that roll the dice together"):
        Game.begin(replace(TERMS, **changes))
    assert Game.begin(replace(TERMS, meeting=AT_ONE_BOARD, **changes))
