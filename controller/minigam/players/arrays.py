"""Array types, and which library an array belongs to: numpy, or cupy on a graphics card."""

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[Any]
"""Positions as one side has them, a row each: its checkers by place of its own track (bar, points,
off), as int8, -1 where one lies pinned; or pawns with faces as in `rules.pawn_rows`, as int16."""

Floats = NDArray[np.float32]
Longs = NDArray[np.int64]


def library_of(array: Any) -> Any:
    """The module whose functions take this array.

    >>> library_of(np.zeros(1)).__name__
    'numpy'
    """
    return sys.modules[type(array).__module__.partition(".")[0]]


def to_numpy(array: Any) -> NDArray[Any]:
    """The same array in main memory."""
    return array.get() if hasattr(array, "get") else np.asarray(array)
