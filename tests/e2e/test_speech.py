"""The board's own voice: the daemon with a program on PATH that notes what it is told."""

from pathlib import Path

import pytest

from minigam.words import wordings
from tests.e2e.daemon import minigam, running

NOTING = '#!/bin/sh\n{{ echo "$2 $(cat)"; }} >> "{notes}"\n'
PATIENCE = 2000
"""So many answers of the daemon are waited for."""


@pytest.fixture(name="notes")
def _notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where an espeak-ng that is found first writes its voice and text."""
    notes, program = tmp_path / "notes", tmp_path / "espeak-ng"
    program.write_text(NOTING.format(notes=notes))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return notes


def test_the_board_speaks_german(tmp_path: Path, notes: Path) -> None:
    with running(tmp_path / "data", "--speech", "--lang", "de") as daemon:
        daemon.tap("undo")
        for _ in range(PATIENCE):
            daemon.get("/api/state")  # speaking hinders nobody
            if notes.exists() and "zurückzunehmen" in notes.read_text("utf-8"):
                break
        spoken = daemon.get("/api/state")["spoken"]
        german = daemon.get("/api/state?lang=de")["spoken"]
        assert spoken[-1] == {
            "number": spoken[-1]["number"],
            "tone": "refused",
            **wordings("There is nothing to take back."),
            "at_once": True,
        }
        assert german[-1]["text"] == "Es gibt nichts zurückzunehmen."
        assert "de Es gibt nichts zurückzunehmen." in notes.read_text("utf-8").splitlines()
        told = daemon.get("/api/language")
        assert (told["lang"], told["words"]["Rules"]) == ("de", "Regeln")
        assert daemon.refused("/api/state?lang=nl")[0] == 404


def test_without_the_program_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    ended = minigam("run", "--board", "sim", "--data", tmp_path / "data", "--speech")
    assert (ended.status, "sudo apt install espeak-ng" in ended.err) == (3, True)
    ended = minigam("run", "--board", "sim", "--data", tmp_path / "data", "--lang", "nl")
    assert (ended.status, "language" in ended.err) == (2, True)
