"""The results of rolls in the 24-point games, as machine code; `batch` is how to ask for them.

The mover's places are bits: the bar is the lowest, then the points in the order they are reached.
The bits of a die's sources are found at once, and so is what two dice may do:

- Two checkers that move, one by each die, meet no position twice.
- One that moves by both dice has two ways to go; they differ only by a blot that is hit half-way.
- Equal dice played from the rear to the front meet each position once.

Only where bearing off has a part in it, results must be looked for among those already found.
"""

from typing import NamedTuple

import numpy as np

from minigam.rules import fast_plays
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import BAR, FACES
from minigam.solver.compiled import REMAINDERS, Counts, Longs, compiled, inlined

POINTS, OFF = 24, 25
WORDS = 2
LOW = 13
"""How many places have their digit in the first word of a key; above it are the hits there."""
HIGH = OFF - LOW
DIGIT = 15
HITS = (1 << (LOW - 1)) - 1
MOST = 2 * FACES.stop - 1
"""More than both dice together."""


class RuleNumbers(NamedTuple):
    """What decides the results; see `RuleSet`."""

    checkers: int
    home: int
    """The first place from which everybody may be borne off."""
    steps: int
    """How many steps a double gives."""


def supports(rules: RuleSet) -> bool:
    """Whether this fast generator can be used for a rule set.

    >>> from minigam.rules.ruleset import HYPERGAMMON, MINIGAM
    >>> supports(HYPERGAMMON), supports(MINIGAM)
    (True, False)
    """
    small = rules.layout.checkers <= DIGIT
    return fast_plays.supports(rules) and rules.layout.points == POINTS and small


def rule_numbers_of(rules: RuleSet) -> RuleNumbers:
    """The law of a rule set that is known."""
    home = OFF - (rules.home or POINTS)
    return RuleNumbers(rules.layout.checkers, home, rules.steps_on_double)


class Board(NamedTuple):
    """A position as the mover sees it."""

    low: int
    """The checkers on the bar and the first points, a digit each, base 16."""
    high: int
    """Those on the other points."""
    held: int
    """The places that hold a checker of the mover."""
    pairs: int
    """Those that hold more than one."""
    open: int
    """The points that the other side has not made."""
    blots: int
    """Those on which it has a single checker."""


AT = [(1 << place) % REMAINDERS for place in range(OFF)]
"""Where a place is in the tables."""
PLACES = np.zeros(REMAINDERS, np.int64)
PLACES[AT] = range(OFF)


def _ones() -> Longs:
    """What a checker adds to either word, by place; nothing, once it is off."""
    ones = np.zeros((OFF + MOST, WORDS), np.int64)
    for place in range(OFF):
        ones[place, place // LOW] = 1 << (4 * (place % LOW))
    return ones


def _moves() -> Longs:
    """What a checker that leaves adds to either word, `[pips, remainder]`."""
    ones, moves = _ones(), np.zeros((MOST, REMAINDERS, WORDS), np.int64)
    for pips in range(MOST):
        moves[pips, AT] = ones[pips : pips + OFF] - ones[:OFF]
    return moves


def _digits() -> Longs:
    """Where either word has the digit of a place, by remainder."""
    digits = np.zeros((REMAINDERS, WORDS), np.int64)
    digits[AT] = DIGIT * _ones()[:OFF]
    return digits


MOVES, DIGITS = _moves(), _digits()


@inlined
def _board(own: Counts, theirs: Counts) -> Board:
    low, high, held, pairs, made, blots = 0, 0, 0, 0, 0, 0
    for place in range(OFF):
        count = int(own[place])
        held |= (count > 0) << place
        pairs |= (count > 1) << place
        if place < LOW:
            low |= count << (4 * place)
        else:
            high |= count << (4 * (place - LOW))
    for point in range(1, OFF):
        made |= (theirs[OFF - point] > 1) << point
        blots |= (theirs[OFF - point] == 1) << point
    return Board(low, high, held, pairs, (1 << OFF) - 2 & ~made, blots)


@inlined
def _sources(held: int, points: int, die: int, home: int) -> int:
    """The places from which a die can be played; `points` are open, and from `home` on all is."""
    if held & 1:
        return (points >> die) & 1
    found = held & (points >> die)
    rear, exact = held & -held, 1 << (OFF - die)
    if rear >= 1 << home:
        found |= rear if rear > exact else held & exact
    return found


@inlined
def _after(low: int, high: int, held: int, bit: int, die: int) -> tuple[int, int, int]:
    """The two words, and the places held, once a checker has left."""
    at = bit % REMAINDERS
    low += MOVES[die, at, 0]
    high += MOVES[die, at, 1]
    stays = (low & DIGITS[at, 0]) | (high & DIGITS[at, 1])
    held = held if stays else held ^ bit
    return low, high, held | ((bit << die) & ((1 << OFF) - 1))


@inlined
def _key(low: int, high: int, hits: int) -> tuple[int, int]:
    """The two words of a result."""
    return low | ((hits >> 1) << (4 * LOW)), high | ((hits >> LOW) << (4 * HIGH))


@inlined
def _is_new(keys: Longs, begin: int, end: int, low: int, high: int) -> bool:
    """Whether a result is not there yet."""
    for at in range(begin, min(end, len(keys))):
        if keys[at, 0] == low and keys[at, 1] == high:
            return False
    return True


# ---- Two different dice --------------------------------------------------------------------------


@inlined
def _apart(b: Board, firsts: int, seconds: int, one: int, other: int, keys: Longs, end: int) -> int:
    """Two checkers move, or as if two did; one that goes on is left to `_going_on`."""
    while firsts:
        first = firsts & -firsts
        firsts ^= first
        at, landed = first % REMAINDERS, first << one
        low, high = b.low + MOVES[one, at, 0], b.high + MOVES[one, at, 1]
        rest = seconds & ~(landed | (first >> other) | (first & ~b.pairs))
        while rest:
            second = rest & -rest
            rest ^= second
            at = second % REMAINDERS
            hits = b.blots & (landed | (second << other))
            if end < len(keys):
                keys[end, 0], keys[end, 1] = _key(
                    low + MOVES[other, at, 0], high + MOVES[other, at, 1], hits
                )
            end += 1
    return end


@inlined
def _going_on(b: Board, sources: int, one: int, other: int, keys: Longs, end: int) -> int:
    """One checker moves by both dice; in either order, if that hits somebody else."""
    both = one + other
    sources &= b.open >> both
    ones, others = sources & (b.open >> one), sources & (b.open >> other)
    others &= ~ones | (b.blots >> one) | (b.blots >> other)
    for die, ways in ((one, ones), (other, others)):
        rest = ways
        while rest:
            bit = rest & -rest
            rest ^= bit
            at = bit % REMAINDERS
            low, high = b.low + MOVES[both, at, 0], b.high + MOVES[both, at, 1]
            if end < len(keys):
                keys[end, 0], keys[end, 1] = _key(
                    low, high, b.blots & ((bit << die) | (bit << both))
                )
            end += 1
    return end


@inlined
def _bearing_off(
    b: Board, home: int, one: int, other: int, keys: Longs, begin: int, end: int
) -> int:
    """One die and then the other, where a checker may be borne off."""
    firsts = _sources(b.held, b.open, one, home)
    while firsts:
        first = firsts & -firsts
        firsts ^= first
        low, high, held = _after(b.low, b.high, b.held, first, one)
        seconds = _sources(held, b.open, other, home)
        while seconds:
            second = seconds & -seconds
            seconds ^= second
            at = second % REMAINDERS
            hits = b.blots & ((first << one) | (second << other))
            low2, high2 = _key(low + MOVES[other, at, 0], high + MOVES[other, at, 1], hits)
            if _is_new(keys, begin, end, low2, high2):
                if end < len(keys):
                    keys[end, 0], keys[end, 1] = low2, high2
                end += 1
    return end


@inlined
def _single(b: Board, home: int, large: int, small: int, keys: Longs, end: int) -> int:
    """Only one die can be played: the larger if either can. Or none."""
    die, sources = large, _sources(b.held, b.open, large, home)
    if sources == 0:
        die, sources = small, _sources(b.held, b.open, small, home)
    while sources:
        bit = sources & -sources
        sources ^= bit
        at = bit % REMAINDERS
        low, high = b.low + MOVES[die, at, 0], b.high + MOVES[die, at, 1]
        if end < len(keys):
            keys[end, 0], keys[end, 1] = _key(low, high, b.blots & (bit << die))
        end += 1
    return end


@compiled
def _two(b: Board, home: int, large: int, small: int, keys: Longs, begin: int) -> int:
    """By what must be looked at: bearing off, nobody on the bar, some, or one."""
    end = begin
    ones, others = b.open >> large, b.open >> small
    outside = b.held & ((1 << home) - 1)
    if outside & (outside - 1) == 0 and outside & b.pairs == 0:
        end = _bearing_off(b, home, large, small, keys, begin, end)
        end = _bearing_off(b, home, small, large, keys, begin, end)
    elif b.held & 1 == 0:
        end = _apart(b, b.held & ones, b.held & others, large, small, keys, end)
        end = _going_on(b, b.held, large, small, keys, end)
    elif b.pairs & 1:
        end = _apart(b, ones & 1, others & 1, large, small, keys, end)
    else:
        board = b.held - 1
        end = _apart(b, ones & 1, board & others, large, small, keys, end)
        end = _apart(b, others & 1, board & ones, small, large, keys, end)
        end = _going_on(b, 1, large, small, keys, end)
    return end if end > begin else _single(b, home, large, small, keys, end)


# ---- Equal dice ----------------------------------------------------------------------------------


@compiled
def _equal(b: Board, home: int, die: int, steps: int, stack: Longs, keys: Longs, begin: int) -> int:
    """From the rear to the front, as many steps as can be played; `stack` is what led here."""
    left = _sources(b.held, b.open, die, home)
    low, high, held, hits = b.low, b.high, b.held, 0
    depth, deepest, end = 1, 0, begin
    while True:
        if left == 0:
            depth -= 1
            if depth == 0:
                return end
            low, high, held = stack[depth, 0], stack[depth, 1], stack[depth, 2]
            hits, left = stack[depth, 3], stack[depth, 4]
            continue
        ends = left if depth == steps else left & -left
        left ^= ends
        if depth < steps:
            low2, high2, held2 = _after(low, high, held, ends, die)
            further = _sources(held2, b.open, die, home) & -ends
            if further:
                stack[depth, 0], stack[depth, 1], stack[depth, 2] = low, high, held
                stack[depth, 3], stack[depth, 4] = hits, left
                low, high, held = low2, high2, held2
                hits, left = hits | (b.blots & (ends << die)), further
                depth += 1
                continue
        if depth < deepest:
            continue
        end = begin if depth > deepest else end
        deepest = depth
        while ends:
            bit = ends & -ends
            ends ^= bit
            at = bit % REMAINDERS
            low2, high2 = low + MOVES[die, at, 0], high + MOVES[die, at, 1]
            if end < len(keys):
                keys[end, 0], keys[end, 1] = _key(low2, high2, hits | (b.blots & (bit << die)))
            end += 1


# ---- All of them ---------------------------------------------------------------------------------


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
    stack = np.zeros((law.steps + 1, 5), np.int64)
    for roll in range(done, len(dice)):
        begin = end = starts[roll]
        b = _board(own[roll], theirs[roll])
        one, other = int(dice[roll, 0]), int(dice[roll, 1])
        if own[roll, OFF] < law.checkers and theirs[roll, OFF] < law.checkers:
            if one == other:
                end = _equal(b, law.home, one, law.steps, stack, keys, begin)
            else:
                end = _two(b, law.home, max(one, other), min(one, other), keys, begin)
        if end == begin:
            if end < len(keys):
                keys[end, 0], keys[end, 1] = b.low, b.high
            end += 1
        if end > len(keys):
            return roll
        starts[roll + 1] = end
    return len(dice)


@compiled
def unpack(
    law: RuleNumbers, theirs: Counts, starts: Longs, keys: Longs, owns: Counts, others: Counts
) -> None:
    """Write the boards of the results; `theirs` is the other side's before each roll."""
    for roll in range(len(starts) - 1):
        for at in range(starts[roll], starts[roll + 1]):
            low, high = keys[at, 0], keys[at, 1]
            left = law.checkers
            for place in range(LOW):
                count = (low >> (4 * place)) & DIGIT
                owns[at, place] = count
                left -= count
            for place in range(HIGH):
                count = (high >> (4 * place)) & DIGIT
                owns[at, LOW + place] = count
                left -= count
            owns[at, OFF] = left
            for place in range(OFF + 1):
                others[at, place] = theirs[roll, place]
            hits = ((low >> (4 * LOW)) & HITS) << 1 | (high >> (4 * HIGH)) << LOW
            while hits:
                place = OFF - PLACES[(hits & -hits) % REMAINDERS]
                hits &= hits - 1
                others[at, place] = 0
                others[at, BAR] += 1
