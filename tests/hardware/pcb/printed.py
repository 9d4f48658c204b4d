"""What the wiring sheets of a profile ask of a printed board that holds all but the strip.

Every wire of the sheets is turned into pins of the board. Where a sheet's part is no part of the
board, such as a lever connector, its pins are terminals: names that join pins.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from hardware.drawing.branches import branches
from hardware.drawing.chain import chain
from hardware.drawing.computers import PI_NAME
from hardware.drawing.felt import felt
from hardware.drawing.inputs import inputs, is_control, is_sensor, one_filter
from hardware.drawing.items import Item
from hardware.drawing.lights import EARTH, lights, shifter
from hardware.drawing.power import DAMPER, DISCHARGE, fuse, power
from hardware.drawing.wiring import End, Sheet
from hardware.pcb.pins import (
    BUTTON_PLUG,
    CHAIN_PLUG,
    DIODE,
    RADIAL,
    SI7157DP,
    SUPPLY_TERMINAL,
    TOUCH_PLUG,
)
from minigam.board.profile_model import Profile

Pins = frozenset[End]
Joined = set[End | str]
Same = Callable[[str, str], End | str]
"""A part and its pin on a sheet, as those of the board or as a terminal."""


SOURCE: End = ("Q1", SI7157DP.number("S1"))
GUARD: tuple[Joined, ...] = (
    {("J1", SUPPLY_TERMINAL.number("+")), ("Q1", SI7157DP.number("D"))},
    {SOURCE, *(("Q1", SI7157DP.number(pin)) for pin in ("S2", "S3")), ("D1", DIODE.number("K"))},
    {("Q1", SI7157DP.number("G")), ("R10", "1")},
    {("J1", SUPPLY_TERMINAL.number("-")), ("R10", "2"), ("D1", DIODE.number("A"))},
)
"""What printed boards have between their terminal and what the sheets show: a P-channel MOSFET that
a reversed supply leaves off (its own diode leads from D to S), and a diode from S to ground."""


@dataclass(frozen=True)
class Printed:
    """A printed board, and the board of a profile that it has to fit."""

    profile: Profile
    touched: Item
    computer: Mapping[str, End]
    """Pins of the board by those of the computer's header."""
    extra: tuple[Joined, ...]
    """What no sheet shows, such as the inside of the meter."""

    def wanted(self) -> set[Pins]:
        """The nets that the sheets ask for, by pins of the board."""
        found: list[Joined] = []
        for pair in (*self._wires(), *map(set, GUARD), *map(set, self.extra)):
            touching = [net for net in found if net & pair]
            found = [net for net in found if not net & pair] + [pair.union(*touching)]
        nets = {frozenset(end for end in net if isinstance(end, tuple)) for net in found}
        return {net for net in nets if len(net) > 1}

    def _wires(self) -> Iterator[Joined]:
        profile = self.profile
        yield from _turned(power(profile), self._of_power)
        yield from _turned(lights(profile), self._of_lights)
        yield {("J2", "2"), ("J31", "2")}  # ground beside the data
        yield from _turned(shifter(), lambda name, pin: _rail(name) or (name, pin))
        yield from _turned(inputs(profile, self.touched), self._of_inputs)
        for branch in branches(profile.strip):
            yield from _turned(fuse(), _fuse_parts(branch.number))
        for number in range(1, len(profile.inputs) + 1):
            yield from _turned(one_filter(), _filter_parts(number))
        if chained := felt(profile):
            yield from _turned(chain(chained)[0], self._of_chain)

    def _computer(self, pin: str) -> End | str:
        return self.computer.get(pin, f"{self.profile.name} {pin}")

    def _of_power(self, name: str, pin: str) -> End | str:
        if name == "J1":  # behind the transistor that the terminal has
            return SOURCE if pin == "+" else (name, SUPPLY_TERMINAL.number(pin))
        if name == DAMPER.name:
            return name, RADIAL.number(pin)
        if name == DISCHARGE.name:
            return name, pin
        if name == "LED":
            line, number = pin.split()
            return f"J3{number}", "1" if line == "5V" else "2"
        if name == PI_NAME and not self.profile.on_a_pico:
            return self._computer(pin)
        return f"{name} {pin}"

    def _of_lights(self, name: str, pin: str) -> End | str:
        if name == "LED" and pin in ("DIN", EARTH):
            return ("J2", "1") if pin == "DIN" else ("J31", "2")
        if name.startswith("LED"):  # from branch to branch, on no base board
            return f"{name} {pin}"
        if name.startswith("Pi"):
            return self._computer(pin)
        return f"{name} {pin}" if name == "X1" else (name, pin)

    def _of_inputs(self, name: str, pin: str) -> End | str:
        names = list(self.profile.inputs)
        if name not in names:
            return self._computer(pin) if name.startswith("Pi") else f"{name} {pin}"
        plug = f"J{10 + names.index(name) + 1}"
        if is_sensor(name, self.touched):
            if pin == "1":  # behind the resistor of the cable's 3.3 V
                return f"R{80 + int(plug[1:]) - 10}", "1"
            return plug, TOUCH_PLUG.number({"2": "GND", "3": "IN"}[pin])
        table = TOUCH_PLUG if self._has_spots(name) else BUTTON_PLUG
        return plug, table.number({"1": "IN", "2": "GND"}[pin])

    def _has_spots(self, name: str) -> bool:
        return not self.profile.on_a_pico and not is_control(name)

    def _of_chain(self, name: str, pin: str) -> End | str:
        if name.startswith("B"):
            return f"{name} {pin}"
        if (name, pin) == ("X2", CHAIN_PLUG.number("3V3")):  # behind a fuse
            return "F9", "1"
        return self._computer(pin) if name.startswith("Pi") else (name, pin)


def _turned(sheet: Sheet, same: Same) -> Iterator[Joined]:
    for wire in sheet.wires:
        yield {same(*wire.start), same(*wire.end)}


def _rail(name: str) -> str:
    """The lever connector behind one of the shifter's rails."""
    return {"shifter 5V rail": "X1 5V", "shifter GND rail": "X1 GND"}.get(name, "")


def _fuse_parts(number: int) -> Same:
    def same(name: str, pin: str) -> End | str:
        part = name.removeprefix("fuse ")
        if part == "U1":
            return f"F{number}", pin
        if part == "C3":
            return f"C3{number}", RADIAL.number(pin)
        return (f"{part}{number}", pin) if part in ("C1", "C2", "R1") else f"F{number} {pin}"

    return same


def _filter_parts(number: int) -> Same:
    refs = {"C1": f"C{40 + number}", "R1": f"R{40 + number}", "R2": f"R{60 + number}"}

    def same(name: str, pin: str) -> End | str:
        part = name.removeprefix("filter ")
        if part in refs:
            return refs[part], pin
        several = pin in ("OUT", "IN", "VCC") or (part, pin) == ("far side", "GND")
        return f"A1 {pin}{number}" if several else f"A1 {pin}"

    return same


def several(nets: Iterable[set[End]]) -> set[Pins]:
    """Nets of more than one pin."""
    return {frozenset(pins) for pins in nets if len(pins) > 1}
