"""One board's description, read from TOML: zones, pins, strip. Format: `docs/profiles.md`.

A profile with faults is refused with all of them at once, each with its key.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

from minigam.board.lighting import Segment
from minigam.board.power import IDLE_MA, Budget
from minigam.errors import ProfileError, UnknownNameError

Value = TypeVar("Value")

RESERVED = {
    **dict.fromkeys((0, 1), "the HAT's ID"),
    **dict.fromkeys((2, 3), "I2C"),
    **dict.fromkeys(range(7, 12), "SPI"),
    **dict.fromkeys((14, 15), "the serial console"),
    **dict.fromkeys(range(18, 22), "I2S"),
}
"""GPIO numbers kept free, and for what (Raspberry Pi's pinout)."""
STRIP_PINS = (10, 12, 18, 21)
"""Where a strip may hang: SPI (no root needed), or PWM and PCM on older Pis."""
HIGHEST_GPIO = 27
DRIVERS = ("gpio", "simulated")
ORDERS = ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR")
CONTROLS = (("roll", "undo"), ("roll-white", "roll-black", "undo"))
BUILT_IN = "boards"


@dataclass(frozen=True)
class Strip:
    """A chain of NeoPixels."""

    gpio: int
    pixels: int
    order: str
    """In which order a pixel takes its colours."""
    budget: Budget
    segments: Mapping[str, Segment]
    """By zone, and `dice` and `turn`."""


@dataclass(frozen=True)
class Profile:
    """One board."""

    name: str
    title: str
    driver: str
    """`gpio` for a Pi's own pins, `simulated` for none."""
    points: int
    rows: tuple[tuple[str, ...], ...]
    """The zones from left to right as one looks at the board, row by row."""
    inputs: Mapping[str, int]
    """Each zone's and control's GPIO number."""
    strip: Strip

    @property
    def roll_inputs(self) -> tuple[str, ...]:
        """The roll buttons: one, or white's and black's."""
        return tuple(name for name in self.inputs if name.startswith("roll"))


def built_in_boards() -> dict[str, Traversable]:
    """The profiles that come with minigam, by name.

    >>> sorted(built_in_boards())
    ['quarter-buttons', 'sim']
    """
    folder = files("minigam") / BUILT_IN
    found = [file for file in folder.iterdir() if file.name.endswith(".toml")]
    return {file.name.removesuffix(".toml"): file for file in found}


def load_profile(name: str) -> Profile:
    """The profile of a built-in name or a file's path.

    Raises `UnknownNameError` when there is none, `ProfileError` with every fault it has.

    >>> load_profile("sim").inputs["point-1"]
    17
    """
    built_in = built_in_boards()
    file: Traversable = Path(name) if name.endswith(".toml") else built_in.get(name, Path(name))
    if not file.is_file():
        raise UnknownNameError("board profile", name, [*sorted(built_in), "a path ending in .toml"])
    return parse_profile(_read(file), name=file.name)


def _read(file: Traversable) -> dict[str, Any]:
    """The file's table, laid over that of the profile it extends."""
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise ProfileError(file.name, (f"expected TOML, got: {fault}",)) from None
    base = table.pop("extends", None)
    if base is None:
        return table
    known = built_in_boards()
    if base not in known:
        expected = ", ".join(sorted(known))
        raise ProfileError(file.name, (f"extends: expected one of {expected}, got {base!r}",))
    return {**tomllib.loads(known[base].read_text(encoding="utf-8")), **table}


def parse_profile(table: Mapping[str, Any], name: str) -> Profile:
    """A profile from its TOML table; raise `ProfileError` with every fault it has."""
    reader = _Reader(table)
    profile = reader.profile(name.removesuffix(".toml"))
    if not reader.faults:
        reader.faults.extend(_faults(profile))
    if reader.faults:
        raise ProfileError(name, tuple(reader.faults))
    return profile


class _Reader:
    """Takes typed values out of nested tables and notes what is missing, wrong or unknown."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.faults: list[str] = []
        self._table = table

    def profile(self, name: str) -> Profile:
        top = self._table
        self._known(top, "", {"title", "driver", "points", "rows", "inputs", "strip"})
        return Profile(
            name=name,
            title=self._text(top, "title"),
            driver=self._text(top, "driver", DRIVERS),
            points=self._number(top, "points"),
            rows=self._rows(top),
            inputs={key: self._number(self._sub(top, "inputs"), key, "inputs.")
                    for key in self._sub(top, "inputs")},
            strip=self._strip(self._sub(top, "strip")),
        )  # fmt: skip

    def _strip(self, strip: Mapping[str, Any]) -> Strip:
        known = {"gpio", "pixels", "order", "supply_ma", "controller_ma", "led_ma", "segments"}
        self._known(strip, "strip.", known)
        total = self._number(strip, "supply_ma", "strip.") - self._number(
            strip, "controller_ma", "strip."
        )
        segments = self._sub(strip, "segments", "strip.")
        return Strip(
            gpio=self._number(strip, "gpio", "strip."),
            pixels=self._number(strip, "pixels", "strip."),
            order=self._text(strip, "order", ORDERS, "strip."),
            budget=Budget(total, self._number(strip, "led_ma", "strip.")),
            segments={zone: self._segment(segments, zone) for zone in segments},
        )

    def _known(self, table: Mapping[str, Any], where: str, known: set[str]) -> None:
        for key in table.keys() - known:
            expected = ", ".join(sorted(known))
            self.faults.append(f"{where}{key}: unknown key; expected one of {expected}")

    def _sub(self, table: Mapping[str, Any], key: str, where: str = "") -> Mapping[str, Any]:
        value = table.get(key)
        return (
            value if isinstance(value, dict) else self._fault(f"{where}{key}", "a table", value, {})
        )

    def _text(
        self, table: Mapping[str, Any], key: str, among: tuple[str, ...] = (), where: str = ""
    ) -> str:
        value = table.get(key)
        if isinstance(value, str) and (not among or value in among):
            return value
        expected = f"one of {', '.join(among)}" if among else "a text"
        return self._fault(f"{where}{key}", expected, value, "")

    def _number(self, table: Mapping[str, Any], key: str, where: str = "") -> int:
        value = table.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        return self._fault(f"{where}{key}", "a whole number from 0", value, 0)

    def _rows(self, table: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
        value = table.get("rows")
        if isinstance(value, list) and all(
            isinstance(row, list) and all(isinstance(zone, str) for zone in row) for row in value
        ):
            return tuple(tuple(row) for row in value)
        return self._fault("rows", "a list of lists of zones", value, ())

    def _segment(self, table: Mapping[str, Any], zone: str) -> Segment:
        value = table[zone]
        if isinstance(value, list) and [type(item) for item in value] == [int, int]:
            return Segment(value[0], value[1])
        expected = "[first pixel, number of pixels]"
        return self._fault(f"strip.segments.{zone}", expected, value, Segment(0, 0))

    def _fault(self, key: str, expected: str, got: object, instead: Value) -> Value:
        shown = "nothing" if got is None else repr(got)
        fault = f"{key}: expected {expected}, got {shown}"
        if fault not in self.faults:
            self.faults.append(fault)
        return instead


def _faults(profile: Profile) -> Iterator[str]:
    zones = _zones(profile.points)
    yield from _zone_faults(profile, zones)
    yield from _pin_faults(profile)
    yield from _segment_faults(profile.strip, zones)
    yield from _budget_faults(profile.strip, zones)


def _zones(points: int) -> set[str]:
    sides = {f"{kind}-{side}" for kind in ("bar", "off") for side in ("white", "black")}
    return sides | {f"point-{number}" for number in range(1, points + 1)}


def _zone_faults(profile: Profile, zones: set[str]) -> Iterator[str]:
    shown = [zone for row in profile.rows for zone in row]
    for zone in sorted(zones - set(shown)):
        yield f"rows: expected {zone} among the zones, got none"
    for zone in sorted(set(shown) - zones):
        yield f"rows: {zone} is no zone of a board with {profile.points} points"
    for zone in sorted({zone for zone in shown if shown.count(zone) > 1}):
        yield f"rows: {zone} is there {shown.count(zone)} times, expected once"
    given = set(profile.inputs)
    if not any(given == zones | set(controls) for controls in CONTROLS):
        yield from _input_faults(given, zones)


def _input_faults(given: set[str], zones: set[str]) -> Iterator[str]:
    controls = CONTROLS[0] if "roll" in given else CONTROLS[1]
    wanted = zones | set(controls)
    for name in sorted(wanted - given):
        yield f"inputs.{name}: expected a GPIO number, got nothing"
    for name in sorted(given - wanted):
        yield f"inputs.{name}: unknown zone or control"


def _pin_faults(profile: Profile) -> Iterator[str]:
    users: dict[int, str] = {profile.strip.gpio: "strip.gpio"}
    if profile.strip.gpio not in STRIP_PINS:
        expected = ", ".join(map(str, STRIP_PINS))
        yield f"strip.gpio: expected one of GPIO {expected}, got {profile.strip.gpio}"
    for name, pin in profile.inputs.items():
        key = f"inputs.{name}"
        if pin > HIGHEST_GPIO:
            yield f"{key}: expected a GPIO number from 0 to {HIGHEST_GPIO}, got {pin}"
        elif pin in users:
            yield f"{key}: GPIO {pin} is used twice, here and by {users[pin]}"
        elif pin in RESERVED:
            yield f"{key}: GPIO {pin} is reserved for {RESERVED[pin]}"
        users.setdefault(pin, key)


def _segment_faults(strip: Strip, zones: set[str]) -> Iterator[str]:
    for name in sorted(zones - set(strip.segments)):
        yield f"strip.segments.{name}: expected [first pixel, number of pixels], got nothing"
    owners: dict[int, str] = {}
    for name, segment in strip.segments.items():
        key = f"strip.segments.{name}"
        if name not in zones | {"dice", "turn"}:
            yield f"{key}: unknown zone; expected a zone, dice or turn"
        if not segment.count:
            yield f"{key}: expected at least one pixel, got none"
        elif segment.pixels[-1] >= strip.pixels:
            yield f"{key}: pixel {segment.pixels[-1]} lies beyond the strip's {strip.pixels}"
        other = next((owners[pixel] for pixel in segment.pixels if pixel in owners), None)
        if other:
            yield f"{key}: overlaps {other}"
        owners.update(dict.fromkeys(segment.pixels, key))


def _budget_faults(strip: Strip, zones: set[str]) -> Iterator[str]:
    lane = max((strip.segments[zone].count for zone in zones if zone in strip.segments), default=0)
    needed = lane * strip.budget.led_ma + IDLE_MA * strip.pixels
    if strip.budget.total_ma < needed:
        yield (
            f"strip.supply_ma: expected at least {needed:.0f} mA above controller_ma, to light one "
            f"lane, got {strip.budget.total_ma:.0f}"
        )
