"""Records: what follows what in a match, and the names and times that a file may hold."""

from dataclasses import replace

import pytest

from minigam.errors import UnreadableError
from minigam.rules.clock import TimeControl
from minigam.rules.plays import Result
from minigam.rules.position import Side
from minigam.rules.record import Record, check_name, check_time, follows
from minigam.rules.terms import Terms

WHITE, BLACK = Side.WHITE, Side.BLACK


def test_who_loses_a_match_on_time_plays_no_further_game_of_it() -> None:
    match = Terms("backgammon", (("length", "5"),))
    result, timed = Result(WHITE, 1, "single"), replace(match, clock=TimeControl("10:00+12"))
    lost, following = Record(timed, result=result, ended_by="time"), replace(match, score=(1, 0))
    assert not follows(lost, Record(following))
    assert follows(replace(lost, ended_by="resigned"), Record(following))


UNSEEN = ("\u200d", "a\u200d", "\u200ca", "a\u200c b", "a\u200d\u200cb", "a\u200bb", "a\u202eb")


@pytest.mark.parametrize("text", ["", " a", "a\n", "\ud800", "x" * 61, 7, None, *UNSEEN])
def test_a_name_fits_on_a_line(text: object) -> None:
    with pytest.raises(UnreadableError, match="expected a name of 1 to 60 letters"):
        check_name(text)


@pytest.mark.parametrize(
    "text",
    ["", "2026-01-31", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-31T24:00:00Z"],
)
def test_a_time_is_one_that_was(text: str) -> None:
    assert check_time("2024-02-29T23:59:59Z")
    with pytest.raises(UnreadableError, match="expected a time like 2026-01-31T19:05:00Z, got"):
        check_time(text)
