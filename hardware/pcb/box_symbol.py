"""Schematic symbols that this project draws itself: a box with named pins at its sides."""

from collections.abc import Iterable

from hardware.pcb.kinds import BoxSymbol
from hardware.pcb.sexp import Node, Word, node

ROW, PIN, LETTER = 2.54, 2.54, 1.1
"""From pin to pin, a pin's length, and about the width of a letter, in mm."""
SIZE = node("font", node("size", 1.27, 1.27))


def box_symbol(symbol: BoxSymbol) -> Node:
    """The symbol as KiCad's libraries have it; its middle is the origin, y up."""
    left, right = symbol.sides
    rows, half = max(map(len, symbol.sides)), _half_width(symbol)
    top = (rows + 1) // 2 * ROW
    name = symbol.own_name
    fields = {"Reference": "U", "Value": name, "Footprint": "", "Datasheet": "", "Description": ""}
    outline = node(
        "rectangle",
        *(node("start", -half, top), node("end", half, top - (rows + 1) * ROW)),
        node("stroke", node("width", 0.254), node("type", Word("default"))),
        node("fill", node("type", Word("background"))),
    )
    pins = [
        *_pins(symbol, left, -half - PIN, top, 0),
        *_pins(symbol, right, half + PIN, top, 180),
    ]
    return node(
        "symbol",
        name,
        node("pin_names", node("offset", 1.016)),
        *(node(flag, yes) for flag, yes in (("exclude_from_sim", False), ("in_bom", True))),
        node("on_board", True),
        *(_field(key, text) for key, text in (fields | dict(symbol.fields)).items()),
        node("symbol", f"{name}_0_1", outline),
        node("symbol", f"{name}_1_1", *pins),
    )


def _half_width(symbol: BoxSymbol) -> float:
    letters = sum(max(map(len, side), default=0) for side in symbol.sides)
    return ROW * max(2, round((letters * LETTER + 5) / 2 / ROW + 0.5))


def _pins(
    symbol: BoxSymbol, side: Iterable[str], x: float, top: float, turn: int
) -> Iterable[Node]:
    for row, function in enumerate(side, 1):
        if function:
            number = symbol.table.number(function)
            yield node(
                *("pin", Word(symbol.types[number]), Word("line")),
                node("at", x, top - row * ROW, turn),
                node("length", PIN),
                node("name", function, node("effects", SIZE)),
                node("number", number, node("effects", SIZE)),
            )


def _field(key: str, text: str) -> Node:
    hide = [] if key in ("Reference", "Value") else [node("hide", Word("yes"))]
    return node("property", key, text, node("at", 0, 0, 0), node("effects", SIZE, *hide))
