"""The distinct results of many rolls at once: positions in arrays in, positions in arrays out.

What `minigam.rules.plays.legal_plays` finds for one roll and shows step by step, this finds for
millions, without the steps. A position is two rows of counts, as each side counts its own way: the
bar, the points in the order they are reached, off (`Position.track`). A checker that lies pinned
counts -1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from minigam.errors import CannotHoldError, UnreadableError
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import FACES
from minigam.solver import batch_full, batch_quarter, batch_steps
from minigam.solver.compiled import Counts, Longs, compiled

FAMILIES = (batch_full, batch_quarter, batch_steps)
"""The fastest first; a game goes by the first that knows it."""
USUAL = 32
"""More results than a roll has on average, in games that people play."""


@dataclass(frozen=True)
class Results:
    """Positions after some rolls; those after roll `k` are the rows `starts[k]:starts[k + 1]`."""

    starts: Longs
    """Where the results of each roll begin, and the end of all."""
    own: Counts
    """The checkers of the side that has played."""
    theirs: Counts
    """The other side's, as that side counts them."""


@dataclass(frozen=True)
class Packed:
    """The same without boards, for those who count or compare: twice as fast.

    A key says where the mover's checkers are and whom they have hit, or where all checkers are: the
    results of equal positions are the same if their keys are.
    """

    starts: Longs
    """Where the results of each roll begin, and the end of all."""
    keys: Longs
    """A row a result: two numbers on 24 points, one on a quarter board, four of other games."""


def results(rules: RuleSet, own: Counts, theirs: Counts, dice: Counts) -> Results:
    """Every distinct position that each roll may lead to.

    A row of `own` is the side that has rolled the row of `dice`, `theirs` the other side. Whoever
    cannot play, or has a finished game, stays where it is: one result. Raises `UnreadableError` for
    what is no position or roll, and `CannotHoldError` for games whose checkers have faces.

    >>> from minigam.rules.ruleset import MINIGAM
    >>> start = np.array([MINIGAM.start.white], np.int8)
    >>> results(MINIGAM, start, start, np.array([[5, 2]], np.int8)).own.tolist()
    [[6, 0, 1, 0, 0, 1, 0, 0], [7, 0, 0, 0, 0, 0, 0, 1]]
    """
    own, theirs, dice = _checked(rules, own, theirs, dice)
    kernel = _kernel_of(rules)
    found = kernel.run(own, theirs, dice)
    boards = np.empty((2, len(found.keys), own.shape[1]), np.int8)
    kernel.unpack(kernel.law, theirs, found.starts, found.keys, *boards)
    return Results(found.starts, *boards)


def packed(rules: RuleSet, own: Counts, theirs: Counts, dice: Counts) -> Packed:
    """The same results as keys.

    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> start = np.array([BACKGAMMON.start.white] * 2, np.int8)
    >>> packed(BACKGAMMON, start, start, np.array([[2, 1], [6, 6]], np.int8)).starts.tolist()
    [0, 15, 26]
    """
    own, theirs, dice = _checked(rules, own, theirs, dice)
    return _kernel_of(rules).run(own, theirs, dice)


@dataclass(frozen=True)
class _Kernel:
    """The machine code for a game."""

    law: tuple[int, ...]
    words: int
    fill: Callable[..., int]
    unpack: Callable[..., None]

    def run(self, own: Counts, theirs: Counts, dice: Counts) -> Packed:
        """The keys of all rolls, in an array that grows until there is room for them."""
        starts = np.zeros(len(dice) + 1, np.int64)
        keys = np.empty((USUAL * (len(dice) + 1), self.words), np.int64)
        done = self.fill(self.law, own, theirs, dice, 0, starts, keys)
        while done < len(dice):
            keys = np.concatenate([keys, np.empty_like(keys)])
            done = self.fill(self.law, own, theirs, dice, done, starts, keys)
        return Packed(starts, keys[: starts[-1]])


def _kernel_of(rules: RuleSet) -> _Kernel:
    for family in FAMILIES:
        if family.supports(rules):
            return _Kernel(family.rule_numbers_of(rules), family.WORDS, family.fill, family.unpack)
    raise CannotHoldError(
        f"{rules.title} has no results in batches: its checkers have faces, or its board is too "
        "large; try legal_plays, one roll at a time"
    )


# ---- What is no position or roll -----------------------------------------------------------------


def _checked(rules: RuleSet, *arrays: NDArray[Any]) -> tuple[Counts, Counts, Counts]:
    """The arrays, each in one piece; raise `UnreadableError` for those that are no rolls."""
    places = rules.layout.off + 1
    for name, array, width in zip(
        ("own", "theirs", "dice"), arrays, (places, places, 2), strict=True
    ):
        shape = (*arrays[-1].shape[:1], width)
        if array.dtype != np.int8 or array.shape != shape:
            raise UnreadableError(
                f"expected {name} as int8 of the shape {shape}, got {array.dtype} {array.shape}"
            )
    own, theirs, dice = (np.ascontiguousarray(array) for array in arrays)
    layout = rules.layout
    across = np.array([layout.mirror(place) for place in range(places)])
    row = _first_fault(own, theirs, dice, layout.checkers, across, layout.pins)
    if row >= 0:
        _explain(row, rules, own[row].tolist(), theirs[row].tolist(), dice[row].tolist())
    return own, theirs, dice


@compiled
def _first_fault(
    own: Counts, theirs: Counts, dice: Counts, checkers: int, across: Longs, pins: bool
) -> int:
    """The first row that is no position or no roll; -1 for none."""
    off = own.shape[1] - 1
    for row in range(len(dice)):
        fault = min(dice[row, 0], dice[row, 1]) < 1 or max(dice[row, 0], dice[row, 1]) > 6
        mine, other = 0, 0
        for place in range(off + 1):
            mine += abs(own[row, place])
            other += abs(theirs[row, place])
            fault |= min(own[row, place], theirs[row, place]) < (-1 if pins else 0)
        for point in range(1, off):
            one, two = own[row, point], theirs[row, across[point]]
            fault |= one * two > 0 or (one * two < 0 and not pins)
            fault |= one * two == 0 and min(one, two) < 0
        fault |= min(own[row, 0], own[row, off], theirs[row, 0], theirs[row, off]) < 0
        if fault or mine != checkers or other != checkers:
            return row
    return -1


def _explain(row: int, rules: RuleSet, own: list[int], theirs: list[int], dice: list[int]) -> None:
    """Raise the `UnreadableError` for a row that has a fault."""
    if not all(die in FACES for die in dice):
        raise UnreadableError(f"expected two numbers from 1 to 6 in row {row} of dice, got {dice}")
    for name, track in (("own", own), ("theirs", theirs)):
        lowest = -1 if rules.layout.pins else 0
        if min(track) < lowest or sum(map(abs, track)) != rules.layout.checkers:
            raise UnreadableError(
                f"expected {rules.layout.checkers} checkers in row {row} of {name}, got {track}"
            )
    raise UnreadableError(
        f"expected points of one side each in row {row}, got own {own} and theirs {theirs}"
    )
