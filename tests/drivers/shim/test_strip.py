"""The real rpi_ws281x over an SPI device that is a file: what the wire would carry.

It is no part of the test extra, for it comes as source: `pip install rpi_ws281x` wants a C compiler
and Python's headers.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.drivers.shim.preload import PI_3, PI_4, ZERO_2_W, Machine, Model, build

pytestmark = [
    pytest.mark.shim,
    pytest.mark.skipif(not find_spec("_rpi_ws281x"), reason="needs `pip install rpi_ws281x`"),
]

GPIO_REGISTERS = {PI_4: 0xFE200000, PI_3: 0x3F200000, ZERO_2_W: 0x3F200000}
"""Where the chip's manual has them (BCM2835, BCM2837 and BCM2711 peripherals)."""
ALTERNATIVE_0 = 0b100
"""GPIO 10 as the data line of SPI 0; it is the first of GPFSEL1, the second register."""
SYMBOLS = {0b110: 1, 0b100: 0}
"""A WS2812B's bit is long high or short high (its datasheet), in thirds of a bit's time."""


def bits(wire: bytes, width: int) -> list[int]:
    """Groups of bits, as they go over a wire."""
    whole = int.from_bytes(wire, "big")
    count = len(wire) * 8
    return [whole >> (count - at - width) & (1 << width) - 1 for at in range(0, count, width)]


def pixels(wire: bytes) -> bytes:
    """What a strip of two pixels reads off a wire that is low before and after."""
    symbols = bits(wire.strip(b"\0") + bytes(9), 3)[: 2 * 24]
    read = "".join(str(SYMBOLS[symbol]) for symbol in symbols)
    return int(read, 2).to_bytes(6, "big")


@pytest.mark.parametrize("model", GPIO_REGISTERS, ids=lambda model: model.revision)
def test_frames_go_out_on_gpio_10(
    model: Model, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    pi = Machine(build(tmp_path_factory.mktemp("library")), tmp_path, model)
    wire, memory = pi.root / "dev/spidev0.0", pi.root / "dev/gpiomem"
    wire.touch()
    with memory.open("wb") as registers:
        registers.truncate(GPIO_REGISTERS[model] + 4096)  # all but these are a hole in the file
    assert pi.case("lit") == ["00ff00000001", "020103408020"]
    with memory.open("rb") as registers:
        registers.seek(GPIO_REGISTERS[model] + 4)
        assert registers.read(4)[0] & 0b111 == ALTERNATIVE_0
    sent = wire.read_bytes()
    frames = [sent[at : at + len(sent) // 3] for at in range(0, len(sent), len(sent) // 3)]
    dark = bytes(6).hex()
    assert [pixels(frame).hex() for frame in frames] == ["00ff00000001", "020103408020", dark]
