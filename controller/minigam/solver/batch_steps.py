"""The results of rolls in games with rulings of their own, as machine code; `batch` asks for them.

Step by step, as `plays` does it, and so slower than the other two families: Plakoto, Fevga and the
plain Backgammon Dice. Each position on the way is kept once. A checker that lies pinned counts -1.
"""

from typing import NamedTuple

import numpy as np

from minigam.rules.ruleset import RuleSet, SecondDie
from minigam.rules.steps import BAR, FACES, FIRST
from minigam.solver.compiled import Counts, Longs, compiled, inlined, uncounted

WORDS = 4
"""Two a side."""
PLACES = 26
"""The most that a key has room for: bar, points and off."""
LOW = 13
"""How many places have their digit in a side's first word; above them are marks of the pinned."""
DIGIT = 15
MOST_NODES = 1 << 12
"""More positions than four steps of fifteen checkers lead to, those on the way included."""
SLOTS = 1 << 13
"""Of the table in which a position is looked up among those found already."""


class RuleNumbers(NamedTuple):
    """What decides the results; see `RuleSet`."""

    off: int
    checkers: int
    home: int
    """The first place from which everybody may be borne off."""
    steps: int
    """How many steps a double gives."""
    whole: bool
    """Whether as many dice as possible must be played."""
    block: int
    room: int
    """0 where any number has room."""
    bar_first: bool
    bar_stops: bool
    high: bool
    enter_on_own: bool
    captures_first: bool
    pins: bool
    turn: int
    """How far the other side's points are turned where both move the same way; 0 elsewhere."""
    first_past: int
    open_start: int
    opens_primes: bool


def supports(rules: RuleSet) -> bool:
    """Whether this generator can be used for a rule set.

    >>> from minigam.rules.ruleset import RULE_SETS
    >>> [name for name, rules in RULE_SETS.items() if not supports(rules)]
    ['minigam', 'minigam-full-entry', 'backgammon-dice-basic', 'backgammon-dice-tournament']
    """
    layout = rules.layout
    judged = rules.second_die in (SecondDie.MUST, SecondDie.MOST)
    small = layout.off < PLACES and layout.checkers <= DIGIT and rules.steps_on_double <= 4
    return judged and small and not rules.pawn_die


def rule_numbers_of(rules: RuleSet) -> RuleNumbers:
    """The law of a rule set that is known."""
    layout = rules.layout
    return RuleNumbers(
        off=layout.off,
        checkers=layout.checkers,
        home=layout.off - rules.home if rules.home else 0,
        steps=rules.steps_on_double,
        whole=rules.second_die is SecondDie.MOST,
        block=rules.block,
        room=rules.room or 0,
        bar_first=rules.bar_first,
        bar_stops=rules.bar_stops_bearing_off,
        high=rules.high_bears_off,
        enter_on_own=rules.enter_on_own,
        captures_first=rules.captures_first,
        pins=layout.pins,
        turn=layout.points // 2 if layout.same_way else 0,
        first_past=rules.first_past,
        open_start=rules.open_start,
        opens_primes=rules.opens_primes,
    )


FACES_IN_ALL = FACES.stop - 1


class Found(NamedTuple):
    """The positions met in a turn, in the order they are found."""

    boards: Counts
    """`(MOST_NODES, 2, PLACES)`: the mover's checkers and the other side's."""
    keys: Longs
    """`(MOST_NODES, WORDS)`."""
    slots: Longs
    """Where a key has been put, and in which search: `(SLOTS, 2)`."""
    depth: Longs
    """How many steps have been made."""
    first: Longs
    """The die of the first."""
    ends: Longs
    """Whether no further step can be made, or none is left: 1; the game is over: 2; else 0."""


@inlined
def _mirror(law: RuleNumbers, place: int) -> int:
    """See `Layout.mirror`."""
    if law.turn and BAR < place < law.off:
        return (place + law.turn - 1) % (law.off - 1) + 1
    return law.off - place


@uncounted
def _write_key(law: RuleNumbers, board: Counts, key: Longs) -> None:
    for side in range(2):
        for half in range(2):
            word, begin = 0, LOW * half
            for place in range(begin, min(begin + LOW, law.off + 1)):
                count = int(board[side, place])
                word |= abs(count) << (4 * (place - begin))
                if count < 0:
                    word |= 1 << (4 * LOW + place - begin - 1 + half)
            key[2 * side + half] = word


@uncounted
def _is_over(law: RuleNumbers, board: Counts) -> bool:
    """Whether a game has ended; see `plays.result`."""
    if law.checkers in (board[0, law.off], board[1, law.off]):
        return True
    if not law.pins:
        return False
    mine, yours = board[0, FIRST] < 0, board[1, FIRST] < 0
    if mine and yours:
        return True
    return bool((mine and board[1, FIRST] == 0) or (yours and board[0, FIRST] == 0))


@uncounted
def _bears_off(law: RuleNumbers, own: Counts, source: int, die: int) -> bool:
    for place in range(law.home):
        if own[place] != 0:
            return False
    if law.bar_stops and own[BAR]:
        return False
    if source + die == law.off:
        return True
    for place in range(source):
        if own[place] != 0:
            return False
    return law.high


@uncounted
def _runner(law: RuleNumbers, own: Counts) -> int:
    """Where the first checker stands while no other may move; -1 where any may."""
    if law.first_past == 0 or law.checkers - own[FIRST] != 1:
        return -1
    for place in range(law.first_past + 1):
        if own[place] and place != FIRST:
            return place
    return -1


@uncounted
def _fills_start(law: RuleNumbers, own: Counts, source: int, target: int) -> bool:
    for place in range(FIRST, FIRST + law.open_start):
        if own[place] - (place == source) + (place == target) == 0:
            return False
    return law.open_start > 0


@uncounted
def _captures(law: RuleNumbers, board: Counts, source: int, die: int) -> int:
    """Whether a checker may move: -1 not, 1 it captures or is borne off, 0 neither."""
    own, target = board[0], source + die
    if own[source] <= 0:
        return -1
    if target >= law.off:
        return 1 if _bears_off(law, own, source, die) else -1
    there, mine = int(board[1, _mirror(law, target)]), int(own[target])
    blocked = there + mine >= law.room if law.room else there >= law.block or mine < 0
    if blocked or (source == BAR and mine and not law.enter_on_own):
        return -1
    if _fills_start(law, own, source, target):
        return -1
    return 1 if there == 1 else 0


@uncounted
def _move(law: RuleNumbers, board: Counts, source: int, die: int) -> None:
    """Make a step that is possible."""
    own, theirs, target = board[0], board[1], min(source + die, law.off)
    own[source] -= 1
    own[target] += 1
    if law.pins and own[source] == 0 and source != BAR:
        place = _mirror(law, source)
        theirs[place] = abs(theirs[place])
    if target < law.off:
        place = _mirror(law, target)
        if theirs[place] == 1:
            if law.pins:
                theirs[place] = -1
            else:
                theirs[place] = 0
                theirs[BAR] += 1


@uncounted
def _must_capture(law: RuleNumbers, board: Counts, one: int, other: int) -> bool:
    """Whether only steps may be made that capture or bear off."""
    if not law.captures_first or board[0, BAR]:
        return False
    for place in range(law.off):
        if _captures(law, board, place, one) == 1 or _captures(law, board, place, other) == 1:
            return True
    return False


@uncounted
def _is_first(f: Found, at: int, search: int) -> bool:
    """Whether a search meets the key of a board for the first time; from now on it is known."""
    mixed = 0
    for word in range(WORDS):
        mixed = (mixed ^ f.keys[at, word]) * 0x1E3779B97F4A7C15
        mixed ^= (mixed >> 29) & 0x7FFFFFFFF
    slot = mixed & (SLOTS - 1)
    while f.slots[slot, 1] == search:
        known = f.slots[slot, 0]
        same = True
        for word in range(WORDS):
            same = same and f.keys[known, word] == f.keys[at, word]
        if same:
            return False
        slot = (slot + 1) & (SLOTS - 1)
    f.slots[slot, 0], f.slots[slot, 1] = at, search
    return True


@uncounted
def _onward(
    law: RuleNumbers, f: Found, at: int, die: int, capture: bool, end: int, search: int
) -> tuple[int, bool]:
    """Every step of a die from the board at `at`; the new end, and whether there is any."""
    if _is_over(law, f.boards[at]):
        return end, False
    last = BAR if law.bar_first and f.boards[at, 0, BAR] > 0 else law.off - 1
    only, moved = _runner(law, f.boards[at, 0]), False
    for source in range(last + 1):
        if only >= 0 and source != only:
            continue
        kind = _captures(law, f.boards[at], source, die)
        if kind < 0 or (capture and kind == 0):
            continue
        moved = True
        for place in range(law.off + 1):
            f.boards[end, 0, place] = f.boards[at, 0, place]
            f.boards[end, 1, place] = f.boards[at, 1, place]
        _move(law, f.boards[end], source, die)
        _write_key(law, f.boards[end], f.keys[end])
        if _is_first(f, end, search):
            end += 1
    return end, moved


@uncounted
def _shuts_in(law: RuleNumbers, board: Counts) -> bool:
    """Whether the mover holds the six points before all of the other side, on one point."""
    for place in range(law.off):
        if board[1, place] == law.checkers:
            if place + FACES_IN_ALL >= law.off:
                return False
            for die in range(1, FACES_IN_ALL + 1):
                if board[0, _mirror(law, place + die)] == 0:
                    return False
            return True
    return False


@uncounted
def _expand(law: RuleNumbers, f: Found, one: int, other: int, end: int, search: int) -> int:
    """All positions that may be met if `one` is the first die; the new end."""
    begin, stop = 0, 1
    last = law.steps if one == other else 2
    for depth in range(1, last + 1):
        die, level = one if depth == 1 else other, end
        for at in range(begin, stop):
            spare = other if depth == 1 else die
            capture = _must_capture(law, f.boards[at], die, spare)
            end, moved = _onward(law, f, at, die, capture, end, search + depth)
            if at > 0 and not moved:
                f.ends[at] = 2 if _is_over(law, f.boards[at]) else 1
        for at in range(level, end):
            f.depth[at], f.ends[at] = depth, 0
            f.first[at] = one
            if depth == last:
                f.ends[at] = 2 if _is_over(law, f.boards[at]) else 1
        begin, stop = level, end
    return end


@uncounted
def _chosen(f: Found, end: int) -> None:
    """Unmark the ends that play fewer dice, or the smaller die, than they must."""
    deepest, largest = 0, 0
    for at in range(1, end):
        deepest = max(deepest, f.depth[at])
    for at in range(1, end):
        if f.depth[at] == 1 and f.ends[at] > 0:
            largest = max(largest, f.first[at])
    for at in range(1, end):
        small = deepest == 1 and f.first[at] < largest
        if f.ends[at] == 1 and (f.depth[at] < deepest or small):
            f.ends[at] = 0


@uncounted
def _turn(law: RuleNumbers, f: Found, one: int, other: int, search: int) -> int:
    """The results of a roll are marked in `ends`, some perhaps twice; the end of all boards.

    The board before the roll is the first.
    """
    f.ends[0], f.depth[0] = 0, 0
    end = _expand(law, f, one, other, 1, search)
    if one != other:
        end = _expand(law, f, other, one, end, search + law.steps)
    if law.whole:
        _chosen(f, end)
    if end == 1:
        f.ends[0] = 1
    if law.opens_primes:
        opened = False
        for at in range(end):
            opened = opened or (f.ends[at] > 0 and not _shuts_in(law, f.boards[at]))
        for at in range(end if opened else 0):
            if f.ends[at] > 0 and _shuts_in(law, f.boards[at]):
                f.ends[at] = 0
    return end


@compiled
def fill(
    law: RuleNumbers,
    own: Counts,
    theirs: Counts,
    dice: Counts,
    done: int,
    starts: Longs,
    keys: Longs,
) -> int:
    """The results of the rolls from `done` on, while there is room; how many rolls are done."""
    f = Found(
        np.zeros((MOST_NODES, 2, PLACES), np.int8),
        np.zeros((MOST_NODES, WORDS), np.int64),
        np.zeros((SLOTS, 2), np.int64),
        np.zeros(MOST_NODES, np.int64),
        np.zeros(MOST_NODES, np.int64),
        np.zeros(MOST_NODES, np.int64),
    )
    search = 1
    for roll in range(done, len(dice)):
        f.boards[0, 0, : law.off + 1] = own[roll]
        f.boards[0, 1, : law.off + 1] = theirs[roll]
        _write_key(law, f.boards[0], f.keys[0])
        nodes = _turn(law, f, int(dice[roll, 0]), int(dice[roll, 1]), search)
        search += 2 * law.steps + 2
        end = starts[roll]
        for at in range(nodes):
            if f.ends[at] == 0 or not _is_first(f, at, search):
                continue
            if end < len(keys):
                keys[end] = f.keys[at]
            end += 1
        search += 1
        if end > len(keys):
            return roll
        starts[roll + 1] = end
    return len(dice)


@compiled
def unpack(
    law: RuleNumbers, _theirs: Counts, _starts: Longs, keys: Longs, owns: Counts, others: Counts
) -> None:
    """Write the boards of the results."""
    for at in range(len(keys)):
        for place in range(law.off + 1):
            owns[at, place] = _count(keys[at, 0], keys[at, 1], place)
            others[at, place] = _count(keys[at, 2], keys[at, 3], place)


@inlined
def _count(low: int, high: int, place: int) -> int:
    """The checkers of a place, -1 for one that is pinned."""
    word, at = (low, place) if place < LOW else (high, place - LOW)
    count = (word >> (4 * at)) & DIGIT
    mark = 4 * LOW + at - (1 if place < LOW else 0)
    return -1 if count == 1 and BAR < place < PLACES - 1 and (word >> mark) & 1 else count
