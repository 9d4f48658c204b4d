"""`--json`: one document on standard output and nothing else, with fields that are explained."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from minigam.errors import ExitStatus
from minigam.journal.store import FILE_NAME
from minigam.rules.actions import Rolled, Stepped
from minigam.rules.match import Standing
from minigam.rules.terms import Terms
from minigam.table.setup import Setup, games_for
from minigam.table.statistics import statistics
from tests.cli.commands import Run, begin_game
from tests.cli.test_exit_status import with_option
from tests.docs.pages import named
from tests.docs.test_docs import paths
from tests.e2e.daemon import free_port
from tests.journal.test_shared_games import keep
from tests.rules.two_boards import MEETING, TwoBoards

ENDED = "black won 1 (single, resigned), as the journal closed it"


@pytest.fixture
def data(games: Path) -> Path:
    """The sample journal, an unfinished game of backgammon, and a damaged one."""
    setup = Setup("backgammon", (("length", "5"),), dice="hand", games=games_for(24))
    actions = Rolled((6, 3)), Stepped(1, 6), Stepped(12, 3)
    begin_game(games, *actions, setup=setup, before=Standing((1, 2)))
    damaged = begin_game(games)
    with closing(sqlite3.connect(games / FILE_NAME)) as db, db:
        db.execute("UPDATE action SET body = '?' WHERE game = ?", (damaged,))
    return games


def document(run: Run, *arguments: object, status: int = 0) -> dict[str, Any]:
    """The one document, without its version."""
    found, out, err = run(*arguments, "--json")
    assert (found, err) == (status, "")
    assert out.isascii()
    fields: dict[str, Any] = json.loads(out)
    assert fields.pop("version") == 1
    return fields


def documents(data: Path, run: Run) -> Iterator[tuple[str, Any]]:
    """Of every command, with every field once."""
    there = ("--data", data)
    for number in (1, 4):
        yield "show", document(run, "show", number, *there)
    keep(data / "two-boards", TwoBoards(Terms("minigam", meeting=MEETING)).play())
    yield "show", document(run, "show", 1, "--data", data / "two-boards")
    yield "games", document(run, "games", *there)
    yield "statistics", set(document(run, "statistics", *there))
    yield "verify", document(run, "verify", 1, *there)
    for board in ("sim", "quarter-hall"):
        found = document(run, "check", "--board", board)
        found["profile"]["inputs"] = {"NAME": 17}
        yield "check", found
    asked = ("--board", "sim", "--port", free_port())
    damaged = ExitStatus.NEGATIVE  # as one of the games is
    yield "doctor", document(run, "doctor", *asked, *there, status=damaged)


def test_every_field_is_explained(data: Path, run: Run) -> None:
    found: dict[str, set[str]] = {}
    for name, fields in documents(data, run):
        known = fields if isinstance(fields, set) else paths(fields)
        found[name] = found.get(name, {"version"}) | known
    found["show"] -= {"options.length"}
    for name, fields in found.items():
        explained = set(named("commands.md", f"### {name}")) - {"GET /api/statistics"}
        inner = {
            field for field in fields if any(other.startswith(f"{field}.") for other in fields)
        }
        assert (name, explained - fields, fields - inner - explained) == (name, set(), set())


def test_the_commands_that_have_it_are_those_that_are_explained() -> None:
    explained = {"games", "show", "statistics", "verify", "check", "doctor"}
    assert set(with_option("--json")) == explained


def test_the_list_has_damaged_games_too(data: Path, run: Run) -> None:
    games = document(run, "games", "--data", data)["games"]
    assert [game["game"] for game in games] == [1, 2, 3, 4, 5]
    assert set(games[-1]) == {"game", "damaged"}
    assert games[0] == {
        "game": 1,
        "opened_at": "2026-01-31T19:05:00.000+00:00",
        "starred": False,
        "rules": "minigam",
        "title": "Minigam",
        "names": {"white": "", "black": ""},
        "seats": {"white": "human", "black": "human"},
        "score": {"white": 0, "black": 1},
        "turns": 26,
        "result": {"winner": "black", "points": 1, "kind": "single"},
        "ended_by": "off",
    }


def test_a_game_of_a_match_is_shown(data: Path, run: Run) -> None:
    shown = document(run, "show", 4, "--data", data)
    assert shown.pop("opened_at").endswith("+00:00")
    assert shown == {
        "game": 4,
        "starred": False,
        "rules": "backgammon",
        "title": "Backgammon",
        "names": {"white": "", "black": ""},
        "seats": {"white": "human", "black": "human"},
        "score": {"white": 1, "black": 2},
        "turns": 0,
        "result": None,
        "ended_by": None,
        "imported": False,
        "options": {"length": "5"},
        "stake": None,
        "score_before": {"white": 1, "black": 2},
        "swapped": False,
        "plays": [],
        "turn": "white",
        "position": "-b----E-C-A-eD---cAe----A-",
        "xgid": "XGID=-b----E-C---eE---c-e----B-:0:0:1:63:1:2:0:5:10",
        "gnubg_id": "4HPwATDgc/ABMA:cAmvACAACAAE",
        "dice": "hand",
        "fairness": dict.fromkeys(("commitment", "secret", "white", "black", "code")),
    }


def test_a_finished_game_has_its_plays_and_its_secret(data: Path, run: Run) -> None:
    shown = document(run, "show", 1, "--data", data)
    assert len(shown["plays"]) == shown["turns"] == 26
    assert shown["plays"][0] == {
        "side": "white",
        "roll": [5, 3],
        "play": "bar/3 bar/5",
        "text": "bar/3 bar/5",
    }
    assert (shown["turn"], shown["result"]["winner"]) == (None, "black")
    assert all(shown["fairness"].values())


def test_statistics_are_those_of_the_page(data: Path, run: Run) -> None:
    found = document(run, "statistics", "--data", data)
    assert set(found) == set(statistics([]))
    assert (found["games"], found["longest"]["game"]) == (2, 1)


def test_what_cannot_be_told_says_so(data: Path, run: Run) -> None:
    told = document(run, "verify", 2, "--data", data, status=ExitStatus.UNAVAILABLE)
    reason = "the dice were rolled by hand"
    assert told.pop("code") == "43a5-aa36-55f7-6efd"
    assert told.pop("findings") == [
        {"about": "rules", "ok": True, "text": "turns: 1, each as the rules allow"},
        {"about": "dice", "ok": None, "text": reason},
        {"about": "end", "ok": True, "text": ENDED},
    ]
    fields = {"game": 2, "verdict": "cannot tell", "reason": reason, "imported": False}
    assert told == fields


def test_a_profile_with_faults_has_all_of_them(tmp_path: Path, run: Run) -> None:
    board = tmp_path / "bad.toml"
    board.write_text('extends = "sim-hall"\ncolour = "oak"\n', "utf-8")
    told = document(run, "check", "--board", board, status=ExitStatus.NEGATIVE)
    (fault,) = told.pop("faults")
    assert fault.startswith("colour: unknown key; ")
    assert told == {"board": str(board), "profile": None}


def test_the_doctor_says_where_it_has_packed_what(data: Path, tmp_path: Path, run: Run) -> None:
    file = tmp_path / "support.zip"
    asked = ("--board", "nope", "--port", free_port(), "--data", data, "--support", file)
    told = document(run, "doctor", *asked, status=ExitStatus.NEGATIVE)
    assert (told["support"], file.is_file()) == (str(file), True)
    faults = [check for check in told["checks"] if check["verdict"] == "fault"]
    assert [fault["about"] for fault in faults] == ["board", "games"]
    assert faults[0]["text"].startswith("unknown board profile")
