"""numba, where it is installed: the extra `solver`."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., Any])
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


def compiled(function: Function) -> Function:
    """The function as machine code, kept beside its file for the next start.

    What is kept is made anew when that file changes, not when another does whose numbers it uses:
    `make clean` forgets it.
    """
    return cast(Function, numba.njit(cache=True, nogil=True)(function))


def uncounted(function: Function) -> Function:
    """Likewise of a function that makes no arrays, so that none need be counted at each use.

    In short loops over many arrays the counting took most of the time. numba has no public name
    for it: the option is `_nrt`.
    """
    uncounting: dict[str, Any] = {"_nrt": False}
    return cast(Function, numba.njit(cache=True, nogil=True, **uncounting)(function))


def inlined(function: Function) -> Function:
    """A step of a compiled loop, copied into it: a call would count every array it is given."""
    return cast(Function, numba.njit(inline="always")(function))
