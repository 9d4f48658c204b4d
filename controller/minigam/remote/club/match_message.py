"""The message `match`: which match of an evening a board has, and how its next game begins.

The club writes it, retained, at `minigam/1/club/match/NAME`, where no board may write.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from minigam.remote.club.contest import ClubMatch
from minigam.remote.payload_reading import read_payload
from minigam.remote.payloads import payload
from minigam.rules.clock import OFF, TimeControl
from minigam.rules.match import Score
from minigam.rules.meeting import ID, Meeting
from minigam.rules.options import LONGEST
from minigam.rules.position import Side
from minigam.rules.record import check_name
from minigam.rules.terms import Terms
from minigam.validation import FLAG, TABLE, TEXT, Kind, pair_of, whole

_NUMBER, _LENGTH, _POINTS = whole(1, 10**9), whole(1, LONGEST), whole(0, 10**6)
STARTER = Kind("white, black or null", lambda value: value in (None, *(s.value for s in Side)))
MOST_OPTIONS = 50


@dataclass(frozen=True)
class MatchMessage:
    """A match, as a board is given it."""

    meeting: str
    """What its games have in their `Meeting`."""
    game: int
    """Which game of the match is played next, from 1 on."""
    round: int
    table: int
    players: tuple[str, str]
    """White's name, then black's."""
    rules_id: str
    options: tuple[tuple[str, str], ...]
    """Without the length."""
    length: int
    clock: str = OFF
    score: Score = (0, 0)
    """Before that game."""
    crawford_played: bool = False
    starter: Side | None = None
    """Who begins that game without an opening roll."""
    computers: bool = False
    """Whether computers may play for both, where nobody sits at the board."""

    @classmethod
    def of(cls, match: ClubMatch, computers: bool = False) -> MatchMessage:
        """What the board of a match is given now. `computers`: whether the evening allows them."""
        terms = match.next_terms
        return cls(
            match.meeting,
            len(match.games) + 1,
            match.round,
            match.table,
            match.names,
            terms.rules_id,
            tuple(pair for pair in terms.options if pair[0] != "length"),
            terms.rules.length,
            terms.clock.text if terms.clock else OFF,
            terms.score,
            terms.crawford_played,
            terms.starter,
            computers,
        )

    def terms(self, key: str) -> Terms:
        """What the game is played with at one board, whose public key this is."""
        return Terms(
            self.rules_id,
            (*self.options, ("length", str(self.length))),
            names=self.players,
            clock=None if self.clock == OFF else TimeControl(self.clock),
            score=self.score,
            crawford_played=self.crawford_played,
            starter=self.starter,
            meeting=Meeting(self.meeting, self.game, (key, key)),
        )


def format_match(message: MatchMessage) -> str:
    """A message as it is sent; `parse_match` reads it."""
    return payload(
        {
            "meeting": {"id": message.meeting, "number": message.game},
            "round": message.round,
            "table": message.table,
            "players": list(message.players),
            "rules": {"id": message.rules_id, "options": dict(message.options)},
            "length": message.length,
            "clock": message.clock,
            "score": list(message.score),
            "crawford_played": message.crawford_played,
            "starter": message.starter and message.starter.value,
            "computers": message.computers,
        }
    )


def parse_match(text: bytes) -> MatchMessage:
    """Read a message; raise `UnreadableError` for anything else, and for a match nobody can play.

    >>> parse_match(b'{"v": 1, "meeting": {"id": "0c", "number": 1}}')
    Traceback (most recent call last):
    minigam.errors.UnreadableError: cannot read a match: expected a table, got None
    """
    return read_payload("match", text, "a match", _match)


def _match(given: dict[str, Any]) -> MatchMessage:
    meeting, rules = TABLE.read(given.get("meeting"), "meeting"), TABLE.read(given.get("rules"))
    options = TABLE.read(rules.get("options"), "options")
    if len(options) > MOST_OPTIONS or "length" in options:
        raise ValueError("options: expected those of the rules without the length")
    white, black = pair_of(TEXT).read(given.get("players"), "players")
    starter = STARTER.read(given.get("starter"), "starter")
    ours, theirs = pair_of(_POINTS).read(given.get("score"), "score")
    found = MatchMessage(
        ID.read(meeting.get("id"), "id"),
        _NUMBER.read(meeting.get("number"), "number"),
        _NUMBER.read(given.get("round"), "round"),
        _NUMBER.read(given.get("table"), "table"),
        (check_name(white), check_name(black)),
        TEXT.read(rules.get("id"), "id"),
        tuple((name, TEXT.read(value, name)) for name, value in options.items()),
        _LENGTH.read(given.get("length"), "length"),
        TEXT.read(given.get("clock"), "clock"),
        (ours, theirs),
        FLAG.read(given.get("crawford_played"), "crawford_played"),
        None if starter is None else Side(starter),
        FLAG.read(given.get("computers", False), "computers"),
    )
    if found.players[0] == found.players[1]:
        raise ValueError("players: expected two names, got one twice")
    found.terms("0" * 64).check()
    return found
