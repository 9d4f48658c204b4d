"""How two boards agree on a game: one invites under a code of six dice, the other one joins.

The code is an address, which anybody may find. What protects a game is that the inviter confirms
who joins. Time is passed in, in seconds of any steady clock; so is everything random.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import sha256

from minigam.errors import RequestError, UnknownNameError
from minigam.remote.invitation_messages import (
    MOST_REFUSED,
    Accepted,
    Code,
    Invite,
    Join,
    Party,
    WhiteBy,
    check_code,
    check_fresh,
)
from minigam.rules.meeting import Meeting
from minigam.rules.terms import Terms

LASTS = 600.0
"""Seconds until an invitation that nobody joined is over."""


def code_text(code: Code) -> str:
    """A code as people read it.

    >>> code_text((3, 1, 4, 1, 5, 2))
    '3-1-4-1-5-2'
    """
    return "-".join(map(str, code))


def promised(secret: bytes) -> str:
    """What an inviter promises of its number for the draw of colours, in hex."""
    return sha256(secret).hexdigest()


def agreed(invite: Invite) -> Terms | None:
    """The terms that both boards begin the meeting's first game with; None before it is accepted.

    Where colours are drawn, the inviter has white if the first byte of the SHA-256 of its number
    and the joiner's, 32 bytes each, is even.
    """
    if invite.accepted is None:
        return None
    join, secret = invite.accepted.join, bytes.fromhex(invite.accepted.secret)
    drawn = sha256(secret + bytes.fromhex(join.nonce)).digest()[0] % 2 == 0
    first = invite.white is WhiteBy.INVITER or (invite.white is WhiteBy.DRAWN and drawn)
    pair = (invite.party, join.party) if first else (join.party, invite.party)
    white, black = pair
    return replace(
        invite.terms,
        names=(white.player, black.player),
        seats=(white.seat, black.seat),
        meeting=Meeting(invite.id, 1, (white.key, black.key)),
    )


@dataclass(frozen=True)
class Invitation:
    """The inviter's side; `invite` is the message to be retained while it lasts."""

    invite: Invite
    secret: bytes
    """This board's number for the draw of colours, 32 bytes."""
    opened_at: float
    asks: Join | None = None
    """Who asks to join, for the inviter's people to confirm."""

    @classmethod
    def open(
        cls,
        own: Party,
        code: Code,
        id: str,
        terms: Terms,
        secret: bytes,
        now: float,
        white: WhiteBy = WhiteBy.DRAWN,
        others: Iterable[Invite] = (),
    ) -> Invitation:
        """Invite to a game.

        `id`, `secret`: fresh random 32 hex digits and 32 bytes. `others`: invitations that are open
        now. Raises `RequestError` where one of them has the same code: draw another one; and
        `ValueError` for a code or terms that cannot be.
        """
        if any(other.code == code and other.party.key != own.key for other in others):
            raise RequestError(
                f"another board invites with {code_text(code)} already: draw another code"
            )
        check_code(code)
        return cls(Invite(code, id, own, check_fresh(terms), white, promised(secret)), secret, now)

    def is_open(self, now: float) -> bool:
        """Whether boards may still join. Once it is not, delete the retained message."""
        waits = self.invite.accepted is None and len(self.invite.refused) < MOST_REFUSED
        return waits and now < self.opened_at + LASTS

    @property
    def terms(self) -> Terms | None:
        """What the game begins with, once somebody was accepted."""
        return agreed(self.invite)

    def received(self, join: Join, now: float) -> Invitation:
        """With a board's wish to join: one at a time, and none that was refused before.

        The board that asks may ask anew, such as under another name.
        """
        key = join.party.key
        barred = key == self.invite.party.key or key in self.invite.refused
        other = self.asks is not None and self.asks.party.key != key
        if not self.is_open(now) or other or barred or join.id != self.invite.id:
            return self
        return replace(self, asks=join)

    def accepted(self, now: float) -> Invitation:
        """With the board that asks accepted; raise `RequestError` where none does, or too late."""
        join = self._asked(now)
        accepted = Accepted(join, self.secret.hex())
        return replace(self, invite=replace(self.invite, accepted=accepted), asks=None)

    def refused(self, now: float) -> Invitation:
        """With the board that asks refused; raise `RequestError` as `accepted` does."""
        key = self._asked(now).party.key
        invite = replace(self.invite, refused=(*self.invite.refused, key))
        return replace(self, invite=invite, asks=None)

    def _asked(self, now: float) -> Join:
        if self.asks is None or not self.is_open(now):
            raise RequestError("expected a board that asks to join, got none: invite again")
        return self.asks


def find_invite(code: Code, invites: Iterable[Invite]) -> Invite:
    """The open invitation with a code.

    Raises `UnknownNameError` where there is none, and `RequestError` where there are two.
    """
    found = [invite for invite in invites if invite.code == code and not invite.accepted]
    if not found:
        raise UnknownNameError("invitation", code_text(code))
    if len({invite.party.key for invite in found}) > 1:
        raise RequestError(
            f"two boards invite with {code_text(code)}: one of them has to invite again"
        )
    return found[-1]


@dataclass(frozen=True)
class Joining:
    """The joiner's side; `join` is the message to be sent until there is an answer."""

    invite: Invite
    """As it was found; once it was accepted with this board, as accepted."""
    join: Join
    began_at: float
    is_refused: bool = False
    """Whether the inviter has refused this board, or has accepted another one."""
    is_too_late: bool = False
    """Whether the inviter has accepted what this board had asked before, under another name."""

    @classmethod
    def begin(cls, invite: Invite, own: Party, secret: bytes, now: float) -> Joining:
        """Ask to join; `secret`: 32 random bytes that only this board knows.

        Who asks again with the same secret sends the same number for the draw of colours; another
        promise of the inviter's gets another number. Raises `RequestError` for the board's own
        invitation.
        """
        if invite.party.key == own.key:
            raise RequestError("expected another board's invitation, got this board's own")
        nonce = sha256(secret + bytes.fromhex(invite.id + invite.commitment)).hexdigest()
        return cls(invite, Join(invite.id, own, nonce), now)

    def is_open(self, now: float) -> bool:
        """Whether an answer may still come."""
        is_over = self.is_refused or self.is_too_late or self.terms is not None
        return not is_over and now < self.began_at + LASTS

    @property
    def terms(self) -> Terms | None:
        """What the game begins with, once this board was accepted: the same as the inviter's."""
        return agreed(self.invite)

    def received(self, invite: Invite, now: float) -> Joining:
        """With the invitation as its board has it now; another one changes nothing."""
        same = replace(invite, refused=(), accepted=None) == replace(self.invite, refused=())
        if not same or not self.is_open(now):
            return self
        accepted = invite.accepted
        if accepted is None:
            return replace(self, is_refused=self.join.party.key in invite.refused)
        if accepted.join.party.key != self.join.party.key:
            return replace(self, is_refused=True)
        if accepted.join != self.join:
            return replace(self, is_too_late=True)
        if promised(bytes.fromhex(accepted.secret)) != invite.commitment:
            return self
        return replace(self, invite=invite)
