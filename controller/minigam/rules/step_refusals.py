"""Why a checker cannot be moved, as values: each holds facts that the rules can be asked about.

The sentences that people read are made of them in one place, `table.refusal_messages`; what else
the rules refuse is in `refusals`.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from minigam.rules.fevga import runner
from minigam.rules.pawns import kind_of
from minigam.rules.plays import Node, Turn, legal_plays_of
from minigam.rules.step_generation import possible_steps, steps_with
from minigam.rules.steps import BAR, Step, is_blocked, is_home


@dataclass(frozen=True)
class NothingLeft:
    """All that can be played is played."""


@dataclass(frozen=True)
class Empty:
    """The mover has no checker on a place; `theirs` of the other side's may stand there."""

    place: int
    theirs: int


@dataclass(frozen=True)
class MustEnter:
    """So many checkers on the bar come before any other."""

    count: int


@dataclass(frozen=True)
class CapturesFirst:
    """A step that captures or bears off has to be chosen, and this one does neither."""


@dataclass(frozen=True)
class FewerDice:
    """`most` dice of the roll can be played; with this step at most `reached` of them."""

    die: int
    reached: int
    most: int


@dataclass(frozen=True)
class LargerDie:
    """One die alone can be played, and the larger of the two can be."""

    larger: int


@dataclass(frozen=True)
class Blocked:
    """The place where a die, or half of it, leads is held: by so many of both sides' checkers."""

    die: int
    half: bool
    target: int
    own: int
    theirs: int


@dataclass(frozen=True)
class EntersOnOwn:
    """The mover's own checker stands where this one would enter."""

    die: int
    target: int


@dataclass(frozen=True)
class NotHome:
    """The die would bear off, and so many of the mover's checkers are not home."""

    die: int
    half: bool
    outside: int


@dataclass(frozen=True)
class BarStopsBearingOff:
    """The die would bear off, and so many checkers wait on the bar."""

    die: int
    count: int


@dataclass(frozen=True)
class TooHigh:
    """The die, or half of it, is more than the exact number that bears a checker off from here."""

    die: int
    half: bool
    place: int
    needed: int


@dataclass(frozen=True)
class RearmostFirst:
    """The die is higher than needed, and bears the rearmost checker off: not one from here."""

    die: int
    place: int


@dataclass(frozen=True)
class SwitchIsStuck:
    """After no change of places does the pawn have a step with the die."""

    die: int


@dataclass(frozen=True)
class SwitchesFirst:
    """The pawn has to change places with another one before it moves."""


@dataclass(frozen=True)
class DoubleIsStuck:
    """The pawn moves twice by the die, and cannot go on from its first landing."""

    die: int
    middle: int


@dataclass(frozen=True)
class Backwards:
    """The place lies behind where the checker stands."""

    source: int
    target: int


@dataclass(frozen=True)
class NoDie:
    """None of the dice left leads from one place to the other, or half of them for a `half`."""

    source: int
    target: int
    dice: tuple[int, ...]
    half: bool = False
    of_pawn: bool = False
    """Whether it is said of one pawn, whose face decides how it moves."""


@dataclass(frozen=True)
class Pinned:
    """The other side's checkers lie on the one here."""

    place: int


@dataclass(frozen=True)
class FirstAlone:
    """The first checker, which stands on a place, has to pass another before one else moves."""

    place: int
    past: int


@dataclass(frozen=True)
class FillsStart:
    """With the die the mover would hold all points of its start."""

    die: int


@dataclass(frozen=True)
class StaysShutIn:
    """Six points of the mover's shut in all of the other side, and a play can open one of them."""


Reason = (
    NothingLeft
    | Empty
    | MustEnter
    | CapturesFirst
    | FewerDice
    | LargerDie
    | Blocked
    | EntersOnOwn
    | NotHome
    | BarStopsBearingOff
    | TooHigh
    | RearmostFirst
    | SwitchIsStuck
    | SwitchesFirst
    | DoubleIsStuck
    | Backwards
    | NoDie
    | Pinned
    | FirstAlone
    | FillsStart
    | StaysShutIn
)


def why_no_source(turn: Turn, place: int) -> tuple[Reason, ...]:
    """Why no checker of the mover's can be picked up at a track index: a reason for each die.

    >>> from minigam.rules.position import Side
    >>> from minigam.rules.ruleset import MINIGAM
    >>> why_no_source(Turn.of(MINIGAM, MINIGAM.start, Side.WHITE, (5, 2)), 3)
    (Empty(place=3, theirs=0),)
    """
    if not turn.position.track(turn.side)[place]:
        theirs = turn.position.track(turn.side.other)[turn.rules.layout.mirror(place)]
        return (Empty(place, theirs if place != BAR else 0),)
    if not turn.next_steps:
        return (NothingLeft(),)
    return _each(_why_not(turn, place, die, "") for die in turn.left)


def why_no_step(turn: Turn, source: int, die: int) -> Reason:
    """Why a die makes no step from a track index: the first reason, of pawns' faces.

    >>> from minigam.rules.position import Side
    >>> from minigam.rules.ruleset import MINIGAM
    >>> why_no_step(Turn.of(MINIGAM, MINIGAM.start, Side.WHITE, (5, 2)), 2, 5)
    Empty(place=2, theirs=0)
    """
    if not 0 <= source < turn.rules.layout.off:
        return Empty(source, 0)
    reasons = why_no_source(turn, source)
    if isinstance(reasons[0], Empty | NothingLeft):
        return reasons[0]
    if die not in turn.left:
        return NoDie(source, source + die, turn.left)
    return _why_not(turn, source, die, "")[0]


def why_no_target(
    turn: Turn, source: int, target: int, face: str = "", path: tuple[int, ...] = ()
) -> tuple[Reason, ...]:
    """Why a checker cannot go from one track index to another.

    `face` is that of the pawn that was picked up, and `path` where it was already put on its way.

    >>> from minigam.rules.position import Side
    >>> from minigam.rules.ruleset import MINIGAM
    >>> why_no_target(Turn.of(MINIGAM, MINIGAM.start, Side.WHITE, (5, 2)), 0, 4)
    (NoDie(source=0, target=4, dice=(5, 2), half=False, of_pawn=False),)
    """
    for die in turn.left:
        for step in _steps(turn, source, die, face):
            if step.path[: len(path) + 1] == (*path, target):
                return (_why_not_now(turn, step),)
    if face and source != BAR and kind_of(face) != "regular":
        return (_why_not_by_face(turn, source, target, face, path),)
    if target <= source:
        return (Backwards(source, target),)
    needed, off = target - source, turn.rules.layout.off
    for die in turn.left:
        if die == needed or (turn.rules.high_bears_off and target == off and die > needed):
            return _why_not(turn, source, die, face)
    return (NoDie(source, target, turn.left),)


def _each(reasons: Iterable[tuple[Reason, ...]]) -> tuple[Reason, ...]:
    """The reasons in order, each once."""
    return tuple(dict.fromkeys(reason for some in reasons for reason in some))


def _steps(turn: Turn, place: int, die: int, face: str) -> list[Step]:
    """What a die allows from a place, whatever else is owed; of one pawn, where its face is given.

    Checkers on the bar may have to come first: then no other place has any.
    """
    steps = steps_with(turn.rules, turn.position, turn.side, die)
    return [step for step in steps if step.source == place and face in ("", step.face)]


def _why_not(turn: Turn, place: int, die: int, face: str) -> tuple[Reason, ...]:
    """Why a die moves no checker from a place: one reason, or one for each pawn's face."""
    waiting = turn.position.track(turn.side)[BAR]
    if turn.rules.bar_first and waiting and place != BAR:
        return (MustEnter(waiting),)
    if place in turn.position.pinned_of(turn.side):
        return (Pinned(place),)
    first = runner(turn.rules, turn.position.track(turn.side)) if turn.rules.first_past else None
    if first not in (None, place):
        return (FirstAlone(first, turn.rules.first_past),)
    pawns = turn.position.pawns
    if pawns is None:
        return (_why_not_one(turn, place, die, ""),)
    faces = [face] if face else sorted(set(pawns.faces(turn.side)[place]))
    return _each((_why_not_one(turn, place, die, each),) for each in faces)


def _why_not_one(turn: Turn, place: int, die: int, face: str) -> Reason:
    if steps := _steps(turn, place, die, face):
        return _why_not_now(turn, steps[0])
    if face and place != BAR:
        return _why_no_step_of(turn, place, die, kind_of(face))
    if place + die >= turn.rules.layout.off:
        return _why_not_off(turn, place, die, die)
    return _why_not_there(turn, place, place + die, die)


# ---- What is owed --------------------------------------------------------------------------------


def _why_not_now(turn: Turn, step: Step) -> Reason:
    """Why a step that its die allows is not one to make."""
    if step not in possible_steps(turn.rules, turn.position, turn.side, turn.left):
        return CapturesFirst()
    after = next(node for other, node in turn.onward((turn.position, turn.left)) if other == step)
    plays = legal_plays_of(turn.with_steps(()))
    most = max(len(play.steps) for play in plays)
    reached = len(turn.steps) + 1 + _longest(turn, after)
    if reached < most:
        return FewerDice(step.die, reached, most)
    if most > 1 or step.die == plays[0].steps[0].die:
        return StaysShutIn()
    return LargerDie(max(turn.dice))


def _longest(turn: Turn, node: Node) -> int:
    """How many more dice can be played from a node at most."""
    return max((1 + _longest(turn, after) for _, after in turn.onward(node)), default=0)


# ---- What stands in the way ----------------------------------------------------------------------


def _why_not_off(turn: Turn, place: int, die: int, by: int) -> Reason:
    """Why one that moves `by` places with a die, which leads off the board, is not borne off."""
    rules, own = turn.rules, turn.position.track(turn.side)
    needed = rules.layout.off - place
    outside = sum(own[: rules.layout.off - rules.home]) if rules.home else 0
    if outside:
        return NotHome(die, by != die, outside)
    if by > needed and not rules.high_bears_off:
        return TooHigh(die, by != die, place, needed)
    if not is_home(rules, own):
        return BarStopsBearingOff(die, own[BAR])
    return RearmostFirst(die, place)


def _why_not_there(turn: Turn, place: int, target: int, die: int) -> Reason:
    own, theirs = _who(turn, target)
    if is_blocked(turn.rules, own, theirs) or target in turn.position.pinned_of(turn.side):
        return Blocked(die, target - place != die, target, own, theirs)
    if turn.rules.open_start and place != BAR:
        return FillsStart(die)
    return EntersOnOwn(die, target)


def _who(turn: Turn, place: int) -> tuple[int, int]:
    """How many of the mover's and of the other side's checkers are on a point."""
    theirs = turn.position.track(turn.side.other)[turn.rules.layout.mirror(place)]
    return turn.position.track(turn.side)[place], theirs


# ---- Pawns with faces ----------------------------------------------------------------------------


def _why_no_step_of(turn: Turn, place: int, die: int, kind: str) -> Reason:
    """Why a pawn of that kind has no step with a die from a space."""
    if kind == "switch" and _has_partners(turn, place):
        return SwitchIsStuck(die)
    by = (die + 1) // 2 if kind == "half" else die
    target = place + by
    if target >= turn.rules.layout.off:
        return _why_not_off(turn, place, die, by)
    if kind == "double" and not is_blocked(turn.rules, *_who(turn, target)):
        return DoubleIsStuck(die, target)
    return _why_not_there(turn, place, target, die)


def _has_partners(turn: Turn, place: int) -> bool:
    """Whether a switch on a space has anybody to change places with: then it has to."""
    alone = turn.position.track(turn.side)[place] == 1
    for at in range(1, turn.rules.layout.off):
        own, theirs = _who(turn, at)
        if (own and at != place) or (alone and theirs == 1):
            return True
    return False


def _why_not_by_face(
    turn: Turn, source: int, target: int, face: str, path: tuple[int, ...]
) -> Reason:
    """Why a pawn whose face has a say cannot be put on a space."""
    kind = kind_of(face)
    if kind == "switch" and not path and _has_partners(turn, source):
        return SwitchesFirst()
    if kind == "double" and not path and target - source in turn.left:
        return _why_no_step_of(turn, source, target - source, kind)
    start = path[-1] if path else source
    return NoDie(start, target, turn.left, half=kind == "half", of_pawn=True)
