"""A wrong set-up corrected until the second play, and the colours changed before the first."""

from dataclasses import replace

import pytest

from minigam.formats.jsonfile import read_json, write_json
from minigam.rules.cube import CENTRED
from minigam.rules.game import Game
from minigam.rules.position import Side
from minigam.rules.record import Played
from minigam.rules.record_conversion import imported, record_of
from minigam.table.setup import Setup
from minigam.table.state import Phase
from tests.table.play import Play, agreed, rolled, silent

BACKGAMMON = agreed()
MONEY = agreed("backgammon-money", names=("Ann", "Bob"))
COLOURS = "Change colours"


def begun(setup: Setup, *dice: tuple[int, int]) -> Play:
    """White has rolled 3-1 in the opening; then `dice`."""
    play = Play(setup, [(3, 1), *dice])
    play.tap("roll", *(() if setup.by_hand else ("roll", "roll")))
    if setup.by_hand:
        play.tap("point-3", "point-1")
    return play


def first_play(play: Play) -> None:
    play.tap("point-8", "point-5", "point-6", "point-5", "confirm")


def played_once(setup: Setup = BACKGAMMON) -> Play:
    """Black is to roll 6-2."""
    play = begun(setup, (6, 2))
    first_play(play)
    return play


def menu(play: Play, name: str) -> None:
    play.tap("hold undo", name)


def names(play: Play) -> list[str]:
    """What the menu offers."""
    play.tap("hold undo")
    found = [*play.choices.values()]
    play.tap("undo")
    return found


# ---- The set-up ----------------------------------------------------------------------------------


def test_before_the_first_play_its_steps_are_taken_back() -> None:
    play = begun(BACKGAMMON)
    play.tap("point-8", "point-5")
    play.set_up_again()
    assert play.said == (
        "Put every checker where the lights show. Then 3 and 1 is played from the start."
    )
    assert play.state.transient.showing
    assert play.state.phase is Phase.MOVING
    assert play.state.game.shown_position == play.state.game.rules.start


def test_before_the_second_throw_the_first_play_is_taken_back() -> None:
    play = played_once()
    play.set_up_again()
    assert (play.state.game.side, play.state.game.entries) == (Side.WHITE, ())
    first_play(play)
    assert (play.state.phase, play.state.game.side) == (Phase.TO_THROW, Side.BLACK)


def to_play_again() -> Play:
    """Two rolls stand, the first to be played again."""
    play = played_once()
    play.tap("roll")
    play.set_up_again()
    return play


def test_before_the_second_play_both_throws_stand_and_the_first_is_played_again() -> None:
    """Until then the game is not written."""
    play = to_play_again()
    assert (play.state.game.side, rolled(play.state)) == (Side.WHITE, ((3, 1), (6, 2)))
    with pytest.raises(ValueError, match="play the first one before exporting"):
        record_of(play.state.game)
    play.tap("point-24", "point-21", "point-21", "point-20", "confirm")
    assert play.state.game.entries == (Played(Side.WHITE, (3, 1), "24/20"),)
    assert (play.state.phase, play.state.game.side) == (Phase.MOVING, Side.BLACK)
    assert play.turn.dice == record_of(play.state.game).roll == (6, 2)


def test_hand_thrown_dice_stand_too_while_the_first_is_played_again() -> None:
    play = played_once(replace(BACKGAMMON, dice="hand"))
    play.tap("point-6", "point-2")
    play.set_up_again()
    play.tap("undo")
    assert play.code == "nothing-to-undo"
    assert rolled(play.state) == ((3, 1), (6, 2))


def test_after_the_second_play_it_stands() -> None:
    play = played_once()
    play.tap("roll", "point-1", "point-7", "point-12", "point-14", "confirm")
    assert len(play.state.game.entries) == 2
    assert names(play) == ["Show position", "Pause", "Resign"]
    menu(play, "point-5")
    assert play.said == "Points 1, 2, 3 are the menu; undo goes back to the game."


def test_a_double_is_taken_back_with_the_play_before_it() -> None:
    play = played_once()
    play.tap("hold roll", "bar-white", "roll")
    assert play.state.game.cube.value == 2
    play.set_up_again()
    assert (play.state.game.cube, play.state.game.entries) == (CENTRED, ())
    assert rolled(play.state) == ((3, 1), (6, 2))


def test_ties_in_the_opening_throw_still_count() -> None:
    play = Play(MONEY, [(4, 4), (3, 1)])
    play.tap("roll", "roll", "roll", "roll")
    play.set_up_again()
    assert play.state.game.cube.value == 2


def test_with_faces_it_is_not_offered() -> None:
    assert "Set-up was wrong" not in names(begun(agreed("backgammon-dice-basic")))


def test_once_it_is_resigned_it_is_written_without_the_second_throw() -> None:
    play = to_play_again()
    play.resign()
    record = record_of(play.state.game)
    assert (record.roll, record.ended_by) == ((3, 1), "resigned")
    assert record_of(Game.of(imported(record))) == record


# ---- The colours ---------------------------------------------------------------------------------


def test_whoever_won_the_opening_throw_may_take_the_other_colour() -> None:
    play = begun(MONEY)
    assert names(play)[-1] == "Change colours"
    menu(play, COLOURS)
    assert play.said == "The players have changed colours: black plays 3 and 1."
    assert (play.state.game.side, play.state.phase) == (Side.BLACK, Phase.MOVING)
    assert play.state.setup.names == ("Bob", "Ann")


def test_changed_twice_all_is_as_before() -> None:
    play = begun(MONEY)
    names(play)
    before = silent(play.state)
    menu(play, COLOURS)
    menu(play, COLOURS)
    assert silent(play.state) == before


@pytest.mark.parametrize(
    ("setup", "taps"),
    [
        (BACKGAMMON, []),
        (agreed("portes"), ["roll"]),
        (MONEY, ["point-8", "point-5"]),
        (replace(MONEY, white="easy"), []),
    ],
    ids=["another game", "a game that rolls again", "a step is made", "the computer's turn"],
)
def test_else_the_colours_stay(setup: Setup, taps: list[str]) -> None:
    play = begun(setup, (5, 2))
    play.tap(*taps)
    assert (play.state.phase, "Change colours" in names(play)) == (Phase.MOVING, False)


def test_a_new_opening_throw_undoes_the_change() -> None:
    play = begun(replace(MONEY, dice="hand"))
    menu(play, COLOURS)
    play.tap("undo")
    assert (play.state.phase, play.state.setup.names) == (Phase.OPENING, ("Ann", "Bob"))
    play.tap("point-2", "point-5")
    assert (play.state.game.side, play.state.game.swapped) == (Side.BLACK, False)


def test_the_change_is_kept_in_a_file() -> None:
    play = begun(MONEY)
    menu(play, COLOURS)
    record = record_of(play.state.game)
    assert (record.terms.names, record.opening, record.swapped) == (("Bob", "Ann"), ((3, 1),), True)
    assert read_json(write_json([record])) == (record,)
    assert record_of(Game.of(imported(record))) == record
