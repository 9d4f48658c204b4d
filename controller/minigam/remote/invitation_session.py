"""How a board agrees on a game with another one, without any input or output: both sides of it.

Each takes what people decide, messages and the time, and returns what is to be published and shown.
What cannot be is a state with a reason, and raises nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from math import ceil
from typing import Any

from minigam.errors import MinigamError, RequestError, UnknownNameError
from minigam.remote.invitation import LASTS, Invitation, Joining
from minigam.remote.invitation_messages import (
    MOST_REFUSED,
    Code,
    Invite,
    Join,
    Party,
    WhiteBy,
    check_code,
    parse_invite,
    parse_join,
)
from minigam.remote.open_invites import OpenInvites
from minigam.remote.resending import NOT_SENT, Resending
from minigam.rules.terms import Terms
from minigam.validation import TABLE, TEXT

SEARCHES = 5.0
"""Seconds for which an invitation with a code is waited for."""
MOST_OTHERS = 8
"""Boards that ask while another one does, of which the invitation remembers so many."""
MOST_CODES = 20
"""So many codes are drawn at most: others are all taken, which does not happen."""


class InvitationState(Enum):
    """What an invitation waits for, or how it has ended; the value is a stable code."""

    WAITING = "waiting"
    """The inviter: for a board that joins. The joiner: for the inviter to accept."""
    ASKED = "asked"
    """The inviter: for its player to accept or refuse the one who asks."""
    SEARCHING = "searching"
    """The joiner: for an invitation with its code."""
    AGREED = "agreed"
    """Both begin the game with `terms`."""
    REFUSED = "refused"
    """The inviter has refused too many boards, or refused this one, or taken another one."""
    EXPIRED = "expired"
    """Nobody joined, or nobody answered, in time."""
    UNKNOWN = "unknown"
    """No board invites with this code."""
    TAKEN = "taken"
    """Two boards invite with this code, or it is this board's own."""
    UNFIT = "unfit"
    """The game of the invitation needs a board of another size."""

    @property
    def is_open(self) -> bool:
        """Whether something may still come of it."""
        return self in OPEN


OPEN = (InvitationState.WAITING, InvitationState.ASKED, InvitationState.SEARCHING)


@dataclass(frozen=True)
class InvitationView:
    """What page and lights show."""

    state: InvitationState
    code: Code
    """The six dice, as the lights show them."""
    player: str = ""
    """The other board's player; empty where nobody said, or nobody is there yet."""
    key: str = ""
    """The other board's public key, to be compared once."""
    own_key: str = ""
    """This board's."""
    seconds_left: float = 0.0
    inviting: bool = False
    """Whether this board invites; else it joins."""

    def fields(self) -> dict[str, Any]:
        """As the snapshot has it.

        >>> view = InvitationView(InvitationState.WAITING, (3, 1, 4, 1, 5, 2), seconds_left=9.4)
        >>> view.fields()["code"], view.fields()["seconds"]
        ([3, 1, 4, 1, 5, 2], 10)
        """
        return {
            "state": self.state.value,
            "code": list(self.code),
            "player": self.player,
            "key": self.key,
            "own_key": self.own_key,
            "seconds": ceil(self.seconds_left),
            "inviting": self.inviting,
        }


@dataclass(frozen=True)
class Inviting:
    """The inviter's side."""

    invitation: Invitation
    peer: str = ""
    """The name at the broker of the board that asks, or was accepted."""
    refused: frozenset[str] = frozenset()
    """The names of boards that were refused: one may have many keys, but has one name."""
    others: Mapping[str, Join] = field(default_factory=dict)
    """The last wishes of boards that ask meanwhile, by name, the newest last."""

    @classmethod
    def open(
        cls,
        own: Party,
        terms: Terms,
        invites: OpenInvites,
        chance: Callable[[int], bytes],
        now: float,
        white: WhiteBy = WhiteBy.DRAWN,
    ) -> Inviting:
        """Invite to a game, under a code that no other board has.

        `chance`: so many fresh random bytes, such as `secrets.token_bytes`. Raises `ValueError` for
        terms with which two boards cannot begin, and `RequestError` where all codes are taken.
        """
        for _ in range(MOST_CODES):
            code = draw_code(chance)
            if not any(invite.code == code for invite in invites.invites):
                break
        id, secret = chance(16).hex(), chance(32)
        opened = Invitation.open(own, code, id, terms, secret, now, white, invites.invites)
        return cls(opened)

    def state(self, now: float) -> InvitationState:
        """What it waits for."""
        invitation = self.invitation
        if invitation.terms:
            return InvitationState.AGREED
        if len(invitation.invite.refused) >= MOST_REFUSED:
            return InvitationState.REFUSED
        if not invitation.is_open(now):
            return InvitationState.EXPIRED
        return InvitationState.ASKED if invitation.asks else InvitationState.WAITING

    def view(self, now: float) -> InvitationView:
        """What page and lights show."""
        invitation = self.invitation
        accepted = invitation.invite.accepted
        join = accepted.join if accepted else invitation.asks
        return InvitationView(
            self.state(now),
            invitation.invite.code,
            join.party.player if join else "",
            join.party.key if join else "",
            invitation.invite.party.key,
            max(0.0, invitation.opened_at + LASTS - now),
            inviting=True,
        )

    @property
    def terms(self) -> Terms | None:
        """What the game begins with, once somebody was accepted."""
        return self.invitation.terms

    def retained(self, now: float) -> Invite | None:
        """What the topic `invite` has to hold, signed; None: nothing, the message is deleted.

        Once the invitation is accepted it is part of the game: see `Kept`.
        """
        return self.invitation.invite if self.state(now).is_open else None

    def due(self, now: float) -> float | None:
        """When to look at `state` and `retained` again without news; None: they stay."""
        return self.invitation.opened_at + LASTS if self.state(now).is_open else None

    def join_received(self, sender: str, payload: bytes, now: float) -> Inviting:
        """A message at the topic `join` of the board called `sender`; it may be any."""
        try:
            join = parse_join(payload, sender)
        except MinigamError:
            return self
        return self._asked(sender, join, now)

    def _asked(self, sender: str, join: Join, now: float) -> Inviting:
        if sender in self.refused:
            return self
        if self.invitation.asks and sender != self.peer:
            others = {name: each for name, each in self.others.items() if name != sender}
            newest = [*others.items(), (sender, join)][-MOST_OTHERS:]
            return replace(self, others=dict(newest))
        invitation = self.invitation.received(join, now)
        if invitation is self.invitation:
            return self
        return replace(self, invitation=invitation, peer=sender)

    def accept(self, now: float) -> Inviting:
        """Take the board that asks; raise `RequestError` where none does, or too late."""
        return replace(self, invitation=self.invitation.accepted(now))

    def refuse(self, now: float) -> Inviting:
        """Do not take it; the next board that asks is shown. Raises as `accept` does."""
        invitation, refused = self.invitation.refused(now), self.refused | {self.peer}
        after = replace(self, invitation=invitation, peer="", refused=refused, others={})
        for name, join in self.others.items():
            after = after._asked(name, join, now)
        return after


@dataclass(frozen=True)
class Joined:
    """What an event comes to at the joiner's side."""

    session: JoiningSession
    join: Join | None = None
    """To be signed, and published at the board's own topic `join`."""


@dataclass(frozen=True)
class JoiningSession:
    """The joiner's side: it searches for the invitation, then asks until it is answered."""

    own: Party
    code: Code
    secret: bytes
    """See `Joining.begin`."""
    began_at: float
    peer: str = ""
    """The inviting board's name at the broker, once it was found."""
    joining: Joining | None = None
    failed: InvitationState | None = None
    """How it has ended without a game."""
    resending: Resending = NOT_SENT

    @classmethod
    def begin(cls, own: Party, code: Code, secret: bytes, now: float) -> JoiningSession:
        """Somebody has entered a code; `secret`: 32 random bytes that only this board knows.

        Raises `ValueError` for a code that is not six dice.
        """
        return cls(own, check_code(code), secret, now)

    @classmethod
    def resume(cls, key: str, body: object, now: float) -> JoiningSession:
        """Ask on after a restart; `body`: what was `stored`.

        Raises `ValueError`, or an error of minigam, for anything else, and for what the board with
        another public key has stored.
        """
        given = TABLE.read(body, "joining")
        invite = Invite.from_json(TABLE.read(given.get("invite"), "invite"))
        join = Join.from_json(TABLE.read(given.get("join"), "join"))
        if join.party.key != key:
            raise ValueError(f"expected what the board {key} asks for, got {join.party.key}'s")
        peer = TEXT.read(given.get("peer"), "peer")
        return cls(join.party, invite.code, b"", now, peer, Joining(invite, join, now))

    def stored(self, now: float) -> dict[str, Any] | None:
        """What the board has to store, as JSON values, before it asks; None: nothing.

        A board that is accepted after it was switched off finds its game by this.
        """
        if self.joining is None or not self.state(now).is_open:
            return None
        invite, join = self.joining.invite.to_json(), self.joining.join.to_json()
        return {"peer": self.peer, "invite": invite, "join": join}

    @property
    def unanswered(self) -> str | None:
        """The id of the invitation that may be accepted although this board asks no more.

        Also one that has expired here: this board may have been cut off from the broker.
        """
        if self.joining is None or self.joining.is_refused or self.failed or self.terms:
            return None
        return self.joining.invite.id

    def state(self, now: float) -> InvitationState:
        """What it waits for."""
        if self.terms:
            return InvitationState.AGREED
        if self.failed:
            return self.failed
        if self.joining is None:
            searches = now < self.began_at + SEARCHES
            return InvitationState.SEARCHING if searches else InvitationState.UNKNOWN
        if self.joining.is_refused:
            return InvitationState.REFUSED
        is_open = self.joining.is_open(now)
        return InvitationState.WAITING if is_open else InvitationState.EXPIRED

    def view(self, now: float) -> InvitationView:
        """What page and lights show."""
        party = self.joining.invite.party if self.joining else None
        ends = self.joining.began_at + LASTS if self.joining else self.began_at + SEARCHES
        return InvitationView(
            self.state(now),
            self.code,
            party.player if party else "",
            party.key if party else "",
            self.own.key,
            max(0.0, ends - now),
        )

    @property
    def terms(self) -> Terms | None:
        """What the game begins with, once this board was accepted: the same as the inviter's."""
        return self.joining.terms if self.joining else None

    def due(self, now: float) -> float | None:
        """When to call `tick` next; None: not before news."""
        if not self.state(now).is_open:
            return None
        if self.joining is None:
            return self.began_at + SEARCHES
        return min(self.resending.due(now), self.joining.began_at + LASTS)

    def looked(
        self, invites: OpenInvites, now: float, fits: Callable[[Terms], bool] = lambda _terms: True
    ) -> Joined:
        """Look for the code among the invitations that are open now.

        `fits`: whether a game can be played at this board.
        """
        if self.state(now) is not InvitationState.SEARCHING:
            return Joined(self)
        try:
            name, invite = invites.find(self.code)
            joining = Joining.begin(invite, self.own, self.secret, now)
        except UnknownNameError:
            return Joined(self)
        except RequestError:
            return Joined(replace(self, failed=InvitationState.TAKEN))
        if not fits(invite.terms):
            return Joined(replace(self, failed=InvitationState.UNFIT))
        return replace(self, peer=name, joining=joining).tick(now)

    def invite_received(self, sender: str, payload: bytes, now: float) -> Joined:
        """A message at the topic `invite` of the board called `sender`; it may be any.

        An empty one takes the invitation back.
        """
        if self.joining is None or sender != self.peer or not self.state(now).is_open:
            return Joined(self)
        if not payload:
            return Joined(replace(self, failed=InvitationState.REFUSED))
        try:
            invite: Invite = parse_invite(payload, sender)
        except MinigamError:
            return Joined(self)
        return Joined(replace(self, joining=self.joining.received(invite, now)))

    def connected(self, now: float) -> Joined:
        """The connection to the broker is new: ask again at once."""
        return replace(self, resending=NOT_SENT).tick(now)

    def tick(self, now: float) -> Joined:
        """It is time: see `due`."""
        if self.joining is None or not self.state(now).is_open or self.resending.due(now) > now:
            return Joined(self)
        return Joined(replace(self, resending=self.resending.sent(now)), self.joining.join)


def draw_code(chance: Callable[[int], bytes]) -> Code:
    """Six dice, each face as probable as any other.

    `chance`: so many fresh random bytes.

    >>> draw_code(lambda count: bytes(range(count)))
    (1, 2, 3, 4, 5, 6)
    """
    dice: list[int] = []
    while len(dice) < 6:
        dice += [byte % 6 + 1 for byte in chance(8) if byte < 252]
    return tuple(dice[:6])
