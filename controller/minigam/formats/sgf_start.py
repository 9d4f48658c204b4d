"""Where an SGF game begins: its checkers and its cube, from what stands before the first play."""

from __future__ import annotations

import re
from itertools import takewhile

from minigam.formats.sgf import BAR_LETTER, LETTERS, SIDES, place
from minigam.formats.sgf_tree import Node, Tree, Value
from minigam.rules.cube import Cube
from minigam.rules.position import Layout, Position, Side
from minigam.rules.ruleset import RuleSet
from minigam.rules.terms import Start

SET_UP = ("AB", "AW", "AE", "CV", "CO", "CP")
"""The properties that set something up."""
_NO_OWNERS = ("C", "N")


def before_plays(game: Tree) -> list[Node]:
    """The nodes before the first play, double or answer."""
    return list(takewhile(lambda node: not node.found.keys() & SIDES.keys(), game))


def read_start(game: Tree, rules: RuleSet) -> Start:
    """What the nodes up to the first play set up, in their order.

    Raises `UnreadableError` with line and column.
    """
    board = {side: list(rules.start.track(side)) for side in Side}
    cube = Cube()
    for node in before_plays(game) or game[:1]:
        _put(node, board, rules.layout)
        cube = _turned(node, cube)
    white, black = (_whole(board[side], rules.layout) for side in Side)
    return Start(Position(white, black), cube)


def _put(node: Node, board: dict[Side, list[int]], layout: Layout) -> None:
    for value in node.found.get("AE", ()):
        for letter in _letters(value):
            for side in Side:
                board[side][place(layout, side, letter)] = 0
    for color, side in SIDES.items():
        for value in node.found.get(f"A{color}", ()):
            for letter in _letters(value):
                board[side][place(layout, side, letter)] += 1
                _check(value, board, layout, side, letter)


def _check(
    value: Value, board: dict[Side, list[int]], layout: Layout, side: Side, letter: str
) -> None:
    if sum(board[side][: layout.off]) > layout.checkers:
        raise value.fault(f"at most {layout.checkers} checkers for {side.value}")
    if letter != BAR_LETTER and board[side.other][place(layout, side.other, letter)]:
        raise value.fault("one side on a point")


def _letters(value: Value) -> str:
    """The places of a letter, or of a range such as `a:y`."""
    known = LETTERS + BAR_LETTER
    if not re.fullmatch(f"[{known}](:[{known}])?", value.text):
        raise value.fault("a letter from a to y, or two with a colon between")
    return known[known.index(value.text[0]) : known.index(value.text[-1]) + 1]


def _whole(counts: list[int], layout: Layout) -> tuple[int, ...]:
    """A side's track: whoever is not on the board is off."""
    there = counts[: layout.off]
    return (*there, layout.checkers - sum(there))


def _turned(node: Node, cube: Cube) -> Cube:
    exponent, owner = cube.exponent, cube.owner
    if value := node.one("CV"):
        if not re.fullmatch(r"\d{1,30}", value.text, re.ASCII) or int(value.text).bit_count() != 1:
            raise value.fault("the cube's value, a power of two")
        exponent = int(value.text).bit_length() - 1
    for name in ("CO", "CP"):
        if value := node.one(name):
            word = value.text.strip().upper()[:1]
            if word not in (*SIDES, *_NO_OWNERS):
                raise value.fault("the cube's side: b, w or c")
            owner = SIDES.get(word)
    return Cube(exponent, owner)
