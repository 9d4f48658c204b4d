"""Who plays: said at any time, and kept with the game and those that follow."""

from __future__ import annotations

from dataclasses import replace

import pytest

from minigam.errors import UnreadableError
from minigam.game.archive import goes_on, record_of
from minigam.game.between import next_game
from minigam.game.events import Held, Named, Opened
from minigam.game.replay import replay
from minigam.game.setup import Setup, check_players
from minigam.game.state import Phase, opened
from minigam.game.summary import summary_of
from tests.game.play import Play, started

ANN_AND_BEN = Named(("Ann", "Ben"))


def resigned(play: Play) -> Play:
    play.do(Held("undo"))
    play.tap("point-4", "roll")
    assert play.state.phase is Phase.GAME_OVER
    return play


def test_names_can_be_said_in_every_phase_and_change_nothing_else() -> None:
    play = Play(dice=[(5, 2)])
    for touch in ("roll", "roll", "roll", "bar-white"):
        before = play.state
        play.do(ANN_AND_BEN)
        assert play.state.setup.names == ("Ann", "Ben")
        play.do(Named(("", "")))
        assert play.state == before
        play.tap(touch)


def test_they_are_read_back_from_the_journal() -> None:
    play = started((5, 2))
    play.do(ANN_AND_BEN)
    assert replay([Opened(Setup()), *play.accepted]).setup.names == ("Ann", "Ben")


def test_only_people_have_names() -> None:
    """A computer that has taken a person's seat is not counted as that person."""
    setup = Setup(black="hard", names=("Ann", "Ben"))
    assert record_of(opened(Opened(setup))).names == ("Ann", "Computer, hard")
    assert summary_of(opened(Opened(setup))).names == ("Ann", "")
    assert check_players(setup, "Ann", "") == ("Ann", "")
    with pytest.raises(UnreadableError) as refusal:
        check_players(setup, "", "Ben")
    assert str(refusal.value) == "The computer plays black: only people have names here."


def test_they_go_into_files() -> None:
    play = started((5, 2))
    play.do(ANN_AND_BEN)
    assert record_of(play.state).names == ("Ann", "Ben")


@pytest.mark.parametrize(
    ("touch", "names"),
    [("point-1", ("Ann", "Ben")), ("point-2", ("Ben", "Ann")), ("point-3", ("Ann", "Ben"))],
)
def test_they_stay_in_what_follows(touch: str, names: tuple[str, str]) -> None:
    play = started((5, 2))
    play.do(ANN_AND_BEN)
    resigned(play).tap(touch)
    assert play.state.setup.names == names


def test_they_change_colours_with_the_players() -> None:
    money = Setup("backgammon-money", games=("backgammon-money",))
    play = started((5, 2), setup=money)
    play.do(ANN_AND_BEN)
    play.do(Held("undo"))
    play.tap("point-6")
    assert play.state.swapped
    assert play.state.setup.names == ("Ben", "Ann")


@pytest.mark.parametrize(
    ("later", "same"),
    [(("Ann", "Ben"), True), (("Ann", ""), True), (("", ""), True), (("Eve", "Ben"), False)],
)
def test_a_match_goes_on_where_these_may_be_the_same_people(
    later: tuple[str, str], same: bool
) -> None:
    play = started((5, 2))
    play.do(ANN_AND_BEN)
    over = resigned(play).state
    play.tap("point-1")
    following = opened(Opened(play.state.setup, play.state.standing.score, started=True))
    over = replace(over, next_chapter=next_game(over))
    following = replace(following, setup=replace(following.setup, names=later))
    assert goes_on(over, following) is same
