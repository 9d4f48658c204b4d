"""Why a play is worse than another, in a player's terms, where that is plain to see."""

from collections.abc import Iterator

from minigam.rules.plays import legal_plays
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import BAR, ROLLS
from minigam.words import Words, joined

MORE_SHOTS = 4
"""A play is risky where so many more of the 36 rolls hit it than the best play."""
LONG = 4
"""So many points held in a row are worth a word."""
MOST = 2
"""A sentence has so many reasons at most: the first ones."""


def why_worse(
    rules: RuleSet, side: Side, before: Position, played: Position, best: Position
) -> Words:
    """What speaks for the best play, which was named before; empty where it is not plain.

    >>> from minigam.rules.notation import parse_play
    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> start, roll = BACKGAMMON.start, (3, 1)
    >>> ends = [
    ...     parse_play(BACKGAMMON, start, Side.WHITE, roll, play).position
    ...     for play in ("13/10 6/5", "8/5 6/5")
    ... ]
    >>> why_worse(BACKGAMMON, Side.WHITE, start, *ends)
    'It leaves 0 of 36 rolls that hit, not 18. It makes point 5.'
    """
    found = _reasons(rules, side, before, played, best)
    return joined([reason for _, reason in zip(range(MOST), found, strict=False)])


def _reasons(
    rules: RuleSet, side: Side, before: Position, played: Position, best: Position
) -> Iterator[Words]:
    yield from _hits(rules, side.other, before, played, best)
    shots, fewer = (shots_at(rules, side, position) for position in (played, best))
    if shots >= fewer + MORE_SHOTS:
        yield _risk(rules, shots, fewer)
    run, longer = (longest_run(rules, side, position) for position in (played, best))
    if longer >= LONG and longer > run:
        yield Words("It holds {best} points in a row, not {run}.", best=longer, run=run)
    yield from _points(rules, side, before, played, best)
    more = best.track(side)[-1] - played.track(side)[-1]
    if more > 0:
        yield Words.counted("It bears off 1 more.", "It bears off {number} more.", more)


def _hits(
    rules: RuleSet, other: Side, before: Position, played: Position, best: Position
) -> Iterator[Words]:
    """The other side's checkers that the best play hits or pins, and those it keeps pinned."""
    fewer, hit = (_newly_hit(other, before, after) for after in (played, best))
    if hit > fewer:
        yield _more_hits(rules, fewer, hit)
    fewer, kept = (_still_pinned(other, before, after) for after in (played, best))
    if kept > fewer:
        yield Words.counted(
            "It keeps 1 more checker pinned.",
            "It keeps {number} more checkers pinned.",
            kept - fewer,
        )


def _more_hits(rules: RuleSet, fewer: int, hit: int) -> Words:
    """So many hits beside fewer ones, or none."""
    if rules.layout.pins:
        more = Words.counted("It pins 1 more.", "It pins {number} more.", hit - fewer)
        return more if fewer else Words("It pins.")
    more = Words.counted("It hits 1 more.", "It hits {number} more.", hit - fewer)
    return more if fewer else Words("It hits.")


def _risk(rules: RuleSet, shots: int, fewer: int) -> Words:
    if rules.layout.pins:
        return Words("It leaves {best} of 36 rolls that pin, not {shots}.", shots=shots, best=fewer)
    return Words("It leaves {best} of 36 rolls that hit, not {shots}.", shots=shots, best=fewer)


def _points(
    rules: RuleSet, side: Side, before: Position, played: Position, best: Position
) -> Iterator[Words]:
    """The foremost point that the best play makes or keeps, where it takes two checkers to."""
    had, here, there = (_held(rules, side, position) for position in (before, played, best))
    if rules.block < 2 or not (lacking := there - here):
        return
    place = max(lacking)
    number = rules.layout.point_number(side, place)
    if place in had:
        yield Words("It keeps point {number}.", number=number)
    else:
        yield Words("It makes point {number}.", number=number)


def shots_at(rules: RuleSet, side: Side, position: Position) -> int:
    """How many of the 36 rolls hit a side's checkers, or pin them.

    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> shots_at(BACKGAMMON, Side.WHITE, BACKGAMMON.start)
    0
    """
    return sum(
        1 + (roll[0] != roll[1])
        for roll in ROLLS
        if any(
            _newly_hit(side, position, play.position)
            for play in legal_plays(rules, position, side.other, roll)
        )
    )


def longest_run(rules: RuleSet, side: Side, position: Position) -> int:
    """How many points in a row a side holds against the other's checkers.

    >>> from minigam.rules.position import parse_position
    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> primed = parse_position("a--BBBBB----------------A-", BACKGAMMON.layout)
    >>> longest_run(BACKGAMMON, Side.WHITE, primed)
    5
    """
    held, run, longest = _held(rules, side, position), 0, 0
    for place in range(1, rules.layout.off):
        run = run + 1 if place in held else 0
        longest = max(longest, run)
    return longest


def _newly_hit(side: Side, before: Position, after: Position) -> int:
    """How many of a side's checkers the other side's play hits, or pins."""
    hit = after.track(side)[BAR] - before.track(side)[BAR]
    return hit + len(_pinned(side, after) - _pinned(side, before))


def _still_pinned(side: Side, before: Position, after: Position) -> int:
    """How many of a side's pinned checkers the other side's play keeps pinned."""
    return len(_pinned(side, before) & _pinned(side, after))


def _pinned(side: Side, position: Position) -> set[int]:
    return set(position.pinned_of(side))


def _held(rules: RuleSet, side: Side, position: Position) -> set[int]:
    track = position.track(side)
    return {place for place in range(1, rules.layout.off) if track[place] >= rules.block}
