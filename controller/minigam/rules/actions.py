"""Actions: what players and dice decide in a game, as frozen values for `game.Game.apply`.

A list of actions, of which the first holds the game's `Terms`, is a complete game. It does not
hold how a screen or a board came to an action. `action_json` is their form in the journal.
"""

from dataclasses import dataclass

from minigam.rules.position import Side
from minigam.rules.record import CubeAction, Played, Roll
from minigam.rules.terms import Terms


@dataclass(frozen=True)
class Begun:
    """A game begins, with its terms: the first action, exactly once."""

    terms: Terms


@dataclass(frozen=True)
class Committed:
    """The hash of the dice's secret, which fixes all rolls in advance."""

    commitment: str
    """A SHA-256, in hex."""


@dataclass(frozen=True)
class NumberGiven:
    """A side's number, which enters into the rolls."""

    side: Side
    number: int


@dataclass(frozen=True)
class Promised:
    """In a game between two boards, the end of a board's chain of secrets for the dice."""

    side: Side
    commitment: str
    """64 hexadecimal digits: see `shared_rolls`."""


@dataclass(frozen=True)
class Shared:
    """In a game between two boards, a board's secret for the coming roll."""

    side: Side
    secret: str
    """64 hexadecimal digits, whose SHA-256 is that board's secret before, or its promise."""


@dataclass(frozen=True)
class Rolled:
    """Two dice were rolled; in the opening the first is white's and the second black's."""

    dice: Roll
    pawns: tuple[int, ...] = ()
    """The numbers, 1 to 6, of the pawns that were rolled with them, where pawns have faces."""


@dataclass(frozen=True)
class RollTakenBack:
    """A roll of real dice does not count, for example because a die is cocked."""


@dataclass(frozen=True)
class Stepped:
    """One checker was moved by one die."""

    source: int
    """Where it stood: an index of the mover's track, 0 for the bar."""
    die: int
    way: str = ""
    """The step as text, where pawns have faces: see `pawntext.format_step`."""


@dataclass(frozen=True)
class StepTakenBack:
    """The last step of the turn was taken back."""


@dataclass(frozen=True)
class Confirmed:
    """The turn is over; its steps are the play, or none if no step is legal."""


@dataclass(frozen=True)
class PlayTakenBack:
    """The last confirmed play is taken back, to be played again."""


@dataclass(frozen=True)
class Resigned:
    """A side resigns, and the other side has accepted."""

    side: Side
    points: int
    """What it is worth, the cube counted."""


@dataclass(frozen=True)
class SetUpCorrected:
    """Both sides agree that the set-up was wrong: the plays are taken back, the rolls stand."""


@dataclass(frozen=True)
class ColoursChanged:
    """The winner of the opening roll has chosen the other colour."""


@dataclass(frozen=True)
class TimePassed:
    """Time that has passed on the clock in the present turn."""

    milliseconds: int


@dataclass(frozen=True)
class FlagFell:
    """A side's time has run out."""

    side: Side


@dataclass(frozen=True)
class Named:
    """The names of the players."""

    names: tuple[str, str]
    """White's and black's name; empty where nobody says."""


@dataclass(frozen=True)
class Abandoned:
    """The players leave the game unfinished for another one."""


@dataclass(frozen=True)
class Revealed:
    """The dice's secret, published once the game is over or abandoned."""

    secret: str
    """In hex."""


@dataclass(frozen=True)
class Closed:
    """The result of the game: the last action, unless names are entered later."""

    winner: Side | None
    """None for a draw, and for an abandoned game, which has no kind either."""
    points: int
    kind: str
    ended_by: str
    """One of `record.ENDS`, or `ABANDONED`."""
    turns: int
    """How many turns were confirmed."""
    actions: int
    """How many actions came before this one."""
    code: str
    """The head of their chain of hashes: see `chain`. Players can note it."""


ABANDONED = "abandoned"

Action = (
    Begun
    | Committed
    | NumberGiven
    | Promised
    | Shared
    | Rolled
    | RollTakenBack
    | Stepped
    | StepTakenBack
    | Confirmed
    | PlayTakenBack
    | CubeAction
    | Resigned
    | SetUpCorrected
    | ColoursChanged
    | TimePassed
    | FlagFell
    | Named
    | Abandoned
    | Revealed
    | Closed
)
"""The actions that a journal holds."""
Applied = Action | Played
"""A `Played` is a roll, its steps and the confirmation at once."""
