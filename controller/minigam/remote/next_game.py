"""The next game of a meeting: both boards compute its terms from the one before."""

from dataclasses import replace

from minigam.rules.game import Game
from minigam.rules.position import Side
from minigam.rules.terms import Terms


def next_terms(game: Game) -> Terms | None:
    """The terms of the game that follows one of a meeting; None where none follows.

    None follows a game without a result, and the one that decides the match. Each board's player
    keeps the colour, and what the match has left on the clock.

    >>> next_terms(Game.begin(Terms("minigam"))) is None
    True
    """
    terms, meeting, won = game.terms, game.terms.meeting, game.result
    if meeting is None or won is None or game.match_over:
        return None
    clock = terms.clock
    if clock and game.clock and game.rules.length:
        clock = replace(clock, banks=(game.clock.left(Side.WHITE), game.clock.left(Side.BLACK)))
    return replace(
        terms,
        clock=clock,
        score=game.score,
        crawford_played=terms.standing.after(game.rules, game.score).crawford_played,
        starter=won.winner if game.rules.winner_starts else None,
        start=None,
        meeting=replace(meeting, number=meeting.number + 1),
    )
