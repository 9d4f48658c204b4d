"""All checker counts that can be on the board during a legal turn.

A turn is a set of moves: own checkers from zone to zone, and hit ones to their bar. A hand may
begin them in any order, have several checkers in the air, and set a hit one on the bar before or
after. So each move is not begun, in the air, or done, and all that is seen on the way to a legal
play is some mixture of those.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from minigam.board.occupancy import Occupancy
from minigam.rules.plays import Steps, Turn
from minigam.rules.position import Layout, Position, Side
from minigam.rules.step_generation import apply_steps
from minigam.rules.steps import Step
from minigam.table.zones import all_zones, zone_of

Counts = Mapping[str, int]
"""Checkers of both sides by zone."""
Move = tuple[str, str]
"""From which zone to which a checker goes."""


def counts_of(layout: Layout, position: Position, sides: Iterable[Side] = Side) -> Counts:
    """How many checkers of these sides each zone holds.

    >>> from minigam.rules.ruleset import MINIGAM
    >>> counts = counts_of(MINIGAM.layout, MINIGAM.start, [Side.WHITE])
    >>> counts["bar-white"], counts["bar-black"]
    (8, 0)
    """
    found = dict.fromkeys(all_zones(layout), 0)
    for side in sides:
        for zone, count in zip(_zones(layout, side), position.track(side), strict=True):
            found[zone] += count
    return found


@cache
def _zones(layout: Layout, side: Side) -> tuple[str, ...]:
    """The zone of each place of a side's track."""
    return tuple(zone_of(layout, side, place) for place in range(layout.off + 1))


def fits(occupancy: Occupancy, counts: Counts) -> bool:
    """Whether the board may hold exactly these."""
    return all(count.fits(counts.get(zone, 0)) for zone, count in occupancy.items())


@dataclass(frozen=True)
class Node:
    """Steps of a turn that can be gone on with to a legal play, or are one."""

    turn: Turn
    """The turn with these steps, in an order that can be played."""
    complete: bool
    stand: int = 0
    """How many of the first steps stand already: nothing is moved for them."""

    @cached_property
    def counts(self) -> Counts:
        """What stands where after them."""
        return counts_of(self.turn.rules.layout, self.turn.position)

    def lifted(self, occupancy: Occupancy) -> str:
        """The zone of the one checker that is gone from here and may move next; else empty."""
        gone, counts = "", self.counts
        for zone, count in occupancy.items():
            if not count.fits(counts[zone]):
                if gone or count.nearest(counts[zone]) != counts[zone] - 1:
                    return ""
                gone = zone
        return gone if gone in self.sources else ""

    @cached_property
    def sources(self) -> frozenset[str]:
        """Where a checker may be lifted next."""
        zones = _zones(self.turn.rules.layout, self.turn.side)
        return frozenset(zones[step.source] for step in self.turn.next_steps)

    @cached_property
    def made(self) -> Made:
        """Its steps."""
        return made_by(self.turn)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Which checkers have gone where, from the turn's beginning, or since what stands."""
        return tuple(_moves(self.turn, self.stand))


Made = tuple[tuple[int, int, int], ...]
"""From where to where checkers went, and by which dice, whatever came first."""


def made_by(turn: Turn) -> Made:
    """The steps of a turn."""
    return tuple(sorted((step.source, step.target, step.die) for step in turn.steps))


def _moves(turn: Turn, stand: int) -> Iterator[Move]:
    layout, here = turn.rules.layout, turn.after(turn.steps[:stand])
    for step in turn.steps[stand:]:
        source, target = (zone_of(layout, turn.side, p) for p in (step.source, step.target))
        after = apply_steps(turn.rules, here, turn.side, (step,))
        yield source, target
        if step.hit or step.partner:
            yield from _others(counts_of(layout, here), counts_of(layout, after), (source, target))
        here = after


def _others(before: Counts, after: Counts, own: Move) -> Iterator[Move]:
    """The other checkers that a step sends somewhere: those it hits, or changes places with."""
    changed = Counter({zone: after[zone] - before[zone] for zone in before})
    changed[own[0]] += 1
    changed[own[1]] -= 1
    gone, come = (+Counter({zone: sign * n for zone, n in changed.items()}) for sign in (-1, 1))
    return zip(gone.elements(), come.elements(), strict=True)


class Paths:
    """All ways through a turn, or through those of its plays that are made of given steps.

    >>> from minigam.rules.ruleset import MINIGAM
    >>> paths = Paths(Turn.of(MINIGAM, MINIGAM.start, Side.WHITE, (5, 2)))
    >>> [len(node.turn.steps) for node in paths.nodes]
    [0, 1, 1, 2, 2, 2]
    """

    def __init__(self, turn: Turn, plan: Steps | None = None, stand: int = 0) -> None:
        """`stand`: how many of the turn's steps stand already; the others are yet to be made.

        `plan`: the only steps that may be made, those that stand among them.
        """
        self.turn = turn.with_steps(turn.steps[:stand])
        self._stand = stand
        self._plan = plan
        self._may_make = Counter(map(_plain, plan or ()))
        self.nodes = tuple(self._useful())

    @cached_property
    def before(self) -> Counts:
        """What stood where when the turn began, or after the steps that stand."""
        return counts_of(self.turn.rules.layout, self.turn.position)

    @cached_property
    def ends(self) -> tuple[Node, ...]:
        """The complete plays."""
        return tuple(node for node in self.nodes if node.complete)

    def standing(self, occupancy: Occupancy) -> list[Node]:
        """The nodes that the board may stand on."""
        return [node for node in self.nodes if fits(occupancy, node.counts)]

    def explain(self, occupancy: Occupancy) -> bool:
        """Whether the board may be on the way to some play, hands full or not."""
        return any(self.passes(node, occupancy) for node in self.ends)

    def passes(self, node: Node, occupancy: Occupancy) -> bool:
        """Whether the board may be seen so on the way to these steps."""
        return _may_show(occupancy, self.before, node.moves)

    def unfinished(self, node: Node, occupancy: Occupancy) -> bool:
        """Whether the counts fit this node's moves with at least one not begun, or in the air."""
        not_begun = (_may_show(occupancy, self.before, rest) for _, rest in _all_but_one(node))
        return self.holds(node, occupancy) or any(not_begun)

    def holds(self, node: Node, occupancy: Occupancy) -> bool:
        """Whether the board may be seen so while a hand has a checker of these steps."""
        return any(
            _may_show(occupancy, {**self.before, source: self.before[source] - 1}, rest)
            for source, rest in _all_but_one(node)
        )

    def _useful(self) -> list[Node]:
        """Every node that leads to a legal play, the shorter ones first."""
        levels, onward = self._search()
        kept: set[_Key] = set()
        found: list[Node] = []
        for level in reversed(levels):
            for key, turn in level.items():
                complete = self._completes(turn)
                if complete or not kept.isdisjoint(onward[key]):
                    kept.add(key)
                    found.append(Node(turn, complete, self._stand))
        return found[::-1]

    def _completes(self, turn: Turn) -> bool:
        """Whether a turn's steps are a legal play, or all of the plan."""
        if self._plan is None:
            return turn.is_played_out
        return len(turn.steps) == len(self._plan)

    def _search(self) -> tuple[list[dict[_Key, Turn]], dict[_Key, set[_Key]]]:
        """All sets of steps, level by level, and where each leads."""
        levels: list[dict[_Key, Turn]] = [{_key(self.turn.steps): self.turn}]
        onward: dict[_Key, set[_Key]] = {}
        while levels[-1]:
            further: dict[_Key, Turn] = {}
            for key, turn in levels[-1].items():
                after = {_key((*turn.steps, step)): step for step in self._next(turn)}
                onward[key] = set(after)
                for longer, step in after.items():
                    further.setdefault(longer, turn.with_steps((*turn.steps, step)))
            levels.append(further)
        return levels[:-1], onward

    def _next(self, turn: Turn) -> Iterator[Step]:
        made = Counter(map(_plain, turn.steps))
        for step, _ in turn.onward((turn.position, turn.left)):
            if self._plan is None or made[_plain(step)] < self._may_make[_plain(step)]:
                yield step


_Key = tuple[tuple[int, int, int, bool, str], ...]


def _plain(step: Step) -> tuple[int, int, int, bool, str]:
    return step.source, step.target, step.die, step.hit, str(step.way)


def _key(steps: Steps) -> _Key:
    return tuple(sorted(map(_plain, steps)))


def _all_but_one(node: Node) -> Iterator[tuple[str, tuple[Move, ...]]]:
    """Where each move starts, and the others."""
    for n, (source, _) in enumerate(node.moves):
        yield source, node.moves[:n] + node.moves[n + 1 :]


def _may_show(occupancy: Occupancy, counts: Counts, moves: tuple[Move, ...]) -> bool:
    """Whether a board of these counts may be seen so while such moves are made."""
    leaving, arriving = (Counter(move[end] for move in moves) for end in (0, 1))
    for zone, seen in occupancy.items():
        if not seen.meets(counts[zone] - leaving[zone], counts[zone] + arriving[zone]):
            return False
    touched = leaving.keys() | arriving.keys()
    return _reachable(occupancy, {zone: counts[zone] for zone in touched}, moves)


def _reachable(occupancy: Occupancy, counts: dict[str, int], moves: tuple[Move, ...]) -> bool:
    """Whether some mixture of moves not begun, in the air and done fits."""
    if not moves:
        return True
    (source, target), later = moves[0], moves[1:]
    last = {source, target}.difference(*later)
    for gone, come in ((0, 0), (1, 0), (1, 1)):
        here = {**counts, source: counts[source] - gone}
        here[target] += come
        fitting = all(occupancy[zone].fits(here[zone]) for zone in last)
        if fitting and _reachable(occupancy, here, later):
            return True
    return False
