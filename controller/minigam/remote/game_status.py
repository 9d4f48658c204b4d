"""What a board says about a game that is no action of it: pause, resignation offered, left.

Each board repeats its latest status with every message. A status has a count, and the highest
wins: so one may be lost, doubled or late.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from minigam.errors import UnreadableError
from minigam.remote.keys import is_signature, verify
from minigam.remote.signed import Sign, body_text
from minigam.validation import FLAG, TABLE, whole

MOST = 10**9
"""No count, entry or number of points comes to more."""
MOST_BELIEVED = 10**6
"""No number that the other board says of this one's status, or of the pause, counts above this: so
this board's own, which go up by one from there, never come near `MOST`."""
_COUNT = whole(0, MOST)


@dataclass(frozen=True)
class Offer:
    """A resignation offered: the other side has to accept it."""

    at: int
    """How many entries the log had: the offer lapses with the next one that is no time."""
    points: int
    """What it is worth, the cube counted."""


@dataclass(frozen=True)
class Answer:
    """The answer to an offer."""

    at: int
    points: int
    """Both as in the offer."""
    accept: bool


@dataclass(frozen=True)
class GameStatus:
    """One board's status in a game.

    >>> GameStatus(pause=3).is_paused, GameStatus(count=2).newer(GameStatus(count=1)).count
    (True, 2)
    """

    count: int = 0
    """Goes up with every change of it but `heard`."""
    heard: int = 0
    """The count of the other board's latest status that this one has received."""
    pause: int = 0
    """Goes up when somebody pauses or goes on: odd while the game is paused."""
    left: bool = False
    """Whether its player has left the game."""
    offer: Offer | None = None
    answer: Answer | None = None

    @property
    def is_paused(self) -> bool:
        """Whether the game is paused, as far as this board has received."""
        return self.pause % 2 == 1

    @property
    def is_believable(self) -> bool:
        """Whether another board may take these numbers over: people never come to more."""
        return max(self.heard, self.pause) <= MOST_BELIEVED

    def newer(self, other: GameStatus) -> GameStatus:
        """The newer one of two statuses of the same board."""
        return max(self, other, key=lambda status: (status.count, status.heard))

    def to_json(self) -> dict[str, Any]:
        """As plain JSON values; `GameStatus.from_json` reads them."""
        return asdict(self)

    @classmethod
    def from_json(cls, body: object) -> GameStatus:
        """Read a status; unknown fields are ignored. Raises `ValueError` for anything else.

        >>> GameStatus.from_json(GameStatus(1, offer=Offer(12, 2)).to_json()).offer
        Offer(at=12, points=2)
        """
        given = TABLE.read(body, "status")
        offer, answer = given.get("offer"), given.get("answer")
        return cls(
            **{name: _COUNT.read(given.get(name), name) for name in ("count", "heard", "pause")},
            left=FLAG.read(given.get("left"), "left"),
            offer=None if offer is None else Offer(**_offered(TABLE.read(offer, "offer"))),
            answer=None if answer is None else _answer(TABLE.read(answer, "answer")),
        )


SILENT = GameStatus()
"""Of a board that has said nothing yet."""


def _offered(given: Mapping[str, Any]) -> dict[str, int]:
    return {name: _COUNT.read(given.get(name), name) for name in ("at", "points")}


def _answer(given: Mapping[str, Any]) -> Answer:
    return Answer(**_offered(given), accept=FLAG.read(given.get("accept"), "accept"))


@dataclass(frozen=True)
class SignedStatus:
    """A status with the signature of its board: whoever has it can show it to others."""

    status: GameStatus
    signature: str

    @classmethod
    def of(cls, status: GameStatus, meeting: str, number: int, sign: Sign) -> SignedStatus:
        """Sign a status in a game of a meeting."""
        return cls(status, sign(_text(status, meeting, number)))

    def is_by(self, key: str, meeting: str, number: int) -> bool:
        """Whether the board with that public key signed it for that game."""
        return verify(key, _text(self.status, meeting, number), self.signature)

    def to_json(self) -> dict[str, Any]:
        """As plain JSON values; `SignedStatus.from_json` reads them."""
        return {**self.status.to_json(), "sig": self.signature}

    @classmethod
    def from_json(cls, body: object) -> SignedStatus:
        """Read a signed status; raise `ValueError` for anything else."""
        status, signature = GameStatus.from_json(body), TABLE.read(body).get("sig")
        if not is_signature(signature):
            raise UnreadableError(f"expected a signature of a status, got {signature!r}")
        return cls(status, str(signature))


def _text(status: GameStatus, meeting: str, number: int) -> bytes:
    return body_text(f"status 1:{meeting}:{number}", status.to_json())
