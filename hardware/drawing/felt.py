"""A board that feels its checkers: its register boards, and which place is on which input."""

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from minigam.board.profile_model import (
    A_BOARD,
    Profile,
    Sensors,
    ShiftRegisterChain,
    place_name,
    zone_of_place,
)


@dataclass(frozen=True)
class Felt:
    """A profile with a chain of shift registers. Boards are counted from 1, at the Pico."""

    profile: Profile
    sensors: Sensors
    scan: ShiftRegisterChain

    @property
    def boards(self) -> int:
        """How many register boards there are."""
        return self.sensors.count // A_BOARD

    def places(self, number: int) -> list[str]:
        """The places of a board's eight sensors; empty where an input has none."""
        first = first_sensor(number)
        return [self._named.get(sensor, "") for sensor in range(first, first + A_BOARD)]

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
    return (number - 1) * A_BOARD


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
