"""The map of sensors and pixels, read back and compared with the profile."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

import pytest

from minigam.board.profile import built_in_boards, load_profile, parse_profile, profile_table
from minigam.cli.check import sensor_map

FELT = [name for name in sorted(built_in_boards()) if load_profile(name).feels]
LINE = re.compile(r"(?:(\S+) +(\d+)-(\d+))? +(\d+(?: +\d+)*)")


def read(lines: list[str]) -> Iterator[tuple[str, list[int], range]]:
    """Each zone with its sensors and pixels; a line without a zone belongs to the one before."""
    found: list[tuple[str, list[int], range]] = []
    for line in lines:
        match = LINE.fullmatch(line)
        assert match, line
        zone, first, last, numbers = match.groups()
        if zone:
            found.append((zone, [], range(int(first), int(last) + 1)))
        found[-1][1].extend(map(int, numbers.split()))
    yield from found


@pytest.mark.parametrize("name", FELT)
def test_every_zone_is_there_as_one_looks_at_the_board(name: str) -> None:
    profile = load_profile(name)
    assert profile.sensors
    _, head, *lines = sensor_map(profile)
    assert " ".join(head.split()) == "zone pixels sensors, from the rim inwards"
    assert max(map(len, lines)) <= 80
    wanted = [
        (zone, list(profile.sensors.places[zone]), profile.strip.segments[zone].pixels)
        for row in profile.rows
        for zone in row
    ]
    assert list(read(lines)) == wanted


def test_a_board_without_sensors_has_no_map() -> None:
    assert sensor_map(load_profile("quarter-buttons")) == []


def test_multiplexers_say_which_is_whose_and_long_trays_take_two_lines() -> None:
    table = profile_table("quarter-hall")
    zones = [zone for row in table["rows"] for zone in row]
    places = {zone: [number] for number, zone in enumerate(zones)} | {zones[0]: [0, *range(10, 26)]}
    scan = tomllib.loads('scan = "cd74hc4067"\nselect = [2, 3, 4, 5]\ndata = [6, 7]')
    board = parse_profile({**table, "sensors": {**scan, "places": places}}, "mine.toml")
    assert sensor_map(board)[:5] == [
        "Sensor 0 is I0 of the first multiplexer, 15 its I15; 16 is I0 of the next.",
        "zone       pixels  sensors, from the rim inwards",
        "off-black  0-7      0 10 11 12 13 14 15 16 17 18 19 20 21 22 23",
        "                   24 25",
        "bar-white  8-15     1",
    ]
