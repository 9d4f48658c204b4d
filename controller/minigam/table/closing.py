"""Makes the last action of a game, `Closed`: its result, and the code of its hash chain.

Whoever changes the game afterwards must make a new one as well. The journal alone cannot show that;
the game's code does, where a player has noted it.
"""

from __future__ import annotations

from collections.abc import Sequence

from minigam.rules.actions import ABANDONED, Closed
from minigam.rules.chain import head_of
from minigam.rules.game import Game


def closed_action(game: Game, entries: Sequence[bytes]) -> Closed:
    """The last action of a game that is over or abandoned; `entries`: all of its actions so far.

    >>> from minigam.rules.terms import Terms
    >>> closed_action(Game.begin(Terms("minigam")), [b"{}"]).ended_by
    'abandoned'
    """
    won = game.result
    return Closed(
        winner=won.winner if won else None,
        points=won.points if won else 0,
        kind=won.kind if won else "",
        ended_by=game.ended_by if won else ABANDONED,
        turns=len(game.plays),
        actions=len(entries),
        code=head_of(entries),
    )
