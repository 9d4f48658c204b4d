"""Turns and plays: which steps make a legal whole, and where it leads. Rules: `docs/rules.md`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from minigam.errors import IllegalPlayError
from minigam.rules import packed
from minigam.rules.moves import apply_steps, possible_steps
from minigam.rules.position import Position, Side, Track
from minigam.rules.ruleset import RuleSet, SecondDie
from minigam.rules.steps import ROLLS, Step, canonical

Key = TypeVar("Key")

Steps = tuple[Step, ...]
Dice = tuple[int, ...]


def without(dice: Dice, spent: int) -> Dice:
    """The dice without one of that value.

    >>> without((5, 2), 5)
    (2,)
    """
    at = dice.index(spent)
    return dice[:at] + dice[at + 1 :]


_Reach = tuple[int, int]
"""How many dice can be played, and which when it is a single one (else 0): more is better."""


def _reach(rules: RuleSet, position: Position, side: Side, left: Dice) -> _Reach:
    best = (0, 0)
    for step in possible_steps(rules, position, side, left):
        best = max(best, _reach_with(rules, position, side, left, step))
        if best[0] == len(left):
            break
    return best


def _reach_with(rules: RuleSet, position: Position, side: Side, left: Dice, step: Step) -> _Reach:
    after = apply_steps(rules, position, side, (step,))
    more, _ = _reach(rules, after, side, without(left, step.die))
    return more + 1, 0 if more else step.die


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
        return self.after(self.steps)

    def after(self, steps: Steps) -> Position:
        """The position after steps of this turn, from its beginning."""
        return apply_steps(self.rules, self.before, self.side, steps)

    @cached_property
    def left(self) -> tuple[int, ...]:
        """The dice not yet spent, in the order they were thrown."""
        left = list(self.dice)
        for step in self.steps:
            left.remove(step.die)
        return tuple(left)

    @cached_property
    def next_steps(self) -> Steps:
        """Exactly the steps that begin a legal rest of the turn."""
        rules, here, side, left = self.rules, self.position, self.side, self.left
        steps = possible_steps(rules, here, side, left)
        if rules.second_die is not SecondDie.MOST or len(left) < 2:
            return steps
        reached = {step: _reach_with(rules, here, side, left, step) for step in steps}
        most = max(reached.values(), default=None)
        return tuple(step for step in steps if reached[step] == most)

    @property
    def may_end(self) -> bool:
        """Whether the steps made so far are a complete legal play."""
        return not self.next_steps or (bool(self.steps) and self._may_stop(self.left))

    def _may_stop(self, left: Dice) -> bool:
        """Whether the dice left may be lost although they could be played."""
        if self.rules.second_die is SecondDie.ORDER:  # the die left goes first, and is lost
            return not possible_steps(self.rules, self.before, self.side, left)
        return self.rules.second_die is SecondDie.FREE

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
    """A complete legal play: its steps in a playable order."""

    steps: tuple[Step, ...]
    turn: Turn
    """The turn that it completes."""

    @cached_property
    def position(self) -> Position:
        """Where it leads."""
        return self.turn.after(self.steps)


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
    turn = Turn.of(rules, position, side, roll)
    if not packed.knows(rules):
        return completions(turn)
    return tuple(Play(made, turn) for made in packed.plays(rules, position, side, turn.dice))


def completions(turn: Turn) -> tuple[Play, ...]:
    """Every legal play that begins with the steps of `turn`, as in `legal_plays`."""
    ends: dict[Position, Steps] = {}
    level: _Level = {(turn.position, turn.left): turn.steps}
    while level:
        further: _Level = {}
        deepest: dict[Position, Steps] = {}
        for node, made in level.items():
            steps = _steps_on(turn, node)
            _go_on(turn, node, made, steps, further)
            if not steps or (made and turn._may_stop(node[1])):
                _keep_first(deepest, node[0], made)
        if turn.rules.second_die is SecondDie.MOST and deepest:
            ends = {}  # all shorter ones
        for position, made in deepest.items():
            _keep_first(ends, position, made)
        level = further
    return tuple(Play(made, turn) for made in _with_larger_die(turn, ends).values())


_Node = tuple[Position, Dice]
_Level = dict[_Node, Steps]


def _steps_on(turn: Turn, node: _Node) -> Steps:
    position, left = node
    return possible_steps(turn.rules, position, turn.side, left) if left else ()


def _go_on(turn: Turn, node: _Node, made: Steps, steps: Steps, further: _Level) -> None:
    position, left = node
    for step in steps:
        after = apply_steps(turn.rules, position, turn.side, (step,)), without(left, step.die)
        _keep_first(further, after, (*made, step))


def _with_larger_die(turn: Turn, ends: dict[Position, Steps]) -> dict[Position, Steps]:
    """Where either die can be played but not both, the larger must be."""
    if turn.rules.second_die is not SecondDie.MOST or turn.steps:
        return ends
    largest = max((made[0].die for made in ends.values() if len(made) == 1), default=0)
    return {
        position: made
        for position, made in ends.items()
        if len(made) != 1 or made[0].die == largest
    }


def _keep_first(found: dict[Key, Steps], key: Key, made: Steps) -> None:
    kept = found.get(key)
    if kept is None or canonical(made) < canonical(kept):
        found[key] = made


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    winner: Side
    points: int
    kind: str
    """`single`, `gammon` or `backgammon`."""
    loser_points: int = 0
    """What the loser gets: the point for the lower total of a tournament round."""


KINDS = ("single", "gammon", "backgammon")
"""The kinds of result, for 1, 2 and 3 points."""


def result(rules: RuleSet, position: Position) -> Result | None:
    """The result of a finished game, or None.

    >>> from minigam.rules.ruleset import MINIGAM
    >>> result(MINIGAM, MINIGAM.start) is None
    True
    """
    for side in Side:
        if position.track(side)[-1] == rules.layout.checkers:
            if rules.totals and position.pawns:
                return _round(side, position.pawns.totals)
            points = min(_points(rules, position.track(side.other)), rules.most_points)
            return Result(side, points, KINDS[points - 1])
    return None


def _round(winner: Side, totals: tuple[int, int]) -> Result:
    """One point for the fifth pawn off, and one to the lower total; none where they are equal."""
    own, theirs = totals if winner is Side.WHITE else totals[::-1]
    return Result(winner, 1 + (own < theirs), KINDS[0], int(theirs < own))


def _points(rules: RuleSet, loser: Track) -> int:
    """1; 2 if the loser has none off; 3 if one of those is on the bar or in the winner's home."""
    if loser[-1]:
        return 1
    return 3 if any(loser[: rules.home + 1]) else 2


def perft(rules: RuleSet, position: Position, side: Side, depth: int) -> list[int]:
    """How many distinct results the 21 rolls have at each ply, summed over parents.

    A pass counts one. A finished game counts at the ply where it ends and has no children.

    >>> from minigam.rules.ruleset import MINIGAM
    >>> perft(MINIGAM, MINIGAM.start, Side.WHITE, 1)
    [33]
    """
    counts = []
    parents = Counter({position: 1})
    for ply in range(depth):
        count, children = 0, Counter[Position]()
        for parent, times in parents.items():
            plays = _all_plays(rules, parent, side)
            count += times * len(plays)
            for play in plays if ply < depth - 1 else ():
                children[play.position] += times
        counts.append(count)
        parents, side = children, side.other
    return counts


def _all_plays(rules: RuleSet, position: Position, side: Side) -> list[Play]:
    """The plays of all 21 rolls; none where the game is over."""
    if result(rules, position):
        return []
    return [play for roll in ROLLS for play in legal_plays(rules, position, side, roll)]
