"""Small faults put into a finished project, one at a time: do the checks find each?

Every board gets the faults for which it has parts, tracks or nets.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hardware.pcb.boards import Board
from hardware.pcb.kinds import SOCKET
from hardware.pcb.library import POWER
from hardware.pcb.placing import BACK, Part, pads_of
from hardware.pcb.project import LAYOUT, SHEET
from hardware.pcb.sexp import format_node, parse
from tests.hardware.pcb.changes import (
    Change,
    add_track,
    drop_first,
    drop_flag,
    drop_part,
    drop_plane,
    move,
    narrow_hole,
    pad_net,
    print_on,
    relabel,
    remove,
    set_field,
    shift_via,
    swap_pads,
    widen,
)


@dataclass(frozen=True)
class Mutation:
    """A fault in one of a board's files, by the file's ending."""

    what: str
    ending: str
    change: Change

    def apply(self, board: Board, folder: Path) -> None:
        """Write the faulty file; `ValueError` if nothing has changed."""
        path = folder / board.file(self.ending)
        before = parse(path.read_text("utf-8"))
        after = self.change(before)
        if after == before:
            raise ValueError(f"expected {self.what} to change {path.name}")
        path.write_text(format_node(after) + "\n", "utf-8")


def mutations(board: Board) -> list[Mutation]:
    """The faults of a board, no text twice."""
    found = [
        *(Mutation(what, LAYOUT, change) for what, change in _copper(board)),
        *(Mutation(what, LAYOUT, change) for what, change in _placed(board)),
        *(Mutation(what, LAYOUT, change) for what, change in _pads(board)),
        *(Mutation(what, SHEET, change) for what, change in _sheet(board)),
    ]
    assert len({mutation.what for mutation in found}) == len(found)
    return found


Faults = Iterator[tuple[str, Change]]


def signals(board: Board) -> list[str]:
    """The nets that tracks join alone, in order."""
    poured = {plane.net for plane in board.design.planes}
    return sorted({track.net for track in board.design.copper.tracks} - poured - {"+3V3"})


def _copper(board: Board) -> Faults:
    """Faults of tracks, vias and planes."""
    design, lines = board.design, signals(board)
    first, middle, last = lines[0], lines[len(lines) // 2], lines[-1]
    width, height = design.size
    for net in (first, middle, last):
        yield f"a track of {net} is missing", remove("segment", net)
    yield f"the tracks of {last} are 0.1 mm wide", widen(last, 0.1)
    yield f"a track joins {first} and {last}", _bridge(board, first, last)
    edge = ((width - 1, height / 2 + 2), (width + 2, height / 2 + 2))
    yield "a track leaves the board", add_track("GND", BACK, *edge)
    yield "the planes are missing", drop_plane
    yield "a via has a hole of 0.1 mm", narrow_hole
    if vias := sorted({via.net for via in design.copper.vias} & set(lines)):
        yield f"a via of {vias[-1]} is missing", remove("via", vias[-1])
        yield f"a via of {vias[0]} is 1 mm off", shift_via(vias[0], 0, 1.0)
    if any(track.net == "+3V3" for track in design.copper.tracks):
        yield "a track of 3.3 V is missing", remove("segment", "+3V3")


def _bridge(board: Board, one: str, other: str) -> Change:
    """A track of one net to a pad of another."""
    pads = pads_of(board.design.parts).by_name.values()
    start, end = (next(pad for pad in pads if pad.net == net) for net in (one, other))
    layer = next(iter(sorted(start.layers & end.layers) or sorted(start.layers)))
    return add_track(one, layer, start.at, end.at)


def small(board: Board) -> list[Part]:
    """Parts of two pads on the front."""
    found = [p for p in board.design.parts if len(p.kind.footprint.pads) == 2 and not p.back]
    return [
        part for part in found if not any(pad.drill for pad in part.kind.footprint.pads.values())
    ]


def large(board: Board) -> list[Part]:
    """One part of each kind that has more than two pads and lies on the front."""
    found = [p for p in board.design.parts if len(p.kind.footprint.pads) > 2 and not p.back]
    return list({part.kind.value: part for part in found}.values())


def _placed(board: Board) -> Faults:
    """Faults of parts and their fields."""
    one, *_, other = small(board)
    away = (other.at[0] - one.at[0], other.at[1] - one.at[1])
    yield f"{one.ref} lies on {other.ref}", move(one.ref, *away)
    yield f"{one.ref} is missing on the board", drop_part(one.ref)
    yield f"{other.ref} has another value on the board", set_field(other.ref, "Value", "1M")
    yield f"{one.ref} has another name on the board", set_field(one.ref, "Reference", "R99")
    yield "a text lies on pads", print_on(_pad_of(other))
    for part in large(board):
        yield f"{part.ref} is 3 mm off", move(part.ref, 3.0, 0)
        yield f"{part.ref} is turned by half", move(part.ref, 0, 0, 180)


def _pad_of(part: Part) -> tuple[float, float]:
    return pads_of([part]).at(part.ref, "1")


def _pads(board: Board) -> Faults:
    """Wrong footprints, and wrong nets."""
    for part in large(board):
        one, other = _unlike(part)
        yield f"pads {one} and {other} of {part.ref} are exchanged", swap_pads(part.ref, one, other)
        net = part.nets[other]
        yield f"pad {one} of {part.ref} is on {net}", pad_net(part.ref, one, net)
    for part in board.design.parts:
        lines = [pad for pad, net in part.nets.items() if net not in POWER]
        if part.kind.footprint.library == SOCKET and len(lines) > 1:
            one, *_, other = lines
            what = f"{part.nets[one]} and {part.nets[other]} are exchanged at {part.ref}"
            yield what, swap_pads(part.ref, one, other)


def _unlike(part: Part) -> tuple[str, str]:
    """Two pads with different nets: the first one, and the last that differs."""
    first, *others = part.nets
    return first, next(pad for pad in reversed(others) if part.nets[pad] != part.nets[first])


def _sheet(board: Board) -> Faults:
    """Faults of the schematic."""
    parts, labels = board.design.parts, _labels(board)
    one, other, plug = labels[0], labels[-1], next(p for p in parts if p.ref.startswith("J"))
    part, *_, last = small(board)
    wrong = "minigam:R_0603_1608Metric", "minigam:C_0603_1608Metric"
    footprint = next(name for name in wrong if part.kind.footprint.name not in name)
    yield f"{one} is {other} at one place of the sheet", relabel(one, other)
    yield f"{other} is misspelt on the sheet", relabel(other, f"{other}_")
    yield "a wire is missing on the sheet", drop_first("wire")
    yield "nothing says where a supply comes from", drop_flag
    yield f"{part.ref} is missing on the sheet", drop_part(part.ref)
    yield f"{last.ref} has another value on the sheet", set_field(last.ref, "Value", "1M")
    yield f"{part.ref} has another footprint", set_field(part.ref, "Footprint", footprint)
    yield f"{plug.ref} has another number on the sheet", set_field(plug.ref, "MPN", "S5B-XH-A")
    if any(len(part.nets) < len(part.kind.pins.pins) for part in parts):
        yield "an unused pin has no mark", drop_first("no_connect")


def _labels(board: Board) -> list[str]:
    return [net for net in signals(board) if net not in POWER]
