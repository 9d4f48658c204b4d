"""The messages `invite` and `join`, by which two boards agree on a game; each is signed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

from minigam.errors import said
from minigam.remote.keys import verify
from minigam.remote.payload_reading import VERSION, read_payload
from minigam.remote.signed import Sign, body_text
from minigam.rules.action_json import action_from_json, action_to_json
from minigam.rules.actions import Begun
from minigam.rules.meeting import ID, KEY
from minigam.rules.terms import SEATS, Terms
from minigam.table.names import check_player
from minigam.validation import TABLE, hex_digits, list_of, one_of, whole

Code = tuple[int, ...]
"""Six dice, each from 1 to 6: under what an invitation is found. It is no password."""
CODE_DICE = 6
MOST_REFUSED = 3
"""An invitation closes once so many boards were refused."""
_DICE = list_of(whole(1, 6), "six numbers from 1 to 6")
_SECRET = hex_digits(64)
Signed = TypeVar("Signed")


class WhiteBy(Enum):
    """Who plays white; the value is what the message has."""

    INVITER = "inviter"
    JOINER = "joiner"
    DRAWN = "drawn"
    """By both boards' numbers, of which the inviter has promised its own."""


@dataclass(frozen=True)
class Party:
    """A board that plays, and who plays at it."""

    key: str
    """Its public key."""
    player: str
    """A name; empty where nobody said."""
    seat: str
    """A person, or a computer's level: of `terms.SEATS`."""

    def to_json(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {"key": self.key, "player": self.player, "seat": self.seat}

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Party:
        """Read a party; raise `ValueError` for anything else."""
        return cls(
            KEY.read(given.get("key"), "key"),
            check_player(given.get("player")),
            one_of(SEATS).read(given.get("seat"), "seat"),
        )


@dataclass(frozen=True)
class Join:
    """A board asks to play a game that another one invites to."""

    id: str
    """The invitation's."""
    party: Party
    nonce: str
    """A fresh random number for the draw of colours, 64 hex digits."""

    def to_json(self) -> dict[str, Any]:
        """As plain JSON values, without a signature."""
        return {"v": VERSION, "id": self.id, **self.party.to_json(), "nonce": self.nonce}

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Join:
        """Read it; raise `ValueError` for anything else."""
        nonce = _SECRET.read(given.get("nonce"), "nonce")
        return cls(ID.read(given.get("id"), "id"), Party.from_json(given), nonce)


@dataclass(frozen=True)
class Accepted:
    """Whom the inviter has accepted, and its own number for the draw of colours."""

    join: Join
    secret: str
    """64 hex digits, whose SHA-256 it has promised."""


@dataclass(frozen=True)
class Invite:
    """A board invites to a game; its id becomes the meeting's."""

    code: Code
    id: str
    """32 hex digits, drawn at random."""
    party: Party
    terms: Terms
    """What is agreed but for the names, the seats and the meeting."""
    white: WhiteBy
    commitment: str
    """The SHA-256 of the inviter's number for the draw, in hex."""
    refused: tuple[str, ...] = ()
    """The public keys of boards that were refused."""
    accepted: Accepted | None = None

    def to_json(self) -> dict[str, Any]:
        """As plain JSON values, without a signature."""
        accepted = self.accepted
        return {
            "v": VERSION,
            "code": list(self.code),
            "id": self.id,
            **self.party.to_json(),
            "begin": action_to_json(Begun(self.terms)),
            "white": self.white.value,
            "commitment": self.commitment,
            "refused": list(self.refused),
            "accepted": accepted and {"join": accepted.join.to_json(), "secret": accepted.secret},
        }

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Invite:
        """Read it; raise `ValueError` for anything else."""
        accepted = given.get("accepted")
        return cls(
            check_code(tuple(_DICE.read(given.get("code"), "code"))),
            ID.read(given.get("id"), "id"),
            Party.from_json(given),
            _terms(given.get("begin")),
            WhiteBy(one_of([by.value for by in WhiteBy]).read(given.get("white"), "white")),
            _SECRET.read(given.get("commitment"), "commitment"),
            tuple(_REFUSED.read(given.get("refused"), "refused"))[:MOST_REFUSED],
            None if accepted is None else _accepted(TABLE.read(accepted, "accepted")),
        )


_REFUSED = list_of(KEY, "public keys")


def check_code(code: Code) -> Code:
    """The code itself; raise `ValueError` unless it is six dice.

    >>> check_code((3, 1, 4, 1, 5, 2))
    (3, 1, 4, 1, 5, 2)
    """
    if len(code) != CODE_DICE or not all(1 <= die <= 6 for die in code):
        raise ValueError(f"expected six numbers from 1 to 6, got {code}")
    return code


def _terms(body: object) -> Terms:
    begun = action_from_json(body)
    if not isinstance(begun, Begun):
        raise ValueError(f"expected a game's beginning, got {begun}")
    return check_fresh(begun.terms)


def check_fresh(terms: Terms) -> Terms:
    """The terms; raise `ValueError` unless two boards can begin a match with them.

    They have no names, seats, score or position of their own: these come later, or are as the rules
    say.
    """
    terms.check()
    fresh = Terms(
        terms.rules_id,
        terms.options,
        hints=terms.hints,
        teacher=terms.teacher,
        clock=terms.clock,
        stake=terms.stake,
    )
    if terms != fresh or (terms.clock and terms.clock.banks):
        raise ValueError("expected the terms of a new match, with electronic dice and no names yet")
    return terms


def _accepted(given: Mapping[str, Any]) -> Accepted:
    join = Join.from_json(TABLE.read(given.get("join"), "join"))
    return Accepted(join, _SECRET.read(given.get("secret"), "secret"))


# ---- As they are sent ----------------------------------------------------------------------------


def format_signed(message: Invite | Join, sign: Sign, board: str) -> bytes:
    """A message as it is sent, with its board's signature.

    `board`: the board's name at the broker, which is signed too: nobody else can send it as theirs.
    """
    body = {**message.to_json(), "board": board}
    kind = "invite 1" if isinstance(message, Invite) else "join 1"
    return json.dumps({**body, "sig": sign(body_text(kind, body))}, separators=(",", ":")).encode()


def parse_invite(payload: bytes, sender: str) -> Invite:
    """Read an invitation that came at the topic of the board called `sender`.

    Raises `UnreadableError` for anything else, and unless that board signed it under its name.

    >>> parse_invite(b'{"v": 1, "key": "0c", "board": "board-7"}', "board-7")
    Traceback (most recent call last):
    minigam.errors.UnreadableError: cannot read an invitation: expected the signature of the board \
that sent it
    """
    parse = _by_its_board("invite 1", sender, Invite.from_json)
    return read_payload("invite", payload, "an invitation", parse)


def parse_join(payload: bytes, sender: str) -> Join:
    """Read a board's wish to join; raise `UnreadableError` as `parse_invite` does."""
    parse = _by_its_board("join 1", sender, Join.from_json)
    return read_payload("join", payload, "a wish to join", parse)


def _by_its_board(
    kind: str, sender: str, parse: Callable[[Mapping[str, Any]], Signed]
) -> Callable[[dict[str, Any]], Signed]:
    def parsed(given: dict[str, Any]) -> Signed:
        if given.get("board") != sender:
            raise ValueError(f"expected {sender} as its board, got {said(given.get('board'))}")
        body = {name: value for name, value in given.items() if name != "sig"}
        if not verify(given.get("key"), body_text(kind, body), given.get("sig")):
            raise ValueError("expected the signature of the board that sent it")
        return parse(body)

    return parsed
