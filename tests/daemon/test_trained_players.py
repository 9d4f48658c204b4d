"""The levels play by networks, and by simple rules where these cannot be used."""

import sys
from pathlib import Path

import pytest

from minigam.daemon.trained_players import NO_NUMPY, TrainedPlayers
from minigam.players import weights
from minigam.players.evaluate import Evaluator
from minigam.players.levels import NAMES, choose, level_of
from minigam.rules.cube import CENTRED, Cube
from minigam.rules.match import FRESH, Standing
from minigam.rules.plays import Turn
from minigam.rules.position import Position, Side, parse_position
from minigam.rules.ruleset import (
    BACKGAMMON,
    BACKGAMMON_DICE_TOURNAMENT,
    RULE_SETS,
    RuleSet,
    rule_set,
)
from minigam.table import computer
from minigam.table.effects import AnswerDouble, AnswerResignation, DecideDouble, JudgeToResign
from minigam.table.setup import LEVELS

POINT_MADE = ((17, 3), (19, 1))
"""8/5 6/5, as sources and dice."""


def opening(rules: RuleSet = BACKGAMMON) -> Turn:
    return Turn.of(rules, rules.start, Side.WHITE, (3, 1))


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]


def test_a_seat_can_be_given_to_each_level() -> None:
    assert LEVELS == NAMES


@pytest.mark.parametrize("level", NAMES)
@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_a_level_plays_by_the_games_networks(
    rules: RuleSet, level: str, caplog: pytest.LogCaptureFixture
) -> None:
    turn, evaluator = opening(rules), Evaluator.of(rules)
    found = TrainedPlayers().choose(turn, level, "a seed")
    assert found == choose(evaluator, turn, level_of(rules, level), "a seed")
    assert warnings(caplog) == []


def test_expert_makes_the_point_that_everybody_makes() -> None:
    steps = TrainedPlayers().choose(opening(), "expert", "")
    assert tuple(sorted((step.source, step.die) for step in steps)) == POINT_MADE


def test_networks_of_ones_own_are_used_instead(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Those of another game are refused, and no others are taken in their place."""
    mine = tmp_path / "portes.weights"
    mine.write_bytes(weights.shipped(RULE_SETS["portes"]).read_bytes())
    players, turn = TrainedPlayers(tmp_path), opening(RULE_SETS["portes"])
    usual = choose(Evaluator.of(turn.rules), turn, level_of(turn.rules, "expert"), "")
    assert players.choose(turn, "expert", "") == usual
    mine.write_bytes(weights.shipped(RULE_SETS["fevga"]).read_bytes())
    assert TrainedPlayers(tmp_path).choose(turn, "hard", "") == computer.choose(turn, "hard", "")
    (warning,) = warnings(caplog)
    assert warning.startswith("the computer plays Portes by simple rules: expected /")
    assert f"{mine} to have rules portes, got fevga" in warning


def test_networks_are_loaded_once_for_all_matches_of_a_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    players = TrainedPlayers()
    players.choose(opening(), "hard", "")
    monkeypatch.setattr(weights, "load", None)
    players.choose(opening(rule_set("backgammon", {"length": "7"})), "hard", "")


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda path: path.unlink(), "there are no weights for Backgammon yet"),
        (lambda path: path.write_bytes(path.read_bytes()[:-9]), "backgammon.weights"),
        (lambda path: path.write_bytes(weights.shipped(RULE_SETS["fevga"]).read_bytes()), "fevga"),
    ],
    ids=["missing", "cut-off", "of-another-game"],
)
@pytest.mark.parametrize("level", NAMES)
def test_without_networks_the_game_goes_on_by_simple_rules(
    level: str,
    damage: object,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    path = tmp_path / "backgammon.weights"
    path.write_bytes(weights.shipped(BACKGAMMON).read_bytes())
    assert callable(damage)
    damage(path)
    shipped = weights.shipped
    monkeypatch.setattr(
        weights, "shipped", lambda rules: path if rules.id == "backgammon" else shipped(rules)
    )
    players = TrainedPlayers()
    for _ in range(2):
        assert players.choose(opening(), level, "") == computer.choose(opening(), level, "")
    (warning,) = warnings(caplog)
    assert warning.startswith("the computer plays Backgammon by simple rules: ")
    assert why in warning


def test_without_numpy_the_log_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name in [name for name in sys.modules if name.startswith("minigam.players")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    found = TrainedPlayers().choose(opening(), "hard", "")
    assert found == computer.choose(opening(), "hard", "")
    assert warnings(caplog) == [f"the computer plays Backgammon by simple rules: {NO_NUMPY}"]


# The cube

AHEAD = parse_position("---BDED----------dfc------", BACKGAMMON.layout)
"""White is far ahead in a race."""
TOO_GOOD = parse_position("c-BBBBBBA-AA---------ddd--", BACKGAMMON.layout)
"""White has three black checkers on the bar behind six points in a row: a gammon wins more."""
FIVE = rule_set("backgammon", {"length": "5"})
EACH_SIDE = pytest.mark.parametrize("side", Side)


def for_side(position: Position, side: Side) -> Position:
    """The position with white's part played by a side."""
    return position if side is Side.WHITE else Position(position.black, position.white)


def doubles(
    side: Side,
    position: Position = BACKGAMMON.start,
    rules: RuleSet = BACKGAMMON,
    cube: Cube = CENTRED,
    standing: Standing = FRESH,
) -> bool:
    wanted = DecideDouble(side, "expert", rules, for_side(position, side), cube, standing)
    return TrainedPlayers().doubles(wanted)


def takes(
    side: Side,
    position: Position = BACKGAMMON.start,
    rules: RuleSet = BACKGAMMON,
    standing: Standing = FRESH,
) -> bool:
    """Whether a side takes the double of the other, whose part in the position is white's."""
    wanted = AnswerDouble(side, "expert", rules, for_side(position, side.other), CENTRED, standing)
    return TrainedPlayers().takes(wanted)


@EACH_SIDE
def test_it_doubles_far_ahead_also_on_its_own_cube_and_not_at_the_start(side: Side) -> None:
    assert doubles(side, AHEAD)
    assert doubles(side, AHEAD, cube=Cube(1, side))
    assert not doubles(side)
    assert not doubles(side, Position(AHEAD.black, AHEAD.white))


@EACH_SIDE
def test_it_takes_at_the_start_and_drops_what_is_lost(side: Side) -> None:
    assert takes(side)
    assert not takes(side, AHEAD)
    assert takes(side, Position(AHEAD.black, AHEAD.white))


@EACH_SIDE
def test_it_plays_on_for_a_gammon_unless_that_has_to_be_doubled_for(side: Side) -> None:
    assert not doubles(side, TOO_GOOD)
    assert not doubles(side, TOO_GOOD, cube=Cube(1, side))
    assert doubles(side, TOO_GOOD, rule_set("backgammon", {"jacoby": "true"}))


@EACH_SIDE
def test_it_doubles_as_the_score_demands(side: Side) -> None:
    """After the Crawford game who is behind has nothing to lose; and no more than it needs."""
    behind = (1, 4) if side is Side.WHITE else (4, 1)
    assert doubles(side, rules=FIVE, standing=Standing(behind, True))
    assert not doubles(side, rules=FIVE, standing=Standing((1, 1)))
    assert not doubles(side, AHEAD, FIVE, Cube(2, side), Standing((2, 2)))


@EACH_SIDE
def test_what_would_lose_the_match_anyway_is_taken(side: Side) -> None:
    """The other side needs one point."""
    lost = (0, 4) if side is Side.WHITE else (4, 0)
    assert takes(side, AHEAD, FIVE, Standing(lost, True))


@pytest.mark.parametrize("length", ["2", "25", "26", "99"])
def test_matches_of_any_length_are_judged(length: str) -> None:
    rules = rule_set("backgammon", {"length": length})
    assert doubles(Side.WHITE, AHEAD, rules)
    assert not takes(Side.BLACK, AHEAD, rules)


def test_without_networks_nobody_doubles_and_simple_rules_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(weights, "shipped", lambda _: Path("/nowhere"))
    assert not doubles(Side.WHITE, AHEAD)
    assert (takes(Side.BLACK), takes(Side.BLACK, AHEAD)) == (True, False)


# ---- What it accepts for a resignation -----------------------------------------------------------


def accepts(
    points: int,
    *,
    rules: RuleSet = BACKGAMMON,
    cube: Cube = CENTRED,
    position: str,
    standing: Standing = FRESH,
) -> bool:
    """Whether white accepts what black, about to roll, resigns for."""
    at = parse_position(position, rules.layout)
    wanted = AnswerResignation("easy", rules, at, Side.BLACK, Side.BLACK, points, cube, standing)
    return TrainedPlayers().accepts(wanted)


LOST = "oDDDC---------------------"
"""All of black's checkers lie on the bar before a closed board: it has lost a backgammon."""


def test_a_resignation_is_accepted_for_what_can_be_won() -> None:
    assert [accepts(points, position=LOST) for points in (1, 2, 3)] == [False, False, True]


def test_where_only_a_single_game_can_be_won_that_is_enough() -> None:
    """Black has a checker off, and is far behind."""
    assert accepts(1, position="-AA--------------------n--")


def test_who_is_likely_to_lose_takes_what_it_gets() -> None:
    assert accepts(1, position="-" + "n" + "-" * 22 + "NA")


def test_at_a_score_where_a_gammon_wins_no_more_a_single_game_is_enough() -> None:
    """White needs one point; for money it would play on."""
    match = rule_set("backgammon", {"length": "5"})
    leading = Standing((4, 1), crawford_played=True)
    assert accepts(1, rules=match, position=LOST, standing=leading)
    assert not accepts(1, rules=match, position=LOST, standing=Standing((0, 0)))


def test_without_networks_every_resignation_is_accepted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    assert accepts(1, position=LOST)


# ---- When it resigns -----------------------------------------------------------------------------


def resigns(
    position: str,
    rules: RuleSet = BACKGAMMON,
    cube: Cube = CENTRED,
    standing: Standing = FRESH,
) -> int:
    """What black, about to roll, resigns for; white has ten checkers off, or as many as it says."""
    at = parse_position(position, rules.layout)
    wanted = JudgeToResign(Side.BLACK, "easy", rules, at, cube, standing)
    return TrainedPlayers().resigns_for(wanted)


FAR = "-E-----eee----------------"
"""All of black's checkers are on points 7 to 9, and white is off in three rolls."""
IN_WHITES_HOME = "-E-eee--------------------"
"""It has all but lost a backgammon."""


@pytest.mark.parametrize(
    ("position", "points"),
    [("-F------------------ccccb-", 1), (FAR, 2), (IN_WHITES_HOME, 0)],
    ids=["a race", "a gammon", "a backgammon, or not quite"],
)
def test_it_resigns_what_is_lost_for_certain(position: str, points: int) -> None:
    assert resigns(position) == points


@pytest.mark.parametrize(
    "position",
    [
        "-J------------------ccccb-",
        "-E-----------------b-aaaa-",
        "oCCB----------------------",
        "-EBF-------a------A-c-fb-A",
    ],
    ids=["a race in forty", "four rolls of doubles", "on the bar", "what may be hit"],
)
def test_it_plays_on_while_there_is_something_to_hope_for(position: str) -> None:
    """In the last one the chance to win is worth as much as that of a gammon costs."""
    assert resigns(position) == 0


def test_what_it_resigns_depends_on_the_score_and_the_cube() -> None:
    match = rule_set("backgammon", {"length": "5"})
    lost = [
        resigns(IN_WHITES_HOME, match, standing=Standing((3, 1))),
        resigns(IN_WHITES_HOME, match, standing=Standing((4, 1), crawford_played=True)),
    ]
    assert lost == [2, 1]
    money = rule_set("backgammon", {"jacoby": "true"})
    assert [resigns(FAR, money), resigns(FAR, money, Cube(1, Side.WHITE))] == [1, 2]


def test_by_the_simple_rules_nobody_resigns(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    assert resigns(FAR) == 0


def test_a_tournament_round_is_resigned_for_both_points_only() -> None:
    """And what is resigned in it is never too little."""
    rules = BACKGAMMON_DICE_TOURNAMENT
    wanted = JudgeToResign(Side.BLACK, "easy", rules, rules.start, CENTRED, FRESH)
    assert TrainedPlayers().resigns_for(wanted) == 0
    asked = AnswerResignation("easy", rules, rules.start, Side.WHITE, Side.BLACK, 1, CENTRED, FRESH)
    assert TrainedPlayers().accepts(asked)
