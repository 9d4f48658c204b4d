"""A board on a simulated Pico: through memory, or through a pseudo-terminal and pyserial."""

import os
import pty
import select
import tty
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from queue import Queue
from threading import Thread

from minigam.board.lighting import Frame
from minigam.drivers.interfaces import Listeners, OnEdge
from minigam.drivers.pico import PicoBoard
from minigam.drivers.serialport import Port, SerialPort
from minigam.drivers.simulated_pico import SimulatedPico
from minigam.link.session import Expected

PATIENCE = 20.0
"""Seconds after which what has not come never will."""
HASH = "0123456789abcdef"
DEAF = Listeners(lambda *_: None, lambda _trouble: None, lambda: None)
MISSING = "the board's Pico is not there: plug its USB cable into the Pi"
NAMES = ("point-1", "point-2", "roll")


def expected(inputs: int = len(NAMES), pixels: int = 2) -> Expected:
    return Expected("quarter-hall", HASH, inputs, pixels)


class Terminal:
    """A simulated Pico on a serial cable, which is a pseudo-terminal."""

    def __init__(self, pico: SimulatedPico) -> None:
        self._pico = pico

    def open(self) -> SerialPort:
        """Open the port at the controller's end; raise `HardwareError` while it is unplugged."""
        cable = self._pico.open()
        master, slave = pty.openpty()
        tty.setraw(slave)
        port = SerialPort(os.ttyname(slave))
        os.close(slave)
        end, ended = os.pipe()
        Thread(target=_pump_out, args=(cable, master, ended), daemon=True).start()
        Thread(target=_pump_in, args=(cable, master, end), daemon=True).start()
        return port


def _pump_out(cable: Port, master: int, ended: int) -> None:
    """What the Pico says, until its cable is pulled or let go."""
    try:
        while True:
            os.write(master, cable.read(PATIENCE))
    except OSError:
        os.close(ended)


def _pump_in(cable: Port, master: int, end: int) -> None:
    """What the controller says, until either end is gone."""
    try:
        while end not in (ready := select.select([master, end], [], [])[0]):
            cable.write(os.read(ready[0], 4096))
    except OSError:
        cable.close()
        select.select([end], [], [])
    os.close(master)
    os.close(end)


@dataclass
class Heard:
    edges: Queue[tuple[str, bool | None]] = field(default_factory=Queue, init=False)
    troubles: Queue[str | None] = field(default_factory=Queue, init=False)
    frames: Queue[None] = field(default_factory=Queue, init=False)

    @property
    def listeners(self) -> Listeners:
        return Listeners(
            lambda name, pressed, _lasted: self.edges.put((name, pressed)),
            self.troubles.put,
            lambda: self.frames.put(None),
        )

    def next_edges(self, count: int) -> list[tuple[str, bool | None]]:
        """As soon as they have come."""
        return [self.edges.get(timeout=PATIENCE) for _ in range(count)]

    def next_trouble(self) -> str | None:
        return self.troubles.get(timeout=PATIENCE)

    def wait_for_a_frame(self) -> None:
        self.frames.get(timeout=PATIENCE)


@dataclass
class Rig(Heard):
    """A board on a simulated Pico, and what it has said."""

    pico: SimulatedPico
    known: Expected
    open_port: Callable[[], Port]

    def start(self, order: str = "GRB") -> PicoBoard:
        return PicoBoard(self.known, NAMES, order, self.open_port, self.listeners)

    def meet(self) -> PicoBoard:
        """Open the board, and wait until it knows all inputs."""
        board = self.start()
        assert self.pico.wait_until_met(PATIENCE), "the board never met its Pico"
        return board

    def show(self, board: PicoBoard, frame: Frame) -> bytes:
        """What is sent, once the strip shows this frame."""
        board.show(frame)
        self.wait_for_a_frame()
        return board.sent


def simulated(pixels: int = 2) -> Rig:
    known = expected(pixels=pixels)
    pico = SimulatedPico(known, NAMES, sensors=2)
    return Rig(pico, known, pico.open)


def over_a_terminal(pixels: int = 2) -> Rig:
    rig = simulated(pixels)
    rig.open_port = Terminal(rig.pico).open
    return rig


@dataclass
class Backend:
    """Notes the edges that it hears; see `PicoBackend`."""

    edges: list[tuple[str, bool | None]] = field(default_factory=list, init=False)

    def heard(self, name: str, pressed: bool | None, _lasted: float) -> None:
        self.edges.append((name, pressed))

    def close(self) -> None:
        """It holds nothing."""


@dataclass
class PicoBackend(Backend):
    """What the suite of every `interfaces.Inputs` needs."""

    rig: Rig = field(default_factory=simulated)

    @property
    def hand(self) -> SimulatedPico:
        return self.rig.pico

    def open(self, on_edge: OnEdge | None = None) -> PicoBoard:
        listeners = replace(DEAF, edge=on_edge or self.heard)
        board = PicoBoard(self.rig.known, NAMES, "GRB", self.rig.open_port, listeners)
        assert self.hand.wait_until_met(PATIENCE), "the board never met its Pico"
        return board
