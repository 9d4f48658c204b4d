"""A simple computer player, for where no network can be used. Chance comes from a seed.

No level looks past its own turn. With `worth` a look at every answer of the opponent was measured
to win no more games than without, on either rule set.
"""

from collections.abc import Callable, Mapping
from random import Random

from minigam.rules.plays import Turn, first_reached, legal_plays_of, result
from minigam.rules.position import Position, Side, Track
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import FACES, Step

WON = 1000.0
"""More than anything else is worth."""
MIDDLE_WORTH = 1.0
"""What a checker halfway gains on one that has not set out is a quarter of this."""
EXIT_WORTH = 0.11
"""What each number that bears a checker off is worth."""
BLOCK_WORTH = 0.07
"""What a made point is worth for each opposing checker that has yet to pass it."""


def choose(turn: Turn, level: str, seed: str) -> tuple[Step, ...]:
    """The rest of a turn, chosen at a level from `setup.LEVELS`.

    `easy` plays anything legal, but does not miss a win; `medium` bears off what it can and cares
    for nothing else; the others go by `worth`. The seed decides among plays that a level finds
    equal, for the whole turn: whoever is asked again amid a chosen play goes on with it.

    >>> from minigam.rules.ruleset import MINIGAM
    >>> turn = Turn.of(MINIGAM, MINIGAM.start, Side.WHITE, (5, 2))
    >>> first, second = choose(turn, "medium", "a seed")
    >>> choose(turn.play(first), "medium", "a seed") == (second,)
    True
    """
    judge = _JUDGES[level]
    plays = list(legal_plays_of(turn.with_steps(())))
    Random(seed).shuffle(plays)
    plays.sort(key=lambda play: judge(turn.rules, play.position, turn.side), reverse=True)
    return first_reached(turn, plays).steps[len(turn.steps) :]


def takes(position: Position, side: Side, level: str) -> bool:
    """Whether a computer seat takes a double: while it is not far behind in the race.

    The side that doubles is about to roll. By a common rule of thumb for races a double is
    dropped when one is more than an eighth of the leader's pips behind; `easy` takes anything.

    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> takes(BACKGAMMON.start, Side.BLACK, "hard")
    True
    """
    own, theirs = pips(position.track(side)), pips(position.track(side.other))
    return level == "easy" or own - theirs <= theirs / 8


def pips(track: Track) -> int:
    """How many pips a side has still to go.

    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> pips(BACKGAMMON.start.white)
    167
    """
    off = len(track) - 1
    return sum(count * (off - place) for place, count in enumerate(track))


def worth(rules: RuleSet, position: Position, side: Side) -> float:
    """How good a position is for `side`, in checkers borne off.

    The three weights were fitted to the plays of 140,000 rolls, each play's exact value known
    from solving both Minigam rule sets, so that the play of the highest worth loses least on
    average; then rounded.

    >>> from minigam.rules.ruleset import MINIGAM
    >>> worth(MINIGAM, MINIGAM.start, Side.WHITE)
    0.0
    """
    if ended := result(rules, position):
        return {side: WON, side.other: -WON, None: 0.0}[ended.winner]
    own, theirs = position.track(side), position.track(side.other)
    return _standing(rules, own, theirs) - _standing(rules, theirs, own)


def _standing(rules: RuleSet, own: Track, theirs: Track) -> float:
    return (
        own[-1]
        + MIDDLE_WORTH * _middle(own)
        + EXIT_WORTH * _exits(own)
        + BLOCK_WORTH * _blocks(rules, own, theirs)
    )


def _middle(own: Track) -> float:
    """How near the middle of their way the checkers stand: on the bar 0, halfway 1/4, off 0.

    A checker there is some way on and still has a use for most numbers; one on the last point
    waits for a single number, as only an exact one bears off.

    >>> _middle((6, 0, 0, 1, 0, 0, 1, 0))
    0.3673469387755102
    """
    off = len(own) - 1
    return sum(count * place * (off - place) for place, count in enumerate(own)) / off**2


def _exits(own: Track) -> int:
    """How many numbers bear a checker off: checkers that share a point share theirs.

    >>> _exits((4, 0, 0, 2, 0, 1, 0, 1))
    2
    """
    return sum(count > 0 for count in own[-1 - len(FACES) : -1])


def _blocks(rules: RuleSet, own: Track, theirs: Track) -> int:
    """How many opposing checkers have yet to pass each point that they cannot land on, summed.

    >>> from minigam.rules.ruleset import MINIGAM
    >>> _blocks(MINIGAM, (4, 0, 0, 2, 0, 2, 0, 0), (3, 0, 1, 0, 4, 0, 0, 0))
    7
    """
    return sum(
        sum(theirs[: rules.layout.mirror(place)])
        for place, count in enumerate(own)
        if 0 < place < rules.layout.off and count >= rules.block
    )


def _borne_off(rules: RuleSet, position: Position, side: Side) -> float:
    return WON * _won(rules, position, side) + position.track(side)[-1]


def _won(rules: RuleSet, position: Position, side: Side) -> float:
    ended = result(rules, position)
    return ended is not None and ended.winner is side


_JUDGES: Mapping[str, Callable[[RuleSet, Position, Side], float]] = {
    "easy": _won,
    "medium": _borne_off,
    "hard": worth,
    "expert": worth,
}
