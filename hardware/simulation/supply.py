"""The strip's supply as it is simulated: what the sheets show, and the design before it."""

from dataclasses import dataclass, replace

from hardware.drawing import rails
from hardware.drawing.boards import Board, board_named
from hardware.drawing.branches import FACE, TRIP_MA, Branch, branches
from hardware.drawing.items import FUSE, SHUNT
from hardware.drawing.lights import lights, onward
from hardware.drawing.power import fuse, power
from hardware.drawing.strip import EXTRAS, FEED_MM
from hardware.simulation.datasheets import BOARD_F, GLASS_OHM, SHIFTER_OHM, TRANSISTOR_OHM
from hardware.simulation.designs import value
from minigam.board.current_limit import IDLE_MA

BOARDS = ("quarter-hall", "full-24-hall", "dice-16-hall")
"""One for each strip; the button boards have that of `quarter-hall`."""
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
    """Pixels in a row, with 5 V at one end or at both."""

    feeds: tuple[Path, ...]
    """From the fuse to the first pixel, and to the last one if there is a second."""
    steps_ohm: tuple[float, ...]
    """Before each pixel, there and back, at 60 degrees."""
    leds_ma: tuple[float, ...]
    """What each pixel draws more than a dark one, in the case of `lit`."""
    boards_f: float = 0.0
    """The large capacitors of its printed boards."""

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
    found = _by_drop(board)
    white = found[0].most_ma(strip.budget.led_ma)
    others = sum(branch.pixels for branch in found[1:])
    rest = (strip.budget.total_ma - white) / others - IDLE_MA
    data = {part.name: part for part in lights(board.profile).parts}
    entry = {part.name: part for part in power(board.profile).parts}
    return SupplyDesign(
        name=f"{name}, supply",
        rated_a=strip.supply_ma / 1000,
        entry=_entry(),
        rows=tuple(
            _row(board, branch, strip.budget.led_ma if branch is found[0] else rest)
            for branch in found
        ),
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


def _by_drop(board: Board) -> list[Branch]:
    """The branches, with the longest wires first."""

    def drop(branch: Branch) -> float:
        steps = rails.steps(board.profile.strip, branch)
        return sum(step * (branch.pixels - at) for at, step in enumerate(steps))

    return sorted(branches(board.profile.strip), key=drop, reverse=True)


def _row(board: Board, branch: Branch, led_ma: float) -> Row:
    feed = 2 * rails.ohms(rails.LEAD_MM, rails.FUSE_WIRE) + 2 * rails.ohms(FEED_MM, rails.THIN)
    steps = tuple(rails.steps(board.profile.strip, branch))
    return Row((Path(feed),), steps, (led_ma,) * branch.pixels)


def metered(name: str) -> SupplyDesign:
    """With the meter's shunt, which a board with a Pico may have in front of X1."""
    entry = _entry(more_ohm=SHUNT.value)
    return replace(supplied(name), name=f"{name}, supply with meter", entry=entry)


def on_base_board(name: str) -> SupplyDesign:
    """With the meter's shunt and the transistor of a printed base board."""
    entry = _entry(more_ohm=SHUNT.value + TRANSISTOR_OHM)
    return replace(supplied(name), name=f"{name}, supply with base board", entry=entry)


def printed(name: str) -> SupplyDesign:
    """With printed boards, each of which has a large capacitor behind its plug for 5 V."""
    board, design = board_named(name), supplied(name)
    rows = tuple(
        replace(row, boards_f=BOARD_F * _printed_boards(board, branch))
        for row, branch in zip(design.rows, _by_drop(board), strict=True)
    )
    return replace(design, name=f"{name}, supply of printed boards", rows=rows)


def _printed_boards(board: Board, branch: Branch) -> int:
    """Lanes, and faces of the dice."""
    counts = {name: board.profile.strip.segments[name].count for name in branch.names}
    of_dice = branch.pixels - sum(count for name, count in counts.items() if name != "dice")
    lanes = sum(name not in EXTRAS for name in counts)
    return lanes + of_dice // FACE


def earlier() -> SupplyDesign:
    """One supply for strip and Pi, glass fuses, and one row of 96 pixels fed at both ends.

    Kept to show that the limits can fail. Its wires had 0.75 mm² but for those along the strip, and
    the strip was left 3.8 A: here by its pixels in the middle.
    """
    strip, square = board_named(BOARDS[0]).profile.strip, rails.FUSE_WIRE
    steps = [step for branch in branches(strip) for step in rails.steps(strip, branch)]
    wire = Path(2 * rails.ohms(FEED_MM, square))
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
    """The wiring before C1, R9 and the resistors from branch to branch; its shunt had 20 mΩ."""
    return replace(
        supplied(BOARDS[0]),
        name="supply without C1",
        entry=_entry(more_ohm=0.020),
        entry_f=0.0,
        empty_ohm=0.0,
        onward_ohm=0.0,
    )
