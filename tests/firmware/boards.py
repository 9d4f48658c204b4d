"""A board of the controller's, and what it has said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from queue import Queue

from minigam.drivers.interfaces import Listeners
from minigam.drivers.pico import PicoBoard
from minigam.drivers.serialport import Port
from minigam.link.session import Expected


@dataclass
class Heard:
    """What a board has told, in order."""

    edges: Queue[tuple[str, bool | None]] = field(default_factory=Queue)
    troubles: Queue[str | None] = field(default_factory=Queue)
    frames: Queue[None] = field(default_factory=Queue)


def names_of(inputs: int) -> list[str]:
    return [f"input-{place}" for place in range(inputs)]


def heard_board(open_port: Callable[[], Port], known: Expected) -> tuple[PicoBoard, Heard]:
    """A board on a port, listened to."""
    heard = Heard()
    board = PicoBoard(
        known,
        names_of(known.inputs),
        "GRB",
        open_port,
        Listeners(
            lambda name, pressed, _lasted: heard.edges.put((name, pressed)),
            heard.troubles.put,
            lambda: heard.frames.put(None),
        ),
    )
    return board, heard
