"""The sheets of the chain: the Pico, and one register board after the other."""

from itertools import pairwise

from hardware.drawing.computers import PICO_NAME, ground, pico, pin, power_3v3
from hardware.drawing.felt import Felt, board_name, first_sensor, in_words
from hardware.drawing.inputs import FAN, hall_switch, hall_switch_wires
from hardware.drawing.items import (
    ADAPTER,
    C1N2,
    C100N,
    C470P,
    CONTACT,
    HOUSING,
    NETWORK,
    PLUG,
    R1K,
    R10K,
    R100,
    R100K,
    REGISTER,
    RIBBON,
    Item,
)
from hardware.drawing.wiring import Part, Sheet, Wire, ceramic, resistor
from minigam.board.profile_model import A_BOARD

A_SHEET = 3
"""Boards a sheet."""
LINES = {"1": "3V3", "2": "DATA", "3": "LOAD", "4": "GND", "5": "CLOCK"}
"""What the pins of a plug carry; the clock, which nothing may disturb, has ground beside it only.

Plug A looks to the Pico, plug B away from it."""
PINS = {line: pin for pin, line in LINES.items()}
DATA_PIN = PINS["DATA"]
THROUGH = tuple(pin for pin in LINES if pin != DATA_PIN)
"""The pins that a board joins from its plug A to its plug B."""
NEAR_DATA, FAR_DATA = f"A{DATA_PIN}", f"B{DATA_PIN}"
"""A board's two pins for data, one at each plug."""
ENTRY = "X2"
"""The plug at the Pico."""
CABLE_MM = 250
"""A cable from a register board to the next, or to a sensor: up to 150 mm, and both ends."""


def plugs(count: int, cable_mm: int = 0) -> dict[Item, int]:
    """What plugs hold, with the ends in them, and the cable that comes along."""
    found = {PLUG: count, HOUSING: count, CONTACT: count * len(LINES)}
    return found | {RIBBON: cable_mm} if cable_mm else found


def chain(felt: Felt) -> list[Sheet]:
    """The chain, a few boards a sheet; a sheet begins with the last board of the one before."""
    last = felt.boards
    firsts = range(1, last + 1, A_SHEET)
    return [_stretch(felt, first, min(first + A_SHEET - 1, last)) for first in firsts]


def _stretch(felt: Felt, first: int, last: int) -> Sheet:
    shown = range(max(first - 1, 1), last + 1)
    boards = [_register_board(felt, number) for number in shown]
    wires = [wire for one, other in pairwise(boards) for wire in _cable(one.name, other.name)]
    name = f"chain-{(first - 1) // A_SHEET + 1}"
    title = f"The chain, boards {shown[0]} to {last} of {felt.boards}"
    if first > 1:
        return Sheet(name, title, tuple(boards), tuple(wires))
    wires = [*_entry_wires(felt), *_cable(ENTRY, boards[0].name, data=DATA_PIN), *wires]
    return Sheet(name, title, (*_entry(felt), *boards), tuple(wires))


def register_parts(count: int) -> dict[Item, int]:
    """Registers, each on an adapter that gives its pins wires."""
    return {REGISTER: count, ADAPTER: count}


def _register_board(felt: Felt, number: int) -> Part:
    resistors = {NETWORK: 1, R10K: 1, R1K: 2, R100K: 2}
    ends = plugs(2, CABLE_MM)
    if number == felt.boards:  # nothing is plugged in behind it
        ends |= plugs(1, CABLE_MM) | {PLUG: 2}
    holds = {**register_parts(2), **resistors, C100N: 2, C1N2: 2, **ends}
    pins = {**{pin: LINES[pin] for pin in THROUGH}, NEAR_DATA: "DATA", FAR_DATA: "DATA"}
    first = first_sensor(number)
    notes = f"sensors {first} to {first + A_BOARD - 1}:\n{in_words(felt.places(number))}"
    return Part(board_name(number), "Register board", pins, holds, notes)


def _cable(one: str, other: str, data: str = FAR_DATA) -> list[Wire]:
    """The five wires from a board, away from the Pico, to the next."""
    through = [Wire(LINES[pin], (one, pin), (other, pin)) for pin in THROUGH]
    return [*through, Wire("DATA", (one, data), (other, NEAR_DATA))]


def plug(name: str, what: str, cable_mm: int = 0) -> Part:
    """A plug, the cable's end in it, and that cable if it is counted here."""
    return Part(name, what, LINES, plugs(1, cable_mm))


def _pins(felt: Felt) -> tuple[str, ...]:
    """The Pico's pins for 3.3 V, ground, load, clock and data."""
    profile, scan = felt.profile, felt.scan
    load = pin(profile, scan.load)
    lines = (load, pin(profile, scan.clock), pin(profile, scan.data))
    return power_3v3(profile, load), ground(profile, load), *lines


def _entry(felt: Felt) -> tuple[Part, ...]:
    power, earth, load, clock, data = _pins(felt)
    return (
        pico({power: "", earth: "", load: "load", clock: "clock", data: "data"}),
        *(resistor(name, R100, "100 Ω") for name in ("R4", "R5")),
        *(ceramic(name, C470P, "470 pF") for name in ("C3", "C4")),
        *(resistor(name, R100, "100 Ω") for name in ("R6", "R7")),
        plug(ENTRY, "Plug"),
    )


def _entry_wires(felt: Felt) -> list[Wire]:
    """Near the Pico, filters make the edges of LOAD and CLOCK slow, so that they do not ring.

    The second resistor of each is about the cable's impedance: it absorbs what comes back.
    """
    power, earth, load, clock, data = _pins(felt)
    return [
        Wire("3V3", (PICO_NAME, power), (ENTRY, PINS["3V3"])),
        Wire("GND", (PICO_NAME, earth), (ENTRY, PINS["GND"])),
        *_filter_wires("LOAD", load, "R4", "C3", "R6"),
        *_filter_wires("CLOCK", clock, "R5", "C4", "R7"),
        Wire("DATA", (PICO_NAME, data), (ENTRY, DATA_PIN)),
    ]


def _filter_wires(line: str, gpio: str, first: str, block: str, second: str) -> list[Wire]:
    return [
        Wire(line, (PICO_NAME, gpio), (first, "1")),
        Wire(line, (first, "2"), (block, "1")),
        Wire(line, (block, "1"), (second, "1")),
        Wire("GND", (block, "2"), (ENTRY, PINS["GND"])),
        Wire(line, (second, "2"), (ENTRY, PINS[line])),
    ]


def sensors(felt: Felt) -> list[Sheet]:
    """A sheet for each register board: its sensors. All but the first differ in names only."""
    return [_sensors(felt, number) for number in range(1, felt.boards + 1)]


def _sensors(felt: Felt, number: int) -> Sheet:
    board, first = _register_board(felt, number), first_sensor(number)
    places = {at: place for at, place in enumerate(felt.places(number), 1) if place}
    pins: dict[str, str] = {}
    for at in places:
        sensor = first + at - 1
        pins |= {f"VCC{at}": "", f"IN{at}": f"sensor {sensor}", f"GND{at}": ""}
    wires = [w for at, place in places.items() for w in hall_switch_wires(board.name, at, place)]
    found = [hall_switch(place, CABLE_MM) for place in places.values()]
    parts = (Part(board.name, board.what, pins, board.holds), *found)
    title = f"The sensors of register board {number}"
    return Sheet(f"sensors-{number}", title, parts, tuple(wires), spread=FAN)
