"""What is simulated: the chain as the wiring has it, and the one before it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import accumulate

from hardware.drawing.chain import CABLE_MM, LINES, chain
from hardware.drawing.felt import Felt, felt
from hardware.drawing.rails import CHAIN_FUSE_OHM, chain_loads, chain_step
from hardware.drawing.registers import register_board
from hardware.drawing.wiring import Part
from hardware.simulation.cable import USUAL, Spread
from hardware.simulation.datasheets import INPUT_F, PICO_PIN, SUPPLY, Pin, Thresholds, hc, hcs
from hardware.simulation.wires import chain_mm
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
    thresholds_at: Callable[[float], Thresholds]
    """Those of its registers at a supply, V."""
    cables_m: tuple[float, ...]
    """Of the cable to each board, the Pico's neighbour first."""
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
    steps_ohm: tuple[float, ...] = ()
    """In 3.3 V before each board, there and back; else its wires have no resistance."""
    loads_a: tuple[float, ...] = ()
    """What each board draws from 3.3 V at most; else nothing."""
    fuse_ohm: tuple[float, float] = (0.0, 0.0)
    """In 3.3 V at the Pico: at least, and at most; 0 where there is none."""

    @property
    def boards(self) -> int:
        """How many there are."""
        return len(self.cables_m)

    def supplies(self, corner: "Corner") -> tuple[float, ...]:
        """3.3 V at each board, with its own load.

        >>> [round(volts, 3) for volts in printed_chain("quarter-hall").supplies(NOMINAL)][:2]
        [3.239, 3.235]
        """
        if not self.loads_a:
            return (SUPPLY,) * self.boards
        behind = [sum(self.loads_a[board:]) for board in range(self.boards)]
        drops = [ohm * ampere for ohm, ampere in zip(self.steps_ohm, behind, strict=True)]
        first = SUPPLY - self.fuse_ohm[corner.is_fuse_worn] * behind[0]
        return tuple(first - drop for drop in accumulate(drops))

    def thresholds(self, corner: "Corner") -> Thresholds:
        """From the lowest of all boards to the highest."""
        supplies = self.supplies(corner)
        low, high = self.thresholds_at(min(supplies)), self.thresholds_at(max(supplies))
        return replace(low, rise_max=high.rise_max, fall_max=high.fall_max)


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


def wired(profile: str) -> Design:
    """The chain that the sheets show; both lines from the Pico are alike."""
    chained = felt_of(profile)
    entry, board = _named(chain(chained)[0].parts), _named(register_board().parts)
    cables_mm = [max(CABLE_MM, length) for length in chain_mm(profile)]
    return Design(
        name=f"chain, {chained.boards} boards",
        order=tuple(LINES.values()),
        registers=sum(part.what == "74HCS165" for part in board.values()),
        thresholds_at=hcs,
        cables_m=tuple(length / 1000 for length in cables_mm),
        series_ohm=value(entry["R5"]),
        filter_f=value(entry["C4"]),
        match_ohm=value(entry["R7"]),
        data_ohm=value(board["register R2"]),
        inner_ohm=value(board["register R5"]),
        delay_f=value(board["register C4"]),
        down_ohm=value(board["register R4"]),
        up_ohm=value(board["register R1"]),
        steps_ohm=tuple(map(chain_step, cables_mm)),
        loads_a=tuple(load / 1000 for load in chain_loads(chained)),
    )


def printed_chain(profile: str) -> Design:
    """The same parts on printed lanes, with their cables, and a fuse on the base board."""
    lengths = chain_mm(profile)
    return replace(
        wired(profile),
        name=f"chain of printed boards, {len(lengths)} boards",
        cables_m=tuple(length / 1000 for length in lengths),
        steps_ohm=tuple(map(chain_step, lengths)),
        fuse_ohm=CHAIN_FUSE_OHM,
    )


def earlier_chain(boards: int) -> Design:
    """One 74HC165 a board and another order of wires: kept to show that the limits can fail."""
    return Design(
        name=f"earlier chain, {boards} boards",
        order=("3V3", "GND", "LOAD", "CLOCK", "DATA"),
        registers=1,
        thresholds_at=hc,
        cables_m=(CABLE_MM / 1000,) * boards,
        series_ohm=100.0,
    )


@dataclass(frozen=True)
class Corner:
    """How far parts and cable are from their usual values."""

    name: str
    pin: Pin = PICO_PIN
    spread: Spread = USUAL
    input_f: float = INPUT_F
    stray_f: float = 3e-12
    """Of an adapter and its tracks, at each input; an estimate."""
    is_fuse_worn: bool = False
    """Whether the chain's fuse has its highest resistance; else its lowest."""


NOMINAL = Corner("nominal")
CORNERS = (
    NOMINAL,
    Corner("fast pin, high impedance", Pin(25.0, 1.0e-9), Spread(1.2, 1.2), 2e-12, 2e-12),
    Corner("fast pin, low impedance", Pin(25.0, 1.0e-9), Spread(0.8, 0.8), 2e-12, 2e-12, True),
    Corner("slow pin, high impedance", Pin(60.0, 3e-9), Spread(1.2, 1.2), 5e-12, 5e-12),
    Corner("slow pin, low impedance", Pin(60.0, 3e-9), Spread(0.8, 1.2), 5e-12, 5e-12, True),
)
