"""Games of every kind in one journal, and somebody who changes them afterwards."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

from minigam.game.archive import chapters, record_of
from minigam.game.effects import timers
from minigam.game.event_json import event_from_json
from minigam.game.events import Elapsed, Event, Held, Named, Opened
from minigam.game.replay import replay
from minigam.game.seal import sealed
from minigam.game.setup import Setup, games_for
from minigam.game.snapshot import snapshot
from minigam.game.state import Phase
from minigam.journal.importing import add_games
from minigam.journal.keeping import settle
from minigam.journal.store import FILE_NAME, Journal, entry_of
from tests.docs.sample import Sample, finished, resigned, unfinished

OVER, BY_HAND, ABANDONED, CUBE, NAMED, IMPORTED, LIVING = range(1, 8)
"""The games' numbers."""
Entry = dict[str, Any]
Change = Callable[[list[Entry]], None]


def abandoned() -> Sample:
    """Two people play some turns, one step is taken back, and somebody begins anew."""
    game = Sample(3, Setup(), salt=4)
    game.touch("roll", "roll", "roll")
    play_on(game, Random(4), turns=5)
    game.do(Held("roll+undo"))
    return game


def doubled() -> Sample:
    """A game of a match with the cube, to its end."""
    game = Sample(4, Setup("backgammon", (("length", "5"),), games=games_for(24)), salt=1)
    game.touch("roll", "roll", "roll")
    play_on(game, Random(2), turns=2)
    game.do(Held("roll"))
    assert game.state.offered_by is not None
    game.touch(f"bar-{game.state.offered_by.other.value}")
    play_on(game, Random(3), turns=500)
    return game


def named() -> Sample:
    """As the first game, with other dice; who played is said before its end and after it."""
    game = Sample(5, Setup(), salt=9)
    game.touch("roll", "roll", "roll")
    game.do(Named(("Ann", "")))
    play_on(game, Random(5), turns=500)
    game.do(Named(("Ann", "Bob")))
    return game


def play_on(game: Sample, chance: Random, turns: int) -> None:
    """Play at random until so many turns were made, or the game is over."""
    while len(game.state.plays) < turns and game.state.phase is not Phase.GAME_OVER:
        found = snapshot(game.state, 1)
        zones = sorted(found["targets"] or found["sources"])
        waited = [timer for timer in timers(game.state) if timer.name in ("again", "pass")]
        if waited:
            game.do(Elapsed(waited[0].name))
        elif zones and chance.random() < 0.05:
            game.touch(zones[0], "undo")
        else:
            game.touch(chance.choice(zones) if zones else "roll")


def write_games(folder: Path) -> None:
    """The games; all but the last are summed up, and the first two of these packed."""
    folder.mkdir()
    for make in (finished, resigned, abandoned, doubled, named):
        keep(make(), folder)
    with closing(Journal(folder / FILE_NAME, new=True)) as journal:
        add_games(journal, [("", chapters([record_of(finished().state)])[0])])
    keep(unfinished(), folder)
    with closing(Journal(folder / FILE_NAME, new=True)) as journal:
        for number in (OVER, BY_HAND, ABANDONED, CUBE, NAMED, IMPORTED):
            settle(journal, number)


def keep(game: Sample, folder: Path) -> None:
    """Up to where the next game begins, which is another chapter."""
    ends = [at for at, event in enumerate(game.accepted) if isinstance(event, Opened)]
    game.accepted = game.accepted[: ends[0]] if ends else game.accepted
    game.keep(folder)


class Forger:
    """Changes a journal through SQLite, carefully: rows stay in order and without a gap."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @contextmanager
    def database(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self.folder / FILE_NAME)) as db, db:
            yield db

    def entries(self, game: int) -> list[Entry]:
        with closing(Journal(self.folder / FILE_NAME, new=True)) as journal:
            return [json.loads(body) for body in journal.entries(game)]

    def change(self, game: int, change: Change, sealing: bool = False) -> None:
        """Change a game's events; `sealing`: and make a seal that fits, where that can be."""
        entries = self.entries(game)
        change(entries)
        if sealing:
            entries = sealed_anew(entries)
        rows = [(game, at, json.dumps(entry, separators=(",", ":")))
                for at, entry in enumerate(entries, start=1)]  # fmt: skip
        with self.database() as db:
            db.execute("DELETE FROM event WHERE chapter = ?", (game,))
            db.execute("UPDATE chapter SET packed = NULL WHERE id = ?", (game,))
            if sealing:
                db.execute("DELETE FROM summary WHERE chapter = ?", (game,))
            db.executemany("INSERT INTO event VALUES (?, ?, '2026-01-31T19:05:00Z', ?)", rows)


def sealed_anew(entries: list[Entry]) -> list[Entry]:
    """The same with every seal computed anew, as far as the events can be replayed."""
    events: list[Event] = []
    for entry in entries:
        event = event_from_json(entry)
        if entry["event"] == "sealed":
            try:
                event = sealed(replay(events), [entry_of(each) for each in events])
            except Exception:  # nothing that could be replayed: the forger gives up
                return entries
        events.append(event)
    return [json.loads(entry_of(event)) for event in events]


def of_kind(entries: list[Entry], kind: str) -> list[int]:
    """The places of all events of a kind."""
    return [at for at, entry in enumerate(entries) if entry["event"] == kind]
