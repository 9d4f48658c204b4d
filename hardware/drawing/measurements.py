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
from hardware.drawing.rails import LOW, SUPPLY_V, rails
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


@dataclass(frozen=True)
class Measurement:
    """One thing to measure with a multimeter."""

    where: str
    expected: str
    otherwise: str
    """What to look for where something else is read."""


def without_power(profile: Profile) -> Iterator[Measurement]:
    """With all supplies and USB cables unplugged: resistances."""
    yield from _of_the_supply(profile)
    yield from _of_the_data(profile)
    yield from _of_buttons(profile)
    yield from _of_the_chain(profile)


def with_power(profile: Profile) -> Iterator[Measurement]:
    """In the order in which supplies are plugged in: voltages against ground."""
    count, most = len(branches(profile.strip)), 2 * SUPPLY_V - LOW * SUPPLY_V
    supply = f"{LOW * SUPPLY_V:.2f} to {most:.2f} V"
    yield Measurement(
        f"the strip's supply alone, without the strip: X1, and OUT of F1 to F{count}",
        supply,
        "0 V at one OUT: its fuse has switched off; unplug, and look for a short circuit",
    )
    computer = name_of(profile)
    yield Measurement(
        f"the Pi's supply too: 3.3 V of the {computer}",
        f"3.20 to {HIGH_V:.2f} V",
        "unplug at once: something draws too much from 3.3 V",
    )
    yield Measurement(
        f"each button's pin at the {computer}",
        f"{PULLED_V:.1f} to {HIGH_V:.2f} V; below 0.1 V while it is pressed",
        "its filter has no 3.3 V, or its button is wired to the wrong place",
    )
    *of_strip, last = rails(profile)
    if chained := felt(profile):
        yield Measurement(
            f"3V3 at the last register board, {board_name(chained.boards)}",
            f"{last.volts:.2f} to {HIGH_V:.2f} V",
            "a thin or loose wire for 3V3 or ground on the way",
        )
    else:
        of_strip.append(last)
    dark = min(rail.volts for rail in of_strip[:2])
    yield Measurement(
        "the strip, dark: 5 V at the far end of each branch",
        f"{dark:.2f} to {most:.2f} V",
        "a bad joint in that branch, or its fuse has switched off",
    )


def _of_the_supply(profile: Profile) -> Iterator[Measurement]:
    fuses = f"F1 to F{len(branches(profile.strip))}"
    yield Measurement(
        "5 V and ground at X1", SHORT, "a short circuit, or C1 or a fuse's C3 the wrong way round"
    )
    yield Measurement(
        f"OUT and ground of each fuse, {fuses}", SHORT, "a short circuit in that branch"
    )
    yield Measurement(
        "OUT of each fuse and OUT of the next",
        "more than 100 Ω",
        "the red wire from one branch to the next is not cut",
    )
    yield Measurement(
        "pins 5 and 2 of each fuse's chip",
        _kilohms(LIMIT_KILOHMS),
        "the wrong resistor: the fuse would switch off too late or too early",
    )
    yield Measurement(
        "5 V at X1 and the Pi's pins 2 and 4",
        "no connection",
        "remove that wire: one supply would feed the other",
    )
    where = f"ground at X1 and at the {name_of(profile)}"
    yield Measurement(where, "less than 1 Ω", "the common ground is missing")


def _of_the_data(profile: Profile) -> Iterator[Measurement]:
    computer, data = name_of(profile), pin(profile, profile.strip.gpio)
    yield Measurement(
        f"pin {data} of the {computer}, the strip's data, and ground",
        _kilohms(DATA_KILOHMS),
        "R1 is missing, or the data wire is at another pin",
    )
    yield Measurement("DIN of the first pixel and ground", _kilohms(DATA_KILOHMS), "R3 is missing")


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


def _of_the_chain(profile: Profile) -> Iterator[Measurement]:
    chained = felt(profile)
    if chained is None:
        return
    alone = "each register board alone: "
    yield Measurement(f"{alone}3V3 and GND", SHORT, "a solder bridge at a register")
    yield Measurement(
        f"{alone}LOAD and GND, CLOCK and GND",
        _kilohms(HOLD_KILOHMS),
        f"{DOWN['LOAD']} or {DOWN['CLOCK']} is missing",
    )
    yield Measurement(
        f"{alone}IN1 to IN{A_BOARD} and 3V3, DATA of plug B and 3V3",
        _kilohms(PULL_KILOHMS),
        f"the network is the wrong way round (pin 1 has a dot), or {PULL} is missing",
    )
    yield Measurement(
        f"the whole chain, unplugged from {ENTRY}: LOAD and GND, CLOCK and GND",
        _kilohms(HOLD_KILOHMS / chained.boards),
        "more: a cable is cut at that line; less: two lines touch",
    )


def _kilohms(value: float) -> str:
    """A resistance as a meter shows it.

    >>> _kilohms(10.0), _kilohms(1.0)
    ('9.5 to 10.5 kΩ', '0.95 to 1.05 kΩ')
    """
    low, high = value * (1 - TOLERANCE), value * (1 + TOLERANCE)
    digits = 1 if value >= 5 else 2
    return f"{low:.{digits}f} to {high:.{digits}f} kΩ"
