"""The results of rolls without machine code, against those of the batch generator."""

from itertools import pairwise

import numpy as np
import pytest

from minigam.players import replies
from minigam.players.arena import Results
from minigam.solver import batch
from tests.players.rolls import GAMES, mixed

PLAIN = [name for name, rules in GAMES.items() if not rules.pawn_die]


def by_roll(found: Results) -> list[list[list[int]]]:
    boards = np.hstack([found.own, found.theirs])
    return [sorted(boards[begin:end].tolist()) for begin, end in pairwise(found.starts)]


@pytest.mark.parametrize("name", PLAIN)
def test_they_are_those_of_the_batch_generator(name: str) -> None:
    rules = GAMES[name]
    own, theirs = mixed(rules, 4)
    dice = np.random.default_rng(1).integers(1, 7, (len(own), 2), np.int8)
    found = replies.results(rules, own, theirs, dice)
    assert by_roll(found) == by_roll(batch.results(rules, own, theirs, dice))
    assert {str(found.own.dtype), str(found.theirs.dtype)} == {"int8"}
