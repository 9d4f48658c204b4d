"""A game as data, for the file formats; `record_conversion` checks it against the rules."""

import re
from calendar import monthrange
from dataclasses import dataclass, replace

from minigam.errors import UnreadableError
from minigam.rules.match import added
from minigam.rules.plays import Result
from minigam.rules.position import Side
from minigam.rules.terms import PERSON, Terms

Roll = tuple[int, int]
BORNE_OFF, RESIGNED, DROPPED, TIME = "off", "resigned", "dropped", "time"
ENDS = (BORNE_OFF, RESIGNED, DROPPED, TIME)
"""How a game can end."""
LONGEST_NAME = 60
_JOINER = re.compile(r"(?<=[^\s\u200c\u200d])[\u200c\u200d](?=[^\s\u200c\u200d])")
"""What tells whether two letters are written as one: Persian and Indic names, and emoji, need it
(https://www.unicode.org/reports/tr31/#Layout_and_Format_Control_Characters)."""
_TIME = re.compile(
    r"(19[7-9]\d|[2-8]\d{3})-(0[1-9]|1[0-2])-(\d\d)T(?:[01]\d|2[0-3])(?::[0-5]\d){2}Z", re.ASCII
)


@dataclass(frozen=True)
class Played:
    """A confirmed turn."""

    side: Side
    roll: Roll
    play: str
    pawns: tuple[int, ...] = ()
    """The numbers of the pawns rolled with the dice, where pawns have faces."""


@dataclass(frozen=True)
class CubeAction:
    """A double, or the answer to one."""

    side: Side
    action: str
    """`double`, `take` or `drop`; while a game is played also `withdraw`."""


Entry = Played | CubeAction
"""A line of a game's record."""


@dataclass(frozen=True)
class Proof:
    """What shows that the dice were fair: see `docs/dice.md`."""

    commitment: str
    numbers: tuple[int, int]
    """What white and black added."""
    secret: str


@dataclass(frozen=True)
class Record:
    """One game, from the opening roll to the result or as far as it got.

    >>> Record(Terms("minigam", seats=("human", "hard"))).terms.names
    ('White', 'Computer, hard')
    """

    terms: Terms
    """As agreed, made fit for a file: see `Terms.for_file`. Each player has the colour that it had
    in the end."""
    at: str = ""
    """When it was begun, as in `2026-01-31T19:05:00Z`; empty where nobody knows."""
    opening: tuple[Roll, ...] = ()
    """The opening rolls, white's die first: ties, then the one that decides."""
    opening_pawns: tuple[tuple[int, ...], ...] = ()
    """The pawns rolled with each of these, where they are."""
    swapped: bool = False
    """Whether the sides changed colours after it."""
    actions: tuple[Entry, ...] = ()
    roll: Roll | None = None
    """The roll that was not played to its end."""
    pawns: tuple[int, ...] = ()
    """The pawns rolled with it."""
    steps: tuple[str, ...] = ()
    """The steps made of it, such as `13/8`."""
    result: Result | None = None
    """Who won, and the points that the match counts."""
    ended_by: str = BORNE_OFF
    """One of `ENDS`."""
    proof: Proof | None = None

    def __post_init__(self) -> None:
        """Real dice were rolled where no proof says otherwise."""
        object.__setattr__(self, "terms", self.terms.for_file(by_hand=self.proof is None))


def follows(before: Record, record: Record) -> bool:
    """Whether a game goes on with the match or series of another one."""
    old, new = before.terms, record.terms
    if before.result is None or (new.names, new.seats) != (old.names, old.seats):
        return False
    if (new.rules, new.stake) != (old.rules, old.stake):
        return False
    if before.ended_by == TIME and old.rules.length:
        return False  # whose time is over loses the match
    score = added(old.rules, old.score, before.result)
    return new.standing == old.standing.after(old.rules, score)


def check_name(text: object) -> str:
    """A player's name, if it fits on a line and can be printed; else raise `UnreadableError`.

    >>> len(check_name("\\u0645\\u06cc\\u200c\\u0646\\u0627"))
    5
    """
    if (
        not isinstance(text, str)
        or not _JOINER.sub("", text).isprintable()
        or text != text.strip()
        or not 0 < len(text) <= LONGEST_NAME
    ):
        raise UnreadableError(f"expected a name of 1 to {LONGEST_NAME} letters, got {text!r}")
    return text


def check_time(text: str) -> str:
    """A time such as `2026-01-31T19:05:00Z`; raise `UnreadableError` for anything else."""
    found = _TIME.fullmatch(text)
    if not (found and 1 <= int(found[3]) <= monthrange(int(found[1]), int(found[2]))[1]):
        raise UnreadableError(f"expected a time like 2026-01-31T19:05:00Z, got {text!r}")
    return text


def without_clock(record: Record) -> Record:
    """A game for formats that know neither clocks nor computers: who lost on time has resigned.

    >>> without_clock(Record(Terms("minigam", seats=("human", "hard")))).terms.seats
    ('human', 'human')
    """
    ended_by = record.ended_by
    if ended_by == TIME:
        answers = [entry.action for entry in record.actions[-1:] if isinstance(entry, CubeAction)]
        ended_by = DROPPED if answers == ["drop"] else RESIGNED
    terms = replace(record.terms, seats=(PERSON, PERSON), clock=None)
    return replace(record, terms=terms, ended_by=ended_by)


def with_opening(record: Record, side: Side, roll: Roll) -> Record:
    """A game with the opening roll that its first roll tells of; `record` may have ties before it.

    >>> with_opening(Record(Terms("minigam"), roll=(2, 5)), Side.WHITE, (2, 5)).opening
    ((5, 2),)
    """
    decided = side.pair(max(roll), min(roll))
    actions, unplayed = record.actions, record.roll
    if actions and isinstance(actions[0], Played):
        actions = (replace(actions[0], roll=decided), *actions[1:])
    elif unplayed:
        unplayed = decided
    return replace(record, opening=(*record.opening, decided), actions=actions, roll=unplayed)
