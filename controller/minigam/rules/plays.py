"""Generates the legal plays of a roll, and the positions they lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from minigam.errors import IllegalPlayError
from minigam.rules import fast_plays
from minigam.rules.fevga import shuts_in
from minigam.rules.plakoto import caught
from minigam.rules.position import Position, Side, Track
from minigam.rules.ruleset import RuleSet, SecondDie
from minigam.rules.step_generation import apply_steps, possible_steps
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


Node = tuple[Position, Dice]
"""A position on the way through a turn, and the dice left there."""


Onward = tuple[tuple[Step, Node], ...]
"""The steps that are possible at a node, and where each leads."""


@dataclass
class _Memo:
    """What has been computed about a roll; all turns that play it share it."""

    results: frozenset[Position] | None = None
    onward: dict[Node, Onward] = field(default_factory=dict)
    leads: dict[Node, bool] = field(default_factory=dict)


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
    _memo: _Memo = field(default_factory=_Memo, init=False, repr=False, compare=False)

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
        """The dice not yet spent, in the order they were rolled."""
        left = list(self.dice)
        for step in self.steps:
            left.remove(step.die)
        return tuple(left)

    @property
    def results(self) -> frozenset[Position]:
        """Every position that a legal play of the whole roll leads to."""
        if self._memo.results is None:
            plays = legal_plays_of(self.with_steps(()))
            self._memo.results = frozenset(play.position for play in plays)
        return self._memo.results

    @cached_property
    def next_steps(self) -> Steps:
        """Exactly the steps that begin a way to a legal result.

        A play counts by where it leads: its dice may be played in any order, and fewer of them
        will do where they lead to the same position.
        """
        onward = self.onward(self._node)
        if not self._is_judged_whole:
            return tuple(step for step, _ in onward)
        return tuple(step for step, node in onward if self._leads(node))

    @property
    def may_end(self) -> bool:
        """Whether the steps made so far are a complete legal play."""
        return self._ends(self._node)

    @property
    def is_played_out(self) -> bool:
        """Whether it may end, and no die is left that the rules ask for.

        Fewer dice may lead to a legal result too, which a player then has to confirm.
        """
        return self.may_end and not (self._is_judged_whole and self.next_steps)

    @property
    def _node(self) -> Node:
        return self.position, self.left

    @property
    def _is_judged_whole(self) -> bool:
        """Whether a play is legal by what all of it leads to, rather than step by step."""
        return self.rules.second_die is SecondDie.MOST

    def _ends(self, node: Node) -> bool:
        """Whether the steps that lead to a node are a complete legal play."""
        return node[0] in self.results if self._is_judged_whole else self._stops(node)

    def onward(self, node: Node) -> Onward:
        """The steps that are possible at a node, whatever they leave for other dice."""
        memo, (position, left), rules, side = self._memo.onward, node, self.rules, self.side
        if node not in memo:
            memo[node] = tuple(
                (step, (apply_steps(rules, position, side, (step,)), without(left, step.die)))
                for step in possible_steps(rules, position, side, left)
            )
        return memo[node]

    def _leads(self, node: Node) -> bool:
        """Whether there is a way from a node to a legal result."""
        memo = self._memo.leads
        if node not in memo:
            onward = (after for _, after in self.onward(node))
            memo[node] = node[0] in self.results or any(map(self._leads, onward))
        return memo[node]

    def _stops(self, node: Node) -> bool:
        """Whether no die has to be played on from a node: none can be, or none needs to be."""
        left = node[1]
        if not self.onward(node):
            return True
        if len(left) == len(self.dice):
            return False
        if self.rules.second_die is SecondDie.ORDER:  # the die left goes first, and is lost
            return not possible_steps(self.rules, self.before, self.side, left)
        return self.rules.second_die is SecondDie.FREE

    def play(self, step: Step) -> Turn:
        """The turn with one more step; raise `IllegalPlayError` if it cannot come next."""
        if step not in self.next_steps:
            raise IllegalPlayError(f"expected one of {self.next_steps}, got {step}")
        return self.with_steps((*self.steps, step))

    def take_back(self) -> Turn:
        """The turn without its last step."""
        return self.with_steps(self.steps[:-1])

    def with_steps(self, steps: Steps) -> Turn:
        """The same roll with other steps made, each of which was possible when it came."""
        turn = replace(self, steps=steps)
        object.__setattr__(turn, "_memo", self._memo)
        return turn


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
    return legal_plays_of(Turn.of(rules, position, side, roll))


def legal_plays_of(turn: Turn) -> tuple[Play, ...]:
    """As `legal_plays`, of a turn in which no step is made yet."""
    if fast_plays.supports(turn.rules):
        made = fast_plays.plays(turn.rules, turn.before, turn.side, turn.dice)
        return tuple(Play(steps, turn) for steps in made)
    ends: dict[Position, Steps] = {}
    for level in _levels(turn):
        deepest: dict[Position, Steps] = {}
        for node, steps in level.items():
            if turn._stops(node):
                _keep_first(deepest, node[0], steps)
        if turn._is_judged_whole and deepest:  # all shorter ones, unless the game is over
            ends = {end: steps for end, steps in ends.items() if result(turn.rules, end)}
        for position, steps in deepest.items():
            _keep_first(ends, position, steps)
    ends = _with_larger_die(turn.rules, ends)
    if turn.rules.opens_primes:  # where a play does
        ends = {end: ends[end] for end in ends if not shuts_in(turn.rules, end, turn.side)} or ends
    return tuple(Play(steps, turn) for steps in ends.values())


def completions(turn: Turn) -> tuple[Play, ...]:
    """Every legal play that begins with the steps of `turn`, as in `legal_plays`."""
    if not turn.steps:
        return legal_plays_of(turn)
    ends: dict[Position, Steps] = {}
    for level in _levels(turn):
        ends |= {node[0]: steps for node, steps in level.items() if turn._ends(node)}
    return tuple(Play(steps, turn) for steps in ends.values())


def first_reached(turn: Turn, ranked: Iterable[Play]) -> Play:
    """The first of a roll's plays whose end can be reached after the steps of `turn`.

    Who ranks the plays of a whole roll equally every time goes on with the same one amid it.
    """
    if not turn.steps:
        return next(iter(ranked))
    reached = {play.position: play for play in completions(turn)}
    return next(reached[play.position] for play in ranked if play.position in reached)


_Level = dict[Node, Steps]


def _levels(turn: Turn) -> Iterator[_Level]:
    """Every node that can be reached from a turn, step by step, with the canonical way there."""
    level: _Level = {(turn.position, turn.left): turn.steps}
    while level:
        yield level
        further: _Level = {}
        for node, made in level.items():
            for step, after in turn.onward(node):
                _keep_first(further, after, (*made, step))
        level = further


def _with_larger_die(rules: RuleSet, ends: dict[Position, Steps]) -> dict[Position, Steps]:
    """Where either die can be played but not both, the larger must be."""
    if rules.second_die is not SecondDie.MOST:
        return ends
    largest = max((made[0].die for made in ends.values() if len(made) == 1), default=0)
    return {
        position: made
        for position, made in ends.items()
        if len(made) != 1 or made[0].die == largest or result(rules, position)
    }


def _keep_first(found: dict[Key, Steps], key: Key, made: Steps) -> None:
    kept = found.get(key)
    if kept is None or canonical(made) < canonical(kept):
        found[key] = made


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    winner: Side | None
    """None: a draw."""
    points: int
    kind: str
    """`single`, `gammon`, `backgammon` or `draw`."""
    loser_points: int = 0
    """What the loser gets: the point for the lower total of a tournament round."""

    @property
    def winner_name(self) -> str:
        """`white` or `black`; empty for a draw."""
        return self.winner.value if self.winner else ""


KINDS = ("single", "gammon", "backgammon")
"""The kinds of win, for 1, 2 and 3 points."""
DRAW = "draw"
OUTCOMES = (*KINDS, DRAW)
"""The kinds of result."""


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
    return _caught(position) if rules.layout.pins else None


def _caught(position: Position) -> Result | None:
    """Two points for whoever has pinned the other side's mother; none where both have."""
    lost = caught(position)
    if len(lost) > 1:
        return Result(None, 0, DRAW)
    return Result(lost[0].other, 2, KINDS[1]) if lost else None


def _round(winner: Side, totals: tuple[int, int]) -> Result:
    """One point for the fifth pawn off, and one to the lower total; none where they are equal."""
    own, theirs = winner.of(totals), winner.other.of(totals)
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
