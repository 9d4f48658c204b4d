"""Round robin: everybody meets everybody once, whatever their number."""

from collections import Counter
from itertools import combinations

import pytest

from minigam.remote.club.circle_method import circle_rounds


@pytest.mark.parametrize("count", range(3, 18))
def test_each_pair_meets_once_and_everybody_plays_in_each_round(count: int) -> None:
    players = range(1, count + 1)
    rounds = circle_rounds(players)
    assert len(rounds) == count - 1 + count % 2
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs if pair[1] is not None)
    assert met == Counter(map(frozenset, combinations(players, 2)))
    for pairs in rounds:
        present = [number for pair in pairs for number in pair if number is not None]
        assert sorted(present) == [*players]
        assert [two is None for _, two in pairs].count(True) == count % 2


@pytest.mark.parametrize("count", range(3, 18, 2))
def test_everybody_has_one_bye_where_the_number_is_odd(count: int) -> None:
    byes = [one for pairs in circle_rounds(range(count)) for one, two in pairs if two is None]
    assert sorted(byes) == [*range(count)]


def test_a_published_table_for_six() -> None:
    """https://en.wikipedia.org/wiki/Round-robin_tournament: one stays, the others move around."""
    assert circle_rounds([1, 2, 3, 4, 5, 6])[:2] == (
        ((1, 6), (2, 5), (3, 4)),
        ((1, 5), (6, 4), (2, 3)),
    )
