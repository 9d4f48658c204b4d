"""What can still be read of damaged games, and of journals that were put aside."""

import json
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from minigam.errors import CannotHoldError, IllegalPlayError, JournalError, MinigamError
from minigam.journal.packing import MOST_BYTES
from minigam.journal.salvage import salvage
from minigam.journal.schema import time_of
from minigam.journal.store import DamagedGameError, Journal
from minigam.rules.action_json import action_from_json
from minigam.rules.actions import Action, Begun
from minigam.rules.game import NEVER_PLAYED, Game
from minigam.rules.hash_chain import FIRST, next_hash
from minigam.rules.record import Record
from minigam.rules.record_conversion import record_of

Remains = tuple[int, str, str, str]
"""An action's number, when it was written, its JSON and its link, as far as they can be read."""


@dataclass(frozen=True)
class Damaged:
    """A damaged game."""

    number: int
    damage: str
    actions: list[Remains]

    @property
    def record(self) -> Record | None:
        """The game up to the damage; None where that is nothing that a file can hold."""
        game = _last(_read(self.actions))
        try:
            return record_of(game, self._at) if game and game.has_begun else None
        except (CannotHoldError, IllegalPlayError):
            return None

    @property
    def _at(self) -> str:
        """When it was begun, as files have it."""
        try:
            return f"{time_of(self.actions[0][1].encode()):%Y-%m-%dT%H:%M:%SZ}"
        except ValueError:
            return ""


def damaged_games(journal: Journal) -> Iterator[tuple[int, str]]:
    """The numbers of the damaged games, and what is wrong with each.

    A packed game was replayed when it was packed, and its checksum shows whether it still is that.
    """
    for number in journal.numbers():
        try:
            journal.listed(number)
            if journal.value("SELECT packed IS NULL FROM game WHERE id = ?", number):
                journal.game(number)
            else:
                journal.entries(number)
        except DamagedGameError as fault:
            yield number, fault.damage


def damaged(journal: Journal) -> Iterator[Damaged]:
    """The damaged games of a journal, with what can be read of them."""
    for number, damage in list(damaged_games(journal)):
        yield Damaged(number, damage, _remains(journal, number))


def missing(journal: Journal, aside: Path) -> Iterator[Damaged]:
    """The games of a journal that was put aside which are not the same in this one."""
    with TemporaryDirectory(prefix="minigam-") as folder:
        copy = Path(folder) / aside.name
        salvage(aside, copy)
        with closing(Journal(copy, called=aside)) as old:
            for number in old.numbers():
                if _entries(old, number) != _entries(journal, number):
                    text = f"game {number} is not in {journal.path} as it is here"
                    yield Damaged(number, text, _remains(old, number))


def _entries(journal: Journal, number: int) -> list[bytes] | None:
    try:
        return journal.entries(number)
    except (JournalError, LookupError):
        return None


def _remains(journal: Journal, number: int) -> list[Remains]:
    try:
        rows = journal.rows(
            "SELECT number, CAST(at AS BLOB), CAST(body AS BLOB), CAST(link AS BLOB)"
            " FROM action WHERE game = ? ORDER BY number",
            number,
        )
        packed = journal.value("SELECT packed FROM game WHERE id = ?", number)
    except JournalError:
        return []
    if isinstance(packed, bytes):
        return list(_unpacked(packed))
    return [(number, *map(_text, texts)) for number, *texts in rows]


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")


def _unpacked(packed: bytes) -> Iterator[Remains]:
    """The actions of a packed game up to the damage."""
    unpacker, found = zlib.decompressobj(), bytearray()
    with suppress(zlib.error):
        for at in range(len(packed)):
            found += unpacker.decompress(packed[at : at + 1], MOST_BYTES)
    text, place, decoder = _text(bytes(found)), 1, json.JSONDecoder()
    head = FIRST
    for number in count(1):
        try:
            row, place = decoder.raw_decode(text, place)
            when, body = map(str, row)
            head = next_hash(head, body.encode())
        except (ValueError, TypeError, RecursionError):
            return
        yield number, when, body, head
        place += 1  # the comma


def _read(rows: Iterable[Remains]) -> Iterator[Action]:
    """The actions up to the first that is missing or cannot be read."""
    head = FIRST
    for expected, (number, _, body, found) in enumerate(rows, start=1):
        try:
            head = next_hash(head, body.encode())
            if (number, found) != (expected, head):
                return
            yield action_from_json(json.loads(body))
        except (MinigamError, ValueError, TypeError, OverflowError, RecursionError):
            return


def _last(actions: Iterable[Action]) -> Game | None:
    """The game before the first action that was never played."""
    game: Game | None = None
    with suppress(*NEVER_PLAYED):
        for action in actions:
            if game:
                game = game.apply(action)
            elif isinstance(action, Begun):
                game = Game.begin(action.terms)
            else:
                break
    return game
