"""numba, where it is installed: the extra `solver`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


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
