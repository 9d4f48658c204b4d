"""How blocks of the wiring sheets lie on stripboard: holes, cuts and links, as text.

Strips run from left to right; rows have letters, columns numbers, 2.54 mm apart, as one sees the
side of the parts. A cut takes a hole's copper away.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from hardware.drawing.wiring import End

Hole = tuple[str, int]
CELL = 4
"""Letters of a hole in the picture."""


@dataclass(frozen=True)
class Stripboard:
    """A piece of stripboard."""

    rows: str
    columns: int
    legs: Mapping[End, Hole]
    """Where each pin of a part on the sheet goes, and each wire."""
    cuts: frozenset[Hole]
    links: tuple[tuple[Hole, Hole], ...]
    """Wires on the side of the parts."""
    unused: Mapping[str, Hole]
    """Further legs that are joined to nothing, by what is drawn there."""

    def strip(self, hole: Hole) -> Hole:
        """The first hole of the piece of strip that a hole is on."""
        row, column = hole
        while column > 1 and (row, column - 1) not in self.cuts:
            column -= 1
        return row, column

    def nets(self) -> dict[End, frozenset[End]]:
        """What each leg is joined to, itself too."""
        joined: dict[Hole, Hole] = {}

        def root(hole: Hole) -> Hole:
            hole = self.strip(hole)
            while hole in joined:
                hole = joined[hole]
            return hole

        for one, other in self.links:
            if root(one) != root(other):
                joined[root(one)] = root(other)
        roots = {leg: root(hole) for leg, hole in self.legs.items()}
        return {
            leg: frozenset(other for other, at in roots.items() if at == there)
            for leg, there in roots.items()
        }

    def picture(self) -> str:
        """A row a line: parts, wires, links (`L1`, each twice), cuts (`x`) and free holes."""
        marks = {hole: _mark(end) for end, hole in self.legs.items()}
        marks |= {hole: name for name, hole in self.unused.items()}
        marks |= dict.fromkeys(self.cuts, "x")
        for number, ends in enumerate(self.links, 1):
            marks |= dict.fromkeys(ends, f"L{number}")
        numbers = range(1, self.columns + 1)
        head = " " + "".join(f"{number:>{CELL}}" for number in numbers)
        lines = (
            row + "".join(f"{marks.get((row, number), '.'):>{CELL}}" for number in numbers)
            for row in self.rows
        )
        return "\n".join((head, *lines)) + "\n"


def _mark(end: End) -> str:
    """`R1` for a part, `IN` for a wire."""
    part, pin = end
    name = part.rpartition(" ")[2]
    return name if name[1:].isdecimal() and name[0] in "RCU" else pin


FUSE = Stripboard(
    rows="ABCDE",
    columns=16,
    legs={
        ("fuse to X1", "IN"): ("A", 1),
        ("fuse to X1", "GND"): ("E", 1),
        ("fuse C1", "1"): ("A", 4),
        ("fuse C1", "2"): ("C", 4),
        ("fuse U1", "1"): ("B", 5),
        ("fuse U1", "2"): ("C", 5),
        ("fuse U1", "3"): ("D", 5),
        ("fuse U1", "5"): ("C", 8),
        ("fuse U1", "6"): ("B", 8),
        ("fuse R1", "1"): ("C", 12),
        ("fuse R1", "2"): ("E", 12),
        ("fuse C2", "1"): ("B", 11),
        ("fuse C2", "2"): ("D", 11),
        ("fuse C3", "+"): ("B", 14),
        ("fuse C3", "-"): ("D", 14),
        ("fuse to the strip", "OUT"): ("B", 16),
        ("fuse to the strip", "GND"): ("E", 16),
    },
    cuts=frozenset({("B", 6), ("C", 6), ("D", 6), ("D", 10)}),
    links=(
        (("A", 2), ("B", 2)),
        (("B", 3), ("D", 3)),
        (("C", 2), ("E", 2)),
        (("D", 15), ("E", 15)),
    ),
    unused={"U1": ("D", 8)},
)
"""An electronic fuse, its chip on an adapter whose rows of pins are 7.62 mm apart."""
