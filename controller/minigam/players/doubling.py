"""Whether a side doubles, and whether the other one takes, at any score and under any agreement.

choices = cube_choices(evaluator, rules, position, Side.WHITE)   # white is about to roll
choices.doubles, choices.takes
"""

from collections.abc import Mapping

import numpy as np

from minigam.players.arrays import Floats
from minigam.players.boards import rows
from minigam.players.cube import (
    Chances,
    CubeAction,
    CubeModel,
    CubePlace,
    Worth,
    cube_action,
    money,
)
from minigam.players.evaluate import Evaluator
from minigam.players.match_equity import MOST_NEEDED, match_equity
from minigam.players.model import Model
from minigam.players.replies import results
from minigam.players.search import CHANCES, each_ahead
from minigam.rules.cube import CENTRED, Cube
from minigam.rules.match import FRESH, ROUND_POINTS, Standing, most_points
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import RuleSet


def cube_choices(
    evaluator: Evaluator,
    rules: RuleSet,
    position: Position,
    side: Side,
    cube: Cube = CENTRED,
    standing: Standing = FRESH,
) -> CubeAction:
    """What each choice is worth to `side`, who is about to roll and may double: a roll ahead.

    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> found = cube_choices(Evaluator.of(BACKGAMMON), BACKGAMMON, BACKGAMMON.start, Side.WHITE)
    >>> found.doubles, found.takes
    (False, True)
    """
    model = evaluator.model
    own, theirs = rows([(position, side.other)])
    ahead = each_ahead(model, results, own, theirs)
    live = model.races.go_on(ahead.own, ahead.theirs) if model.races else np.ones(len(CHANCES))
    place, worth = CubePlace.of(cube, side), worth_at(rules, side, standing)
    after = [
        _model(_named(model, chances), rules, side.other, standing, share)
        for chances, share in zip(ahead.chances.T, live.tolist(), strict=True)
    ]
    rolls = list(zip(CHANCES.tolist(), after, strict=True))
    return cube_action(rolls, worth, cube.value, place)


def _named(model: Model, chances: Floats) -> dict[str, float]:
    return dict(zip(model.outcomes.names, chances.tolist(), strict=True))


ENOUGH = 0.01
"""How much more than what is offered a side must hope for, to play on."""
HOPELESS = 0.001
"""A side whose chance to win is at most that may resign, and give away so many points by it."""


def accepts_resignation(
    evaluator: Evaluator,
    rules: RuleSet,
    position: Position,
    on_roll: Side,
    resigns: Side,
    points: int,
    cube: Cube = CENTRED,
    standing: Standing = FRESH,
) -> bool:
    """Whether the side that is offered a resignation had better accept it.

    `points`: 1 for a single game, 2 for a gammon, 3 for a backgammon; the cube multiplies them. A
    round of which totals decide is resigned for all that it can give.

    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> judge, start = Evaluator.of(BACKGAMMON), BACKGAMMON.start
    >>> accepts_resignation(judge, BACKGAMMON, start, Side.WHITE, Side.BLACK, 1)
    True
    """
    if rules.totals:
        return True
    model = _model(evaluator.chances(position, on_roll), rules, on_roll, standing)
    expected = model.value(cube.value, CubePlace.of(cube, on_roll))
    sign = -1 if resigns is on_roll else 1
    return sign * model.worth(sign * points * cube.value) >= sign * expected - ENOUGH


def resigns_for(
    evaluator: Evaluator,
    rules: RuleSet,
    position: Position,
    side: Side,
    cube: Cube = CENTRED,
    standing: Standing = FRESH,
) -> int:
    """What a side that is about to roll had better resign for, as in `accepts_resignation`.

    It is 0 where there is still something to hope for, or the other side had better not accept.

    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> resigns_for(Evaluator.of(BACKGAMMON), BACKGAMMON, BACKGAMMON.start, Side.WHITE)
    0
    """
    if rules.totals:
        return int(evaluator.equity(position, side) <= HOPELESS - ROUND_POINTS)
    model = _model(evaluator.chances(position, side), rules, side, standing)
    expected = model.value(cube.value, CubePlace.of(cube, side))
    if model.chances.win > HOPELESS:
        return 0
    for points in range(1, most_points(rules, cube) + 1):
        if -HOPELESS <= model.worth(-points * cube.value) - expected <= ENOUGH:
            return points
    return 0


def _model(
    chances: Mapping[str, float], rules: RuleSet, side: Side, standing: Standing, share: float = 1.0
) -> CubeModel:
    """`share`: how much of a live cube is left; none is where the game ends with the next rolls."""
    live = share * CubeModel.live if rules.cube else 0.0
    jacoby = rules.jacoby and not rules.length
    return CubeModel(Chances.of(chances), worth_at(rules, side, standing), live, jacoby)


def cube_points(choices: CubeAction, worth: Worth, cube: int) -> CubeAction:
    """The same choices in points at stake 1, however the game is scored.

    A single game won is 1 and one lost is -1, with the cube as it is: what GNU Backgammon and
    eXtreme Gammon call normalized, or equivalent to money.

    >>> cube_points(CubeAction(1.0, 3.0, 2.0), money, 2)
    CubeAction(rolls=0.5, taken=1.5, dropped=1.0)
    """
    won, lost = worth(cube), worth(-cube)
    return CubeAction(*(2 * (part - lost) / (won - lost) - 1 for part in vars(choices).values()))


def worth_at(rules: RuleSet, side: Side, standing: Standing) -> Worth:
    """What points are worth to a side: as they are, or towards a match.

    Where both sides need more than `MOST_NEEDED` points, a match is judged like a game for money.

    >>> from minigam.rules.ruleset import rule_set
    >>> worth = worth_at(rule_set("backgammon", {"length": "5"}), Side.WHITE, Standing((3, 3)))
    >>> worth(2), worth(-4)
    (1.0, -1.0)
    """
    own, theirs = (rules.length - points for points in _scores(side, standing))
    if not rules.length or min(own, theirs) > MOST_NEEDED:
        return money
    own, theirs = min(own, MOST_NEEDED), min(theirs, MOST_NEEDED)
    over = not rules.crawford or standing.crawford_played or standing.is_crawford(rules)

    def worth(points: int) -> float:
        mine, yours = own - max(0, points), theirs - max(0, -points)
        return 2 * match_equity(mine, yours, over) - 1

    return worth


def _scores(side: Side, standing: Standing) -> tuple[int, int]:
    white, black = standing.score
    return (white, black) if side is Side.WHITE else (black, white)
