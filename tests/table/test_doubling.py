"""Doubles, matches, resignations and who begins: by taps alone, on a 24-point board."""

from __future__ import annotations

from dataclasses import replace

import pytest

from minigam.rules.cube import CENTRED, Cube
from minigam.rules.position import Side, parse_position
from minigam.rules.record import CubeAction, Played
from minigam.table.events import Elapsed, Held, Opened
from minigam.table.scene import scene
from minigam.table.setup import Setup, games_for
from minigam.table.snapshot import snapshot
from minigam.table.state import Phase, opened
from tests.table.play import Play, rolled, silent, to_roll, with_game

GAMES = games_for(24)
NO_CUBE = "This game is played without a doubling cube."
CRAWFORD = "This is the Crawford game: nobody doubles."
BLACKS = "The cube is black's: only black may double."
DEAD = "This game wins white the match anyway: doubling is of no use."
COMPUTER = "The computer throws by itself in a moment."
NEAR_THE_END = "-A" + "-" * 22 + "o-"
"""White bears its last checker off with anything; black has nobody off: a gammon, or more."""


def agreed(rules_id: str = "backgammon", **choices: str) -> Setup:
    """A set-up on a full board; the seats and dice, and any option by its name."""
    setup = Setup(
        rules_id,
        white=choices.pop("white", "human"),
        black=choices.pop("black", "human"),
        dice=choices.pop("dice", "electronic"),
        games=GAMES,
    )
    return replace(setup, options=tuple(choices.items()))


def to_throw(setup: Setup, *dice: tuple[int, int], opening: Opened | None = None) -> Play:
    """After the opening throw, which white wins, and a turn of each side: white is to throw."""
    play = Play(setup, [(2, 1), *dice])
    play.state = opened(opening or Opened(setup))
    play.state = to_roll(
        play.state,
        Side.WHITE,
        terms=replace(play.state.game.terms, starter=Side.BLACK),
        rolls=(((6, 5), ()),),
        entries=(Played(Side.BLACK, (6, 5), "24/13"),),
    )
    return play


def double(play: Play) -> None:
    play.do(Held("roll"))


def see(play: Play, *names: str) -> list[object]:
    found = snapshot(play.state, 1)
    return [found[name] for name in names]


def test_a_double_is_offered_taken_and_redoubled_by_its_owner_alone() -> None:
    play = to_throw(agreed(), (6, 6))
    assert see(play, "cube") == [{"value": 1, "owner": None, "offered_by": None}]
    double(play)
    assert see(play, "phase", "cube") == [
        "doubled",
        {"value": 1, "owner": None, "offered_by": "white"},
    ]
    assert {choice["zone"]: choice["name"] for choice in snapshot(play.state, 1)["choices"]} == {
        "bar-black": "Take",
        "off-black": "Drop",
        "bar-white": "Withdraw",
    }
    assert set(scene(play.state).marks) == {"bar-black", "off-black", "bar-white"}
    play.tap("bar-black")
    assert play.said == "Black takes: the cube is 2, and black's."
    assert see(play, "phase", "turn", "cube") == [
        "to-throw",
        "white",
        {"value": 2, "owner": "black", "offered_by": None},
    ]
    double(play)
    assert (play.said, play.state.cube) == (BLACKS, Cube(1, Side.BLACK))
    play.state = with_game(play.state, side=Side.BLACK)
    double(play)
    play.tap("bar-white")
    assert play.state.cube == Cube(2, Side.WHITE)
    assert play.state.actions[1:] == (
        CubeAction(Side.WHITE, "double"),
        CubeAction(Side.BLACK, "take"),
        CubeAction(Side.BLACK, "double"),
        CubeAction(Side.WHITE, "take"),
    )


def test_a_dropped_double_loses_what_the_game_was_worth_before() -> None:
    play = to_throw(agreed())
    play.state = with_game(play.state, cube=Cube(2, Side.WHITE))
    double(play)
    play.tap("off-black")
    assert see(play, "phase", "result", "score") == [
        "game-over",
        {"winner": "white", "points": 4, "kind": "dropped"},
        {"white": 4, "black": 0},
    ]
    assert play.said == "Black drops the double."


def test_only_the_doubled_sides_bar_and_tray_answer() -> None:
    play = to_throw(agreed())
    double(play)
    for touch in ("off-white", "point-6", "roll", "roll-white", "undo"):
        play.tap(touch)
        assert (play.state.phase, play.code) == (Phase.DOUBLED, "doubled")
        assert play.said == (
            "Black's bar takes the double, black's off tray drops it; white's bar withdraws it."
        )
    play.do(Held("undo"))
    assert play.state.phase is Phase.DOUBLED


def test_the_doublers_bar_withdraws_a_double_that_was_a_slip() -> None:
    play = to_throw(agreed())
    before = silent(play.state)
    double(play)
    assert snapshot(play.state, 1)["controls"]["undo"]["live"] is False
    play.tap("bar-white")
    assert silent(play.state) == before


def test_nobody_doubles_for_the_other_side() -> None:
    play = to_throw(agreed())
    play.do(Held("roll-black"))
    assert (play.state.phase, play.code) == (Phase.TO_THROW, "not-your-turn")
    play.do(Held("roll-white"))
    assert (play.state.phase, play.state.offered_by) == (Phase.DOUBLED, Side.WHITE)


def test_a_double_makes_the_last_play_stand() -> None:
    play = to_throw(agreed())
    double(play)
    play.tap("bar-black", "undo")
    assert (play.state.phase, play.code) == (Phase.TO_THROW, "nothing-to-undo")


@pytest.mark.parametrize(("takes", "phase"), [(True, Phase.TO_THROW), (False, Phase.GAME_OVER)])
def test_a_computer_seat_answers_by_itself(takes: bool, phase: Phase) -> None:
    play = to_throw(agreed(black="easy"))
    play.takes = takes
    double(play)
    assert play.state.phase is phase


@pytest.mark.parametrize(
    ("setup", "score", "crawford_played", "cube", "why"),
    [
        (agreed("portes"), (0, 0), False, Cube(), NO_CUBE),
        (agreed("hypergammon"), (0, 0), False, Cube(), NO_CUBE),
        (agreed(length="5"), (4, 0), False, Cube(), CRAWFORD),
        (agreed(length="5"), (0, 4), False, Cube(), CRAWFORD),
        (agreed(length="5"), (0, 4), True, Cube(), ""),
        (agreed(length="5", crawford="false"), (0, 4), False, Cube(), ""),
        (agreed(length="5"), (4, 0), True, Cube(), DEAD),
        (agreed(length="5"), (3, 0), False, Cube(), ""),
        (agreed(length="5"), (3, 0), False, Cube(1, Side.WHITE), DEAD),
        (agreed(length="1"), (0, 0), False, Cube(), DEAD),
        (agreed(), (4, 0), False, Cube(70, Side.WHITE), ""),
        (agreed(white="hard"), (0, 0), False, Cube(), COMPUTER),
    ],
    ids=str,
)
def test_who_may_double(
    setup: Setup, score: tuple[int, int], crawford_played: bool, cube: Cube, why: str
) -> None:
    play = to_throw(setup, opening=Opened(setup, score, True, None, crawford_played))
    play.state = with_game(play.state, cube=cube)
    double(play)
    assert play.said == why
    assert (play.state.phase is Phase.DOUBLED) is (why == "")


def win(play: Play, cube: Cube = CENTRED, text: str = NEAR_THE_END) -> None:
    """White bears its last checker off."""
    position = parse_position(text, play.state.rules.layout)
    play.state = with_game(play.state, cube=cube, position=position)
    play.dice = iter([(6, 5)])
    play.tap("roll", "point-1", "off-white", "confirm")


@pytest.mark.parametrize(
    ("setup", "cube", "points", "kind"),
    [
        (agreed(), Cube(), 3, "backgammon"),
        (agreed(), Cube(1, Side.BLACK), 6, "backgammon"),
        (agreed(jacoby="true"), Cube(), 1, "single"),
        (agreed(jacoby="true"), Cube(1, Side.WHITE), 6, "backgammon"),
        (agreed(jacoby="true", length="9"), Cube(), 3, "backgammon"),
        (agreed("portes"), Cube(), 2, "gammon"),
        (agreed("backgammon-money"), Cube(2), 8, "gammon"),
        (agreed("backgammon-money", jacoby="true"), Cube(2), 4, "single"),
    ],
    ids=str,
)
def test_what_a_win_adds_to_the_score(setup: Setup, cube: Cube, points: int, kind: str) -> None:
    play = to_throw(setup)
    win(play, cube, "-A" + "-" * 3 + "o" + "-" * 20)
    assert see(play, "result", "score") == [
        {"winner": "white", "points": points, "kind": kind},
        {"white": points, "black": 0},
    ]


def test_a_match_goes_on_to_its_length_with_one_crawford_game() -> None:
    setup = agreed(length="3", jacoby="false")
    play = to_throw(setup)
    win(play, text="-A" + "-" * 22 + "n-")
    assert see(play, "score", "match") == [
        {"white": 1, "black": 0},
        {"length": 3, "crawford": False},
    ]
    assert [choice["name"] for choice in snapshot(play.state, 1)["choices"]] == [
        "Next game",
        "New set-up",
    ]
    scores, crawfords = [], []
    for _ in range(2):
        play.tap("roll")
        following = play.state
        scores.append(following.score)
        crawfords.append(following.standing.is_crawford(following.rules))
        play.state = to_throw(setup, opening=_opening(play)).state
        win(play, text="-A" + "-" * 22 + "n-")
    assert (scores, crawfords) == ([(1, 0), (2, 0)], [False, True])
    assert play.state.match_over
    assert see(play, "score") == [{"white": 3, "black": 0}]
    assert snapshot(play.state, 1)["prompt"]["text"] == (
        "White wins with 15 off. White wins the match. Press roll for a rematch."
    )
    play.tap("roll")
    assert play.state.score == (0, 0)


def _opening(play: Play) -> Opened:
    standing = play.state.standing
    return Opened(play.state.setup, standing.score, True, None, standing.crawford_played)


def test_the_crawford_game_is_played_once() -> None:
    setup = agreed(length="3")
    play = to_throw(setup, opening=Opened(setup, (2, 0), True))
    play.resign()
    assert play.state.score == (2, 1)
    play.tap("confirm", "confirm")
    assert play.state.standing.crawford_played
    assert not play.state.standing.is_crawford(play.state.rules)


def test_points_beyond_the_matchs_length_are_discarded() -> None:
    setup = agreed(length="3")
    play = to_throw(setup, opening=Opened(setup, (1, 0), True))
    win(play, Cube(3, Side.BLACK))
    assert (play.state.score, play.state.match_over) == ((3, 0), True)


@pytest.mark.parametrize(
    ("setup", "cube", "tap", "points", "kinds"),
    [
        (agreed(), Cube(), "point-1", 1, 3),
        (agreed(), Cube(1, Side.BLACK), "point-2", 4, 3),
        (agreed(), Cube(1, Side.BLACK), "point-3", 6, 3),
        (agreed("portes"), Cube(), "point-2", 2, 2),
        (agreed(jacoby="true"), Cube(), "point-3", 1, 0),
    ],
    ids=str,
)
def test_a_resignation_names_what_it_is_for(
    setup: Setup, cube: Cube, tap: str, points: int, kinds: int
) -> None:
    play = to_throw(setup)
    play.state = with_game(play.state, cube=cube)
    play.do(Held("undo"))
    play.tap("point-4")
    assert len(snapshot(play.state, 1)["choices"]) == kinds
    play.tap(tap, "roll-white")
    play.do(Elapsed("dead"))
    play.tap("roll-black")
    assert see(play, "result", "score") == [
        {"winner": "black", "points": points, "kind": "resigned"},
        {"white": 0, "black": points},
    ]


def test_the_side_that_waits_may_resign_by_its_own_button() -> None:
    play = to_throw(agreed())
    play.resign("point-3", "point-2", by=Side.BLACK)
    assert see(play, "result") == [{"winner": "white", "points": 2, "kind": "resigned"}]


def test_nobody_resigns_for_the_computer() -> None:
    play = to_throw(replace(agreed(), black="easy"))
    play.do(Held("undo"))
    play.tap("point-4", "bar-black")
    assert play.code == "resigning"
    play.tap("roll-black")
    assert play.code == "not-your-turn"


def test_the_stake_doubles_with_every_tie_of_money_play() -> None:
    play = Play(agreed("backgammon-money"), [(3, 3), (5, 5), (6, 1)])
    play.tap("roll", "roll", "roll", "roll", "roll")
    assert play.state.cube == Cube(2)
    assert see(play, "phase", "turn") == ["moving", "white"]
    play.state = with_game(play.state, turn=None)
    double(play)
    assert play.state.phase is Phase.DOUBLED


def test_a_tie_entered_by_mistake_is_taken_back() -> None:
    play = Play(agreed("backgammon-money", dice="hand"))
    play.tap("roll", "point-4", "point-4")
    assert play.state.cube == Cube(1)
    play.tap("undo")
    assert (play.state.cube, rolled(play.state), play.state.phase) == (Cube(), (), Phase.OPENING)
    play.tap("point-4", "point-2")
    assert (play.state.phase, play.state.side) == (Phase.MOVING, Side.WHITE)


def test_in_portes_the_winner_of_the_opening_throws_both_dice() -> None:
    play = Play(agreed("portes"), [(5, 2), (3, 3)])
    play.tap("roll", "roll", "roll")
    assert (play.said, see(play, "phase", "turn", "dice")) == (
        "White threw higher and throws both dice.",
        ["to-throw", "white", []],
    )
    play.tap("roll")
    assert [die["value"] for die in snapshot(play.state, 1)["dice"]] == [3, 3, 3, 3]


@pytest.mark.parametrize("dice", ["electronic", "hand"])
def test_in_portes_the_winner_begins_the_next_game(dice: str) -> None:
    play = to_throw(agreed("portes", dice=dice))
    play.resign()
    play.do(Elapsed("dead"))
    play.tap("roll")
    assert play.state.game.terms.starter is Side.BLACK
    if dice == "electronic":
        play.tap("roll", "roll")
    assert (play.state.phase, play.state.side, rolled(play.state)) == (
        Phase.TO_THROW,
        Side.BLACK,
        (),
    )


def test_a_swapped_rematch_swaps_the_beginner_too() -> None:
    play = to_throw(agreed("portes", black="easy"))
    play.resign()
    play.do(Elapsed("dead"))
    play.tap("point-2")
    assert (play.state.game.terms.starter, play.state.setup.white, play.state.score) == (
        Side.WHITE,
        "easy",
        (1, 0),
    )


def test_opening_dice_by_hand_are_entered_again_before_the_throw() -> None:
    play = Play(agreed("portes", dice="hand"))
    play.tap("roll", "point-5", "point-2")
    assert (play.state.phase, play.state.side) == (Phase.TO_THROW, Side.WHITE)
    play.tap("undo")
    assert (play.state.phase, play.state.side, rolled(play.state)) == (Phase.OPENING, None, ())
    play.tap("point-1", "point-6", "point-3", "point-4")
    assert (play.state.phase, play.state.side) == (Phase.MOVING, Side.BLACK)
    play.tap("undo")
    assert (play.state.phase, play.state.side) == (Phase.TO_THROW, Side.BLACK)


def test_stakes_come_back_from_the_journal() -> None:
    setup = agreed(length="7")
    play = Play(setup, [(6, 1)])
    play.tap("roll", "roll", "roll", "point-13", "point-7", "point-8", "point-7", "confirm")
    assert play.state.phase is Phase.TO_THROW
    double(play)
    assert play.replayed == play.state.game
    play.tap("bar-white")
    assert play.replayed == play.state.game
