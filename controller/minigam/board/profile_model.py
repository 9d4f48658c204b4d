"""What a board is made of, as frozen values: see `profile` for how they are read."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from minigam.board.current_limit import Budget
from minigam.board.lighting import Segment

GPIO, PICO, SIMULATED = "gpio", "pico", "simulated"
DRIVERS = (GPIO, PICO, SIMULATED)
"""A Pi's own pins, a Raspberry Pi Pico's, or none."""
A_BOARD = 8
"""Sensors of a register board in a chain."""
CHANNELS = 16
"""Sensors a multiplexer."""
SPARE = "spare/"
"""What the name of a sensor that no place uses begins with."""
TURN = "turn"


@dataclass(frozen=True)
class Strip:
    """A chain of NeoPixels."""

    gpio: int
    pixels: int
    order: str
    """In which order a pixel takes its colours."""
    budget: Budget
    supply_ma: int
    """What the 5 V supply can give, in mA: the budget is what the controller leaves of it."""
    segments: Mapping[str, Segment]
    """By zone, and `dice` and `turn`."""

    @property
    def controller_ma(self) -> float:
        """What the strip leaves free of the supply, in mA."""
        return self.supply_ma - self.budget.total_ma


@dataclass(frozen=True)
class ShiftRegisterChain:
    """Register boards one after the other, each with two 74HC165 shift registers."""

    load: int
    clock: int
    data: int


@dataclass(frozen=True)
class Multiplexers:
    """CD74HC4067 multiplexers that share their four select lines."""

    select: tuple[int, ...]
    """GPIO numbers of S0 to S3."""
    data: tuple[int, ...]
    """The GPIO number of each multiplexer's common pin."""


Scan = ShiftRegisterChain | Multiplexers


@dataclass(frozen=True)
class Sensors:
    """A hall sensor under every place where a checker can lie."""

    scan: Scan
    places: Mapping[str, tuple[int, ...]]
    """The sensors of each zone's places, as numbers along the chain; from the rim inwards."""

    @property
    def names(self) -> Mapping[str, tuple[str, ...]]:
        """The names of each zone's places."""
        return {
            zone: tuple(place_name(zone, index) for index in range(len(numbers)))
            for zone, numbers in self.places.items()
        }

    @property
    def count(self) -> int:
        """How many sensors are scanned, those that no place uses too."""
        if isinstance(self.scan, Multiplexers):
            return CHANNELS * len(self.scan.data)
        highest = max((max(numbers, default=0) for numbers in self.places.values()), default=0)
        return (highest // A_BOARD + 1) * A_BOARD


@dataclass(frozen=True)
class Profile:
    """One board."""

    name: str
    title: str
    driver: str
    """`gpio` for a Pi's own pins, `pico` for a Raspberry Pi Pico's, `simulated` for none."""
    points: int
    rows: tuple[tuple[str, ...], ...]
    """The zones from left to right as one looks at the board, row by row."""
    inputs: Mapping[str, int]
    """The GPIO number of each button: of zones, where nothing feels the checkers, and controls."""
    strip: Strip
    sensors: Sensors | None = None
    """Where the board feels its checkers."""

    @property
    def roll_inputs(self) -> tuple[str, ...]:
        """The roll buttons: one, or white's and black's."""
        return tuple(name for name in self.inputs if name.startswith("roll"))

    @property
    def on_screen(self) -> bool:
        """Whether its checkers are drawn only, so that nobody has to move those of a computer."""
        return self.driver == SIMULATED and not self.feels

    @property
    def feels(self) -> bool:
        """Whether the board feels its checkers, instead of being tapped."""
        return self.sensors is not None

    @property
    def on_a_pico(self) -> bool:
        """Whether the pins are a Pico's, also where that is not there."""
        return self.driver == PICO or (self.driver == SIMULATED and self.feels)

    @cached_property
    def input_names(self) -> tuple[str, ...]:
        """Every sensor by the name of its place, then the buttons: as a Pico numbers them.

        A sensor that no place uses is a spare one.
        """
        if self.sensors is None:
            return tuple(self.inputs)
        names = [f"{SPARE}{number}" for number in range(self.sensors.count)]
        for zone, places in self.sensors.names.items():
            for number, name in zip(self.sensors.places[zone], places, strict=True):
                names[number] = name
        return (*names, *self.inputs)


def place_name(zone: str, index: int) -> str:
    """The name of a zone's place; the first is the one at the rim.

    >>> place_name("point-3", 0)
    'point-3/1'
    """
    return f"{zone}/{index + 1}"


def is_spare(name: str) -> bool:
    """Whether an input is a sensor that no place uses.

    >>> is_spare("spare/3"), is_spare("undo")
    (True, False)
    """
    return name.startswith(SPARE)


def zone_of_place(name: str) -> str | None:
    """The zone of a place's name; None for the name of a button.

    >>> zone_of_place("point-3/1"), zone_of_place("point-3")
    ('point-3', None)
    """
    zone, slash, _ = name.partition("/")
    return zone if slash else None


def is_sensor(name: str) -> bool:
    """Whether an input is a sensor; else it is a button.

    >>> is_sensor("point-3/1"), is_sensor("spare/9"), is_sensor("point-3")
    (True, True, False)
    """
    return zone_of_place(name) is not None


def wanted_inputs(profile: Profile) -> tuple[str, ...]:
    """The inputs that a game uses: the controls first, then zone by zone as one looks at the board.

    >>> from minigam.board.profile import load_profile
    >>> wanted_inputs(load_profile("quarter-hall"))[:5]
    ('roll-white', 'roll-black', 'undo', 'off-black/1', 'off-black/2')
    """
    zones = [zone for row in profile.rows for zone in row]
    controls = [name for name in profile.inputs if name not in zones]
    names = profile.sensors.names if profile.sensors else {zone: (zone,) for zone in zones}
    return (*controls, *(name for zone in zones for name in names[zone]))


def wire_of(profile: Profile, name: str) -> str:
    """The wire that an input is on, for people.

    >>> from minigam.board.profile import load_profile
    >>> board = load_profile("quarter-hall")
    >>> wire_of(board, "point-3/1"), wire_of(board, "undo")
    ('sensor 32', 'GPIO 12')
    """
    if is_sensor(name):
        return f"sensor {profile.input_names.index(name)}"
    return f"GPIO {profile.inputs[name]}"


def register_of(profile: Profile, name: str) -> tuple[int, str]:
    """The number of a sensor's register board, from 1, and its input there; (0, "") without one.

    >>> from minigam.board.profile import load_profile
    >>> board = load_profile("quarter-hall")
    >>> register_of(board, "point-3/1"), register_of(board, "point-3/8"), register_of(board, "undo")
    ((5, 'IN1'), (5, 'IN8'), (0, ''))
    """
    sensors = profile.sensors
    if not (sensors and isinstance(sensors.scan, ShiftRegisterChain) and is_sensor(name)):
        return 0, ""
    number = profile.input_names.index(name)
    return number // A_BOARD + 1, f"IN{number % A_BOARD + 1}"


def light_of(profile: Profile, name: str) -> Segment | None:
    """The pixels that belong to an input; None where there are none.

    A place has a pixel of its lane, the same one as its neighbours where the lane has too few; the
    button of a zone has the whole lane, a side's roll button that side's turn pixel, and every
    other control both of them.

    >>> from minigam.board.profile import load_profile
    >>> board = load_profile("quarter-hall")
    >>> light_of(board, "point-3/2"), light_of(board, "roll-black"), light_of(board, "spare/9")
    (Segment(first=33, count=1), Segment(first=95, count=1), None)
    """
    segments = profile.strip.segments
    zone = zone_of_place(name)
    if zone is not None:
        return _pixel_of_place(profile, zone, name) if zone in segments else None
    if name in segments:
        return segments[name]
    turn = segments.get(TURN)
    if turn is None or name not in ("roll-white", "roll-black"):
        return turn
    return Segment(turn.pixels[0 if name == "roll-white" else -1], 1)


def _pixel_of_place(profile: Profile, zone: str, name: str) -> Segment:
    lane = profile.strip.segments[zone]
    places = profile.sensors.names[zone] if profile.sensors else (name,)
    index = places.index(name)
    pixel = index if len(places) <= lane.count else index * lane.count // len(places)
    return Segment(lane.first + pixel, 1)
