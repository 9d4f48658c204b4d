"""Legal steps and plays, and what they lead to. Rules: `docs/rules.md`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations_with_replacement
from typing import TypeVar

from minigam.errors import IllegalPlayError, UnreadableError
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import RuleSet, SecondDie

Key = TypeVar("Key")

BAR = 0
FACES = range(1, 7)
ROLLS = tuple(combinations_with_replacement(FACES, 2))
"""The 21 unordered rolls."""


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
    """Whether it hits a blot there."""

    @property
    def order(self) -> tuple[int, int, bool]:
        """Sorts steps from the rearmost checker, a hitting one before one that follows it."""
        return self.source, self.target, not self.hit


def steps_with(rules: RuleSet, position: Position, side: Side, die: int) -> tuple[Step, ...]:
    """Every step that `die` allows from a position, rearmost first, ignoring the rest of the turn.

    A finished game allows none, to either side.

    >>> from minigam.rules.ruleset import MINIGAM
    >>> steps_with(MINIGAM, MINIGAM.start, Side.WHITE, 5)
    (Step(source=0, target=5, die=5, hit=False),)
    """
    own, theirs = position.track(side), position.track(side.other)
    if rules.layout.checkers in (own[-1], theirs[-1]):
        return ()
    found = []
    for source in range(len(own) - 1):
        if own[source] and (step := _step_from(rules, own, theirs, source, die)):
            found.append(step)
    return tuple(found)


def _step_from(
    rules: RuleSet, own: tuple[int, ...], theirs: tuple[int, ...], source: int, die: int
) -> Step | None:
    target = source + die
    off = rules.layout.off
    if target >= off:
        barred = rules.bar_stops_bearing_off and own[BAR]
        return Step(source, off, die) if target == off and not barred else None
    held = theirs[off - target]
    if held > 1 or (source == BAR and own[target] and not rules.enter_on_own):
        return None
    return Step(source, target, die, hit=held == 1)


def apply_step(position: Position, side: Side, step: Step) -> Position:
    """The position after a step that `steps_with` allowed."""
    own = list(position.track(side))
    own[step.source] -= 1
    own[step.target] += 1
    theirs = position.track(side.other)
    if step.hit:
        hit = list(theirs)
        hit[len(own) - 1 - step.target] -= 1
        hit[BAR] += 1
        theirs = tuple(hit)
    return position.with_tracks(side, tuple(own), theirs)


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


@dataclass(frozen=True)
class Turn:
    """A roll being played: where it began, its dice and the steps made so far.

    >>> from minigam.rules.ruleset import MINIGAM
    >>> turn = Turn.of(MINIGAM, MINIGAM.start, Side.WHITE, (5, 2))
    >>> turn = turn.play(turn.next_steps[0])
    >>> turn.left, turn.may_end, [step.target for step in turn.next_steps]
    ((2,), False, [2, 7])
    """

    rules: RuleSet
    before: Position
    side: Side
    dice: tuple[int, ...]
    """The steps that the roll gives, one die each."""
    steps: tuple[Step, ...] = ()

    @classmethod
    def of(cls, rules: RuleSet, position: Position, side: Side, roll: tuple[int, int]) -> Turn:
        """The turn that a roll begins."""
        double = roll[0] == roll[1]
        return cls(rules, position, side, roll[:1] * rules.steps_on_double if double else roll)

    @cached_property
    def position(self) -> Position:
        """The position after the steps made so far."""
        position = self.before
        for step in self.steps:
            position = apply_step(position, self.side, step)
        return position

    @cached_property
    def left(self) -> tuple[int, ...]:
        """The dice not yet spent, in the order they were thrown."""
        left = list(self.dice)
        for step in self.steps:
            left.remove(step.die)
        return tuple(left)

    @cached_property
    def next_steps(self) -> tuple[Step, ...]:
        """Exactly the steps that begin a legal rest of the turn."""
        return tuple(step for die in dict.fromkeys(self.left) for step in self._with(die))

    @property
    def may_end(self) -> bool:
        """Whether the steps made so far are a complete legal play."""
        if not self.next_steps:
            return True
        if not self.steps or self.rules.second_die is SecondDie.MUST:
            return False
        return self.rules.second_die is SecondDie.FREE or self._left_was_idle

    @property
    def _left_was_idle(self) -> bool:
        """Whether the die left had no step at the start, so that playing it first loses it."""
        return not any(
            steps_with(self.rules, self.before, self.side, die) for die in set(self.left)
        )

    def _with(self, die: int) -> tuple[Step, ...]:
        return steps_with(self.rules, self.position, self.side, die)

    def play(self, step: Step) -> Turn:
        """The turn with one more step; raise `IllegalPlayError` if it cannot come next."""
        if step not in self.next_steps:
            raise IllegalPlayError(f"expected one of {self.next_steps}, got {step}")
        return self._and(step)

    def take_back(self) -> Turn:
        """The turn without its last step."""
        return replace(self, steps=self.steps[:-1])

    def _and(self, step: Step) -> Turn:
        return replace(self, steps=(*self.steps, step))


@dataclass(frozen=True)
class Play:
    """A complete legal play: its steps in a playable order, and where they lead."""

    steps: tuple[Step, ...]
    position: Position


def legal_plays(
    rules: RuleSet, position: Position, side: Side, roll: tuple[int, int]
) -> tuple[Play, ...]:
    """Every legal play, one for each distinct position it leads to; a lone empty play is a pass.

    Of the many orders of steps that lead to one position the canonical one is kept: the set of
    steps that moves the rearmost checkers first, in that order where it can be played.

    >>> from minigam.rules.ruleset import MINIGAM
    >>> [len(play.steps) for play in legal_plays(MINIGAM, MINIGAM.start, Side.WHITE, (5, 2))]
    [2, 2]
    """
    return completions(Turn.of(rules, position, side, roll))


def completions(turn: Turn) -> tuple[Play, ...]:
    """Every legal play that begins with the steps of `turn`, as in `legal_plays`."""
    ends: dict[Position, Turn] = {}
    level = [turn]
    while level:
        for turn in level:
            if turn.may_end:
                _keep_first(ends, turn.position, turn)
        level = list(_one_step_on(level))
    return tuple(Play(turn.steps, position) for position, turn in ends.items())


def _one_step_on(level: list[Turn]) -> Iterator[Turn]:
    nodes: dict[tuple[Position, tuple[int, ...]], Turn] = {}
    for turn in level:
        for step in turn.next_steps:
            after = turn._and(step)
            _keep_first(nodes, (after.position, tuple(sorted(after.left))), after)
    return iter(nodes.values())


def _canonical(turn: Turn) -> tuple[list[tuple[int, int, bool]], list[tuple[int, int, bool]]]:
    """Lowest is kept. Adding one step to two turns keeps their order, so pruning is safe."""
    made = [step.order for step in turn.steps]
    return sorted(made), made


def _keep_first(found: dict[Key, Turn], key: Key, turn: Turn) -> None:
    kept = found.get(key)
    if kept is None or _canonical(turn) < _canonical(kept):
        found[key] = turn


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    winner: Side
    points: int
    kind: str
    """`single`; other games also know `gammon` and `backgammon`."""


def result(rules: RuleSet, position: Position) -> Result | None:
    """The result of a finished game, or None.

    >>> from minigam.rules.ruleset import MINIGAM
    >>> result(MINIGAM, MINIGAM.start) is None
    True
    """
    for side in Side:
        if position.track(side)[-1] == rules.layout.checkers:
            return Result(side, 1, "single")
    return None


def perft(rules: RuleSet, position: Position, side: Side, depth: int) -> list[int]:
    """How many distinct results the 21 rolls have at each ply, summed over parents.

    A pass counts one. A finished game counts at the ply where it ends and has no children.

    >>> from minigam.rules.ruleset import MINIGAM
    >>> perft(MINIGAM, MINIGAM.start, Side.WHITE, 1)
    [33]
    """
    counts = []
    parents = Counter({position: 1})
    for _ in range(depth):
        children: Counter[Position] = Counter()
        for parent, times in parents.items():
            for child in _children(rules, parent, side):
                children[child] += times
        counts.append(children.total())
        parents, side = children, side.other
    return counts


def _children(rules: RuleSet, position: Position, side: Side) -> Iterator[Position]:
    if result(rules, position) is None:
        for roll in ROLLS:
            for play in legal_plays(rules, position, side, roll):
                yield play.position
