"""The firmware in MicroPython's unix port, as a backend for the suites of every driver."""

import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import Queue
from tempfile import TemporaryDirectory
from time import monotonic

from minigam.board.lighting import Frame
from minigam.drivers.interfaces import OnEdge
from minigam.drivers.pico import PicoBoard
from tests.drivers.pico_rig import NAMES, PATIENCE, Backend, Heard, expected
from tests.firmware.boards import board_json
from tests.firmware.unix import UnixPico


class FirmwarePico(Heard):
    """A Pico with three buttons and a strip; what its hand does has been heard when it is done."""

    def __init__(self, pixels: int = 2) -> None:
        super().__init__()
        self._folder = TemporaryDirectory()
        self._pixels = pixels
        told = board_json(len(NAMES), pixels)
        self._pico = UnixPico(Path(self._folder.name), told, len(NAMES))
        self._pressed = dict.fromkeys(NAMES, False)
        self._heard: Queue[None] = Queue()
        self._board: PicoBoard | None = None

    def press(self, name: str) -> None:
        self._put(name, True)

    def release(self, name: str) -> None:
        self._put(name, False)

    def open(self, on_edge: OnEdge, order: str = "GRB") -> PicoBoard:
        """A board on it, once it knows all inputs."""

        def heard(name: str, pressed: bool | None, lasted: float) -> None:
            try:
                on_edge(name, pressed, lasted)
            finally:
                self._heard.put(None)

        known, listeners = expected(pixels=self._pixels), replace(self.listeners, edge=heard)
        board = PicoBoard(known, NAMES, order, self._pico.open, listeners)
        until = monotonic() + PATIENCE
        while len(board.levels()) < len(NAMES):
            if monotonic() > until:
                raise TimeoutError("expected the firmware to name all inputs, it does not answer")
            os.sched_yield()
        self._board = board
        return board

    def strip(self) -> bytes:
        return self._pico.strip()

    def close(self) -> None:
        self._pico.close()
        self._folder.cleanup()

    def _put(self, name: str, pressed: bool) -> None:
        self._pressed[name] = pressed
        self._pico.put([int(pressed) for pressed in self._pressed.values()])
        if self._board and self._board.alive:
            self._heard.get(timeout=PATIENCE)


@dataclass
class FirmwareBackend(Backend):
    """What the suite of every `interfaces.Inputs` needs."""

    hand: FirmwarePico = field(default_factory=FirmwarePico)

    def open(self, on_edge: OnEdge | None = None) -> PicoBoard:
        return self.hand.open(on_edge or self.heard)

    def close(self) -> None:
        self.hand.close()


class FirmwareStrip:
    """What the suite of every `interfaces.Strip` needs: the strip of a Pico of its own."""

    def __init__(self, pixels: int, order: str) -> None:
        self._pico = FirmwarePico(pixels)
        self._board = self._pico.open(lambda *_: None, order)
        self._closed = False

    @property
    def sent(self) -> bytes:
        return self._board.sent

    @property
    def alive(self) -> bool:
        return self._board.alive

    def show(self, frame: Frame) -> None:
        """Show it, and see that the firmware has sent just that to its pixels."""
        self._board.show(frame)
        self._pico.wait_for_a_frame()
        assert self._pico.strip() == self._board.sent

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._board.close()
        assert not any(self._pico.strip())
        self._pico.close()
