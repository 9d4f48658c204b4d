"""The results of rolls in the games of a quarter board, as machine code; `batch` asks for them.

A side's checkers are one number of a hexadecimal digit a place, the bar the lowest. A place is the
lowest bit of its digit: so that bit is also one checker there, and shifted by a digit a pip it is
where the checker goes.
"""

from typing import NamedTuple

from minigam.rules.ruleset import RuleSet, SecondDie
from minigam.rules.steps import BAR
from minigam.solver.compiled import Counts, Longs, compiled, inlined

WORDS = 1
PLACES = 8
"""The bar and the points: as many as have room in a key, and above them for the hits there."""
HITS = 4 * PLACES
DIGIT = 15
ONES = 0x11111111
"""The lowest bit of each digit."""


class RuleNumbers(NamedTuple):
    """What decides the results; see `RuleSet`."""

    off: int
    checkers: int
    in_order: bool
    """Whether a die that cannot be played is lost, and the next is tried."""
    free: bool
    """Whether the player may stop after the first die."""
    enter_on_own: bool
    bar_stops_bearing_off: bool


def supports(rules: RuleSet) -> bool:
    """Whether this fast generator can be used for a rule set.

    >>> from minigam.rules.ruleset import BACKGAMMON, MINIGAM
    >>> supports(MINIGAM), supports(BACKGAMMON)
    (True, False)
    """
    return (
        rules.layout.off <= PLACES
        and rules.layout.checkers <= DIGIT
        and rules.steps_on_double == 2
        and rules.second_die is not SecondDie.MOST
        and not (rules.bar_first or rules.home or rules.high_bears_off)
        and not (rules.room or rules.captures_first or rules.pawn_die)
    )


def rule_numbers_of(rules: RuleSet) -> RuleNumbers:
    """The law of a rule set that is known."""
    return RuleNumbers(
        rules.layout.off,
        rules.layout.checkers,
        rules.second_die is SecondDie.ORDER,
        rules.second_die is SecondDie.FREE,
        rules.enter_on_own,
        rules.bar_stops_bearing_off,
    )


class Board(NamedTuple):
    """A position as the mover sees it."""

    word: int
    """The mover's checkers, a digit a place."""
    points: int
    """The points there are."""
    open: int
    """Those that the other side has not made."""
    blots: int
    """Those on which it has a single checker."""


@inlined
def _board(off: int, own: Counts, theirs: Counts) -> Board:
    word, made, blots = 0, 0, 0
    for place in range(off):
        one, held = 1 << (4 * place), theirs[off - place]
        word += own[place] * one
        made |= one if held > 1 else 0
        blots |= one if held == 1 else 0
    points = ONES & ((1 << (4 * off)) - 1) & ~1
    return Board(word, points, points & ~made, blots)


@inlined
def _sources(law: RuleNumbers, b: Board, word: int, die: int) -> int:
    """The places from which a die can be played."""
    held = word | (word >> 1)
    held = (held | (held >> 2)) & ONES
    found = held & (b.open >> (4 * die))
    if not law.enter_on_own:
        found &= ~((held >> (4 * die)) & 1)
    if die <= law.off and not (law.bar_stops_bearing_off and held & 1):
        found |= held & (1 << (4 * (law.off - die)))
    return found


@inlined
def _after(b: Board, word: int, bit: int, die: int) -> int:
    """The checkers and hits after one step."""
    landed = (bit << (4 * die)) & b.points
    return (word - bit + landed) | ((landed & b.blots) << HITS)


@inlined
def _put_new(keys: Longs, begin: int, end: int, word: int) -> int:
    """A result that is not there yet is put at the end, or only counted where there is no room."""
    for at in range(begin, min(end, len(keys))):
        if keys[at, 0] == word:
            return end
    if end < len(keys):
        keys[end, 0] = word
    return end + 1


@inlined
def _second(
    law: RuleNumbers, b: Board, word: int, die: int, keys: Longs, begin: int, end: int
) -> int:
    """The second die, or the end of the turn."""
    sources = _sources(law, b, word, die)
    if law.free or sources == 0:
        end = _put_new(keys, begin, end, word)
    while sources:
        bit = sources & -sources
        sources ^= bit
        end = _put_new(keys, begin, end, _after(b, word, bit, die))
    return end


@compiled
def _in_order(
    law: RuleNumbers, b: Board, one: int, other: int, keys: Longs, begin: int, end: int
) -> int:
    """One die and then the other."""
    sources = _sources(law, b, b.word, one)
    if sources == 0 and law.in_order:
        end = _second(law, b, b.word, other, keys, begin, end)
    while sources:
        bit = sources & -sources
        sources ^= bit
        end = _second(law, b, _after(b, b.word, bit, one), other, keys, begin, end)
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
    for roll in range(done, len(dice)):
        begin = end = starts[roll]
        b = _board(law.off, own[roll], theirs[roll])
        one, other = int(dice[roll, 0]), int(dice[roll, 1])
        if own[roll, law.off] < law.checkers and theirs[roll, law.off] < law.checkers:
            end = _in_order(law, b, one, other, keys, begin, end)
            if one != other:
                end = _in_order(law, b, other, one, keys, begin, end)
        if end == begin:
            end = _put_new(keys, begin, end, b.word)
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
            word, left, struck = keys[at, 0], law.checkers, 0
            for place in range(law.off):
                count = (word >> (4 * place)) & DIGIT
                hit = (word >> (HITS + 4 * place)) & 1
                owns[at, place] = count
                others[at, law.off - place] = theirs[roll, law.off - place] - hit
                left -= count
                struck += hit
            owns[at, law.off] = left
            others[at, BAR] = theirs[roll, BAR] + struck
