"""Files of a board and of a data folder: profiles, settings, tables, backups, journal rows."""

import gzip
import json
import tempfile
import tomllib
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from zlib import crc32

from minigam.board.profile import Profile, load_profile, parse_profile, profile_table
from minigam.board.profile_writer import profile_text
from minigam.daemon.settings_store import SettingsFile
from minigam.errors import BackupError, MinigamError, ProfileError, TablebaseError, UnreadableError
from minigam.journal.backup import restore_backup
from minigam.journal.packing import pack, unpack
from minigam.rules.action_json import action_from_json
from minigam.rules.actions import Action
from minigam.rules.game import Game
from minigam.rules.hash_chain import encode_action
from minigam.rules.position import Side
from minigam.rules.ruleset import MINIGAM
from minigam.solver.tablebase import CHUNK, MAGIC, SIZES, Tablebase, aligned
from minigam.table.setup import setup_of
from minigam.table.snapshot import snapshot
from minigam.table.state import resumed

WHEN = datetime(2026, 1, 31, 19, 5, tzinfo=UTC)
REPLAY_FAULTS = (MinigamError, ValueError, TypeError, OverflowError, RecursionError)
"""What the journal takes for damage: see `Journal.replay`."""


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="minigam-fuzz-") as folder:
        yield Path(folder)


@cache
def _board() -> Profile:
    return load_profile("sim")


def profile(data: bytes) -> None:
    """A board's profile is refused with its faults, or can be written and read again."""
    with _folder() as folder:
        file = folder / "mine.toml"
        file.write_bytes(data)
        try:
            found = load_profile(str(file))
        except ProfileError:
            return
        text = profile_text(profile_table(str(file)))
    assert parse_profile(tomllib.loads(text), "mine.toml") == found


def settings(data: bytes) -> None:
    """Settings that can be used are kept, whatever else the file says; nothing is raised."""
    with _folder() as folder:
        file = SettingsFile(folder, _board())
        file.path.parent.mkdir(parents=True)
        file.path.write_bytes(data)
        loaded = file.load()
        assert all(isinstance(fault, str) for fault in loaded.faults)
        file.save(loaded.settings)
        again = file.load()
    assert (again.settings, again.faults) == (loaded.settings, ())


def table(data: bytes) -> None:
    """A header of a table, well framed as if a program had written it; then the bytes as a file."""
    rest = bytes(CHUNK)
    begin = MAGIC + SIZES.pack(len(data), crc32(data)) + data
    framed = begin.ljust(aligned(len(begin)), b"\0") + rest + crc32(rest).to_bytes(4, "little")
    with _folder() as folder:
        for content in (framed, data):
            file = folder / "minigam.table"
            file.write_bytes(content)
            _read_table(file)


def _read_table(file: Path) -> None:
    try:
        found = Tablebase(file)
        found.check_all()
        for side in Side:
            value, chance = found.value(MINIGAM.start, side), found.chance(MINIGAM.start, side)
            assert isinstance(value, float)
            assert isinstance(chance, float)
    except TablebaseError:
        return


def backup(data: bytes) -> None:
    """A tar of a backup, packed here: all of it is restored, or nothing is changed."""
    with _folder() as folder:
        file, there = folder / "a.tar.gz", folder / "data"
        file.write_bytes(gzip.compress(data, 1))
        there.mkdir()
        (there / "mine.toml").write_text("kept")
        try:
            before = restore_backup(file, there, WHEN)
        except BackupError:
            assert _listed(there) == ["mine.toml"]
        else:
            assert before is not None
            assert (before / "mine.toml").read_text() == "kept"
            assert "journal.sqlite" in _listed(there)
        assert _listed(folder) == ["a.tar.gz", "data"]


def _listed(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def journal(data: bytes) -> None:
    """Rows of a journal: actions that are read are written as they were, and replayed."""
    actions: list[Action] = []
    for line in data.splitlines():
        try:
            body = json.loads(line)
        except (ValueError, RecursionError):
            return
        try:
            action = action_from_json(body)
        except UnreadableError:
            return
        assert encode_action(action_from_json(json.loads(encode_action(action)))) == encode_action(
            action
        )
        actions.append(action)
    _replayed(actions)


def _replayed(actions: list[Action]) -> None:
    try:
        game = Game.of(actions)
    except REPLAY_FAULTS:
        return
    assert Game.of(actions) == game
    json.dumps(snapshot(resumed(game, setup_of(game.terms)), 1))


def packed(data: bytes) -> None:
    """A game that was put away: the bytes themselves, then what they would unpack to."""
    for value in (data, zlib.compress(data, 1)):
        try:
            rows = unpack(value)
        except UnreadableError:
            continue
        assert unpack(pack(rows)) == rows
