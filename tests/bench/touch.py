"""Touch to light: from a mock pin's edge to the bytes handed to the strip."""

import asyncio
import gc
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

from minigam.board.debounce import DEBOUNCE_SECONDS
from minigam.board.lighting import Frame, Segment
from minigam.board.profile import load_profile
from minigam.daemon.app import SWITCH_SECONDS, Daemon
from minigam.daemon.config import Config
from minigam.daemon.hardware import OpenHardware, open_strip
from minigam.daemon.housekeeping import Housekeeper
from minigam.daemon.judges import Judges
from minigam.daemon.opponent import Opponent
from minigam.daemon.teacher import Teacher
from minigam.daemon.voice import voice_of
from minigam.drivers.gpio import GpioInputs
from minigam.drivers.interfaces import Strip
from minigam.drivers.pixels import StripThread
from minigam.drivers.simulated import MockHand, mock_factory
from minigam.journal.schema import board_key
from minigam.journal.store import FILE_NAME, Journal
from minigam.rules.actions import Begun, Rolled
from minigam.solver.tablebase import TablebaseStore
from minigam.table.events import Opened
from minigam.table.setup import Setup

TAPS = 1000
WARM_UP = 50
PAUSE_SECONDS, UNDO_SECONDS = 0.11, 0.05
"""Before a touch that is timed, and around the one that takes the step back."""
PIXEL_SECONDS = 30e-6
"""A WS2812B takes 24 bits of 1.25 us (its datasheet)."""
RESET_SECONDS = 280e-6


class _Clocked:
    """A strip that notes when bytes that follow from a tap, not from a pattern, are handed over."""

    def __init__(self, strip: Strip, lane: Segment) -> None:
        self._strip = strip
        self._pixel = lane.first
        self._picked_up = False
        self.written = asyncio.Event()
        self.at = 0.0
        self._loop = asyncio.get_running_loop()

    @property
    def sent(self) -> bytes:
        return self._strip.sent

    @property
    def alive(self) -> bool:
        return self._strip.alive

    def show(self, frame: Frame) -> None:
        self._strip.show(frame)
        red, green, blue = frame[self._pixel]
        picked_up = red == green == blue != 0  # white means `selected`, and nothing else here
        if picked_up is not self._picked_up:
            self._picked_up, self.at = picked_up, perf_counter()
            self._loop.call_soon_threadsafe(self.written.set)

    def close(self) -> None:
        self._strip.close()


class Bench:
    """A board in a game, on which one checker is moved to and fro."""

    def __init__(self, hand: MockHand, strip: _Clocked) -> None:
        self._hand = hand
        self._strip = strip

    async def step(self, pause: float = PAUSE_SECONDS) -> tuple[float, float]:
        """A checker of the bar is picked up, and moved, which is stored; then it is taken back.

        Returns the seconds that each of the two took to be shown. `pause`: before each of them.
        """
        picked_up = await self._tap("bar-white", pause)
        moved = await self._tap("point-5", pause)
        for act in (self._hand.press, self._hand.release):
            await asyncio.sleep(UNDO_SECONDS)
            act("undo")
        await asyncio.sleep(UNDO_SECONDS)
        return picked_up, moved

    async def _tap(self, name: str, pause: float) -> float:
        """A tap acts on release: the clock starts there; the bar's light changes."""
        self._hand.press(name)
        await asyncio.sleep(pause)
        self._strip.written.clear()
        start = perf_counter()
        self._hand.release(name)
        await self._strip.written.wait()
        return self._strip.at - start - DEBOUNCE_SECONDS


@asynccontextmanager
async def bench(folder: Path, broker: str | None = None) -> AsyncIterator[Bench]:
    """A board with the daemon's own parts and settings; `broker`: an MQTT broker's address."""
    profile = load_profile("sim")
    strip = _Clocked(open_strip(profile), profile.strip.segments["bar-white"])
    journal = Journal(folder / FILE_NAME, new=True)
    tables = TablebaseStore(folder)
    opponent, teacher = Opponent(None, tables), Teacher(Judges(tables))
    keeper = Housekeeper(folder / FILE_NAME, teacher.losses)
    daemon = Daemon(profile, journal, opponent, teacher, voice_of(None, False), keeper)
    factory = mock_factory()
    inputs = GpioInputs(factory, profile.inputs, daemon.on_edge)
    hand = MockHand(factory, profile.inputs)
    parts = OpenHardware(inputs, StripThread(strip, daemon.listeners.frame), hand)
    journal.begin(WHITE_TO_MOVE, board_key(profile.points, profile.feels))
    config = Config(data=folder, broker=broker, remote_name="bench")
    daemon.open_table(parts, Opened(Setup()), config, lambda _: None)
    remote = asyncio.create_task(daemon.remote.run())
    usual = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()
    try:
        yield Bench(hand, strip)
    finally:
        gc.unfreeze()
        sys.setswitchinterval(usual)
        remote.cancel()
        await asyncio.wait({remote})
        daemon.close()
        parts.close()
        journal.close()


WHITE_TO_MOVE = (Begun(Setup(dice="hand").terms()), Rolled((5, 2)))
"""The start of a game that white has opened with 5 and 2."""


async def _measured(folder: Path) -> list[float]:
    """Seconds of each move; the first ones are not counted."""
    async with bench(folder) as board:
        return [(await board.step())[1] for _ in range(TAPS)][WARM_UP:]


def report() -> str:
    """The figures as Markdown."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        times = sorted(asyncio.run(_measured(Path(folder))))
    pixels = load_profile("sim").strip.pixels
    wire = pixels * PIXEL_SECONDS + RESET_SECONDS
    middle, late = median(times), times[int(0.99 * len(times))]
    return f"""\
## Touch to light

The time from the edge at a mock pin to the bytes handed to the strip, over {len(times)} accepted
taps in a game. It covers pin callback, event loop, gesture, rules, journal (a commit that is
flushed to disk), lights, current limiter, strip thread and NeoPixel. It excludes the debouncing of
{DEBOUNCE_SECONDS * 1000:.0f} ms.

| figure | ms | times the wire time |
|---|---|---|
| median | {middle * 1000:.2f} | {middle / wire:.2f} |
| 99th percentile | {late * 1000:.2f} | {late / wire:.2f} |
| {pixels} pixels on the wire (30 us each, plus the reset) | {wire * 1000:.2f} | 1 |
"""
