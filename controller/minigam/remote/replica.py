"""One board's copy of a game that it plays with another board, without any input or output.

Both boards hold the same log. At each moment one of them may write the next entry; it sends its log
until the other one has signed the same. What is received is checked entry by entry, and what cannot
be is a `divergence.Divergence`, which ends the common game.
The protocol is in `docs/two-boards-protocol.md`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import reduce

from minigam.errors import IllegalPlayError
from minigam.remote.divergence import Divergence, DivergenceCause
from minigam.remote.entry_checks import Rejected, Sender, appended, checked
from minigam.remote.game_status import SILENT, Answer, GameStatus, SignedStatus
from minigam.remote.kept import NOTHING_KEPT, Kept
from minigam.remote.log import Comparison, Extension, Fork, Lack, Log, compare
from minigam.remote.log_message import MOST_ACTIONS, MOST_SENT, Ask, Claim, GameId, LogMessage
from minigam.remote.resending import NOT_SENT, Resending
from minigam.remote.signed import Sign
from minigam.rules.actions import Action
from minigam.rules.game import Game
from minigam.rules.hash_chain import next_hash
from minigam.rules.meeting import Meeting
from minigam.rules.position import Side
from minigam.rules.record import RESIGNED
from minigam.rules.writer import writer


class Ignored(Enum):
    """Why a message changes nothing; the value is a stable code."""

    STOPPED = "stopped"
    """The game has stopped with a divergence."""
    OTHER_GAME = "other-game"
    """It is about another game or another meeting."""
    SIGNATURE = "signature"
    """The other board has not signed it: anybody may have sent it."""


@dataclass(frozen=True)
class Received:
    """What a message has come to."""

    replica: Replica
    """The board's copy after it: to be stored before anything is sent."""
    actions: tuple[Action, ...] = ()
    """To be stored in the journal, in this order."""
    ask: Ask | None = None
    """To be sent to the other board: entries are missing."""
    reply: bool = False
    """Whether the other board waits for a message: send `Replica.message`."""
    ignored: Ignored | None = None


@dataclass(frozen=True)
class Replica:
    """A board's copy of a game between two boards."""

    key: str
    """The public key of this board."""
    log: Log
    number: int = 0
    """The game's number in this board's journal."""
    kept: Kept = NOTHING_KEPT
    resending: Resending = NOT_SENT

    @classmethod
    def of(
        cls, key: str, actions: Iterable[Action], number: int = 0, kept: Kept | None = None
    ) -> Replica:
        """The copy of a board with that public key, as it is stored.

        `actions`: at least the game's beginning, which both boards have from their agreement.
        Raises `IllegalPlayError` for a game that the board does not share with another one.
        """
        log = Log.of(actions)
        meeting = log.game.terms.meeting if log.game else None
        if meeting is None or not meeting.shared or key not in meeting.boards:
            raise IllegalPlayError(f"expected a game of this board with another, got {meeting}")
        return cls(key, log, number, kept or NOTHING_KEPT)

    # What it stands at

    @property
    def game(self) -> Game:
        """Where the game stands."""
        assert self.log.game is not None
        return self.log.game

    @property
    def meeting(self) -> Meeting:
        """Which game of which meeting it is, and whose boards play it."""
        assert self.game.terms.meeting is not None
        return self.game.terms.meeting

    @property
    def id(self) -> GameId:
        """Which game of which meeting it is."""
        return GameId(self.meeting.id, self.meeting.number)

    @property
    def peer(self) -> str:
        """The other board's public key."""
        white, black = self.meeting.boards
        return black if white == self.key else white

    @property
    def side(self) -> Side:
        """The side that this board plays now."""
        return Sender(self.key).side(self.game)

    @property
    def divergence(self) -> Divergence | None:
        """Why the game has stopped; None while it goes on."""
        return self.kept.divergence

    @property
    def may_write(self) -> bool:
        """Whether this board writes the next entry."""
        return self.divergence is None and writer(self.game) is self.side

    @property
    def acknowledged(self) -> int:
        """How many entries the other board has signed that it has."""
        return self.kept.claim.seq if self.kept.claim else 0

    @property
    def peer_status(self) -> GameStatus:
        """The other board's latest status."""
        return self.kept.status.status if self.kept.status else SILENT

    @property
    def is_behind(self) -> bool:
        """Whether the other board has not acknowledged everything yet."""
        heard = self.peer_status.heard
        return self.acknowledged < len(self.log) or heard < self.kept.own.count

    # Sending

    def message(self, sign: Sign, since: int | None = None) -> LogMessage:
        """What to send. `since`: after so many entries, as asked; None: what it seems to lack.

        A log of more than `MOST_SENT` entries beyond that is sent in parts: the next one follows
        once the other board has acknowledged, or asked for it. A board that asks gets all that it
        has signed before in one part, so that it sees that it did.
        """
        start = min(self.acknowledged if since is None else since, len(self.log))
        most = MOST_SENT if since is None else max(MOST_SENT, self.acknowledged - start)
        end = min(len(self.log), start + min(most, MOST_ACTIONS))
        own, id = self.kept.own, self.id
        assert id.meeting is not None
        said = own != SILENT
        return LogMessage(
            self.number,
            id,
            self.log.claim(id, end, sign),
            start,
            self.log.part(start, end),
            SignedStatus.of(own, id.meeting, id.number, sign) if said else None,
            self.kept.status if self._has_resigned else None,
            self.kept.claim if since is not None else None,
            self.is_behind,
        )

    @property
    def _has_resigned(self) -> bool:
        result = self.game.result
        lost = result is not None and result.winner is self.side.other
        return lost and self.game.ended_by == RESIGNED

    def due(self, now: float) -> float | None:
        """When to send the next message without being asked, in seconds of the caller's clock.

        None while the other board has acknowledged everything, and once the game has stopped.
        """
        waits = self.is_behind and self.divergence is None
        return self.resending.due(now) if waits else None

    def sent(self, now: float) -> Replica:
        """The copy once a message was sent."""
        return replace(self, resending=self.resending.sent(now))

    # Writing

    def append(self, action: Action) -> Replica:
        """The copy with an action of this board; to be stored before anything is sent.

        Raises `IllegalPlayError` where this board may not write it now.
        """
        if self.divergence:
            raise IllegalPlayError(str(self.divergence.sentence))
        accepted = self.peer_status.answer
        after = appended(self.log, action, Sender(self.key, (accepted,) if accepted else ()))
        if isinstance(after, Rejected):
            raise IllegalPlayError(after.detail)
        return replace(self, log=after, resending=NOT_SENT)

    def with_status(self, status: GameStatus) -> Replica:
        """The copy with another status of this board, which gets the next count."""
        own = replace(status, count=self.kept.own.count + 1)
        return replace(self, kept=replace(self.kept, own=own), resending=NOT_SENT)

    # Receiving

    def receive(self, message: LogMessage) -> Received:
        """What a message comes to; it may be any, from anybody."""
        if self.divergence:
            return Received(self, ignored=Ignored.STOPPED)
        if message.id != self.id:
            return Received(self, ignored=Ignored.OTHER_GAME)
        if not message.claim.is_by(self.peer, self.id):
            return Received(self, ignored=Ignored.SIGNATURE)
        received = self._followed(message, compare(self.log, message))
        now = received.replica._heard(message.status)
        return replace(received, replica=now, reply=message.wants_reply and not now.divergence)

    def _followed(self, message: LogMessage, found: Comparison) -> Received:
        match found:
            case Fork(entry, exact):
                side = _writer_of(self.log, entry) if exact else None
                stopped = Divergence(entry, side, DivergenceCause.PAST, claim=message.claim)
                return Received(self._stopped(stopped))
            case Lack(since):
                return Received(self, ask=Ask(since, self.id))
            case Extension(entries):
                return self._extended(message, entries)
        return Received(self._acknowledging(message.claim))

    def _extended(self, message: LogMessage, entries: tuple[bytes, ...]) -> Received:
        sender = Sender(self.peer, self._consents(message))
        log, count, own = self.log, len(self.log), self._signed_before(message, entries)
        for entry in entries:
            after = checked(log, entry, sender if len(log) >= own else None)
            if isinstance(after, Rejected):
                side = _writer_of(log, len(log) + 1)
                stopped = Divergence(len(log) + 1, side, after.cause, after.detail, message.claim)
                return Received(self._stopped(stopped))
            log = after
        now = replace(self, log=log)._acknowledging(message.claim)
        return Received(now, tuple(log.action(at) for at in range(count, len(log))))

    def _stopped(self, divergence: Divergence) -> Replica:
        return replace(self, kept=replace(self.kept, divergence=divergence))

    def _signed_before(self, message: LogMessage, entries: tuple[bytes, ...]) -> int:
        """Up to how many entries the log is one that this board has signed, and then lost.

        Such as a board whose card was written back from a backup: it takes its own entries from
        the other board, if that one shows its signature.
        """
        claim = message.acknowledged
        if claim is None or not len(self.log) < claim.seq <= message.claim.seq:
            return 0
        if not claim.is_by(self.key, self.id):
            return 0
        covered = entries[: claim.seq - len(self.log)]
        return claim.seq if reduce(next_hash, covered, self.log.head) == claim.head else 0

    def _consents(self, message: LogMessage) -> tuple[Answer, ...]:
        """What this board has answered, as it has stored or is shown with its own signature."""
        shown, id = message.consent, self.id
        assert id.meeting is not None
        own = [self.kept.own]
        if shown and shown.is_by(self.key, id.meeting, id.number):
            own.append(shown.status)
        return tuple(status.answer for status in own if status.answer)

    def _acknowledging(self, claim: Claim) -> Replica:
        """With the longest log that the other board has signed."""
        if claim.seq <= self.acknowledged:
            return self
        kept = replace(self.kept, claim=claim, invite="")
        return replace(self, kept=kept, resending=NOT_SENT)

    def _heard(self, status: SignedStatus | None) -> Replica:
        """With a newer status of the other board, if it has signed it.

        This board's own count follows what the other one has heard: a journal that comes from a
        backup has an older one, which the other board would ignore.
        """
        id, known = self.id, self.peer_status
        assert id.meeting is not None
        if status is None or not status.status.is_believable:
            return self
        if known.newer(status.status) == known:
            return self
        if not status.is_by(self.peer, id.meeting, id.number):
            return self
        own = replace(
            self.kept.own,
            count=max(self.kept.own.count, status.status.heard),
            heard=status.status.count,
            pause=max(self.kept.own.pause, status.status.pause),
        )
        kept = replace(self.kept, own=own, status=status)
        return replace(self, kept=kept)


def _writer_of(log: Log, entry: int) -> Side | None:
    """Whose board had to write an entry, from 1; None for the beginning, which nobody writes."""
    game = log.before(entry - 1).game if entry <= len(log) else log.game
    return writer(game) if game else None
