"""A changed file is refused, found to be wrong, or another game than the one that was exported."""

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from minigam.dice import provably_fair
from minigam.errors import MinigamError
from minigam.formats.formats import read, write
from minigam.journal.importing import add_games
from minigam.journal.store import FILE_NAME, Journal
from minigam.journal.verification import Verification, VerifyStatus, verify
from minigam.rules.hash_chain import parse_code
from minigam.rules.record_conversion import imported as actions_of
from minigam.rules.record_conversion import record_of
from tests.journal.tampering import ABANDONED, BY_HAND, CUBE, NAMED, OVER, verified

Change = Callable[[Any], None]


def exported(folder: Path, game: int, form: str = "json") -> str:
    with closing(Journal(folder / FILE_NAME, new=True)) as journal:
        return write([record_of(journal.game(game), "2026-01-31T19:05:00Z")], form)


def imported(folder: Path, text: str, noted: str = "") -> tuple[Verification, str]:
    """A file that is imported, verified and exported; raise `MinigamError` for one refused."""
    records = read(text)
    games = [actions_of(record) for record in records]
    with closing(Journal(folder / "elsewhere.sqlite", new=True)) as journal:
        (number,) = add_games(journal, (("", game) for game in games))
        found = verify(journal, number, noted)
        (record,) = records
        return found, write([record_of(journal.game(number), record.at)], "json")


def within(game: Any, path: tuple[str | int, ...]) -> Any:
    """The part of the JSON of a game that a path leads to."""
    for step in path:
        game = game[step]
    return game


def field(*path: str | int, value: object) -> Change:
    """Another value in the JSON of a game."""
    return lambda game: within(game, path[:-1]).__setitem__(path[-1], value)


def remove(*path: str | int) -> Change:
    return lambda game: within(game, path[:-1]).__delitem__(path[-1])


def resign_after(turns: int) -> Change:
    def change(game: Any) -> None:
        loser = game["actions"][turns]["side"]
        del game["actions"][turns:]
        winner = "black" if loser == "white" else "white"
        game["result"] = {"winner": winner, "points": 1, "kind": "single", "by": "resigned"}

    return change


FILES: tuple[tuple[str, int, Change], ...] = (
    ("a winner", OVER, field("result", "winner", value="white")),
    ("points", OVER, field("result", "points", value=2)),
    ("a gammon", OVER, field("result", "kind", value="gammon")),
    ("an end", OVER, field("result", "by", value="resigned")),
    ("no result", OVER, field("result", value=None)),
    ("a resignation after turn 12", OVER, resign_after(12)),
    ("a resignation after the first turn", OVER, resign_after(1)),
    ("the last turn deleted", OVER, remove("actions", -1)),
    ("a turn deleted", OVER, remove("actions", 8)),
    ("two turns deleted", OVER, lambda game: game["actions"].__delitem__(slice(8, 10))),
    ("a turn twice", OVER, lambda game: game["actions"].insert(8, game["actions"][8])),
    ("a roll", OVER, field("actions", 8, "roll", value=[6, 3])),
    ("a roll's order", OVER, field("actions", 4, "roll", value=[4, 2])),
    ("a play", OVER, field("actions", 4, "play", value="3/off 5/off")),
    ("another legal play at the end", OVER, field("actions", 25, "play", value="pass")),
    ("a side", OVER, field("actions", 3, "side", value="white")),
    ("the opening roll", OVER, field("opening", 1, value=[6, 3])),
    ("a tie left out", OVER, remove("opening", 0)),
    ("another tie", OVER, field("opening", 0, value=[5, 5])),
    ("a starter", OVER, field("starter", value="white")),
    ("a name", OVER, field("white", value="Ann")),
    ("both names", NAMED, lambda game: game.update(white=game["black"], black=game["white"])),
    ("a score", OVER, field("score", value=[3, 0])),
    ("the Crawford game behind", CUBE, field("crawford_played", value=True)),
    ("an option", OVER, field("options", "second_die", value="free")),
    ("the length of a match", CUBE, field("options", "length", value="7")),
    ("another game", OVER, field("rules", value="minigam-full-entry")),
    ("no proof", OVER, remove("proof")),
    ("another promise", OVER, field("proof", "commitment", value="ab" * 32)),
    ("another secret", OVER, field("proof", "secret", value="ab" * 32)),
    ("another number", OVER, field("proof", "numbers", 0, value=7)),
    ("hand-rolled: a proof", BY_HAND, field("proof", value={
        "commitment": provably_fair.commitment(bytes(32)),
        "numbers": [1, 2], "secret": bytes(32).hex()})),
    ("hand-rolled: a roll", BY_HAND, field("roll", value=[3, 4])),
    ("hand-rolled: another loser", BY_HAND, field("result", "winner", value="white")),
    ("a double left out", CUBE, lambda game: game["actions"].__delitem__(slice(2, 4))),
    ("a drop", CUBE, field("actions", 3, "cube", value="drop")),
    ("abandoned: a winner", ABANDONED, field("result", value={
        "winner": "white", "points": 1, "kind": "single", "by": "resigned"})),
    ("abandoned: a turn less", ABANDONED, remove("actions", -1)),
)  # fmt: skip


@pytest.mark.parametrize("game", [OVER, BY_HAND, ABANDONED, CUBE, NAMED])
def test_a_file_as_it_was_written_is_the_same_game_without_a_code(
    game: int, untouched: Path, tmp_path: Path
) -> None:
    text = exported(untouched, game)
    found, again = imported(tmp_path, text)
    assert (found.verdict, found.code, again) == (VerifyStatus.IMPORTED, "", text)


def test_a_noted_code_is_no_imported_games(untouched: Path, tmp_path: Path) -> None:
    """A code is the head of the chain of a journal, which no file holds."""
    code = verified(untouched, OVER).code
    found, _ = imported(tmp_path, exported(untouched, OVER), parse_code(code))
    told = f"the noted code is {code}, this game's is none"
    assert (found.verdict, found.reason) == (VerifyStatus.NO, told)


@pytest.mark.parametrize(("name", "game", "change"), FILES, ids=[change[0] for change in FILES])
def test_a_changed_file_is_refused_or_false_or_another_game(
    name: str, game: int, change: Change, untouched: Path, tmp_path: Path
) -> None:
    """It is never said to be played, never has a code, and is never the game that was exported."""
    text = exported(untouched, game)
    file = json.loads(text)
    change(file["games"][0])
    assert json.dumps(file) != json.dumps(json.loads(text)), name
    try:
        found, again = imported(tmp_path, json.dumps(file))
    except MinigamError:
        return
    assert found.verdict in (VerifyStatus.NO, VerifyStatus.IMPORTED), name
    assert found.code == "", name
    assert again != text, name


@pytest.mark.slow
@pytest.mark.parametrize(("form", "start"), [("mat", "  3) "), ("mat", "  9) "), ("sgf", ";")])
def test_no_line_of_another_programs_file_may_be_missing_unseen(
    form: str, start: str, untouched: Path, tmp_path: Path
) -> None:
    text = exported(untouched, CUBE, form)
    sound, _ = imported(tmp_path, text)
    assert sound.verdict is VerifyStatus.IMPORTED
    lines = text.splitlines(keepends=True)
    lines.remove(next(line for line in lines if line.startswith(start)))
    with pytest.raises(MinigamError):
        imported(tmp_path, "".join(lines))
