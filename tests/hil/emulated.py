"""A bench with a board on an emulated Pico, which lives about as fast as a real one."""

from __future__ import annotations

import asyncio
import os
import pty
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep

from minigam.board.pico_settings import settings
from minigam.board.profile import load_profile
from tests.firmware.emulated import EmulatedPico, emulated
from tests.hil.jig_server import LOOK_SECONDS, JigServer
from tests.hil.pico import pico_bench, write_board

BOOT_SECONDS = 60.0
REST_SECONDS = 0.03
"""Of the emulated time, which may be slower: so long a touch is at least."""
PATIENCE_SECONDS = 2.0


class Emulation:
    """An emulated Pico in a thread, with a cable's end at `path` and buttons to be pressed."""

    def __init__(self, uf2: str, folder: Path, board: Path) -> None:
        """Boot it."""
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        self._pins = list(load_profile(str(board)).inputs.values())
        self._ready, self._end = Event(), asyncio.Event()
        self.jig = JigServer(self, pins=self._pins, name="emulated", rest=self._rest)
        told = {**settings(load_profile(str(board)))}
        self._thread = Thread(target=lambda: asyncio.run(self._run(uf2, folder, told)), daemon=True)
        self._thread.start()
        assert self._ready.wait(BOOT_SECONDS)

    def drive(self, pin: int, low: bool) -> None:
        """See `jig_server.Lines`."""
        button = self._pico.buttons[self._pins.index(pin)]
        self._loop.call_soon_threadsafe(button.press if low else button.release)

    def _rest(self) -> None:
        """Until the firmware has had its time to see a touch."""
        began, end = self._pico.now, monotonic() + PATIENCE_SECONDS
        while self._pico.now < began + REST_SECONDS and monotonic() < end:
            sleep(LOOK_SECONDS)

    def close(self) -> None:
        """Switch it off."""
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()
        self.jig.close()

    async def _run(self, uf2: str, folder: Path, board: dict[str, object]) -> None:
        self._loop = asyncio.get_running_loop()
        async with emulated(uf2, folder, board) as self._pico:
            self._pico.device.simulator.real_io_begin()  # never faster than the daemon's time
            self._wire(self._pico)
            self._ready.set()
            await self._end.wait()
            self._loop.remove_reader(self._master)

    def _wire(self, pico: EmulatedPico) -> None:
        pico.device.cdc.on_serial_data = self._said
        pico.strip.on_pixels = self._shown
        self._loop.add_reader(self._master, self._heard)

    def _said(self, data: bytes | bytearray) -> None:
        os.write(self._master, data)

    def _heard(self) -> None:
        for byte in os.read(self._master, 4096):
            self._pico.device.cdc.send_serial_byte(byte)

    def _shown(self, pixels: list[tuple[int, ...]]) -> None:
        self.jig.carried(monotonic(), bytes(value for pixel in pixels for value in pixel))


@contextmanager
def emulated_bench(folder: Path, uf2: str) -> Iterator[Path]:
    """A bench's file."""
    board = write_board(folder)
    emulation = Emulation(uf2, folder / "pico", board)
    try:
        yield pico_bench(folder, board, emulation.path, emulation.jig.path, "bounces = false")
    finally:
        emulation.close()
