"""Every position has one number, and every number one position."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from minigam.rules.position import Layout
from minigam.solver.index import Index


@pytest.mark.parametrize(
    "layout", [Layout(3, 3, True), Layout(6, 3, True), Layout(8, 2, False)], ids=str
)
def test_positions_are_numbered_without_gap_or_double(layout: Layout) -> None:
    index = Index(layout)
    held = index.counts[:, 1:-1] > 0
    numbers = [
        index.number(one, other)
        for one, other in product(range(len(held)), repeat=2)
        if not (held[one] & held[other][::-1]).any()
    ]
    assert sorted(numbers) == list(range(index.size))


@pytest.mark.parametrize("off", [(0, 0), (0, 2), (1, 1), (3, 0), (3, 3)])
def test_runs_hold_the_positions_with_so_many_checkers_off(off: tuple[int, int]) -> None:
    index = Index(Layout(4, 3, True))
    held = index.counts[:, 1:-1] > 0
    there = [np.flatnonzero(index.off == count).tolist() for count in off]
    numbers = [
        index.number(own, theirs)
        for own, theirs in product(*there)
        if not (held[own] & held[theirs][::-1]).any()
    ]
    assert sorted(numbers) == [at for run in index.runs(*off) for at in range(*run)]


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
