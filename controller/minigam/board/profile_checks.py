"""Checks a profile's values: missing inputs, misused pins, overlaps, too weak a supply."""

from collections.abc import Callable, Iterator, Set

from minigam.board.current_limit import IDLE_MA
from minigam.board.lighting import Segment
from minigam.board.profile_model import GPIO, SIMULATED, Profile, ShiftRegisterChain
from minigam.errors import said

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
"""Where a Pi's strip may hang: SPI (no root needed), or PWM and PCM on older Pis."""
NOT_ON_A_PICO = range(23, 26)
"""A Pico keeps these to itself (Pico datasheet, section 2.1)."""
CONTROLS = (("roll", "undo"), ("roll-white", "roll-black", "undo"))
SELECT_LINES = 4


def faults_of(profile: Profile, wrong: Set[str]) -> Iterator[Fault]:
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
    """Each side needs a button of its own to answer the other, where no zone can be tapped."""
    controls = CONTROLS[0] if "roll" in profile.inputs and not profile.feels else CONTROLS[1]
    tapped = set() if profile.feels else _zones(profile)
    wanted, given = tapped | set(controls), set(profile.inputs)
    for name in sorted(wanted - given):
        yield f"inputs.{name}", "expected a GPIO number, got nothing"
    for name in sorted(given - wanted):
        yield f"inputs.{name}", _unwanted(profile, name)


def _unwanted(profile: Profile, name: str) -> str:
    if profile.feels and name == "roll":
        return "a board that feels its checkers has roll-white and roll-black instead"
    felt = profile.feels and name in _zones(profile)
    return "is felt by its sensors" if felt else "unknown zone or control"


def used_pins(profile: Profile) -> Iterator[tuple[str, int]]:
    """Every pin that is used, by the key it is written at."""
    yield "strip.gpio", profile.strip.gpio
    scan = profile.sensors.scan if profile.sensors else None
    if isinstance(scan, ShiftRegisterChain):
        yield "sensors.load", scan.load
        yield "sensors.clock", scan.clock
        yield "sensors.data", scan.data
    elif scan:
        yield from (("sensors.select", pin) for pin in scan.select)
        yield from (("sensors.data", pin) for pin in scan.data)
    yield from ((f"inputs.{name}", pin) for name, pin in profile.inputs.items())


def _pin_faults(profile: Profile) -> Iterator[Fault]:
    users: dict[int, str] = {}
    for key, pin in used_pins(profile):
        if pin in users:
            yield key, f"GPIO {pin} is used twice, here and by {users[pin]}"
        users.setdefault(pin, key)
        if why := _misused(profile, key, pin):
            yield key, why


def _misused(profile: Profile, key: str, pin: int) -> str | None:
    """Why that board's pin cannot be used so."""
    if profile.on_a_pico:
        return f"GPIO {pin} is not on a Pico's header" if pin in NOT_ON_A_PICO else None
    if key == "strip.gpio":
        expected = ", ".join(map(str, STRIP_PINS))
        return None if pin in STRIP_PINS else f"expected one of GPIO {expected}, got {pin}"
    if profile.driver == SIMULATED:
        return None
    return f"GPIO {pin} is reserved for {RESERVED[pin]}" if pin in RESERVED else None


def _place_faults(profile: Profile) -> Iterator[Fault]:
    if profile.sensors is None:
        return
    places, zones = profile.sensors.places, _zones(profile)
    for zone in sorted(zones - set(places)):
        yield f"sensors.places.{zone}", "expected a list of sensors, got nothing"
    users: dict[int, str] = {}
    for zone, numbers in places.items():
        key = f"sensors.places.{zone}"
        if zone not in zones:
            yield key, "unknown zone"
        if not numbers:
            yield key, "expected at least one sensor, got none"
        for number in numbers:
            if number in users:
                yield key, f"sensor {number} is used twice, here and by {users[number]}"
            users.setdefault(number, key)


def _scan_faults(profile: Profile) -> Iterator[Fault]:
    if profile.sensors is None:
        return
    if profile.driver == GPIO:
        yield "sensors", 'a board that feels its checkers needs a Pico: driver = "pico"'
    scan = profile.sensors.scan
    if isinstance(scan, ShiftRegisterChain):
        return
    if len(scan.select) != SELECT_LINES:
        yield "sensors.select", f"expected {SELECT_LINES} GPIO numbers, got {len(scan.select)}"
    highest = max(
        (max(numbers) for numbers in profile.sensors.places.values() if numbers), default=0
    )
    if highest >= profile.sensors.count:
        known = f"{len(scan.data)} multiplexers have sensors 0 to {profile.sensors.count - 1}"
        yield "sensors.data", f"{known}, sensor {highest} is beyond them"


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
            yield f"strip.segments.{name}", f"pixel {said(segment.pixels[-1])} {beyond}"


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
    (("points", "inputs", "sensors", "sensors.scan"), _input_faults),
    ((), _pin_faults),
    (("points", "sensors"), _place_faults),
    (("sensors.scan", "sensors.select", "sensors.data"), _scan_faults),
    (("points", "strip.segments"), _segment_faults),
    (("strip.pixels",), _length_faults),
    ((), _overlap_faults),
    (("points", "strip.pixels", *_POWER), _budget_faults),
)
"""Each check and the keys it cannot do without; none adds to what is wrong in itself."""
