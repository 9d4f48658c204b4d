"""The jig's firmware on an emulated RP2040, with a waveform at the pin that watches the strip."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

from rp2040py import RP2040, GPIOPinState

from minigam.drivers.firmware import jig_files
from minigam.link.jig import Answer, Question, Talk
from tests.firmware.emulated import NANOSECONDS, Emulated

STEP = 8
"""Nanoseconds of the chip's clock, see `Waveform`."""
Edges = list[tuple[int, bool]]
"""Nanoseconds since the start, and the level from then on."""


def waveform(data: bytes, zero: int, one: int, period: int) -> Edges:
    """A WS2812's, with highs and periods of so many nanoseconds."""
    bits = [byte >> place & 1 for byte in data for place in range(7, -1, -1)]
    rises = [period * place for place in range(1, len(bits) + 1)]
    highs = [(rise, rise + (one if bit else zero)) for rise, bit in zip(rises, bits, strict=True)]
    return [edge for rise, fall in highs for edge in ((rise, True), (fall, False))]


class Waveform:
    """Puts edges onto a pin.

    The emulator gives a state machine one step for each step of the processor, or for each leap to
    the next event while that sleeps. So there is an event every few nanoseconds while edges come,
    and they begin when the processor has just fallen asleep.
    """

    def __init__(self, pin: int) -> None:
        self.began = 0.0
        """Emulated seconds at the first rise."""
        self._pin = pin
        self._steps = iter(list[bool]())
        self._step = STEP
        self._awaits_sleep = False

    def attach(self, rp2040: RP2040) -> None:
        self._rp2040, self._gpio = rp2040, rp2040.gpio[self._pin]
        self._gpio.set_input_value(False)
        self._alarm = rp2040.clock.create_alarm(self._next)

    def play(self, edges: Edges, step: int = STEP) -> None:
        """Put these edges on, with an event every `step` nanoseconds."""
        self.began, self._step, self._steps = 0.0, step, _levels(edges, step)
        self._awaits_sleep = True
        self._alarm.schedule(step)

    def _next(self) -> None:
        if self._awaits_sleep and not self._rp2040.core.waiting:
            self._alarm.schedule(1000)
            return
        self._awaits_sleep = False
        level = next(self._steps, None)
        if level is None:
            return
        if level and not self.began:
            self.began = self._rp2040.clock.nanos * NANOSECONDS
        self._gpio.set_input_value(level)
        self._alarm.schedule(self._step)


def _levels(edges: Edges, step: int) -> Iterator[bool]:
    now, level = 0, False
    for at, following in edges:
        while now < at:
            yield level
            now += step
        level = following
    yield level


class Ina219:
    """The meter on I2C1."""

    def __init__(self) -> None:
        self.registers: dict[int, int] = {}
        """Without any it is not there."""
        self._left = b""

    def attach(self, rp2040: RP2040) -> None:
        bus = self._bus = rp2040.i2c[1]
        bus.on_connect = lambda address, _: bus.complete_connect(
            address == 0x40 and bool(self.registers)
        )
        bus.on_write_byte = self._point
        bus.on_read_byte = self._give

    def _point(self, register: int) -> None:
        self._left = self.registers[register].to_bytes(2, "big")
        self._bus.complete_write(True)

    def _give(self, _more: bool) -> None:
        first, self._left = self._left[0], self._left[1:]
        self._bus.complete_read(first)


class EmulatedJig(Emulated):
    """A jig, and a talk at the other end of its cable."""

    def __init__(self, uf2: str, folder: Path, strip: int) -> None:
        self.wave, self.meter = Waveform(strip), Ina219()
        self.talk = Talk(5)
        super().__init__(uf2, folder, jig_files(), (self.wave, self.meter))

    def watch(self, pin: int) -> list[tuple[float, GPIOPinState]]:
        """What the jig does with a pin from now on; filled as it happens."""
        seen: list[tuple[float, GPIOPinState]] = []
        self.device.mcu.gpio[pin].add_listener(lambda level, _: seen.append((self.now, level)))
        return seen

    async def ask(self, question: Question | None, seconds: float = 5.0) -> Answer:
        """Its answer; None asks who it is."""
        self.begin(question)
        await self.run(lambda: self.talk.answer is not None, seconds)
        assert self.talk.answer
        return self.talk.answer

    def begin(self, question: Question | None) -> None:
        """Ask, and do not wait."""
        if question is None:
            self.talk.meet(self.now)
        else:
            self.talk.ask(question, self.now)

    async def run(self, until: Callable[[], bool], seconds: float) -> None:
        """Let them talk until something has happened."""

        def turn(heard: bytes) -> bytes:
            self.talk.receive(heard)
            return self.talk.due(self.now)

        await self.take_turns(turn, until, seconds)

    async def rest(self, seconds: float) -> None:
        end = self.now + seconds
        await self.run(lambda: self.now >= end, 2 * seconds)


@asynccontextmanager
async def emulated_jig(uf2: str, folder: Path, strip: int = 22) -> AsyncIterator[EmulatedJig]:
    jig = EmulatedJig(uf2, folder, strip)
    async with jig.device:
        yield jig
