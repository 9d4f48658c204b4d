"""Every position has one number, and every number one position."""

from collections.abc import Iterable
from itertools import product

import numpy as np
import pytest

from minigam.rules.position import Layout
from minigam.solver.index import Index


def numbers(index: Index, own: Iterable[int], theirs: Iterable[int]) -> list[int]:
    """The numbers of all positions with these configurations, smallest first."""
    held = index.counts[:, 1:-1] > 0
    return sorted(
        index.number(one, other)
        for one, other in product(own, theirs)
        if not (held[one] & held[other][::-1]).any()
    )


@pytest.mark.parametrize(
    "layout", [Layout(3, 3, True), Layout(6, 3, True), Layout(8, 2, False)], ids=str
)
def test_positions_are_numbered_without_gap_or_double(layout: Layout) -> None:
    index = Index(layout)
    each = range(len(index.counts))
    assert numbers(index, each, each) == list(range(index.size))


@pytest.mark.parametrize("off", [(0, 0), (0, 2), (1, 1), (3, 0), (3, 3)])
def test_runs_hold_the_positions_with_so_many_checkers_off(off: tuple[int, int]) -> None:
    index = Index(Layout(4, 3, True))
    own, theirs = (np.flatnonzero(index.off == count).tolist() for count in off)
    assert numbers(index, own, theirs) == [at for run in index.runs(*off) for at in range(*run)]


def test_a_hit_leaves_the_others_of_a_class_in_their_order() -> None:
    """On a blot's point, the n-th of a class becomes the n-th of another."""
    index = Index(Layout(4, 4, True))
    for point in range(1, 5):
        hit = index.counts.copy()
        hit[:, point] -= 1
        hit[:, 0] += 1
        struck = index.counts[:, point] == 1
        after = index.find(hit[struck])
        assert (index.within[after] == index.within[struck]).all()
