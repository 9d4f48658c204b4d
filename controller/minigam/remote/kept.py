"""What a board stores beside the actions of a game with another board, as values and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from minigam.errors import MinigamError
from minigam.remote.divergence import Divergence
from minigam.remote.game_status import SILENT, GameStatus, SignedStatus
from minigam.remote.log_message import Claim, GameId
from minigam.remote.payload_reading import VERSION
from minigam.rules.hash_chain import FIRST, next_hash
from minigam.rules.meeting import Meeting
from minigam.validation import TABLE, TEXT, whole


@dataclass(frozen=True)
class Kept:
    """What a board stores beside a game's actions, before it sends anything."""

    own: GameStatus = SILENT
    """Its own status."""
    claim: Claim | None = None
    """The longest log that the other board has signed."""
    status: SignedStatus | None = None
    """The other board's latest status."""
    peer: str = ""
    """The other board's name at the broker; empty while nobody knows it."""
    divergence: Divergence | None = None
    """Why the game has stopped, with the other board's signature as evidence."""
    invite: str = ""
    """The accepted invitation as it is sent, at the board that invited, until the other board has
    signed the game's beginning: then it has the game too."""

    def to_json(self) -> dict[str, Any]:
        """As plain JSON values; `Kept.from_json` reads them."""
        return {
            "v": VERSION,
            "peer": self.peer,
            "own": self.own.to_json(),
            "claim": self.claim and self.claim.to_json(),
            "status": self.status and self.status.to_json(),
            "divergence": self.divergence and self.divergence.to_json(),
            "invite": self.invite,
        }

    @classmethod
    def from_json(cls, body: object) -> Kept:
        """Read what was stored; raise `ValueError` for anything else.

        >>> kept = Kept(GameStatus(2, pause=1), peer="board-9")
        >>> Kept.from_json(kept.to_json()) == kept
        True
        """
        given = TABLE.read(body, "kept")
        whole(VERSION, VERSION).read(given.get("v"), "v")
        claim, status, stopped = map(given.get, ("claim", "status", "divergence"))
        return cls(
            GameStatus.from_json(given.get("own")),
            None if claim is None else Claim.from_json(claim),
            None if status is None else SignedStatus.from_json(status),
            TEXT.read(given.get("peer"), "peer"),
            None if stopped is None else Divergence.from_json(stopped),
            TEXT.read(given.get("invite", ""), "invite"),
        )


NOTHING_KEPT = Kept()
"""At the beginning of a game."""


def check_kept(meeting: Meeting, entries: Sequence[bytes], body: object) -> tuple[bool, str]:
    """Whether what a board keeps beside a game fits its entries, and what it proves.

    `entries`: the game's, as the journal has them. `body`: as `Kept.to_json` made it.

    >>> check_kept(Meeting("0c" * 16, 1, ("ab" * 32, "cd" * 32)), [], {})
    (False, 'what is kept of the other board cannot be read: v: expected a whole number from 1 to \
1, got None')
    """
    try:
        kept = Kept.from_json(body)
    except (ValueError, MinigamError) as fault:
        return False, f"what is kept of the other board cannot be read: {fault}"
    if kept.divergence:
        return False, str(kept.divergence.sentence)
    claim, count = kept.claim, len(entries)
    if claim is None:
        return True, f"the other board has signed none of the {count} actions yet"
    if claim.seq > count:
        return False, f"the other board has signed {claim.seq} actions, here are {count}"
    links = list(accumulate(entries, next_hash, initial=FIRST))
    game = GameId(meeting.id, meeting.number)
    signed = any(claim.is_by(key, game) for key in meeting.boards)
    if not signed or links[claim.seq] != claim.head:
        return False, "the other board's signature that is kept is not of these actions"
    return True, f"the other board has signed {claim.seq} of the {count} actions"
