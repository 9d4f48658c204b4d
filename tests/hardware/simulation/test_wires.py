"""What is simulated is at least as long as the cables that people make, by the boards' lists."""

import csv
from collections.abc import Iterator
from dataclasses import replace

import pytest

from hardware.drawing.boards import board_named, boards
from hardware.drawing.branches import branches
from hardware.drawing.chain import CABLE_MM
from hardware.drawing.files import BILLS
from hardware.drawing.rails import CHAIN_FUSE_OHM, Rail, Wires, rails
from hardware.drawing.strip import feed_mm
from hardware.simulation.designs import CORNERS, NOMINAL, PROFILES, printed_chain, wired
from hardware.simulation.strip import strip_lines
from hardware.simulation.supply import BOARDS, printed
from hardware.simulation.wires import cables, chain_mm, longest_data_mm, printed_wires

NAMES = [board.name for board in boards()]
COPPER_60 = 1.72e-8 * (1 + 0.00393 * 40)
"""Ohm metres."""
CONTACT = 0.02
each_board = pytest.mark.parametrize("name", NAMES)


def made(name: str, what: str) -> Iterator[tuple[str, int]]:
    """Each cable of a kind in a board's list for spreadsheets: from where to where, and its mm."""
    with (BILLS / f"{name}-cables.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["cable"] == what:
                yield from ((way, int(row["length in mm"])) for way in row["which"].split("; "))


def pair(length_mm: int, square_mm: float = 0.5) -> float:
    """Ohms, there and back."""
    return 2 * COPPER_60 * length_mm / 1e3 / (square_mm * 1e-6)


@pytest.mark.parametrize("name", PROFILES)
def test_the_chain_is_simulated_with_the_cables_that_are_made(name: str) -> None:
    lengths = [length for _, length in made(name, "chain")]
    assert sorted(round(metres * 1e3) for metres in printed_chain(name).cables_m) == sorted(lengths)
    on_stripboard = wired(name).cables_m
    assert min(on_stripboard) == CABLE_MM / 1e3
    assert max(on_stripboard) >= max(lengths) / 1e3
    assert len(on_stripboard) == len(lengths)


@pytest.mark.parametrize(("name", "row_end"), [("full-24-hall", 16), ("dice-16-hall", 10)])
def test_the_long_cable_is_where_the_far_row_begins(name: str, row_end: int) -> None:
    lengths = chain_mm(name)
    assert lengths.index(max(lengths)) == row_end
    assert max(lengths) > 2 * CABLE_MM


def test_no_cable_for_data_is_longer_than_what_is_simulated() -> None:
    lengths = [length for name in NAMES for _, length in made(name, "pixels' data")]
    assert max(lengths) == longest_data_mm()
    assert all(line.cable_m * 1e3 >= max(lengths) for line in strip_lines())


@each_board
def test_no_feed_on_stripboard_is_shorter_than_that_of_printed_boards(name: str) -> None:
    longest = max(length for _, length in made(name, "5 V of a branch"))
    assert feed_mm(len(branches(board_named(name).profile.strip))) >= longest


@each_board
def test_every_branch_loses_what_its_cables_cost(name: str) -> None:
    """Ohm's law by hand at the first pixel of each board, with all pixels at full white."""
    board, wires = board_named(name), printed_wires(board_named(name))
    to_levers = {way.split(" to ")[1]: mm for way, mm in made(name, "5 V of a branch")}
    to_board = {way.split(" to ")[1].split(" J")[0]: mm for way, mm in made(name, "5 V of a board")}
    budget = board.profile.strip.budget
    lead = pair(300, 0.75)
    for branch, fed, single in cables(name).pieces.fed():
        feed = wires.feeds[branch.number - 1]
        assert len(feed.starts) == len(fed) + bool(single)
        ampere = (budget.led_ma + 1) / 1000
        common = lead + pair(to_levers[f"levers of branch {branch.number}"]) + 2 * CONTACT

        own = [piece.pixels * (pair(to_board[piece.name]) + 2 * CONTACT) for piece in fed]
        bare = ampere * (branch.pixels * common + max(own))
        found = feed.lost([budget.led_ma + 1] * branch.pixels)
        assert bare < found < bare + 0.03  # the rest is copper of a printed board


@each_board
def test_every_rail_of_printed_boards_has_a_margin(name: str) -> None:
    board = board_named(name)
    found = rails(board.profile, printed_wires(board))
    assert {rail.where: rail.margin for rail in found if rail.margin < 0.01} == {}


def of_the_chain(name: str, wires: Wires) -> Rail:
    (found,) = (rail for rail in rails(board_named(name).profile, wires) if "3.3" in rail.where)
    return found


@pytest.mark.parametrize("name", PROFILES)
def test_a_worn_fuse_takes_its_share_of_3v3(name: str) -> None:
    """Six ohms, whose load is that of all boards."""
    wires = printed_wires(board_named(name))
    with_it, without = (
        of_the_chain(name, replace(wires, chain_fuse_ohm=ohm)) for ohm in (CHAIN_FUSE_OHM[1], 0.0)
    )
    assert of_the_chain(name, wires) == with_it
    assert without.volts - with_it.volts == pytest.approx(6.0 * with_it.load_ma / 1000)
    assert of_the_chain(name, replace(wires, chain_fuse_ohm=20.0)).margin < with_it.margin - 0.4


@pytest.mark.parametrize("name", PROFILES)
def test_registers_get_what_ohms_law_leaves(name: str) -> None:
    """3.3 V at the last board: as in the table of rails, which begins with 3.2 V."""
    design = printed_chain(name)
    worn = next(corner for corner in CORNERS if corner.is_fuse_worn)
    rail = of_the_chain(name, printed_wires(board_named(name)))
    last = design.supplies(worn)[-1]
    assert last - 0.1 == pytest.approx(rail.volts)
    assert design.supplies(NOMINAL)[-1] > last
    assert design.thresholds(worn).rise_min < design.thresholds(NOMINAL).rise_min


@pytest.mark.parametrize("name", BOARDS)
def test_the_supply_of_printed_boards_begins_with_the_branch_that_loses_most(name: str) -> None:
    wires, rows = printed_wires(board_named(name)), printed(name).rows
    full = [feed.lost([56.0] * len(feed.steps)) for feed in wires.feeds]
    first = wires.feeds[full.index(max(full))]
    assert (rows[0].steps_ohm, rows[0].starts) == (first.steps, first.starts)
    assert len(rows) == len(wires.feeds)
