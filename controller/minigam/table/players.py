"""The names that people give themselves in a game."""

from __future__ import annotations

from minigam.errors import UnreadableError
from minigam.rules.position import Side
from minigam.rules.terms import PERSON
from minigam.table.names import check_player
from minigam.table.setup import Setup
from minigam.words import Words


def check_players(setup: Setup, white: str, black: str) -> tuple[str, str]:
    """The names of who plays; raise `UnreadableError` for none, or one for a computer.

    >>> check_players(Setup(), "Ann", "")
    ('Ann', '')
    """
    for side, name in ((Side.WHITE, white), (Side.BLACK, black)):
        if name and setup.seat(side) != PERSON:
            words = Words("The computer plays {side}: only people have names here.", side=side.word)
            raise UnreadableError(words)
    return check_player(white), check_player(black)
