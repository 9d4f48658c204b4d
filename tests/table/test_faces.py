"""Pawns with faces by taps: which pawn, which die, whom to change places with, and the computer."""

from __future__ import annotations

from random import Random

import pytest

from minigam.board.lighting import Mark, Meaning
from minigam.formats.jsonfile import read_json, write_json
from minigam.rules.pawntext import format_step, parse_faced_position
from minigam.rules.position import Side
from minigam.rules.recorded import record_of
from minigam.rules.ruleset import RULE_SETS
from minigam.rules.steps import Step
from minigam.table.computer import choose
from minigam.table.effects import Choose, wants
from minigam.table.events import Elapsed
from minigam.table.rolling import what_to_enter
from minigam.table.scene import dice, scene, turn_pixels
from minigam.table.setup import LEVELS
from minigam.table.state import Phase, Picked, State
from minigam.table.suggestions import chosen
from tests.table.play import Play, agreed, at, throws, with_game
from tests.table.taps import taps_for

NAMES = ("backgammon-dice-basic", "backgammon-dice-tournament")
BASIC = agreed(NAMES[0])


def playing(text: str, roll: tuple[int, int], **faces: list[str]) -> Play:
    """White to play a roll; `p6=[...]` are the faces on a place of the text, plain elsewhere."""
    named = {int(name[1:]): there for name, there in faces.items()}
    counts = [ord(cell.lower()) - ord("a") + 1 if cell != "-" else 0 for cell in text]
    listed = [named.get(place, ["regular0"] * count) for place, count in enumerate(counts)]
    return at(parse_faced_position(RULE_SETS[NAMES[0]], text, listed), roll, setup=BASIC)


def made(play: Play) -> list[str]:
    return [format_step(play.turn.rules.layout, step) for step in play.turn.steps]


HALF = ("-AB---B----b-ba---", (3, 4))


def test_the_smaller_die_is_spent_then_the_larger_and_a_third_touch_puts_it_back() -> None:
    play = playing(*HALF, p1=["half-"])
    play.tap("point-1")
    before = play.state
    play.tap("point-3")
    assert made(play) == ["half-@1:3/3"]
    play.state = before
    play.tap("point-1")
    assert (play.code, play.said) == (
        "larger-die",
        "Where two dice bring it there, the larger one is spent.",
    )
    before = play.state
    play.tap("point-3")
    assert made(play) == ["half-@1:4/3"]
    play.state = before
    play.tap("point-1")
    assert play.state.selected is None


TWO = playing("-AB---B----b-ba---", (5, 2), p2=["half-", "regular+"]).state
PAIR = playing("-A----B-A--b-b-a--", (5, 2), p1=["switch0"], p6=["half-", "regular+"]).state


@pytest.mark.parametrize(
    ("before", "taps", "selected"),
    [
        (TWO, ["point-2"], Picked(2, "half-")),
        (TWO, ["point-2"] * 2, Picked(2, "regular+")),
        (TWO, ["point-2"] * 3, None),
        (PAIR, ["point-1", *["point-6"] * 3], Picked(1, "switch0")),
        (PAIR, ["point-1", "point-6", "undo"], Picked(1, "switch0")),
    ],
    ids=["one", "the other", "none", "after the last partner", "undo forgets the partner first"],
)
def test_pawns_and_partners_are_picked_in_turn(
    before: State, taps: list[str], selected: Picked | None
) -> None:
    play = Play(BASIC)
    play.state = before
    play.tap(*taps)
    assert play.state.selected == selected


def test_a_pair_to_change_places_with_is_gone_through_by_taps() -> None:
    play = Play(BASIC)
    play.state = PAIR
    play.tap("point-1")
    for partner in ("half-", "regular+"):
        play.tap("point-6")
        assert (play.code, play.said) == ("partner", f"It changes places with {partner}.")
    play.tap("point-8")
    assert made(play) == ["switch0@1~regular+@6/8"]


def choose_now(state: State, chance: Random) -> tuple[Step, ...]:
    assert state.turn is not None
    return choose(state.turn, chance.choice(LEVELS), chance)


def make_all(play: Play, steps: tuple[Step, ...]) -> None:
    for step in steps:
        play.tap(*taps_for(play.state, step))


@pytest.mark.parametrize("name", NAMES)
def test_the_computer_makes_the_steps_it_chose(name: str) -> None:
    """Two ways from one place with one die are told apart by the text of the step."""
    chance = Random(name)
    setup = agreed(name, random_faces="true", black="hard")
    play = Play(setup, throws(chance))
    play.pawns = iter(lambda: chance.randint(1, 6), 0)
    play.tap("roll", "roll", "roll")
    told = 0
    for _ in range(300):
        for effect in wants(play.state):
            if isinstance(effect, Choose):
                steps = choose(effect.turn, effect.level, chance)
                play.do(chosen(steps, effect.turn))
                assert play.state.plan == steps
                told += 1
        finish(play, chance)
        if play.state.phase is Phase.GAME_OVER:
            break
    assert told > 10


def finish(play: Play, chance: Random) -> None:
    """The turn goes on: a person's by its own choice, the computer's as planned."""
    if play.state.phase is Phase.MOVING and play.state.game.side is Side.WHITE:
        make_all(play, choose_now(play.state, chance))
    play.tap("wait")
    play.do(Elapsed("computer"))
    play.tap("confirm")


# ---- By light ------------------------------------------------------------------------------------


def test_a_space_shows_its_pawns_or_the_one_that_is_picked_up() -> None:
    play = Play(BASIC)
    play.state = TWO
    play.tap("point-2", "point-2")
    assert scene(play.state).marks["point-2"] == Mark(Meaning.SELECTED, faces=("regular+",))
    marks = scene(with_game(TWO, turn=None)).marks
    assert marks["point-2"] == Mark(Meaning.POSITION_WHITE, faces=("half-", "regular+"))
    assert marks["point-11"] == Mark(Meaning.POSITION_BLACK, faces=("regular0", "regular0"))


# ---- In words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("roll", "faces", "taps", "said"),
    [
        (
            (4, 1),
            {"p3": ["double+"]},
            ("point-3", "point-7"),
            "A double lands twice: it cannot go on by 4 from point 7.",
        ),
        (
            (5, 1),
            {"p3": ["switch0"]},
            ("point-3", "point-8"),
            "A switch changes places first: tap a lit pawn.",
        ),
        (
            (5, 4),
            {"p3": ["half-"]},
            ("point-3", "point-8"),
            "It cannot go from point 3 to point 8 with half of 5 or 4, rounded up.",
        ),
        (
            (5, 4),
            {"p6": ["regular+", "regular-"]},
            ("point-6", "point-7"),
            "No single die goes from point 6 to point 7: you have 5 and 4.",
        ),
        (
            (5, 4),
            {"p6": ["double0", "double0"], "p3": ["regular0"]},
            ("point-6",),
            "The 5 cannot land on point 11: black holds it with 2 checkers. "
            "A double lands twice: it cannot go on by 4 from point 10.",
        ),
    ],
)
def test_why_a_pawn_cannot_go(
    roll: tuple[int, int], faces: dict[str, list[str]], taps: tuple[str, ...], said: str
) -> None:
    play = playing("---A--B----b--ba--", roll, **faces)
    play.tap(*taps)
    assert play.said == said


def test_whose_pawn_is_entered_is_told() -> None:
    """White's two from space 1, 3 and 6, then black's from its own."""
    play = Play(agreed(NAMES[0], dice="hand", random_faces="true"))
    play.tap("roll", "point-4", "point-2")
    told = []
    for _ in range(10):
        told.append((what_to_enter(play.state).partition(" (")[0], turn_pixels(play.state)))
        play.tap("point-1")
    white, black = (True, False), (False, True)
    assert told == [
        *[("the face of white's pawn on point 1", white)] * 2,
        ("the face of white's pawn on point 3", white),
        *[("the face of white's pawn on point 6", white)] * 2,
        *[("the face of black's pawn on point 16", black)] * 2,
        ("the face of black's pawn on point 14", black),
        *[("the face of black's pawn on point 11", black)] * 2,
    ]
    assert [(die.value, die.white) for die in dice(play.state)] == []


def test_so_many_pawns_as_agreed_are_entered() -> None:
    """The rearmost of each side; after a tie the same ones again, and the others stay plain."""
    play = Play(agreed(NAMES[0], dice="hand", random_faces="3"))
    play.tap("roll", "point-4", "point-4")
    told = []
    for _ in range(6):
        told.append(what_to_enter(play.state).partition(" (")[0])
        play.tap("point-5")
    assert told == [
        *["the face of white's pawn on point 1"] * 2,
        "the face of white's pawn on point 3",
        *["the face of black's pawn on point 16"] * 2,
        "the face of black's pawn on point 14",
    ]
    assert play.state.phase is Phase.OPENING
    play.tap("point-4", "point-2", *["point-6"] * 5, "point-4")
    assert play.state.position.pawns is not None
    white, black = (play.state.position.pawns.faces(side) for side in Side)
    assert [white[1], white[3], white[6]] == [("half-",) * 2, ("half-",), ("regular0",) * 2]
    assert [black[1], black[3], black[6]] == [("half-",) * 2, ("double+",), ("regular0",) * 2]
    record = record_of(play.state.game)
    assert record.opening_pawns == ((5,) * 6, (6, 6, 6, 6, 6, 4))
    assert read_json(write_json([record])) == (record,)


def test_hand_thrown_dice_are_shown_without_the_pawns() -> None:
    play = Play(agreed(NAMES[0], random_faces="true", dice="hand"))
    play.tap("roll", "point-4", "point-2", "point-6", "point-6")
    assert [(die.value, die.white) for die in dice(play.state)] == [(4, True), (2, False)]
    assert what_to_enter(play.state) == (
        "the face of white's pawn on point 3 "
        "(1 regular0, 2 regular+, 3 regular-, 4 double+, 5 switch0, 6 half-)"
    )
