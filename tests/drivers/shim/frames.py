"""What rpi_ws281x sends in `cases.lit`, with a file as its SPI device."""

from pathlib import Path

from tests.drivers.shim.preload import PI_3, PI_4, ZERO_2_W, Model

SPI, MEMORY = "dev/spidev0.0", "dev/gpiomem"
FRAMES = ["00ff00000001", "020103408020"]
"""The frames of `cases.lit`, as bytes in the strip's order."""
DARK = bytes(6).hex()
"""What closing the strip sends."""
GPIO_REGISTERS = {PI_4: 0xFE200000, PI_3: 0x3F200000, ZERO_2_W: 0x3F200000}
"""Where the chip's manual has them (BCM2835, BCM2837 and BCM2711 peripherals)."""
ALTERNATIVE_0 = 0b100
"""GPIO 10 as the data line of SPI 0; it is the first of GPFSEL1, the second register."""
SYMBOLS = {0b110: 1, 0b100: 0}
"""A WS2812B's bit is long high or short high (its datasheet), in thirds of a bit's time."""


def _bits(wire: bytes, width: int) -> list[int]:
    """Groups of bits, as they go over a wire."""
    whole = int.from_bytes(wire, "big")
    count = len(wire) * 8
    return [whole >> (count - at - width) & (1 << width) - 1 for at in range(0, count, width)]


def _pixels(wire: bytes) -> bytes:
    """What a strip of two pixels reads off a wire that is low before and after."""
    symbols = _bits(wire.strip(b"\0") + bytes(9), 3)[: 2 * 24]
    read = "".join(str(SYMBOLS[symbol]) for symbol in symbols)
    return int(read, 2).to_bytes(6, "big")


def give_spi(root: Path, model: Model) -> None:
    """Give a Pi in a folder what a strip on GPIO 10 takes: the device, and the pins' registers."""
    (root / SPI).touch()
    with (root / MEMORY).open("wb") as registers:
        registers.truncate(GPIO_REGISTERS[model] + 4096)  # all but these are a hole in the file


def function_of_pin(root: Path, model: Model) -> int:
    """What GPIO 10 was set to."""
    with (root / MEMORY).open("rb") as registers:
        registers.seek(GPIO_REGISTERS[model] + 4)
        return registers.read(4)[0] & 0b111


def frames_sent(root: Path) -> list[str]:
    """The three frames that a strip of two pixels has read off the wire."""
    sent = (root / SPI).read_bytes()
    third = len(sent) // 3
    return [_pixels(sent[at : at + third]).hex() for at in range(0, len(sent), third)]
