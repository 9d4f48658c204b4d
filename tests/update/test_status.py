"""What the daemon and root write for each other; the daemon's folder may hold anything."""

import os
from pathlib import Path

import pytest

from minigam.errors import UpdateUnavailableError
from minigam.update.status import (
    REQUEST,
    STATUS,
    Status,
    Step,
    Wanted,
    ask_for,
    load_status,
    read_status,
    save_status,
    take_request,
)

STATE = Status(Step.FAILED, "0.1.0", "0.2.0", "/media/stick/minigam-0.2.0.tar", "no room")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / REQUEST).parent.mkdir(parents=True)
    return tmp_path


@pytest.mark.parametrize("wanted", Wanted)
def test_a_request_is_taken_once(wanted: Wanted, root: Path) -> None:
    ask_for(root, wanted)
    assert take_request(root) is wanted
    assert take_request(root) is None


def secret_link(path: Path) -> None:
    secret = path.parent / "secret"
    secret.write_text("install")
    path.symlink_to(secret)


BAD = {
    "nothing": lambda _: None,
    "a link": secret_link,
    "a pipe": os.mkfifo,
    "a folder": lambda path: path.mkdir(),
    "noise": lambda path: path.write_bytes(b"\xff" * 10_000),
    "another word": lambda path: path.write_text("install https://example.org"),
}


@pytest.mark.parametrize("make", BAD.values(), ids=list(BAD))
def test_whatever_else_lies_there_asks_for_nothing(make: object, root: Path) -> None:
    assert callable(make)
    make(root / REQUEST)
    assert take_request(root) is None


def test_the_status_is_read_as_it_was_written(root: Path) -> None:
    assert load_status(root) is None
    save_status(root, STATE)
    assert load_status(root) == STATE
    assert (root / STATUS).stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("text", ["", "[]", "null", '{"step": "done"}', '{"step": []}', "[" * 9000])
def test_another_text_is_no_status(text: str) -> None:
    assert read_status(text) is None


def test_a_status_does_not_grow(root: Path) -> None:
    save_status(root, Status(Step.FAILED, text="x" * 10_000, source="y" * 10_000))
    found = load_status(root)
    assert found is not None
    assert len(found.text) == len(found.source) == 300


def test_who_was_not_started_by_the_unit_asks_nobody(tmp_path: Path) -> None:
    with pytest.raises(UpdateUnavailableError, match="cannot be written"):
        ask_for(tmp_path, Wanted.LOOK)
