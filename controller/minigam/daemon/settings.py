"""What a board's owner has set: a frozen value, checked field by field. See `docs/playing.md`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from minigam.errors import BrokerError, SettingsError, shortened
from minigam.remote.board_name import EXPECTED as A_NAME
from minigam.remote.board_name import is_board_name
from minigam.remote.broker import parse_broker
from minigam.rules.position import Side
from minigam.rules.ruleset import RULE_SETS
from minigam.rules.terms import SEATS
from minigam.solver.rule_numbers import why_never_solved
from minigam.table.setup import GNUBG, GNUBG_GAMES, PERFECT
from minigam.validation import FLAG, NUMBER, TEXT, Kind, one_of, whole
from minigam.web.language import Languages
from minigam.words import Language

LEVELS = SEATS[1:]
"""Every level of the computer, `gnubg` and `perfect` too."""
LEAST_BRIGHTNESS = 5
LEAST_IDLE, MOST_IDLE = 0.5, 24 * 60.0
"""In minutes; sooner asleep, a board would wake and sleep in turn without end."""
OFF, DIM, BLACK = "off", "dim", "black"
NIGHT_LIGHTS, NIGHT_SCREENS = (OFF, DIM), (BLACK, OFF)
FACINGS = tuple(side.value for side in Side)
PRINTED, OWN = "printed", "own"
NUMBERS = (PRINTED, OWN)
HOUR = r"(?:[01]\d|2[0-3]):[0-5]\d"
TIME, TIMES = re.compile(f"({HOUR})?"), re.compile(f"({HOUR}-{HOUR})?")
SHOWN = ("language", "tones", "speech", "volume", "facing")
ALL = "all"
"""What a list of games or levels may be instead: the usual one."""
SECRET = "lock"
"""The field that is never sent."""


@dataclass(frozen=True)
class Settings:
    """One board's settings.

    >>> Settings(night="22:00-07:00").night_minutes, Settings(rest="04:30").rest_minute
    ((1320, 420), 270)
    """

    games: tuple[str, ...] = ()
    """The games offered, in this order; all that fit the board if there are none."""
    levels: tuple[str, ...] = LEVELS
    """The computer's levels offered; none: only people play."""
    tones: bool = True
    speech: bool = False
    volume: int = 70
    """Of tones and speech, in percent."""
    language: str = ""
    """Such as `de`; empty: as the page's browser says."""
    brightness: int = 100
    """Of the lights, in percent; the profile's limit holds besides."""
    night: str = ""
    """From when to when it is night, such as `22:00-07:00` in local time; empty: never."""
    night_lights: str = OFF
    """The lights of a board that sleeps at night: `off` or `dim`."""
    night_screen: str = BLACK
    """The kiosk's display then: its page `black`, or `off` altogether."""
    facing: str = Side.WHITE.value
    """Whose side of the board is in front on the page."""
    numbers: str = PRINTED
    """How people's texts number the points: as `printed` on the board, or each side its `own`."""
    idle: float = 10.0
    """After so many minutes without a touch, half a one at least, the board sleeps; 0: never."""
    rest: str = ""
    """The time of day at which a game that everybody has left is put to rest; empty: never."""
    broker: str = ""
    """The address of an MQTT broker, such as `mqtts://broker.example`; empty: none."""
    board_name: str = ""
    """The board's name there; empty: the broker's user, or this machine's name."""
    remote_control: bool = False
    """Whether who may write to the broker can control the board."""
    lock: str = ""
    """The staff's PIN, hashed (see `pin`); empty: anybody may change settings."""

    @property
    def night_minutes(self) -> tuple[int, int] | None:
        """When the night begins and ends, in minutes of the day."""
        if not self.night:
            return None
        start, _, end = self.night.partition("-")
        return _minute(start), _minute(end)

    @property
    def rest_minute(self) -> int | None:
        """When a game is put to rest, in minutes of the day."""
        return _minute(self.rest) if self.rest else None

    def reading(self, language: Language) -> Language:
        """A language as people here read it.

        >>> from minigam.words import ENGLISH
        >>> Settings(numbers="own").reading(ENGLISH).own_numbers
        True
        """
        return replace(language, own_numbers=self.numbers == OWN)

    def listed(self) -> dict[str, Any]:
        """Every field that others may see, as JSON values."""
        return {name: _plain(value) for name, value in asdict(self).items() if name != SECRET}

    def shown(self) -> dict[str, Any]:
        """What every page goes by."""
        return {name: getattr(self, name) for name in SHOWN}

    def kept(self) -> dict[str, Any]:
        """What differs from the defaults, for the file: new defaults come with a new version."""
        own, usual = asdict(self), asdict(AS_USUAL)
        return {name: _plain(value) for name, value in own.items() if value != usual[name]}

    def changed(self, changes: Mapping[str, Any], games: tuple[str, ...]) -> Settings:
        """These settings with others in their place; `games`: those that fit the board.

        Raises `SettingsError` for a name or a value that is none.

        >>> Settings().changed({"idle": 2.5}, ()).idle
        2.5
        """
        found = {name: checked(name, value, games) for name, value in changes.items()}
        return replace(self, **found)


AS_USUAL = Settings()
"""What a board does whose owner has set nothing."""
NAMES = tuple(field.name for field in fields(Settings))


def levels_for(games: tuple[str, ...], gnubg: bool) -> tuple[str, ...]:
    """The levels that can ever play one of these games, with gnubg installed or not.

    >>> levels_for(("backgammon",), gnubg=True)
    ('easy', 'medium', 'hard', 'expert', 'gnubg')
    >>> levels_for(("minigam",), gnubg=True)
    ('easy', 'medium', 'hard', 'expert', 'perfect')
    """
    there = {
        GNUBG: gnubg and any(name in GNUBG_GAMES for name in games),
        PERFECT: any(why_never_solved(RULE_SETS[name]) is None for name in games),
    }
    return tuple(level for level in LEVELS if there.get(level, True))


def _some_of(values: tuple[str, ...]) -> Kind:
    return Kind(
        f"{ALL}, or a list of some of {', '.join(values)}",
        lambda value: value == ALL or _is_choice(value, values),
    )


def _is_choice(value: Any, values: tuple[str, ...]) -> bool:
    return (
        isinstance(value, list | tuple)
        and all(isinstance(name, str) and name in values for name in value)
        and len(set(value)) == len(value)
    )


def _like(pattern: re.Pattern[str], expected: str) -> Kind:
    return Kind(
        f"{expected}, or an empty text",
        lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None,
    )


_IDLE = Kind(
    f"0, or a number of minutes from {LEAST_IDLE} to {MOST_IDLE:.0f}",
    lambda value: NUMBER.fits(value) and (value == 0 or LEAST_IDLE <= value <= MOST_IDLE),
)
_BOARD_NAME = Kind(f"{A_NAME}, or an empty text", lambda text: text == "" or is_board_name(text))
_KINDS: Mapping[str, Kind] = {
    "levels": _some_of(LEVELS),
    "tones": FLAG,
    "speech": FLAG,
    "volume": whole(0, 100),
    "language": one_of(("", *(language.tag for language in Languages()))),
    "brightness": whole(LEAST_BRIGHTNESS, 100),
    "night": _like(TIMES, "two times such as 22:00-07:00"),
    "night_lights": one_of(NIGHT_LIGHTS),
    "night_screen": one_of(NIGHT_SCREENS),
    "facing": one_of(FACINGS),
    "numbers": one_of(NUMBERS),
    "idle": _IDLE,
    "rest": _like(TIME, "a time such as 04:00"),
    "broker": Kind("an address, or an empty text", TEXT.fits),
    "board_name": _BOARD_NAME,
    "remote_control": FLAG,
    "lock": Kind("a text that minigam has written", TEXT.fits),
}


def checked(name: str, value: Any, games: tuple[str, ...]) -> Any:
    """A field's value as `Settings` holds it; raise `SettingsError` where it is none."""
    kind = _some_of(games) if name == "games" else _KINDS.get(name)
    if kind is None:
        known = ", ".join(each for each in NAMES if each != SECRET)
        raise SettingsError(shortened(f"{name}: expected one of {known}"))
    try:
        kind.read(value, name)
    except ValueError as fault:
        raise SettingsError(shortened(fault)) from None
    if name == "broker":
        _check_broker(value)
    usual = getattr(AS_USUAL, name)
    if value == ALL and isinstance(usual, tuple):
        return usual
    return tuple(value) if isinstance(value, list) else value


def _check_broker(address: str) -> None:
    """Raise `SettingsError` for an address that is none, or that shows a password."""
    try:
        broker = parse_broker(address) if address else None
    except BrokerError as fault:
        raise SettingsError(shortened(f"broker: {fault}")) from None
    if broker and broker.password is not None:
        raise SettingsError("broker: expected no password in the address, but in broker_password")


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _minute(text: str) -> int:
    hours, _, minutes = text.partition(":")
    return 60 * int(hours) + int(minutes)
