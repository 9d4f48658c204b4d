"""The jig's own firmware in front of a simulated board: the shipped socket, and a `JigServer`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from minigam.drivers.simulated_jig import BoardSocket, Move
from tests.hil.jig_server import JigServer

Wrong = Callable[[Move, int, bool], None]
"""Moves inputs otherwise than it is asked to."""
Mixed = Callable[[bytes], bytes]
"""What a strip shows of the bytes that it is sent."""


def right(move: Move, number: int, low: bool) -> None:
    """As it is asked."""
    move(number, low)


class Bridge:
    """A jig whose pins move the inputs of the board that connects at a path."""

    def __init__(self, path: Path, wrong: Wrong = right, mixed: Mixed = bytes) -> None:
        """What connects may be wired wrongly, or its strip be mixed up."""
        self._wrong, self._mixed = wrong, mixed
        self._board = BoardSocket(path, self._carried)
        self.jig = JigServer(self, pins=range(28))

    def drive(self, pin: int, low: bool) -> None:
        self._wrong(self._board.drive, pin, low)

    def close(self) -> None:
        """Disconnect the board, and end the jig."""
        self._board.close()
        self.jig.close()

    def _carried(self, at: float, data: bytes) -> None:
        self.jig.carried(at, self._mixed(data))
