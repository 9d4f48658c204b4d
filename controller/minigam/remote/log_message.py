"""The message `log`: a board's log of a game, signed; and `ask`, which asks for entries again.

Messages are state: one may be lost, doubled or late. Unknown fields are ignored.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from minigam.errors import UnreadableError
from minigam.remote.game_status import SignedStatus
from minigam.remote.keys import is_signature, verify
from minigam.remote.payload_reading import VERSION, read_payload
from minigam.remote.signed import log_text
from minigam.rules.meeting import ID
from minigam.validation import FLAG, LIST, TABLE, Kind, hex_digits, whole

MOST_ACTIONS = 1000
"""In a message, which shows a board again what it has signed and lost. Others have far fewer."""
MOST_SENT = 100
"""Of these, that are news to a reader; a longer log is sent in parts, each of them signed."""
MOST_ENTRIES = 10**6
"""In a log."""
_SEQ, _NUMBER, _GAME = whole(0, MOST_ENTRIES), whole(1, 10**9), whole(0, 10**18)
_HEAD = hex_digits(64)
_SIGNATURE = Kind("a signature, 128 digits from 0 to f", is_signature)


@dataclass(frozen=True)
class GameId:
    """Which game of which meeting a log is of.

    >>> GameId("0c" * 16, 2).to_json()["number"], GameId().meeting
    (2, None)
    """

    meeting: str | None = None
    """The meeting's id; None for a game outside meetings."""
    number: int = 0
    """Which game of the meeting; 0 outside meetings."""

    def to_json(self) -> dict[str, Any] | None:
        """As plain JSON values."""
        return None if self.meeting is None else {"id": self.meeting, "number": self.number}

    @classmethod
    def from_json(cls, body: object) -> GameId:
        """Read which game it is; raise `ValueError` for anything else."""
        if body is None:
            return cls()
        given = TABLE.read(body, "meeting")
        return cls(ID.read(given.get("id"), "id"), _NUMBER.read(given.get("number"), "number"))


NO_MEETING = GameId()


@dataclass(frozen=True)
class Claim:
    """A board's signed word that its log of a game begins with so many entries, and how."""

    seq: int
    """How many entries."""
    head: str
    """The link of the last one, 64 hex digits: see `rules.hash_chain`."""
    signature: str

    def to_json(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {"seq": self.seq, "head": self.head, "sig": self.signature}

    @classmethod
    def from_json(cls, body: object) -> Claim:
        """Read a claim; raise `ValueError` for anything else."""
        given = TABLE.read(body)
        return cls(
            _SEQ.read(given.get("seq"), "seq"),
            _HEAD.read(given.get("head"), "head"),
            _SIGNATURE.read(given.get("sig"), "sig"),
        )

    def is_by(self, key: str, game: GameId) -> bool:
        """Whether the board with that public key signed it, for that game."""
        text = log_text(game.meeting, game.number, self.seq, self.head)
        return verify(key, text, self.signature)


@dataclass(frozen=True)
class LogMessage:
    """A board's log of a game: what it claims, and some of its last entries.

    Where it has entries, they end where the claim does: so what is received is always signed.
    """

    game: int
    """The number of the game in the board's own journal."""
    id: GameId
    claim: Claim
    since: int
    """The first entry comes after so many: as many as the sender believes the other one to have."""
    entries: tuple[bytes, ...] = ()
    """As the journal has them: JSON without spaces."""
    status: SignedStatus | None = None
    """The sender's own; None where it has said nothing."""
    consent: SignedStatus | None = None
    """The other board's status that accepted a resignation, shown to it again."""
    acknowledged: Claim | None = None
    """What the other board has signed before, shown to it again where it asks for entries."""
    wants_reply: bool = False
    """Whether the sender cannot be sure yet that the other board has all of this."""


def format_log(message: LogMessage) -> bytes:
    """A message as it is sent; `parse_log` reads it."""
    claim = message.claim
    others = {
        "status": message.status,
        "consent": message.consent,
        "acknowledged": message.acknowledged,
    }
    body = {
        "v": VERSION,
        "game": message.game,
        "meeting": message.id.to_json(),
        **claim.to_json(),
        "from": message.since,
        **({"want_reply": True} if message.wants_reply else {}),
        **{name: value.to_json() for name, value in others.items() if value},
    }
    text = json.dumps(body, separators=(",", ":"))[:-1]
    return f'{text},"actions":[{b",".join(message.entries).decode("ascii")}]}}'.encode("ascii")


def parse_log(payload: bytes) -> LogMessage:
    """Read a message; raise `UnreadableError` for anything else.

    >>> parse_log(b'{"v": 1, "seq": 0, "head": "0c"}')
    Traceback (most recent call last):
    minigam.errors.UnreadableError: cannot read a log: head: expected 64 digits from 0 to f, \
got '0c'
    """
    return read_payload("log", payload, "a log", _log)


def check_news(message: LogMessage, signed: int | None = None) -> None:
    """Raise `UnreadableError` for more actions than honest boards send at once.

    Each of them would have to be checked and stored. `signed`: how many entries the message shows
    its reader to have signed before, which may be sent to it again in one message.
    """
    count = len(message.entries)
    if count > MOST_SENT and (signed is None or message.claim.seq > signed):
        raise UnreadableError(
            f"cannot read a log: expected at most {MOST_SENT} actions that its reader has not "
            f"signed before, got {count}"
        )


def _log(given: dict[str, Any]) -> LogMessage:
    claim = Claim.from_json(given)
    since, entries = _SEQ.read(given.get("from"), "from"), _entries(given.get("actions"))
    if since > claim.seq and entries:
        raise ValueError(f"expected no entries after {claim.seq}, got one after {since}")
    if entries and since + len(entries) != claim.seq:
        raise ValueError(
            f"expected entries {since + 1} to {claim.seq}, up to the signed one, got {len(entries)}"
        )
    status, consent, acknowledged = map(given.get, ("status", "consent", "acknowledged"))
    return LogMessage(
        _GAME.read(given.get("game"), "game"),
        GameId.from_json(given.get("meeting")),
        claim,
        since,
        entries,
        None if status is None else SignedStatus.from_json(status),
        None if consent is None else SignedStatus.from_json(consent),
        None if acknowledged is None else Claim.from_json(acknowledged),
        FLAG.read(given.get("want_reply", False), "want_reply"),
    )


def _entries(value: object) -> tuple[bytes, ...]:
    found = LIST.read(value, "actions")
    if len(found) > MOST_ACTIONS:
        raise ValueError(f"expected at most {MOST_ACTIONS} actions, got {len(found)}")
    return tuple(
        json.dumps(TABLE.read(entry, "actions"), separators=(",", ":")).encode() for entry in found
    )


@dataclass(frozen=True)
class Ask:
    """Asks a board for its log of a game, after so many entries."""

    since: int
    id: GameId = NO_MEETING
    game: int | None = None
    """The number in that board's journal, for a game outside meetings."""


def format_ask(ask: Ask) -> bytes:
    """A question as it is sent; `parse_ask` reads it.

    >>> format_ask(Ask(4, game=17))
    b'{"v":1,"game":17,"from":4}'
    """
    which = {"game": ask.game} if ask.id.meeting is None else {"meeting": ask.id.to_json()}
    body = {"v": VERSION, **which, "from": ask.since}
    return json.dumps(body, separators=(",", ":")).encode()


def parse_ask(payload: bytes) -> Ask:
    """Read a question; raise `UnreadableError` for anything else.

    >>> parse_ask(b'{"v":1,"game":17,"from":4}')
    Ask(since=4, id=GameId(meeting=None, number=0), game=17)
    """
    return read_payload("ask", payload, "a question for a log", _ask)


def _ask(given: dict[str, Any]) -> Ask:
    since = _SEQ.read(given.get("from"), "from")
    if given.get("meeting") is not None:
        return Ask(since, GameId.from_json(given["meeting"]))
    return Ask(since, game=_GAME.read(given.get("game"), "game"))
