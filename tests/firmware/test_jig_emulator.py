"""The jig's whole firmware on an emulated RP2040, with MicroPython from `MINIGAM_UF2`."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from minigam.errors import HardwareError
from minigam.link.jig import (
    HAS_LET_GO,
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
from minigam.link.session import Expected, LinkSession
from tests.firmware.boards import EMULATED, UF2, board_json, chain

pytestmark = EMULATED
STRIP = 22
DRIVES = (*range(22), 28)
ZERO, ONE, PERIOD = 312, 812, 1250
"""Of our own firmware's bits, in nanoseconds; see `firmware/ws2812.py`."""
SILENCE = 50_000
APART = 70_000
"""Nanoseconds from frame to frame: with a byte in them, they are 60,000 apart."""
STAMP = 20e-6
"""How good a time has to be, in seconds."""
STEP = 0.02e-6
"""How good a width: two steps of the chip's clock, and the waveform's own."""
JITTER = 0.04e-6
"""Of the edges of an emulated Pico: each lies within one step of the processor."""
SENSORS, PIXELS = 8, 3
BOARD = board_json(1, PIXELS, chain(SENSORS), "small")


def test_on_the_chip_itself(tmp_path: Path) -> None:
    """Pins, frames, their times, widths, no meter, and a new start: one boot for all."""
    asyncio.run(work(tmp_path))


async def work(folder: Path) -> None:
    from rp2040py import GPIOPinState

    from tests.firmware.emulated_jig import emulated_jig, waveform

    async with emulated_jig(UF2, folder, STRIP) as jig:

        async def carried() -> tuple[int, bytes]:
            pieces, end = [await piece()], jig.now + 1.0
            while not pieces[0].size:
                assert jig.now < end, "expected a frame within a second"
                pieces = [await piece()]
            while sum(len(each.data) for each in pieces) < pieces[0].size:
                pieces.append(await piece())
            return pieces[0].at, whole(pieces).data

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
        jig.meter.registers = {1: 0xFFFE, 2: 0x2722}
        assert await jig.ask(Meter(0)) == Metered(10, 4 * 0x4E4, -20)
        jig.meter.registers = {}
        assert await jig.ask(Meter(0)) == Metered(11)

        for size in (3, 41, 288, 1):
            frame = Random(size).randbytes(size)
            jig.wave.play(waveform(frame, ZERO, ONE, PERIOD), step=40)
            at, data = await carried()
            assert data == frame
            assert at / 1e6 == pytest.approx(jig.wave.began - start, abs=STAMP)

        burst = [
            (APART * place + at, level)
            for place in range(40)
            for at, level in waveform(bytes([place]), ZERO, ONE, PERIOD)
        ]
        for _ in range(2):  # more than there is room for at once
            jig.wave.play(burst, step=40)
            many = [await carried() for _ in range(40)]
            assert [frame for _, frame in many] == [bytes([place]) for place in range(40)]
            apart = [(at - many[0][0]) / 1e6 for at, _ in many]
            assert apart == pytest.approx([place * APART / 1e9 for place in range(40)], abs=2e-6)

        for zero, one, period in ((ZERO, ONE, PERIOD), (416, 832, 1248), (352, 704, 1304)):
            jig.begin(Time(0, 5000))
            await jig.rest(0.02)
            jig.wave.play(waveform(b"\x0f\xa5\x00", zero, one, period))
            await jig.run(lambda: jig.talk.answer is not None, 5.0)
            check(jig.talk.answer, zero, one, period)
        jig.begin(Time(0, 5000))
        await jig.rest(0.02)
        jig.wave.play(waveform(bytes(250) + b"\xff" * 50, ZERO, ONE, PERIOD))
        await jig.run(lambda: jig.talk.answer is not None, 5.0)
        assert isinstance(jig.talk.answer, Timed)
        assert jig.talk.answer.widths[2]  # it has waited for the frame's end

        nothing = await jig.ask(Time(0, 50))
        assert isinstance(nothing, Timed)
        assert nothing.widths == ()

        await drive(5, True)
        held = jig.watch(5)
        await jig.device.ahard_reset()
        with pytest.raises(HardwareError, match=HAS_LET_GO):
            await drive(4, True)
        assert held[-1][1] == free


def test_what_a_boards_firmware_sends_is_read(tmp_path: Path) -> None:
    """The edges that one emulated Pico puts on its strip's wire, seen by another."""
    frame = Random(4).randbytes(3 * PIXELS)
    for name in ("board", "jig"):
        (tmp_path / name).mkdir()
    edges = asyncio.run(lit(tmp_path / "board", frame))
    assert len(edges) == 2 * 8 * len(frame)
    timed = asyncio.run(seen(tmp_path / "jig", frame, edges))
    widths = [each / 1e9 for each in timed.widths[:6]]
    expected = [each / 1e9 for each in (ZERO, ZERO, ONE, ONE, PERIOD, PERIOD)]
    assert widths == pytest.approx(expected, abs=JITTER + STEP)


async def lit(folder: Path, frame: bytes) -> list[tuple[int, bool]]:
    """What the board's firmware does for a frame: nanoseconds, and the level from then on."""
    from rp2040py import GPIOPinState

    from tests.firmware.emulated import emulated

    async with emulated(UF2, folder, BOARD) as pico:
        session = LinkSession(Expected(BOARD["name"], BOARD["hash"], SENSORS + 1, PIXELS), pico.now)
        await pico.talk(session, lambda: session.board is not None, 10.0)
        edges: list[tuple[int, bool]] = []
        clock, wire = pico.device.mcu.clock, pico.device.mcu.gpio[BOARD["strip"]["gpio"]]
        wire.add_listener(
            lambda level, _: edges.append((round(clock.nanos), level == GPIOPinState.HIGH))
        )
        session.show(frame)
        await pico.talk(session, lambda: session.shown == frame, 10.0)
        end = pico.now + 0.001
        await pico.talk(session, lambda: pico.now > end, 1.0)
    start = edges[0][0] - PERIOD
    return [(at - start, level) for at, level in edges]


async def seen(folder: Path, frame: bytes, edges: list[tuple[int, bool]]) -> Timed:
    """How the jig times these edges, after it has read the frame in them."""
    from tests.firmware.emulated_jig import emulated_jig

    async with emulated_jig(UF2, folder, STRIP) as jig:
        await jig.ask(None, 10.0)
        jig.begin(Time(0, 5000))
        await jig.rest(0.02)
        jig.wave.play(edges)
        await jig.run(lambda: jig.talk.answer is not None, 5.0)
        timed = jig.talk.answer
        carried = await jig.ask(Watch(0))
    assert isinstance(timed, Timed)
    assert isinstance(carried, Carried)
    assert carried.data == frame
    return timed


def check(answer: Answer | None, zero: int, one: int, period: int) -> None:
    assert isinstance(answer, Timed)
    expected = [zero, zero, one, one, period, period]
    assert len(answer.widths) == WIDTHS
    assert [each / 1e9 for each in answer.widths[:6]] == pytest.approx(
        [each / 1e9 for each in expected], abs=STEP
    )
    assert answer.widths[6] > SILENCE  # how long is not emulated: see `Waveform`
