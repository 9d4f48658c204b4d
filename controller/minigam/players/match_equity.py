"""The chance to win a match from each score: a match equity table.

Computed from the end backwards: in each game both sides are as likely to win, so many wins are
gammons and backgammons, and the cube is worth what `cube.CubeModel` says. In the Crawford game
there is none; after it the side behind doubles at once.
"""

from functools import cache

from minigam.players.cube import Chances, CubeModel, CubePlace

WINS = (0.727, 0.26, 0.013)
"""The shares of single games, gammons and backgammons among wins of backgammon."""
MOST_NEEDED = 25
"""To how many points the table goes."""


def match_equity(own: int, theirs: int, crawford_played: bool = False) -> float:
    """The chance to win a match in which one side needs so many points, and the other so many.

    Where one of them needs one point, the Crawford game is the next or over. Both need at most
    `MOST_NEEDED`: more is deeper than Python's stack.

    >>> match_equity(3, 3), match_equity(0, 2), match_equity(2, 0)
    (0.5, 1.0, 0.0)
    """
    if own <= 0 or theirs <= 0:
        return float(own <= 0)
    if own == theirs:
        return 0.5
    if own > theirs:
        return 1 - match_equity(theirs, own, crawford_played)
    if own == 1:
        return 1 - (_after_crawford(theirs) if crawford_played else _crawford(theirs))
    return _with_cube(own, theirs)


def _crawford(behind: int) -> float:
    """The chance of who needs so many points, while the other needs one, without a cube."""
    return sum(part * _after_crawford(behind - times) for times, part in enumerate(WINS, 1)) / 2


@cache
def _after_crawford(behind: int) -> float:
    """The same when the Crawford game is over: the cube is turned at once, unless dropped."""
    if behind <= 1:
        return 1.0 if behind <= 0 else 0.5
    taken = sum(part * _after_crawford(behind - 2 * times) for times, part in enumerate(WINS, 1))
    return min(taken / 2, _after_crawford(behind - 1))


@cache
def _with_cube(own: int, theirs: int) -> float:
    def worth(points: int) -> float:
        mine, yours = own - max(0, points), theirs - max(0, -points)
        return 2 * match_equity(mine, yours) - 1

    found = CubeModel(Chances(0.5, WINS, WINS), worth).value(1, CubePlace.MIDDLE)
    return (1 + found) / 2
