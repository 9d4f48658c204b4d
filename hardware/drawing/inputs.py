"""The sheets of the inputs: buttons or touch spots on long wires, each behind its filter."""

from hardware.drawing.computers import computer, ground, name_of, pin, power_3v3
from hardware.drawing.items import BUTTON, C100N, R1K, R10K, SENSOR, SENSOR_CABLE, Item
from hardware.drawing.wiring import Part, Sheet, Wire, ceramic, inside, resistor
from minigam.board.profile_model import Profile

FILTERS = "A1"
"""The board that holds a filter for each input."""
CONTROLS = ("roll", "undo")
CABLE_MM = 500
"""From the filters to a touch spot: half the width of a quarter board, its depth, and both ends."""
FAN = 1.5
"""Columns of a sheet on which many wires fan out."""


def inputs(profile: Profile, touched: Item) -> Sheet:
    """Every input of the profile; `touched`: what lies at a zone, a push button or a sensor."""
    names = list(profile.inputs)
    spots = tuple(_spot(name, touched) for name in names)
    parts = (_computer(profile), _filters(profile, touched), *spots)
    wires = (
        *_to_the_computer(profile),
        *(
            wire
            for number, name in enumerate(names, 1)
            for wire in _to_the_spot(number, name, touched)
        ),
    )
    title = "Touch spots and buttons" if touched == SENSOR else "Buttons"
    return Sheet("inputs", title, parts, wires, spread=FAN)


def is_control(name: str) -> bool:
    """Whether an input is no place on the board."""
    return name.startswith(CONTROLS)


def is_sensor(name: str, touched: Item) -> bool:
    """Whether a sensor is used for that input: controls are always buttons."""
    return touched == SENSOR and not is_control(name)


def _spot(name: str, touched: Item) -> Part:
    if is_sensor(name, touched):
        return hall_switch(name, CABLE_MM)
    item = BUTTON if is_control(name) else touched
    return Part(name, "Push button", {"1": "", "2": ""}, {item: 1})


def _filters(profile: Profile, touched: Item) -> Part:
    pins = {"3V3": "", "GND": ""}
    for number, name in enumerate(profile.inputs, 1):
        power = {f"VCC{number}": ""} if is_sensor(name, touched) else {}
        pins |= {f"OUT{number}": name, **power, f"IN{number}": "", f"GND{number}": ""}
    count = len(profile.inputs)
    holds = {R10K: count, R1K: count, C100N: count}
    return Part(FILTERS, f"{count} filters, see the sheet of one", pins, holds)


def _supplies(profile: Profile) -> tuple[str, str]:
    """The computer's pins for 3.3 V and ground, near its first input."""
    first = pin(profile, next(iter(profile.inputs.values())))
    return power_3v3(profile, first), ground(profile, first)


def _computer(profile: Profile) -> Part:
    power, earth = _supplies(profile)
    pins = {pin(profile, gpio): name for name, gpio in profile.inputs.items()}
    return computer(profile, {power: "", earth: "", **pins})


def _to_the_computer(profile: Profile) -> list[Wire]:
    computer_name, (power, earth) = name_of(profile), _supplies(profile)
    return [
        Wire("3V3", (computer_name, power), (FILTERS, "3V3")),
        Wire("GND", (computer_name, earth), (FILTERS, "GND")),
        *(
            Wire(name, (computer_name, pin(profile, gpio)), (FILTERS, f"OUT{number}"))
            for number, (name, gpio) in enumerate(profile.inputs.items(), 1)
        ),
    ]


def _to_the_spot(number: int, name: str, touched: Item) -> list[Wire]:
    if is_sensor(name, touched):
        return hall_switch_wires(FILTERS, number, name)
    ends = ((name, "IN", "1"), ("GND", "GND", "2"))
    return [Wire(net, (FILTERS, f"{end}{number}"), (name, spot)) for net, end, spot in ends]


def hall_switch(name: str, cable_mm: int) -> Part:
    """A sensor, its capacitor and its cable (Texas Instruments DRV5032 data sheet, LPG package)."""
    pins = {"1": "VCC", "3": "OUT", "2": "GND"}
    holds = {SENSOR: 1, C100N: 1, SENSOR_CABLE: cable_mm}
    return Part(name, "DRV5032AJ, 100 nF at its pins", pins, holds)


def hall_switch_wires(block: str, number: int, name: str) -> list[Wire]:
    """From a block's terminals of that number to a sensor."""
    ends = (("3V3", "VCC", "1"), (name, "IN", "3"), ("GND", "GND", "2"))
    return [Wire(net, (block, f"{end}{number}"), (name, spot)) for net, end, spot in ends]


def one_filter() -> Sheet:
    """What is between one of the computer's inputs and one long wire."""
    left, right = "near side", "far side"
    parts = (
        Part(left, "to the computer", {"OUT": "", "GND": "", "3V3": ""}),
        ceramic("C1", C100N, "100 nF"),
        resistor("R1", R1K, "1 kΩ"),
        resistor("R2", R10K, "10 kΩ pull-up"),
        Part(right, "to button or sensor", {"IN": "", "VCC": "sensors only", "GND": ""}),
    )
    wires = (
        Wire("filtered", (left, "OUT"), ("C1", "1")),
        Wire("GND", (left, "GND"), ("C1", "2")),
        Wire("filtered", ("C1", "1"), ("R1", "1")),
        Wire("signal", ("R1", "2"), ("R2", "1")),
        Wire("3V3", (left, "3V3"), ("R2", "2")),
        Wire("signal", ("R2", "1"), (right, "IN")),
        Wire("GND", ("C1", "2"), (right, "GND")),
        Wire("3V3", ("R2", "2"), (right, "VCC")),
    )
    return inside(Sheet("filter", "The filter of one input", parts, wires, inside_of=FILTERS))
