"""Why a pawn with a face cannot go where it was to go."""

from __future__ import annotations

from minigam.game.zones import zone_of, zone_words
from minigam.rules.pawns import kind_of
from minigam.rules.plays import Turn
from minigam.rules.steps import BAR, is_blocked, is_home
from minigam.words import Words, joined, together


def why_no_step(turn: Turn, place: int, die: int) -> Words:
    """Why a die can move no pawn of a place."""
    assert turn.position.pawns is not None
    there = sorted(set(turn.position.pawns.faces(turn.side)[place]))
    return joined(dict.fromkeys(_why_no_step(turn, place, face, die) for face in there))


def _why_no_step(turn: Turn, place: int, face: str, die: int) -> Words:
    """For one pawn: a captured one enters on the die whatever its face."""
    kind = "regular" if place == BAR else kind_of(face)
    if kind == "half":
        return _why_not_by(turn, place, (die + 1) // 2, Words("Half of the {die}", die=die))
    if kind == "switch" and _has_partners(turn, place):
        return Words("No change of places leaves a step with the {die}.", die=die)
    once = _why_not_by(turn, place, die, Words("The {die}", die=die))
    if kind == "double" and not once:
        return Words(
            "A double lands twice: it cannot go on by {die} from {zone}.",
            **{"die": die, "zone": _words(turn, place + die)},
        )
    return once


def _has_partners(turn: Turn, place: int) -> bool:
    """Whether a switch on a place has anybody to change places with: then it has to."""
    own, theirs = turn.position.track(turn.side), turn.position.track(turn.side.other)
    points = range(1, turn.rules.layout.off)
    alone = own[place] == 1
    return any(own[at] and at != place for at in points) or (
        alone and any(theirs[at] == 1 for at in points)
    )


def _why_not_by(turn: Turn, place: int, by: int, what: Words) -> Words:
    """Why a pawn cannot go so far in one move; empty if it can."""
    rules, own = turn.rules, turn.position.track(turn.side)
    target, off = place + by, rules.layout.off
    if target < off:
        theirs = turn.position.track(turn.side.other)[rules.layout.mirror(target)]
        if not is_blocked(rules, own[target], theirs):
            return Words("")
        return Words(
            "{what} cannot land on {zone}: two pawns block it.",
            **{"what": what, "zone": _words(turn, target)},
        )
    if not is_home(rules, own):
        return Words("{what} would bear off, but not every pawn is home.", what=what)
    if target == off:
        return Words("")
    return Words(
        "{what} is too high from {zone}: it bears off with exactly {needed}.",
        **{"what": what, "zone": _words(turn, place), "needed": off - place},
    )


def why_no_landing(turn: Turn, source: int, face: str, target: int, path: tuple[int, ...]) -> Words:
    """Why the picked-up pawn cannot go to a place; empty where its face has no say in it."""
    kind = "regular" if source == BAR else kind_of(face)
    start = path[-1] if path else source
    goes = {"start": _words(turn, start), "zone": _words(turn, target), "dice": _either(turn.left)}
    if kind == "switch" and not path and _has_partners(turn, source):
        return Words("A switch changes places first: tap a lit pawn.")
    if kind == "double" and not path and target - source in turn.left:
        return _why_no_step(turn, source, face, target - source)
    if kind == "half":
        return Words("It cannot go from {start} to {zone} with half of {dice}, rounded up.", **goes)
    if kind == "regular":
        return Words("")
    return Words("It cannot go from {start} to {zone} with {dice}.", **goes)


def _either(dice: tuple[int, ...]) -> Words:
    one, *other = dict.fromkeys(dice)
    if not other:
        return together([one])
    return Words("{one} or {other}", one=one, other=other[0])


def _words(turn: Turn, place: int) -> Words:
    return zone_words(zone_of(turn.rules.layout, turn.side, place))
