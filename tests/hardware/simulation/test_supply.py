"""The strip's supply in ngspice: kept figures, Ohm's law, and what fails with a wrong part."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from hardware.drawing.boards import board_named
from hardware.drawing.rails import rails
from hardware.simulation.figures import COMMITTED, EARLIER_FAILS, undamped_figures
from hardware.simulation.limits import Figure, differ, from_json
from hardware.simulation.ngspice import simulate
from hardware.simulation.supply import (
    BOARDS,
    COLD_HIGH,
    HOT_HIGH,
    HOT_LOW,
    Path,
    Row,
    SupplyCorner,
    SupplyDesign,
    bright,
    earlier,
    metered,
    printed,
    supplied,
)
from hardware.simulation.supply_deck import END_S, EVENT_S, Event, pixel_node, supply_deck
from hardware.simulation.supply_figures import data_figures, lit_figures, supply_figures
from hardware.simulation.wires import printed_wires
from minigam.board.profile import load_profile
from tests.tiers import some

pytestmark = [pytest.mark.spice, pytest.mark.slow]
SHARE = 0.02
GOOD = supplied(BOARDS[0])
FIRST, *OTHERS = GOOD.rows
KEPT = from_json(COMMITTED.read_text("utf-8"))


def kept(design: str) -> list[Figure]:
    return [figure for figure in KEPT if figure.design == design]


def same(found: Iterable[Figure], expected: Iterable[Figure]) -> bool:
    return not any(differ(*pair, SHARE) for pair in zip(found, expected, strict=True))


@pytest.mark.parametrize("name", some(BOARDS, 1))
def test_the_kept_figures_of_a_supply_are_found_again(name: str) -> None:
    assert same(supply_figures(simulate, supplied(name)), kept(f"{name}, supply"))


def test_the_earlier_supply_fails_as_it_is_kept() -> None:
    found = {figure.name: figure for figure in supply_figures(simulate, earlier())}
    assert tuple(name for name, figure in found.items() if not figure.passes) == EARLIER_FAILS
    assert same((found[name] for name in EARLIER_FAILS), kept("earlier supply"))
    assert found["lit: a pixel"].value == pytest.approx(3.82, abs=0.02)


@pytest.mark.parametrize("name", some(BOARDS, 1))
def test_the_kept_figures_of_printed_boards_are_found_again(name: str) -> None:
    assert same(supply_figures(simulate, printed(name)), kept(f"{name}, supply of printed boards"))


def test_the_meter_leaves_the_shifter_enough() -> None:
    found = [next(lit_figures(simulate, metered(BOARDS[0]), HOT_LOW))]
    assert same(found, kept(f"{BOARDS[0]}, supply with meter"))


def test_pixels_that_draw_more_leave_the_shifter_just_enough() -> None:
    found = [next(lit_figures(simulate, bright(BOARDS[0]), HOT_LOW))]
    assert same(found, kept(f"{BOARDS[0]}, supply of printed boards, pixels of 60 mA"))
    assert found[0].passes


def test_a_fuse_of_glass_in_front_of_a_base_board_would_leave_too_little() -> None:
    """About 10 mΩ: why there is none."""
    design = printed(BOARDS[0])
    entry = replace(design.entry, fixed_ohm=design.entry.fixed_ohm + 0.010)
    assert not next(lit_figures(simulate, replace(design, entry=entry), HOT_LOW)).passes


def test_the_supply_without_c1_fails_as_it_is_kept() -> None:
    found = undamped_figures(simulate)
    assert same(found, kept("supply without C1"))
    assert [figure.passes for figure in found] == [False] * 3


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("design", [metered, printed])
def test_lit_rails_are_what_ohms_law_gives(
    name: str, design: Callable[[str], SupplyDesign]
) -> None:
    """The same worst case, added up by hand in `hardware/drawing/rails.py`."""
    wires = printed_wires(board_named(name)) if design is printed else None
    of_5v = [rail for rail in rails(load_profile(name), wires) if rail.where.startswith("5 V")]
    *_, x1, last = of_5v
    found = list(lit_figures(simulate, design(name), HOT_LOW))
    assert [figure.value for figure in found[:2]] == pytest.approx([x1.volts, last.volts], abs=0.01)


def test_a_fuse_limits_then_switches_off_and_stays_off() -> None:
    """1.594 A for 10 ms into 1 Ω; behind it the capacitor is discharged."""
    waves = simulate(supply_deck(GOOD, HOT_LOW, Event(1.0, FIRST.pixels)))
    limited = waves.window("q1", EVENT_S + 1e-3, EVENT_S + 9e-3)
    assert (limited.min(), limited.max()) == pytest.approx((1.594, 1.594), abs=0.01)
    assert waves.window("q1", EVENT_S + 10.1e-3, END_S).max() == pytest.approx(0, abs=1e-3)
    assert waves.window(pixel_node(1, 1), END_S - 1e-3, END_S).max() < 0.01


ONE_ROW = Row(
    FIRST.feeds,
    tuple(step for row in GOOD.rows for step in row.steps_ohm),
    tuple(led for row in GOOD.rows for led in row.leds_ma),
)
THIN = replace(FIRST, steps_ohm=tuple(8 * step for step in FIRST.steps_ohm))
FAR = replace(FIRST, feeds=(Path(0.0, 0.3),))
ON_THE_PI = replace(GOOD, pi_path=earlier().pi_path)


@pytest.mark.parametrize(
    ("names", "design", "corner"),
    [
        (
            ("dead short: off", "short of 1 Ω: off", "any short: heat that stays"),
            replace(GOOD, is_electronic=False, entry_f=0.0),
            HOT_HIGH,
        ),
        (("dead short: off", "short of 1 Ω: off"), GOOD, replace(HOT_LOW, trip_s=15e-3)),
        (("any short: heat that stays",), GOOD, replace(COLD_HIGH, trip_a=9.0)),
        (("lit: a pixel",), GOOD, replace(HOT_LOW, trip_a=1.2)),
        (("lit: a pixel",), replace(GOOD, rows=(ONE_ROW,)), HOT_LOW),
        (("lit: a pixel",), replace(GOOD, rows=(THIN, *OTHERS)), HOT_LOW),
        (("lit: X1",), replace(GOOD, entry=Path(0.04, 0.04)), HOT_LOW),
        (("lit: the supply",), replace(GOOD, rated_a=3.4), HOT_LOW),
        (
            ("lit: a branch",),
            replace(GOOD, rows=(replace(FIRST, leds_ma=(63.0,) * 24), *OTHERS)),
            COLD_HIGH,
        ),
        (("lit: data above a pixel's supply",), replace(GOOD, rows=(FAR, *OTHERS)), HOT_LOW),
        (
            (
                *("lit: the Pi", "dead short: the Pi", "short of 1 Ω: the Pi"),
                "unplugged: from the Pi",
            ),
            ON_THE_PI,
            HOT_LOW,
        ),
        (("plugged in: a fuse at its limit",), replace(GOOD, bulk_f=3e-3, rated_a=9.0), HOT_HIGH),
        (
            tuple(
                f"{short}: a pixel of another branch" for short in ("dead short", "short of 1 Ω")
            ),
            replace(GOOD, entry=Path(0.01, 0.25)),
            HOT_LOW,
        ),
        (
            ("plugged in: overload", "unplugged: until the fuses forget"),
            replace(GOOD, entry_f=8e-3),
            COLD_HIGH,
        ),
        (("plugged in: X1",), replace(GOOD, entry_f=0.0), COLD_HIGH),
        (
            ("unplugged, all off: until the fuses forget",),
            replace(GOOD, empty_ohm=0.0),
            COLD_HIGH,
        ),
        (("fuse off: into the next branch",), replace(GOOD, onward_ohm=100.0), COLD_HIGH),
        (("fuse off: into the data input",), replace(GOOD, series_ohm=0.0), COLD_HIGH),
        (("unplugged: from the data pin",), replace(GOOD, is_shifted=False), COLD_HIGH),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else None,
)
def test_a_supply_with_a_wrong_part_fails(
    names: tuple[str, ...], design: SupplyDesign, corner: SupplyCorner
) -> None:
    found = {figure.name: figure.passes for figure in supply_figures(simulate, design, (corner,))}
    assert {name: found[name] for name in names} == dict.fromkeys(names, False)


def test_without_a_resistor_a_data_pin_would_break_a_pixel() -> None:
    bare = replace(GOOD, is_shifted=False, series_ohm=0.0)
    pin, into, _ = data_figures(simulate, bare, COLD_HIGH)
    assert (pin.passes, into.passes) == (False, False)
