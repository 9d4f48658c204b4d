"""Wishes to join that were taken back, which the inviting boards may accept all the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from minigam.remote.answer_limit import ANSWERS
from minigam.remote.entry_checks import Rejected, checked
from minigam.remote.game_status import GameStatus, SignedStatus
from minigam.remote.log import EMPTY
from minigam.remote.log_message import GameId, LogMessage, format_log
from minigam.remote.peer_session import LocalBoard
from minigam.remote.signed import Sign
from minigam.remote.topics import Topics
from minigam.token_bucket import TokenBucket

MOST = 8
"""Wishes that are remembered: the newest ones."""


@dataclass(frozen=True)
class Withdrawals:
    """What is answered to the logs of games that this board does not begin.

    An inviting board sends such a log until somebody has signed it, so no answer is lost for long.

    >>> withdrawn = Withdrawals().plus("0c" * 16, "board-7")
    >>> sorted(withdrawn.followed), withdrawn.without("0c" * 16).followed
    (['minigam/1/board/board-7/log'], frozenset())
    """

    peers: Mapping[str, str] = field(default_factory=dict)
    """The inviting boards' names at the broker, by their invitations' ids, the newest last."""
    answers: TokenBucket = ANSWERS

    def plus(self, meeting: str, peer: str) -> Withdrawals:
        """With one more: the id of the invitation, and its board's name."""
        newest = [*self.without(meeting).peers.items(), (meeting, peer)][-MOST:]
        return replace(self, peers=dict(newest))

    def without(self, meeting: str) -> Withdrawals:
        """Without this one, where it is there: the board asks again, or has no need to answer."""
        return replace(self, peers={id: name for id, name in self.peers.items() if id != meeting})

    @property
    def followed(self) -> frozenset[str]:
        """The topics that are to be read for them."""
        return frozenset(Topics(peer).log for peer in self.peers.values())

    def log_received(
        self, sender: str, message: LogMessage, own: LocalBoard, now: float
    ) -> tuple[Withdrawals, str | None]:
        """A message at the topic `log` of the board called `sender`; it may be any.

        What is to be published at this board's own topic `log`: that its player has left. An
        invitation that has led to a game with another board needs no answer any more.
        """
        meeting = message.id.meeting
        if meeting is None or message.id.number != 1 or self.peers.get(meeting) != sender:
            return self, None
        players = _players(message)
        if players and own.key not in players:
            return self.without(meeting), None
        if not players or not self.answers.has_token(now):
            return self, None
        return replace(self, answers=self.answers.taken(now)), _left(message.id, own.sign)


def _players(message: LogMessage) -> tuple[str, ...]:
    """The public keys of the boards that play; empty where the game's first entry is not there."""
    if message.since or not message.entries:
        return ()
    log = checked(EMPTY, message.entries[0], None)
    game = None if isinstance(log, Rejected) else log.game
    return game.terms.meeting.boards if game and game.terms.meeting else ()


def _left(id: GameId, sign: Sign) -> str:
    assert id.meeting is not None
    status = SignedStatus.of(GameStatus(count=1, left=True), id.meeting, id.number, sign)
    left = LogMessage(0, id, EMPTY.claim(id, 0, sign), 0, (), status)
    return format_log(left).decode("ascii")
