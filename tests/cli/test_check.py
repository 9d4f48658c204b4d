"""`minigam check`: what it says of good boards and of bad ones."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from minigam.board.header import PICO, drawing
from minigam.board.profile import built_in_boards, load_profile, parse_profile, profile_table
from minigam.board.profile_writer import profile_text
from minigam.cli.check import sensor_map
from tests.cli.commands import Run

FELT = [name for name in sorted(built_in_boards()) if load_profile(name).feels]
LINE = re.compile(r"(?:(\S+) +(\d+)-(\d+))? +(\d+(?: +\d+)*)")


def test_a_good_board_is_drawn(run: Run) -> None:
    used = {4: "load", 5: "clock", 6: "data", 14: "roll-white", 15: "roll-black", 16: "undo"}
    pins = "\n".join(drawing(PICO, {**used, 21: "strip"}))
    said = f"""\
quarter-hall: Quarter board that feels its checkers. No faults.
10 zones, 3 inputs with a pin each, 80 sensors scanned for 80 places of checkers.

{pins}

Sensor 0 is IN1 of register board B1, 7 its IN8; 8 is IN1 of B2.
zone       pixels  sensors, from the rim inwards
off-black  0-7      0  1  2  3  4  5  6  7
bar-white  8-15     8  9 10 11 12 13 14 15
point-1    16-23   16 17 18 19 20 21 22 23
point-2    24-31   24 25 26 27 28 29 30 31
point-3    32-39   32 33 34 35 36 37 38 39
point-4    40-47   40 41 42 43 44 45 46 47
point-5    48-55   48 49 50 51 52 53 54 55
point-6    56-63   56 57 58 59 60 61 62 63
bar-black  64-71   64 65 66 67 68 69 70 71
off-white  72-79   72 73 74 75 76 77 78 79

Supply 5000 mA, 1500 of it kept free:
3500 mA are left for 96 pixels of 55 mA each.
All of them in full white would draw 5376 mA; they are dimmed to draw 3492.
"""
    assert run("check", "--board", "quarter-hall") == (0, said, "")


def test_sensors_of_a_register_that_no_place_uses_are_counted(run: Run) -> None:
    line = "20 zones, 3 inputs with a pin each, 160 sensors scanned for 52 places of checkers."
    assert run("check", "--board", "dice-16-hall").lines[1] == line


def test_of_a_simulated_board_nothing_is_drawn(tmp_path: Path, run: Run) -> None:
    strong = tmp_path / "strong.toml"
    strong.write_text('extends = "full-24"\n', "utf-8")
    assert run("check", "--board", strong).lines == [
        "strong: Full board, simulated. No faults.",
        "28 zones, 30 inputs with a pin each, no sensors under the checkers.",
        "",
        "Simulated: nothing is wired.",
        "",
        "Supply 4000 mA, 1200 of it kept free:",
        "2800 mA are left for 170 pixels of 55 mA each.",
        "All of them in full white would draw 9520 mA; they are dimmed to draw 2773.",
    ]


def test_every_fault_is_told_at_once(tmp_path: Path, run: Run) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('extends = "quarter-hall"\ncolour = "oak"\n[inputs]\nroll-white = 4\n', "utf-8")
    status, out, err = run("check", "--board", bad)
    assert (status, out) == (1, "")
    assert err.splitlines() == [
        "minigam: the board profile cannot be used, 4 fault(s):",
        "  bad.toml: colour: unknown key; expected one of driver, extends, inputs, points, rows, "
        "sensors, strip, title",
        "  bad.toml: inputs.roll-black: expected a GPIO number, got nothing",
        "  bad.toml: inputs.undo: expected a GPIO number, got nothing",
        "  bad.toml: inputs.roll-white: GPIO 4 is used twice, here and by sensors.data",
    ]


def test_a_strip_longer_than_spi_takes_at_once_is_refused(tmp_path: Path, run: Run) -> None:
    long, table = tmp_path / "long.toml", profile_table("quarter-buttons")
    long.write_text(profile_text({**table, "strip": {**table["strip"], "pixels": 340}}), "utf-8")
    fault = (
        "strip.pixels: expected at most 339 pixels, which is what SPI takes at once, got 340; "
        "write spidev.bufsiz=8192 at the end of the line in /boot/firmware/cmdline.txt and restart"
    )
    told = f"minigam: the board profile cannot be used, 1 fault(s):\n  long.toml: {fault}\n"
    assert run("check", "--board", long) == (1, "", told)
    assert json.loads(run("check", "--board", long, "--json").out)["faults"] == [fault]


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
