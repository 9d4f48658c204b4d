"""The strip's supply as it is simulated: what the sheets show, and the design before it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from hardware.drawing import rails
from hardware.drawing.boards import Board, board_named
from hardware.drawing.branches import TRIP_MA, Branch, branches
from hardware.drawing.items import FUSE, SHUNT
from hardware.drawing.lights import lights, onward
from hardware.drawing.power import fuse, power
from hardware.simulation.datasheets import ENTRY_OHM, GLASS_OHM, SHIFTER_OHM, TRANSISTOR_OHM
from hardware.simulation.designs import value
from hardware.simulation.wires import cables, printed_wires
from minigam.board.current_limit import IDLE_MA

BOARDS = ("quarter-hall", "full-24-hall", "dice-16-hall")
"""One for each strip; the button boards have that of `quarter-hall`."""
EARLIER_FEED_MM = 500
"""A cable from a fuse in the earlier supply."""
UNDAMPED_MA = 4000.0
"""What the strip was left in the supply without C1."""
BRIGHT_MA = 60.0
"""A pixel at full white that draws more than usual: three colours of 20 mA; our estimate."""
WARM = 1 + 0.00393 * 40
"""Copper at 60 degrees, for which `hardware/drawing/rails.py` has its figures, against 20."""


@dataclass(frozen=True)
class Path:
    """A way there and back."""

    copper_ohm: float = 0.0
    """Of its wires at 60 degrees."""
    fixed_ohm: float = 0.0
    """Of contacts and parts: the same at any temperature."""

    def at(self, copper: float) -> float:
        """Ohms, with copper at a share of what it has at 60 degrees.

        >>> round(Path(0.2, 0.1).at(0.8), 6)
        0.26
        """
        return self.copper_ohm * copper + self.fixed_ohm


@dataclass(frozen=True)
class Row:
    """Pixels of a branch, with 5 V at one end or at both, or at each printed board."""

    feeds: tuple[Path, ...]
    """From the fuse to the first step, and to the last pixel if there is a second."""
    steps_ohm: tuple[float, ...]
    """Before each pixel, there and back, at 60 degrees."""
    leds_ma: tuple[float, ...]
    """What each pixel draws more than a dark one, in the case of `lit`."""
    starts: tuple[int, ...] = (0,)
    """Which pixels, from 0, have a step from the first feed; else it is from the pixel before."""
    boards: int = 0
    """How many of these begin a printed board, which has a large capacitor."""

    @property
    def pixels(self) -> int:
        """How many."""
        return len(self.steps_ohm)

    @property
    def middle(self) -> int:
        """The pixel in the middle, from 1."""
        return self.pixels // 2


@dataclass(frozen=True)
class SupplyDesign:
    """A strip with its supply. The first row is simulated pixel by pixel, the others as one load.

    0 for a resistor or capacitor says that there is none.
    """

    name: str
    rated_a: float
    entry: Path
    """From the supply's plug to X1."""
    rows: tuple[Row, ...]
    is_electronic: bool
    """Whether each row has an electronic fuse; else a glass fuse is a part of `entry`."""
    input_f: float
    """Ceramic, at the input of each electronic fuse."""
    bulk_f: float
    """Behind each fuse; of a design without electronic ones at X1."""
    series_ohm: float
    """In the data line, at the first pixel."""
    drive_ohm: float = SHIFTER_OHM
    pi_path: Path | None = None
    """From the strip's supply to the Pi's pin 2; None where the Pi has its own supply alone."""
    is_shifted: bool = True
    """Whether a level shifter, whose supply is X1, drives the data line; else the Pico does."""
    entry_f: float = 0.0
    """Electrolytic, at X1."""
    empty_ohm: float = 0.0
    """Beside it."""
    onward_ohm: float = 0.0
    """In the data line, at the first pixel of each further branch."""


@dataclass(frozen=True)
class SupplyCorner:
    """How far parts are from their usual values."""

    name: str
    supply: float = 1.0
    """Of 5 V."""
    copper: float = 1 / WARM
    switch_ohm: float = 0.085
    trip_a: float = sum(TRIP_MA) / 2000
    trip_s: float = 7.5e-3
    """How long a fuse limits before it switches off (SLVS841, deglitch: 5, 7.5 and 10 ms)."""
    bulk: float = 1.0
    """Of an electrolytic capacitor's value."""


COLD = (1 - 0.00393 * 20) / WARM
USUAL_SUPPLY = SupplyCorner("nominal")
HOT_LOW = SupplyCorner(
    *("hot, low supply", rails.LOW, 1.0, rails.SWITCH_OHM, TRIP_MA[0] / 1000, 10e-3, 0.8)
)
COLD_HIGH = SupplyCorner(
    *("cold, high supply", 2 - rails.LOW, COLD, 0.07, TRIP_MA[1] / 1000, 10e-3, 1.2)
)
HOT_HIGH = SupplyCorner(
    *("hot, high supply", 2 - rails.LOW, 1.0, rails.SWITCH_OHM, TRIP_MA[0] / 1000, 5e-3, 1.2)
)
SUPPLY_CORNERS = (USUAL_SUPPLY, HOT_LOW, COLD_HIGH, HOT_HIGH)


def supplied(name: str) -> SupplyDesign:
    """What a board's sheets show; its first row is the branch whose wires are longest."""
    board = board_named(name)
    strip, parts = board.profile.strip, {part.name: part for part in fuse().parts}
    data = {part.name: part for part in lights(board.profile).parts}
    entry = {part.name: part for part in power(board.profile).parts}
    return SupplyDesign(
        name=f"{name}, supply",
        rated_a=strip.supply_ma / 1000,
        entry=_entry(),
        rows=_rows(board, rails.on_stripboard(board.profile)),
        is_electronic=any(FUSE in part.holds for part in entry.values()),
        input_f=value(parts["fuse C1"]),
        bulk_f=value(parts["fuse C3"]),
        series_ohm=value(data["R2"]),
        entry_f=value(entry["C1"]),
        empty_ohm=value(entry["R9"]),
        onward_ohm=value(data[onward(branches(strip)[1])]),
    )


def _entry(square_mm: float = rails.SOCKET_WIRE, more_ohm: float = 0.0) -> Path:
    return Path(2 * rails.ohms(rails.LEAD_MM, square_mm), 2 * rails.SOCKET_OHM + more_ohm)


def _rows(
    board: Board, wires: rails.Wires, fed: Mapping[int, int] = MappingProxyType({})
) -> tuple[Row, ...]:
    """The branches, with the one that loses most first; that is at full white.

    `fed`: how many printed boards each of them feeds, by its number.
    """
    strip = board.profile.strip
    led_ma = strip.budget.led_ma
    found = list(zip(branches(strip), wires.feeds, strict=True))

    def lost(each: tuple[Branch, rails.Feed]) -> float:
        branch, feed = each
        return feed.lost([led_ma + IDLE_MA] * branch.pixels)

    found.sort(key=lost, reverse=True)
    first, *others = (branch for branch, _ in found)
    rest = (strip.budget.total_ma - first.most_ma(led_ma)) / sum(each.pixels for each in others)
    return tuple(
        Row(
            feeds=(Path(feed.copper_ohm, feed.fixed_ohm),),
            steps_ohm=feed.steps,
            leds_ma=(led_ma if branch is first else rest - IDLE_MA,) * branch.pixels,
            starts=feed.starts,
            boards=fed.get(branch.number, 0),
        )
        for branch, feed in found
    )


def metered(name: str) -> SupplyDesign:
    """With the meter's shunt, which a board with a Pico may have in front of X1."""
    entry = _entry(more_ohm=SHUNT.value)
    return replace(supplied(name), name=f"{name}, supply with meter", entry=entry)


def printed(name: str) -> SupplyDesign:
    """With printed boards: their cables, their capacitors, a base board's transistor and the meter.

    A button board has no meter, but the same cables.
    """
    board = board_named(name)
    fed = {branch.number: len(pieces) for branch, pieces, _ in cables(name).pieces.fed()}
    return replace(
        supplied(name),
        name=f"{name}, supply of printed boards",
        rows=_rows(board, printed_wires(board), fed),
        entry=_entry(more_ohm=SHUNT.value + TRANSISTOR_OHM + ENTRY_OHM),
    )


def bright(name: str) -> SupplyDesign:
    """With printed boards, and pixels that draw more than a profile's `led_ma`.

    The current limiter does not measure: it still takes them for what the profile says.
    """
    share = BRIGHT_MA / board_named(name).profile.strip.budget.led_ma
    design = printed(name)
    name = f"{design.name}, pixels of {BRIGHT_MA:g} mA"
    return replace(design, name=name, rows=_brighter(design.rows, share))


def _brighter(rows: tuple[Row, ...], share: float) -> tuple[Row, ...]:
    """The same rows, each pixel of which draws that share of its current."""
    return tuple(replace(row, leds_ma=tuple(ma * share for ma in row.leds_ma)) for row in rows)


def earlier() -> SupplyDesign:
    """One supply for strip and Pi, glass fuses, and one row of 96 pixels fed at both ends.

    Kept to show that the limits can fail. Its wires had 0.75 mm² but for those along the strip, and
    the strip was left 3.8 A: here by its pixels in the middle.
    """
    strip, square = board_named(BOARDS[0]).profile.strip, rails.FUSE_WIRE
    steps = [step for branch in branches(strip) for step in rails.steps(strip, branch)]
    wire = Path(2 * rails.ohms(EARLIER_FEED_MM, square))
    to_pi = Path(2 * rails.ohms(rails.LEAD_MM, square), GLASS_OHM[1.25] + 2 * rails.CONTACT_OHM)
    white = int((3800 - IDLE_MA * strip.pixels) / strip.budget.led_ma)
    dark = (0.0,) * ((strip.pixels - white) // 2)
    lit = (strip.budget.led_ma,) * (strip.pixels - 2 * len(dark))
    return replace(
        supplied(BOARDS[0]),
        name="earlier supply",
        entry=_entry(square, GLASS_OHM[4.0]),
        rows=(Row((wire, wire), tuple(steps), (*dark, *lit, *dark)),),
        is_electronic=False,
        bulk_f=1e-3,
        pi_path=to_pi,
        entry_f=0.0,
        empty_ohm=0.0,
    )


def undamped() -> SupplyDesign:
    """The wiring before C1, R9 and the resistors from branch to branch.

    Its shunt had 20 mΩ, and its strip was left 4 A.
    """
    design = supplied(BOARDS[0])
    budget = board_named(BOARDS[0]).profile.strip.budget
    return replace(
        design,
        name="supply without C1",
        rows=_brighter(design.rows, UNDAMPED_MA / budget.total_ma),
        entry=_entry(more_ohm=0.020),
        entry_f=0.0,
        empty_ohm=0.0,
        onward_ohm=0.0,
    )
