"""A board that feels its checkers: its register boards, and which place is on which input."""

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from minigam.board.profile_model import (
    BITS,
    Profile,
    Sensors,
    ShiftRegisterChain,
    place_name,
    zone_of_place,
)

INPUT_PINS = ("6", "5", "4", "3", "14", "13", "12", "11")
"""A 74HC165's inputs from D7 to D0 (Nexperia 74HC165 data sheet, table 2)."""


@dataclass(frozen=True)
class Felt:
    """A profile with a chain of shift registers. Boards are counted from 1, at the Pico."""

    profile: Profile
    sensors: Sensors
    scan: ShiftRegisterChain

    @property
    def boards(self) -> int:
        """How many boards have sensors; the one with the pattern comes after them."""
        return self.sensors.count // BITS

    @property
    def pattern(self) -> str:
        """What the last register is tied to, D7 first."""
        return f"{self.scan.pattern:08b}"

    def places(self, number: int) -> list[str]:
        """The places of a board's eight sensors; empty where an input has none."""
        first = first_sensor(number)
        return [self._named.get(sensor, "") for sensor in range(first, first + BITS)]

    @cached_property
    def _named(self) -> dict[int, str]:
        """The place of each sensor that has one."""
        return {
            number: place_name(zone, index)
            for zone, numbers in self.sensors.places.items()
            for index, number in enumerate(numbers)
        }


def felt(profile: Profile) -> Felt | None:
    """The chain of a profile; None where buttons are tapped, `ValueError` where it has no chain."""
    if profile.sensors is None:
        return None
    if not isinstance(profile.sensors.scan, ShiftRegisterChain):
        raise ValueError(f"expected shift registers in {profile.name}, got multiplexers")
    return Felt(profile, profile.sensors, profile.sensors.scan)


def board_name(number: int) -> str:
    """The name of a register board on the sheets."""
    return f"B{number}"


def first_sensor(number: int) -> int:
    """The number of a board's first sensor, along the chain.

    >>> first_sensor(1), first_sensor(2)
    (0, 8)
    """
    return (number - 1) * BITS


def bit(sensor: int) -> str:
    """The register's input of a sensor: a register sends D7 first.

    >>> bit(0), bit(7), bit(8)
    ('D7', 'D0', 'D7')
    """
    return f"D{BITS - 1 - sensor % BITS}"


def in_words(places: list[str]) -> str:
    """A board's places, a zone a line.

    >>> in_words(["point-1/1", "point-1/2", "bar-white/1", ""])
    'point-1/1 to 2\\nbar-white/1\\n1 unused'
    """
    used = [place for place in places if place]
    lines = [_zone_in_words(list(group)) for _, group in groupby(used, zone_of_place)]
    spare = len(places) - len(used)
    return "\n".join([*lines, f"{spare} unused"] if spare else lines)


def _zone_in_words(places: list[str]) -> str:
    last = places[-1].rpartition("/")[2]
    return f"{places[0]} to {last}" if len(places) > 1 else places[0]
