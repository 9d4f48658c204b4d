"""Array types, and which library an array belongs to: numpy, or cupy on a graphics card."""

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int8]
"""Checkers, a row a position, a column a place of a side's own track: bar, points, off.

A checker that lies pinned counts -1.
"""
Floats = NDArray[np.float32]
Longs = NDArray[np.int64]
Bits = NDArray[np.int32]


def library_of(array: Any) -> Any:
    """The module whose functions take this array.

    >>> library_of(np.zeros(1)).__name__
    'numpy'
    """
    return sys.modules[type(array).__module__.partition(".")[0]]


def to_numpy(array: Any) -> NDArray[Any]:
    """The same array in main memory."""
    return array.get() if hasattr(array, "get") else np.asarray(array)
