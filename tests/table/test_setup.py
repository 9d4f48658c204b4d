"""The agreement before a game: who may sit where, what gnubg is asked, and how it is stored."""

import json
from dataclasses import asdict, replace
from typing import Any

import pytest

from minigam.errors import UnknownNameError, UnreadableError
from minigam.rules.clock import TimeControl
from minigam.rules.cube import CENTRED, Cube
from minigam.rules.match import Standing
from minigam.rules.position import Side
from minigam.rules.ruleset import RULE_SETS
from minigam.rules.terms import SEATS, Terms
from minigam.table.effects import AnswerDouble, ChoosePlay, seed_of, wants
from minigam.table.events import Elapsed, Opened, PlayChosen, Tapped
from minigam.table.setup import GNUBG_GAMES, Setup, games_for, setup_of
from minigam.table.setup_choices import setup_choices, with_next_choice
from minigam.table.state import Phase
from tests.table.play import Play, agreed, to_throw

SETUPS = (
    Setup(),
    Setup(options=(("second_die", "must"),), black="hard"),
    Setup(clock="usual", flag="told"),
    Setup(names=("Ann", "Ψ" * 20), dice="hand", hints=True, felt=True),
    Setup(teacher=True, white="perfect", solved=("minigam",)),
    Setup(
        "backgammon",
        (("length", "5"),),
        black="gnubg",
        games=games_for(24),
        levels=("easy",),
        gnubg=True,
        stake="0.50 EUR",
        remembered=(("portes", (("length", "3"),)),),
    ),
)
WRONG: tuple[dict[str, Any], ...] = (
    {"games": ["minigam", "chess"], "rules_id": "chess"},
    {"games": ["backgammon"]},
    {"games": [[]]},
    {"clock": "long"},
    {"flag": "green"},
    {"dice": "loaded"},
    {"white": "god"},
    {"black": "perfect"},
    {"options": [["colour", "red"]]},
    {"options": [["length"]]},
    {"stake": "1"},
    {"names": ["Ann"]},
    {"names": ["Ann", None, ""]},
    {"names": ["two\nlines", ""]},
    {"remembered": [["nardi", []]]},
    {"colour": "red"},
)
BAD: tuple[Any, ...] = (
    None,
    [],
    {},
    5,
    {"rules_id": "chess", "games": ["minigam"], "options": []},
    *({"games": ["minigam"], "options": [], **wrong} for wrong in WRONG),
)


@pytest.mark.parametrize("setup", SETUPS)
def test_it_reads_back(setup: Setup) -> None:
    assert Setup.from_json(json.loads(json.dumps(setup.to_json()))) == setup


@pytest.mark.parametrize(
    ("field", "setup"),
    [
        ("gnubg", Setup()),
        ("solved", Setup()),
        ("teacher", Setup(hints=True, solved=("minigam",))),
    ],
)
def test_an_agreement_from_before_a_field_is_read(field: str, setup: Setup) -> None:
    body = asdict(setup)
    del body[field]
    assert Setup.from_json(body) == setup


@pytest.mark.parametrize("body", BAD, ids=str)
def test_anything_else_is_refused(body: Any) -> None:
    with pytest.raises(UnreadableError, match="expected a set-up, got"):
        Setup.from_json(body)


TERMS = Terms(
    "backgammon",
    (("length", "5"),),
    seats=("human", "gnubg"),
    names=("Ann", ""),
    by_hand=True,
    hints=True,
    clock=TimeControl("10:00+12", "told", (60_000, 59_000)),
    stake="0.50 EUR",
    score=(2, 4),
    crawford_played=True,
    starter=Side.BLACK,
)


def test_a_stored_games_terms_are_those_of_its_agreement() -> None:
    setup = setup_of(TERMS)
    assert setup == Setup(
        "backgammon",
        (("length", "5"),),
        black="gnubg",
        hints=True,
        dice="hand",
        games=games_for(24),
        gnubg=True,
        names=("Ann", ""),
        clock="10:00+12",
        flag="told",
        stake="0.50 EUR",
    )
    assert setup.terms(Standing((2, 4), True), Side.BLACK, (60_000, 59_000)) == TERMS


def test_who_played_a_game_from_a_file_is_a_person_here() -> None:
    setup = setup_of(replace(TERMS, imported=True, names=("Ann", "GNU")))
    assert (setup.white, setup.black, setup.names) == ("human", "human", ("Ann", "GNU"))


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("levels", [(), ("hard",), SEATS[1:]])
def test_only_those_sit_down_who_are_offered(setup: Setup, levels: tuple[str, ...]) -> None:
    """Also for the game that is set up, at once: the next look finds nothing else to change."""
    offered = setup.offering(setup.games, levels)
    assert {offered.white, offered.black} <= {"human", *levels}
    assert offered.offering(setup.games, levels) == offered


# ---- gnubg and exact values as seats -------------------------------------------------------------

LEVELS = ["human", "easy", "medium", "hard", "expert"]
SOLVED = Setup(solved=("minigam", "minigam-second_die=must"))
GNUBG = agreed(gnubg=True)
SEATED = replace(GNUBG, black="gnubg")
NOT_INSTALLED = replace(SEATED, gnubg=False)


def following(setup: Setup, zone: str) -> Setup:
    after = with_next_choice(setup, zone)
    assert after is not None
    return after


def seats_in_turn(setup: Setup) -> list[str]:
    """What taps on point 3 go through, until they come round."""
    seen: list[str] = []
    while setup.black not in seen:
        seen.append(setup.black)
        setup = following(setup, "point-3")
    return seen


@pytest.mark.parametrize("game", RULE_SETS)
def test_gnubg_sits_down_to_the_games_that_it_can_judge(game: str) -> None:
    if game in GNUBG_GAMES:
        assert agreed(game, white="gnubg").white == "gnubg"
        return
    with pytest.raises(UnknownNameError) as refusal:
        agreed(game, white="gnubg")
    assert str(refusal.value) == (
        f"unknown game for gnubg {game!r}; expected one of: "
        "backgammon, portes, backgammon-money, hypergammon"
    )


def test_a_game_that_is_not_solved_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="unknown solved game 'minigam'"):
        Setup(black="perfect")


@pytest.mark.parametrize(
    ("setup", "seats", "hints"),
    [
        (GNUBG, [*LEVELS, "gnubg"], "gnubg"),
        (agreed(), LEVELS, "expert"),
        (NOT_INSTALLED, ["gnubg", *LEVELS], "gnubg"),
        (Setup(gnubg=True), LEVELS, "expert"),
        (SOLVED, [*LEVELS, "perfect"], "perfect"),
        (Setup(), LEVELS, "expert"),
    ],
    ids=["gnubg", "no gnubg", "seated", "not its game", "solved", "not solved"],
)
def test_who_is_offered_where_and_who_gives_the_hints(
    setup: Setup, seats: list[str], hints: str
) -> None:
    assert (seats_in_turn(setup), setup.hint_level) == (seats, hints)


def test_a_seat_that_is_taken_is_named_even_where_it_is_not_installed() -> None:
    choice = setup_choices(NOT_INSTALLED)[2]
    assert (choice.value, choice.index, choice.count) == ("computer, gnubg", 5, 6)
    assert setup_choices(replace(SOLVED, black="perfect"))[2].value == "computer, perfect"


def test_options_that_change_the_plays_need_a_table_of_their_own() -> None:
    must, free = (replace(SOLVED, options=(("second_die", value),)) for value in ("must", "free"))
    assert "perfect" in must.seats
    assert "perfect" not in free.seats
    assert "perfect" in replace(SOLVED, options=(("length", "7"),)).seats


@pytest.mark.parametrize(
    ("setup", "seats"),
    [
        (replace(SEATED, games=("backgammon", "minigam")), ("minigam", "human", "expert")),
        (SEATED, ("portes", "human", "gnubg")),
        (
            replace(SOLVED, white="perfect", black="perfect"),
            ("minigam-full-entry", "expert", "expert"),
        ),
    ],
    ids=["gnubg leaves", "gnubg stays", "exact values"],
)
def test_another_game_may_send_them_away(setup: Setup, seats: tuple[str, str, str]) -> None:
    after = following(setup, "point-1")
    assert (after.rules_id, after.white, after.black) == seats


def test_another_machine_may_not_have_them() -> None:
    assert SEATED.where(False, ()) == replace(NOT_INSTALLED, black="expert")
    assert replace(GNUBG, black="easy").where(False, ()) == agreed(black="easy")
    assert NOT_INSTALLED.where(True, ()) == SEATED
    perfect = replace(SOLVED, white="perfect", black="perfect")
    assert perfect.where(False, ()) == Setup(white="expert", black="expert")
    assert Setup().where(False, SOLVED.solved) == SOLVED


# ---- What gnubg is asked -------------------------------------------------------------------------


def in_a_match(setup: Setup, *dice: tuple[int, int], cube: Cube = CENTRED) -> Play:
    """White, who is to roll, has come to 2 to 1; gnubg takes its time over a double."""
    play = to_throw(setup, *dice, opening=Opened(setup, Standing((2, 1)), True), cube=cube)
    play.answers_doubles = False
    return play


def test_it_is_told_the_cube_and_the_score() -> None:
    """The levels that play in gnubg's place are told what decides among equal plays."""
    cube, standing = Cube(1, Side.BLACK), Standing((2, 1))
    setup = replace(SEATED, hints=True, options=(("length", "5"),))
    play = in_a_match(setup, (3, 1), (6, 2), cube=cube)
    play.tap("roll", "hold roll")
    seed = seed_of(play.state.game)
    assert wants(play.state) == (ChoosePlay(play.turn, "gnubg", True, cube, standing, seed),)
    play.tap("point-8", "point-5", "point-6", "point-5", "confirm")
    play.state = replace(play.state, rolling=True)
    play.do(Tapped("undo", 1))  # nothing, but what is wanted is done
    assert seed != (seed := seed_of(play.state.game))
    assert wants(play.state) == (ChoosePlay(play.turn, "gnubg", False, cube, standing, seed),)


def test_it_is_asked_about_a_double_as_it_was_before() -> None:
    play = in_a_match(SEATED)
    play.tap("hold roll")
    play.do(Elapsed("cube"))
    state = play.state
    double = AnswerDouble(
        Side.BLACK, "gnubg", state.game.rules, state.position, Cube(), Standing((2, 1))
    )
    assert wants(state) == (double,)


def test_a_double_waits_for_it_and_may_be_withdrawn() -> None:
    play = in_a_match(SEATED)
    play.tap("hold roll")
    assert play.see("phase", "choices") == ["doubled", []]
    assert play.prompt == "White doubles to 2. The computer answers the double."
    for touch in ("bar-black", "off-black", "roll"):
        play.tap(touch)
        assert (play.state.phase, play.code) == (Phase.DOUBLED, "doubled")
        assert play.said == "The computer answers the double."
    play.tap("undo")
    assert (play.state.phase, wants(play.state)) == (Phase.TO_THROW, ())


def test_its_game_replays_from_the_journal_alone() -> None:
    play = Play(replace(SEATED, dice="hand"))
    play.tap("roll", "point-1", "point-3")
    play.do(PlayChosen(((17, 3), (19, 1))))
    play.tap("wait", "roll", "hold roll")
    assert play.replayed == play.state.game
    assert play.state.game.cube == Cube(1, Side.BLACK)
