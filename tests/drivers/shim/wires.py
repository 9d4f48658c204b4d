"""In a program that the shim is preloaded into: its lines, and a hand that presses inputs."""

import ctypes
import os
import threading
from collections.abc import Mapping
from functools import cache
from typing import Any

PATIENCE = 10.0
"""Seconds after which an edge that has not been heard is lost."""


def preloaded() -> bool:
    return "MINIGAM_SHIM_ROOT" in os.environ


def drive(pin: int, level: int) -> bool:
    """Change a line; whether its holder is told."""
    return bool(_shim().line_drive(pin, level))


def drive_unheard(pin: int, level: int) -> None:
    """Change a line and tell no one: an edge is lost."""
    _shim().line_set(pin, level)


@cache
def _shim() -> ctypes.CDLL:
    return ctypes.CDLL(os.environ["LD_PRELOAD"])


class LineHand:
    """Presses inputs, and waits until lgpio has called back about it."""

    def __init__(self, factory: Any, pins: Mapping[str, int]) -> None:
        self._factory = factory
        self._pins = pins

    def press(self, name: str) -> None:
        self._move(self._pins[name], 0)

    def release(self, name: str) -> None:
        self._move(self._pins[name], 1)

    def _move(self, pin: int, level: int) -> None:
        """lgpio calls back in the order of asking, so the last one says that all are done."""
        import lgpio

        done, chip = threading.Event(), self._factory._handle
        last = lgpio.callback(chip, pin, lgpio.BOTH_EDGES, lambda *_edge: done.set())
        if drive(pin, level):
            assert done.wait(PATIENCE), f"an edge of GPIO {pin} was never heard"
        last.cancel()
