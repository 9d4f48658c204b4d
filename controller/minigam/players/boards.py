"""Positions of any game as arrays: a row a position, for each side."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from minigam.players.arrays import Longs, Rows
from minigam.rules.pawn_rows import CODES, FACES, rows_of
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import BAR


def rows(positions: Sequence[tuple[Position, Side]]) -> tuple[Any, Any]:
    """A row each of the given side's checkers, and of the other side's.

    Of pawns with faces as in `rules.pawn_rows`; else the counts of each place, -1 where a checker
    lies pinned.
    """
    own = [_row(position, side) for position, side in positions]
    theirs = [_row(position, side.other) for position, side in positions]
    kind = np.int16 if positions and positions[0][0].pawns else np.int8
    return np.array(own, kind), np.array(theirs, kind)


def _row(position: Position, side: Side) -> list[int]:
    if position.pawns:
        return rows_of(position, side)
    track = list(position.track(side))
    for place in position.pinned_of(side):
        track[place] = -1
    return track


def counts(rules: RuleSet, arrays: Any) -> Rows:
    """How many checkers stand on each place, pinned or not."""
    if not rules.pawn_die:
        found: Rows = np.abs(arrays)
        return found
    places = arrays[:, :-1] // CODES
    each = np.arange(rules.layout.off + 1)
    summed: Rows = (places[:, :, None] == each).sum(1).astype(np.int8)
    return summed


def show_captured(rules: RuleSet, own: Any, chance: np.random.Generator) -> Any:
    """The rows once captured pawns are rolled; in a game without faces as they are."""
    if not rules.pawn_die:
        return own
    faces: Longs = np.array([FACES.index(face) for face in rules.pawn_die])
    codes = own[:, :-1]
    thrown = faces[chance.integers(0, len(faces), codes.shape)]
    shown = np.sort(np.where(codes // CODES == BAR, thrown, codes), 1)
    return np.concatenate([shown, own[:, -1:]], 1).astype(own.dtype)
