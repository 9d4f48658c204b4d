"""Every printed board: its copper, its places and its files. Nothing here needs KiCad."""

import math

import pytest

from hardware.pcb.__main__ import main
from hardware.pcb.boards import BOARDS, LANE, Board, named
from hardware.pcb.copper import VIA, pieces, too_near
from hardware.pcb.placing import pads_of
from tests.hardware.pcb.mutations import mutations

EDGE = 0.5
"""The least distance of copper from a board's edge, in mm."""
every_board = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)


def test_names_choose_boards() -> None:
    assert named([]) == BOARDS
    assert named(["lane"]) == (LANE,)
    with pytest.raises(ValueError, match=r"expected names of lane.*, got line"):
        named(["line"])


def test_an_unknown_board_is_an_error_without_kicad(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["line"]) == 1
    assert "got line" in capsys.readouterr().err


@every_board
def test_copper_keeps_its_distance_and_joins_every_net(board: Board) -> None:
    design = board.design
    pads, poured = pads_of(design.parts), [plane.net for plane in design.planes]
    assert too_near(design.copper, pads) == []
    found = pieces(design.copper, pads, poured)
    assert {net for net, count in found.items() if count > 1} == set()


@every_board
def test_all_copper_is_well_inside_the_edge(board: Board) -> None:
    copper, (width, height) = board.design.copper, board.design.size
    spots = [(*end, t.width / 2) for t in copper.tracks for end in (t.start, t.end)]
    spots += [(*via.at, VIA / 2) for via in copper.vias]
    for x, y, radius in spots:
        assert x - radius >= EDGE
        assert x + radius <= width - EDGE
        assert y - radius >= EDGE
        assert y + radius <= height - EDGE


@every_board
def test_every_chip_and_pixel_has_its_capacitor(board: Board) -> None:
    """100 nF within 5 mm of the supply's pin, each of its own."""
    supplies = {"VCC", "VDD"}
    parts = board.design.parts
    pads, blocks = pads_of(parts), [part for part in parts if part.kind.value == "100n"]
    for part in parts:
        if not part.ref.startswith("J") and (name := supplies & part.functions.keys()):
            pin = part.kind.pins.number(*name)
            at = pads.at(part.ref, pin)
            near = min(blocks, key=lambda c: math.dist(pads.at(c.ref, "1"), at))
            assert near.nets["1"] == part.nets[pin]
            assert math.dist(pads.at(near.ref, "1"), at) < 5
            blocks.remove(near)


@every_board
def test_the_schematic_and_the_board_have_one_name(board: Board) -> None:
    assert board.design.sheet == board.file(".kicad_sch")
    assert len({part.ref for part in board.design.parts}) == len(board.design.parts)


@every_board
def test_there_are_many_faults_to_find(board: Board) -> None:
    assert len(mutations(board)) >= 20
