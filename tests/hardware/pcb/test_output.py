"""The files of an order are those of the boards as they are now. Nothing here needs KiCad."""

import csv
import math
import re
import struct
from zipfile import ZipFile

import pytest

from hardware.pcb.boards import BOARDS, Board
from hardware.pcb.copper import BOTH
from hardware.pcb.output import (
    BACK_PICTURE,
    GERBERS,
    LAYERS,
    OUT,
    PICTURE,
    POSITIONS,
    RECORD,
    SHIPPED,
    digest,
)
from hardware.pcb.placing import Part, pads_of
from hardware.pcb.project import BILL, bill
from tests.hardware.pcb.test_boards import every_board

LARGEST = 350_000


def text_of(board: Board, ending: str) -> str:
    return (OUT / board.file(ending)).read_text("utf-8")


@every_board
def test_the_files_were_made_from_the_board_as_it_is(board: Board) -> None:
    """If this fails: `make pcb`."""
    assert text_of(board, RECORD) == digest(board)
    assert text_of(board, BILL) == bill(board.design.parts)


@every_board
def test_every_part_that_a_machine_places_is_in_the_bill_once(board: Board) -> None:
    """And no other, since a maker would ask where it belongs."""
    placed = {row["Designator"] for row in csv.DictReader(text_of(board, POSITIONS).splitlines())}
    rows = list(csv.DictReader(text_of(board, BILL).splitlines()))
    named = {row["Manufacturer Part Number"]: row["Designator"].split(",") for row in rows}
    refs = [ref for found in named.values() for ref in found]
    assert sorted(refs) == sorted(placed)
    assert [int(row["Quantity"]) for row in rows] == list(map(len, named.values()))
    assert all(row["Comment"] and row["Footprint"] and row["Manufacturer"] for row in rows)
    for part in board.design.parts:
        assert (part.ref in named.get(part.kind.number, ())) == (part.ref in placed)


@every_board
def test_machines_place_every_part_of_the_front(board: Board) -> None:
    """From the lower left corner, y up. Parts with holes are soldered by hand."""
    rows = csv.DictReader(text_of(board, POSITIONS).splitlines())
    found = {
        row["Designator"]: (
            *(float(row[key]) for key in ("Mid X", "Mid Y", "Rotation")),
            row["Layer"],
        )
        for row in rows
    }
    placed = [part for part in board.design.parts if not part.back and not _has_holes(part)]
    assert found.keys() == {part.ref for part in placed}
    for part in placed:
        x, y = part.at
        assert found[part.ref] == pytest.approx((x, board.design.size[1] - y, part.turn, "Top"))


def _has_holes(part: Part) -> bool:
    return any(pad.drill for pad in part.kind.footprint.pads.values())


@every_board
def test_the_archive_has_every_layer_and_both_kinds_of_holes(board: Board) -> None:
    with ZipFile(OUT / board.file(GERBERS)) as archive:
        names = archive.namelist()
        assert not any(b"CreationDate,2" in archive.read(name) for name in names)
        edge = archive.read(board.file("-Edge_Cuts.gm1")).decode()
    assert len([name for name in names if name.endswith(".drl")]) == 2
    layers = [name for name in names if ".g" in name and not name.endswith(".gbrjob")]
    assert len(layers) == len(LAYERS)
    assert _extent(edge) == ((0, 0), board.design.size)


def _extent(gerber: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """The least and the greatest coordinates of a Gerber file, in mm (six decimals)."""
    points = [line for line in gerber.splitlines() if line.startswith("X")]
    xs = [int(line[1:].split("Y")[0]) / 1e6 for line in points]
    ys = [int(line.split("Y")[1].split("D")[0].split("I")[0]) / 1e6 for line in points]
    return (min(xs), min(ys)), (max(xs), max(ys))


@every_board
def test_copper_paste_and_holes_lie_where_the_positions_say(board: Board) -> None:
    """One origin for all files: a pad of each part, and each hole that is drilled for one."""
    pads, height = pads_of(board.design.parts).by_name.values(), board.design.size[1]
    with ZipFile(OUT / board.file(GERBERS)) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    flashed = _flashes(texts[board.file("-F_Mask.gts")]) | _flashes(
        texts[board.file("-B_Mask.gbs")]
    )
    drilled = {at for name, text in texts.items() if name.endswith(".drl") for at in _holes(text)}
    places = {(pad.layers == BOTH, pad.at) for pad in pads}
    for has_hole, (x, y) in places:
        at = (x, height - y)
        assert _is_among(at, drilled) if has_hole else _is_among(at, flashed)


def _is_among(at: tuple[float, float], found: set[tuple[float, float]]) -> bool:
    return any(math.dist(at, other) < 0.01 for other in found)


def _flashes(gerber: str) -> set[tuple[float, float]]:
    found = re.findall(r"X(-?\d+)Y(-?\d+)D03", gerber)
    return {(int(x) / 1e6, int(y) / 1e6) for x, y in found}


def _holes(drill: str) -> set[tuple[float, float]]:
    found = re.findall(r"^X(-?[\d.]+)Y(-?[\d.]+)", drill, re.MULTILINE)
    return {(float(x), float(y)) for x, y in found}


def test_files_are_few_and_small() -> None:
    shipped = {board.file(ending) for board in BOARDS for ending in SHIPPED}
    assert {path.name for path in OUT.iterdir() if path.is_file()} == shipped
    assert all((OUT / name).stat().st_size < LARGEST for name in shipped)


@every_board
@pytest.mark.parametrize("ending", [PICTURE, BACK_PICTURE])
def test_the_pictures_have_their_size(board: Board, ending: str) -> None:
    """KiCad's renderer makes them up to 48 pixels smaller."""
    width, height = struct.unpack(">II", (OUT / board.file(ending)).read_bytes()[16:24])
    assert 0 <= board.view.width - width <= 48
    assert 0 <= board.view.height - height <= 48
