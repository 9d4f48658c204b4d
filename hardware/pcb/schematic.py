"""Write a schematic: every part at its place on the sheet, its pins labelled with their nets.

Labels join pins of the same net; no wire crosses the sheet. Lengths are in mm, y down.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from hardware.pcb.geometry import Point, shift
from hardware.pcb.kinds import Symbol
from hardware.pcb.library import OWN, POWER, Drawn, Library, Pin
from hardware.pcb.placing import Part
from hardware.pcb.sexp import Node, Value, Word, format_node, identifier, node, uuid_node

GRID = 1.27
ROOT = identifier("sheet")
"""Of the only sheet."""
STEPS = {0: (1, 0), 90: (0, -1), 180: (-1, 0), 270: (0, 1)}
"""A step by a pin's direction in degrees."""
UP, DOWN = 90, 270
NO, YES = Word("no"), Word("yes")
TEXTS: dict[str, tuple[Point, Point]] = {
    "Q": ((2.54, -8.89), (2.54, 8.89)),
    "D": ((5.08, -8.89), (5.08, 8.89)),
    "U": ((3.81, -20.32), (3.81, 22.86)),
    "J": ((-2.54, -7.62), (-2.54, 8.89)),
}
"""Where the name and the value of a part are written, by the first letter of its name."""
BESIDE: tuple[Point, Point] = ((2.54, -1.27), (2.54, 1.27))


@dataclass(frozen=True)
class Note:
    """A text on the sheet."""

    text: str
    at: Point


@dataclass
class Sheet:
    """A schematic as it grows."""

    project: str
    library: Library
    items: list[Node] = field(default_factory=list)
    symbols: dict[str, Drawn] = field(default_factory=dict)
    powers: int = 0

    def put(self, part: Part, at: Point, texts: tuple[Point, Point] | None = None) -> None:
        """Draw a part, and a label or a power symbol at the end of each pin.

        `texts`: where its name and its value are written, from its origin.
        """
        kind = part.kind
        drawn = self.drawn(kind.symbol)
        fields = {
            "Footprint": f"{OWN}:{kind.footprint.name}",
            **{key: drawn.fields.get(key, "") for key in ("Datasheet", "Description")},
            **{"Manufacturer": kind.maker, "MPN": kind.number},
        }
        name_at, value_at = texts or TEXTS.get(part.ref[0], BESIDE)
        left = node("justify", Word("left"))
        shown = [
            _property("Reference", part.ref, shift(at, *name_at), left),
            _property("Value", kind.value, shift(at, *value_at), left),
        ]
        hidden = [_property(key, text, at, node("hide", True)) for key, text in fields.items()]
        self._symbol(drawn, part.ref, at, [*shown, *hidden])
        for number, pin in drawn.pins.items():
            self._end(pin, shift(at, pin.at[0], -pin.at[1]), part.nets.get(number))

    def supply(self, net: str, at: Point) -> None:
        """Say that a supply comes from outside: its label, joined to a flag."""
        flag = shift(at, 6 * GRID)
        self.items.append(_label(net, at, 180))
        self._wire(at, flag)
        self._power("", flag)

    def note(self, note: Note) -> None:
        """Write a text."""
        effects = _font(2.0, node("justify", Word("left")))
        where = node("at", *note.at, 0)
        tag = uuid_node("note", note.text)
        self.items.append(
            node("text", note.text, node("exclude_from_sim", NO), where, effects, tag)
        )

    def drawn(self, symbol: Symbol) -> Drawn:
        """A symbol of the library, which the sheet now holds."""
        name = symbol.own_name
        if name not in self.symbols:
            self.symbols[name] = self.library.symbol(symbol)
        return self.symbols[name]

    def _symbol(self, drawn: Drawn, ref: str, at: Point, fields: Iterable[Node]) -> None:
        tag = identifier("symbol", ref)
        flags = [node(key, YES) for key in ("in_bom", "on_board")]
        head = [
            node("lib_id", f"{OWN}:{drawn.name}"),
            node("at", *at, 0),
            node("unit", 1),
            node("exclude_from_sim", NO),
            *flags,
            node("dnp", NO),
            node("uuid", tag),
        ]
        pins = [node("pin", number, uuid_node("symbol", ref, number)) for number in drawn.pins]
        path = node("path", f"/{ROOT}", node("reference", ref), node("unit", 1))
        instances = node("instances", node("project", self.project, path))
        self.items.append(node("symbol", *head, *fields, *pins, instances))

    def _power(self, net: str, at: Point) -> None:
        self.powers += 1
        drawn = self.drawn(POWER[net])
        hide = node("hide", True)
        below = 1 if net == "GND" else -1
        shown = [] if net else [hide]
        ref = f"#PWR{self.powers:03}" if net else f"#FLG{self.powers:03}"
        fields = [
            _property("Reference", ref, at, hide),
            _property("Value", drawn.name, shift(at, 0, below * 3.81), *shown),
            *(_property(key, "", at, hide) for key in ("Footprint", "Datasheet")),
            _property("Description", drawn.fields.get("Description", ""), at, hide),
        ]
        self._symbol(drawn, ref, at, fields)

    def _wire(self, start: Point, end: Point) -> None:
        points = node("pts", node("xy", *start), node("xy", *end))
        stroke = node("stroke", node("width", 0), node("type", Word("default")))
        self.items.append(node("wire", points, stroke, uuid_node("wire", *start, *end)))

    def _end(self, pin: Pin, at: Point, net: str | None) -> None:
        """What is at the end of a pin."""
        if net is None:
            self.items.append(node("no_connect", node("at", *at), uuid_node("none", *at)))
            return
        dx, dy = STEPS[pin.outward]
        end = shift(at, dx * 2 * GRID, dy * 2 * GRID)
        self._wire(at, end)
        if net in POWER and pin.outward == (DOWN if net == "GND" else UP):
            self._power(net, end)
        else:
            self.items.append(_label(net, end, pin.outward))


def _label(net: str, at: Point, outward: int) -> Node:
    side = Word("right" if outward in (180, 270) else "left")
    return node(
        *("global_label", net, node("shape", Word("passive")), node("at", *at, outward)),
        *(_font(GRID, node("justify", side)), uuid_node("label", net, *at)),
    )


def _font(size: float, *extra: Value) -> Node:
    return node("effects", node("font", node("size", size, size)), *extra)


def _property(key: str, text: str, at: Point, *extra: Node) -> Node:
    return node("property", key, text, node("at", *at, 0), _font(GRID, *extra))


def write(sheet: Sheet, title: str, revision: str, paper: str = "A3") -> str:
    """The schematic's file."""
    block = node(
        *("title_block", node("title", title), node("rev", revision), node("company", "minigam")),
        node("comment", 1, "Generated by hardware/pcb; never built yet"),
    )
    symbols = [drawn.tree.having(0, f"{OWN}:{name}") for name, drawn in sheet.symbols.items()]
    tree = node(
        "kicad_sch",
        *_header(),
        node("uuid", ROOT),
        node("paper", paper),
        block,
        node("lib_symbols", *symbols),
        *sheet.items,
        node("sheet_instances", node("path", "/", node("page", "1"))),
        node("embedded_fonts", NO),
    )
    return format_node(tree) + "\n"


def _header() -> Iterator[Node]:
    yield node("version", 20250114)
    yield node("generator", "minigam")
    yield node("generator_version", "9.0")
