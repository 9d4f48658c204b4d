"""Every play of a roll at once, for plain checkers that must play as many dice as they can.

`plays` asks what one step leaves open, step by step, which any game understands. In the 24-point
games much is known beforehand, and a roll takes a tenth of the time:

- The other side's points stay open or made for the whole turn, and a blot is hit where it is first
  landed on: so what a die allows from a place is looked up once.
- Two checkers that move independently are tried in one order; what depends on the order is only
  one checker that goes on, entering, and bearing off once the last one has come home.
- Equal dice played from the rear to the front meet each position once.

A position is one whole number here, a byte a place (own track, then theirs), and a step adds to it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from minigam.rules.position import Layout, Position, Side
from minigam.rules.ruleset import RuleSet, SecondDie
from minigam.rules.steps import BAR, FACES, Step, canonical

Steps = tuple[Step, ...]
_Move = tuple[int, int, int, Step, int, Step]
"""Source, target, what it adds to the number, the step; and the last two if nobody is hit."""


def supports(rules: RuleSet) -> bool:
    """Whether this fast generator can be used for a rule set."""
    return (
        rules.second_die is SecondDie.MOST
        and rules.bar_first
        and rules.enter_on_own
        and rules.high_bears_off
        and rules.is_plain
    )


def plays(rules: RuleSet, position: Position, side: Side, dice: tuple[int, ...]) -> list[Steps]:
    """The canonical steps of every legal play, one for each distinct result: see `legal_plays`.

    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> len(plays(BACKGAMMON, BACKGAMMON.start, Side.WHITE, (2, 1)))
    15
    """
    own, theirs = position.track(side), position.track(side.other)
    if rules.layout.checkers in (own[-1], theirs[-1]):
        return [()]
    board = _Board(_tables(rules.layout), own, theirs, rules.layout.off - rules.home)
    if dice[0] == dice[-1]:
        return _equal(board, dice[0], len(dice))
    return _two(board, dice[0], dice[1])


@dataclass(frozen=True)
class _Tables:
    """What each die does from each place, `[die][source]`."""

    quiet: tuple[tuple[_Move, ...], ...]
    hitting: tuple[tuple[_Move, ...], ...]


@lru_cache
def _tables(layout: Layout) -> _Tables:
    dice, sources = range(FACES.stop), range(layout.off)
    quiet, hitting = (
        tuple(tuple(_move(layout, source, die, hit) for source in sources) for die in dice)
        for hit in (False, True)
    )
    return _Tables(quiet, hitting)


def _move(layout: Layout, source: int, die: int, hit: bool) -> _Move:
    target = min(source + die, layout.off)
    step, quiet = Step(source, target, die, hit), Step(source, target, die)
    change = _one(target) - _one(source)
    captured = _one(layout.off + 1) - _one(layout.off + 1 + layout.mirror(target)) if hit else 0
    return source, target, change + captured, step, change, quiet


def _one(place: int) -> int:
    return 1 << (8 * place)


@dataclass(frozen=True)
class _Board:
    """The position before the roll, as the mover sees it."""

    tables: _Tables
    own: Sequence[int]
    theirs: Sequence[int]
    home: int
    """The first place from which everybody may be borne off."""

    @property
    def off(self) -> int:
        return len(self.own) - 1

    def moves(self, die: int, sources: Iterable[int]) -> list[_Move]:
        """What a die allows from those places, nobody borne off."""
        quiet, hitting = self.tables.quiet[die], self.tables.hitting[die]
        theirs, off = self.theirs, self.off
        found = []
        for source in sources:
            target = source + die
            if target < off and (held := theirs[off - target]) < 2:
                found.append(hitting[source] if held else quiet[source])
        return found

    def bearing(self, own: Sequence[int], die: int) -> list[_Move]:
        """The checker that a die bears off, when own checkers stand so."""
        if any(own[: self.home]):
            return []
        exact = self.off - die
        rear = next((place for place in range(self.home, self.off) if own[place]), self.off)
        if rear == self.off or (rear < exact and not own[exact]):
            return []
        return [self.tables.quiet[die][max(rear, exact)]]


# ---- Two different dice --------------------------------------------------------------------------

_Found = dict[int, Steps]
"""The results reached from the position, by how much they differ from it, and how."""


def _two(board: _Board, one: int, other: int) -> list[Steps]:
    found: _Found = {}
    on_board = [place for place in range(1, board.off) if board.own[place]]
    sources = [BAR] if board.own[BAR] else on_board
    ones, others = board.moves(one, sources), board.moves(other, sources)
    if board.own[BAR] != 1:
        _apart(board, ones, others, found)
    else:
        _apart(board, ones, board.moves(other, on_board), found)
        _apart(board, others, board.moves(one, on_board), found)
    if board.own[BAR] < 2:
        _going_on(board, ones, other, found)
        _going_on(board, others, one, found)
    if sum(board.own[: board.home]) < 2:
        _bearing_off(board, ones, others, (one, other), found)
        _bearing_off(board, others, ones, (other, one), found)
    return list(found.values()) or _single(board, ones, others, (one, other))


def _apart(board: _Board, firsts: list[_Move], seconds: list[_Move], found: _Found) -> None:
    """Two checkers move. The rearmost is written first, and hits first where both land."""
    for source, target, change, step, _, quiet in firsts:
        alone = board.own[source] == 1
        for source2, target2, change2, step2, quiet_change2, quiet2 in seconds:
            if source2 == source:
                if alone:
                    continue
                made = (step, step2) if target < target2 else (step2, step)
                result = change + change2
            elif target2 == target:
                made = (step, quiet2) if source < source2 else (step2, quiet)
                result = change + quiet_change2
            else:
                made = (step, step2) if source < source2 else (step2, step)
                result = change + change2
            found[result] = made if result not in found else _lower(made, found[result])


def _going_on(board: _Board, firsts: list[_Move], die: int, found: _Found) -> None:
    """One checker moves twice; where another one stands half-way, that one might as well."""
    for _, target, change, step, _, _ in firsts:
        if not board.own[target]:
            for _, _, change2, step2, _, _ in board.moves(die, (target,)):
                _keep(found, change + change2, (step, step2))


def _bearing_off(
    board: _Board, firsts: list[_Move], seconds: list[_Move], dice: tuple[int, int], found: _Found
) -> None:
    """Somebody is borne off: by the second die, by the first, or by both."""
    for _, _, change, step, _, _ in (*firsts, *(first := board.bearing(board.own, dice[0]))):
        own = _after(board.own, step)
        rest = board.bearing(own, dice[1])
        if first and step is first[0][3]:
            rest += [move for move in seconds if own[move[0]]]
        for _, _, change2, step2, _, _ in rest:
            _keep(found, change + change2, (step, step2))


def _after(own: Sequence[int], step: Step) -> list[int]:
    after = list(own)
    after[step.source] -= 1
    after[step.target] += 1
    return after


def _keep(found: _Found, result: int, made: Steps) -> None:
    found[result] = made if result not in found else _lower(made, found[result])


def _lower(one: Steps, other: Steps) -> Steps:
    return min(one, other, key=canonical)


def _single(
    board: _Board, ones: list[_Move], others: list[_Move], dice: tuple[int, int]
) -> list[Steps]:
    """Only one die can be played: the larger if either can. Or none."""
    by_die: dict[int, list[Steps]] = {
        die: [(move[3],) for move in (*moves, *board.bearing(board.own, die))]
        for die, moves in zip(dice, (ones, others), strict=True)
    }
    return by_die[max(dice)] or by_die[min(dice)] or [()]


# ---- Equal dice ----------------------------------------------------------------------------------

_Node = tuple[Sequence[int], Steps]
"""Own checkers before the last of the steps, and the steps."""


def _equal(board: _Board, die: int, times: int) -> list[Steps]:
    level: list[_Node] = [(board.own, ())]
    moves = board.moves(die, [p for p in range(board.off) if any(board.own[p::-die])])
    bears = sum(board.own[: board.home]) < times
    for _ in range(times):
        further: list[_Node] = []
        for own, made in level:
            own = _after(own, made[-1]) if made else own
            further += [(own, (*made, step)) for step in _next(board, moves, own, made)]
            if bears:
                further += [(own, (*made, step)) for step in _off(board, die, own, made)]
        if not further:
            break
        level = further
    return [made for _, made in level]


def _next(board: _Board, moves: list[_Move], own: Sequence[int], made: Steps) -> list[Step]:
    """One more step, from no place behind the last one."""
    rear = made[-1].source if made else BAR
    front = BAR if own[BAR] else board.off
    return [
        quiet if own[target] else step
        for source, target, _, step, _, quiet in moves
        if own[source] and rear <= source <= front
    ]


def _off(board: _Board, die: int, own: Sequence[int], made: Steps) -> list[Step]:
    rear = made[-1].source if made else BAR
    return [step for source, _, _, step, _, _ in board.bearing(own, die) if source >= rear]
