"""The kinds of arrays that the solver works with, and where a bit has its place in one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int8]
Bytes = NDArray[np.uint8]
Shorts = NDArray[np.int16]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Configs = NDArray[np.uint16]
"""Configurations; without a sign, so that machine code need not ask for one to find an entry."""
Rows = NDArray[np.uint32]
"""Numbers of positions, likewise."""
Floats = NDArray[np.float64]

REMAINDERS = 37
"""Powers of two up to 2**35 leave different ones: so a bit finds its place in a table."""
