"""Takes a profile's typed values out of nested tables, and notes every fault."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeGuard, TypeVar

from minigam.board.lighting import Segment
from minigam.board.parts import (
    DRIVERS,
    PICO,
    SIMULATED,
    Chain,
    Multiplexers,
    Profile,
    Scan,
    Sensors,
    Strip,
)
from minigam.board.power import Budget
from minigam.errors import said

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
SCANS = {CHAIN: {"load", "clock", "data", "pattern"}, MULTIPLEXERS: {"select", "data"}}
"""The kinds of circuits behind the sensors, and the keys of each."""
TOP_LEVEL = ("title", "driver", "points", "rows", "inputs", "strip")


class Reader:
    """Takes typed values out of nested tables and notes what is missing, wrong or unknown."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        """`table`: as TOML gives it."""
        self.faults: list[Fault] = []
        self.wrong: set[str] = set()
        """The keys without a value of use."""
        self._table = table

    def profile(self, name: str) -> Profile:
        """The profile as far as it can be read; the rest is in `faults`."""
        top = self._table
        self._known(top, "", {*TOP_LEVEL, "extends", "sensors"})
        return Profile(
            name=name,
            title=self._title(top),
            driver=self._text(top, "driver", DRIVERS),
            points=self._number(top, "points", 1, MOST_POINTS),
            rows=self._rows(top),
            inputs=self._inputs(self._sub(top, "inputs"), self._highest()),
            strip=self._strip(self._sub(top, "strip")),
            sensors=self._sensors(top) if "sensors" in top else None,
        )

    def _highest(self) -> int:
        """The highest number of a pin."""
        driver, feels = self._table.get("driver"), "sensors" in self._table
        if driver == PICO or (driver == SIMULATED and feels):
            return HIGHEST_ON_A_PICO
        return HIGHEST_SIMULATED_GPIO if driver == SIMULATED else HIGHEST_ON_A_PI

    def _inputs(self, inputs: Mapping[str, Any], highest: int) -> dict[str, int]:
        return {key: self._number(inputs, key, 0, highest, "inputs.") for key in inputs}

    def _strip(self, strip: Mapping[str, Any]) -> Strip:
        known = {"gpio", "pixels", "order", "supply_ma", "controller_ma", "led_ma", "segments"}
        self._known(strip, "strip.", known)
        on_header = HIGHEST_ON_A_PICO if "sensors" in self._table else HIGHEST_ON_A_PI
        gpio = self._number(strip, "gpio", 0, min(self._highest(), on_header), "strip.")
        pixels = self._number(strip, "pixels", 1, MOST_PIXELS, "strip.")
        order = self._text(strip, "order", ORDERS, "strip.")
        supply = self._number(strip, "supply_ma", 1, MOST_MA, "strip.")
        controller = self._number(strip, "controller_ma", 0, MOST_MA, "strip.")
        led = self._number(strip, "led_ma", 1, MOST_MA, "strip.")
        table = self._sub(strip, "segments", "strip.")
        segments = {name: self._segment(table, name) for name in table}
        return Strip(gpio, pixels, order, Budget(supply - controller, led), supply, segments)

    def _sensors(self, top: Mapping[str, Any]) -> Sensors | None:
        sensors = self._sub(top, "sensors")
        kind = self._text(sensors, "scan", tuple(SCANS), "sensors.")
        if not kind:
            return None
        self._known(sensors, "sensors.", {"scan", "places", *SCANS[kind]})
        table = self._sub(sensors, "places", "sensors.")
        places = {zone: self._numbers(table, zone, "sensors.places.") for zone in table}
        return Sensors(self._scan(sensors, kind), places)

    def _scan(self, sensors: Mapping[str, Any], kind: str) -> Scan:
        if kind == MULTIPLEXERS:
            select = self._numbers(sensors, "select", "sensors.", HIGHEST_ON_A_PICO)
            return Multiplexers(
                select, self._numbers(sensors, "data", "sensors.", HIGHEST_ON_A_PICO)
            )
        load, clock, data = (
            self._number(sensors, pin, 0, HIGHEST_ON_A_PICO, "sensors.")
            for pin in ("load", "clock", "data")
        )
        return Chain(load, clock, data, self._number(sensors, "pattern", 1, 254, "sensors."))

    def _numbers(
        self, table: Mapping[str, Any], key: str, where: str, most: int = MOST_SENSORS - 1
    ) -> tuple[int, ...]:
        value = table.get(key)
        if isinstance(value, list) and all(
            _is_count(number) and number <= most for number in value
        ):
            return tuple(value)
        return self._fault(f"{where}{key}", f"a list of whole numbers from 0 to {most}", value, ())

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

    def _title(self, table: Mapping[str, Any]) -> str:
        """It is printed as it is, so nothing in it may steer a terminal."""
        title = self._text(table, "title")
        if "title" in self.wrong or (title.strip() and title.isprintable()):
            return title
        return self._fault("title", "a text that can be printed, not empty", title, "")

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
            shown = "nothing" if got is None else said(got)
            self.faults.append((key, f"expected {expected}, got {shown}"))
        self.wrong.add(key)
        return instead


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
