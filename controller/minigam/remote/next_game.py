"""The next game of a meeting: both boards compute its terms from the one before, and begin it."""

from dataclasses import replace

from minigam.remote.log_message import GameId, LogMessage
from minigam.remote.replica import Replica
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


def next_id(replica: Replica) -> GameId:
    """The meeting's game after this one."""
    return GameId(replica.meeting.id, replica.meeting.number + 1)


def follows(message: LogMessage, replica: Replica) -> bool:
    """Whether it is a log of the game after this one, signed by the other board."""
    return message.id == next_id(replica) and message.claim.is_by(replica.peer, message.id)


def has_begun(message: LogMessage, key: str) -> bool:
    """Whether the board with that key plays the game of its log: it has not left it again."""
    id, status = message.id, message.status
    if status is None or id.meeting is None or not status.is_by(key, id.meeting, id.number):
        return True
    return not status.status.left
