"""How long each cable of a board is: taken from the lists of its printed boards' cables.

On stripboard the same lanes lie in the same places, so no cable is shorter than in these lists.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from hardware.drawing import rails
from hardware.drawing.boards import Board, board_named, boards
from hardware.drawing.branches import Branch
from hardware.drawing.items import SHUNT
from hardware.drawing.rails import CHAIN_FUSE_OHM, CONTACT_OHM, Feed, Wires, chain_step, ohms
from hardware.drawing.strip import PITCH_MM
from hardware.pcb import lane
from hardware.pcb.cables import IN_LEVERS, Cable, Cables, Wire, cables_of
from hardware.pcb.kit import Piece
from hardware.pcb.ways import boards_of
from hardware.simulation.datasheets import COPPER_MM, ENTRY_OHM, TRANSISTOR_OHM

SQUARE_MM = {wire: float(wire.value.partition(",")[0]) for wire in Wire}
"""Of each kind of wire."""
PLUG_OHM = 2 * CONTACT_OHM
"""Both contacts of a plug, there and back."""
PLANE_MM = (lane.ZONE_5V[2][1] - lane.ZONE_5V[0][1]) / 2
"""Of the plane for 5 V, how wide it is beside pads and other nets; an estimate."""


@cache
def cables(name: str) -> Cables:
    """The list of a board's cables."""
    board = board_named(name)
    return cables_of(board, boards_of(board))


def chain_mm(name: str) -> tuple[int, ...]:
    """Along the chain from the Pico on; empty where there is none.

    >>> len(chain_mm("quarter-hall")), chain_mm("quarter-buttons")
    (10, ())
    """
    return tuple(cable.length_mm for cable in cables(name).every if "CLOCK" in cable.signals)


def longest_data_mm() -> int:
    """The longest cable for the pixels' data of any board."""
    return max(
        cable.length_mm
        for board in boards()
        for cable in cables(board.name).every
        if "DATA" in cable.signals and "CLOCK" not in cable.signals
    )


def printed_wires(board: Board) -> Wires:
    """The resistances between the printed boards of a board, with the meter's shunt."""
    entry = rails.entry_ohm() + TRANSISTOR_OHM + ENTRY_OHM
    entry += SHUNT.value if board.profile.on_a_pico else 0
    found = _Feeds(cables(board.name))
    return Wires(
        entry_ohm=entry,
        feeds=tuple(found.feed(*each) for each in cables(board.name).pieces.fed()),
        chain_steps=tuple(map(chain_step, chain_mm(board.name))),
        chain_fuse_ohm=CHAIN_FUSE_OHM[1],
    )


@dataclass(frozen=True)
class _Feeds:
    cables: Cables

    @cached_property
    def _to(self) -> dict[str, Cable]:
        """The cable that brings 5 V to each piece, or to a branch's lever connectors."""
        found = [cable for cable in self.cables.every if "5V" in cable.signals]
        return {cable.end.piece: cable for cable in reversed(found)}

    def feed(self, branch: Branch, fed: Sequence[Piece], single: int) -> Feed:
        """A branch: one pair to its lever connectors, and one from there to each board."""
        first = self._to[fed[0].name]
        has_levers = first.start.joined == IN_LEVERS
        common = self._to[first.start.piece] if has_levers else first
        steps: list[float] = []
        starts = []
        for piece in fed:
            starts.append(len(steps))
            own = _pair(self._to[piece.name]) if has_levers else 0.0
            steps += [own + PLUG_OHM, *(_plane() for _ in range(piece.pixels - 1))]
        if single:
            starts.append(len(steps))
            steps += self._turn(single)
        if len(steps) != branch.pixels:
            raise ValueError(f"expected {branch.pixels} pixels in branch {branch.number}")
        lead = 2 * ohms(rails.LEAD_MM, rails.FUSE_WIRE)  # more than the base board's planes have
        return Feed(lead + _pair(common), tuple(steps), PLUG_OHM, tuple(starts))

    def _turn(self, count: int) -> Iterator[float]:
        """The lights of the turn: ground comes with the data, and the next light from the last."""
        ends = [cable for cable in self.cables.every if cable.end.piece.startswith("turn light")]
        first = [cable for cable in ends if cable.start.piece != "turn light 1"]
        yield sum(ohms(cable.length_mm, SQUARE_MM[cable.wire]) for cable in first)
        yield from (_pair(cable) for cable in ends[len(first) :][: count - 1])


def _pair(cable: Cable) -> float:
    return 2 * ohms(cable.length_mm, SQUARE_MM[cable.wire])


def _plane() -> float:
    """From pixel to pixel of a printed lane, there and back; more than on a face."""
    return 2 * ohms(PITCH_MM, COPPER_MM * PLANE_MM)
