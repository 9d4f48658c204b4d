"""Knockout trees of every size: the strong meet late, and have the byes."""

import re

import pytest

from minigam.errors import ClubError
from minigam.remote.club.contest import Pairs
from minigam.remote.club.knockout_tree import first_round, next_round


def strongest(pairs: Pairs) -> list[int]:
    """Who goes on where nobody surprises anybody: the lower number is the stronger."""
    return [one if two is None else min(one, two) for one, two in pairs]


@pytest.mark.parametrize("count", range(2, 70))
def test_a_tree_without_surprises_ends_with_the_strongest(count: int) -> None:
    draw = range(1, count + 1)
    pairs = first_round([*draw])
    rounds = (count - 1).bit_length()
    assert len(pairs) == 2 ** (rounds - 1)
    assert sorted(n for pair in pairs for n in pair if n is not None) == [*draw]
    byes = [one for one, two in pairs if two is None]
    assert sorted(byes) == [*range(1, 2**rounds - count + 1)]
    while len(pairs) > 1:
        winners = strongest(pairs)
        assert sorted(winners) == [*range(1, len(pairs) + 1)]
        pairs = next_round(winners)
    assert sorted(pairs[0], key=str) == [1, 2]


def test_the_usual_tree_of_sixteen() -> None:
    """https://en.wikipedia.org/wiki/Bracket_(tournament): 1-16, 8-9, 4-13, 5-12, 2-15, ..."""
    assert {frozenset(pair) for pair in first_round([*range(1, 17)])[:4]} == {
        frozenset(pair) for pair in ((1, 16), (8, 9), (4, 13), (5, 12))
    }


@pytest.mark.parametrize("draw", [[], [1]])
def test_nobody_plays_alone(draw: list[int]) -> None:
    message = f"expected two players or more for a knockout, got {len(draw)}"
    with pytest.raises(ClubError, match=re.escape(message)):
        first_round(draw)
