"""The list of a board's cables as a file for spreadsheets: a line for each kind of cable."""

import csv
from collections.abc import Iterable, Mapping
from io import StringIO

from hardware.drawing import items
from hardware.drawing.harness import COLORS
from hardware.drawing.power import chamber
from hardware.pcb.cables import IN_LEVERS, Cable, Cables, Socket, Wire

HEAD = (
    *("quantity", "cable", "wires", "mm²", "length in mm", "from", "end there", "to", "end there"),
    *("pins", "wire by wire", "which"),
)
WORDS: Mapping[str, str] = {
    "RD": "red",
    "OG": "orange",
    "BK": "black",
    "GN": "green",
    "BU": "blue",
    "VT": "violet",
}
SIGNALS: Mapping[str, str] = {
    **{signal: WORDS[color] for signal, color in COLORS.items() if color in WORDS},
    **{"+": "red", "-": "black", "IN": "green", "SDA": "green", "SCL": "blue", "DATA": "green"},
}
"""The colour of each signal's wire, that of the wiring sheets; the chain is a ribbon without."""


def as_csv(cables: Cables) -> str:
    """The list; the first line has `HEAD`."""
    groups: dict[tuple[object, ...], list[Cable]] = {}
    for cable in cables.every:
        groups.setdefault(_kind(cable), []).append(cable)
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(HEAD)
    writer.writerows(_cells(alike) for alike in groups.values())
    return file.getvalue()


def _kind(cable: Cable) -> tuple[object, ...]:
    """Cables of which this is the same are made in the same way."""
    ends = tuple((end.kind or end.piece, end.fixed) for end in (cable.start, cable.end))
    return cable.what, ends, cable.signals, cable.pins, cable.wire, cable.length_mm


def _cells(alike: list[Cable]) -> tuple[str, ...]:
    cable = alike[0]
    return (
        *(str(len(alike)), cable.what, str(len(cable.signals)), cable.wire.value),
        str(cable.length_mm),
        *(_place([each.start for each in alike]), cable.start.fixed),
        *(_place([each.end for each in alike]), cable.end.fixed),
        _pins(cable),
        ", ".join(_wires(cable)),
        "; ".join(f"{each.start.name} to {each.end.name}" for each in alike),
    )


def _place(sockets: list[Socket]) -> str:
    """The kind of printed board, with the plug where all have the same."""
    plugs = {socket.plug for socket in sockets}
    kind = sockets[0].kind or sockets[0].piece
    return f"{kind} {plugs.pop()}".strip() if len(plugs) == 1 else kind


def _pins(cable: Cable) -> str:
    if not (cable.start.housing and cable.end.housing):
        return ""
    return "1:1" if cable.is_straight else "see the wires"


def _wires(cable: Cable) -> Iterable[str]:
    for signal, (start, end) in zip(cable.signals, cable.pins, strict=True):
        color = "" if cable.wire is Wire.RIBBON else f", {SIGNALS[signal]}"
        yield f"{_pin(cable.start, start)} to {_pin(cable.end, end)} ({signal}{color})"


def _pin(socket: Socket, pin: str) -> str:
    if socket.joined == IN_LEVERS:
        return f"the {pin} lever"
    if socket.housing == items.PIN_5:
        return f"chamber {chamber(pin)} (the Pi's pin {pin})"
    return pin
