"""What happens at the table, as frozen values: touches, what a board feels, answers and time.

An action of the rules is an event too, where it comes from outside: a roll, a promise, a name.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from minigam.rules.actions import (
    Action,
    Closed,
    Committed,
    FlagFell,
    Named,
    NumberGiven,
    Promised,
    Revealed,
    Rolled,
    Shared,
    TimePassed,
)
from minigam.rules.assessment import NO_REASON
from minigam.rules.match import FRESH, Standing
from minigam.rules.position import Side
from minigam.rules.terms import Start, Terms
from minigam.table.setup import Setup
from minigam.table.setup_fields import NOTHING
from minigam.words import Words

BUTTONS = ("undo", "roll", "roll-white", "roll-black")
"""Every input that is no zone."""


class TableEvent:
    """What happens at the table, beside what is decided elsewhere."""


@dataclass(frozen=True)
class Opened(TableEvent):
    """Another game: the attract scene, or a rematch straight away."""

    setup: Setup
    standing: Standing = FRESH
    """Where the match or series stands."""
    started: bool = False
    """Whether the game begins at once, without the attract scene."""
    starter: Side | None = None
    """Who begins without an opening roll: the last game's winner, where the rules say so."""
    banks: tuple[int, int] | None = None
    """What the match has left of white's and black's time, in milliseconds; None: all of it."""
    start: Start | None = None
    """Where it is played on from; None: as its rules say."""
    before: Setup | None = None
    """What is set up after it, where that is something else."""
    terms: Terms | None = None
    """What was agreed with another board, word for word: the five fields before `before` say
    nothing then."""


@dataclass(frozen=True)
class Tapped(TableEvent):
    """An input was pressed and released."""

    input: str
    """A zone, `undo`, `roll`, `roll-white` or `roll-black`; on a board that feels its checkers, the
    zone of what was chosen, or where one was moved in a pause."""
    at: int
    """When it was pressed, in microseconds since 1970."""


@dataclass(frozen=True)
class Held(TableEvent):
    """A hold was completed: `undo`, a roll button's name, or `roll+undo`."""

    gesture: str


class Command(Enum):
    """What a person can ask for by name: see `commands`."""

    MENU = "menu"
    """Open the menu."""
    NEW_GAME = "new-game"
    """Set up another game; an unfinished one stays in the list."""
    DOUBLE = "double"
    """Offer a double, before one's own roll."""
    HINT = "hint"
    """Suggest the next step."""
    BEST_PLAY = "best-play"
    """Show the best play of the whole turn, where there is a teacher."""
    RESIGN = "resign"
    """Ask whether to resign."""
    BEGIN = "begin"
    """Begin the game that is set up."""
    FIRST_GAME = "first-game"
    """Begin the first game, which teaches how to play: see `lessons`."""


@dataclass(frozen=True)
class Commanded(TableEvent):
    """A command: from a button of the page, or what a hold stands for."""

    command: Command
    by: Side | None = None
    """Whose roll button was held; None where that cannot be known."""


@dataclass(frozen=True)
class Moved(TableEvent):
    """A page moves a checker from one zone to another; to none, it only picks the checker up."""

    start: str
    end: str | None


@dataclass(frozen=True)
class PlayedOn(TableEvent):
    """A new game is to begin from a position of an earlier one; whoever is seated plays it."""

    terms: Terms
    """Its rules, start and starter: see `replay.terms_at`."""


Requested = Commanded | Moved | PlayedOn
"""What a page asks for by its meaning, without touching an input."""


@dataclass(frozen=True)
class FilledIn(TableEvent):
    """The form of the set-up was filled in, whole or in part: see `setup_form`."""

    values: Mapping[str, object]


@dataclass(frozen=True)
class HandsOff(TableEvent):
    """Too many things are pressed at once, or one input for too long; or that is over."""

    active: bool
    input: str = ""


@dataclass(frozen=True)
class DiskFull(TableEvent):
    """The disk has no room for another game; or it has again."""

    active: bool


@dataclass(frozen=True)
class Invites(TableEvent):
    """What people at the board see of its invitation to another one: each replaces the last one."""

    code: tuple[int, ...] = ()
    """The six dice that the other board needs; empty: there is no open invitation."""
    asked: bool = False
    """Whether another board asks to join, and waits for an answer."""


NOBODY = Invites()
"""There is no open invitation."""


@dataclass(frozen=True)
class Browsed(TableEvent):
    """Where there is something to choose, the next choice was asked for."""


@dataclass(frozen=True)
class PositionRequested(TableEvent):
    """Someone, or the start of the daemon, asks the board to show the position."""


@dataclass(frozen=True)
class _Advised(TableEvent):
    """The rest of the present turn, as a computer would play it."""

    steps: tuple[tuple[int, int], ...]
    """Each step's source (a track index) and die."""
    ways: tuple[str, ...] = ()
    """The same steps as text, where pawns have faces."""


class PlayChosen(_Advised):
    """A computer seat's play for the present turn."""


class Hinted(_Advised):
    """A suggestion for the present turn."""


@dataclass(frozen=True)
class Followed(TableEvent):
    """The board that feels its checkers stands where these steps of a turn lead."""

    turn: int
    """How many turns and doubles came before that turn: the one being played, or the last one."""
    steps: tuple[tuple[int, int], ...]
    """All of its steps so far, as in `PlayChosen`."""
    ways: tuple[str, ...] = ()
    """The same steps as text, where pawns have faces."""
    lifted: str = ""
    """The zone of the checker in the air, where there is one that may move."""


@dataclass(frozen=True)
class PlayStood(TableEvent):
    """A complete play has stood on such a board for as long as it takes to count."""


@dataclass(frozen=True)
class Rebuilding(TableEvent):
    """After a spill one side is set up again at a time: such a board cannot see whose is what."""

    side: Side | None
    """Which side now; None: all stands again."""


@dataclass(frozen=True)
class Felt(TableEvent):
    """What such a board shows that the game does not expect; nothing of that where `code` is empty.

    While there is something, no button ends a turn or rolls.
    """

    code: str = ""
    text: Words = NOTHING
    """What to do about it."""
    marks: tuple[tuple[str, str, int], ...] = ()
    """What to light: a zone, a `Meaning` and a number of pixels, 0 for the whole lane."""


@dataclass(frozen=True)
class Assessed(TableEvent):
    """What a person's play gave away."""

    turn: int
    """Which of all turns and doubles it was, from 1."""
    win: float
    """The chance to win that the best play would have kept; 0 for the best."""
    equity: float
    """Likewise in points."""
    best: str
    """The best play; the one that was played, where that is as good."""
    why: Words = NO_REASON
    """Why the play is worse, where that is plain."""


@dataclass(frozen=True)
class Unknown(TableEvent):
    """A teacher's question cannot be answered: nothing can judge the play."""


@dataclass(frozen=True)
class Answered(TableEvent):
    """A computer seat's answer to a double."""

    take: bool


@dataclass(frozen=True)
class ResignationAnswered(TableEvent):
    """A computer seat's answer to a resignation."""

    accept: bool


@dataclass(frozen=True)
class JudgedToResign(TableEvent):
    """What a computer seat resigns for: 1 for a single game, 2 for a gammon, 3 for a backgammon."""

    points: int
    """0: it plays on."""


@dataclass(frozen=True)
class Decided(TableEvent):
    """A computer seat's decision before its roll: it doubles, or it rolls."""

    double: bool


@dataclass(frozen=True)
class Met(TableEvent):
    """Another board and this one have agreed on a game, which begins; an unfinished one is left."""

    terms: Terms
    """As both boards have computed them."""
    key: str = ""
    """This board's public key; empty: as the set-up has it."""


@dataclass(frozen=True)
class Received(TableEvent):
    """The other board has written the next action; it was checked, and is in the journal already.

    So the state after it never has the action among what is to be stored.
    """

    action: Action


@dataclass(frozen=True)
class OtherBoard(TableEvent):
    """What is known of the other board of a game: each event of this kind replaces the last one."""

    connected: bool = False
    """Whether it is online, as far as this board knows."""
    cut_off: bool = False
    """Whether this board itself has no connection to the broker, and so knows nothing new."""
    paused: bool = False
    """Whether the game is paused, by either board."""
    left: bool = False
    """Whether its player has left the game."""
    offer: int | None = None
    """A resignation that it offers, in points, the cube counted; None: none that is unanswered."""
    offered: int | None = None
    """Likewise, one that this board has offered and not taken back."""
    answer: bool | None = None
    """The other board's answer to `offered`; None: none yet."""
    stopped: Words | None = None
    """Why the game has stopped, where what the other board has signed cannot be."""
    following: Terms | None = None
    """The meeting's next game, once this one is closed; None: none follows."""
    awaits_next: bool = False
    """Whether its player has begun that game already, and waits for this board's."""
    asking: bool = False
    """Whether this board waits for the other one's log before it writes anything more."""


UNHEARD = OtherBoard()
"""Nothing is known of it yet."""
ASKING = OtherBoard(asking=True)
"""Likewise, after a restart: the other board may have more of the game than this one's journal."""


@dataclass(frozen=True)
class Elapsed(TableEvent):
    """A timer that the state asked for has run out."""

    timer: str


Given = (
    Committed
    | NumberGiven
    | Promised
    | Shared
    | Rolled
    | TimePassed
    | FlagFell
    | Named
    | Revealed
    | Closed
)
"""What comes from outside and is decided there."""
Event = TableEvent | Given
