"""`minigam check PROFILE`: a board profile's faults, or what it wants wired where."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from minigam.board.parts import Profile, Strip

HELP = "look for faults in a board profile, and draw its pins and sensors"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """See `HELP`."""
    text = "a built-in profile's name, or the path of a file that ends in .toml"
    parser.add_argument("profile", metavar="PROFILE", help=text)


def run(options: argparse.Namespace) -> int:
    """See `HELP`. Faults end it as every error does: all of them told, and status 1."""
    from minigam.board.profile import load_profile

    profile = load_profile(options.profile)
    for part in (_summary(profile), _pins(profile), _sensors(profile), _current(profile.strip)):
        for line in part:
            print(line)
    return 0


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
    from minigam.board.header import drawing, header_of, uses
    from minigam.board.parts import SIMULATED

    if profile.driver == SIMULATED:
        yield "Simulated: nothing is wired."
    else:
        yield from drawing(header_of(profile), uses(profile))
    yield ""


def _sensors(profile: Profile) -> Iterator[str]:
    from minigam.board.sensor_map import sensor_map

    lines = sensor_map(profile)
    yield from lines
    if lines:
        yield ""


def _current(strip: Strip) -> Iterator[str]:
    from minigam.board.lighting import WHITE, Frame
    from minigam.board.power import current_ma, limited

    white: Frame = (WHITE,) * strip.pixels
    wanted, led = current_ma(white, strip.budget.led_ma), strip.budget.led_ma
    shown = current_ma(limited(white, strip.budget), led)
    yield f"Supply {strip.supply_ma} mA, of them {strip.controller_ma:.0f} for the controller:"
    yield f"{strip.budget.total_ma:.0f} mA are left for {strip.pixels} pixels of {led:.0f} mA each."
    dimmed = f"; dimmed to draw {shown:.0f}" if shown < wanted else ", undimmed"
    yield f"All of them in full white want {wanted:.0f} mA{dimmed}."
