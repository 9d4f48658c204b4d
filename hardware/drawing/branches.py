"""How a strip is divided: each branch has its own electronic fuse and its own pair of wires."""

from collections.abc import Iterator
from dataclasses import dataclass

from minigam.board.current_limit import IDLE_MA
from minigam.board.lighting import Segment
from minigam.board.profile_model import Strip

MOST_MA = 1500.0
"""What an electronic fuse carries for ever while its chip stays below 105 degrees, with about 57
around it (Texas Instruments SLVS841, recommended operating conditions; from memory)."""
LIMIT_KOHM, LIMIT_SHARE = 15.0, 0.01
"""The resistor that sets a fuse's limit, and how far it may be from that (R15K in
hardware/drawing/items.py)."""


def limit_ma(kohm: float, share: float) -> tuple[float, float]:
    """The least and the greatest limit of a TPS2553-1 with a resistor of that tolerance, in mA.

    Texas Instruments SLVS841, programming the current-limit threshold: 25230 V / R^1.016 at least
    and 22980 V / R^0.94 at most, with R in kΩ.

    >>> [round(ma) for ma in limit_ma(15.0, 0.0)]
    [1611, 1802]
    """
    high, low = kohm * (1 + share), kohm * (1 - share)
    return float(25230 / high**1.016), float(22980 / low**0.94)


TRIP_MA = limit_ma(LIMIT_KOHM, LIMIT_SHARE)
"""A branch's fuse limits at least, and at most, at this, for 5 to 10 ms; then it switches off."""
FACE = 7
"""Pixels of a die's face: of dice, a branch has whole faces."""


@dataclass(frozen=True)
class Branch:
    """Pixels in a row that one fuse feeds."""

    number: int
    """From 1, in the order of the data."""
    names: tuple[str, ...]
    """Its segments; of a segment that two branches share, the name stands in both."""
    pixels: int

    def most_ma(self, led_ma: float) -> float:
        """With all its pixels at full white, in mA.

        >>> Branch(1, ("point-1",), 8).most_ma(55)
        448.0
        """
        return self.pixels * (led_ma + IDLE_MA)

    @property
    def words(self) -> str:
        """What it feeds: `off-black to point-1`."""
        first, last = self.names[0], self.names[-1]
        return first if first == last else f"{first} to {last}"


def branches(strip: Strip) -> list[Branch]:
    """As few as carry all pixels at full white; `ValueError` where one segment is too much.

    >>> from minigam.board.profile import load_profile
    >>> for branch in branches(load_profile("quarter-hall").strip):
    ...     print(branch.number, branch.words, branch.pixels)
    1 off-black to point-1 24
    2 point-2 to point-4 24
    3 point-5 to bar-black 24
    4 off-white to turn 24
    """
    most = int(MOST_MA / (strip.budget.led_ma + IDLE_MA))
    found: list[list[tuple[str, int]]] = [[]]
    for name, count in _pieces(strip):
        if count > most:
            raise ValueError(f"expected at most {most} pixels in {name}, got {count}")
        if sum(pixels for _, pixels in found[-1]) + count > most:
            found.append([])
        found[-1].append((name, count))
    return [
        Branch(number, tuple(dict.fromkeys(name for name, _ in part)), sum(n for _, n in part))
        for number, part in enumerate(found, 1)
    ]


def _pieces(strip: Strip) -> Iterator[tuple[str, int]]:
    """What is not divided: segments, and faces of dice, in the order of the data."""
    for name, segment in sorted(strip.segments.items(), key=_first):
        if name == "dice":
            yield from ((name, FACE) for _ in range(segment.count // FACE))
        else:
            yield name, segment.count


def _first(named: tuple[str, Segment]) -> int:
    return named[1].first
