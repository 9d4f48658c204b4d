"""What is simulated: the chain as the wiring has it, and the one before it."""

from collections.abc import Iterable
from dataclasses import dataclass

from hardware.drawing.chain import CABLE_MM, LINES, chain
from hardware.drawing.felt import Felt, felt
from hardware.drawing.registers import register_board
from hardware.drawing.wiring import Part
from hardware.simulation.cable import USUAL, Spread
from hardware.simulation.datasheets import HC, HCS, INPUT_F, PICO_PIN, Pin, Thresholds
from minigam.board.profile import load_profile

PROFILES = ("quarter-hall", "dice-16-hall", "full-24-hall")
"""The boards with a chain, shortest first."""


@dataclass(frozen=True)
class Design:
    """A chain of register boards. 0 for a resistor or capacitor says that there is none."""

    name: str
    order: tuple[str, ...]
    """What the wires of the ribbon carry, from pin 1 on."""
    registers: int
    """A board."""
    thresholds: Thresholds
    series_ohm: float
    """In LOAD and in CLOCK, at the Pico."""
    filter_f: float = 0.0
    """Behind it to ground."""
    match_ohm: float = 0.0
    """From there to the cable."""
    data_ohm: float = 0.0
    """From a board's output to DATA."""
    inner_ohm: float = 0.0
    """From a board's second register to the first one's serial input."""
    delay_f: float = 0.0
    """From each serial input to ground."""
    down_ohm: float = 0.0
    """From LOAD and from CLOCK to ground, on each board."""
    up_ohm: float = 0.0
    """From DATA of the next board to 3.3 V, on each board."""
    cable_m: float = CABLE_MM / 1000
    """From board to board."""


def value(part: Part) -> float:
    """Ohms or farads of a resistor or capacitor, by the item that is bought for it.

    >>> from hardware.drawing.items import C100N
    >>> value(Part("C1", "", {}, {C100N: 1}))
    1e-07
    """
    (item,) = part.holds
    return item.value


def _named(parts: Iterable[Part]) -> dict[str, Part]:
    return {part.name: part for part in parts}


def felt_of(profile: str) -> Felt:
    """A profile's chain; `ValueError` if it has none."""
    found = felt(load_profile(profile))
    if found is None:
        raise ValueError(f"expected a chain in {profile}")
    return found


def wired() -> Design:
    """The chain that the sheets show; both lines from the Pico are alike."""
    entry = _named(chain(felt_of(PROFILES[0]))[0].parts)
    board = _named(register_board().parts)
    return Design(
        name="chain",
        order=tuple(LINES.values()),
        registers=sum(part.what == "74HCS165" for part in board.values()),
        thresholds=HCS,
        series_ohm=value(entry["R5"]),
        filter_f=value(entry["C4"]),
        match_ohm=value(entry["R7"]),
        data_ohm=value(board["register R2"]),
        inner_ohm=value(board["register R5"]),
        delay_f=value(board["register C4"]),
        down_ohm=value(board["register R4"]),
        up_ohm=value(board["register R1"]),
    )


OLD = Design(
    name="earlier chain",
    order=("3V3", "GND", "LOAD", "CLOCK", "DATA"),
    registers=1,
    thresholds=HC,
    series_ohm=100.0,
)
"""One 74HC165 a board and another order of wires: kept to show that the limits can fail."""


@dataclass(frozen=True)
class Corner:
    """How far parts and cable are from their usual values."""

    name: str
    pin: Pin = PICO_PIN
    spread: Spread = USUAL
    input_f: float = INPUT_F
    stray_f: float = 3e-12
    """Of an adapter and its tracks, at each input; an estimate."""


NOMINAL = Corner("nominal")
CORNERS = (
    NOMINAL,
    Corner("fast pin, high impedance", Pin(25.0, 1.0e-9), Spread(1.2, 1.2), 2e-12, 2e-12),
    Corner("fast pin, low impedance", Pin(25.0, 1.0e-9), Spread(0.8, 0.8), 2e-12, 2e-12),
    Corner("slow pin, high impedance", Pin(60.0, 3e-9), Spread(1.2, 1.2), 5e-12, 5e-12),
    Corner("slow pin, low impedance", Pin(60.0, 3e-9), Spread(0.8, 1.2), 5e-12, 5e-12),
)
