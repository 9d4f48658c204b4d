"""Games of every kind in one journal, and somebody who changes them afterwards."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from minigam.journal.importing import add_games
from minigam.journal.packing import pack
from minigam.journal.retention import summarize_and_pack
from minigam.journal.store import FILE_NAME, Journal
from minigam.journal.verification import Verification, verify
from minigam.rules.action_json import action_from_json
from minigam.rules.actions import Action, Named
from minigam.rules.game import Game
from minigam.rules.hash_chain import FIRST, closed_action, encode_action, next_hash
from minigam.rules.record_conversion import imported, record_of
from minigam.table.effects import timers
from minigam.table.events import Elapsed, Held
from minigam.table.setup import Setup, games_for
from minigam.table.snapshot import snapshot
from minigam.table.state import Phase
from tests.docs.sample import Sample, finished, resigned, unfinished

OVER, BY_HAND, ABANDONED, CUBE, NAMED, IMPORTED, LIVING = range(1, 8)
"""The games' numbers."""
Entry = dict[str, Any]
Row = tuple[str, str]
"""An action's JSON and its link."""
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
    assert game.state.game.offered_by is not None
    game.touch(f"bar-{game.state.game.offered_by.other.value}")
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
    while len(game.state.game.plays) < turns and game.state.phase is not Phase.GAME_OVER:
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
    """The games; all but the last are summed up, and the finished ones of these packed."""
    folder.mkdir()
    for make in (finished, resigned, abandoned, doubled, named):
        make().keep(folder)
    with closing(Journal(folder / FILE_NAME, new=True)) as journal:
        add_games(journal, [("", imported(record_of(finished().state.game)))])
    unfinished().keep(folder)
    with closing(Journal(folder / FILE_NAME, new=True)) as journal:
        for number in (OVER, BY_HAND, ABANDONED, CUBE, NAMED, IMPORTED):
            summarize_and_pack(journal, number)


def verified(folder: Path, game: int = 1, noted: str = "") -> Verification:
    """What is found of a game of a folder's journal."""
    with closing(Journal(folder / FILE_NAME, new=True)) as journal:
        return verify(journal, game, noted)


def sql(file: Path, statement: str, *values: object) -> list[tuple[Any, ...]]:
    """What another program reads in the file at this moment, or changes in it."""
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        return db.execute(statement, values).fetchall()


class Forger:
    """Changes a journal through SQLite, carefully: rows stay in order, and each link fits."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def sql(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        return sql(self.folder / FILE_NAME, statement, *values)

    def entries(self, game: int) -> list[Entry]:
        with closing(Journal(self.folder / FILE_NAME, new=True)) as journal:
            return [json.loads(body) for body in journal.entries(game)]

    def change(self, game: int, change: Change, *, sealing: bool = False) -> None:
        """Change a game's actions and compute the chain anew.

        `sealing`: and write an end that fits, where there can be one.
        """
        entries = self.entries(game)
        change(entries)
        self.write(game, linked(sealed_anew(entries) if sealing else entries))
        if sealing:
            self.sql("DELETE FROM summary WHERE game = ?", game)

    def rows(self, game: int) -> list[Row]:
        """The rows of a sound game, packed or not."""
        return linked(self.entries(game))

    def pack(self, game: int, rows: list[Row]) -> None:
        """Put other rows in the place of a game's, packed."""
        packed = pack([("2026-01-31T19:05:00Z", *row) for row in rows])
        self.sql("UPDATE game SET packed = ? WHERE id = ?", packed, game)
        self.sql("DELETE FROM action WHERE game = ?", game)

    def write(self, game: int, rows: list[Row]) -> None:
        """Put other rows in the place of all of a game's."""
        self.sql("DELETE FROM action WHERE game = ?", game)
        self.sql("UPDATE game SET packed = NULL WHERE id = ?", game)
        insert = "INSERT INTO action VALUES (?, ?, '2026-01-31T19:05:00Z', ?, ?)"
        with closing(sqlite3.connect(self.folder / FILE_NAME)) as db, db:
            db.executemany(insert, [(game, at, *row) for at, row in enumerate(rows, start=1)])


def linked(entries: list[Entry]) -> list[Row]:
    """Rows with the chain of hashes that fits them."""
    rows, head = list[Row](), FIRST
    for entry in entries:
        body = json.dumps(entry, separators=(",", ":"))
        head = next_hash(head, body.encode())
        rows.append((body, head))
    return rows


def fit_links(file: Path, game: int) -> None:
    """Give each action of a game the link that fits its body, whatever that is."""
    query = "SELECT number, CAST(body AS BLOB) FROM action WHERE game = ? ORDER BY number"
    head = FIRST
    for number, body in sql(file, query, game):
        head = next_hash(head, body or b"")
        sql(file, "UPDATE action SET link = ? WHERE (game, number) = (?, ?)", head, game, number)


def sealed_anew(entries: list[Entry]) -> list[Entry]:
    """The same with every end computed anew, as far as the actions can be applied."""
    actions: list[Action] = []
    for entry in entries:
        try:
            action = action_from_json(entry)
            if entry["action"] == "close":
                action = closed_action(Game.of(actions), [encode_action(each) for each in actions])
        except Exception:  # nothing that could be replayed: the forger gives up
            return entries
        actions.append(action)
    return [json.loads(encode_action(action)) for action in actions]


def of_kind(entries: list[Entry], kind: str) -> list[int]:
    """The places of all actions of a kind."""
    return [at for at, entry in enumerate(entries) if entry["action"] == kind]
