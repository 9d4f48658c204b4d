"""Whose board writes the next action of a game between two boards."""

from minigam.errors import IllegalPlayError
from minigam.rules.position import Side
from minigam.rules.situation import Situation


def writer(game: Situation) -> Side:
    """The side whose board writes the next action: at each moment exactly one, so they never fork.

    Both promise first, white and then black. In the opening both share, white and then black, and
    white writes the roll. Later whoever has to act does: the side on turn, or the other one after a
    double. Once the side on turn has shared for its roll, the other one shares, and then the side
    on turn writes the roll. After the end white writes.

    Raises `IllegalPlayError` for a game that two boards do not share.

    >>> from minigam.rules.actions import Promised
    >>> from minigam.rules.game import Game
    >>> from minigam.rules.meeting import Meeting
    >>> from minigam.rules.terms import Terms
    >>> meeting = Meeting("0c" * 16, 1, ("ab" * 32, "cd" * 32))
    >>> game = Game.begin(Terms("minigam", meeting=meeting))
    >>> writer(game).value, writer(game.apply(Promised(Side.WHITE, "ef" * 32))).value
    ('white', 'black')
    """
    if not game.terms.shared:
        raise IllegalPlayError("expected a game between two boards, got one at one board")
    white, black = Side
    if game.has_ended:
        return white
    if None in game.promises:
        return white if game.promises[0] is None else black
    if game.side is None:
        return black if game.has_shared(white) and not game.has_shared(black) else white
    if game.doubled or (game.roll_is_due and not game.has_shared(game.side.other)):
        return game.side.other
    return game.side
