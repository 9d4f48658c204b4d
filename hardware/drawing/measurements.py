"""What to measure on a board, before it is switched on for the first time and after.

Resistances are those of the sheets: tests work them out from the resistors there. A meter lets
less than 0.5 V lie at what it measures, so chips without power hardly conduct.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.drawing.branches import branches
from hardware.drawing.chain import ENTRY
from hardware.drawing.computers import name_of, pin
from hardware.drawing.felt import board_name, felt
from hardware.drawing.power import DAMPER, PI_3V3, PI_I2C_GROUND, chamber
from hardware.drawing.rails import CHAIN_FUSE_OHM, LOW, SUPPLY_V, rails
from hardware.drawing.registers import DOWN, PULL
from minigam.board.profile_model import A_BOARD, Profile

DATA_KILOHMS = 10.0
"""What holds the strip's data line at ground, at either end of the level shifter."""
PULL_KILOHMS, SERIES_KILOHMS = 10.0, 1.0
"""A filter's two resistors; an input of a register board has the first alone."""
HOLD_KILOHMS = 100.0
"""What holds LOAD and CLOCK at ground, on each register board."""
LIMIT_KILOHMS = 15.0
"""What sets an electronic fuse's limit."""
TOLERANCE = 0.05
"""Of a resistor, and of whoever reads the meter."""
HIGH_V = 3.4
"""What a computer's 3.3 V have at most."""
PULLED_V = 2.4
"""What a filter leaves at least while the computer pulls its pin down, as a Pi and a Pico do before
minigam runs: by 40 kΩ or more (BCM2711 peripherals, RP2040 data sheet), 3.2 V by 40 to 51."""
SHORT = "more than 100 Ω, and rising"
"""Capacitors charge from the meter."""


SAME = "the same"
RAIL = DAMPER.name
"""The capacitor at the 5 V of all fuses. On a printed board a transistor lies between it and J1,
which conducts only when there is power: from J1 one would measure no short circuit behind it."""


@dataclass(frozen=True)
class Measurement:
    """One thing to measure with a multimeter."""

    where: str
    """On stripboard, by the names on the wiring sheets."""
    expected: str
    otherwise: str
    """What to look for where something else is read."""
    printed: str = SAME
    """Where that is on printed boards, by the names of their parts."""


def without_power(profile: Profile) -> Iterator[Measurement]:
    """With all supplies and USB cables unplugged: resistances."""
    yield from _of_the_supply(profile)
    yield from _of_the_data(profile)
    yield from _of_buttons(profile)
    yield from _of_the_meter(profile)
    yield _of_the_pixels()
    yield from _of_the_chain(profile)
    yield _of_the_place(profile)


def with_power(profile: Profile) -> Iterator[Measurement]:
    """In the order in which supplies are plugged in: voltages against ground."""
    count, most = len(branches(profile.strip)), 2 * SUPPLY_V - LOW * SUPPLY_V
    supply = f"{LOW * SUPPLY_V:.2f} to {most:.2f} V"
    yield Measurement(
        "the strip's supply and its socket alone, before its wires are at X1: + and -",
        supply,
        "a minus sign: + and - are exchanged",
        "the same, before its wires are at J1",
    )
    yield Measurement(
        f"the strip's supply alone, without the strip: X1, and OUT of F1 to F{count}",
        supply,
        "0 V at one OUT: its fuse has switched off; unplug, and look for a short circuit",
        f"no branch plugged in: J1, and J31 to J3{count}",
    )
    computer = name_of(profile)
    yield Measurement(
        f"the Pi's supply too: 3.3 V of the {computer}",
        f"3.20 to {HIGH_V:.2f} V",
        "unplug at once: something draws too much from 3.3 V",
        f"3V3 and GND of {ENTRY if profile.on_a_pico else 'J11'}",
    )
    yield Measurement(
        f"each button's pin at the {computer}",
        f"{PULLED_V:.1f} to {HIGH_V:.2f} V; below 0.1 V while it is pressed",
        "its filter has no 3.3 V, or its button is wired to the wrong place",
    )
    *of_strip, last = rails(profile)
    if chained := felt(profile):
        least = last.volts - last.load_ma / 1000 * CHAIN_FUSE_OHM[1]
        yield Measurement(
            f"3V3 at the last register board, {board_name(chained.boards)}",
            f"{least:.2f} to {HIGH_V:.2f} V",
            "a thin or loose wire for 3V3 or ground on the way",
            "3V3 of CHAIN TO NEXT (J2) at the last lane",
        )
    else:
        of_strip.append(last)
    dark = min(rail.volts for rail in of_strip[:2])
    yield Measurement(
        "the strip, dark: 5 V at the far end of each branch",
        f"{dark:.2f} to {most:.2f} V",
        "a bad joint in that branch, or its fuse has switched off",
        "5V of 5 V FEED at the last board of each branch: J5 of a lane, J3 of a face",
    )


def _of_the_supply(profile: Profile) -> Iterator[Measurement]:
    count = len(branches(profile.strip))
    yield Measurement("5 V and ground at X1", SHORT, "a short circuit", f"+ of {RAIL} and - of J1")
    yield Measurement(
        f"OUT and ground of each fuse, F1 to F{count}",
        SHORT,
        "a short circuit in that branch",
        f"5V and GND of J31 to J3{count}",
    )
    yield Measurement(
        "OUT of each fuse and OUT of the next",
        "more than 100 Ω",
        "the red wire from one branch to the next is not cut",
        f"5V of J31 and 5V of J32, and so on to J3{count}",
    )
    yield Measurement(
        "pins 5 and 2 of each fuse's chip",
        _kilohms(LIMIT_KILOHMS),
        "the wrong resistor: the fuse would switch off too late or too early",
        f"both ends of R11 to R1{count}",
    )
    yield Measurement(
        "each pair of wires for 5 V, before it is joined to its fuse: red at one end and 5 V at"
        " the other, black and ground",
        "less than 1 Ω",
        "+ and - are exchanged: that destroys all pixels of a lane; or a wire is cut",
        "each cable for 5 V, before it is plugged in: 5V at both ends, GND at both ends",
    )
    yield from _of_the_computer(profile)


def _of_the_computer(profile: Profile) -> Iterator[Measurement]:
    """What joins the supply to a computer: ground, and nothing else."""
    computer, pi = name_of(profile), "pins 2 and 4 of the Pi"
    yield Measurement(
        "5 V at X1 and the Pi's pins 2 and 4",
        "no connection",
        "remove that wire: one supply would feed the other",
        f"+ of {RAIL} and {pi if profile.on_a_pico else 'pins 2 and 4 of J4'}",
    )
    if profile.on_a_pico:
        yield Measurement(
            "5 V at X1 and the Pico's pins 39 and 40",
            "no connection",
            "remove that wire: it would destroy the Pico",
            f"+ of {RAIL} and pins 39 and 40 of the Pico's socket",
        )
    yield Measurement(
        f"ground at X1 and at the {computer}",
        "less than 1 Ω",
        "the common ground is missing",
        f"- of J1 and {'pin 3 of the socket' if profile.on_a_pico else 'pin 6 of J4'}",
    )


def _of_the_data(profile: Profile) -> Iterator[Measurement]:
    computer, data = name_of(profile), pin(profile, profile.strip.gpio)
    yield Measurement(
        f"pin {data} of the {computer}, the strip's data, and ground",
        _kilohms(DATA_KILOHMS),
        "R1 is missing, or the data wire is at another pin",
    )
    yield Measurement(
        "DIN of the first pixel and ground",
        _kilohms(DATA_KILOHMS),
        "R3 is missing",
        "DATA and GND of J2",
    )


def _of_buttons(profile: Profile) -> Iterator[Measurement]:
    computer = name_of(profile)
    yield Measurement(
        f"each of the {len(profile.inputs)} inputs' pins at the {computer} and its 3.3 V",
        _kilohms(PULL_KILOHMS + SERIES_KILOHMS),
        "that filter's resistors are missing or swapped",
    )
    yield Measurement(
        "the same pin and ground, while its button is pressed",
        _kilohms(SERIES_KILOHMS),
        "the button is at another pin, or normally closed",
    )


def _of_the_meter(profile: Profile) -> Iterator[Measurement]:
    """Its cable is the only one that is not 1:1, and fits a Pi's header both ways round."""
    if not profile.on_a_pico:
        return
    wire, cable = "its wire for the Pi's pin", "its cable, plugged in at J3 only: chamber"
    turned = "the cable is the wrong way round: it would short the Pi's 3.3 V"
    yield Measurement(
        f"if you fit the meter U2: {wire} {PI_I2C_GROUND}, not yet there, and ground at X1",
        "less than 1 Ω",
        turned,
        f"{cable} {chamber(PI_I2C_GROUND)} and - of J1",
    )
    yield Measurement(
        f"if you fit the meter U2: {wire} {PI_3V3}, not yet there, and ground at X1",
        "more than 100 Ω",
        turned,
        f"{cable} {chamber(PI_3V3)} and - of J1",
    )


def _of_the_pixels() -> Measurement:
    return Measurement(
        "each lane of the strip, and the dice, alone: 5 V and ground",
        SHORT,
        "a solder bridge, or a pixel or a capacitor the wrong way round",
        "each lane and each face alone: 5V and GND of 5 V FEED (J5 of a lane, J3 of a face)",
    )


def _of_the_chain(profile: Profile) -> Iterator[Measurement]:
    chained = felt(profile)
    if chained is None:
        return
    alone, lane = "each register board alone: ", "each lane alone, CHAIN TO PICO (J1): "
    lines = "LOAD and GND, CLK and GND"
    yield Measurement(
        f"{alone}3V3 and GND", SHORT, "a solder bridge at a register", f"{lane}3V3 and GND"
    )
    yield Measurement(
        f"{alone}LOAD and GND, CLOCK and GND",
        _kilohms(HOLD_KILOHMS),
        f"that board's {DOWN['LOAD']} or {DOWN['CLOCK']} is missing (a lane's R11 or R12)",
        f"{lane}{lines}",
    )
    yield Measurement(
        f"{alone}IN1 to IN{A_BOARD} and 3V3, DATA of plug B and 3V3",
        _kilohms(PULL_KILOHMS),
        "the network is the wrong way round (pin 1 has a dot), or that board's"
        f" {PULL} is missing (a lane's R10)",
        f"each lane alone: pin 2 of Q1 to Q{_places(profile)} and 3V3; DATA and 3V3 of J2",
    )
    yield Measurement(
        f"the whole chain, unplugged from {ENTRY}: LOAD and GND, CLOCK and GND",
        _kilohms(HOLD_KILOHMS / chained.boards),
        "more: a cable is cut at that line; less: two lines touch",
        f"the whole chain, unplugged from {ENTRY}, J1 of the first lane: {lines}",
    )


def _of_the_place(profile: Profile) -> Measurement:
    """A row or a column off, no ground of the computer meets one of the board."""
    computer = name_of(profile)
    socket, usb = ("the socket", "USB socket") if profile.on_a_pico else ("J4", "USB sockets")
    return Measurement(
        f"the {computer} joined at last, still without power: the metal of its {usb} and"
        " ground at X1",
        "less than 1 Ω",
        f"the {computer} is a row off: power would destroy it",
        f"the {computer} in {socket} at last: the metal of its {usb} and - of J1",
    )


def _places(profile: Profile) -> int:
    """How many sensors a printed lane has: as many as lights.

    >>> from minigam.board.profile import load_profile
    >>> _places(load_profile("full-24-hall"))
    5
    """
    return profile.strip.segments["point-1"].count


def _kilohms(value: float) -> str:
    """A resistance as a meter shows it.

    >>> _kilohms(10.0), _kilohms(1.0)
    ('9.5 to 10.5 kΩ', '0.95 to 1.05 kΩ')
    """
    low, high = value * (1 - TOLERANCE), value * (1 + TOLERANCE)
    digits = 1 if value >= 5 else 2
    return f"{low:.{digits}f} to {high:.{digits}f} kΩ"
