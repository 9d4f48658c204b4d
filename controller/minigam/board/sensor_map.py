"""Where the sensors of a board that feels its checkers lie, and its lanes' pixels, as text."""

from __future__ import annotations

from collections.abc import Iterator

from minigam.board.parts import BITS, CHANNELS, Chain, Profile, Scan, Sensors

HEAD = ("zone", "pixels", "sensors, from the rim inwards")
A_LINE = 15
"""Sensors a line: with numbers of three digits a line then fits into 80 columns."""


def sensor_map(profile: Profile) -> list[str]:
    """A line a zone, as one looks at the board; nothing where nothing is felt.

    >>> from minigam.board.profile import load_profile
    >>> for line in sensor_map(load_profile("quarter-hall"))[:4]:
    ...     print(line)
    Sensor 0 is D7 of register board B1, 7 its D0; 8 is D7 of B2.
    zone       pixels  sensors, from the rim inwards
    off-black  0-7      0  1  2  3  4  5  6  7
    bar-white  8-15     8  9 10 11 12 13 14 15
    """
    if profile.sensors is None:
        return []
    rows = [cells for row in profile.rows for cells in _row(profile, profile.sensors, row)]
    cells = [HEAD, *rows]
    zones, pixels = (max(len(line[column]) for line in cells) for column in (0, 1))
    lines = [f"{zone:{zones}}  {lit:{pixels}}  {found}" for zone, lit, found in cells]
    return [_legend(profile.sensors.scan), *lines]


def _legend(scan: Scan) -> str:
    if isinstance(scan, Chain):
        return f"Sensor 0 is D7 of register board B1, {BITS - 1} its D0; {BITS} is D7 of B2."
    last, others = CHANNELS - 1, f"{CHANNELS} is I0 of the next"
    return f"Sensor 0 is I0 of the first multiplexer, {last} its I{last}; {others}."


def _row(profile: Profile, sensors: Sensors, zones: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """A zone's line, and more of them where it has many places."""
    width = len(str(sensors.count - 1))
    for zone in zones:
        numbers = [f"{number:{width}}" for number in sensors.places[zone]]
        first, *others = (numbers[at : at + A_LINE] for at in range(0, len(numbers), A_LINE))
        pixels = profile.strip.segments[zone].pixels
        yield zone, f"{pixels[0]}-{pixels[-1]}", " ".join(first)
        yield from (("", "", " ".join(more)) for more in others)
