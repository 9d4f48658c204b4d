"""The lane in KiCad 9: no findings, the same nets as the data, and checks that find faults."""

import shutil
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZipFile

import pytest

from hardware.pcb import kinds
from hardware.pcb.kicad import KiCad
from hardware.pcb.lane import NAME, parts
from hardware.pcb.library import FIDUCIAL, HOLE
from hardware.pcb.output import (
    BILL,
    GERBERS,
    OUT,
    PICTURE,
    POSITIONS,
    SHEET,
    check,
    make,
    netlist,
    without_dates,
)
from hardware.pcb.placing import nets_of
from hardware.pcb.sexp import Node, format_node, parse
from tests.hardware.pcb.mutations import MUTATIONS, Mutation, name_of

pytestmark = [pytest.mark.kicad, pytest.mark.slow]
Pins = frozenset[tuple[str, str]]
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


@pytest.fixture(scope="session")
def made(kicad: KiCad, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project without findings."""
    folder = tmp_path_factory.mktemp("lane")
    assert check(kicad, folder) == []
    return folder


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


def wanted() -> dict[str, tuple[str, str, str]]:
    return {p.ref: (p.kind.value, p.kind.maker, p.kind.number) for p in parts()}


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


def test_kicads_nets_are_those_of_the_data(kicad: KiCad, made: Path) -> None:
    data = _several(nets_of(parts()).values())
    exported = netlist(kicad, made)
    assert of_netlist(exported) == data
    assert bought(exported) == wanted()
    assert of_board(made / f"{NAME}.kicad_pcb") == data


def test_no_check_is_left_out(made: Path) -> None:
    """A rule that is ignored would find nothing."""
    assert '"ignore"' not in (made / f"{NAME}.kicad_pro").read_text("utf-8")


@pytest.mark.parametrize("kind", sorted({p.kind.footprint.name for p in parts()}))
def test_pads_are_where_kicads_library_has_them(kicad: KiCad, kind: str) -> None:
    (footprint,) = {
        f.name: f for f in (p.kind.footprint for p in parts()) if f.name == kind
    }.values()
    found = {}
    for pad in kicad.library.footprint(footprint).nodes("pad"):
        x, y = pad.the("at").numbers()[:2]
        width, height = pad.the("size").numbers()
        drill = pad.find("drill")
        found[pad.text()] = kinds.Pad((x, y), width, height, drill.number() if drill else 0)
    assert found == footprint.pads


@pytest.mark.parametrize("value", ["DRV5032AJ", "WS2812B", "SN74HCS165"])
def test_kicads_pins_do_what_the_data_sheets_say(kicad: KiCad, value: str) -> None:
    kind = next(part.kind for part in parts() if part.kind.value == value)
    drawn = kicad.library.symbol(kind.symbol)
    assert {n: SAME_FUNCTION[pin.name] for n, pin in drawn.pins.items()} == kind.pins.pins


def test_mechanical_parts_have_their_own_rules(kicad: KiCad) -> None:
    assert "(clearance 0.7)" in format_node(kicad.library.footprint(FIDUCIAL))
    assert kicad.library.footprint(HOLE).nodes("pad")


def test_files_of_an_order_are_current(kicad: KiCad, made: Path, tmp_path: Path) -> None:
    make(kicad, made, tmp_path)
    with ZipFile(tmp_path / GERBERS) as new, ZipFile(OUT / GERBERS) as kept:
        assert {n: new.read(n) for n in new.namelist()} == {
            n: kept.read(n) for n in kept.namelist()
        }
    for name in (POSITIONS, BILL):
        assert (tmp_path / name).read_text("utf-8") == (OUT / name).read_text("utf-8")
    assert (tmp_path / SHEET).read_bytes().startswith(b"%PDF-")
    assert (tmp_path / PICTURE).read_bytes().startswith(b"\x89PNG")
    assert b"20000101000000" in without_dates((tmp_path / SHEET).read_bytes())


def faults(kicad: KiCad, folder: Path) -> list[str]:
    """Everything that is wrong with a project: KiCad's findings, and nets unlike the data's."""
    sheet, board = folder / f"{NAME}.kicad_sch", folder / f"{NAME}.kicad_pcb"
    found = [f.kind for f in (*kicad.check_schematic(sheet), *kicad.check_board(board))]
    data = _several(nets_of(parts()).values())
    exported = netlist(kicad, folder)
    if of_netlist(exported) != data:
        found.append("nets of the sheet")
    if bought(exported) != wanted():
        found.append("parts of the sheet")
    if of_board(board) != data:
        found.append("nets of the board")
    return found


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.what)
def test_a_fault_is_found(kicad: KiCad, made: Path, tmp_path: Path, mutation: Mutation) -> None:
    folder = tmp_path / "faulty"
    shutil.copytree(made, folder)
    mutation.apply(folder)
    assert faults(kicad, folder)


def test_a_project_read_and_written_again_has_no_fault(
    kicad: KiCad, made: Path, tmp_path: Path
) -> None:
    """What finds a mutation is the fault, not that the file was written again."""
    folder = tmp_path / "same"
    shutil.copytree(made, folder)
    for name in (f"{NAME}.kicad_pcb", f"{NAME}.kicad_sch"):
        tree: Node = parse((folder / name).read_text("utf-8"))
        (folder / name).write_text(format_node(tree), "utf-8")
    assert faults(kicad, folder) == []
