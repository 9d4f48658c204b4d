"""The daemon's beginning and end, and what people are told when it cannot begin."""

import os
import signal
from contextlib import closing
from pathlib import Path
from socket import create_server

import pytest

from tests.e2e.daemon import Daemon, Ended, free_port, minigam, running


def run(data: Path, *options: str) -> Ended:
    """A start that must fail, on a port of its own."""
    return minigam("run", "--board", "sim", "--port", str(free_port()), "--data", data, *options)


@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_says_where_the_page_is_and_ends_when_told(name: signal.Signals, tmp_path: Path) -> None:
    with running(tmp_path / "data") as daemon:
        assert daemon.said == [f"minigam is ready: {daemon.url}/  (Quarter board, simulated)\n"]
        assert daemon.stop(name) == Ended(0, "", "")


def test_it_ends_cleanly_in_the_middle_of_a_game(tmp_path: Path) -> None:
    with running(tmp_path / "data") as daemon:
        daemon.tap("roll", "roll", "roll")
        phase = daemon.get("/api/state")["phase"]
        assert daemon.stop() == Ended(0, "", "")
    with running(tmp_path / "data") as daemon:
        assert daemon.said[0] == (
            "game 1 goes on where it was left; "
            "hold roll and undo (on the page: New game) for a new one\n"
        )
        assert daemon.get("/api/state")["phase"] == phase


def test_a_taken_port_is_named(tmp_path: Path) -> None:
    with closing(create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        ended = minigam("run", "--board", "sim", "--port", str(port), "--data", tmp_path)
    message = f"port {port} cannot be used: Address already in use; choose another with --port"
    assert ended == Ended(3, "", f"minigam: {message}\n")


def test_a_folder_serves_one_daemon(tmp_path: Path) -> None:
    with running(tmp_path / "data") as daemon:
        message = (
            f"another minigam is using {daemon.data}: stop it, or give another folder with --data"
        )
        assert run(daemon.data) == Ended(3, "", f"minigam: {message}\n")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ["--board", "chess"],
            "unknown board profile 'chess'; expected one of: "
            "dice-16, dice-16-hall, full-24, full-24-hall, quarter-buttons, quarter-hall, "
            "quarter-hall-tap, sim, sim-full-24-hall, sim-hall, the path of an existing .toml file",
        ),
        (
            ["--option", "dice=7"],
            "unknown option of minigam 'dice'; expected one of: enter_on_own, second_die, length",
        ),
        (
            ["--option", "second_die=x"],
            "unknown value of option second_die 'x'; expected one of: order, must, free",
        ),
        (["--option", "second_die"], "expected --option NAME=VALUE, got 'second_die'"),
    ],
)
def test_an_unknown_name_is_told_the_known_ones(
    options: list[str], message: str, tmp_path: Path
) -> None:
    assert run(tmp_path, *options) == Ended(2, "", f"minigam: {message}\n")


@pytest.mark.parametrize(
    ("arguments", "start"),
    [
        (["--board"], "minigam: error: expected no more arguments, got: --board"),
        (["run", "--colour"], "minigam run: error: expected no more arguments, got: --colour"),
        (["run", "--port", "0"], "minigam run: error: argument --port: expected a port from 1"),
        (["run", "--port", "x"], "minigam run: error: argument --port: expected a port from 1"),
        (["run", "--rules", "x"], "minigam run: error: argument --rules: invalid choice: 'x' ("),
        (["run", "--white", "x"], "minigam run: error: argument --white: invalid choice: 'x' ("),
        (["run", "--dice", "x"], "minigam run: error: argument --dice: invalid choice: 'x' ("),
        (["show", "x"], "minigam show: error: argument GAME: invalid int value: 'x'"),
    ],
)
def test_a_bad_command_line_gets_the_usage_and_one_reason(arguments: list[str], start: str) -> None:
    ended = minigam(*arguments)
    *usage, reason = ended.err.splitlines()
    assert (ended.status, ended.out, reason[: len(start)]) == (2, "", start)
    assert usage[0].startswith("usage: minigam")


@pytest.mark.parametrize(
    ("name", "reason"),
    [("file", "File exists"), ("/proc/minigam", "No such file or directory")],
)
def test_a_data_folder_that_cannot_be_made_is_refused(
    name: str, reason: str, tmp_path: Path
) -> None:
    """Not even root may make one in /proc."""
    data, file = tmp_path / name, tmp_path / "file"
    file.write_text("mine")
    message = f"the data folder {data} cannot be used: {reason}; give another with --data"
    assert run(data) == Ended(3, "", f"minigam: {message}\n")
    assert file.read_text() == "mine"


def test_what_is_no_plain_file_in_it_is_not_followed(tmp_path: Path) -> None:
    """The daemon puts it aside; who only looks refuses it."""
    mine = tmp_path / "mine"
    mine.write_text("mine")
    data = tmp_path / "data"
    for number, kind in enumerate(("a symbolic link", "a pipe"), start=1):
        for name in ("lock", "journal.sqlite"):
            file = data / name
            data.mkdir(exist_ok=True)
            file.unlink(missing_ok=True)
            file.symlink_to(mine) if number == 1 else os.mkfifo(file)
        message = f"expected a plain file at {file}, got {kind}: move it aside"
        assert minigam("games", "--data", data) == Ended(3, "", f"minigam: {message}\n")
        daemon = Daemon(data)
        daemon.kill()
        assert len(list(data.glob("aside-*"))) == 2 * number
    assert mine.read_text() == "mine"


@pytest.mark.parametrize("command", ["games", "show", "verify"])
def test_a_folder_without_games_is_told_so(command: str, tmp_path: Path) -> None:
    game = [] if command == "games" else ["1"]
    message = (
        f"expected games in {tmp_path}, found none: play one with `minigam run`, "
        "or name another folder with --data"
    )
    ended = minigam(command, *game, "--data", tmp_path)
    assert ended == Ended(3, "", f"minigam: {message}\n")


@pytest.mark.parametrize("command", ["show", "verify"])
def test_an_unknown_game_is_told_the_known_ones(command: str, tmp_path: Path) -> None:
    with running(tmp_path / "data") as daemon:
        daemon.tap("roll")
    ended = minigam(command, "7", "--data", daemon.data)
    assert ended == Ended(2, "", "minigam: unknown game '7'; expected one of: 1\n")
