"""A sheet as WireViz reads it: YAML, of which only the part that is JSON too is used."""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import cycle
from textwrap import fill
from typing import Any

from hardware.drawing.wiring import Part, Sheet, Wire

COLORS = {"5V": "RD", "fused": "RD", "3V3": "OG", "GND": "BK"}
COLORS |= {"LOAD": "GN", "CLOCK": "BU", "DATA": "VT"}
SIGNAL_COLORS = ("GN", "BU", "VT", "YE", "BN", "TQ", "PK", "GY")
"""WireViz's names of colours; signals take them in turn."""
DOTS_AN_INCH = 80
HEAD_WIDTH = 30
"""Letters in a line of a part's head."""
_ENDS = re.compile(r"<td>[^<]*</td>\s*<td>\s*([a-z]{2}:[^<]*?)\s*</td>\s*<td>[^<]*</td>")
"""A wire's row in WireViz's graph: where it begins, its colour and signal, where it ends."""


def harness(sheet: Sheet, board: str) -> str:
    """The text of a board's sheet, a part, a bundle or a connection a line."""
    bundles = _bundles(sheet)
    title = ": ".join(filter(None, (board, sheet.title)))
    blocks = (
        _block("options", {"color_mode": "short"}),
        _block("tweak", {"append": _graph(sheet.spread, title)}),
        _block("connectors", {part.name: _connector(part) for part in sheet.parts}),
        _block("cables", {name: _cable(wires) for name, wires in bundles.items()}),
    )
    return "{\n" + "".join(blocks) + _connections(bundles)


def without_ends(graph: str) -> str:
    """WireViz's graph without the ends in the text of each wire, which make a sheet too wide.

    >>> without_ends("<td>J1:+</td> <td> rd:5V </td> <td>X1:5V</td>")
    '<td></td><td>rd:5V</td><td></td>'
    """
    return _ENDS.sub(r"<td></td><td>\1</td><td></td>", graph)


def _graph(spread: float, title: str) -> str:
    """What graphviz is told besides: closer together than WireViz would have it, and a title."""
    told: dict[str, str | float] = {"ranksep": spread, "nodesep": 0.2, "dpi": DOTS_AN_INCH}
    told |= {"label": title, "labelloc": "t", "labeljust": "l", "fontsize": 18}
    return "; ".join(f'{name}="{value}"' for name, value in told.items())


def _block(key: str, entries: Mapping[str, Any]) -> str:
    lines = ",\n".join(f"  {_json(name)}: {_json(entries[name])}" for name in entries)
    return f"{_json(key)}: {{\n{lines}\n}},\n"


def _connections(bundles: Mapping[str, list[Wire]]) -> str:
    lines = ",\n".join(
        f"  {_json(connection)}" for name in bundles for connection in _sets(name, bundles[name])
    )
    return f'"connections": [\n{lines}\n]\n}}\n'


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _bundles(sheet: Sheet) -> dict[str, list[Wire]]:
    """The wires between the same two parts, as one bundle."""
    between: dict[tuple[str, str], list[Wire]] = {}
    for wire in sheet.wires:
        between.setdefault((wire.start[0], wire.end[0]), []).append(wire)
    return {f"W{number}": wires for number, wires in enumerate(between.values(), 1)}


def _connector(part: Part) -> dict[str, Any]:
    found: dict[str, Any] = {
        "type": fill(part.what, HEAD_WIDTH, break_on_hyphens=False),
        "pins": [_numbered(pin) for pin in part.pins],
        "pinlabels": list(part.pins.values()),
        "show_pincount": False,
    }
    if part.notes:
        found["notes"] = part.notes
    return found


def _cable(wires: list[Wire]) -> dict[str, Any]:
    signal = cycle(SIGNAL_COLORS)
    return {
        "category": "bundle",
        "show_name": False,
        "show_wirecount": False,
        "colors": [COLORS.get(wire.net.split()[0]) or next(signal) for wire in wires],
        "wirelabels": [wire.net for wire in wires],
    }


def _sets(bundle: str, wires: list[Wire]) -> Iterator[list[dict[str, list[str | int]]]]:
    for number, wire in enumerate(wires, 1):
        start, end = wire.start, wire.end
        yield [{start[0]: [_numbered(start[1])]}, {bundle: [number]}, {end[0]: [_numbered(end[1])]}]


def _numbered(pin: str) -> str | int:
    """WireViz tells the pin 1 from a pin named "1"."""
    return int(pin) if pin.isdecimal() else pin
