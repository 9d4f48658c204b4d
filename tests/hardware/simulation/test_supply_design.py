"""The supply's design and decks, without ngspice."""

import pytest

from hardware.drawing.boards import boards
from hardware.drawing.branches import LIMIT_KOHM, LIMIT_SHARE, TRIP_MA
from hardware.drawing.items import R15K
from hardware.drawing.power import fuse
from hardware.pcb import kinds
from hardware.pcb.face import parts as face_parts
from hardware.pcb.lane import parts as lane_parts
from hardware.simulation.datasheets import BOARD_F
from hardware.simulation.designs import value
from hardware.simulation.supply import (
    BOARDS,
    SUPPLY_CORNERS,
    USUAL_SUPPLY,
    SupplyDesign,
    bright,
    earlier,
    metered,
    printed,
    supplied,
    undamped,
)
from hardware.simulation.supply_deck import Event, supply_deck, taps

DESIGNS = (
    *map(supplied, BOARDS),
    *map(printed, BOARDS),
    *(metered(BOARDS[0]), bright(BOARDS[0]), earlier(), undamped()),
)


def test_every_strip_is_simulated() -> None:
    def strip(name: str) -> SupplyDesign:
        found = supplied(name)
        return SupplyDesign(**{**vars(found), "name": ""})

    simulated = list(map(strip, BOARDS))
    assert [board.name for board in boards() if strip(board.name) not in simulated] == []


def test_the_supply_is_what_the_sheets_show() -> None:
    design = supplied("quarter-hall")
    assert (design.input_f, design.bulk_f, design.series_ohm) == (1e-6, 470e-6, 330)
    assert (design.entry_f, design.empty_ohm, design.onward_ohm) == (470e-6, 1e3, 330)
    assert (design.rated_a, design.is_electronic, design.pi_path) == (5.0, True, None)
    assert [row.pixels for row in design.rows] == [24, 24, 24, 24]
    all_ma = sum(sum(row.leds_ma) + row.pixels for row in design.rows)
    assert all_ma == pytest.approx(3500)
    assert sum(design.rows[0].leds_ma) == 24 * 55


def test_a_meter_is_in_series() -> None:
    with_it, without = metered("quarter-hall").entry, supplied("quarter-hall").entry
    assert with_it.at(1.0) - without.at(1.0) == pytest.approx(0.005)


def test_printed_boards_add_their_capacitors_to_each_branch() -> None:
    """Lanes with pixels, and faces of the dice: a tray's lanes but one are dark."""
    counts = {name: [row.boards for row in printed(name).rows] for name in BOARDS}
    assert counts["quarter-hall"] == [3] * 4
    lanes = {"quarter-hall": 10, "full-24-hall": 24 + 2 + 2, "dice-16-hall": 16 + 4}
    faces = {"quarter-hall": 2, "full-24-hall": 4, "dice-16-hall": 4}
    assert {name: sum(each) for name, each in counts.items()} == {
        name: lanes[name] + faces[name] for name in BOARDS
    }
    deck = supply_deck(printed("quarter-hall"), USUAL_SUPPLY, Event())
    bulks = [line for line in deck.splitlines() if line.startswith("CBULKp1_")]
    assert [line.split()[1] for line in bulks] == ["p1_1", "p1_9", "p1_16"]
    bulk = [part.kind == kinds.C100U for part in (*lane_parts(), *face_parts())]
    assert (sum(bulk), kinds.C100U.value) == (2, f"{BOARD_F * 1e6:.0f}u 6.3V")


def test_a_fuse_limits_as_its_resistor_says_with_its_tolerance() -> None:
    """1594 to 1819 mA: worked out by hand for 15.15 kΩ and 14.85 kΩ."""
    (resistor,) = (part for part in fuse().parts if part.name == "fuse R1")
    assert value(resistor) == LIMIT_KOHM * 1000
    assert f"{LIMIT_SHARE:.0%}".replace("%", " %") in R15K.name
    assert pytest.approx((1594, 1819), abs=1) == TRIP_MA


def test_bright_pixels_draw_60_ma_where_the_profile_says_55() -> None:
    usual, design = printed("quarter-hall"), bright("quarter-hall")
    assert design.rows[0].leds_ma == pytest.approx((60.0,) * 24)
    lit = [sum(sum(row.leds_ma) for row in each.rows) for each in (usual, design)]
    assert lit == pytest.approx([3500 - 96, 3404 * 60 / 55])


def test_the_earlier_supply_is_what_was_drawn() -> None:
    design = earlier()
    (row,) = design.rows
    assert (row.pixels, len(row.feeds), design.is_electronic) == (96, 2, False)
    assert sum(row.leds_ma) + row.pixels == pytest.approx(3800, abs=56)
    assert row.leds_ma == row.leds_ma[::-1]
    assert design.bulk_f == 1e-3


def test_corners_are_around_the_nominal_one() -> None:
    for field in ("supply", "copper", "switch_ohm", "trip_a", "trip_s", "bulk"):
        values = [getattr(corner, field) for corner in SUPPLY_CORNERS]
        assert min(values) < getattr(USUAL_SUPPLY, field) < max(values), field


@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: str(design.name))
@pytest.mark.parametrize("event", [Event(1.0, 1), Event(is_unplugged=True)], ids=["short", "plug"])
def test_a_deck_names_each_part_once_and_keeps_its_nodes(
    design: SupplyDesign, event: Event
) -> None:
    deck = supply_deck(design, USUAL_SUPPLY, event)
    parts = [line.split() for line in deck.splitlines()[1:] if not line.startswith(".")]
    names = [part[0] for part in parts]
    assert len(names) == len(set(names))
    assert set(taps(design, event)) <= {node for part in parts for node in part[1:3]}
