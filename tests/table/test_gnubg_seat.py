"""gnubg as a seat: where it may sit, what the board offers, and a journal that needs no gnubg."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest

from minigam.errors import UnknownNameError
from minigam.rules.cube import Cube
from minigam.rules.match import Standing
from minigam.rules.position import Side
from minigam.rules.ruleset import RULE_SETS
from minigam.table.effects import Answer, Choose, Effect, wants
from minigam.table.events import Chosen, Elapsed, Held, Tapped
from minigam.table.setup import GNUBG_GAMES, Setup, games_for
from minigam.table.setup_choices import setup_choices, with_next_choice
from minigam.table.snapshot import snapshot
from minigam.table.state import Phase
from tests.table.play import Play, to_roll, with_game

GAMES = games_for(24)


def agreed(rules_id: str = "backgammon", black: str = "gnubg", gnubg: bool = True) -> Setup:
    return Setup(rules_id, black=black, games=GAMES, gnubg=gnubg)


def seats_offered(setup: Setup) -> list[str]:
    """What taps on point 3 go through, until they come round."""
    seen: list[str] = []
    while setup.black not in seen:
        seen.append(setup.black)
        following = with_next_choice(setup, "point-3")
        assert following is not None
        setup = following
    return seen


def to_throw(setup: Setup, *dice: tuple[int, int]) -> Play:
    """White, who is to throw, has come to 2 to 1 in the match."""
    play = Play(setup, dice)
    terms = replace(play.state.game.terms, starter=Side.WHITE, score=(2, 1))
    play.state = to_roll(play.state, Side.WHITE, terms=terms)
    return play


@pytest.mark.parametrize("game", RULE_SETS)
def test_it_sits_down_to_the_games_that_it_can_judge(game: str) -> None:
    games = games_for(RULE_SETS[game].layout.points)
    if game in GNUBG_GAMES:
        assert Setup(game, white="gnubg", games=games).white == "gnubg"
        return
    with pytest.raises(UnknownNameError) as refusal:
        Setup(game, white="gnubg", games=games)
    assert str(refusal.value) == (
        f"unknown game for gnubg {game!r}; expected one of: "
        "backgammon, portes, backgammon-money, hypergammon"
    )


def test_the_board_offers_it_where_it_is_installed_and_can_play() -> None:
    levels = ["human", "easy", "medium", "hard"]
    assert seats_offered(agreed(black="human")) == [*levels, "gnubg"]
    assert seats_offered(agreed(black="human", gnubg=False)) == levels
    assert seats_offered(Setup(gnubg=True)) == levels


def test_a_seat_that_is_taken_is_named_even_where_it_is_not_installed() -> None:
    choice = setup_choices(agreed(gnubg=False))[2]
    assert (choice.value, choice.index, choice.count) == ("computer, gnubg", 4, 5)
    assert seats_offered(agreed(gnubg=False))[0] == "gnubg"


def test_another_game_may_send_it_away() -> None:
    both = replace(agreed(), games=("backgammon", "minigam"))
    away = with_next_choice(both, "point-1")
    assert away is not None
    assert (away.rules_id, away.black) == ("minigam", "hard")
    kept = with_next_choice(agreed(), "point-1")
    assert kept is not None
    assert (kept.rules_id, kept.black) == ("portes", "gnubg")


def test_another_machine_may_not_have_it() -> None:
    assert agreed().where(False, ()) == agreed(black="hard", gnubg=False)
    assert agreed(black="easy").where(False, ()) == agreed(black="easy", gnubg=False)
    assert agreed(gnubg=False).where(True, ()) == agreed()


@pytest.mark.parametrize(
    ("setup", "level"),
    [
        (agreed(black="human"), "gnubg"),
        (agreed(black="human", gnubg=False), "hard"),
        (agreed(gnubg=False), "gnubg"),
        (Setup(gnubg=True), "hard"),
    ],
)
def test_who_gives_the_hints(setup: Setup, level: str) -> None:
    assert setup.hint_level == level


def asked(play: Play) -> Effect:
    (effect,) = wants(play.state)
    return effect


def test_it_is_told_the_cube_and_the_score() -> None:
    setup = replace(agreed(), hints=True, options=(("length", "5"),))
    play = to_throw(setup, (3, 1), (6, 2))
    play.state = with_game(play.state, cube=Cube(1, Side.BLACK))
    play.tap("roll")
    play.do(Held("roll"))
    hint = asked(play)
    assert isinstance(hint, Choose)
    assert (hint.level, hint.hint) == ("gnubg", True)
    assert (hint.cube, hint.standing) == (Cube(1, Side.BLACK), Standing((2, 1)))
    play.tap("point-8", "point-5", "point-6", "point-5", "confirm")
    play.state = replace(play.state, rolling=True)
    play.do(Tapped("undo", 1))  # nothing, but what is wanted is done
    choice = asked(play)
    assert isinstance(choice, Choose)
    assert (choice.level, choice.hint) == ("gnubg", False)
    assert (choice.cube, choice.standing) == (Cube(1, Side.BLACK), Standing((2, 1)))


def test_it_is_asked_about_a_double_as_it_was_before() -> None:
    play = to_throw(agreed())
    play.answers_doubles = False
    play.do(Held("roll"))
    state = play.state
    assert asked(play) == Answer(
        Side.BLACK, "gnubg", state.rules, state.position, Cube(), Standing((2, 1))
    )


def test_a_double_waits_for_it_and_may_be_withdrawn() -> None:
    play = to_throw(agreed())
    play.answers_doubles = False
    play.do(Held("roll"))
    found = snapshot(play.state, 1)
    assert (found["phase"], found["choices"]) == ("doubled", [])
    assert found["prompt"]["text"] == "White doubles to 2. The computer answers the double."
    for touch in ("bar-black", "off-black", "roll"):
        play.tap(touch)
        assert (play.state.phase, play.code) == (Phase.DOUBLED, "doubled")
        assert play.said == "The computer answers the double."
    play.tap("undo")
    assert play.state.phase is Phase.TO_THROW
    assert wants(play.state) == ()


def test_its_game_replays_from_the_journal_alone() -> None:
    setup = replace(agreed(), dice="hand")
    play = Play(setup)
    play.tap("roll", "point-1", "point-3")
    play.do(Chosen(((17, 3), (19, 1))))
    play.do(Elapsed("dead"))
    play.tap("roll")
    play.do(Held("roll"))
    assert play.replayed == play.state.game
    assert play.state.cube == Cube(1, Side.BLACK)


def test_agreements_from_before_it_are_read() -> None:
    body = asdict(Setup())
    del body["gnubg"]
    assert Setup.from_json(body) == Setup()
