"""A small reader of DXF files, which shares nothing with the writer: each layer's shapes."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

Entity = dict[int, str]


@dataclass(frozen=True)
class Read:
    """What a layer has; lengths in mm."""

    circles: tuple[tuple[float, float, float], ...] = ()
    """Middle and diameter."""
    lines: tuple[tuple[float, float, float, float], ...] = ()
    """From and to."""
    arcs: tuple[tuple[float, float, float, float, float], ...] = ()
    """Middle, radius, and both angles in degrees, counterclockwise."""

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Around its lines: left, lower, right, upper."""
        xs = [x for line in self.lines for x in line[::2]]
        ys = [y for line in self.lines for y in line[1::2]]
        return min(xs), min(ys), max(xs), max(ys)


def read(text: str) -> dict[str, Read]:
    """The layers of a file; `ValueError` at an entity that is none of the three."""
    found: dict[str, dict[str, list[tuple[float, ...]]]] = defaultdict(lambda: defaultdict(list))
    numbers = {"CIRCLE": (10, 20, 40), "LINE": (10, 20, 11, 21), "ARC": (10, 20, 40, 50, 51)}
    for kind, entity in _entities(text):
        if kind not in numbers:
            raise ValueError(f"expected lines, arcs and circles, got {kind}")
        found[entity[8]][kind].append(tuple(float(entity[code]) for code in numbers[kind]))
    return {
        layer: Read(
            tuple((x, y, 2 * radius) for x, y, radius in kinds["CIRCLE"]),
            tuple((x, y, u, v) for x, y, u, v in kinds["LINE"]),
            tuple((x, y, radius, one, two) for x, y, radius, one, two in kinds["ARC"]),
        )
        for layer, kinds in found.items()
    }


def header(text: str) -> dict[str, str]:
    """The variables of a file's head, each with its first value."""
    pairs = _pairs(text)
    return {name: value for (code, name), (_, value) in pairwise(pairs) if code == 9}


def _pairs(text: str) -> list[tuple[int, str]]:
    lines = text.splitlines()
    return [(int(code), value) for code, value in zip(lines[::2], lines[1::2], strict=True)]


def _entities(text: str) -> Iterator[tuple[str, Entity]]:
    pairs = _pairs(text)
    start = pairs.index((2, "ENTITIES")) + 1
    end = pairs.index((0, "ENDSEC"), start)
    begins = [at for at in range(start, end) if pairs[at][0] == 0]
    for begin, after in zip(begins, [*begins[1:], end], strict=True):
        yield pairs[begin][1], dict(pairs[begin + 1 : after])
