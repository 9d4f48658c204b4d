"""Turns and doubles as plain JSON values, for scripts and for people."""

from collections.abc import Iterable, Sequence
from typing import Any

from minigam.rules.play_words import checker_paths, play_words
from minigam.rules.position import Side
from minigam.rules.record import CubeAction, Entry, Played
from minigam.rules.ruleset import RuleSet
from minigam.table.zones import zone_of
from minigam.words import Words

_CUBE = {
    "double": Words("doubles"),
    "take": Words("takes"),
    "drop": Words("drops"),
}


def play_fields(entry: Entry) -> dict[str, Any]:
    """A turn or a double; the latter has no roll."""
    if isinstance(entry, CubeAction):
        return {"side": entry.side.value, "roll": None, "play": entry.action}
    return {"side": entry.side.value, "roll": list(entry.roll), "play": entry.play}


def plays_for_people(rules: RuleSet, entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """Turns and doubles, each also as people read it.

    >>> from minigam.rules.position import Side
    >>> from minigam.rules.record import Played
    >>> from minigam.rules.ruleset import MINIGAM
    >>> plays_for_people(MINIGAM, [Played(Side.BLACK, (5, 2), "bar/5 bar/2")])
    [{'side': 'black', 'roll': [5, 2], 'play': 'bar/5 bar/2', 'text': 'bar/2 bar/5'}]
    """
    return [{**play_fields(entry), "text": _words(rules, entry)} for entry in entries]


def _words(rules: RuleSet, entry: Entry) -> Words:
    if isinstance(entry, CubeAction):
        return _CUBE[entry.action]
    return play_words(rules.layout, entry.side, entry.play)


def last_play(rules: RuleSet, entries: Sequence[Entry]) -> dict[str, Any] | None:
    """The zones between which the checkers of the last turn went; None before there was one.

    >>> from minigam.rules.position import Side
    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> last_play(BACKGAMMON, [Played(Side.BLACK, (3, 1), "8/5/4")])
    {'side': 'black', 'moves': [{'from': 'point-17', 'via': ['point-20'], 'to': 'point-21'}]}
    """
    played = next((entry for entry in reversed(entries) if isinstance(entry, Played)), None)
    if played is None:
        return None
    return {"side": played.side.value, "moves": moves_of(rules, played.side, played.play)}


def moves_of(rules: RuleSet, side: Side, play: str) -> list[dict[str, Any]]:
    """The zones between which the checkers of a play in standard notation go; none for a pass."""
    paths = (
        [zone_of(rules.layout, side, place) for place in path]
        for path in checker_paths(rules.layout, play)
    )
    return [{"from": first, "via": via, "to": last} for first, *via, last in paths]
