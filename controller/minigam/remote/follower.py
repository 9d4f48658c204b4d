"""A game's log as it is followed from elsewhere: by a club, a second screen, or a script."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from minigam.remote.divergence import Divergence, DivergenceCause
from minigam.remote.entry_checks import Rejected, checked
from minigam.remote.log import EMPTY, Comparison, Extension, Fork, Lack, Log, compare
from minigam.remote.log_message import NO_MEETING, Ask, Claim, GameId, LogMessage
from minigam.remote.replica import Ignored
from minigam.rules.actions import Action


@dataclass(frozen=True)
class Followed:
    """What a message has come to."""

    follower: Follower
    actions: tuple[Action, ...] = ()
    """New ones, in this order."""
    ask: Ask | None = None
    """To be sent to the board that sent the message: entries are missing."""
    ignored: Ignored | None = None


@dataclass(frozen=True)
class Follower:
    """A copy of a game's log that only reads."""

    keys: tuple[str, ...]
    """The public keys whose boards are followed: one, or both that play."""
    id: GameId = NO_MEETING
    """Which game of a meeting it is."""
    number: int | None = None
    """The game's number in the board's journal, for a game outside meetings."""
    log: Log = EMPTY
    claims: Mapping[str, Claim] = field(default_factory=dict)
    """The longest log that each board has signed, by its public key."""
    divergence: Divergence | None = None

    @property
    def signatures(self) -> dict[str, str]:
        """By public key, the signatures of the whole log: what `proof.prove` takes."""
        whole = {key: claim for key, claim in self.claims.items() if claim.seq == len(self.log)}
        return {key: claim.signature for key, claim in whole.items()}

    def receive(self, message: LogMessage) -> Followed:
        """What a message comes to; it may be any, from anybody."""
        if self.divergence:
            return Followed(self, ignored=Ignored.STOPPED)
        if message.id != self.id or (
            self.id.meeting is None and self.number not in (None, message.game)
        ):
            return Followed(self, ignored=Ignored.OTHER_GAME)
        signers = (key for key in self.keys if message.claim.is_by(key, self.id))
        if (key := next(signers, None)) is None:
            return Followed(self, ignored=Ignored.SIGNATURE)
        return self._followed(key, message, compare(self.log, message))

    def _followed(self, key: str, message: LogMessage, found: Comparison) -> Followed:
        match found:
            case Fork(entry):
                return self._stopped(entry, DivergenceCause.PAST, "", message.claim)
            case Lack(since):
                asked = self.number if self.id.meeting is None else None
                return Followed(self, ask=Ask(since, self.id, asked))
            case Extension(entries):
                return self._extended(key, message, entries)
        return Followed(self._claimed(key, message.claim))

    def _extended(self, key: str, message: LogMessage, entries: tuple[bytes, ...]) -> Followed:
        log, count = self.log, len(self.log)
        for entry in entries:
            after = checked(log, entry, None)
            if isinstance(after, Rejected):
                return self._stopped(len(log) + 1, after.cause, after.detail, message.claim)
            log = after
        now = replace(self, log=log)._claimed(key, message.claim)
        return Followed(now, tuple(log.action(at) for at in range(count, len(log))))

    def _stopped(self, entry: int, cause: DivergenceCause, detail: str, claim: Claim) -> Followed:
        return Followed(replace(self, divergence=Divergence(entry, None, cause, detail, claim)))

    def _claimed(self, key: str, claim: Claim) -> Follower:
        known = self.claims.get(key)
        if known and known.seq >= claim.seq:
            return self
        return replace(self, claims={**self.claims, key: claim})
