"""The layouts on stripboard, against the sheets of the same blocks."""

from dataclasses import replace

import pytest

from hardware.drawing.power import fuse
from hardware.drawing.stripboard import FUSE, Stripboard
from hardware.drawing.wiring import End, Sheet

Nets = set[frozenset[End]]


def on_sheet(sheet: Sheet) -> Nets:
    """The ends that the sheet's wires join."""
    groups: dict[End, set[End]] = {}
    for wire in sheet.wires:
        both = groups.get(wire.start, {wire.start}) | groups.get(wire.end, {wire.end})
        groups.update(dict.fromkeys(both, both))
    return {frozenset(group) for group in groups.values()}


def on_board(board: Stripboard) -> Nets:
    return set(board.nets().values())


def test_a_fuse_on_stripboard_is_that_of_its_sheet() -> None:
    assert on_board(FUSE) == on_sheet(fuse())


@pytest.mark.parametrize("cut", sorted(FUSE.cuts))
def test_a_cut_that_is_forgotten_is_found(cut: tuple[str, int]) -> None:
    """The one at FAULT's strip keeps a pin free that the sheet does not have."""
    board = replace(FUSE, cuts=FUSE.cuts - {cut}, legs={**FUSE.legs, ("U1", "4"): ("D", 8)})
    assert on_board(board) != on_board(replace(board, cuts=FUSE.cuts))


@pytest.mark.parametrize("link", FUSE.links)
def test_a_link_that_is_forgotten_is_found(link: tuple[tuple[str, int], tuple[str, int]]) -> None:
    board = replace(FUSE, links=tuple(each for each in FUSE.links if each != link))
    assert on_board(board) != on_sheet(fuse())


def test_no_hole_is_used_twice_and_none_is_cut() -> None:
    holes = [*FUSE.legs.values(), *FUSE.unused.values(), *(h for link in FUSE.links for h in link)]
    assert len({*holes}) == len(holes)
    assert not FUSE.cuts & {*holes}
    assert all(row in FUSE.rows and 0 < column <= FUSE.columns for row, column in holes)


def test_legs_reach_their_holes() -> None:
    """Ceramic capacitors have legs 5 mm apart, C3 up to 5 mm; a resistor may stand."""
    for part in ("fuse C1", "fuse C2", "fuse C3", "fuse R1"):
        (one, left), (other, right) = (
            hole for (name, _), hole in FUSE.legs.items() if name == part
        )
        assert (abs(ord(one) - ord(other)), left - right) == (2, 0)


def test_the_chip_is_on_an_adapter_of_six_pins() -> None:
    """Pins are counted down the left side and up the right one, 7.62 mm apart."""
    at = {pin: hole for (part, pin), hole in FUSE.legs.items() if part == "fuse U1"}
    at["4"] = FUSE.unused["U1"]
    (row, left), right = at["1"], at["6"][1]
    below = [chr(ord(row) + step) for step in range(3)]
    assert [at[pin] for pin in "123"] == [(each, left) for each in below]
    assert [at[pin] for pin in "654"] == [(each, right) for each in below]
    assert right - left == 3
