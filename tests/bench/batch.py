"""The distinct results of many rolls at once, to be measured beside `plays`."""

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from minigam.rules.plays import legal_plays
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import BACKGAMMON
from minigam.solver.batch import Results, packed, results

Cases = Sequence[tuple[Position, Side, tuple[int, int]]]


def works(cases: Cases) -> dict[str, Callable[[], object]]:
    """What is measured: compiled by now, and checked."""
    own = np.array([position.track(side) for position, side, _ in cases], np.int8)
    theirs = np.array([position.track(side.other) for position, side, _ in cases], np.int8)
    given = BACKGAMMON, own, theirs, np.array([roll for *_, roll in cases], np.int8)
    found = results(*given)
    _check(cases, found)
    assert len(packed(*given).keys) == len(found.own)
    return {
        "`batch.results`: every position, all rolls in one call": lambda: results(*given),
        "`batch.packed`: every position as a key, all rolls in one call": lambda: packed(*given),
    }


def _check(cases: Cases, found: Results) -> None:
    """Fails where the results are others than those of the legal plays."""
    rows = np.hstack([found.own, found.theirs]).tolist()
    for (position, side, roll), (begin, end) in zip(cases, pairwise(found.starts), strict=True):
        ends = [play.position for play in legal_plays(BACKGAMMON, position, side, roll)]
        ours = sorted([*end.track(side), *end.track(side.other)] for end in ends)
        assert ours == sorted(rows[begin:end]), (position, roll)
