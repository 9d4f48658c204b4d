"""Updates as the page asks for them: by the PIN, and only where something waits for requests."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from minigam import __version__
from minigam.board.profile import load_profile
from minigam.daemon.page_updates import UNIT, PageUpdates
from minigam.daemon.settings_store import SettingsFile, SettingsStore
from minigam.errors import UnknownNameError, UpdateError
from minigam.update.status import REQUEST, Status, Step, Wanted, save_status, take_request
from minigam.web.requests import LockedError, TooManyTriesError

PIN = "2580"


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    return SettingsStore(SettingsFile(tmp_path / "data", load_profile("sim")), lambda: 0.0)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A system with the unit that waits, and the daemon's folder."""
    (tmp_path / UNIT).parent.mkdir(parents=True)
    (tmp_path / UNIT).touch()
    (tmp_path / REQUEST).parent.mkdir(parents=True)
    return tmp_path


def ask(store: SettingsStore, root: Path, what: str, pin: Any = None) -> None:
    async def asking() -> None:
        await PageUpdates(store.check_pin, root).ask(what, pin)

    asyncio.run(asking())


@pytest.mark.parametrize("wanted", Wanted)
def test_without_a_pin_anybody_at_the_board_may_ask(
    wanted: Wanted, store: SettingsStore, root: Path
) -> None:
    ask(store, root, wanted.value)
    assert take_request(root) is wanted


@pytest.mark.parametrize("pin", [None, "2581", 2580, "", "x" * 5000])
def test_with_one_nobody_else_may(pin: object, store: SettingsStore, root: Path) -> None:
    store.set({"new_pin": PIN})
    with pytest.raises(LockedError):
        ask(store, root, "install", pin)
    assert not (root / REQUEST).exists()
    ask(store, root, "install", PIN)
    assert take_request(root) is Wanted.INSTALL


def test_wrong_ones_count_as_they_do_for_the_settings(store: SettingsStore, root: Path) -> None:
    store.set({"new_pin": PIN})
    for _ in range(3):
        with pytest.raises(LockedError):
            ask(store, root, "look", "0000")
    with pytest.raises(TooManyTriesError):
        ask(store, root, "look", PIN)


@pytest.mark.parametrize("what", ["", "Install", "https://example.org/evil.tar", "x" * 5000])
def test_nothing_else_can_be_asked_for(what: str, store: SettingsStore, root: Path) -> None:
    with pytest.raises(UnknownNameError, match="expected one of: look, install"):
        ask(store, root, what)
    assert not (root / REQUEST).exists()


def test_the_page_is_shown_what_the_updater_says(store: SettingsStore, root: Path) -> None:
    updates = PageUpdates(store.check_pin, root)
    assert updates.listed() == {
        "available": True,
        "step": "unknown",
        "installed": __version__,
        "offered": "",
        "source": "",
        "text": "",
    }
    save_status(root, Status(Step.FAILED, "0.0.1", "9.0.0", "/media/x", "no room"))
    assert updates.listed() == {
        "available": True,
        "step": "failed",
        "installed": __version__,
        "offered": "9.0.0",
        "source": "/media/x",
        "text": "no room",
    }


@pytest.mark.parametrize("gone", [UNIT, REQUEST])
def test_where_nothing_waits_updates_are_not_offered(
    gone: str, store: SettingsStore, root: Path
) -> None:
    path = root / gone
    if path.exists():
        path.unlink()
    else:
        path.parent.rmdir()
    updates = PageUpdates(store.check_pin, root)
    assert not updates.listed()["available"]


def test_a_request_that_cannot_be_written_is_said(store: SettingsStore, tmp_path: Path) -> None:
    with pytest.raises(UpdateError, match="cannot be written"):
        ask(store, tmp_path, "look")
