"""What a machine with little memory does before it solves a game."""

from __future__ import annotations

import ctypes
import subprocess
import sys

MMAP_THRESHOLD, LARGE = -3, 1 << 17
"""glibc's `M_MMAP_THRESHOLD`, and the size it begins with."""


def be_thrifty() -> None:
    """Compile in a process of its own, and let glibc give large freed arrays back at once.

    glibc moves its threshold up to the largest array that it has seen go. Below it arrays lie among
    others, and what they leave is no use to those that are longer.
    """
    subprocess.run([sys.executable, "-P", "-m", "minigam.solver.warm_up"], check=False)
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt:
        mallopt(MMAP_THRESHOLD, LARGE)
