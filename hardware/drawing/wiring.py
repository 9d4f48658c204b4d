"""Wiring as data: sheets of parts, and wires between their pins."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from hardware.drawing.items import Item

End = tuple[str, str]
"""A part's name, and one of its pins."""


@dataclass(frozen=True)
class Part:
    """A part, or a block of several."""

    name: str
    what: str
    """Said in its head."""
    pins: Mapping[str, str]
    """What each pin is for, in the order of the drawing; empty where its name says it."""
    holds: Mapping[Item, int] = field(default_factory=dict)
    """What has to be bought for it."""
    notes: str = ""


@dataclass(frozen=True)
class Wire:
    """A wire, drawn from left to right."""

    net: str
    start: End
    end: End


@dataclass(frozen=True)
class Sheet:
    """One drawing. Parts of the same name on a board's sheets are the same part."""

    name: str
    """Its file's, without an ending."""
    title: str
    parts: tuple[Part, ...]
    wires: tuple[Wire, ...]
    inside_of: str = ""
    """The block of other sheets whose inside this is: its parts are counted there."""
    spread: float = 0.25
    """How far apart its columns are, in inches: more where many wires fan out."""


def inside(sheet: Sheet) -> Sheet:
    """The inside of a block, its parts named after the sheet: a "filter R1" is no board's R1.

    The block itself, where it is on the sheet, keeps its name.
    """

    def named(name: str) -> str:
        return name if name == sheet.inside_of else f"{sheet.name} {name}"

    parts = tuple(replace(part, name=named(part.name)) for part in sheet.parts)
    wires = tuple(
        Wire(wire.net, (named(wire.start[0]), wire.start[1]), (named(wire.end[0]), wire.end[1]))
        for wire in sheet.wires
    )
    return replace(sheet, parts=parts, wires=wires)


def items_of(sheets: Iterable[Sheet]) -> Counter[Item]:
    """What a board's sheets hold, each part once."""
    parts = {part.name: part for sheet in sheets if not sheet.inside_of for part in sheet.parts}
    found: Counter[Item] = Counter()
    for part in parts.values():
        found.update(part.holds)
    return found


def users_of(sheets: Iterable[Sheet], item: Item) -> list[str]:
    """The names of the parts that hold an item."""
    parts = {part.name: part for sheet in sheets if not sheet.inside_of for part in sheet.parts}
    return [name for name, part in parts.items() if item in part.holds]


def resistor(name: str, item: Item, what: str) -> Part:
    """A resistor, with a pin at either end."""
    return Part(name, what, {"1": "", "2": ""}, {item: 1})


def rail(name: str, joined: str) -> Part:
    """Where several wires meet that lead to a pin shown elsewhere."""
    return Part(name, joined, {"1": ""})


def ceramic(name: str, item: Item, what: str) -> Part:
    """A ceramic capacitor: either way round."""
    return Part(name, what, {"1": "", "2": ""}, {item: 1})


def electrolytic(name: str, item: Item, what: str) -> Part:
    """An electrolytic capacitor, with its positive pin first."""
    return Part(name, what, {"+": "", "-": ""}, {item: 1})
