"""The results of many rolls at once in Backgammon Dice with faces, as machine code.

A side is a row of numbers as in `rules.pawn_rows`. The captured pawns of the side that has rolled
must already show what they have been rolled to.

Step by step, as `pawns` has it; each position on the way is kept once.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minigam.errors import CannotHoldError, UnreadableError
from minigam.rules.pawn_rows import CODES, KINDS
from minigam.rules.ruleset import RuleSet, SecondDie
from minigam.rules.steps import BAR
from minigam.solver.compiled import Counts, Longs, compiled, uncounted

REGULAR, HALF, DOUBLE, SWITCH = range(len(KINDS))
PAWNS = 5
TOTAL = PAWNS
"""The column of what a side has scored."""
STEPS = 4
NODES = 1 << 17
"""Several times as many positions as any turn has been seen to meet."""
SLOTS = 1 << 18
STOPPED, CAPTURED, PLAIN = -1, 1, 0
"""What comes of a step: it cannot be made, it captures or bears off, or neither."""

Rows = NDArray[np.int16]


@dataclass(frozen=True)
class Results:
    """Positions after some rolls; those after roll `k` are the rows `starts[k]:starts[k + 1]`."""

    starts: Longs
    """Where the results of each roll begin, and the end of all."""
    own: Rows
    """The pawns of the side that has played."""
    theirs: Rows
    """The other side's."""


class RuleNumbers(NamedTuple):
    """What decides the results; see `RuleSet`."""

    off: int
    home: int
    """The first place from which pawns may be borne off."""
    totals: bool
    signs: bool


class Found(NamedTuple):
    """The positions met in a turn."""

    boards: Rows
    """`(NODES, 2, PAWNS + 1)`."""
    keys: Longs
    """`(NODES, 2)`."""
    slots: Longs
    """Where a key has been put, and in which search."""
    ends: Counts
    """Whether the turn may end there."""


def supports(rules: RuleSet) -> bool:
    """Whether this generator can be used for a rule set.

    >>> from minigam.rules.ruleset import RULE_SETS
    >>> [name for name, rules in RULE_SETS.items() if supports(rules)]
    ['backgammon-dice-basic', 'backgammon-dice-tournament']
    """
    usual = (rules.room, rules.captures_first, rules.bar_first) == (2, True, True)
    alike = rules.second_die is SecondDie.MUST and rules.steps_on_double == STEPS
    return bool(rules.pawn_die) and usual and alike and rules.layout.checkers == PAWNS


def results(rules: RuleSet, own: Rows, theirs: Rows, dice: Counts) -> Results:
    """Every distinct position that each roll may lead to, as `batch.results`.

    Raises `UnreadableError` for what is no row or roll, and `CannotHoldError` for other games.
    """
    if not supports(rules):
        raise CannotHoldError(f"{rules.title} has no pawns with faces: try batch.results")
    _check(rules, own, theirs, dice)
    layout = rules.layout
    law = RuleNumbers(layout.off, layout.off - rules.home, rules.totals, rules.signs)
    starts = np.zeros(len(dice) + 1, np.int64)
    room = np.empty((8 * (len(dice) + 1), 2, PAWNS + 1), np.int16)
    done = _fill(law, own, theirs, dice, 0, starts, room)
    while 0 <= done < len(dice):
        room = np.concatenate([room, np.empty_like(room)])
        done = _fill(law, own, theirs, dice, done, starts, room)
    if done < 0:
        raise CannotHoldError(f"expected at most {NODES} positions on the way of a roll, got more")
    found = room[: starts[-1]]
    return Results(starts, found[:, 0].copy(), found[:, 1].copy())


def _check(rules: RuleSet, own: Rows, theirs: Rows, dice: Counts) -> None:
    most = rules.layout.off * CODES
    for name, rows in (("own", own), ("theirs", theirs)):
        if rows.dtype != np.int16 or rows.shape != (len(dice), PAWNS + 1):
            shape = (len(dice), PAWNS + 1)
            raise UnreadableError(
                f"expected {name} as int16 of the shape {shape}, got {rows.dtype} {rows.shape}"
            )
        codes = rows[:, :PAWNS]
        if len(codes) and (codes.min() < 0 or codes.max() > most or (np.diff(codes) < 0).any()):
            raise UnreadableError(f"expected ascending codes from 0 to {most} in {name}")
    if dice.dtype != np.int8 or dice.shape != (len(own), 2):
        raise UnreadableError(
            f"expected dice as int8 of the shape {(len(own), 2)}, got {dice.dtype} {dice.shape}"
        )
    if len(dice) and (dice.min() < 1 or dice.max() > 6):
        raise UnreadableError("expected numbers from 1 to 6 in dice")


# ---- One position --------------------------------------------------------------------------------


@uncounted
def _standing(side: Rows, place: int) -> int:
    """How many pawns of a side stand on a place of its own."""
    count = 0
    for pawn in range(PAWNS):
        count += side[pawn] // CODES == place
    return count


@uncounted
def _is_home(law: RuleNumbers, own: Rows) -> bool:
    least = own[0]
    for pawn in range(1, PAWNS):
        least = min(least, own[pawn])
    return bool(least // CODES >= law.home)


@uncounted
def _is_over(law: RuleNumbers, board: Rows) -> bool:
    off = law.off * CODES
    mine, yours = True, True
    for pawn in range(PAWNS):
        mine = mine and board[0, pawn] == off
        yours = yours and board[1, pawn] == off
    return mine or yours


@uncounted
def _hop(law: RuleNumbers, board: Rows, pawn: int, by: int) -> int:
    """Move a pawn; what comes of it. A board on which it cannot move stays as it is."""
    own, theirs = board[0], board[1]
    place, face = own[pawn] // CODES, own[pawn] % CODES
    target = place + by
    if target == law.off and place != BAR and _is_home(law, own):
        own[pawn] = law.off * CODES
        if law.totals:
            own[TOTAL] += law.off - place + (face % 3 - 1 if law.signs else 0)
        return CAPTURED
    if target >= law.off:
        return STOPPED
    there = _standing(theirs, law.off - target)
    if there + _standing(own, target) >= 2:
        return STOPPED
    own[pawn] = target * CODES + face
    if there == 0:
        return PLAIN
    for other in range(PAWNS):
        if theirs[other] // CODES == law.off - target:
            theirs[other] = theirs[other] % CODES
    return CAPTURED


@uncounted
def _copy(boards: Rows, source: int, target: int) -> None:
    for column in range(PAWNS + 1):
        boards[target, 0, column] = boards[source, 0, column]
        boards[target, 1, column] = boards[source, 1, column]


@uncounted
def _sorted_key(board: Rows, key: Longs) -> None:
    """Put the codes in order, and write the key."""
    for side in range(2):
        for pawn in range(1, PAWNS):
            code, at = board[side, pawn], pawn
            while at > 0 and board[side, at - 1] > code:
                board[side, at] = board[side, at - 1]
                at -= 1
            board[side, at] = code
        word = 0
        for pawn in range(PAWNS):
            word = (word << 9) | board[side, pawn]
        key[side] = (word << 8) | (board[side, TOTAL] & 255)


@uncounted
def _is_first(f: Found, at: int, search: int) -> bool:
    """Whether a search meets the key of a board for the first time; from now on it is known."""
    mixed = f.keys[at, 0] * 0x1E3779B97F4A7C15
    mixed = (mixed ^ ((mixed >> 29) & 0x7FFFFFFFF) ^ f.keys[at, 1]) * 0x3F58476D1CE4E5B9
    slot = ((mixed >> 31) & 0xFFFFFFFF) & (SLOTS - 1)
    while f.slots[slot, 1] == search:
        known = f.slots[slot, 0]
        if f.keys[known, 0] == f.keys[at, 0] and f.keys[known, 1] == f.keys[at, 1]:
            return False
        slot = (slot + 1) & (SLOTS - 1)
    f.slots[slot, 0], f.slots[slot, 1] = at, search
    return True


# ---- Steps ---------------------------------------------------------------------------------------


@uncounted
def _kept(f: Found, end: int, outcome: int, capture: bool, search: int) -> int:
    """Keep the board at `end` if the step may be made and is new; the new end."""
    if outcome == STOPPED or (capture and outcome != CAPTURED):
        return end
    _sorted_key(f.boards[end], f.keys[end])
    return min(end + 1, NODES - 1) if _is_first(f, end, search) else end


@uncounted
def _swap(law: RuleNumbers, board: Rows, pawn: int, number: int) -> bool:
    """Change a pawn's place with another's: own ones first by number, then theirs; if it may."""
    own, theirs = board[0], board[1]
    source, face = own[pawn] // CODES, own[pawn] % CODES
    if number < PAWNS:
        place = own[number] // CODES
        if place in (BAR, law.off, source):
            return False
        own[number] = source * CODES + own[number] % CODES
        own[pawn] = place * CODES + face
        return True
    other = number - PAWNS
    across = theirs[other] // CODES
    if across in (BAR, law.off):
        return False
    if _standing(theirs, across) != 1 or _standing(own, source) != 1:
        return False
    theirs[other] = (law.off - source) * CODES + theirs[other] % CODES
    own[pawn] = (law.off - across) * CODES + face
    return True


@uncounted
def _switched(
    law: RuleNumbers, f: Found, at: int, pawn: int, die: int, capture: bool, end: int, search: int
) -> tuple[int, int]:
    """The steps of a switch; the new end, and what comes of the best of them."""
    any_partner, best = False, STOPPED
    for number in range(2 * PAWNS):
        _copy(f.boards, at, end)
        if _swap(law, f.boards[end], pawn, number):
            any_partner = True
            outcome = _hop(law, f.boards[end], pawn, die)
            best = max(best, outcome)
            end = _kept(f, end, outcome, capture, search)
    if not any_partner:
        _copy(f.boards, at, end)
        best = _hop(law, f.boards[end], pawn, die)
        end = _kept(f, end, best, capture, search)
    return end, best


@uncounted
def _ways(
    law: RuleNumbers, f: Found, at: int, pawn: int, die: int, capture: bool, end: int, search: int
) -> tuple[int, int]:
    """The steps of a pawn by a die from the board at `at`; the new end, and what comes of the best.

    With a `search` of 0 nothing is kept.
    """
    code = f.boards[at, 0, pawn]
    place, kind = code // CODES, code % CODES // 3
    if place == law.off:
        return end, STOPPED
    if kind == SWITCH and place != BAR:
        return _switched(law, f, at, pawn, die, capture, end, search)
    _copy(f.boards, at, end)
    by = (die + 1) // 2 if kind == HALF and place != BAR else die
    outcome = _hop(law, f.boards[end], pawn, by)
    goes_on = outcome != STOPPED and f.boards[end, 0, pawn] != law.off * CODES
    if kind == DOUBLE and place != BAR and goes_on:
        again = _hop(law, f.boards[end], pawn, by)
        outcome = STOPPED if again == STOPPED else max(outcome, again)
    return _kept(f, end, outcome, capture, search), outcome


@uncounted
def _steps(
    law: RuleNumbers, f: Found, at: int, die: int, capture: bool, end: int, search: int
) -> tuple[int, int]:
    """Every step of a die from the board at `at`; the new end, and what comes of the best."""
    best = STOPPED
    if _is_over(law, f.boards[at]):
        return end, best
    waits = _standing(f.boards[at, 0], BAR) > 0
    for pawn in range(PAWNS):
        if waits and f.boards[at, 0, pawn] // CODES != BAR:
            continue
        end, outcome = _ways(law, f, at, pawn, die, capture, end, search)
        best = max(best, outcome)
    return end, best


@uncounted
def _onward(
    law: RuleNumbers, f: Found, at: int, die: int, spare: int, end: int, searches: int
) -> tuple[int, bool]:
    """As `_steps`, but only those that capture where one of either die does."""
    trial, search = 2 * searches + 1, 2 * searches
    capture = False
    if _standing(f.boards[at, 0], BAR) == 0:
        _, best = _steps(law, f, at, die, True, end, trial)
        if spare != die and best != CAPTURED:
            _, best = _steps(law, f, at, spare, True, end, trial)
        capture = best == CAPTURED
    end, best = _steps(law, f, at, die, capture, end, search)
    return end, best != STOPPED and (not capture or best == CAPTURED)


@uncounted
def _expand(law: RuleNumbers, f: Found, one: int, other: int, end: int, searches: int) -> int:
    """All positions that may be met if `one` is the first die; the new end."""
    begin, stop = 0, 1
    last = STEPS if one == other else 2
    for depth in range(1, last + 1):
        die, level = one if depth == 1 else other, end
        for at in range(begin, stop):
            spare = other if depth == 1 else die
            if end == NODES - 1:
                return end
            end, moved = _onward(law, f, at, die, spare, end, searches + depth)
            if at > 0 and not moved:
                f.ends[at] = 1
        for at in range(level, end):
            f.ends[at] = depth == last
        begin, stop = level, end
    return end


@compiled
def _fill(
    law: RuleNumbers,
    own: Rows,
    theirs: Rows,
    dice: Counts,
    done: int,
    starts: Longs,
    room: Rows,
) -> int:
    """The results of the rolls from `done` on, while there is room; how many rolls are done.

    -1 where a roll meets too many positions.
    """
    f = Found(
        np.zeros((NODES, 2, PAWNS + 1), np.int16),
        np.zeros((NODES, 2), np.int64),
        np.zeros((SLOTS, 2), np.int64),
        np.zeros(NODES, np.int8),
    )
    searches = 1
    for roll in range(done, len(dice)):
        f.boards[0, 0] = own[roll]
        f.boards[0, 1] = theirs[roll]
        _sorted_key(f.boards[0], f.keys[0])
        one, other = int(dice[roll, 0]), int(dice[roll, 1])
        nodes = _expand(law, f, one, other, 1, searches)
        if one != other and nodes < NODES - 1:
            nodes = _expand(law, f, other, one, nodes, searches + STEPS)
        f.ends[0] = nodes == 1
        searches += 2 * STEPS + 1
        if nodes == NODES - 1:
            return -1
        end = starts[roll]
        for at in range(nodes):
            if f.ends[at] == 0 or not _is_first(f, at, 2 * searches):
                continue
            if end < len(room):
                room[end] = f.boards[at]
            end += 1
        searches += 1
        if end > len(room):
            return roll
        starts[roll + 1] = end
    return len(dice)
