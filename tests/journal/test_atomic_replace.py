"""Files of a data folder are exchanged as a whole, from whatever place it goes on."""

import itertools
import json
import os
import shutil
from dataclasses import asdict
from pathlib import Path

import pytest

from minigam.errors import JournalError
from minigam.journal.atomic_replace import (
    INTENT,
    Exchange,
    exchange,
    finish,
    finish_broken_off,
    is_pending,
)

CHANGE = Exchange("restoring-x", "before-x", ("both", "old", "gone"), ("both", "new"))
BEFORE = {"both": "was there", "old": "was there", "stays": "stays"}
COMES = {"restoring-x/both": "came", "restoring-x/new": "came"}
AFTER = {
    "both": "came",
    "new": "came",
    "stays": "stays",
    "before-x/both": "was there",
    "before-x/old": "was there",
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    (folder / "restoring-x").mkdir(parents=True)
    for name, text in {**BEFORE, **COMES}.items():
        (folder / name).write_text(text)
    return folder


def texts(data: Path) -> dict[str, str]:
    found = (path for path in data.rglob("*") if path.is_file())
    return {path.relative_to(data).as_posix(): path.read_text() for path in found}


def decided(data: Path, change: object = None) -> None:
    text = json.dumps(asdict(CHANGE) if change is None else change)
    (data / INTENT).write_text(text)


def test_what_was_there_is_aside_and_what_comes_is_there(data: Path) -> None:
    exchange(data, CHANGE)
    assert texts(data) == AFTER
    assert not (data / CHANGE.ready).exists()
    assert (data / CHANGE.aside).stat().st_mode & 0o777 == 0o700
    assert not is_pending(data)


def test_with_nothing_there_nothing_is_aside(tmp_path: Path) -> None:
    (tmp_path / "restoring-x").mkdir()
    (tmp_path / "restoring-x/new").write_text("came")
    exchange(tmp_path, Exchange("restoring-x", "before-x", (), ("new",)))
    assert texts(tmp_path) == {"new": "came"}
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


MOVES = [("both", "before-x/both"), ("old", "before-x/old")]
MOVES += [("restoring-x/both", "both"), ("restoring-x/new", "new")]


def broken_off(data: Path, done: int) -> None:
    """After so many moves."""
    decided(data)
    (data / "before-x").mkdir()
    for source, target in MOVES[:done]:
        (data / source).rename(data / target)


@pytest.mark.parametrize("done", range(len(MOVES) + 1))
def test_it_goes_on_after_any_move(done: int, data: Path) -> None:
    broken_off(data, done)
    finish(data)
    finish(data)
    assert texts(data) == AFTER


@pytest.mark.parametrize("done", range(len(MOVES) + 1))
@pytest.mark.parametrize("fails", ["both", "old", "new"])
def test_where_something_cannot_be_moved_all_is_as_before(
    fails: str, done: int, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken_off(data, done)
    rename, moves = os.rename, itertools.count()

    def on_another_disk(name: str, target: str, **places: int) -> None:
        if name == fails and next(moves) == 0:
            raise OSError(18, "Invalid cross-device link")
        rename(name, target, **places)

    monkeypatch.setattr(os, "rename", on_another_disk)
    left = [Path(source).name for source, _ in MOVES[done:]]
    if fails in left:
        with pytest.raises(JournalError, match="cannot go on: Invalid cross-device link"):
            finish_broken_off(data)
        assert texts(data) == {**BEFORE, **COMES}
        assert not (data / "before-x").exists()
    else:
        finish_broken_off(data)
        assert texts(data) == AFTER
    assert not is_pending(data)


@pytest.mark.parametrize(
    "change",
    [
        [],
        {},
        {**asdict(CHANGE), "ready": "../x"},
        {**asdict(CHANGE), "aside": ".."},
        {**asdict(CHANGE), "going": ["a/b"]},
        {**asdict(CHANGE), "coming": [1]},
    ],
)
def test_another_intent_is_refused_and_nothing_is_moved(change: object, data: Path) -> None:
    decided(data, change)
    before = texts(data)
    with pytest.raises(JournalError, match="how a broken-off restore goes on, got something else"):
        finish_broken_off(data)
    assert texts(data) == before


@pytest.mark.parametrize("what", ["restoring-x", "before-x", INTENT])
def test_no_link_is_followed(what: str, data: Path, tmp_path: Path) -> None:
    """Such as one that the folder's owner has put there for root."""
    elsewhere = tmp_path / "elsewhere"
    if what == INTENT:
        elsewhere.write_text(json.dumps(asdict(CHANGE)))
    else:
        decided(data)
        elsewhere.mkdir()
    if (data / what).is_dir():
        shutil.rmtree(data / what)
    (data / what).symlink_to(elsewhere)
    with pytest.raises(JournalError):
        finish_broken_off(data)
    assert (data / "old").read_text() == "was there"
    assert elsewhere.is_file() or not list(elsewhere.iterdir())
