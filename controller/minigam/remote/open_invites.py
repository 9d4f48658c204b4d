"""The invitations that are open at a broker, by the boards that have made them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from minigam.errors import MinigamError
from minigam.remote.invitation import find_invite
from minigam.remote.invitation_messages import Code, Invite, parse_invite

MOST_OPEN = 1000
"""Boards whose invitations are remembered; more are ignored."""


@dataclass(frozen=True)
class OpenInvites:
    """What has come in at the topics `invite`, whose messages the broker keeps."""

    by_board: Mapping[str, Invite] = field(default_factory=dict)
    """By the board's name at the broker."""
    fault: str = ""
    """Why the last message could not be read; empty where it could."""

    def received(self, sender: str, payload: bytes) -> OpenInvites:
        """With a message of the board called `sender`; an empty one closes its invitation.

        >>> OpenInvites().received("board-7", b"hello").fault
        'cannot read an invitation: invalid JSON at line 1, column 1'
        """
        others = {name: invite for name, invite in self.by_board.items() if name != sender}
        try:
            if not payload:
                return OpenInvites(others)
            invite = parse_invite(payload, sender)
        except MinigamError as fault:
            return replace(self, fault=str(fault))
        if len(others) >= MOST_OPEN:
            return replace(self, fault=f"more than {MOST_OPEN} boards invite")
        return OpenInvites({**others, sender: invite})

    @property
    def invites(self) -> Iterable[Invite]:
        """All of them."""
        return self.by_board.values()

    def find(self, code: Code) -> tuple[str, Invite]:
        """Who invites with a code, and to what; raise as `find_invite` does."""
        invite = find_invite(code, self.invites)
        return next((name, each) for name, each in self.by_board.items() if each == invite)
