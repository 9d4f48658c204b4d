"""Symbols and footprints from an installed KiCad, read when a board is built.

KiCad's libraries are CC-BY-SA 4.0 with an exception for designs that use them; extracts of the
libraries themselves are never committed here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from hardware.pcb.box_symbol import box_symbol
from hardware.pcb.kinds import BoxSymbol, Footprint, Symbol
from hardware.pcb.sexp import Node, Word, format_number, node, parse

OWN = "minigam"
"""The library of a project."""
SHARE = Path("usr/share/kicad")
POWER = {
    name: Symbol("power", symbol)
    for name, symbol in {
        "+3V3": "+3V3",
        "+5V": "+5V",
        "GND": "GND",
        "": "PWR_FLAG",
    }.items()
}
"""Power symbols by net; for no net the flag that says where a supply comes from."""
ENDS = ("start", "end")
"""Of a symbol's rectangle: two of its corners."""
HOLE = Footprint("MountingHole", "MountingHole_3.2mm_M3", {})
FIDUCIAL = Footprint("Fiducial", "Fiducial_1mm_Mask2mm", {})


@dataclass(frozen=True)
class Pin:
    """A symbol's pin: where a wire joins it (mm, y up), which way is out, and its name."""

    number: str
    at: tuple[float, float]
    outward: int
    """Degrees, counterclockwise."""
    name: str
    kind: str
    """KiCad's electrical type."""


@dataclass(frozen=True)
class Drawn:
    """A symbol of the project's own library."""

    name: str
    tree: Node

    @cached_property
    def pins(self) -> dict[str, Pin]:
        """Its pins by number."""
        found = {}
        for unit in self.tree.nodes("symbol"):
            for pin in unit.nodes("pin"):
                x, y, turn = pin.the("at").numbers()
                number, name = pin.the("number").text(), pin.the("name").text()
                outward = (int(turn) + 180) % 360
                found[number] = Pin(number, (x, y), outward, name, pin.text())
        return found

    @cached_property
    def extent(self) -> tuple[float, float, float, float]:
        """How far pins and outlines reach left, up, right and down of its origin, in mm."""
        units = self.tree.nodes("symbol")
        lines = [item for unit in units for item in unit.nodes("rectangle", "polyline")]
        points = [pin.at for pin in self.pins.values()]
        for line in lines:
            ends = line.the("pts").nodes("xy") if line.head == "polyline" else line.nodes(*ENDS)
            points += [(x, y) for x, y in (end.numbers() for end in ends)]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return -min(xs), max(ys), max(xs), -min(ys)

    @cached_property
    def fields(self) -> dict[str, str]:
        """Its fields, such as its data sheet."""
        return {field.text(): field.text(1) for field in self.tree.nodes("property")}


@dataclass(frozen=True)
class Library:
    """KiCad's own libraries below the root of a system."""

    root: Path

    def symbol(self, wanted: Symbol) -> Drawn:
        """A symbol with all it inherits, and this project's changes; or a box of its own."""
        if isinstance(wanted, BoxSymbol):
            return Drawn(wanted.own_name, box_symbol(wanted))
        line = [self._symbol(wanted.library, wanted.name)]
        while parent := line[-1].find("extends"):
            line.append(self._symbol(wanted.library, parent.text()))
        base, name = line[-1], wanted.own_name
        old, changed = base.text(), {**wanted.fields, "Value": wanted.fields.get("Value", name)}
        fields = {f.text(): f for heir in reversed(line) for f in heir.nodes("property")}
        ours = [f.having(1, changed.get(key, f.text(1))) for key, f in fields.items()]
        units = [_unit(unit, old, name, wanted) for unit in base.nodes("symbol")]
        rest = base.without("property", "symbol", "embedded_fonts").items[1:]
        return Drawn(name, Node("symbol", (name, *rest, *ours, *units)))

    def _symbol(self, library: str, name: str) -> Node:
        """One symbol of a large file, in which it begins and ends on lines of its own."""
        text = (self.root / SHARE / "symbols" / f"{library}.kicad_sym").read_text("utf-8")
        start = text.index(f'\n\t(symbol "{name}"\n')
        return parse(text[start : text.index("\n\t)", start) + 3])

    def footprint(self, wanted: Footprint) -> Node:
        """A footprint as KiCad has it; a fiducial keeps planes out of its opening in the mask."""
        folder = self.root / SHARE / "footprints" / f"{wanted.library}.pretty"
        tree = parse((folder / f"{wanted.name}.kicad_mod").read_text("utf-8"))
        if wanted != FIDUCIAL:
            return tree
        pads = [pad.plus(node("clearance", 0.7)) for pad in tree.nodes("pad")]
        return tree.without("pad").plus(*pads)


def _unit(unit: Node, old: str, new: str, wanted: Symbol) -> Node:
    items = tuple(
        item.having(0, Word(wanted.types[item.the("number").text()]))
        if isinstance(item, Node)
        and item.head == "pin"
        and item.the("number").text() in wanted.types
        else item
        for item in unit
    )
    return Node(unit.head, (new + unit.text().removeprefix(old), *items[1:]))


MOVED = {"at", "start", "mid", "end", "center", "xy"}
SIDES = {"F": "B", "B": "F"}


def flip(value: Node) -> Node:
    """Turn a footprint onto the back: y changes its sign, layers change sides, text is mirrored."""
    if value.head == "model":  # KiCad turns models itself
        return value
    items = tuple(flip(item) if isinstance(item, Node) else item for item in value)
    value = replace(value, items=items)
    if value.head in MOVED:
        x, *others = value.numbers()
        return Node(value.head, (Word(format_number(x)), *(_negative(y) for y in others)))
    if value.head in ("layer", "layers"):
        return Node(value.head, tuple(other_side(value.text(at)) for at in range(len(items))))
    if value.head == "effects" and not value.find("justify"):
        return value.plus(node("justify", Word("mirror")))
    return value


def _negative(value: float) -> Word:
    return Word(format_number(-value))


def other_side(layer: str) -> str:
    """The same layer of the other side.

    >>> other_side("F.SilkS"), other_side("*.Cu"), other_side("Edge.Cuts")
    ('B.SilkS', '*.Cu', 'Edge.Cuts')
    """
    side, dot, rest = layer.partition(".")
    return SIDES.get(side, side) + dot + rest
