"""Write a board: footprints at their places, tracks, vias, planes and prints.

KiCad fills the planes later. Lengths are in mm; the board's corner lies at `ORIGIN` of the page.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from hardware.pcb.copper import DRILL, VIA, Copper
from hardware.pcb.geometry import Point, rotate, shift
from hardware.pcb.kinds import Footprint
from hardware.pcb.library import FIDUCIAL, HOLE, OWN, Drawn, Library, flip
from hardware.pcb.placing import BACK, FRONT, Part, Text
from hardware.pcb.sexp import Node, Value, Word, format_node, identifier, node, uuid_node

ORIGIN = (60.0, 100.0)
LAYERS = (
    *((0, FRONT, "signal"), (2, BACK, "signal"), (9, "F.Adhes", "user"), (11, "B.Adhes", "user")),
    *((13, "F.Paste", "user"), (15, "B.Paste", "user"), (5, "F.SilkS", "user")),
    *((7, "B.SilkS", "user"), (1, "F.Mask", "user"), (3, "B.Mask", "user")),
    *((17, "Dwgs.User", "user"), (19, "Cmts.User", "user"), (25, "Edge.Cuts", "user")),
    *((27, "Margin", "user"), (31, "F.CrtYd", "user"), (29, "B.CrtYd", "user")),
    *((35, "F.Fab", "user"), (33, "B.Fab", "user")),
)
EDGE = 0.5
"""From a plane to the board's edge, in mm."""
NO = Word("no")
LABEL = 0.8
"""The height of the parts' names, the least that makers print, with their finer print."""
NOT_COPIED = {
    *("version", "generator", "generator_version", "layer", "descr", "tags", "property", "uuid"),
    "embedded_fonts",
}
"""Of a library's footprint."""


@dataclass(frozen=True)
class Plane:
    """A poured area: 0.25 mm from other nets, pads joined by spokes of that width."""

    net: str
    layers: tuple[str, ...]
    corners: tuple[Point, ...]
    priority: int
    spoke: float


@dataclass(frozen=True)
class Design:
    """All that is on a board."""

    title: str
    revision: str
    sheet: str
    """The schematic's file."""
    size: Point
    corner: float
    """Radius of the board's corners."""
    parts: tuple[Part, ...]
    route: Callable[[], Copper]
    """Lays every track and via, which can take half a minute."""
    planes: tuple[Plane, ...]
    texts: tuple[Text, ...]
    holes: tuple[Point, ...]
    fiducials: tuple[Point, ...]

    @cached_property
    def copper(self) -> Copper:
        """Every track and via."""
        return self.route()


@dataclass(frozen=True)
class Writer:
    """Puts a design into KiCad's format."""

    design: Design
    library: Library
    symbols: Mapping[str, Drawn] = field(default_factory=dict)
    nets: Mapping[str, int] = field(default_factory=dict)

    def part(self, part: Part) -> Node:
        """A part's footprint with the nets of its pads."""
        tree = self.library.footprint(part.kind.footprint)
        tree = flip(tree) if part.back else tree
        drawn = self.symbols[part.ref]
        counts: dict[str, int] = {}
        body: list[Value] = []
        for item in tree.nodes():
            if item.head in NOT_COPIED:
                continue
            counts[item.head] = counts.get(item.head, 0) + 1
            if item.head == "pad":
                item = self._pad(item, part, drawn)
            elif item.head == "fp_text":
                item = _turned(item, part.turn)
            if item.head == "pad" or item.head.startswith("fp_"):
                tag = uuid_node(part.ref, item.head, counts[item.head])
                item = item.without("uuid", "tstamp").plus(tag)
            body.append(item)
        return node(
            "footprint",
            f"{OWN}:{part.kind.footprint.name}",
            node("layer", BACK if part.back else FRONT),
            uuid_node("footprint", part.ref),
            _at(part.at, part.turn),
            *tree.nodes("descr", "tags"),
            *_fields(part, drawn),
            node("path", f"/{identifier('symbol', part.ref)}"),
            node("sheetname", "/"),
            node("sheetfile", self.design.sheet),
            *body,
        )

    def _pad(self, pad: Node, part: Part, drawn: Drawn) -> Node:
        pad, number = _turned(pad, part.turn), pad.text()
        if not number:  # a hole without copper
            return pad
        pin = drawn.pins[number]
        used = part.nets.get(number)
        net = used or free_name(part.ref, number, pin.name)
        kind = pin.kind if used else f"{pin.kind}+no_connect"
        joined = node("net", self.nets[net], net)
        return pad.plus(joined, node("pinfunction", pin.name), node("pintype", kind))

    def mechanical(self, ref: str, footprint: Footprint, at: Point) -> Node:
        """A mounting hole or a fiducial: on the board only."""
        tree = self.library.footprint(footprint)
        values = {"Reference": ref, "Value": footprint.name, "Datasheet": "", "Description": ""}
        hide = node("hide", True)
        fields = [
            node(
                *("property", key, text, node("at", 0, 0, 0), node("layer", "F.Fab"), hide),
                *(uuid_node(ref, key), _font(LABEL)),
            )
            for key, text in values.items()
        ]
        drawn = [n for n in tree.nodes() if n.head == "pad" or n.head.startswith("fp_")]
        body = [n.without("uuid").plus(uuid_node(ref, i)) for i, n in enumerate(drawn)]
        flags = ("board_only", "exclude_from_pos_files", "exclude_from_bom")
        kind = [] if footprint.name.startswith("Mounting") else [Word("smd")]
        return node(
            "footprint",
            f"{OWN}:{footprint.name}",
            node("layer", FRONT),
            uuid_node("footprint", ref),
            _at(at),
            *fields,
            node("attr", *kind, *map(Word, flags)),
            *body,
        )

    def tracks(self) -> Iterable[Node]:
        """Tracks and vias."""
        for i, track in enumerate(self.design.copper.tracks):
            yield node(
                *("segment", _point("start", track.start), _point("end", track.end)),
                *(node("width", track.width), node("layer", track.layer)),
                *(node("net", self.nets[track.net]), uuid_node("track", track.net, i)),
            )
        for i, via in enumerate(self.design.copper.vias):
            yield node(
                *("via", _at(via.at), node("size", VIA), node("drill", DRILL)),
                *(node("layers", FRONT, BACK), node("net", self.nets[via.net])),
                uuid_node("via", via.net, i),
            )

    def plane(self, plane: Plane) -> Node:
        """A poured area, not filled yet."""
        fill = (node("thermal_gap", 0.3), node("thermal_bridge_width", plane.spoke))
        return node(
            "zone",
            node("net", self.nets[plane.net]),
            node("net_name", plane.net),
            node("layers", *plane.layers),
            uuid_node("plane", plane.net),
            node("name", plane.net),
            node("hatch", Word("edge"), 0.5),
            node("priority", plane.priority),
            node("connect_pads", node("clearance", 0.25)),
            node("min_thickness", 0.25),
            node("filled_areas_thickness", NO),
            node("fill", Word("yes"), *fill, node("island_removal_mode", 0)),
            node("polygon", node("pts", *(_point("xy", corner) for corner in plane.corners))),
        )


def free_name(ref: str, number: str, name: str) -> str:
    """KiCad's name for the net of a pin that is joined to nothing."""
    return f"unconnected-({ref}-{name}-Pad{number})"


def numbered(parts: Iterable[Part], symbols: Mapping[str, Drawn]) -> dict[str, int]:
    """A number for each net, 0 for none."""
    names = set()
    for part in parts:
        for number, pin in symbols[part.ref].pins.items():
            names.add(part.nets.get(number) or free_name(part.ref, number, pin.name))
    return {"": 0, **{name: at for at, name in enumerate(sorted(names), 1)}}


def _at(at: Point, turn: float = 0) -> Node:
    return node("at", *shift(at, *ORIGIN), *([turn] if turn else []))


def _point(head: str, at: Point) -> Node:
    return node(head, *shift(at, *ORIGIN))


def _font(size: float, *extra: Value) -> Node:
    thick = round(size * 0.15, 3)
    font = node("font", node("size", size, size), node("thickness", thick))
    return node("effects", font, *extra)


def _turned(item: Node, turn: float) -> Node:
    """Angles in a footprint on a board are those on the board."""
    at = item.the("at")
    x, y, *angle = at.numbers()
    total = (sum(angle) + turn) % 360
    new = node("at", x, y, *([total] if total else []))
    kept = tuple(new if part is at else part for part in item)
    return Node(item.head, kept)


def _fields(part: Part, drawn: Drawn) -> Iterable[Node]:
    """Name, value, and what a buyer needs."""
    side = "B" if part.back else "F"
    mirror = [node("justify", Word("mirror"))] if part.back else []
    label = rotate(part.label or (0, 0), -part.turn)
    hide = node("hide", True)
    shown: dict[str, tuple[str, Point, str, bool]] = {
        "Reference": (part.ref, label, "SilkS", part.label is not None),
        "Value": (part.kind.value, (0, 0), "Fab", True),
    }
    texts = {key: drawn.fields.get(key, "") for key in ("Datasheet", "Description")}
    texts |= {"Manufacturer": part.kind.maker, "MPN": part.kind.number}
    shown |= {key: (text, (0, 0), "Fab", False) for key, text in texts.items()}
    for key, (text, at, layer, visible) in shown.items():
        yield node(
            *("property", key, text, node("at", *at, 0), node("layer", f"{side}.{layer}")),
            *([] if visible else [hide]),
            *(uuid_node("footprint", part.ref, key), _font(LABEL, *mirror)),
        )


def inside(size: Point) -> tuple[Point, ...]:
    """The corners of a plane that reaches almost to the edges of a board of that size."""
    right, bottom = size[0] - EDGE, size[1] - EDGE
    return (EDGE, EDGE), (right, EDGE), (right, bottom), (EDGE, bottom)


def outline(size: Point, radius: float) -> Iterable[Node]:
    """The board's edge: four lines, and four arcs at the corners."""
    (w, h), r = size, radius
    k = r * (1 - math.sqrt(0.5))
    stroke = node("stroke", node("width", 0.1), node("type", Word("solid")))
    layer = node("layer", "Edge.Cuts")
    lines = [((r, 0), (w - r, 0)), ((w, r), (w, h - r)), ((w - r, h), (r, h)), ((0, h - r), (0, r))]
    for i, (start, end) in enumerate(lines):
        ends = (_point("start", start), _point("end", end))
        yield node("gr_line", *ends, stroke, layer, uuid_node("edge", i))
    arcs = [
        ((w - r, 0), (w - k, k), (w, r)),
        ((w, h - r), (w - k, h - k), (w - r, h)),
        ((r, h), (k, h - k), (0, h - r)),
        ((0, r), (k, k), (r, 0)),
    ]
    for i, (start, middle, end) in enumerate(arcs):
        bend = (_point("start", start), _point("mid", middle), _point("end", end))
        yield node("gr_arc", *bend, stroke, layer, uuid_node("corner", i))


def _text(text: Text) -> Node:
    mirror = [node("justify", Word("mirror"))] if text.back else []
    layer = "B.SilkS" if text.back else "F.SilkS"
    return node(
        *("gr_text", text.text, _at(text.at, text.turn), node("layer", layer)),
        *(uuid_node("print", text.text, *text.at, text.back), _font(text.size, *mirror)),
    )


def write(design: Design, library: Library) -> str:
    """The board's file, with planes that are not filled."""
    symbols = {part.ref: library.symbol(part.kind.symbol) for part in design.parts}
    nets = numbered(design.parts, symbols)
    writer = Writer(design, library, symbols, nets)
    holes = [writer.mechanical(f"H{i}", HOLE, at) for i, at in enumerate(design.holes, 1)]
    marks = [writer.mechanical(f"FID{i}", FIDUCIAL, at) for i, at in enumerate(design.fiducials, 1)]
    tree = node(
        "kicad_pcb",
        node("version", 20241229),
        node("generator", "minigam"),
        node("generator_version", "9.0"),
        node("general", node("thickness", 1.6), node("legacy_teardrops", NO)),
        node("paper", "A3"),
        node(
            *("title_block", node("title", design.title), node("rev", design.revision)),
            node("company", "minigam"),
        ),
        node("layers", *(Node(str(n), (name, Word(kind))) for n, name, kind in LAYERS)),
        node(
            "setup",
            node("pad_to_mask_clearance", 0),
            node("allow_soldermask_bridges_in_footprints", NO),
            node("aux_axis_origin", *shift((0, design.size[1]), *ORIGIN)),
        ),
        *(node("net", number, name) for name, number in nets.items()),
        *(writer.part(part) for part in design.parts),
        *holes,
        *marks,
        *outline(design.size, design.corner),
        *(_text(text) for text in design.texts),
        *writer.tracks(),
        *(writer.plane(plane) for plane in design.planes),
        node("embedded_fonts", NO),
    )
    return format_node(tree) + "\n"
