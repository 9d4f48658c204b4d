"""The voltage of each rail, from the supply to its far end, at every load: Ohm's law, added up.

All wires are warm (60 degrees), and both ways count: there and back.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hardware.drawing.branches import Branch, branches
from hardware.drawing.chain import CABLE_MM as REGISTER_CABLE_MM
from hardware.drawing.felt import Felt, felt
from hardware.drawing.items import SHUNT
from hardware.drawing.strip import ENDS_MM, EXTRAS, PITCH_MM, SINGLE_MM, feed_mm
from minigam.board.current_limit import IDLE_MA
from minigam.board.profile_model import Profile, Strip

SUPPLY_V = 5.0
LOW = 0.95
"""The least of what it promises (Mean Well GST40A data sheet: 5 % of voltage tolerance)."""
OHM_MM = 1.72e-5 * (1 + 0.00393 * 40)
"""Copper at 60 degrees, in ohm mm."""
SOCKET_WIRE, FUSE_WIRE, THIN, RIBBON = 1.5, 0.75, 0.5, 0.14
"""Wires to X1, from there to a fuse, along the strip and between register boards, in mm²."""
LEAD_MM = 300
"""From the socket to X1, and from there to a fuse."""
STRIP_OHM_MM = 1.5e-4
"""A strip's own copper, one way, in ohm a mm: our estimate for 30 pixels a metre."""
SOCKET_OHM, CONTACT_OHM, SWITCH_OHM = 0.02, 0.02, 0.135
"""A contact of the socket or of a plug when it is old, and a fuse when it is hot (TPS2553)."""
PIXEL_V, SHIFTER_V = 3.7, 4.5
"""What a WS2812B and a SN74AHCT125 need at least (their data sheets, operating conditions)."""
PICO_3V3, REGISTER_V = 3.2, 2.0
"""A Pico's 3.3 V at its lowest, and what a SN74HCS165 needs at least (data sheets)."""
PULL_UP_MA, REGISTERS_MA = 3.3 / 10, 1.0
"""A sensor that is on, through its 10 kΩ; the two registers of a board while they are read."""
CHAIN_FUSE_OHM = (1.5, 6.0)
"""Of F9, which a base board has in the chain's 3.3 V: at least, and at most an hour after it has
tripped (Bourns MF-NSMF012 data sheet, Rmin and R1max; from memory)."""


@dataclass(frozen=True)
class Rail:
    """The voltage somewhere."""

    where: str
    load: str
    load_ma: float
    """What flows there, in mA."""
    volts: float
    """With the least that the supply promises, in volts."""
    limit: float
    """What is needed there at least, in volts."""

    @property
    def margin(self) -> float:
        """In volts; negative where it is too little."""
        return self.volts - self.limit


@dataclass(frozen=True)
class Feed:
    """The wires of a branch behind its fuse: resistances there and back, in ohms."""

    copper_ohm: float
    """To its first pixel, or to the lever connectors of its boards."""
    steps: tuple[float, ...]
    """Before each pixel."""
    fixed_ohm: float = 0.0
    """Of contacts on that way: the same at any temperature."""
    starts: tuple[int, ...] = (0,)
    """Which pixels, from 0, have a pair of wires of their own from there."""

    def groups(self) -> Iterator[slice]:
        """The pixels that one pair of wires feeds.

        >>> list(Feed(0.1, (0.0,) * 5, starts=(0, 3)).groups())
        [slice(0, 3, None), slice(3, 5, None)]
        """
        ends = (*self.starts[1:], len(self.steps))
        return (slice(*pair) for pair in zip(self.starts, ends, strict=True))

    def lost(self, pixels_ma: Sequence[float]) -> float:
        """What is lost up to the last pixel of a pair of wires, at most, in volts.

        >>> Feed(1.0, (0.5, 0.5)).lost([0.0, 1000.0])
        2.0
        """
        common = sum(pixels_ma) / 1000 * (self.copper_ohm + self.fixed_ohm)
        return common + max(_along(self.steps[at], pixels_ma[at]) for at in self.groups())


def _along(steps_ohm: Sequence[float], pixels_ma: Sequence[float]) -> float:
    """What is lost along pixels in a row: each step carries the current of all behind it."""
    amperes = [sum(pixels_ma[at:]) / 1000 for at in range(len(pixels_ma))]
    return sum(ohm * ampere for ohm, ampere in zip(steps_ohm, amperes, strict=True))


@dataclass(frozen=True)
class Wires:
    """All that has a resistance in a board's rails, in ohms."""

    entry_ohm: float
    """From the supply's plug to X1, there and back."""
    feeds: tuple[Feed, ...]
    """Of each branch."""
    chain_steps: tuple[float, ...] = ()
    """In 3.3 V and ground before each register board, there and back."""
    chain_fuse_ohm: float = 0.0
    """In the chain's 3.3 V, at its beginning; 0: no fuse."""


def on_stripboard(profile: Profile) -> Wires:
    """The wires that the sheets show."""
    found = branches(profile.strip)
    lead = 2 * ohms(LEAD_MM, FUSE_WIRE) + 2 * ohms(feed_mm(len(found)), THIN)
    chained = felt(profile)
    return Wires(
        entry_ohm() + (SHUNT.value if profile.on_a_pico else 0),
        tuple(Feed(lead, tuple(steps(profile.strip, branch))) for branch in found),
        (chain_step(REGISTER_CABLE_MM),) * (chained.boards if chained else 0),
    )


def rails(profile: Profile, wires: Wires | None = None) -> list[Rail]:
    """Every rail of a board, at every load; without `wires` those on stripboard."""
    strip, led_ma = profile.strip, profile.strip.budget.led_ma
    wires = wires or on_stripboard(profile)
    lane = max(segment.count for name, segment in strip.segments.items() if name not in EXTRAS)
    dark = IDLE_MA * strip.pixels
    white = sum(branch.most_ma(led_ma) for branch in branches(strip))
    limited = min(strip.budget.total_ma, white)
    loads = (
        ("all pixels dark", dark, 0),
        ("one lane at full white", dark + lane * led_ma, lane),
        ("a branch at full white, the others limited", limited, strip.pixels),
    )
    return [
        *(rail for load, all_ma, lit in loads for rail in _at(strip, wires, load, all_ma, lit)),
        *_of_the_chain(felt(profile), wires),
    ]


def entry_ohm() -> float:
    """From the supply's plug to X1, there and back, without a meter."""
    return 2 * SOCKET_OHM + 2 * ohms(LEAD_MM, SOCKET_WIRE)


def _at(strip: Strip, wires: Wires, load: str, all_ma: float, lit: int) -> Iterator[Rail]:
    """5 V at X1, and where it is lowest at a branch's end; `lit`: pixels there at full white."""
    at_x1 = SUPPLY_V * LOW - all_ma / 1000 * wires.entry_ohm
    yield Rail("5 V at X1, for the level shifter", load, all_ma, at_x1, SHIFTER_V)
    ends = []
    for branch, feed in zip(branches(strip), wires.feeds, strict=True):
        pixels = _pixels_ma(strip, branch, min(lit, branch.pixels))
        lost = sum(pixels) / 1000 * SWITCH_OHM + feed.lost(pixels)
        ends.append((at_x1 - lost, branch.number, sum(pixels)))
    volts, number, branch_ma = min(ends)
    yield Rail(f"5 V at the last pixel of branch {number}", load, branch_ma, volts, PIXEL_V)


def _pixels_ma(strip: Strip, branch: Branch, lit: int) -> list[float]:
    """What each pixel draws, in mA; the lit ones are the farthest."""
    dark = branch.pixels - lit
    return [IDLE_MA] * dark + [strip.budget.led_ma + IDLE_MA] * lit


def steps(strip: Strip, branch: Branch) -> Iterator[float]:
    """The resistance before each pixel of a branch, there and back, in ohms."""
    ends = branch.pixels
    for name in branch.names:
        count = min(strip.segments[name].count, ends)
        ends -= count
        if name in EXTRAS:
            yield from (2 * ohms(SINGLE_MM, THIN) for _ in range(count))
        else:
            yield 2 * ohms(count * PITCH_MM + ENDS_MM, THIN)
            yield from (2 * STRIP_OHM_MM * PITCH_MM for _ in range(count - 1))


def chain_step(length_mm: float) -> float:
    """From a register board to the next, there and back: a ribbon cable and its contacts."""
    return 2 * (2 * CONTACT_OHM + ohms(length_mm, RIBBON))


def chain_loads(chained: Felt) -> list[float]:
    """What each register board draws with a checker on every place, in mA."""
    occupied = [sum(map(bool, chained.places(n))) for n in range(1, chained.boards + 1)]
    return [count * PULL_UP_MA + REGISTERS_MA for count in occupied]


def _of_the_chain(chained: Felt | None, wires: Wires) -> Iterator[Rail]:
    """3.3 V at the last register board, with a checker on every place."""
    if chained is None:
        return
    loads = chain_loads(chained)
    lost = sum(loads) / 1000 * wires.chain_fuse_ohm + _along(wires.chain_steps, loads)
    where = f"3.3 V at register board B{chained.boards}"
    yield Rail(where, "all places occupied", sum(loads), PICO_3V3 - lost, REGISTER_V)


def ohms(length_mm: float, square_mm: float) -> float:
    """Of a wire of copper, one way, at 60 degrees."""
    return OHM_MM * length_mm / square_mm
