"""A backup holds what is worth keeping, as it was; one that is damaged changes nothing."""

import errno
import gzip
import io
import json
import os
import shutil
import tarfile
import zlib
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from minigam.errors import BackupError, JournalError
from minigam.journal.backup import restore_backup, write_backup
from minigam.journal.backup_file import MOST_TIMES
from minigam.journal.schema import board_key
from minigam.journal.store import FILE_NAME, Journal
from minigam.rules.actions import Action, Begun
from minigam.rules.terms import Terms
from tests.journal.tampering import sql

BOARD = board_key(6, False)
AT = datetime(2026, 11, 22, 3, 4, 5, tzinfo=UTC)
FIRST, SECOND = Begun(Terms("minigam", names=("Ada", "Ben"))), Begun(Terms("minigam"))
SETTINGS = "settings/board.toml"
STAYS = ("tables/minigam.table", "backups/old.tar.gz", "before-1/x", "lock", "lost+found/#12")
"""What a backup does not hold, and a restore leaves."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with a game, a setting, and what is not worth keeping."""
    folder = tmp_path / "data"
    for name in (SETTINGS, *STAYS):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    (folder / "pairings.json").write_text("{}")
    (folder / "link").symlink_to("/etc/passwd")
    with_game(folder, FIRST)
    return folder


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


@pytest.fixture
def file(data: Path, stick: Path) -> Path:
    return write_backup(data, stick, "1", AT)


def with_game(folder: Path, begun: Begun) -> None:
    folder.mkdir(exist_ok=True)
    with closing(Journal(folder / FILE_NAME, new=True)) as journal:
        journal.begin([begun], BOARD)


def games(folder: Path) -> list[list[Action]]:
    with closing(Journal(folder / FILE_NAME, new=True)) as journal:
        return [journal.actions(number) for number in journal.numbers()]


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_backup_holds_games_and_settings(data: Path, stick: Path) -> None:
    """For who made it alone: it may hold the secret of a game in play."""
    file = write_backup(data, stick, "1.2.3", AT)
    assert file == stick / "minigam-2026-11-22-030405.tar.gz"
    assert (files(stick), file.stat().st_mode & 0o777) == ({file.name}, 0o600)
    with tarfile.open(file) as archive:
        names = archive.getnames()
        manifest = json.load(archive.extractfile("manifest.json") or io.BytesIO())
    assert names == ["manifest.json", FILE_NAME, SETTINGS]
    assert manifest.pop("files")[SETTINGS] == sha256(SETTINGS.encode()).hexdigest()
    assert manifest == {"format": 1, "minigam": "1.2.3", "made_at": "2026-11-22T03:04:05+00:00"}


def test_a_backup_in_the_data_folder_is_in_no_other(data: Path, stick: Path) -> None:
    write_backup(data, data, "1", AT)
    write_backup(data, data / "settings", "1", AT)
    with tarfile.open(write_backup(data, stick, "1", AT)) as archive:
        assert archive.getnames() == ["manifest.json", FILE_NAME, SETTINGS]


def test_a_folder_that_takes_no_file_is_named(data: Path) -> None:
    with pytest.raises(BackupError, match=r"^no backup could be written into /proc: No such file"):
        write_backup(data, Path("/proc"), "1", AT)


def test_two_backups_at_the_same_time_of_a_clock_that_stands(data: Path, stick: Path) -> None:
    written = [write_backup(data, stick, "1", AT).name for _ in range(3)]
    stem = "minigam-2026-11-22-030405"
    assert written == [f"{stem}.tar.gz", f"{stem}-2.tar.gz", f"{stem}-3.tar.gz"]


def test_a_backup_is_made_while_a_journal_is_open(data: Path, stick: Path, tmp_path: Path) -> None:
    with closing(Journal(data / FILE_NAME, new=True)) as journal:
        journal.begin([SECOND], BOARD)  # waits in the log
        file = write_backup(data, stick, "1", AT)
        journal.begin([SECOND], BOARD)
    there = tmp_path / "there"
    there.mkdir()
    assert restore_backup(file, there, AT) is None
    assert files(there) == {FILE_NAME, SETTINGS}
    assert games(there) == [[FIRST], [SECOND]]


def test_a_restore_keeps_what_was_there(data: Path, file: Path) -> None:
    with_game(data, SECOND)
    (data / SETTINGS).write_text("changed")
    before = restore_backup(file, data, AT)
    assert games(data) == [[FIRST]]
    assert (data / SETTINGS).read_text() == SETTINGS
    assert {(data / name).stat().st_mode & 0o777 for name in (SETTINGS, FILE_NAME)} == {0o600}
    assert before == data / "before-2026-11-22-030405"
    assert games(before) == [[FIRST], [SECOND]]
    assert (before / SETTINGS).read_text() == "changed"
    assert {*STAYS} < files(data)
    assert restore_backup(file, data, AT) == data / "before-2026-11-22-030405-2"


def test_what_a_killed_restore_has_left_goes(data: Path, stick: Path, file: Path) -> None:
    (data / "restoring-x/settings").mkdir(parents=True)
    (data / "restoring-x" / SETTINGS).write_text("half")
    (data / "restoring-y").symlink_to(stick)
    restore_backup(file, data, AT)
    assert [path.name for path in data.glob("restoring-*")] == ["restoring-y"]
    assert files(stick) == {file.name}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_root_restores_is_the_folders_owners(data: Path, file: Path) -> None:
    os.chown(data, 12345, 12346)
    restore_backup(file, data, AT)
    roots = {data / "lost+found", data / "lost+found/#12"}
    assert {owner_of(path) for path in set(data.rglob("*")) - roots} == {(12345, 12346)}
    assert {owner_of(path) for path in roots} == {(0, 0)}


def owner_of(path: Path) -> tuple[int, int]:
    return path.lstat().st_uid, path.lstat().st_gid


def test_nothing_to_keep_is_said(tmp_path: Path, stick: Path) -> None:
    with pytest.raises(JournalError, match=r"expected games in .*, found none"):
        write_backup(tmp_path / "nowhere", stick, "1", AT)
    assert files(stick) == set()
    (tmp_path / "settings.toml").touch()  # without games it could not be restored
    with pytest.raises(JournalError, match=r"expected games in .*, found none"):
        write_backup(tmp_path, stick, "1", AT)


@pytest.mark.parametrize("make", [Path.touch, lambda path: Journal(path, new=True).close()])
def test_a_journal_without_games_is_no_backup(
    make: Callable[[Path], None], tmp_path: Path, data: Path, stick: Path
) -> None:
    """Neither made nor put back: a list of no games would stand in the place of one."""
    path = tmp_path / FILE_NAME
    make(path)
    with pytest.raises(JournalError, match=r"expected games in .*, found none"):
        write_backup(tmp_path, stick, "1", AT)
    body = path.read_bytes()
    file = forged(stick / "bad.tar.gz", holding(body), (FILE_NAME, body))
    refused(file, data, "expected games, found none")


def test_a_database_that_is_none_cannot_be_copied(data: Path, stick: Path) -> None:
    (data / FILE_NAME).write_bytes(b"no database" * 100)
    with pytest.raises(JournalError, match="cannot be copied: file is not a database"):
        write_backup(data, stick, "1", AT)
    assert files(stick) == set()


# What cannot be used


def forged(file: Path, manifest: object, *members: tuple[str, bytes]) -> Path:
    """A tar that is no honest backup; a manifest in bytes is one already."""
    text = manifest if isinstance(manifest, bytes) else json.dumps(manifest).encode()
    parts = (stored(name, body) for name, body in (("manifest.json", text), *members))
    file.write_bytes(gzip.compress(b"".join(parts) + bytes(1024)))
    return file


def of(**files: str) -> dict[str, object]:
    return {"format": 1, "files": {FILE_NAME: LONG_SUM, **files}}


def holding(journal: bytes) -> dict[str, object]:
    return of(**{FILE_NAME: sha256(journal).hexdigest()})


SUM = sha256(b"x").hexdigest()
LONG = b"SQLite format 3\0" + (512).to_bytes(2) + b"x" * 2000
NONE, EMPTY = b"x" * 2000, bytes(2**23)
CANNOT_BE_USED = "bad.tar.gz cannot be used: "
"""Newer Pythons take a header that is wrong for the end of the file, and then a part is missing."""
FAULTS = (EOFError, zlib.error, gzip.BadGzipFile, tarfile.ReadError, tarfile.HeaderError)
LONG_SUM = sha256(LONG).hexdigest()
GAMES = {FILE_NAME: LONG}
DEEP = b"[" * 100_000
NO_BACKUP, NO_GAMES = "is no backup of minigam's", "expected games, found no journal.sqlite"
TOO_LARGE = "expected files of a backup's size, got"
NO_DATABASE = "'journal.sqlite' is not a database"
NOT_PLAIN = "expected a plain file 'a', found something else"
BAD = {
    "no manifest's fields": ({}, {}, NO_BACKUP),
    "another format": ({"format": 2}, {}, "expected format 1, got 2"),
    "no object": ([], {}, NO_BACKUP),
    "no list of files": ({"format": 1, "files": [FILE_NAME]}, {}, NO_BACKUP),
    "no files": ({"format": 1, "files": {}}, {}, NO_GAMES),
    "no games": ({"format": 1, "files": {"a": SUM}}, {"a": b"x"}, NO_GAMES),
    "a deep manifest": (DEEP, {}, NO_BACKUP),
    "a long manifest": (b" " * 2**20 + b"1", {}, "of at most 1048576 bytes, got 1048577"),
    "a file that is missing": (of(a=SUM), GAMES, "expected a file 'a', found none"),
    "a file that is damaged": (of(a=SUM), {"a": b"y"}, "'a' is damaged"),
    "a file that is not named": (of(), {"a": b"x"}, "expected what manifest.json names, once"),
    "a way out of the folder": (of(**{"../a": SUM}), {"../a": b"x"}, "got '../a'"),
    "a way out further in": (of(**{"a/../../b": SUM}), {"a/../../b": b"x"}, "got 'a/../../b'"),
    "an absolute name": (of(**{"/a": SUM}), {"/a": b"x"}, "got '/a'"),
    "the lock": (of(lock=SUM), {"lock": b"x"}, "got 'lock'"),
    "a log of the journal": (of(**{"journal.sqlite-wal": SUM}), {}, "got 'journal.sqlite-wal'"),
    "a journal that is none": (holding(NONE), {FILE_NAME: NONE}, NO_DATABASE),
    "a journal of zeros": (holding(EMPTY), {FILE_NAME: EMPTY}, f"{TOO_LARGE} {2**23} bytes"),
    "a journal that only begins like one": (of(), GAMES, "not a database"),
}


@pytest.mark.parametrize(("manifest", "members", "told"), BAD.values(), ids=list(BAD))
def test_a_bad_backup_changes_nothing(
    manifest: object, members: dict[str, bytes], told: str, data: Path, stick: Path
) -> None:
    refused(forged(stick / "bad.tar.gz", manifest, *members.items()), data, told)


def refused(file: Path, data: Path, told: str) -> None:
    """In one sentence, and everything is as before."""
    before = {path: path.lstat().st_ino for path in data.rglob("*")}
    with pytest.raises(BackupError, match="nothing was changed") as fault:
        restore_backup(file, data, AT)
    assert told in str(fault.value)
    assert "\n" not in str(fault.value)
    assert {path: path.lstat().st_ino for path in data.rglob("*")} == before
    assert games(data) == [[FIRST]]


def test_no_part_of_a_damaged_file_is_used(data: Path, file: Path) -> None:
    whole = file.read_bytes()
    for end in range(0, len(whole) - 100, 97):  # a tar and a gzip end with what nobody needs
        file.write_bytes(whole[:end])
        with pytest.raises(BackupError):
            restore_backup(file, data, AT)
    assert games(data) == [[FIRST]]


def header(name: str, size: int, kind: str = "REGTYPE") -> bytes:
    """What a tar says of a file."""
    about = tarfile.TarInfo(name)
    about.type, about.size, about.linkname = getattr(tarfile, kind), size, "/etc/passwd"
    return about.tobuf(format=tarfile.GNU_FORMAT)


LESS_THAN_NOTHING = (-1, -512, -(2**50), -(2**80))


@pytest.mark.parametrize(
    ("size", "kind", "told"),
    [
        *((0, f"{kind}TYPE", NOT_PLAIN) for kind in ("DIR", "SYM", "LNK", "FIFO", "CHR", "BLK")),
        *((size, "REGTYPE", f"{TOO_LARGE} {size} bytes") for size in (2**23, 2**33, 2**50)),
        *((size, "REGTYPE", CANNOT_BE_USED) for size in LESS_THAN_NOTHING),
        (2**40, "XHDTYPE", "expected parts of at most 1048576 bytes, got "),
        (-512, "XHDTYPE", CANNOT_BE_USED),
    ],
)
def test_something_else_in_the_place_of_a_file_is_refused(
    size: int, kind: str, told: str, data: Path, stick: Path
) -> None:
    """Such as gigabytes of zeros, before they are written, or what would fill the memory."""
    file, manifest = stick / "bad.tar.gz", json.dumps(of(a=SUM)).encode()
    whole = stored("manifest.json", manifest) + header("a", size, kind)
    file.write_bytes(gzip.compress(whole + bytes(1024)))
    refused(file, data, told)


def test_a_file_that_there_is_no_room_for_is_refused(
    data: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = (data / FILE_NAME).stat().st_size
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1999))
    refused(file, data, f"expected {size} bytes free in {data}, got 1999")


def stored(name: str, body: bytes, size: int | None = None) -> bytes:
    """A file in a tar, which may say that it is of another size."""
    begin = header(name, len(body) if size is None else size)
    return begin + body.ljust(-(-len(body) // 512) * 512, b"\0")


ZEROS = 6 * 2**30
HEADER = b"SQLite format 3\0" + (4096).to_bytes(2) + bytes(18)
EMPTY_JOURNALS = {
    "zeros": (bytes(100), NO_DATABASE),
    "zeros after a header": (
        HEADER + bytes(64),
        "expected a database 'journal.sqlite', got one of",
    ),
    "free pages after a header": (
        HEADER + (ZEROS // 4096).to_bytes(4) + bytes(60),
        f"expected a file of a backup's size, got {ZEROS} bytes",
    ),
}


@pytest.mark.parametrize(("begins", "told"), EMPTY_JOURNALS.values(), ids=list(EMPTY_JOURNALS))
def test_gigabytes_of_zeros_are_refused_before_anything_is_written(
    begins: bytes, told: str, data: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the shade of a file that does not pack: all together is no more than `MOST_TIMES`."""
    noise, file = os.urandom(ZEROS // MOST_TIMES), stick / "bad.tar.gz"
    manifest = json.dumps(of(a=sha256(noise).hexdigest())).encode()
    head = stored("manifest.json", manifest) + stored("a", noise)
    head += stored(FILE_NAME, begins, ZEROS).removesuffix(bytes(512 - len(begins)))
    zeros = gzip.compress(bytes(2**26))
    file.write_bytes(gzip.compress(head, 1) + zeros * (ZEROS // 2**26))
    monkeypatch.setattr("minigam.journal.backup.unpack", Mock(side_effect=AssertionError))
    refused(file, data, told)


def test_a_new_journal_is_mostly_zeros_and_is_no_such_file(data: Path, file: Path) -> None:
    assert (data / FILE_NAME).stat().st_size / file.stat().st_size < MOST_TIMES / 4


@pytest.mark.parametrize("size", LESS_THAN_NOTHING)
def test_a_manifest_of_less_than_nothing_is_refused(size: int, data: Path, stick: Path) -> None:
    file = stick / "bad.tar.gz"
    file.write_bytes(gzip.compress(header("manifest.json", size) + bytes(1024)))
    refused(file, data, CANNOT_BE_USED)


@pytest.mark.parametrize("fault", [*FAULTS, ValueError, KeyError, TypeError])
def test_no_word_of_a_library_is_in_a_refusal(
    fault: type[Exception], data: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each version of Python has its own."""
    monkeypatch.setattr(tarfile, "open", Mock(side_effect=fault("said by a library")))
    refused(file, data, f"the backup {file} cannot be used: it is damaged, or is no backup of")


def test_a_file_that_comes_twice_is_refused(data: Path, stick: Path) -> None:
    file = forged(stick / "bad.tar.gz", of(a=SUM), ("a", b"x"), ("a", b"x"))
    refused(file, data, "expected what manifest.json names, once, got 'a'")


def test_what_cannot_be_moved_is_as_before(
    data: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as a folder that is another disk: the last step fails."""
    rename = os.rename

    def on_another_disk(name: str, target: str, **places: int) -> None:
        if name == "settings":
            raise OSError(errno.EXDEV, "Invalid cross-device link")
        rename(name, target, **places)

    monkeypatch.setattr(os, "rename", on_another_disk)
    refused(file, data, "Invalid cross-device link; nothing was changed")
    assert (data / SETTINGS).read_text() == SETTINGS


def test_a_journal_of_a_later_version_is_refused(data: Path, stick: Path) -> None:
    sql(data / FILE_NAME, "PRAGMA user_version = 99")
    file = write_backup(data, stick, "9", AT)
    with pytest.raises(BackupError, match="got version 99"):
        restore_backup(file, data, AT)
