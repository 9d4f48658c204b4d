"""What can happen to a game, as frozen values with a JSON form for the journal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from typing import Any

from minigam.board.lighting import Meaning
from minigam.errors import UnreadableError
from minigam.game.setup import NOTHING, Setup
from minigam.game.zones import all_zones
from minigam.rules.position import Layout, Side
from minigam.rules.ruleset import RULE_SETS
from minigam.rules.steps import FACES, check_roll
from minigam.words import Words, joined

BUTTONS = ("undo", "roll", "roll-white", "roll-black")
INPUTS = frozenset({*all_zones(Layout(24, 15, rising=False)), *BUTTONS})
"""Every input that some board has."""


@dataclass(frozen=True)
class Opened:
    """A new chapter of the journal: the attract scene, or a rematch straight away."""

    setup: Setup
    score: tuple[int, int] = (0, 0)
    """Points won so far: white's seat, black's seat."""
    started: bool = False
    """Whether the game begins at once, without the attract scene."""
    starter: Side | None = None
    """Who begins without an opening throw: the last game's winner, where the rules say so."""
    crawford_played: bool = False
    """Whether the match has had its game without a cube."""
    imported: bool = False
    """Whether it came from a file: such a game is not gone on with when the daemon starts."""


@dataclass(frozen=True)
class Tapped:
    """An input was pressed and released."""

    input: str
    """A zone, `undo`, `roll`, `roll-white` or `roll-black`; on a board that feels its checkers, the
    zone of what was chosen, or where one was moved in a pause."""
    at: int
    """When it was pressed, in microseconds since 1970."""


@dataclass(frozen=True)
class Held:
    """A hold was completed: `undo`, `roll` or `roll+undo`."""

    gesture: str


@dataclass(frozen=True)
class Asked:
    """A person holds `undo` where that asks for the best play; see `plans.held`.

    Apart from `Held`, for a question is forgotten when the plug is pulled, and a menu is not.
    """


@dataclass(frozen=True)
class HandsOff:
    """Too much is pressed at once, or one input for too long; or that is over."""

    active: bool
    input: str = ""


@dataclass(frozen=True)
class Browsed:
    """Where there is something to choose, the next choice was asked for."""


@dataclass(frozen=True)
class Shown:
    """Someone, or the start of the daemon, asks the board to show the position."""


@dataclass(frozen=True)
class Committed:
    """The hash of this game's dice secret."""

    commitment: str


@dataclass(frozen=True)
class Ready:
    """A computer seat gives its number for the dice."""

    side: Side
    at: int
    """Microseconds since 1970."""


@dataclass(frozen=True)
class Thrown:
    """The dice that were asked for."""

    number: int
    """Which throw of the game, from 1."""
    dice: tuple[int, int]
    pawns: tuple[int, ...] = ()
    """The numbers, 1 to 6, of the pawns' faces that were thrown with the dice."""


@dataclass(frozen=True)
class Chosen:
    """A computer seat's play for the present turn."""

    steps: tuple[tuple[int, int], ...]
    """Each step's source (a track index) and die."""
    ways: tuple[str, ...] = ()
    """The same steps as text, where pawns have faces."""


@dataclass(frozen=True)
class Followed:
    """The board that feels its checkers stands where these steps of a turn lead."""

    turn: int
    """How many turns and doubles came before that turn: the one being played, or the last one."""
    steps: tuple[tuple[int, int], ...]
    """All of its steps so far, as in `Chosen`."""
    ways: tuple[str, ...] = ()
    """The same steps as text, where pawns have faces."""
    lifted: str = ""
    """The zone of the checker in the air, where there is one that may move."""


@dataclass(frozen=True)
class Stood:
    """A complete play has stood on such a board for as long as it takes to count."""


@dataclass(frozen=True)
class Rebuilding:
    """After a spill one side is set up again at a time: such a board cannot see whose is what."""

    side: Side | None
    """Which side now; None: all stands again."""


@dataclass(frozen=True)
class Felt:
    """What such a board shows that the game does not expect; nothing of that where `code` is empty.

    While there is something, no button ends a turn or throws.
    """

    code: str = ""
    text: Words = NOTHING
    """What to do about it."""
    marks: tuple[tuple[str, str, int], ...] = ()
    """What to light: a zone, a `Meaning` and a number of pixels, 0 for the whole lane."""


@dataclass(frozen=True)
class Hinted:
    """A suggestion for the present turn."""

    steps: tuple[tuple[int, int], ...]
    """As in `Chosen`."""
    ways: tuple[str, ...] = ()
    """The same steps as text, where pawns have faces."""


@dataclass(frozen=True)
class Assessed:
    """What a person's play gave away, by exact values."""

    turn: int
    """Which of all turns and doubles it was, from 1."""
    win: float
    """The chance to win that the best play would have kept; 0 for the best."""
    equity: float
    """Likewise in points."""
    best: str
    """The best play; the one that was played, where that is as good."""


@dataclass(frozen=True)
class Unknown:
    """A teacher's question cannot be answered: the exact values cannot be read."""


@dataclass(frozen=True)
class Answered:
    """A computer seat's answer to a double."""

    take: bool


@dataclass(frozen=True)
class Elapsed:
    """A timer that the state asked for has run out."""

    timer: str


@dataclass(frozen=True)
class Revealed:
    """The dice secret of a finished game, in hex."""

    secret: str


Event = (
    Opened
    | Tapped
    | Held
    | Asked
    | HandsOff
    | Browsed
    | Shown
    | Committed
    | Ready
    | Thrown
    | Chosen
    | Followed
    | Stood
    | Rebuilding
    | Felt
    | Hinted
    | Assessed
    | Unknown
    | Answered
    | Elapsed
    | Revealed
)
_KINDS: dict[str, type[Any]] = {
    kind.__name__.lower(): kind
    for kind in (Opened, Tapped, Held, Asked, HandsOff, Browsed, Shown, Committed, Ready, Thrown,
                 Chosen, Followed, Stood, Rebuilding, Felt, Hinted, Assessed, Unknown, Answered,
                 Elapsed, Revealed)
}  # fmt: skip


def event_to_json(event: Event) -> dict[str, Any]:
    """An event as plain JSON values.

    >>> event_to_json(Thrown(1, (5, 2)))
    {'event': 'thrown', 'number': 1, 'dice': [5, 2], 'pawns': []}
    """
    return {"event": type(event).__name__.lower(), **_plain(asdict(event))}


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value.value if isinstance(value, Side) else value


def event_from_json(body: Any) -> Event:
    """The event of `event_to_json`; raise `UnreadableError` for anything else.

    >>> event_from_json({"event": "thrown", "number": 1, "dice": [5, 2]})
    Thrown(number=1, dice=(5, 2), pawns=())
    """
    name = body.get("event") if isinstance(body, dict) else None
    kind = _KINDS.get(name) if isinstance(name, str) else None
    if name is None or kind is None:
        raise UnreadableError(f"expected an event with one of {', '.join(_KINDS)}, got {body!r}")
    given = {name: value for name, value in body.items() if name != "event"}
    known = {field.name for field in fields(kind)}
    if not given.keys() <= known:
        raise UnreadableError(f"expected a {body['event']} event of {sorted(known)}, got {body!r}")
    try:
        event: Event = kind(**{field: _read(name, field, value) for field, value in given.items()})
    except (TypeError, ValueError, KeyError) as fault:
        raise UnreadableError(f"expected a {body['event']} event, got {body!r}: {fault}") from None
    return event


def _read(event: str, name: str, value: Any) -> Any:
    """A field's value; raise `UnreadableError` or `ValueError` for one of another type."""
    reader = _READERS.get(f"{event}.{name}") or _READERS.get(name)
    if reader:
        return reader(value)
    kind = _PLAIN[name]
    if type(value) is not kind or (isinstance(value, str) and not _is_plain(value)):
        raise ValueError(f"{name}: expected {kind.__name__}, got {value!r}")
    return value


def _is_plain(text: str) -> bool:
    return text.isascii() and text.isprintable()


def _setup(value: Any) -> Setup:
    setup = Setup.from_json(value)
    boards = {RULE_SETS[name].layout.points for name in setup.games}
    flags = {type(flag) for flag in (setup.hints, setup.teacher, setup.felt)}
    if flags != {bool} or len(boards) > 1:
        raise ValueError(f"expected help on or off, and games of one board, got {value!r}")
    return setup


def _input(value: Any) -> str:
    if not isinstance(value, str) or value not in INPUTS:
        raise ValueError(f"expected an input such as point-1, bar-white or roll, got {value!r}")
    return value


def _pairs(value: Any) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, list):
        raise ValueError(f"expected a list of pairs, got {value!r}")
    return tuple(_pair(item) for item in value)


def _pair(value: Any) -> tuple[int, int]:
    if not isinstance(value, list) or [type(item) for item in value] != [int, int]:
        raise ValueError(f"expected two numbers, got {value!r}")
    return value[0], value[1]


def _numbers(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list) or any(type(number) is not int for number in value):
        raise ValueError(f"expected a list of numbers, got {value!r}")
    if any(number not in FACES for number in value):
        raise ValueError(f"expected numbers from 1 to 6, got {value!r}")
    return tuple(value)


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(t, str) and _is_plain(t) for t in value):
        raise ValueError(f"expected a list of texts, got {value!r}")
    return tuple(value)


def _words(value: Any) -> Words:
    if not isinstance(value, str) or not _is_plain(value):
        raise ValueError(f"expected a text, got {value!r}")
    return joined([value])


def _marks(value: Any) -> tuple[tuple[str, str, int], ...]:
    known = {meaning.value for meaning in Meaning}
    if not isinstance(value, list) or not all(isinstance(mark, list) for mark in value):
        raise ValueError(f"expected a list of marks, got {value!r}")
    for mark in value:
        if (
            len(mark) != 3
            or mark[0] not in INPUTS
            or mark[1] not in known
            or type(mark[2]) is not int
        ):
            raise ValueError(f"expected a zone, a meaning and a number, got {mark!r}")
    return tuple((zone, meaning, count) for zone, meaning, count in value)


def _zone_or_none(value: Any) -> str:
    return "" if value == "" else _input(value)


def _maybe_side(value: Any) -> Side | None:
    return None if value is None else Side.parse(value)


_READERS: dict[str, Callable[[Any], Any]] = {
    "setup": _setup,
    "tapped.input": _input,
    "side": Side.parse,
    "rebuilding.side": _maybe_side,
    "dice": check_roll,
    "score": _pair,
    "starter": _maybe_side,
    "steps": _pairs,
    "pawns": _numbers,
    "ways": _texts,
    "marks": _marks,
    "lifted": _zone_or_none,
    "felt.text": _words,
}
_PLAIN: dict[str, type] = {
    "started": bool,
    "active": bool,
    "crawford_played": bool,
    "imported": bool,
    "take": bool,
    "at": int,
    "number": int,
    "turn": int,
    "win": float,
    "equity": float,
    **dict.fromkeys(("input", "gesture", "timer", "commitment", "secret", "best", "code"), str),
}
