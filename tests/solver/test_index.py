"""Every position has one number, and every number one position."""

from __future__ import annotations

from itertools import product

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
