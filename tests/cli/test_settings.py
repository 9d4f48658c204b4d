"""`minigam settings`: printed, changed, and left alone while a daemon runs."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from minigam.board.profile import load_profile
from minigam.daemon.settings import Settings
from minigam.daemon.settings_store import SettingsFile
from minigam.daemon.staff_pin import verify_pin
from minigam.journal.data_folder import lock_data_folder
from tests.cli.commands import Run, Said

Ask = Callable[..., Said]


@pytest.fixture
def ask(run: Run, tmp_path: Path) -> Ask:
    """Runs `minigam settings` over this folder."""

    def asked(*changes: str, board: str = "sim") -> Said:
        return run("settings", *changes, "--board", board, "--data", tmp_path)

    return asked


def kept(folder: Path, board: str = "sim") -> Settings:
    return SettingsFile(folder, load_profile(board)).load().settings


def test_changes_are_kept_and_printed(tmp_path: Path, ask: Ask) -> None:
    board, *printed = ask("idle=2.5", "levels=", "games=minigam", "tones=off", "night=").lines
    assert kept(tmp_path) == Settings(idle=2.5, levels=(), games=("minigam",), tones=False)
    assert board == f"# board: sim, in {tmp_path / 'settings' / 'sim.toml'}"
    assert printed[:2] == ['games = ["minigam"]', "levels = []  # none: only people play"]
    assert printed[12:] == [
        "idle = 2.5",
        'rest = ""  # never',
        'broker = ""  # none',
        'board_name = ""  # this machine\'s name',
        "remote_control = false",
        "broker_password = false",
        "pin = false",
    ]
    _, *printed = ask("idle=0", "games=").lines
    assert printed[0] == "games = []  # all that fit the board"
    assert printed[12:14] == ["idle = 0.0  # never", 'rest = ""  # never']


def test_each_board_has_its_own_and_the_simulated_one_is_that_which_fits_the_rules(
    tmp_path: Path, ask: Ask
) -> None:
    ask("idle=1")
    ask("idle=2", board="full-24")
    assert (kept(tmp_path).idle, kept(tmp_path, "full-24").idle) == (1, 2)
    full = tmp_path / "settings" / "full-24.toml"
    said = ask("idle=3", "--rules", "backgammon")
    assert (said.status, said.lines[0]) == (0, f"# board: full-24, in {full}")
    assert (kept(tmp_path).idle, kept(tmp_path, "full-24").idle) == (1, 3)


def test_all_games_and_levels_are_had_again(ask: Ask, tmp_path: Path) -> None:
    ask("games=minigam", "levels=easy")
    assert ask("games=all", "levels=all").status == 0
    assert kept(tmp_path) == Settings()


def test_the_pin_is_set_hashed_and_taken_away_without_it(ask: Ask, tmp_path: Path) -> None:
    ask("pin=2580")
    assert verify_pin("2580", kept(tmp_path).lock)
    assert ask("pin=").status == 0
    assert kept(tmp_path).lock == ""


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("idle=soon", "idle: expected 0, or a number of minutes from 0.5 to 1440, got 'soon'"),
        ("volume=7.5", "volume: expected a whole number from 0 to 100, got '7.5'"),
        ("pin=12", "A PIN has 4 to 12 digits, and nothing else."),
        ("lock=x", "lock: expected new_pin instead"),
        ("tones", "expected NAME=VALUE, got 'tones'"),
    ],
)
def test_what_cannot_be_is_told_in_a_line(change: str, told: str, tmp_path: Path, ask: Ask) -> None:
    other = "volume=3" if change[0] == "i" else "idle=3"
    assert ask(other, change) == (2, "", f"minigam: {told}\n")
    assert kept(tmp_path) == Settings()


def test_while_a_daemon_runs_they_are_only_printed(tmp_path: Path, ask: Ask) -> None:
    with lock_data_folder(tmp_path):
        assert ask().status == 0
        refused = ask("idle=3")
    assert refused.status == 3
    assert refused.err.startswith(f"minigam: another minigam is using {tmp_path}")
    assert kept(tmp_path) == Settings()


def test_a_fault_in_the_file_is_printed_first(tmp_path: Path, ask: Ask) -> None:
    file = SettingsFile(tmp_path, load_profile("sim"))
    file.path.parent.mkdir()
    file.path.write_text("idle = true\n", "utf-8")
    said = ask()
    assert said.status == 0
    assert said.lines[1] == (
        f"{file.path}, line 1: idle: expected 0, or a number of minutes from 0.5 to 1440, "
        "got True; the usual value is used"
    )


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_root_changes_the_boards_owner_can_read(ask: Ask, tmp_path: Path) -> None:
    os.chown(tmp_path, 12345, 12346)
    assert ask("idle=3").status == 0
    found = {path.name: (path.stat().st_uid, path.stat().st_gid) for path in tmp_path.rglob("*")}
    assert found == dict.fromkeys(("lock", "settings", "sim.toml"), (12345, 12346))


def test_the_broker_s_password_comes_from_a_file_and_is_not_printed(
    tmp_path: Path, ask: Ask
) -> None:
    file = tmp_path / "password"
    file.write_text("very secret\n")
    lines = ask("--broker-password-file", str(file)).lines
    assert "broker_password = true" in lines
    assert "secret" not in str(lines)
    assert (tmp_path / "remote" / "password").read_text() == "very secret\n"
    assert "broker_password = false" in ask("broker_password=").lines
