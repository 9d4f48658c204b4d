"""A computer seat: three levels by a cheap look-ahead. Chance is passed in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from minigam.rules.plays import BAR, ROLLS, Play, Turn, completions, legal_plays, result
from minigam.rules.position import Position, Side, Track
from minigam.rules.ruleset import RuleSet

WON = 1000.0
BLOT_RISK = 0.5
"""How much of a blot's way so far is counted as lost while an opponent stands behind it."""
BLOCK_WORTH = 1.5
"""Pips that a made point is worth while the opponent has checkers to bring past it."""


def choose(turn: Turn, level: str, chance: Random) -> tuple[tuple[int, int], ...]:
    """The rest of a turn as (source, die) pairs, chosen at a level from `setup.LEVELS`.

    `easy` plays anything legal; `medium` weighs the position after its play; `hard` also weighs
    every roll of the opponent and the best answer to it.

    >>> from minigam.rules.ruleset import MINIGAM
    >>> choose(Turn.of(MINIGAM, MINIGAM.start, Side.WHITE, (3, 3)), "hard", Random(1))
    ((0, 3), (0, 3))
    """
    plays = list(completions(turn))
    chance.shuffle(plays)
    best = max(plays, key=_judge(turn, level))
    return tuple((step.source, step.die) for step in best.steps[len(turn.steps) :])


def _judge(turn: Turn, level: str) -> Callable[[Play], float]:
    rules, side = turn.rules, turn.side
    if level == "easy":
        return lambda _: 0.0
    if level == "medium":
        return lambda play: worth(rules, play.position, side)
    return lambda play: _after_reply(rules, play.position, side)


def _after_reply(rules: RuleSet, position: Position, side: Side) -> float:
    """The mean over the opponent's rolls of what its best answer leaves `side`."""
    if result(rules, position):
        return WON
    return (
        sum(
            (1 if roll[0] == roll[1] else 2)
            * min(
                worth(rules, reply.position, side)
                for reply in legal_plays(rules, position, side.other, roll)
            )
            for roll in ROLLS
        )
        / 36
    )


def worth(rules: RuleSet, position: Position, side: Side) -> float:
    """How good a position is for `side`, in pips; `WON` when it has won.

    >>> from minigam.rules.ruleset import MINIGAM
    >>> worth(MINIGAM, MINIGAM.start, Side.WHITE)
    0.0
    """
    ended = result(rules, position)
    if ended:
        return WON if ended.winner is side else -WON
    own, theirs = position.track(side), position.track(side.other)
    return _standing(own, theirs) - _standing(theirs, own)


def _standing(own: Track, theirs: Track) -> float:
    off = len(own) - 1
    pips = sum(count * (off - place) for place, count in enumerate(own))
    return _blocks(own, theirs) - pips - _risk(own, theirs)


def _risk(own: Track, theirs: Track) -> float:
    """What blots stand to lose."""
    return sum(
        BLOT_RISK * place
        for place, count in enumerate(own[1:-1], start=1)
        if count == 1 and _stands_before(theirs, len(own) - 1 - place)
    )


def _blocks(own: Track, theirs: Track) -> float:
    return sum(
        BLOCK_WORTH
        for place, count in enumerate(own[1:-1], start=1)
        if count > 1 and _stands_before(theirs, len(own) - 1 - place)
    )


def _stands_before(track: Sequence[int], place: int) -> bool:
    """Whether a side still has checkers before that point of its way."""
    return any(track[BAR:place])
