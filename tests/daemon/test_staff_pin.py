"""Wrong PINs count on over a restart of the daemon and of the machine."""

import asyncio
import json
from pathlib import Path

import pytest

from minigam.board.profile import load_profile
from minigam.daemon.settings_store import SettingsFile, SettingsStore
from minigam.daemon.staff_pin import (
    FIRST_WAIT,
    FREE_TRIES,
    LONGEST_WAIT,
    PinAttempts,
    PinAttemptsFile,
)
from minigam.web.requests import LockedError, TooManyTriesError

FILE = "tries/sim.json"


def state(tries: PinAttempts) -> tuple[int, float]:
    return tries.count, tries.until


def test_they_are_the_same_after_a_restart_and_its_owners_alone(tmp_path: Path) -> None:
    file = PinAttemptsFile(tmp_path, "sim", "a")
    assert state(file.load(5.0)) == (0, 0.0)
    assert list(tmp_path.iterdir()) == []
    file.save(PinAttempts(4, 1060.0))
    assert state(PinAttemptsFile(tmp_path, "sim", "a").load(1000.0)) == (4, 1060.0)
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    assert state(PinAttemptsFile(tmp_path, "full-24", "a").load(1000.0)) == (0, 0.0)


@pytest.mark.parametrize(("count", "wait"), [(1, 0.0), (3, FIRST_WAIT), (40, LONGEST_WAIT)])
def test_after_another_boot_the_wait_begins_anew(count: int, wait: float, tmp_path: Path) -> None:
    PinAttemptsFile(tmp_path, "sim", "a").save(PinAttempts(count, 1_000_000.0))
    assert state(PinAttemptsFile(tmp_path, "sim", "b").load(20.0)) == (count, 20.0 + wait)


def test_no_file_locks_the_staff_out_for_longer_than_the_longest_wait(tmp_path: Path) -> None:
    PinAttemptsFile(tmp_path, "sim", "a").save(PinAttempts(3, 1e12))
    assert PinAttemptsFile(tmp_path, "sim", "a").load(20.0).wait(20.0) == LONGEST_WAIT


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "[" * 100_000,
        "[]",
        "{}",
        '{"boot": "a", "wrong": -1, "until": 0}',
        '{"boot": "a", "wrong": true, "until": 0}',
        '{"boot": "a", "wrong": 1, "until": Infinity}',
        '{"boot": "a", "wrong": 1, "until": NaN}',
        '{"boot": "a", "wrong": 1e999, "until": 1}',
    ],
)
def test_a_damaged_file_is_none(
    text: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FILE).parent.mkdir()
    (tmp_path / FILE).write_text(text)
    assert state(PinAttemptsFile(tmp_path, "sim", "a").load(5.0)) == (0, 0.0)
    assert "cannot be read, so no wrong PIN is counted" in caplog.text


def test_a_file_that_cannot_be_written_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "tries").touch()
    PinAttemptsFile(tmp_path, "sim", "a").save(PinAttempts(1, 2.0))
    assert "wrong PINs count until the next start only" in caplog.text


def desk(folder: Path, boot: str = "a", now: float = 100.0) -> SettingsStore:
    file = SettingsFile(folder, load_profile("sim"))
    return SettingsStore(file, lambda: now, tries=PinAttemptsFile(folder, "sim", boot))


def wrong(at: SettingsStore) -> type[Exception]:
    with pytest.raises((LockedError, TooManyTriesError)) as refusal:
        asyncio.run(at.change({"idle": 3, "pin": "0000"}))
    return refusal.type


@pytest.fixture
def _tried(tmp_path: Path) -> None:
    """All wrong PINs were tried that are free, each after a restart."""
    desk(tmp_path).set({"new_pin": "2580"})
    assert [wrong(desk(tmp_path)) for _ in range(FREE_TRIES)] == [LockedError] * FREE_TRIES


@pytest.mark.usefixtures("_tried")
def test_a_restart_gives_no_try_more(tmp_path: Path) -> None:
    assert wrong(desk(tmp_path)) is TooManyTriesError
    assert wrong(desk(tmp_path, boot="b", now=1.0)) is TooManyTriesError
    later = desk(tmp_path, now=100.0 + FIRST_WAIT)
    asyncio.run(later.change({"idle": 3, "pin": "2580"}))
    assert json.loads((tmp_path / FILE).read_text())["wrong"] == 0
    assert wrong(desk(tmp_path)) is LockedError


@pytest.mark.usefixtures("_tried")
def test_another_pin_was_never_tried(tmp_path: Path) -> None:
    desk(tmp_path).set({"new_pin": "2581"})
    assert wrong(desk(tmp_path)) is LockedError
