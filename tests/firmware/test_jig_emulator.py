"""The jig's whole firmware on an emulated RP2040, with MicroPython from `MINIGAM_UF2`."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from random import Random

import pytest

from minigam.errors import HardwareError
from minigam.link.jig import (
    RESTARTED,
    WIDTHS,
    Answer,
    Carried,
    Drive,
    Driven,
    Identity,
    Meter,
    Metered,
    Refused,
    Time,
    Timed,
    Watch,
    whole,
)

UF2 = os.environ.get("MINIGAM_UF2", "")
pytestmark = [
    pytest.mark.emulator,
    pytest.mark.slow,
    pytest.mark.skipif(not UF2, reason="MINIGAM_UF2 names no MicroPython for the Pico"),
]
STRIP = 22
DRIVES = (*range(22), 28)
ZERO, ONE, PERIOD = 250, 875, 1250
"""Of our own firmware's bits, in nanoseconds; see `firmware/ws2812.py`."""
SILENCE = 50_000
STAMP = 20e-6
"""How good a time has to be, in seconds."""
STEP = 0.02e-6
"""How good a width: two steps of the chip's clock, and the waveform's own."""


def test_on_the_chip_itself(tmp_path: Path) -> None:
    """Pins, frames, their times, widths, no meter, and a new start: one boot for all."""
    asyncio.run(work(tmp_path))


async def work(folder: Path) -> None:
    from rp2040py import GPIOPinState

    from tests.firmware.emulated_jig import emulated_jig, waveform

    async with emulated_jig(UF2, folder, STRIP) as jig:

        async def carried() -> tuple[int, bytes]:
            pieces = [await piece()]
            while not pieces[0].size:
                pieces = [await piece()]
            while sum(len(each.data) for each in pieces) < pieces[0].size:
                pieces.append(await piece())
            return pieces[0].at, whole(pieces)

        async def piece() -> Carried:
            answer = await jig.ask(Watch(0))
            assert isinstance(answer, Carried)
            assert answer.lost == 0
            return answer

        async def drive(pin: int, low: bool, gaps: tuple[int, ...] = ()) -> int:
            answer = await jig.ask(Drive(0, pin, low, gaps))
            assert isinstance(answer, Driven)
            return answer.at

        assert await jig.ask(None, 10.0) == Identity(6, 1, (0, 1, 0), STRIP, DRIVES, "pico")

        low, free = GPIOPinState.LOW, GPIOPinState.INPUT
        seen = jig.watch(3)
        first = await drive(3, True)
        start = seen[0][0] - first / 1e6
        """The jig's time began then."""
        second = await drive(3, False, (500, 300))
        assert [level for _, level in seen] == [low, free, low, free]
        told = [each / 1e6 for each in (first, second, second + 500, second + 800)]
        assert [at - start for at, _ in seen] == pytest.approx(told, abs=STAMP)
        assert await jig.ask(Drive(0, STRIP, True)) == Refused(9)
        assert await jig.ask(Meter(0)) == Metered(10)

        for size in (3, 41, 288, 1):
            frame = Random(size).randbytes(size)
            jig.wave.play(waveform(frame, ZERO, ONE, PERIOD), step=40)
            at, data = await carried()
            assert data == frame
            assert at / 1e6 == pytest.approx(jig.wave.began - start, abs=STAMP)

        two = waveform(b"one", ZERO, ONE, PERIOD)
        last = two[-1][0] + 60_000
        two += [(last + at, level) for at, level in waveform(b"two", ZERO, ONE, PERIOD)]
        jig.wave.play(two, step=40)
        assert [(await carried())[1], (await carried())[1]] == [b"one", b"two"]

        for zero, one, period in ((ZERO, ONE, PERIOD), (416, 832, 1248), (352, 704, 1304)):
            jig.begin(Time(0, 5000))
            await jig.rest(0.02)
            jig.wave.play(waveform(b"\x0f\xa5\x00", zero, one, period))
            await jig.run(lambda: jig.talk.answer is not None, 5.0)
            check(jig.talk.answer, zero, one, period)
        nothing = await jig.ask(Time(0, 50))
        assert isinstance(nothing, Timed)
        assert nothing.widths == ()

        await drive(5, True)
        held = jig.watch(5)
        await jig.device.ahard_reset()
        with pytest.raises(HardwareError, match=RESTARTED):
            await drive(4, True)
        assert held[-1][1] == free


def check(answer: Answer | None, zero: int, one: int, period: int) -> None:
    """Are the widths told the true ones?"""
    assert isinstance(answer, Timed)
    expected = [zero, zero, one, one, period, period]
    assert len(answer.widths) == WIDTHS
    assert [each / 1e9 for each in answer.widths[:6]] == pytest.approx(
        [each / 1e9 for each in expected], abs=STEP
    )
    assert answer.widths[6] > SILENCE  # how long is not emulated: see `Waveform`
