"""A damaged journal's games in a new one, step by step; and what the commands say of it."""

import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from unittest.mock import Mock

import pytest

from minigam.cli.doctor_checks import CheckStatus, DoctorTarget, checkup
from minigam.errors import JournalError
from minigam.journal import recovery
from minigam.journal.importing import add_games
from minigam.journal.recovery import ASIDE, note_damage, noted_damage, put_aside, sound_journal
from minigam.journal.salvage import pages_of
from minigam.journal.store import FILE_NAME, Journal
from minigam.journal.verification import VerifyStatus as Verified
from minigam.journal.verification import verify
from minigam.journal.wal import Log
from minigam.rules.actions import Begun
from minigam.rules.terms import Terms
from tests.cli.commands import run
from tests.journal.tampering import ABANDONED, CUBE, LIVING, NAMED, OVER, sql


@pytest.fixture
def data(untouched: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(untouched, tmp_path / "games"))


def all_games(file: Path) -> dict[int, list[bytes]]:
    with closing(Journal(file)) as journal:
        return {number: journal.entries(number) for number in journal.numbers()}


def without_header(file: Path) -> None:
    file.write_bytes(bytes(4096) + file.read_bytes()[4096:])


def test_a_sound_journal_is_left_alone(data: Path) -> None:
    said: list[str] = []
    sound_journal(data / FILE_NAME, say=said.append).close()
    assert (said, list(put_aside(data))) == ([], [])


def test_recovered_games_are_verified_like_the_old_ones(data: Path) -> None:
    file = data / FILE_NAME
    with closing(Journal(file)) as journal:
        before = {number: verify(journal, number) for number in journal.numbers()}
        secret = journal.secret(LIVING)
    without_header(file)
    damaged, said = file.read_bytes(), list[str]()
    with closing(sound_journal(file, say=said.append)) as journal:
        assert {number: verify(journal, number) for number in journal.numbers()} == before
        assert before[OVER].verdict is before[NAMED].verdict is Verified.YES
        assert journal.secret(LIVING) == secret
    (aside,) = put_aside(data)
    assert aside.path.read_bytes() == damaged
    assert said == [
        f"the journal was damaged: games recovered from it: 7; it is kept in {aside.path.parent} "
        f"({aside.why.splitlines()[0]})"
    ]


def test_what_was_packed_or_dropped_does_not_come_back(data: Path) -> None:
    """Free pages still hold the rows of games that were packed and of ones that were deleted."""
    file = data / FILE_NAME
    for where in ("action WHERE game", "summary WHERE game", "game WHERE id"):
        sql(file, f"DELETE FROM {where} = ?", ABANDONED)
    before = all_games(file)
    without_header(file)
    sound_journal(file).close()
    assert all_games(file) == before
    both = "SELECT count(*) FROM action JOIN game ON id = game WHERE packed IS NOT NULL"
    assert sql(file, both) == [(0,)]
    assert sql(file, "PRAGMA integrity_check") == [("ok",)]


@pytest.mark.parametrize("agreed", ["6", "6 feels", None])
def test_a_game_whose_own_row_is_lost_is_on_the_board_that_it_was_played_on(
    data: Path, agreed: str | None
) -> None:
    """So the game in play goes on; an imported one is on none."""
    file = data / FILE_NAME
    with closing(Journal(file)) as journal:
        before = {number: journal.entries(number) for number in (ABANDONED, LIVING)}
        imported = [Begun(Terms("minigam", imported=True))]
        (other,) = add_games(journal, [("", imported)])
        if agreed:
            journal.agree(agreed, {})
    ((root,),) = sql(file, "SELECT rootpage FROM sqlite_schema WHERE name = 'game'")
    whole = bytearray(file.read_bytes())
    pages = pages_of(lambda at, size: bytes(whole[at : at + size]), len(whole), Log())
    for number in pages.tree(root, lambda _: True, lambda _: None).pages:
        whole[4096 * (number - 1) : 4096 * number] = bytes(4096)
    file.write_bytes(whole)
    with closing(sound_journal(file)) as journal:
        assert {number: journal.entries(number) for number in (ABANDONED, LIVING)} == before
        assert journal.last_of(agreed or "6", 9) == [LIVING, ABANDONED]
        assert journal.numbers() == [ABANDONED, *range(CUBE, other + 1)]
        assert journal.actions(other) == imported
        assert (journal.agreement(agreed) if agreed else {}) == {}


def test_damage_that_was_noted_is_recovered_at_the_next_start(data: Path) -> None:
    file = data / FILE_NAME
    before = all_games(file)
    note_damage(file, "row not in order")
    assert noted_damage(file) == "row not in order"
    sound_journal(file).close()
    assert (noted_damage(file), all_games(file)) == ("", before)
    assert [aside.why for aside in put_aside(data)] == ["row not in order\ngames recovered: 7"]


@pytest.mark.parametrize("moves", range(8))
def test_a_recovery_that_is_killed_is_finished_by_the_next_start(
    data: Path, moves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed before each renaming and after the last."""
    file, left = data / FILE_NAME, iter(range(moves))
    before = all_games(file)
    without_header(file)
    (data / f"{FILE_NAME}-shm").write_bytes(b"?")
    rename = Path.rename

    def killed(path: Path, target: Path) -> Path:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", killed)
    with suppress(KeyboardInterrupt):
        sound_journal(file).close()
    monkeypatch.undo()
    sound_journal(file).close()
    assert all_games(file) == before
    (aside, *_) = put_aside(data)
    assert aside.path.exists()
    assert not [path for path in data.iterdir() if path.name.startswith("recovered-")]


def test_without_room_nothing_is_changed(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = data / FILE_NAME
    without_header(file)
    before = {path.name: path.read_bytes() for path in data.iterdir()}
    full = sqlite3.OperationalError("database or disk is full")
    monkeypatch.setattr(recovery, "salvage", Mock(side_effect=full))
    with pytest.raises(JournalError, match=r"cannot be recovered: .*full; make room"):
        sound_journal(file)
    assert {path.name: path.read_bytes() for path in data.iterdir()} == before


def test_doctor_and_rescue(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(data, tmp_path / "whole")
    without_header(data / FILE_NAME)
    sound_journal(data / FILE_NAME).close()
    sql(data / FILE_NAME, "UPDATE action SET body = '?' WHERE game = ? AND number = 9", ABANDONED)
    checks = checkup(DoctorTarget("sim", data, 1), None)
    found = [check.verdict for check in checks if check.about == "games"]
    assert found == [CheckStatus.NOTE, CheckStatus.FAULT, CheckStatus.FINE]
    out = tmp_path / "out"
    said = run(capsys, "rescue", out, "--data", data)
    assert (said.status, said.lines[-1]) == (0, "games written: 2")
    (aside,) = data.glob(f"{ASIDE}*")
    assert sorted(path.relative_to(out).as_posix() for path in out.rglob("*.json")) == [
        f"{aside.name}/game-3-actions.json",
        f"{aside.name}/game-3.json",
        "game-3-actions.json",
        "game-3.json",
    ]
    written = out / aside.name / "game-3.json"
    assert run(capsys, "import", written, "--data", tmp_path / "new").status == 0
    assert run(capsys, "rescue", out, "--data", data).status == 2
    said = run(capsys, "rescue", tmp_path / "o", "--data", tmp_path / "whole")
    assert (said.status, said.lines[-1]) == (0, "no game is damaged or missing")
