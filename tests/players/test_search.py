"""Looking ahead: which plays are looked at, and what they are worth then."""

import numpy as np
import pytest

from minigam.players import replies
from minigam.players.boards import rows
from minigam.players.evaluate import Evaluator
from minigam.players.replies import Replies
from minigam.players.search import BEHIND, Search, looked_ahead
from minigam.rules.plays import legal_plays
from minigam.rules.position import Side, parse_position
from minigam.rules.ruleset import BACKGAMMON, MINIGAM, RuleSet
from tests.players.rolls import as_position, positions

WORTH = np.array([0.1, 0.3, 0.2, 0.25, 0.5, 0.0, 0.7], np.float32)
STARTS = np.array([0, 4, 6, 7])


def test_the_best_few_near_the_best_are_looked_at() -> None:
    """Three rolls: four plays, two that differ widely, and one alone."""
    for plays, within, expected in (
        (2, 1.0, [1, 3, 4, 5]),
        (3, 0.12, [1, 2, 3]),
        (9, 0.06, [1, 3]),
        (1, 1.0, []),
        (9, 0.01, []),
    ):
        rows, rolls = Search(plays, within).candidates(WORTH, STARTS)
        assert rows.tolist() == expected
        assert rolls.tolist() == [1 in expected, 5 in expected, False]


@pytest.mark.parametrize(
    ("rules", "number"), [(MINIGAM, 6), (BACKGAMMON, 2)], ids=["minigam", "24"]
)
def test_it_is_the_average_of_the_best_replies(rules: RuleSet, number: int) -> None:
    """Against the same by the rules alone, one roll of 36 and one reply at a time."""
    evaluator = Evaluator.of(rules)
    own, theirs = positions(rules, number, 12)
    found = looked_ahead(evaluator.model, replies.results, own, theirs)
    worths = evaluator.model.outcomes.points(found)
    for mine, yours, worth in zip(own, theirs, worths, strict=True):
        position, rolls = as_position(mine, yours), []
        for one in range(1, 7):
            for other in range(1, one + 1):
                plays = legal_plays(rules, position, Side.BLACK, (one, other))
                best = min(evaluator.equity(play.position, Side.WHITE) for play in plays)
                rolls += [best] * (1 + (one != other))
        assert len(rolls) == 36
        assert worth == pytest.approx(sum(rolls) / 36, abs=1e-4)


def test_a_last_roll_is_counted_out() -> None:
    """Two checkers on the six point are borne off in one roll by 3-3, 4-4, 5-5 and 6-6 only."""
    own, theirs = rows(
        [(parse_position("-A-----------------b------", BACKGAMMON.layout), Side.WHITE)]
    )
    chances = looked_ahead(Evaluator.of(BACKGAMMON).model, replies.results, own, theirs)
    assert chances[:, 0] == pytest.approx([1 - 4 / 36, 0, 0, 0, 0], abs=0.003)


def test_plays_that_are_not_looked_at_come_behind() -> None:
    model = Evaluator.of(MINIGAM).model
    own, theirs = positions(MINIGAM, 7, 6)
    found = Replies(STARTS, own, theirs)
    worth = Search(3, 0.12).worth(model, replies.results, found, WORTH)
    ahead = looked_ahead(model, replies.results, own[1:4], theirs[1:4])
    assert worth[1:4] == pytest.approx(model.outcomes.points(ahead))
    assert worth[0] == pytest.approx(WORTH[0] - BEHIND)
    assert worth[4:].tolist() == WORTH[4:].tolist()
