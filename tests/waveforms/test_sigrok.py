"""The data line of both ways to drive a strip, decoded by sigrok: it reads the colours sent."""

from pathlib import Path
from random import Random

import pytest

from minigam.board.lighting import Frame, bytes_of
from minigam.drivers.pixels import BIT_HZ
from minigam.drivers.simulated import captured_strip
from tests.waveforms import pico, spi
from tests.waveforms.sigrok import decoded
from tests.waveforms.trace import Trace

pytestmark = [pytest.mark.sigrok, pytest.mark.slow]
PIXELS, ORDER = 9, "GRB"
START_S, LATCH_S = 10e-6, 400e-6
"""Before the first frame, and behind each: `LATCH_US` of `firmware/strip.py`."""


def random_frame(seed: int) -> Frame:
    values = iter(Random(seed).randbytes(3 * PIXELS))
    return tuple(zip(values, values, values, strict=True))


FRAMES: dict[str, Frame] = {
    "zeros": ((0, 0, 0),) * PIXELS,
    "ones": ((255, 255, 255),) * PIXELS,
    "one bit": (*((1 << bit, 0, 128 >> bit) for bit in range(8)), (0, 1, 0)),
    "random": random_frame(1),
    "other": random_frame(2),
}
ZERO_S, ONE_S = (0.25e-6, 0.38e-6), (0.65e-6, 0.95e-6)
"""How long a zero and a one are high by both the older and newer sheets (Worldsemi WS2812B and
WS2812B-V5, data transfer time)."""


def colours(*frames: Frame) -> list[str]:
    return [f"#{red:02x}{green:02x}{blue:02x}" for frame in frames for red, green, blue in frame]


def joined(traces: list[Trace]) -> Trace:
    """Frames one after the other, with the silence that ends each."""
    line = traces[0].rest(START_S)
    for trace in traces:
        line = line + trace + trace.rest(LATCH_S)
    return line


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> pico.Program:
    module = pico.firmware_module(monkeypatch)
    assert module.BIT_HZ * module.STEPS == STEP_HZ
    found = module.ws2812
    assert isinstance(found, pico.Program)
    return found


STEP_HZ = 16_000_000


def by_pio(program: pico.Program, *frames: Frame) -> Trace:
    """As the Pico sends them: the controller puts each pixel's colours into the strip's order."""
    sent = (bytes_of(frame, ORDER) for frame in frames)
    return joined([pico.waveform(program, STEP_HZ, data) for data in sent])


def by_spi(*frames: Frame, bit_hz: int = BIT_HZ, one: tuple[int, ...] = spi.ONE) -> Trace:
    """As a Pi sends them: the bytes that Adafruit's class hands over."""
    strip, traces = captured_strip(PIXELS, ORDER), []
    for frame in frames:
        strip.show(frame)
        traces.append(spi.waveform(strip.sent, bit_hz, one))
    strip.close()
    return joined(traces)


def outside(trace: Trace) -> list[float]:
    """Pulses that the data sheet promises nothing of."""
    return [
        high
        for high in trace.highs
        if not any(least <= round(high, 9) <= most for least, most in (ZERO_S, ONE_S))
    ]


def test_the_picos_waveform_is_decoded(program: pico.Program, tmp_path: Path) -> None:
    every = FRAMES.values()
    assert decoded(by_pio(program, *every), tmp_path) == colours(*every)


def test_the_pis_waveform_is_decoded(tmp_path: Path) -> None:
    every = FRAMES.values()
    assert decoded(by_spi(*every), tmp_path) == colours(*every)


def test_every_bit_of_the_pis_is_within_the_data_sheet() -> None:
    trace = by_spi(FRAMES["random"])
    assert {round(high * 1e9) for high in trace.highs} == {360, 720}
    assert outside(trace) == []
    assert outside(by_spi(FRAMES["random"], bit_hz=400_000)) != []


def test_every_bit_of_the_picos_is_within_the_data_sheets(program: pico.Program) -> None:
    """7.8125 clocks a step, of 8 ns each: a zero is high for 39 of them, a one for 101 or 102."""
    trace = by_pio(program, FRAMES["random"])
    assert {round(high * 1e9) for high in trace.highs} == {312, 808, 816}
    assert outside(trace) == []


def test_a_zero_that_is_high_for_too_long_is_another_colour(
    program: pico.Program, tmp_path: Path
) -> None:
    program.lines[1] = pico.Instruction(0x1020, "zero")[15]
    frame = FRAMES["random"]
    found = decoded(by_pio(program, frame), tmp_path)
    assert len(found) == PIXELS
    assert found == colours(FRAMES["ones"])


def test_a_one_that_is_as_short_as_a_zero_is_another_colour(tmp_path: Path) -> None:
    frame = FRAMES["random"]
    assert decoded(by_spi(frame, one=spi.ZERO), tmp_path) == colours(FRAMES["zeros"])


def test_bits_that_take_twice_as_long_end_in_another_colour(tmp_path: Path) -> None:
    """A last zero is high for 833 ns then; of the others the decoder sees what follows."""
    frame = FRAMES["zeros"]
    assert decoded(by_spi(frame, bit_hz=400_000), tmp_path) == [
        *colours(frame)[:-1],
        "#000001",
    ]


def test_a_silence_that_is_too_short_loses_pixels(program: pico.Program, tmp_path: Path) -> None:
    """Half a pixel, and the next frame right behind it."""
    half = pico.waveform(program, STEP_HZ, b"\xff")
    whole = pico.waveform(program, STEP_HZ, bytes_of(FRAMES["one bit"], ORDER))
    short = half.rest(START_S) + half + whole + whole.rest(LATCH_S)
    assert decoded(short, tmp_path) != colours(FRAMES["one bit"])
    assert decoded(joined([half, whole]), tmp_path) == colours(FRAMES["one bit"])


def test_traces_of_two_rates_are_not_joined() -> None:
    with pytest.raises(ValueError, match="expected 1 samples a second, got 2"):
        Trace(1, b"") + Trace(2, b"")


def test_a_decoder_that_fails_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="sigrok-cli failed"):
        decoded(Trace(0, b"\0"), tmp_path)
