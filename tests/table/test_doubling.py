"""Doubles, matches, resignations and who begins: by taps alone, on a 24-point board."""

import pytest

from minigam.rules.cube import CENTRED, Cube
from minigam.rules.match import Standing
from minigam.rules.position import Side, parse_position
from minigam.rules.record import CubeAction
from minigam.table.events import Opened
from minigam.table.light_scene import scene
from minigam.table.setup import Setup
from minigam.table.state import Phase
from tests.table.play import Play, agreed, rolled, silent, to_throw, with_game

NO_CUBE = "This game is played without a doubling cube."
CRAWFORD = "This is the Crawford game: nobody doubles."
BLACKS = "The cube is black's: only black may double."
DEAD = "With this game white wins the match anyway: doubling would change nothing."
COMPUTER = "The computer rolls by itself in a moment."
NEAR_THE_END = "-A" + "-" * 22 + "o-"
"""White bears its last checker off with anything; black has nobody off: a gammon, or more."""


def test_a_double_is_offered_taken_and_redoubled_by_its_owner_alone() -> None:
    play = to_throw(agreed(), (6, 6))
    assert play.see("cube") == [{"value": 1, "owner": None, "offered_by": None}]
    play.tap("hold roll")
    offered = {"value": 1, "owner": None, "offered_by": "white"}
    assert play.see("phase", "cube") == ["doubled", offered]
    assert play.choices == {"bar-black": "Take", "off-black": "Drop", "bar-white": "With\u00addraw"}
    assert scene(play.state).marks.keys() == play.choices.keys()
    assert (scene(play.state).turn, play.seen["waits_for"]) == ((False, True), "black")
    play.tap("bar-black")
    assert play.said == "Black takes: the cube is 2, and black's."
    owned = {"value": 2, "owner": "black", "offered_by": None}
    assert play.see("phase", "turn", "cube") == ["to-throw", "white", owned]
    assert (scene(play.state).turn, play.seen["waits_for"]) == ((True, False), "white")
    play.tap("undo")  # a double makes the last play stand
    assert (play.state.phase, play.code) == (Phase.TO_THROW, "nothing-to-undo")
    assert play.said == "A double was answered: the play before it counts."
    play.tap("hold roll")
    assert (play.said, play.state.game.cube) == (BLACKS, Cube(1, Side.BLACK))
    play.state = with_game(play.state, side=Side.BLACK)
    play.tap("hold roll", "bar-white")
    assert play.state.game.cube == Cube(2, Side.WHITE)
    assert play.state.game.entries[1:] == (
        CubeAction(Side.WHITE, "double"),
        CubeAction(Side.BLACK, "take"),
        CubeAction(Side.BLACK, "double"),
        CubeAction(Side.WHITE, "take"),
    )


def test_a_dropped_double_loses_what_the_game_was_worth_before() -> None:
    play = to_throw(agreed(), cube=Cube(2, Side.WHITE))
    play.tap("hold roll", "off-black")
    assert play.see("phase", "result", "score") == [
        "game-over",
        {"winner": "white", "points": 4, "kind": "dropped"},
        {"white": 4, "black": 0},
    ]
    assert play.said == "Black drops the double."


def test_only_the_doubled_sides_bar_and_tray_answer_and_the_doublers_bar_withdraws() -> None:
    play = to_throw(agreed())
    before = silent(play.state)
    play.tap("hold roll-black")  # nobody doubles for the other side
    assert (play.state.phase, play.code) == (Phase.TO_THROW, "not-your-turn")
    play.tap("hold roll-white")
    assert play.seen["controls"]["undo"]["live"] is False
    for touch in ("off-white", "point-6", "roll", "roll-white", "undo"):
        play.tap(touch)
        assert (play.state.phase, play.code) == (Phase.DOUBLED, "doubled")
        assert play.said == (
            "Black's bar takes the double, black's off tray drops it; white's bar withdraws it."
        )
    play.tap("hold undo")
    assert play.state.phase is Phase.DOUBLED
    play.tap("bar-white")
    assert silent(play.state) == before


@pytest.mark.parametrize(("takes", "phase"), [(True, Phase.TO_THROW), (False, Phase.GAME_OVER)])
def test_a_computer_seat_answers_by_itself(takes: bool, phase: Phase) -> None:
    play = to_throw(agreed(black="easy"))
    play.takes = takes
    play.tap("hold roll")
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
    standing = Standing(score, crawford_played)
    play = to_throw(setup, opening=Opened(setup, standing, True), cube=cube)
    play.tap("hold roll")
    assert play.said == why
    assert (play.state.phase is Phase.DOUBLED) is (why == "")


def win(play: Play, cube: Cube = CENTRED, text: str = NEAR_THE_END) -> None:
    """White bears its last checker off."""
    position = parse_position(text, play.state.game.rules.layout)
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
    assert play.see("result", "score") == [
        {"winner": "white", "points": points, "kind": kind},
        {"white": points, "black": 0},
    ]


def test_a_match_goes_on_to_its_length_with_one_crawford_game() -> None:
    setup = agreed(length="3", jacoby="false")
    play = to_throw(setup)
    win(play, text="-A" + "-" * 22 + "n-")
    assert play.see("score", "match") == [
        {"white": 1, "black": 0},
        {"length": 3, "crawford": False},
    ]
    assert [*play.choices.values()] == ["Next game", "New game"]
    scores, crawfords = [], []
    for _ in range(2):
        play.tap("roll")
        standing = play.state.game.standing
        scores.append(standing.score)
        crawfords.append(standing.is_crawford(play.state.game.rules))
        play.state = to_throw(setup, opening=Opened(setup, standing, True)).state
        win(play, text="-A" + "-" * 22 + "n-")
    assert (scores, crawfords) == ([(1, 0), (2, 0)], [False, True])
    assert play.state.game.match_over
    assert play.see("score") == [{"white": 3, "black": 0}]
    assert play.prompt == (
        "White wins with 15 off. White wins the match. Press roll for a rematch."
    )
    play.tap("roll")
    assert play.state.game.score == (0, 0)


def test_the_crawford_game_is_played_once() -> None:
    setup = agreed(length="3")
    play = to_throw(setup, opening=Opened(setup, Standing((2, 0)), True))
    play.resign()
    assert play.state.game.score == (2, 1)
    play.tap("confirm", "confirm")
    assert play.state.game.standing.crawford_played
    assert not play.state.game.standing.is_crawford(play.state.game.rules)


def test_points_beyond_the_matchs_length_are_discarded() -> None:
    setup = agreed(length="3")
    play = to_throw(setup, opening=Opened(setup, Standing((1, 0)), True))
    win(play, Cube(3, Side.BLACK))
    assert (play.state.game.score, play.state.game.match_over) == ((3, 0), True)


@pytest.mark.parametrize(
    ("setup", "cube", "tap", "points", "kinds", "said"),
    [
        (agreed(), Cube(), "point-1", 1, 3, "It costs 1 point."),
        (agreed(), Cube(1, Side.BLACK), "point-2", 4, 3, "With the cube at 2 it costs 4 points."),
        (agreed(), Cube(1, Side.BLACK), "point-3", 6, 3, "With the cube at 2 it costs 6 points."),
        (agreed("portes"), Cube(), "point-2", 2, 2, "It costs 2 points."),
        (agreed(jacoby="true"), Cube(), "point-3", 1, 0, "It costs 1 point."),
    ],
    ids=str,
)
def test_a_resignation_names_what_it_is_for_and_what_it_costs(
    setup: Setup, cube: Cube, tap: str, points: int, kinds: int, said: str
) -> None:
    play = to_throw(setup, cube=cube)
    play.tap("hold undo", "Resign")
    assert len(play.seen["choices"]) == kinds
    play.tap(tap)
    assert said in play.prompt
    play.tap("roll-white", "wait", "roll-black")
    assert play.see("result", "score") == [
        {"winner": "black", "points": points, "kind": "resigned"},
        {"white": 0, "black": points},
    ]


def test_the_side_that_waits_may_resign_by_its_own_button() -> None:
    play = to_throw(agreed())
    play.resign("point-3", "point-2", by=Side.BLACK)
    assert play.see("result") == [{"winner": "white", "points": 2, "kind": "resigned"}]


def test_in_portes_the_winner_of_the_opening_throws_both_dice() -> None:
    play = Play(agreed("portes"), [(5, 2), (3, 3)])
    play.tap("roll", "roll", "roll")
    assert (play.said, play.see("phase", "turn", "dice")) == (
        "White rolled higher and rolls both dice.",
        ["to-throw", "white", []],
    )
    play.tap("roll")
    assert [die["value"] for die in play.seen["dice"]] == [3, 3, 3, 3]


@pytest.mark.parametrize("dice", ["electronic", "hand"])
def test_in_portes_the_winner_begins_the_next_game(dice: str) -> None:
    play = to_throw(agreed("portes", dice=dice))
    play.resign()
    play.tap("wait", "roll")
    assert play.state.game.terms.starter is Side.BLACK
    if dice == "electronic":
        play.tap("roll", "roll")
    assert (play.state.phase, play.state.game.side, rolled(play.state)) == (
        Phase.TO_THROW,
        Side.BLACK,
        (),
    )


def test_a_swapped_rematch_swaps_the_beginner_too() -> None:
    play = to_throw(agreed("portes", black="easy"))
    play.resign()
    play.tap("wait", "point-2")
    assert (play.state.game.terms.starter, play.state.setup.white, play.state.game.score) == (
        Side.WHITE,
        "easy",
        (1, 0),
    )


def test_opening_dice_by_hand_are_entered_again_before_the_throw() -> None:
    play = Play(agreed("portes", dice="hand"))
    play.tap("roll", "point-5", "point-2")
    assert (play.state.phase, play.state.game.side) == (Phase.TO_THROW, Side.WHITE)
    play.tap("undo")
    assert (play.state.phase, play.state.game.side, rolled(play.state)) == (Phase.OPENING, None, ())
    play.tap("point-1", "point-6", "point-3", "point-4")
    assert (play.state.phase, play.state.game.side) == (Phase.MOVING, Side.BLACK)
    play.tap("undo")
    assert (play.state.phase, play.state.game.side) == (Phase.TO_THROW, Side.BLACK)
