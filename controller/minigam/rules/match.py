"""Stakes over several games: what a result adds to the score, and when a match is over.

A match goes to `RuleSet.length` points; length 0 is a series of games without end (money play).
"""

from __future__ import annotations

from dataclasses import dataclass

from minigam.rules.cube import Cube
from minigam.rules.plays import KINDS, Result
from minigam.rules.position import Side
from minigam.rules.ruleset import RuleSet

HIGHEST_SCORE = 999_999_999
"""What no score goes beyond: files have room for so many digits."""
Score = tuple[int, int]
"""White's points, black's points."""


@dataclass(frozen=True)
class Standing:
    """Where a match stands when a game begins."""

    score: Score = (0, 0)
    crawford_played: bool = False
    """Whether the game without a cube is behind."""

    def is_crawford(self, rules: RuleSet) -> bool:
        """Whether this is the one game without a cube: a side has just come to need one point.

        Not in a match to one point, where nobody has come nearer than the other.

        >>> from minigam.rules.ruleset import rule_set
        >>> five = rule_set("backgammon", {"length": "5"})
        >>> Standing((4, 2)).is_crawford(five), Standing((4, 3), True).is_crawford(five)
        (True, False)
        >>> Standing().is_crawford(rule_set("backgammon", {"length": "1"}))
        False
        """
        near = rules.length > 0 and min(self.score) < max(self.score) == rules.length - 1
        return rules.cube and rules.crawford and near and not self.crawford_played

    def after(self, rules: RuleSet, score: Score) -> Standing:
        """Where the match stands after this game."""
        return Standing(score, self.crawford_played or self.is_crawford(rules))


FRESH = Standing()
"""Where a match or a series begins."""


def after_tie(rules: RuleSet, cube: Cube) -> Cube:
    """The cube after a tie in the opening roll: doubled, up to the limit that was agreed.

    >>> from minigam.rules.ruleset import rule_set
    >>> once = rule_set("backgammon-money", {"automatic_doubles": "1"})
    >>> after_tie(once, Cube()).value, after_tie(once, Cube(1)).value
    (2, 2)
    """
    limit = rules.automatic_doubles
    doubles = limit is None or cube.exponent < limit
    return Cube(cube.exponent + 1, cube.owner) if doubles else cube


def most_points(rules: RuleSet, cube: Cube) -> int:
    """What a win can be worth at most, times the cube: under Jacoby once while it is in the middle.

    >>> from minigam.rules.ruleset import rule_set
    >>> most_points(rule_set("backgammon", {"jacoby": "true"}), Cube())
    1
    """
    is_single = rules.jacoby and rules.length == 0 and rules.cube and cube.owner is None
    return 1 if is_single else rules.most_points


def staked(rules: RuleSet, result: Result, cube: Cube) -> Result:
    """A result on the board as points of the match.

    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> staked(BACKGAMMON, Result(Side.WHITE, 2, "gammon"), Cube(1, Side.BLACK)).points
    4
    """
    if rules.totals or result.winner is None:
        return result
    times = min(result.points, most_points(rules, cube))
    return Result(result.winner, times * cube.value, KINDS[times - 1])


ROUND_POINTS = 2
"""What a resigned tournament round gives: its point and the one for the lower total."""


def resigned(rules: RuleSet, cube: Cube, winner: Side, times: int) -> Result:
    """What a win by resignation is worth: single, or a gammon or backgammon as 2 or 3 times."""
    if rules.totals:
        return Result(winner, ROUND_POINTS, KINDS[0])
    return staked(rules, Result(winner, times, KINDS[times - 1]), cube)


def added(rules: RuleSet, score: Score, result: Result) -> Score:
    """The score with a result's points; what goes beyond a match's length is discarded.

    >>> from minigam.rules.ruleset import rule_set
    >>> added(rule_set("backgammon", {"length": "5"}), (3, 1), Result(Side.WHITE, 4, "gammon"))
    (5, 1)
    """
    won = (result.points, result.loser_points)
    white, black = won if result.winner is Side.WHITE else won[::-1]
    white, black = score[0] + white, score[1] + black
    if rules.totals or not rules.length:
        return min(white, HIGHEST_SCORE), min(black, HIGHEST_SCORE)
    return min(white, rules.length), min(black, rules.length)


def is_over(rules: RuleSet, score: Score) -> bool:
    """Whether a side has won the match; not where both have reached its length with equal points.

    >>> from minigam.rules.ruleset import rule_set
    >>> tournament = rule_set("backgammon-dice-tournament")
    >>> is_over(tournament, (5, 5)), is_over(tournament, (6, 5))
    (False, True)
    """
    return rules.length > 0 and max(score) >= rules.length and score[0] != score[1]
