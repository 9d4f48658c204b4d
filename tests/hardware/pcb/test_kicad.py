"""Every board in KiCad 9: no findings, the same nets as the data, and checks that find faults."""

import math
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias
from zipfile import ZipFile

import pytest

from hardware.pcb import kinds
from hardware.pcb.arranging import Group, arranged
from hardware.pcb.boards import (
    BASE,
    BOARDS,
    BUTTON_BASE,
    BUTTON_LANE,
    FACE,
    LANE,
    LANE_5,
    Board,
)
from hardware.pcb.bodies import BODIES
from hardware.pcb.kicad import KiCad
from hardware.pcb.library import FIDUCIAL, HOLE
from hardware.pcb.output import (
    BACK_PICTURE,
    GERBERS,
    OUT,
    PDF,
    PICTURE,
    POSITIONS,
    check,
    make,
    netlist,
    without_dates,
)
from hardware.pcb.placing import nets_of
from hardware.pcb.project import BILL, LAYOUT, RULES_FILE, SHEET
from hardware.pcb.sexp import Node, format_node, parse
from tests.hardware.pcb.changes import name_of
from tests.hardware.pcb.mutations import mutations
from tests.hardware.pcb.test_boards import every_board

pytestmark = [pytest.mark.kicad, pytest.mark.slow]
Pins = frozenset[tuple[str, str]]
BOTH = (PICTURE, BACK_PICTURE)
SAME_FUNCTION = {
    **{"VDD": "VDD", "VSS": "VSS", "DIN": "DIN", "DOUT": "DOUT"},
    **{"VCC": "VCC", "GND": "GND", "OUT": "OUT", "DS": "SER", "~{PL}": "SH/LD", "CP": "CLK"},
    **{"~{CE}": "CLK INH", "Q7": "QH", "~{Q7}": "/QH"},
    **{f"D{at}": letter for at, letter in enumerate("ABCDEFGH")},
}
"""KiCad's names of pins, and the data sheets'."""


@pytest.fixture(scope="session")
def kicad() -> KiCad:
    return KiCad.find()


Made: TypeAlias = Callable[[Board], Path]


@pytest.fixture(scope="session")
def made(kicad: KiCad, tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Makes the project of a board, once, and returns its folder."""

    @cache
    def make(board: Board) -> Path:
        folder = tmp_path_factory.mktemp(board.name)
        assert check(kicad, board, folder) == []
        return folder

    return make


def of_netlist(path: Path) -> set[Pins]:
    nets = parse(path.read_text("utf-8")).the("nets").nodes("net")
    return _several(
        {(n.the("ref").text(), n.the("pin").text()) for n in net.nodes("node")} for net in nets
    )


def bought(path: Path) -> dict[str, tuple[str, str, str]]:
    """Value, maker and number of each part in a netlist."""
    return {
        part.the("ref").text(): (part.the("value").text(), *_fields(part))
        for part in parse(path.read_text("utf-8")).the("components").nodes("comp")
    }


def _fields(part: Node) -> tuple[str, str]:
    fields = {f.the("name").text(): f for f in part.the("fields").nodes("field")}
    return fields["Manufacturer"].text(1), fields["MPN"].text(1)


def wanted(board: Board) -> dict[str, tuple[str, str, str]]:
    return {p.ref: (p.kind.value, p.kind.maker, p.kind.number) for p in board.design.parts}


def of_board(path: Path) -> set[Pins]:
    found: dict[str, set[tuple[str, str]]] = {}
    for part in parse(path.read_text("utf-8")).nodes("footprint"):
        for pad in part.nodes("pad"):
            if net := pad.find("net"):
                found.setdefault(net.text(1), set()).add((name_of(part), pad.text()))
    return _several(found.values())


def _several(nets: Iterable[set[tuple[str, str]]]) -> set[Pins]:
    """Nets of more than one pin."""
    return {frozenset(pins) for pins in nets if len(pins) > 1}


@every_board
def test_kicads_nets_are_those_of_the_data(kicad: KiCad, made: Made, board: Board) -> None:
    folder = made(board)
    data = _several(nets_of(board.design.parts).values())
    exported = netlist(kicad, board, folder)
    assert of_netlist(exported) == data
    assert bought(exported) == wanted(board)
    assert of_board(folder / board.file(LAYOUT)) == data


@every_board
def test_no_check_is_left_out(made: Made, board: Board) -> None:
    """A rule that is ignored would find nothing."""
    assert '"ignore"' not in (made(board) / board.file(RULES_FILE)).read_text("utf-8")


KINDS = {part.kind.number: part.kind for board in BOARDS for part in board.design.parts}
FOOTPRINTS = {kind.footprint.name: kind.footprint for kind in KINDS.values()}


@pytest.mark.parametrize("name", sorted(FOOTPRINTS))
def test_pads_are_where_kicads_library_has_them(kicad: KiCad, name: str) -> None:
    footprint = FOOTPRINTS[name]
    found: dict[str, kinds.Pad] = {}
    for pad in kicad.library.footprint(footprint).nodes("pad"):
        x, y = pad.the("at").numbers()[:2]
        width, height = pad.the("size").numbers()
        drill = pad.find("drill")
        there = kinds.Pad((x, y), width, height, drill.number() if drill else 0)
        found[_further(pad.text(), found)] = there
    assert found == footprint.pads


@pytest.mark.parametrize("name", BODIES)
def test_bodies_are_those_of_kicads_footprints(kicad: KiCad, name: str) -> None:
    """From the lines of the layer `F.Fab`; a round one from its circle."""
    tree, body = kicad.library.footprint(FOOTPRINTS[name]), BODIES[name]
    lines = [n for n in tree.nodes("fp_line", "fp_rect") if n.the("layer").text() == "F.Fab"]
    points = [n.the(end).numbers() for n in lines for end in ("start", "end")]
    for circle in tree.nodes("fp_circle"):
        if circle.the("layer").text() == "F.Fab":
            (x, y), (u, v) = (circle.the(end).numbers() for end in ("center", "end"))
            radius = math.hypot(u - x, v - y)
            points += [(x - radius, y - radius), (x + radius, y + radius)]
    xs, ys = zip(*points, strict=True)
    found = min(xs), min(ys), max(xs), max(ys)
    assert found == pytest.approx((body.left, body.top, body.right, body.bottom), abs=0.01)


def _further(number: str, found: Mapping[str, kinds.Pad]) -> str:
    """A pad's name: `1#2` for the second pad of pin 1, `#1` for the first hole without a pin."""
    same = [name for name in found if name.partition("#")[0] == number]
    return f"{number}#{len(same) + 1}" if same or not number else number


@pytest.mark.parametrize("value", ["DRV5032AJ", "WS2812B", "SN74HCS165"])
def test_kicads_pins_do_what_the_data_sheets_say(kicad: KiCad, value: str) -> None:
    kind = next(kind for kind in KINDS.values() if kind.value == value)
    drawn = kicad.library.symbol(kind.symbol)
    assert {n: SAME_FUNCTION[pin.name] for n, pin in drawn.pins.items()} == kind.pins.pins


def test_mechanical_parts_have_their_own_rules(kicad: KiCad) -> None:
    assert "(clearance 0.7)" in format_node(kicad.library.footprint(FIDUCIAL))
    assert kicad.library.footprint(HOLE).nodes("pad")


def test_a_schematic_has_every_part_once_and_fits_its_page(kicad: KiCad) -> None:
    parts, titles = FACE.design.parts, ("a face", "A")
    some = [Group("some", tuple(part.ref for part in parts[1:]))]
    with pytest.raises(ValueError, match=r"expected each part once, got \['J1'\]"):
        arranged("face", titles, parts, some, (), kicad.library)
    each = [Group(part.ref, (part.ref,)) for part in parts]
    with pytest.raises(ValueError, match="expected face to fit on its page"):
        arranged("face", titles, parts, each, (), kicad.library)


@every_board
def test_files_of_an_order_are_current(
    kicad: KiCad, made: Made, tmp_path: Path, board: Board
) -> None:
    make(kicad, board, made(board), tmp_path)
    new, kept = (
        {ending: folder / board.file(ending) for ending in (GERBERS, POSITIONS, BILL, PDF, *BOTH)}
        for folder in (tmp_path, OUT)
    )
    assert unpacked(new[GERBERS]) == unpacked(kept[GERBERS])
    for ending in (POSITIONS, BILL):
        assert new[ending].read_text("utf-8") == kept[ending].read_text("utf-8")
    assert new[PDF].read_bytes().startswith(b"%PDF-")
    assert all(new[side].read_bytes().startswith(b"\x89PNG") for side in BOTH)
    assert b"20000101000000" in without_dates(new[PDF].read_bytes())


def unpacked(path: Path) -> dict[str, bytes]:
    with ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def faults(kicad: KiCad, board: Board, folder: Path) -> Iterator[str]:
    """What is wrong with a project: KiCad's findings, and nets unlike the data's.

    The checks run one after the other, the quick ones first, as far as one asks for more.
    """
    sheet, layout = folder / board.file(SHEET), folder / board.file(LAYOUT)
    data = _several(nets_of(board.design.parts).values())
    if of_board(layout) != data:
        yield "nets of the board"
    yield from (finding.kind for finding in kicad.check_schematic(sheet))
    exported = netlist(kicad, board, folder)
    if of_netlist(exported) != data:
        yield "nets of the sheet"
    if bought(exported) != wanted(board):
        yield "parts of the sheet"
    yield from (finding.kind for finding in kicad.check_board(layout))


SOME = {board: 3 if board is LANE else 18 for board in BOARDS}
"""Of a board's faults `make test-all` tries one in so many, and `make long` the others. Most boards
have the same kinds of fault as the lane."""
NUMBERS = {LANE: 37, LANE_5: 37, BUTTON_LANE: 34, FACE: 25, BASE: 54, BUTTON_BASE: 42}
"""How many faults each board has: a base board's need its copper, which takes half a minute."""
CASES = [
    pytest.param(
        *(board, at),
        id=f"{board.name}-{at}",
        marks=[pytest.mark.long] if at % SOME[board] else [],
    )
    for board, number in NUMBERS.items()
    for at in range(number)
]


def test_every_board_is_given_faults() -> None:
    assert tuple(NUMBERS) == BOARDS


@pytest.mark.parametrize(("board", "at"), CASES)
def test_a_fault_is_found(kicad: KiCad, made: Made, tmp_path: Path, board: Board, at: int) -> None:
    found = mutations(board)
    assert len(found) == NUMBERS[board]
    folder = tmp_path / "faulty"
    shutil.copytree(made(board), folder)
    found[at].apply(board, folder)
    assert next(faults(kicad, board, folder), None), found[at].what


@every_board
def test_a_project_read_and_written_again_has_no_fault(
    kicad: KiCad, made: Made, tmp_path: Path, board: Board
) -> None:
    """What finds a mutation is the fault, not that the file was written again."""
    folder = tmp_path / "same"
    shutil.copytree(made(board), folder)
    for ending in (LAYOUT, SHEET):
        path = folder / board.file(ending)
        path.write_text(format_node(parse(path.read_text("utf-8"))), "utf-8")
    assert list(faults(kicad, board, folder)) == []
