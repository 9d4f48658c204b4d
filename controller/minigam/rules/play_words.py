"""Plays as people read them: the standard notation with words, and with numbers to choose from.

Files, the journal and scripts have the standard notation, in the mover's own numbers: see
`notation`. People read the numbers printed on the board, or the mover's own: each number is a
`words.PointNumber`, so that a `Language` decides.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from minigam.errors import UnreadableError
from minigam.rules.notation import PASS
from minigam.rules.options import face_words
from minigam.rules.position import Layout, Side
from minigam.rules.steps import BAR
from minigam.words import Words, joined

_NAMES = {PASS: Words("pass"), "bar": Words("bar"), "off": Words("off")}
_PLACE = re.compile(r"(pass|bar|off|\d+)(.*)")
"""A place, and what follows it: `*` for a hit, `(2)` for as many checkers."""
_DIE = re.compile(r":\d")
"""The die that a half uses, in the standard notation."""


@lru_cache(maxsize=16)  # a few more than the last plays that every snapshot shows
def play_words(layout: Layout, side: Side, play: str) -> Words:
    """A side's play, in the standard notation, as people read it.

    >>> from minigam.rules.ruleset import BACKGAMMON, BACKGAMMON_DICE_BASIC
    >>> play_words(BACKGAMMON.layout, Side.BLACK, "24/18* 6/off(2)")
    '1/7* 19/off(2)'
    >>> play_words(BACKGAMMON_DICE_BASIC.layout, Side.WHITE, "half-@3:4/5 switch0@3~half-@9/12*")
    'half minus 3/5, switch 3 with half minus 9/12*'

    Raises `UnreadableError` for a text in another notation.
    """
    faced = "@" in play
    return joined((_checker(layout, side, word) for word in play.split()), ", " if faced else " ")


def checker_paths(layout: Layout, play: str) -> Iterator[tuple[int, ...]]:
    """Where the checkers of a play went: each one's places of its side's track, in order.

    Checkers that went the same way are one path, and pawns that changed places one each.

    >>> from minigam.rules.ruleset import BACKGAMMON, BACKGAMMON_DICE_BASIC
    >>> list(checker_paths(BACKGAMMON.layout, "bar/21* 8/5/3(2) 2/off"))
    [(0, 4), (17, 20, 22), (23, 25)]
    >>> list(checker_paths(BACKGAMMON_DICE_BASIC.layout, "half-@3:4/5 switch0@3~half-@9/12*"))
    [(3, 5), (3, 9, 12), (9, 3)]
    """
    for word in play.split():
        path = [_track_place(layout, name) for part in word.split("~") for name in _names_of(part)]
        if len(path) > 1:
            yield tuple(path)
        if "~" in word:
            yield path[1], path[0]


def _names_of(text: str) -> list[str]:
    """The places of a path, without marks."""
    found = (_PLACE.fullmatch(name) for name in _steps_of(text).split("/"))
    return [match[1] for match in found if match and match[1] != PASS]


def _track_place(layout: Layout, name: str) -> int:
    ends = {"bar": BAR, "off": layout.off}
    return ends[name] if name in ends else layout.number(int(name))


def _steps_of(text: str) -> str:
    """Without the pawn's face and the die that it used."""
    return _DIE.sub("", text.rpartition("@")[2])


def _checker(layout: Layout, side: Side, word: str) -> Words:
    """What one checker, or one step of a pawn with a face, is written as."""
    start, swaps, rest = word.partition("~")
    if not swaps:
        return _path(layout, side, word)
    one, other = (_path(layout, side, part) for part in (start, rest))
    return Words("{pawn} with {other}", pawn=one, other=other)


def _path(layout: Layout, side: Side, text: str) -> Words:
    face = text.rpartition("@")[0]
    places = joined(_places(layout, side, _steps_of(text)), "/")
    return joined([face_words(face), places]) if face else places


def _places(layout: Layout, side: Side, path: str) -> Iterator[Words]:
    for text in path.split("/"):
        found = _PLACE.fullmatch(text)
        if found is None:
            raise UnreadableError(f"expected a play in standard notation, got {path!r}")
        name, mark = found.groups()
        place = _NAMES.get(name) or layout.point_number(side, layout.number(int(name)))
        yield Words("{place}{mark}", place=place, mark=mark)
