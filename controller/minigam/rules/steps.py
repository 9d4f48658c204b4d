"""One checker moved by one die, and what every kind of checker has in common."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from minigam.errors import UnreadableError
from minigam.rules.position import Layout, Track
from minigam.rules.ruleset import RuleSet

BAR, FIRST = 0, 1
"""The track indices of the bar, and of the first point that a side's checkers reach or begin on."""
FACES = range(1, 7)
_Order = tuple[int, int, bool]
ROLLS = tuple(combinations_with_replacement(FACES, 2))
"""The 21 unordered rolls."""


@dataclass(frozen=True)
class Way:
    """How a pawn with a face goes: see `pawns`."""

    face: str
    """The pawn's face."""
    via: tuple[int, ...] = ()
    """Where a double lands first, or the place of a switch's partner."""
    partner: str = ""
    """The face of a switch's partner; empty where there is none."""


@dataclass(frozen=True)
class Step:
    """One checker moved by one die, in the mover's own track indices."""

    source: int
    """Where it leaves: 0 is the bar."""
    target: int
    """Where it lands: N+1 is off."""
    die: int
    """The die spent on it."""
    hit: bool = False
    """Whether it hits a blot on its way."""
    way: Way | None = None
    """How a pawn with a face goes."""

    @property
    def face(self) -> str:
        """The face of the pawn that moves; empty for a plain checker."""
        return self.way.face if self.way else ""

    @property
    def partner(self) -> str:
        """The face of the pawn it changes places with; empty where there is none."""
        return self.way.partner if self.way else ""

    @property
    def path(self) -> tuple[int, ...]:
        """The places that a finger taps after the source."""
        return (*self.way.via, self.target) if self.way else (self.target,)

    @property
    def order(self) -> _Order:
        """Sorts steps from the rearmost checker, a hitting one before one that follows it."""
        return self.source, self.target, not self.hit


def is_blocked(rules: RuleSet, own: int, theirs: int) -> bool:
    """Whether nobody of mine may land on a point that holds so many of mine and of theirs."""
    return theirs >= rules.block if rules.room is None else own + theirs >= rules.room


def is_home(rules: RuleSet, own: Track) -> bool:
    """Whether a side has all of its checkers in play where it may bear them off."""
    away = own[: rules.layout.off - rules.home] if rules.home else ()
    return not any(away) and not (rules.bar_stops_bearing_off and own[BAR])


def place_name(layout: Layout, place: int) -> str:
    """The mover's name of a track index: `bar`, `off` or a number."""
    if place == BAR:
        return "bar"
    return "off" if place == layout.off else str(layout.number(place))


def canonical(made: Sequence[Step]) -> tuple[list[_Order], list[_Order], list[int]]:
    """A sort key for the ways to one position: the one with the lowest key is kept.

    Adding one step to two ways keeps their order. Of two dice that do the same the larger goes
    first: where only one can be played it must.
    """
    orders = [step.order for step in made]
    return sorted(orders), orders, [-step.die for step in made]


def check_roll(roll: object) -> tuple[int, int]:
    """A roll as two ints from 1 to 6; raise `UnreadableError` for anything else."""
    if (
        isinstance(roll, list | tuple)
        and len(roll) == 2
        and all(isinstance(die, int) and not isinstance(die, bool) for die in roll)
        and all(die in FACES for die in roll)
    ):
        return (roll[0], roll[1])
    raise UnreadableError(f"expected a roll of two numbers from 1 to 6, got {roll!r}")
