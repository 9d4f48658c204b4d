"""Why a tap was refused, in words: which die, which point, who holds it."""

from __future__ import annotations

from minigam.game.zones import zone_of, zone_words
from minigam.rules.plays import Turn
from minigam.rules.steps import BAR


def checkers(count: int) -> str:
    """A number of checkers in words.

    >>> checkers(1), checkers(3)
    ('1 checker', '3 checkers')
    """
    return f"{count} checker" if count == 1 else f"{count} checkers"


def faces(dice: tuple[int, ...]) -> str:
    """Dice in words.

    >>> faces((5, 2)), faces((4,))
    ('5 and 2', '4')
    """
    return " and ".join(str(die) for die in dice)


def why_no_source(turn: Turn, place: int | None, zone: str) -> str:
    """Why nothing can be picked up from a zone.

    >>> from minigam.rules.position import Side
    >>> from minigam.rules.ruleset import MINIGAM
    >>> turn = Turn.of(MINIGAM, MINIGAM.start, Side.WHITE, (5, 2))
    >>> why_no_source(turn, 3, "point-3")
    'There is no white checker on point 3.'
    """
    words = zone_words(zone)
    side = turn.side
    if zone.startswith("off-"):
        return f"Checkers in {words} stay off: first tap the checker to move."
    if place is None:
        return f"It is {side.value}'s turn, and {words} holds {side.other.value}'s checkers."
    if not turn.position.track(side)[place]:
        return _who_is_there(turn, place, words)
    if not turn.next_steps:
        return "Everything that can be played is played: press roll to confirm."
    return " ".join(why_not(turn, place, die) for die in dict.fromkeys(turn.left))


def _who_is_there(turn: Turn, place: int, words: str) -> str:
    theirs = turn.position.track(turn.side.other)[turn.rules.layout.mirror(place)]
    if place != BAR and theirs:
        return f"The {checkers(theirs)} on {words} are {turn.side.other.value}'s, not yours."
    where = "in" if words.endswith("bar") else "on"
    return f"There is no {turn.side.value} checker {where} {words}."


def why_not(turn: Turn, place: int, die: int) -> str:
    """Why a die cannot move the checker that stands at a track index.

    >>> from minigam.rules.position import Side
    >>> from minigam.rules.ruleset import MINIGAM
    >>> turn = Turn.of(MINIGAM, MINIGAM.start, Side.WHITE, (5, 2))
    >>> why_not(turn, 5, 5)
    'The 5 is too high: point 5 bears off with exactly a 2.'
    """
    layout, position, side = turn.rules.layout, turn.position, turn.side
    here, target = zone_words(zone_of(layout, side, place)), place + die
    if target > layout.off:
        return f"The {die} is too high: {here} bears off with exactly a {layout.off - place}."
    if target == layout.off:
        waiting = position.track(side)[BAR]
        return f"The {die} would bear off, but {checkers(waiting)} must enter from the bar first."
    there = zone_words(zone_of(layout, side, target))
    held = position.track(side.other)[layout.mirror(target)]
    if held > 1:
        return (
            f"The {die} cannot land on {there}: {side.other.value} holds it with {checkers(held)}."
        )
    return f"The {die} cannot enter on {there}: your own checker stands there."


def why_no_target(turn: Turn, source: int, target: int | None, zone: str) -> str:
    """Why the picked-up checker cannot go to a zone.

    >>> from minigam.rules.position import Side
    >>> from minigam.rules.ruleset import MINIGAM
    >>> turn = Turn.of(MINIGAM, MINIGAM.start, Side.WHITE, (5, 2))
    >>> why_no_target(turn, 0, 4, "point-4")
    "From white's bar to point 4 takes a 4; you have 5 and 2."
    """
    start, words = zone_words(zone_of(turn.rules.layout, turn.side, source)), zone_words(zone)
    if target is None:
        return f"{turn.side.value.capitalize()}'s checkers cannot go to {words}."
    if target <= source:
        return f"Checkers move one way only: {words} lies behind {start}."
    needed = target - source
    if needed in turn.left:
        return why_not(turn, source, needed)
    return f"From {start} to {words} takes a {needed}; you have {faces(turn.left)}."


def still_playable(turn: Turn) -> str:
    """Why a turn cannot be confirmed yet.

    >>> from minigam.rules.position import Side
    >>> from minigam.rules.ruleset import MINIGAM
    >>> still_playable(Turn.of(MINIGAM, MINIGAM.start, Side.WHITE, (5, 2)))
    "The 5 must still be played, for one from white's bar."
    """
    step = turn.next_steps[0]
    start = zone_words(zone_of(turn.rules.layout, turn.side, step.source))
    return f"The {step.die} must still be played, for one from {start}."
