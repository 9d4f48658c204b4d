"""A judge sees what a cut may have done: else its silence says nothing."""

import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from minigam.journal.store import FILE_NAME
from minigam.rules.actions import Action
from minigam.rules.game import Game
from minigam.table.events import Opened
from minigam.table.setup import Setup
from tests.daemon.rig import Lights, Rig, lit
from tests.power import judge
from tests.power.disk import BLOCK_BYTES, MEGABYTE
from tests.power.judge import Back, Judge
from tests.power.machine import FILES, GAMES

pytestmark = pytest.mark.power
TAPS = 30
Harm = Callable[[Path], None]


@pytest.fixture
def play(tmp_path: Path) -> list[Action]:
    """What was said to be safe of a game on a disk."""
    games = tmp_path / "disk" / GAMES
    games.mkdir(parents=True)
    with Rig(games, Opened(Setup()), lights=Lights.DRAWN) as bench:
        for _ in range(TAPS):
            bench.tap(["roll", *lit(bench)][-1])
        return bench.journal.actions(1)


def sql(command: str) -> Harm:
    def harm(journal: Path) -> None:
        with closing(sqlite3.connect(journal)) as db, db:
            db.executescript(command)

    return harm


def garble(journal: Path) -> None:
    """As a page that was not written whole."""
    journal.write_bytes(journal.read_bytes()[:4096] + b"\xff" * 8192)


ANOTHER_WAY = "after {} actions the game went on in another way"
FORGET = "DELETE FROM action WHERE number > 9;"
UNSOUND = """
CREATE INDEX odd ON action (at);
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = 'CREATE INDEX odd ON action (body)' WHERE name = 'odd';
"""
"""All can be read, but for an index of what it is not; the journal's own quick look misses it."""


def unfounded(image: Path) -> None:
    """As a disk whose first block was not written whole."""
    with image.open("r+b") as file:
        file.write(bytes(BLOCK_BYTES))


def look(
    folder: Path,
    play: list[Action],
    harm: Harm = lambda _: None,
    harm_disk: Harm = lambda _: None,
) -> Back:
    """What is found on a disk with that journal."""
    harm(folder / "disk" / GAMES / FILE_NAME)
    image = folder / "image"
    with image.open("wb") as file:
        file.truncate(16 * MEGABYTE)
    subprocess.run([*FILES.split(), "-d", folder / "disk", image], check=True)
    harm_disk(image)
    return Judge(play, folder).look(image)


def test_all_is_there(tmp_path: Path, play: list[Action]) -> None:
    assert look(tmp_path, play) == Back(len(play))


@pytest.mark.parametrize(
    ("harm", "found"),
    [
        (sql(FORGET), Back(9)),
        (
            sql(FORGET + "UPDATE game SET secret = zeroblob(32);"),
            Back(9, dice=ANOTHER_WAY.format(9)),
        ),
        (Path.unlink, Back(0)),
    ],
    ids=["actions", "secret", "journal"],
)
def test_what_is_missing_is_seen(
    harm: Harm, found: Back, tmp_path: Path, play: list[Action]
) -> None:
    """Without its secret a game goes on with other dice."""
    assert look(tmp_path, play, harm) == found


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (sql("DELETE FROM action WHERE number = 4"), "action 4 is missing"),
        (garble, "database disk image is malformed"),
        (sql(UNSOUND), "missing from index odd"),
    ],
    ids=["gap", "garbled", "unsound"],
)
def test_a_damaged_file_is_seen(harm: Harm, told: str, tmp_path: Path, play: list[Action]) -> None:
    assert told in look(tmp_path, play, harm).damage


def test_a_damaged_disk_is_seen(tmp_path: Path, play: list[Action]) -> None:
    assert "superblock" in look(tmp_path, play, harm_disk=unfounded).damage


def test_a_table_that_stands_elsewhere_than_its_journal_is_seen(
    tmp_path: Path, play: list[Action], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judge, "replayed", lambda actions: Game.of(actions[:-1]))
    assert look(tmp_path, play) == Back(len(play), dice=ANOTHER_WAY.format(len(play)))
