"""Why a pawn with a face cannot go where it was to go."""

from __future__ import annotations

from minigam.game.zones import zone_of, zone_words
from minigam.rules.pawns import kind_of
from minigam.rules.plays import Turn
from minigam.rules.steps import BAR, is_blocked, is_home


def why_no_step(turn: Turn, place: int, die: int) -> str:
    """Why a die can move no pawn of a place."""
    assert turn.position.pawns is not None
    there = sorted(set(turn.position.pawns.faces(turn.side)[place]))
    return " ".join(dict.fromkeys(_why_no_step(turn, place, face, die) for face in there))


def _why_no_step(turn: Turn, place: int, face: str, die: int) -> str:
    """For one pawn: a captured one enters on the die whatever its face."""
    kind = "regular" if place == BAR else kind_of(face)
    if kind == "half":
        return _why_not_by(turn, place, (die + 1) // 2, f"Half of the {die}")
    if kind == "switch" and _has_partners(turn, place):
        return f"No change of places leaves a step with the {die}."
    once = _why_not_by(turn, place, die, f"The {die}")
    if kind == "double" and not once:
        return f"A double lands twice: it cannot go on by {die} from {_words(turn, place + die)}."
    return once


def _has_partners(turn: Turn, place: int) -> bool:
    """Whether a switch on a place has anybody to change places with: then it has to."""
    own, theirs = turn.position.track(turn.side), turn.position.track(turn.side.other)
    points = range(1, turn.rules.layout.off)
    alone = own[place] == 1
    return any(own[at] and at != place for at in points) or (
        alone and any(theirs[at] == 1 for at in points)
    )


def _why_not_by(turn: Turn, place: int, by: int, what: str) -> str:
    """Why a pawn cannot go so far in one move; empty if it can."""
    rules, own = turn.rules, turn.position.track(turn.side)
    target, off = place + by, rules.layout.off
    if target < off:
        theirs = turn.position.track(turn.side.other)[rules.layout.mirror(target)]
        if not is_blocked(rules, own[target], theirs):
            return ""
        return f"{what} cannot land on {_words(turn, target)}: two pawns block it."
    if not is_home(rules, own):
        return f"{what} would bear off, but not every pawn is home."
    if target == off:
        return ""
    exact = f"it bears off with exactly {off - place}"
    return f"{what} is too high from {_words(turn, place)}: {exact}."


def why_no_landing(turn: Turn, source: int, face: str, target: int, path: tuple[int, ...]) -> str:
    """Why the picked-up pawn cannot go to a place; empty where its face has no say in it."""
    kind = "regular" if source == BAR else kind_of(face)
    start = path[-1] if path else source
    goes = f"It cannot go from {_words(turn, start)} to {_words(turn, target)} with"
    dice = " or ".join(str(die) for die in dict.fromkeys(turn.left))
    if kind == "switch" and not path and _has_partners(turn, source):
        return "A switch changes places first: tap a lit pawn."
    if kind == "double" and not path and target - source in turn.left:
        return _why_no_step(turn, source, face, target - source)
    if kind == "half":
        return f"{goes} half of {dice}, rounded up."
    return f"{goes} {dice}." if kind != "regular" else ""


def _words(turn: Turn, place: int) -> str:
    return zone_words(zone_of(turn.rules.layout, turn.side, place))
