"""The wiring as it is written on the sheets, read back: which pins are joined to which."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from hardware.drawing.files import COMMON, WIRING

Pin = tuple[str, str]
GROUNDS = {
    "Pi": ("6", "9", "14", "20", "25", "30", "34", "39"),
    "Pico": ("3", "8", "13", "18", "23", "28", "38"),
}
"""Pins that a computer's own board joins."""


class Nets:
    """Pins that wires join, on all sheets of a board; parts of the same name are the same."""

    def __init__(self, joints: Iterable[tuple[str, Pin, Pin]]) -> None:
        """`joints`: what each wire is said to carry, and its ends."""
        self._net: dict[Pin, set[Pin]] = {}
        self._labels: list[tuple[str, Pin]] = []
        for label, one, other in joints:
            joined = self.of(*one) | self.of(*other)
            self._net |= dict.fromkeys(joined, joined)
            self._labels.append((label, one))

    def of(self, part: str, pin: str) -> set[Pin]:
        """Every pin joined to that one, itself too."""
        return self._net.get((part, pin), {(part, pin)})

    def joined(self, *pins: Pin) -> bool:
        return all(pin in self.of(*pins[0]) for pin in pins)

    def called(self, label: str) -> list[set[Pin]]:
        """The nets that have a wire of that label."""
        found: list[set[Pin]] = []
        for name, pin in self._labels:
            if name == label and self.of(*pin) not in found:
                found.append(self.of(*pin))
        return found

    def labels(self, pin: Pin) -> set[str]:
        """What the wires of a pin's net are said to carry."""
        return {label for label, end in self._labels if end in self.of(*pin)}

    def ends(self) -> set[Pin]:
        return set(self._net)


def sheet(path: Path) -> list[tuple[str, Pin, Pin]]:
    """A sheet's wires; every pin they end at must be one of its part's."""
    read = json.loads(path.read_text("utf-8"))
    found = []
    for start, cable, end in read["connections"]:
        ((name, (number,)),) = cable.items()
        label = read["cables"][name]["wirelabels"][number - 1]
        found.append((label, _pin(read, start), _pin(read, end)))
    return found


def parts_of(path: Path) -> dict[str, dict[str, str]]:
    """A sheet's parts by name, each with its `type`: what is said in its head."""
    read: dict[str, dict[str, str]] = json.loads(path.read_text("utf-8"))["connectors"]
    return {name: part | {"type": part["type"].replace("\n", " ")} for name, part in read.items()}


def _pin(read: dict[str, dict[str, dict[str, list[object]]]], end: dict[str, list[object]]) -> Pin:
    ((part, (pin,)),) = end.items()
    assert pin in read["connectors"][part]["pins"]
    return part, str(pin)


def board(name: str) -> Nets:
    """A board's sheets together, with what its blocks join inside."""
    wires = [wire for path in sorted((WIRING / name).glob("*.yml")) for wire in sheet(path)]
    pins = {end for _, *ends in wires for end in ends}
    return Nets([*wires, *_inside(pins), *_grounds(pins)])


def common(name: str) -> Nets:
    return Nets(sheet(WIRING / COMMON / f"{name}.yml"))


def _inside(pins: set[Pin]) -> Iterator[tuple[str, Pin, Pin]]:
    """Filters and register boards join their ground pins, and their 3.3 V pins."""
    for part, pin in pins:
        for label, name, plug in (("GND", "GND", "4"), ("3V3", "VCC", "1")):
            if pin.startswith(name) and pin.removeprefix(name).isdecimal():
                yield label, (part, pin), (part, label if part == "A1" else plug)


def _grounds(pins: set[Pin]) -> Iterator[tuple[str, Pin, Pin]]:
    for computer, grounds in GROUNDS.items():
        used = [(computer, pin) for pin in grounds if (computer, pin) in pins]
        yield from (("GND", used[0], other) for other in used[1:])
