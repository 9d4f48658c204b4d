"""Tables for the build guides: parts, prices, current, and which sensor is where in the chain."""

from collections.abc import Iterable, Iterator, Sequence

from hardware.drawing.bill import HEAD, bill, total_cents
from hardware.drawing.boards import Board, boards
from hardware.drawing.branches import MOST_MA, TRIP_MA, branches
from hardware.drawing.felt import board_name, felt
from hardware.drawing.measurements import with_power, without_power
from hardware.drawing.prints import prints
from hardware.drawing.rails import PULL_UP_MA, Rail
from hardware.drawing.rails import rails as all_rails
from minigam.board.current_limit import IDLE_MA, current_ma, limit_current
from minigam.board.lighting import WHITE, Frame
from minigam.board.profile_model import A_BOARD, Profile, Strip

RAIL_HEAD = ("rail", "load", "mA", "volts at least", "needed", "margin")
PICO_3V3_MA = 300
"""What a Pico's 3.3 V pin can give (Pico datasheet, section 4.5, "Powering Pico")."""


def table(head: Iterable[str], lines: Iterable[Iterable[str]]) -> str:
    """A table as pages write it."""
    columns = list(head)
    every = [columns, ["---"] * len(columns), *lines]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in every)


def parts(board: Board) -> str:
    """The list of parts, each with its number and price."""
    return table(HEAD, (line.cells for line in bill(board)))


def prices() -> str:
    """What the parts of each board cost together, about."""
    lines = ((f"`{board.name}`", f"{total_cents(board) / 100:.0f}") for board in boards())
    return table(("board", "euros, about"), lines)


def printed(board: Board) -> str:
    """What is printed for a board, and what that takes, about."""
    lines = (
        (f"`{each.part}.stl`", f"{each.quantity}", f"{each.grams:.0f}", f"{each.hours:.0f}")
        for each in prints(board)
    )
    return table(("file", "pieces", "grams, about", "hours, about"), lines)


def printed_for_all() -> str:
    """How many of each printed part every board needs."""
    counts = {b.name: {each.part: each.quantity for each in prints(b)} for b in boards()}
    names = sorted({part for needed in counts.values() for part in needed})
    return table(
        ("file", *(f"`{board}`" for board in counts)),
        (
            (f"`{name}.stl`", *(str(needed.get(name, "")) for needed in counts.values()))
            for name in names
        ),
    )


def currents(profile: Profile) -> str:
    """The supply's current, worked out from the profile's numbers."""
    lines = [*_strip_currents(profile.strip), *_sensor_currents(profile)]
    return table(("load", "mA"), lines)


def rails(profile: Profile) -> str:
    """The voltage of each rail at every load, with the least that its supply promises."""
    return table(RAIL_HEAD, map(rail_cells, all_rails(profile)))


def rail_cells(rail: Rail) -> tuple[str, ...]:
    """As `RAIL_HEAD` names them."""
    volts = (f"{value:.2f}" for value in (rail.volts, rail.limit, rail.margin))
    return rail.where, rail.load, f"{rail.load_ma:.0f}", *volts


def measurements(profile: Profile) -> str:
    """What to measure before the first switch-on, and after it."""
    parts = (("off", without_power), ("on", with_power))
    rows = [(when, each) for when, measured in parts for each in measured(profile)]
    lines = (
        (str(number), when, each.where, each.printed, each.expected, each.otherwise)
        for number, (when, each) in enumerate(rows, 1)
    )
    return table(("step", "power", "measure", "on printed boards", "expect", "otherwise"), lines)


def other_measurements(profile: Profile, others: Sequence[Profile]) -> str:
    """The steps at which other boards differ from a first one."""
    found = [[*without_power(each), *with_power(each)] for each in (profile, *others)]
    lines = (
        (str(number), f"`{other.name}`", row.where, row.printed, row.expected)
        for number, (first, *rows) in enumerate(zip(*found, strict=True), 1)
        for other, row in zip(others, rows, strict=True)
        if row != first
    )
    return table(("step", "board", "measure", "on printed boards", "expect"), lines)


def _strip_currents(strip: Strip) -> Iterator[tuple[str, str]]:
    led, white = strip.budget.led_ma, _white(strip.pixels)
    lane = max(s.count for name, s in strip.segments.items() if name not in ("dice", "turn"))
    yield "the strip's supply", f"{strip.supply_ma}"
    yield f"all {strip.pixels} pixels, dark", f"{IDLE_MA * strip.pixels:.0f}"
    yield "one lane at full white, in addition", f"{lane * led:.0f}"
    yield "all pixels at full white, before the limiter", f"{current_ma(white, led):.0f}"
    yield (
        "all pixels at full white, after the limiter",
        f"{current_ma(limit_current(white, strip.budget), led):.0f}",
    )
    found = branches(strip)
    most = max(branch.most_ma(led) for branch in found)
    yield f"the largest of {len(found)} branches, all at full white", f"{most:.0f}"
    yield "what a branch's fuse carries for ever", f"{MOST_MA:.0f}"
    yield "where it switches off", " to ".join(f"{ma:.0f}" for ma in TRIP_MA)


def _white(pixels: int) -> Frame:
    return (WHITE,) * pixels


def _sensor_currents(profile: Profile) -> Iterator[tuple[str, str]]:
    if profile.sensors is None:
        return
    places = sum(map(len, profile.sensors.places.values()))
    yield f"all {places} places occupied, at 3.3 V", f"{places * PULL_UP_MA:.0f}"
    yield "limit of a Pico's 3.3 V pin", f"{PICO_3V3_MA}"


def sensors(profile: Profile) -> str:
    """Which place is on which input of which register board; nothing where nothing is felt."""
    chained = felt(profile)
    if chained is None:
        return ""
    head = ("board", *(f"IN{at}" for at in range(1, A_BOARD + 1)))
    numbers = range(1, chained.boards + 1)
    return table(head, ((board_name(n), *_shown(chained.places(n))) for n in numbers))


def _shown(places: list[str]) -> Iterator[str]:
    return (place or "unused" for place in places)
