"""The firmware on an emulated RP2040. Both ends live in the emulated time, which is slow."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from rp2040py import RP2040, GPIOPinState
from rp2040py.boards import BOARDS, resolve_firmware
from rp2040py.cli.mklittlefs import build_littlefs_image
from rp2040py.device import MicroPythonDevice
from rp2040py.external.key_mock import KeyMock
from rp2040py.external.ws2812 import Ws2812

from minigam.link.codec import encode
from minigam.link.messages import Message
from minigam.link.session import LinkSession, News
from tests.firmware.chain_model import CLOCK, LOAD, Chain, WholeChain
from tests.firmware.loading import FIRMWARE

NANOSECONDS = 1e-9
HANG = b"""

class HangingScanner(Scanner):
    def read(self):
        levels = super().read()
        while all(levels[self._sensors.sensors : self.inputs]):
            pass
        return levels


Scanner = HangingScanner
"""
"""Behind `scan.py`: the firmware hangs while all buttons are pressed."""


class Registers:
    """A chain of register boards on the chip's pins."""

    def __init__(self, scan: dict[str, Any], kind: type[Chain | WholeChain]) -> None:
        self.chain = kind(scan["sensors"] // 8)
        self.chain.wire_up()
        self._scan = scan

    def attach(self, rp2040: RP2040) -> None:
        self._data = rp2040.gpio[self._scan["data"]]
        for line, name in ((LOAD, "load"), (CLOCK, "clock")):
            rp2040.gpio[self._scan[name]].add_listener(partial(self._drive, line))

    def _drive(self, line: str, level: GPIOPinState, _before: GPIOPinState) -> None:
        self.chain.drive(line, int(level == GPIOPinState.HIGH))
        self._data.set_input_value(bool(self.chain.read()))


class Emulated:
    """A chip with MicroPython, these files and parts, and its cable; times are emulated ones."""

    def __init__(
        self, uf2: str, folder: Path, files: Mapping[str, bytes], parts: Sequence[Any]
    ) -> None:
        for name, content in files.items():
            (folder / name).write_bytes(content)
        build_littlefs_image(folder / "image", [folder / name for name in files])
        spec = resolve_firmware(BOARDS["pico"], "micropython", uf2)
        spec = replace(spec, extras=tuple(_maker(part) for part in parts))
        self.device = MicroPythonDevice(board=spec, filesystem=folder / "image")
        self.device.cdc.on_serial_data = self._hear
        self._heard = bytearray()

    @property
    def now(self) -> float:
        """Seconds since the start."""
        return self.device.mcu.clock.nanos * NANOSECONDS

    async def take_turns(
        self, turn: Callable[[bytes], bytes], until: Callable[[], bool], seconds: float
    ) -> None:
        """Let the other end of the cable answer until something has happened."""
        end = self.now + seconds
        while not until():
            assert self.now < end, f"expected something within {seconds} s"
            heard, self._heard = bytes(self._heard), bytearray()
            self.send(turn(heard))
            await asyncio.sleep(0)

    def send(self, data: bytes) -> None:
        for byte in data:
            self.device.cdc.send_serial_byte(byte)

    def _hear(self, data: bytes | bytearray) -> None:
        self._heard += data


def _maker(part: Any) -> Callable[[], Any]:
    return lambda: part


class EmulatedPico(Emulated):
    """A Pico with the firmware, its parts, and a session at the other end of its cable."""

    def __init__(
        self,
        uf2: str,
        folder: Path,
        board: dict[str, Any],
        kind: type[Chain | WholeChain] = Chain,
        boot: bytes = b"",
    ) -> None:
        """`kind`: of the chain; `boot`: what runs before the firmware."""
        parts = [Registers(board["scan"], kind)] if board["scan"] else []
        self.chain = parts[0].chain if parts else kind(0)
        self.buttons = [KeyMock(pin, active_high=False) for pin in board["buttons"]]
        self.strip = Ws2812(
            board["strip"]["gpio"], color_order=COLOR_ORDER, high_duty_threshold=MIDDLE
        )
        self.news: list[News] = []
        files = {module.name: module.read_bytes() for module in FIRMWARE.glob("*.py")}
        files["scan.py"] += HANG
        files["board.json"] = json.dumps(board).encode()
        files["boot.py"] = boot
        super().__init__(uf2, folder, files, (*parts, self.strip, *self.buttons))

    async def talk(self, session: LinkSession, until: Callable[[], bool], seconds: float) -> None:
        def turn(heard: bytes) -> bytes:
            self.news += session.receive(heard, self.now)
            return session.due(self.now)

        await self.take_turns(turn, until, seconds)

    def move(self, number: int, low: bool) -> None:
        """Close an input, or open it: the sensors come first, then the buttons."""
        if number < 8 * self.chain.boards:
            (self.chain.occupied.add if low else self.chain.occupied.discard)(number)
        else:
            button = self.buttons[number - 8 * self.chain.boards]
            (button.press if low else button.release)()

    def say(self, *messages: Message) -> None:
        self.send(b"".join(encode(message.payload()) for message in messages))


COLOR_ORDER = "RGB"
"""The bytes as they come: the first is called red."""
MIDDLE = 0.5
"""Of a bit, which is high for a quarter of it or for two thirds: `firmware/ws2812.py`. Edges come
some cycles late, which is much on a chip whose clock is slow, and the decoder takes the shortest
bit of a frame for the usual one."""


@asynccontextmanager
async def emulated(
    uf2: str,
    folder: Path,
    board: dict[str, Any],
    kind: type[Chain | WholeChain] = Chain,
    boot: bytes = b"",
) -> AsyncIterator[EmulatedPico]:
    pico = EmulatedPico(uf2, folder, board, kind, boot)
    async with pico.device:
        yield pico
