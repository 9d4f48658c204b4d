"""Converts a profile's parsed TOML tables to typed values and collects every error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from minigam.board.current_limit import Budget
from minigam.board.lighting import Segment
from minigam.board.profile_model import (
    DRIVERS,
    PICO,
    SIMULATED,
    Multiplexers,
    Profile,
    Scan,
    Sensors,
    ShiftRegisterChain,
    Strip,
)
from minigam.errors import said
from minigam.validation import COUNT, LIST, TABLE, TEXT, Kind, list_of, one_of, whole

Value = TypeVar("Value")
Fault = tuple[str, str]
"""The key, and what is wrong there."""

HIGHEST_ON_A_PI = 27
HIGHEST_ON_A_PICO = 28
HIGHEST_SIMULATED_GPIO = 45
"""A simulated board's pins are those of a compute module, all of them free."""
MOST_POINTS = 24
MOST_PIXELS = 1000
MOST_SENSORS = 512
MOST_MA = 100_000
ORDERS = ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR")
CHAIN, MULTIPLEXERS = "74hc165", "cd74hc4067"
SCANS = {CHAIN: ("load", "clock", "data"), MULTIPLEXERS: ("select", "data")}
"""The kinds of circuits behind the sensors, and the keys of each."""


def _numbers_to(most: int) -> Kind:
    return list_of(whole(0, most), f"a list of whole numbers from 0 to {most}")


_ON_A_PICO = whole(0, HIGHEST_ON_A_PICO)
_SEGMENT = Kind(
    "[first pixel, number of pixels]",
    lambda value: LIST.fits(value) and len(value) == 2 and all(map(COUNT.fits, value)),
)
_PRINTABLE = Kind(  # a title is printed as it is, so nothing in it may steer a terminal
    "a text that can be printed, not empty", lambda text: text.strip() and text.isprintable()
)
_ROWS = list_of(list_of(TEXT, "a list of zones"), "a list of lists of zones")


class Reader:
    """Takes typed values out of a table and those within it, and notes every fault of them all."""

    def __init__(self, table: Mapping[str, Any], where: str = "") -> None:
        """`table`: as TOML gives it; `where`: what the keys in it begin with."""
        self.faults: list[Fault] = []
        self.wrong: set[str] = set()
        """The keys without a value of use."""
        self._table = table
        self._where = where

    def value(self, key: str, instead: Value, *kinds: Kind) -> Value:
        """A value of all these kinds; else note the first that it is not of, and take another.

        Of a table that is missing, only that is noted.
        """
        value, path = self._table.get(key), self._where + key
        if unfit := next((kind for kind in kinds if not kind.fits(value)), None):
            if self._where[:-1] not in self.wrong:
                shown = "nothing" if value is None else said(value)
                self.faults.append((path, f"expected {unfit.expected}, got {shown}"))
            self.wrong.add(path)
            return instead
        return cast("Value", value)

    def all(self, instead: Value, kind: Kind) -> dict[str, Value]:
        """The values of every key, all of one kind."""
        return {key: self.value(key, instead, kind) for key in self._table}

    def table(self, key: str) -> Reader:
        """The reader of a table within this one."""
        inner = Reader(self.value(key, {}, TABLE), f"{self._where}{key}.")
        inner.faults, inner.wrong = self.faults, self.wrong
        return inner

    def only(self, *known: str) -> None:
        """Note the keys that are not among these."""
        expected = ", ".join(sorted(known))
        for key in self._table:
            if key not in known:
                fault = f"unknown key; expected one of {expected}"
                self.faults.append((f"{self._where}{key}", fault))

    def __contains__(self, key: str) -> bool:
        """Whether the table has such a key."""
        return key in self._table


def read_profile(top: Reader, name: str) -> Profile:
    """The profile as far as it can be read; the rest is in the reader's `faults`."""
    top.only("title", "driver", "points", "rows", "inputs", "strip", "extends", "sensors")
    title = top.value("title", "", TEXT, _PRINTABLE)
    driver = top.value("driver", "", one_of(DRIVERS))
    feels = "sensors" in top
    if driver == PICO or (driver == SIMULATED and feels):
        highest = HIGHEST_ON_A_PICO
    else:
        highest = HIGHEST_SIMULATED_GPIO if driver == SIMULATED else HIGHEST_ON_A_PI
    on_header = HIGHEST_ON_A_PICO if feels else HIGHEST_ON_A_PI
    return Profile(
        name=name,
        title=title,
        driver=driver,
        points=top.value("points", -1, whole(1, MOST_POINTS)),
        rows=tuple(map(tuple, top.value("rows", [], _ROWS))),
        inputs=top.table("inputs").all(-1, whole(0, highest)),
        strip=_strip(top.table("strip"), whole(0, min(highest, on_header))),
        sensors=_sensors(top.table("sensors")) if feels else None,
    )


def _strip(strip: Reader, pin: Kind) -> Strip:
    strip.only("gpio", "pixels", "order", "supply_ma", "controller_ma", "led_ma", "segments")
    gpio = strip.value("gpio", -1, pin)
    pixels = strip.value("pixels", -1, whole(1, MOST_PIXELS))
    order = strip.value("order", "", one_of(ORDERS))
    supply = strip.value("supply_ma", -1, whole(1, MOST_MA))
    controller = strip.value("controller_ma", -1, whole(0, MOST_MA))
    led = strip.value("led_ma", -1, whole(1, MOST_MA))
    segments = strip.table("segments").all([0, 0], _SEGMENT)
    return Strip(
        gpio,
        pixels,
        order,
        Budget(supply - controller, led),
        supply,
        {zone: Segment(*segment) for zone, segment in segments.items()},
    )


def _sensors(sensors: Reader) -> Sensors | None:
    kind = sensors.value("scan", "", one_of((*SCANS,)))
    if not kind:
        return None
    sensors.only("scan", "places", *SCANS[kind])
    places: dict[str, list[int]] = sensors.table("places").all([], _numbers_to(MOST_SENSORS - 1))
    return Sensors(_scan(sensors, kind), {zone: tuple(found) for zone, found in places.items()})


def _scan(sensors: Reader, kind: str) -> Scan:
    if kind == MULTIPLEXERS:
        select: list[int] = sensors.value("select", [], _numbers_to(HIGHEST_ON_A_PICO))
        data: list[int] = sensors.value("data", [], _numbers_to(HIGHEST_ON_A_PICO))
        return Multiplexers(tuple(select), tuple(data))
    pins = {pin: sensors.value(pin, -1, _ON_A_PICO) for pin in ("load", "clock", "data")}
    return ShiftRegisterChain(**pins)
