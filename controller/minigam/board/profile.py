"""One board's description, read from TOML: zones, pins, strip. Format: `docs/profiles.md`.

A profile with faults is refused with all of them at once, each with its key.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeGuard, TypeVar

from minigam.board.lighting import Segment
from minigam.board.power import IDLE_MA, Budget
from minigam.errors import ProfileError, UnknownNameError

Value = TypeVar("Value")
Fault = tuple[str, str]
"""The key, and what is wrong there."""

RESERVED = {
    **dict.fromkeys((0, 1), "the HAT's ID"),
    **dict.fromkeys((2, 3), "I2C"),
    **dict.fromkeys(range(7, 12), "SPI"),
    **dict.fromkeys((14, 15), "the serial console"),
    **dict.fromkeys(range(18, 22), "I2S"),
}
"""GPIO numbers kept free on a Pi, and for what (Raspberry Pi's pinout)."""
STRIP_PINS = (10, 12, 18, 21)
"""Where a strip may hang: SPI (no root needed), or PWM and PCM on older Pis."""
HIGHEST_GPIO = 27
HIGHEST_SIMULATED_GPIO = 45
"""A simulated board's pins are those of a compute module, all of them free."""
MOST_POINTS = 24
MOST_PIXELS = 1000
MOST_MA = 100_000
SIMULATED = "simulated"
DRIVERS = ("gpio", SIMULATED)
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
    ['dice-16', 'full-24', 'quarter-buttons', 'sim']
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
    try:
        table = _read(file) if file.is_file() else None
    except OSError as fault:
        raise ProfileError(file.name, (f"cannot be read: {fault.strerror}",)) from None
    if table is None:
        raise UnknownNameError("board profile", name, [*sorted(built_in), "a path ending in .toml"])
    return parse_profile(table, name=file.name)


def _read(file: Traversable) -> dict[str, Any]:
    """The file's table, laid over that of the profile it extends."""
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as fault:
        raise ProfileError(file.name, (f"expected TOML, got: {fault}",)) from None
    base = table.pop("extends", None)
    if base is None:
        return table
    known = built_in_boards()
    if not isinstance(base, str) or base not in known:
        expected = ", ".join(sorted(known))
        raise ProfileError(file.name, (f"extends: expected one of {expected}, got {base!r}",))
    return {**_read(known[base]), **table}


def parse_profile(table: Mapping[str, Any], name: str) -> Profile:
    """A profile from its TOML table; raise `ProfileError` with every fault it has."""
    reader = _Reader(table)
    profile = reader.profile(name.removesuffix(".toml"))
    faults = [*reader.faults, *_faults(profile, reader.wrong)]
    if faults:
        raise ProfileError(name, tuple(f"{key}: {fault}" for key, fault in faults))
    return profile


class _Reader:
    """Takes typed values out of nested tables and notes what is missing, wrong or unknown."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.faults: list[Fault] = []
        self.wrong: set[str] = set()
        """The keys without a value of use."""
        self._table = table

    def profile(self, name: str) -> Profile:
        top = self._table
        self._known(top, "", {"extends", "title", "driver", "points", "rows", "inputs", "strip"})
        return Profile(
            name=name,
            title=self._text(top, "title"),
            driver=self._text(top, "driver", DRIVERS),
            points=self._number(top, "points", 1, MOST_POINTS),
            rows=self._rows(top),
            inputs=self._inputs(self._sub(top, "inputs"), top.get("driver") == SIMULATED),
            strip=self._strip(self._sub(top, "strip")),
        )

    def _inputs(self, inputs: Mapping[str, Any], simulated: bool) -> dict[str, int]:
        highest = HIGHEST_SIMULATED_GPIO if simulated else HIGHEST_GPIO
        return {key: self._number(inputs, key, 0, highest, "inputs.") for key in inputs}

    def _strip(self, strip: Mapping[str, Any]) -> Strip:
        known = {"gpio", "pixels", "order", "supply_ma", "controller_ma", "led_ma", "segments"}
        self._known(strip, "strip.", known)
        gpio = self._number(strip, "gpio", 0, HIGHEST_GPIO, "strip.")
        pixels = self._number(strip, "pixels", 1, MOST_PIXELS, "strip.")
        order = self._text(strip, "order", ORDERS, "strip.")
        supply = self._number(strip, "supply_ma", 1, MOST_MA, "strip.")
        controller = self._number(strip, "controller_ma", 0, MOST_MA, "strip.")
        led = self._number(strip, "led_ma", 1, MOST_MA, "strip.")
        table = self._sub(strip, "segments", "strip.")
        segments = {name: self._segment(table, name) for name in table}
        return Strip(gpio, pixels, order, Budget(supply - controller, led), segments)

    def _segment(self, table: Mapping[str, Any], name: str) -> Segment:
        value = table[name]
        if isinstance(value, list) and len(value) == 2 and all(map(_is_count, value)):
            return Segment(*value)
        expected = "[first pixel, number of pixels]"
        return self._fault(f"strip.segments.{name}", expected, value, Segment(0, 0))

    def _known(self, table: Mapping[str, Any], where: str, known: set[str]) -> None:
        expected = ", ".join(sorted(known))
        for key in table:
            if key not in known:
                self.faults.append((f"{where}{key}", f"unknown key; expected one of {expected}"))

    def _sub(self, table: Mapping[str, Any], key: str, where: str = "") -> Mapping[str, Any]:
        value = table.get(key)
        if isinstance(value, dict):
            return value
        return self._fault(f"{where}{key}", "a table", value, {})

    def _text(
        self, table: Mapping[str, Any], key: str, among: tuple[str, ...] = (), where: str = ""
    ) -> str:
        value = table.get(key)
        if isinstance(value, str) and (not among or value in among):
            return value
        expected = f"one of {', '.join(among)}" if among else "a text"
        return self._fault(f"{where}{key}", expected, value, "")

    def _number(
        self, table: Mapping[str, Any], key: str, least: int, most: int, where: str = ""
    ) -> int:
        value = table.get(key)
        if _is_count(value) and least <= value <= most:
            return value
        return self._fault(f"{where}{key}", f"a whole number from {least} to {most}", value, -1)

    def _rows(self, table: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
        value = table.get("rows")
        if isinstance(value, list) and all(
            isinstance(row, list) and all(isinstance(zone, str) for zone in row) for row in value
        ):
            return tuple(tuple(row) for row in value)
        return self._fault("rows", "a list of lists of zones", value, ())

    def _fault(self, key: str, expected: str, got: object, instead: Value) -> Value:
        """Note a value that is not there or not of its kind; a missing table is one fault."""
        if key.rpartition(".")[0] not in self.wrong:
            shown = "nothing" if got is None else repr(got)
            self.faults.append((key, f"expected {expected}, got {shown}"))
        self.wrong.add(key)
        return instead


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _faults(profile: Profile, wrong: Set[str]) -> Iterator[Fault]:
    """What does not fit together, among the values that could be read."""
    for needed, check in _CHECKS:
        if wrong.isdisjoint(needed):
            yield from (fault for fault in check(profile) if fault[0] not in wrong)


def _zones(profile: Profile) -> set[str]:
    sides = {f"{kind}-{side}" for kind in ("bar", "off") for side in ("white", "black")}
    return sides | {f"point-{number}" for number in range(1, profile.points + 1)}


def _row_faults(profile: Profile) -> Iterator[Fault]:
    zones = _zones(profile)
    shown = [zone for row in profile.rows for zone in row]
    for zone in sorted(zones - set(shown)):
        yield "rows", f"expected {zone} among the zones, got none"
    for zone in sorted(set(shown) - zones):
        yield "rows", f"{zone} is no zone of a board with {profile.points} points"
    for zone in sorted({zone for zone in shown if shown.count(zone) > 1}):
        yield "rows", f"{zone} is there {shown.count(zone)} times, expected once"


def _input_faults(profile: Profile) -> Iterator[Fault]:
    controls = CONTROLS[0] if "roll" in profile.inputs else CONTROLS[1]
    wanted, given = _zones(profile) | set(controls), set(profile.inputs)
    for name in sorted(wanted - given):
        yield f"inputs.{name}", "expected a GPIO number, got nothing"
    for name in sorted(given - wanted):
        yield f"inputs.{name}", "unknown zone or control"


def _pin_faults(profile: Profile) -> Iterator[Fault]:
    users: dict[int, str] = {profile.strip.gpio: "strip.gpio"}
    if profile.strip.gpio not in STRIP_PINS:
        expected = ", ".join(map(str, STRIP_PINS))
        yield "strip.gpio", f"expected one of GPIO {expected}, got {profile.strip.gpio}"
    for name, pin in profile.inputs.items():
        key = f"inputs.{name}"
        if pin in users:
            yield key, f"GPIO {pin} is used twice, here and by {users[pin]}"
        if pin in RESERVED and profile.driver != SIMULATED:
            yield key, f"GPIO {pin} is reserved for {RESERVED[pin]}"
        users.setdefault(pin, key)


def _segment_faults(profile: Profile) -> Iterator[Fault]:
    zones, segments = _zones(profile), profile.strip.segments
    for name in sorted(zones - set(segments)):
        yield f"strip.segments.{name}", "expected [first pixel, number of pixels], got nothing"
    for name in segments:
        if name not in zones | {"dice", "turn"}:
            yield f"strip.segments.{name}", "unknown zone; expected a zone, dice or turn"


def _length_faults(profile: Profile) -> Iterator[Fault]:
    for name, segment in profile.strip.segments.items():
        if segment.count and segment.pixels[-1] >= profile.strip.pixels:
            beyond = f"lies beyond the strip's {profile.strip.pixels}"
            yield f"strip.segments.{name}", f"pixel {segment.pixels[-1]} {beyond}"


def _overlap_faults(profile: Profile) -> Iterator[Fault]:
    earlier: dict[str, Segment] = {}
    for name, segment in profile.strip.segments.items():
        key = f"strip.segments.{name}"
        if not segment.count:
            yield key, "expected at least one pixel, got none"
        for other in earlier:
            if segment.overlaps(earlier[other]):
                yield key, f"overlaps strip.segments.{other}"
        earlier[name] = segment


def _budget_faults(profile: Profile) -> Iterator[Fault]:
    strip = profile.strip
    lanes = _zones(profile) & set(strip.segments)
    lane = max((strip.segments[zone].count for zone in lanes), default=0)
    needed = min(lane, strip.pixels) * strip.budget.led_ma + IDLE_MA * strip.pixels
    total = strip.budget.total_ma
    if total < needed:
        least = f"at least {needed:.0f} mA above controller_ma, to light one lane"
        yield "strip.supply_ma", f"expected {least}, got {total:.0f}"


_POWER = ("strip.supply_ma", "strip.controller_ma", "strip.led_ma")
_CHECKS: tuple[tuple[tuple[str, ...], Callable[[Profile], Iterator[Fault]]], ...] = (
    (("points", "rows"), _row_faults),
    (("points", "inputs"), _input_faults),
    ((), _pin_faults),
    (("points", "strip.segments"), _segment_faults),
    (("strip.pixels",), _length_faults),
    ((), _overlap_faults),
    (("points", "strip.pixels", *_POWER), _budget_faults),
)
"""Each check and the keys it cannot do without; none adds to what is wrong in itself."""
