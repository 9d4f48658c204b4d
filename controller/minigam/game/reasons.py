"""Why a tap was refused, in words: which die, which point, who holds it."""

from __future__ import annotations

from minigam.game import pawn_reasons
from minigam.game.state import Picked
from minigam.game.zones import zone_of, zone_words
from minigam.rules.moves import steps_with
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

    >>> faces((5, 2)), faces((4,)), faces((3, 3, 3))
    ('5 and 2', '4', 'three 3s')
    """
    if len(dice) > 2 and len(set(dice)) == 1:
        return f"{_COUNTS[len(dice)]} {dice[0]}s"
    return " and ".join(str(die) for die in dice)


_COUNTS = {3: "three", 4: "four"}


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
    return " ".join(dict.fromkeys(why_not(turn, place, die) for die in turn.left))


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
    rules, position, side = turn.rules, turn.position, turn.side
    waiting = position.track(side)[BAR]
    if rules.bar_first and waiting and place != BAR:
        return f"{_capital(checkers(waiting))} must enter from {side.value}'s bar first."
    if any(step.source == place for step in steps_with(rules, position, side, die)):
        return _why_not_now(turn, die)
    if rules.pawn_die:
        return pawn_reasons.why_no_step(turn, place, die)
    if place + die >= rules.layout.off:
        return _why_not_off(turn, place, die)
    return _why_not_there(turn, place + die, die)


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _why_not_now(turn: Turn, die: int) -> str:
    """Why a step that the die itself allows is not the one to make."""
    if turn.rules.captures_first:
        return "A step that captures or bears off comes first."
    owed = {step.die for step in turn.next_steps}
    others = [other for other in turn.left if other != die]
    if die not in owed and others:
        return f"Only one die can be played, and the larger must be: the {max(turn.left)}."
    return f"As many dice as possible must be played: the {die} from here leaves one unplayed."


def _why_not_off(turn: Turn, place: int, die: int) -> str:
    rules, own = turn.rules, turn.position.track(turn.side)
    layout, needed = rules.layout, rules.layout.off - place
    here = zone_words(zone_of(layout, turn.side, place))
    outside = sum(own[: layout.off - rules.home]) if rules.home else 0
    if outside:
        still = "stands" if outside == 1 else "stand"
        return f"The {die} would bear off, but {checkers(outside)} still {still} outside the home."
    if die > needed and not rules.high_bears_off:
        return f"The {die} is too high: {here} bears off with exactly a {needed}."
    if die > needed:
        return f"The {die} bears off the rearmost checker first: one stands behind {here}."
    return f"The {die} would bear off, but {checkers(own[BAR])} must enter from the bar first."


def _why_not_there(turn: Turn, target: int, die: int) -> str:
    rules, side = turn.rules, turn.side
    there = zone_words(zone_of(rules.layout, side, target))
    own = turn.position.track(side)[target]
    held = turn.position.track(side.other)[rules.layout.mirror(target)]
    if held > 1:
        return (
            f"The {die} cannot land on {there}: {side.other.value} holds it with {checkers(held)}."
        )
    if rules.room is not None:
        return f"The {die} cannot land on {there}: {checkers(own)} of yours fill it."
    return f"The {die} cannot enter on {there}: your own checker stands there."


def why_no_target(turn: Turn, picked: Picked, target: int | None, zone: str) -> str:
    """Why the picked-up checker cannot go to a zone.

    >>> from minigam.rules.position import Side
    >>> from minigam.rules.ruleset import MINIGAM
    >>> turn = Turn.of(MINIGAM, MINIGAM.start, Side.WHITE, (5, 2))
    >>> why_no_target(turn, Picked(0), 4, "point-4")
    "No single die goes from white's bar to point 4: you have 5 and 2."
    """
    source = picked.place
    start, words = zone_words(zone_of(turn.rules.layout, turn.side, source)), zone_words(zone)
    if target is None:
        return f"{turn.side.value.capitalize()}'s checkers cannot go to {words}."
    landing = picked.face and pawn_reasons.why_no_landing(
        turn, source, picked.face, target, picked.path
    )
    if landing:
        return landing
    if target <= source:
        return f"Checkers move one way only: {words} lies behind {start}."
    needed = target - source
    high = turn.rules.high_bears_off and target == turn.rules.layout.off
    for die in turn.left:
        if die == needed or (high and die > needed):
            return why_not(turn, source, die)
    return f"No single die goes from {start} to {words}: you have {faces(turn.left)}."


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
