"""Why a tap was refused, in words: which die, which point, who holds it."""

from __future__ import annotations

from minigam.game import pawn_reasons
from minigam.game.state import Picked
from minigam.game.zones import zone_of, zone_words
from minigam.rules.moves import steps_with
from minigam.rules.plays import Turn
from minigam.rules.steps import BAR
from minigam.words import Words, joined, together


def checkers(count: int) -> Words:
    """A number of checkers in words.

    >>> checkers(1), checkers(3)
    ('1 checker', '3 checkers')
    """
    return Words("1 checker") if count == 1 else Words("{count} checkers", count=count)


def faces(dice: tuple[int, ...]) -> Words:
    """Dice in words.

    >>> faces((5, 2)), faces((4,)), faces((3, 3, 3))
    ('5 and 2', '4', 'three 3s')
    """
    if len(dice) > 2 and len(set(dice)) == 1:
        return Words("three {die}s" if len(dice) == 3 else "four {die}s", die=dice[0])
    return together(dice)


def why_no_source(turn: Turn, place: int | None, zone: str) -> Words:
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
        return Words("Checkers in {zone} stay off: first tap the checker to move.", zone=words)
    if place is None:
        return Words(
            "It is {side}'s turn, and {zone} holds {other}'s checkers.",
            **{"side": side.word, "zone": words, "other": side.other.word},
        )
    if not turn.position.track(side)[place]:
        return _who_is_there(turn, place, words)
    if not turn.next_steps:
        return Words("Everything that can be played is played: press roll to confirm.")
    return joined(dict.fromkeys(why_not(turn, place, die) for die in turn.left))


def _who_is_there(turn: Turn, place: int, words: Words) -> Words:
    theirs = turn.position.track(turn.side.other)[turn.rules.layout.mirror(place)]
    if place != BAR and theirs:
        return Words(
            "The {checkers} on {zone} are {side}'s, not yours.",
            **{"checkers": checkers(theirs), "zone": words, "side": turn.side.other.word},
        )
    if place == BAR:
        return Words("There is no {side} checker in {zone}.", side=turn.side.word, zone=words)
    return Words("There is no {side} checker on {zone}.", side=turn.side.word, zone=words)


def why_not(turn: Turn, place: int, die: int) -> Words:
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
        return Words(
            "{checkers} must enter from {side}'s bar first.",
            **{"checkers": checkers(waiting), "side": side.word},
        )
    if any(step.source == place for step in steps_with(rules, position, side, die)):
        return _why_not_now(turn, die)
    if rules.pawn_die:
        return pawn_reasons.why_no_step(turn, place, die)
    if place + die >= rules.layout.off:
        return _why_not_off(turn, place, die)
    return _why_not_there(turn, place + die, die)


def _why_not_now(turn: Turn, die: int) -> Words:
    """Why a step that the die itself allows is not the one to make."""
    if turn.rules.captures_first:
        return Words("A step that captures or bears off comes first.")
    owed = {step.die for step in turn.next_steps}
    others = [other for other in turn.left if other != die]
    if die not in owed and others:
        return Words(
            "Only one die can be played, and the larger must be: the {die}.", die=max(turn.left)
        )
    return Words(
        "As many dice as possible must be played: the {die} from here leaves one unplayed.", die=die
    )


def _why_not_off(turn: Turn, place: int, die: int) -> Words:
    rules, own = turn.rules, turn.position.track(turn.side)
    layout, needed = rules.layout, rules.layout.off - place
    here = zone_words(zone_of(layout, turn.side, place))
    outside = sum(own[: layout.off - rules.home]) if rules.home else 0
    if outside:
        return _not_home(outside, die)
    if die > needed and not rules.high_bears_off:
        return Words(
            "The {die} is too high: {zone} bears off with exactly a {needed}.",
            **{"die": die, "zone": here, "needed": needed},
        )
    if die > needed:
        return Words(
            "The {die} bears off the rearmost checker first: one stands behind {zone}.",
            **{"die": die, "zone": here},
        )
    return Words(
        "The {die} would bear off, but {checkers} must enter from the bar first.",
        **{"die": die, "checkers": checkers(own[BAR])},
    )


def _not_home(outside: int, die: int) -> Words:
    if outside == 1:
        return Words(
            "The {die} would bear off, but 1 checker still stands outside the home.", die=die
        )
    return Words(
        "The {die} would bear off, but {count} checkers still stand outside the home.",
        **{"die": die, "count": outside},
    )


def _why_not_there(turn: Turn, target: int, die: int) -> Words:
    rules, side = turn.rules, turn.side
    there = zone_words(zone_of(rules.layout, side, target))
    own = turn.position.track(side)[target]
    held = turn.position.track(side.other)[rules.layout.mirror(target)]
    if held > 1:
        return Words(
            "The {die} cannot land on {zone}: {side} holds it with {checkers}.",
            **{"die": die, "zone": there, "side": side.other.word, "checkers": checkers(held)},
        )
    if rules.room is not None:
        return Words(
            "The {die} cannot land on {zone}: {checkers} of yours fill it.",
            **{"die": die, "zone": there, "checkers": checkers(own)},
        )
    return Words(
        "The {die} cannot enter on {zone}: your own checker stands there.",
        **{"die": die, "zone": there},
    )


def why_no_target(turn: Turn, picked: Picked, target: int | None, zone: str) -> Words:
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
        return Words("{side}'s checkers cannot go to {zone}.", side=turn.side.title, zone=words)
    landing = picked.face and pawn_reasons.why_no_landing(
        turn, source, picked.face, target, picked.path
    )
    if landing:
        return landing
    if target <= source:
        return Words(
            "Checkers move one way only: {zone} lies behind {start}.", zone=words, start=start
        )
    needed = target - source
    high = turn.rules.high_bears_off and target == turn.rules.layout.off
    for die in turn.left:
        if die == needed or (high and die > needed):
            return why_not(turn, source, die)
    return Words(
        "No single die goes from {start} to {zone}: you have {dice}.",
        **{"start": start, "zone": words, "dice": faces(turn.left)},
    )


def still_playable(turn: Turn) -> Words:
    """Why a turn cannot be confirmed yet.

    >>> from minigam.rules.position import Side
    >>> from minigam.rules.ruleset import MINIGAM
    >>> still_playable(Turn.of(MINIGAM, MINIGAM.start, Side.WHITE, (5, 2)))
    "The 5 must still be played, for one from white's bar."
    """
    step = turn.next_steps[0]
    start = zone_words(zone_of(turn.rules.layout, turn.side, step.source))
    return Words("The {die} must still be played, for one from {zone}.", die=step.die, zone=start)
