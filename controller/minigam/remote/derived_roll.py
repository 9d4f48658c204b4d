"""The roll that both boards' secrets give, for whoever checks one or has to write it."""

from minigam.dice.shared_rolls import shared_roll
from minigam.rules.actions import Rolled
from minigam.rules.game import Game
from minigam.rules.position import Side


def derived_roll(game: Game) -> Rolled:
    """The next roll of a game between two boards, both of which have shared their secrets."""
    white, black = (bytes.fromhex(side.of(game.shares)[-1]) for side in Side)
    one, other, *pawns = shared_roll(white, black, len(game.rolls) + 1, game.pawns_to_roll)
    return Rolled((one, other), tuple(pawns))
