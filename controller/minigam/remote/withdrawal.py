"""A wish to join that was taken back, which the inviting board may have accepted meanwhile."""

from __future__ import annotations

from dataclasses import dataclass, replace

from minigam.remote.answer_limit import ANSWERS
from minigam.remote.game_status import GameStatus, SignedStatus
from minigam.remote.log import EMPTY
from minigam.remote.log_message import GameId, LogMessage, format_log
from minigam.remote.signed import Sign
from minigam.remote.topics import Topics
from minigam.token_bucket import TokenBucket


@dataclass(frozen=True)
class Withdrawal:
    """What is answered to the log of the game that this board does not begin.

    The inviting board sends that log until somebody has signed it, so no answer is lost for long.

    >>> sorted(Withdrawal("board-7", "0c" * 16, 600.0).followed(0.0))
    ['minigam/1/board/board-7/log']
    """

    peer: str
    """The inviting board's name at the broker."""
    meeting: str
    """The invitation's id."""
    until: float
    """When the invitation is over, in seconds of the caller's clock."""
    answers: TokenBucket = ANSWERS

    def followed(self, now: float) -> frozenset[str]:
        """The topics that are to be read for it."""
        return frozenset({Topics(self.peer).log} if now < self.until else ())

    def log_received(
        self, sender: str, message: LogMessage, sign: Sign, now: float
    ) -> tuple[Withdrawal, str | None]:
        """A message at the topic `log` of the board called `sender`; it may be any.

        What is to be published at this board's own topic `log`: that its player has left.
        """
        is_of_it = (sender, message.id) == (self.peer, GameId(self.meeting, 1))
        if not is_of_it or now >= self.until or not self.answers.has_token(now):
            return self, None
        return replace(self, answers=self.answers.taken(now)), self._left(message.id, sign)

    def _left(self, id: GameId, sign: Sign) -> str:
        status = SignedStatus.of(GameStatus(count=1, left=True), self.meeting, id.number, sign)
        left = LogMessage(0, id, EMPTY.claim(id, 0, sign), 0, (), status)
        return format_log(left).decode("ascii")
