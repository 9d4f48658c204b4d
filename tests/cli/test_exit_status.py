"""The same exit status for the same kind of fault, in every command."""

import time
from pathlib import Path
from unittest.mock import Mock

import pytest

from minigam.cli.main import COMMANDS, _parser
from minigam.errors import ExitStatus
from minigam.journal.lock import data_locked
from minigam.journal.store import FILE_NAME
from minigam.pairing.phone_sessions import Sessions
from minigam.pairing.phones import PairingsFile, this_boot
from tests.cli.commands import Run, begin_game, parsers
from tests.e2e.daemon import free_port

NEGATIVE, USAGE, UNAVAILABLE = ExitStatus.NEGATIVE, ExitStatus.USAGE, ExitStatus.UNAVAILABLE
ARGUMENTS = {
    "record": ["new.trace"],
    "show": ["1"],
    "verify": ["1"],
    "report": ["1"],
    "export": ["1"],
    "import": ["game.json"],
    "analyse": ["match.mat"],
    "restore": ["backup.tar.gz"],
    "calibrate": ["-o", "new.toml"],
    "completion": ["bash"],
    "firmware": ["files", "pico"],
    "hil": ["quarter-buttons"],
}
"""What a command cannot do without."""
READERS = {"games", "show", "statistics", "verify", "report", "export"}
"""They need games."""
FINDERS = {"doctor"}
"""To say that a board cannot be used, and why, is what they are for."""


ALL = list(COMMANDS)


def with_option(option: str) -> list[str]:
    """The commands that have it; of `firmware`, what counts is the action in `ARGUMENTS`."""
    known = dict(parsers(_parser(COMMANDS)))
    known["firmware"] = known["files"]
    return [name for name in ALL if option in known[name]._option_string_actions]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one game, in which nobody has played; no other folder is written to."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    folder = tmp_path / "data"
    folder.mkdir()
    begin_game(folder)
    return folder


def refused(run: Run, name: str, *more: object) -> ExitStatus:
    """A command's status, after one message on standard error and nothing on standard output."""
    status, out, err = run(name, *ARGUMENTS.get(name, ()), *more)
    assert (out, err[:9]) == ("", "minigam: "), (out, err)
    return ExitStatus(status)


@pytest.mark.parametrize("name", ALL)
def test_an_unknown_option_is_a_fault_of_usage(name: str, run: Run) -> None:
    assert run(name, *ARGUMENTS.get(name, ()), "--colour").status == USAGE


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize("name", sorted({*with_option("--board")} - FINDERS))
@pytest.mark.parametrize(
    "board", ["nope", "x" * 5000, f"{'x' * 5000}.toml", "/etc/passwd", "bad.toml"]
)
def test_so_is_a_board_that_there_is_not_or_that_has_faults(
    name: str, board: str, run: Run
) -> None:
    Path("bad.toml").write_text('extends = "sim-hall"\ncolour = "oak"\n', "utf-8")
    finds = (name, board) == ("check", "bad.toml")  # which is its answer
    assert refused(run, name, "--board", board) == (NEGATIVE if finds else USAGE)


@pytest.mark.parametrize("name", with_option("--rules"))
def test_so_are_rules_that_there_are_not(name: str, run: Run) -> None:
    assert run(name, *ARGUMENTS.get(name, ()), "--rules", "nope").status == USAGE


@pytest.mark.parametrize("option", ["second_die", "second_die=nope", "nope=1"])
@pytest.mark.parametrize("name", with_option("--option"))
def test_so_is_an_option_of_them(name: str, option: str, data: Path, run: Run) -> None:
    given = {"--board": "sim", "--data": data}
    more = [word for known in given if name in with_option(known) for word in (known, given[known])]
    assert refused(run, name, *more, "--option", option) == USAGE


@pytest.mark.parametrize("number", ["7", "9" * 23])
@pytest.mark.parametrize("name", ["show", "verify", "report", "export"])
def test_so_is_a_game_that_there_is_not(name: str, number: str, data: Path, run: Run) -> None:
    told = f"minigam: unknown game '{number}'; expected one of: 1\n"
    assert run(name, number, "--data", data) == (USAGE, "", told)


@pytest.mark.parametrize(
    "arguments",
    [
        ["import", "folder"],
        ["import", "bad"],
        ["import", "empty.json"],
        ["hil", "sim", "--compare", "bad"],
        ["hil", f"{'x' * 5000}.toml"],
        ["restore", "folder"],
        ["restore", "bad"],
        ["export", "1", "--output", "nowhere/game.json"],
        ["settings", "nope=1", "--board", "sim"],
    ],
    ids=" ".join,
)
def test_so_is_a_path_or_a_text_that_cannot_be_used(
    arguments: list[str], data: Path, tmp_path: Path, run: Run
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "bad").write_text("?", "utf-8")
    empty = '{"format":"minigam","version":1,"games":[]}'
    (tmp_path / "empty.json").write_text(empty, "utf-8")
    folder = () if arguments[0] == "hil" else ("--data", data)
    status, out, err = run(*arguments, *folder)
    assert (status, out, err[:9]) == (USAGE, "", "minigam: "), err


@pytest.mark.parametrize(
    ("name", "more"),
    [
        *((name, ()) for name in sorted(READERS)),
        *((name, ("--json",)) for name in with_option("--json") if name in READERS),
    ],
)
def test_a_folder_without_games_is_something_missing(
    name: str, more: tuple[str, ...], tmp_path: Path, run: Run
) -> None:
    words = (name, *ARGUMENTS.get(name, ()), *more)
    status, out, err = run(*words, "--data", tmp_path / "none")
    assert (status, out, err.count("\n")) == (UNAVAILABLE, "", 1)
    assert err.startswith("minigam: expected games in ")


@pytest.mark.parametrize("name", sorted(READERS))
def test_a_journal_that_cannot_be_read_is_something_broken(name: str, data: Path, run: Run) -> None:
    (data / FILE_NAME).write_bytes(b"?" * 4096)
    assert refused(run, name, "--data", data) == UNAVAILABLE


def test_a_table_that_is_not_there_is_something_missing(data: Path, run: Run) -> None:
    perfect = ("--board", "sim", "--black", "perfect", "--data", data)
    assert refused(run, "run", *perfect, "--port", free_port()) == UNAVAILABLE


def test_a_game_that_no_table_can_be_made_of_is_a_fault_of_usage(data: Path, run: Run) -> None:
    rules = ("--rules", "backgammon", "--data", data)
    board = ("--board", "sim", "--port", free_port())
    for name, *more in (
        ("facts", *rules),
        ("solve", *rules),
        ("run", *board, "--black", "perfect", *rules),
        ("run", *board, "--solve", *rules),
    ):
        assert refused(run, name, *more) == USAGE


LONG = "8/7 " * 30_000
NINES = "9" * 5000


@pytest.mark.parametrize(
    "arguments",
    [
        ["import", "long.mat"],
        ["run", "--board", "sim", "--stake", LONG],
        ["run", "--board", "sim", "--option", f"length={NINES}"],
        ["run", "--board", "sim", "--clock", LONG],
        ["show", NINES],
        ["show", NINES[:4000]],
        ["games", LONG],
        ["check", "--board", "long.toml"],
        ["settings", "--board", "long.toml"],
        ["settings", "--board", "sim", f"idle={LONG}"],
        ["solve", "--option", f"{LONG}=1"],
    ],
    ids=lambda arguments: " ".join(arguments)[:40],
)
def test_what_was_given_is_not_printed_at_length(
    arguments: list[str], data: Path, tmp_path: Path, run: Run
) -> None:
    (tmp_path / "long.mat").write_text(
        f" 7 point match\n\n Game 1\n A : 0  B : 0\n  1) 31: {LONG}\n"
    )
    keys = "".join(f"unknown_key_{'x' * 80}_{number} = 1\n" for number in range(3000))
    (tmp_path / "long.toml").write_text(f'{keys}extends = "sim"\n', "utf-8")
    more = [] if arguments[0] == "check" else ["--data", str(data)]
    status, out, err = run(*arguments, *more)
    assert (status, out) == (NEGATIVE if arguments[0] == "check" else USAGE, "")
    assert "minigam" in err
    assert len(err) < 10_000


def test_a_folder_in_use_is_something_busy(data: Path, run: Run) -> None:
    sessions, port = Sessions(this_boot()), free_port()
    sessions.add("Ann", "token", time.monotonic())
    PairingsFile(data, this_boot()).write(sessions)
    with data_locked(data, "lock", "busy"):
        for name, *more in (
            ("run", "--board", "sim", "--port", port),
            ("settings", "idle=5", "--board", "sim"),
            ("pairings", "--revoke", "1", "--port", port),
        ):
            assert refused(run, name, *more, "--data", data) == UNAVAILABLE


def test_what_cannot_be_told_is_neither_yes_nor_no(data: Path, run: Run) -> None:
    said = run("verify", "1", "--data", data)
    assert said.status == UNAVAILABLE
    assert "no dice were rolled in this game" in said.out


def test_a_bug_is_none_of_these_and_shows_where_it_is(
    monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setattr("minigam.cli.main._parser", Mock(side_effect=ZeroDivisionError))
    status, out, err = run("games")
    *trace, last = err.splitlines()
    assert (status, out) == (ExitStatus.INTERNAL, "")
    assert (trace[0], trace[-1]) == ("Traceback (most recent call last):", "ZeroDivisionError")
    assert last == "minigam: this is a bug in minigam: please report it, with these lines"
