"""`minigam check`: validates a board profile and prints its wiring."""

import argparse
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from minigam.board.current_limit import current_ma, limit_current
from minigam.board.header import drawing, header_of, uses
from minigam.board.lighting import WHITE, Frame
from minigam.board.profile import load_profile
from minigam.board.profile_model import (
    A_BOARD,
    CHANNELS,
    GPIO,
    SIMULATED,
    Profile,
    Scan,
    Sensors,
    ShiftRegisterChain,
    Strip,
)
from minigam.cli.common import add_board, add_json, board_of, print_json
from minigam.cli.output import complain
from minigam.drivers.pi import Pi, too_long
from minigam.errors import ExitStatus, ProfileError

HEAD = ("zone", "pixels", "sensors, from the rim inwards")
A_LINE = 15
"""Sensors a line: with numbers of three digits a line then fits into 80 columns."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_board(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """0: the profile has no faults. 1: it has some, and all of them are printed."""
    board = board_of(options)
    try:
        profile = load_profile(board)
        _check_length(profile, Path(board).name)
    except ProfileError as fault:
        if options.json:
            print_json({"board": board, "faults": fault.faults, "profile": None})
        else:
            complain(fault)
        return ExitStatus.NEGATIVE
    if options.json:
        print_json({"board": board, "faults": [], "profile": to_json(profile)})
        return ExitStatus.OK
    parts = (_summary(profile), _pins(profile), _sensors(profile), _current(profile.strip))
    print(*chain(*parts), sep="\n")
    return ExitStatus.OK


def _check_length(profile: Profile, file: str) -> None:
    """Raise `ProfileError` for a strip that this Pi, or an ordinary one, cannot light."""
    strip = profile.strip
    if profile.driver == GPIO and (faults := list(too_long(Pi(), strip.gpio, strip.pixels))):
        raise ProfileError(file, tuple(f"strip.pixels: {fault}" for fault in faults))


def to_json(profile: Profile) -> dict[str, Any]:
    """A profile without faults: what the board has, and what its supply leaves for the lights."""
    sensors = profile.sensors
    return {
        "name": profile.name,
        "title": profile.title,
        "driver": profile.driver,
        "points": profile.points,
        "rows": profile.rows,
        "inputs": dict(profile.inputs),
        "strip": _strip(profile.strip),
        "sensors": sensors and {"count": sensors.count, "places": dict(sensors.places)},
    }


def _strip(strip: Strip) -> dict[str, Any]:
    wanted, shown = _white(strip)
    return {
        "gpio": strip.gpio,
        "pixels": strip.pixels,
        "supply_ma": strip.supply_ma,
        "lights_ma": strip.budget.total_ma,
        "white_ma": round(wanted, 1),
        "dimmed_ma": round(shown, 1),
    }


def _white(strip: Strip) -> tuple[float, float]:
    """What all pixels in full white want, in mA, and what they draw as they are dimmed."""
    white: Frame = (WHITE,) * strip.pixels
    led = strip.budget.led_ma
    return current_ma(white, led), current_ma(limit_current(white, strip.budget), led)


def _summary(profile: Profile) -> Iterator[str]:
    zones = sum(map(len, profile.rows))
    yield f"{profile.name}: {profile.title}. No faults."
    yield f"{zones} zones, {len(profile.inputs)} inputs with a pin each, {_felt(profile)}."
    yield ""


def _felt(profile: Profile) -> str:
    if profile.sensors is None:
        return "no sensors under the checkers"
    places = sum(map(len, profile.sensors.places.values()))
    return f"{profile.sensors.count} sensors scanned for {places} places of checkers"


def _pins(profile: Profile) -> Iterator[str]:
    if profile.driver == SIMULATED:
        yield "Simulated: nothing is wired."
    else:
        yield from drawing(header_of(profile), uses(profile))
    yield ""


def _sensors(profile: Profile) -> Iterator[str]:
    lines = sensor_map(profile)
    yield from lines
    if lines:
        yield ""


def _current(strip: Strip) -> Iterator[str]:
    led, (wanted, shown) = strip.budget.led_ma, _white(strip)
    pixels = f"{strip.pixels} pixels of {led:.0f} mA each."
    if strip.controller_ma:
        yield f"Supply {strip.supply_ma} mA, {strip.controller_ma:.0f} of it kept free:"
        yield f"{strip.budget.total_ma:.0f} mA are left for {pixels}"
    else:
        yield f"Supply {strip.supply_ma} mA, all of it for {pixels}"
    dimmed = f"; they are dimmed to draw {shown:.0f}" if shown < wanted else ", undimmed"
    yield f"All of them in full white would draw {wanted:.0f} mA{dimmed}."


def sensor_map(profile: Profile) -> list[str]:
    """A line a zone, as one looks at the board; nothing where nothing is felt.

    >>> from minigam.board.profile import load_profile
    >>> for line in sensor_map(load_profile("quarter-hall"))[:4]:
    ...     print(line)
    Sensor 0 is IN1 of register board B1, 7 its IN8; 8 is IN1 of B2.
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
    if isinstance(scan, ShiftRegisterChain):
        rest = f"{A_BOARD - 1} its IN{A_BOARD}; {A_BOARD} is IN1 of B2"
        return f"Sensor 0 is IN1 of register board B1, {rest}."
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
