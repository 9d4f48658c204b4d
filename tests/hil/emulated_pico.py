"""`emulated_pico UF2 FOLDER BOARD`: the board's Pico, emulated, until the input ends.

It says where its cable ends, and then `SECONDS HEX` for each frame on its strip, by this machine's
clock. On `INPUT 1` it presses a button or closes a sensor, on `INPUT 0` it lets go, and says
`rested` once the firmware has had its time to see that. It lives about as fast as a real one, in a
process of its own: what shares one with the emulator stands still for most of a second at times.
"""

import asyncio
import os
import pty
import sys
import tty
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic

from minigam.board.pico_settings import settings
from minigam.board.profile import load_profile
from tests.firmware.chain_model import WholeChain
from tests.firmware.emulated import EmulatedPico, emulated

REST_SECONDS = 0.03
"""Of the emulated time, which may be slower: so long a touch is at least."""
SLOWER = b"import machine\nmachine.freq(48_000_000)\n"
"""A chip that reads a long chain: at less than half its usual clock, so that this machine can keep
up with it. What it does, it does later than a real one."""
LOOK_SECONDS = 0.002
MOST_BYTES = 4096


async def main(uf2: str, folder: str, board: str) -> None:
    profile = load_profile(board)
    given, boot = {**settings(profile)}, SLOWER if profile.sensors else b""
    async with emulated(uf2, Path(folder), given, WholeChain, boot) as pico:
        pico.device.simulator.real_io_begin()  # never faster than the daemon's time
        pico.strip.on_pixels = _shown
        master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        pico.device.cdc.on_serial_data = partial(_speak, master)
        asyncio.get_running_loop().add_reader(master, _hear, pico, master)
        _say(os.ttyname(slave))
        await _be_touched(pico)
        asyncio.get_running_loop().remove_reader(master)


def _speak(master: int, data: bytes | bytearray) -> None:
    with suppress(BlockingIOError):  # as on a cable whose other end takes nothing
        os.write(master, data)


def _hear(pico: EmulatedPico, master: int) -> None:
    for byte in os.read(master, MOST_BYTES):
        pico.device.cdc.send_serial_byte(byte)


def _shown(pixels: list[tuple[int, ...]]) -> None:
    _say(f"{monotonic()} {bytes(value for pixel in pixels for value in pixel).hex()}")


async def _be_touched(pico: EmulatedPico) -> None:
    given = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(given), sys.stdin
    )
    async for line in given:
        number, low = map(int, line.split())
        pico.move(number, bool(low))
        rested = pico.now + REST_SECONDS
        while pico.now < rested:
            await asyncio.sleep(LOOK_SECONDS)
        _say("rested")


def _say(words: str) -> None:
    print(words, flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
