"""Every plug has its name printed beside it, as lists of cables and the guides have it."""

from math import hypot

import pytest

from hardware.pcb.board import LABEL
from hardware.pcb.boards import BOARDS, Board
from hardware.pcb.bodies import covered
from hardware.pcb.geometry import Box, shift
from hardware.pcb.placing import Part, Text, pads_of
from tests.hardware.pcb.test_boards import every_board

LETTER = 0.86
"""The width of a letter of KiCad's font, on an average of texts, in heights of a capital."""
NEAR = 5.5
"""From a plug's body to its name, in mm: over the names of its pins."""
PLUGS = ("J", "X")


def box_of(text: Text) -> Box:
    """What a text covers."""
    width, height = len(text.text) * text.size * LETTER, text.size
    return Box(text.at, *((height, width) if text.turn % 180 == 90 else (width, height)))


def labels(board: Board) -> list[Text]:
    """The names of parts that are printed with them."""
    return [
        Text(part.ref, shift(part.at, *part.label), LABEL, back=part.back)
        for part in board.design.parts
        if part.label
    ]


def gap(one: Box, other: Box) -> float:
    """The way between two boxes; 0 where they touch or overlap."""
    (x, y), (u, v) = one.middle, other.middle
    across = abs(x - u) - (one.width + other.width) / 2
    return hypot(max(0.0, across), max(0.0, abs(y - v) - (one.height + other.height) / 2))


def plugs(board: Board) -> list[Part]:
    return [part for part in board.design.parts if part.ref.startswith(PLUGS)]


def named(board: Board, plug: Part) -> list[Text]:
    """The texts with its name, on the side where its cable is plugged in."""
    every = [*labels(board), *board.design.texts]
    return [t for t in every if t.text.split()[0] == plug.ref and t.back == plug.back]


EACH = [(board, plug.ref) for board in BOARDS for plug in plugs(board)]


@pytest.mark.parametrize(("board", "ref"), EACH, ids=[f"{b.name}-{ref}" for b, ref in EACH])
def test_a_plugs_name_is_beside_it(board: Board, ref: str) -> None:
    """Once, and no other plug is nearer to it."""
    (plug,) = (each for each in plugs(board) if each.ref == ref)
    (name,) = named(board, plug)
    away = {each.ref: gap(box_of(name), covered(each)) for each in plugs(board)}
    assert min(away, key=lambda other: away[other]) == ref
    assert away[ref] < NEAR


@every_board
def test_no_text_lies_on_a_pad_on_a_hole_or_on_another_text(board: Board) -> None:
    found = [*labels(board), *board.design.texts]
    holes = [Box(at, 3.2, 3.2) for at in board.design.holes]
    boxes = [pad.box for pad in pads_of(board.design.parts).by_name.values() if len(pad.layers) > 1]
    for at, text in enumerate(found):
        for other in [*holes, *boxes]:
            assert gap(box_of(text), other) > 0, (text, other)
        for another in found[at + 1 :]:
            if text.back == another.back:
                assert gap(box_of(text), box_of(another)) > 0, (text, another)
