"""What proves a game of an evening: its actions and the signatures of its boards, kept as text.

So standings and exports can be made again when the boards are gone, and anybody can check them.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from minigam.errors import ClubError, MinigamError
from minigam.json_text import parse_json
from minigam.remote.club.evening_events import Event, GameRecorded
from minigam.remote.club.proven_games import ProvenGame
from minigam.remote.log import parse_entry
from minigam.remote.proof import Proven, Unproven, prove
from minigam.rules.actions import Action, Begun
from minigam.rules.record import Record
from minigam.rules.record_conversion import record_of
from minigam.rules.terms import PERSON, Terms
from minigam.validation import LIST, TABLE, TEXT, whole

VERSION = 1


@dataclass(frozen=True)
class Evidence:
    """A whole game, as its boards have signed it."""

    entries: tuple[bytes, ...]
    """As a journal has them."""
    signatures: Mapping[str, str]
    """Of the whole log, by public key."""

    def proven(self, boards: Collection[str] | None = None) -> Proven:
        """The game; raise `ClubError` where this does not prove it.

        `boards`: the public keys of the boards that may have played it; None: of any.
        """
        try:
            actions: list[Action] = [parse_entry(entry) for entry in self.entries]
        except (ValueError, MinigamError) as fault:
            raise ClubError(f"the game is not proven: {fault}") from None
        found = prove(actions, self.signatures, boards)
        if isinstance(found, Unproven):
            raise ClubError(f"the game is not proven: {found.reason}")
        if found.game.terms != _begun(actions, found.game.swapped):
            raise ClubError("the players have changed names while it was played")
        return found


def _begun(actions: Sequence[Action], swapped: bool) -> Terms | None:
    """What a game was begun with, in the colours of its end."""
    first = actions[0]
    terms = first.terms if isinstance(first, Begun) else None
    return terms.swapped() if terms and swapped else terms


def evidence_text(evidence: Evidence) -> str:
    """As JSON without spaces, which `parse_evidence` reads.

    >>> evidence_text(Evidence((b'{"action":"confirm","v":1}',), {"ab": "cd"}))
    '{"v":1,"signatures":{"ab":"cd"},"actions":[{"action":"confirm","v":1}]}'
    """
    body = {"v": VERSION, "signatures": dict(evidence.signatures)}
    text = json.dumps(body, separators=(",", ":"))[:-1]
    return f'{text},"actions":[{b",".join(evidence.entries).decode("ascii")}]}}'


def parse_evidence(text: str) -> Evidence:
    """Read what `evidence_text` has written; raise `ClubError` for anything else."""
    try:
        held: dict[str, Any] = TABLE.read(parse_json(text))
        whole(VERSION, VERSION).read(held.get("v"), "v")
        signatures = TABLE.read(held.get("signatures"), "signatures")
        entries = tuple(
            json.dumps(TABLE.read(entry, "actions"), separators=(",", ":")).encode()
            for entry in LIST.read(held.get("actions"), "actions")
        )
        return Evidence(entries, {key: TEXT.read(sig, key) for key, sig in signatures.items()})
    except ValueError as fault:
        raise ClubError(f"the evidence of a game cannot be read: {fault}") from None


def proven_game(found: Proven) -> ProvenGame:
    """A proven game, as results are made of it."""
    game = found.game
    assert game.result is not None
    meeting = found.meeting
    return ProvenGame(meeting.id, meeting.number, game.terms, game.result, game.ended_by)


def kept_games(events: Iterable[Event]) -> list[Proven]:
    """All games of an evening, proven again; raise `ClubError` for one that is not.

    Games without evidence, as only tests and scripts record them, are left out.
    """
    kept = (event for event in events if isinstance(event, GameRecorded) and event.evidence)
    return [parse_evidence(event.evidence).proven() for event in kept]


def records_of(games: Iterable[Proven]) -> dict[str, Sequence[Record]]:
    """The records of games by their meeting, in their order: see `match_export.match_files`.

    Players have the names of the evening, also those that a computer has played for.
    """
    found = dict[str, list[Record]]()
    for each in sorted(games, key=lambda game: (game.meeting.id, game.meeting.number)):
        terms = replace(each.game.terms, seats=(PERSON, PERSON))
        record = record_of(replace(each.game, terms=terms))
        found.setdefault(each.meeting.id, []).append(record)
    return dict(found)
