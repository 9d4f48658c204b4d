"""An action is stored before it is recorded or logged."""

import json
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest

from minigam.daemon.stored_game import StoredGame
from minigam.daemon.trace_writer import TraceWriter
from minigam.errors import JournalError
from minigam.journal.store import FILE_NAME, Journal
from minigam.rules.actions import Action, Begun, Named
from minigam.table.setup import Setup

BOARD = "6-points"
BEGUN = Begun(Setup().terms())
NAMED = Named(("Ann", "Ben"))


class Listener(TraceWriter):
    """Notes, at each action it receives, what another reader of the file finds."""

    def __init__(self, path: Path) -> None:
        super().__init__(StringIO(), BOARD, lambda: 0.0)
        self._path = path
        self.found: list[list[Action]] = []

    def action(self, action: Action) -> None:
        with closing(Journal(self._path)) as other:
            found = [each for game in other.numbers() for each in other.actions(game)]
        assert found[-1] == action
        self.found.append(found)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / FILE_NAME


def test_an_action_is_recorded_when_it_is_safe(path: Path) -> None:
    """Also where something is agreed for the next game at the same time."""
    listener = Listener(path)
    with closing(Journal(path, new=True)) as journal:
        game = StoredGame(journal, BOARD, None, None, listener)
        game.write([BEGUN], Setup(), False)
        game.write([NAMED], Setup(hints=True), False)
        game.write([NAMED], Setup(hints=True), False)
    assert listener.found == [[BEGUN], [BEGUN, NAMED], [BEGUN, NAMED, NAMED]]


def test_the_game_that_was_left_is_remembered_until_the_next_one_begins(path: Path) -> None:
    """Also where what is set up after it is left in turn: nobody has played that."""
    with closing(Journal(path, new=True)) as journal:
        game = StoredGame(journal, BOARD, None, None, None)
        game.write([BEGUN], Setup(), False)
        for _ in range(2):
            game.write_next([], Setup(hints=True), False)
            kept = journal.agreement(BOARD)
            assert isinstance(kept, dict)
            assert (game.number, kept["left"]) == (None, 1)


def test_a_game_that_cannot_be_left_goes_on(path: Path) -> None:
    with closing(Journal(path, new=True)) as journal:
        game = StoredGame(journal, BOARD, None, None, None)
        game.write([BEGUN], Setup(), False)
        with journal.reading() as file:
            file.execute("PRAGMA query_only = ON")
        with pytest.raises(JournalError, match="readonly"):
            game.write_next([], Setup(hints=True), False)
        assert game.number == 1
        with journal.reading() as file:
            file.execute("PRAGMA query_only = OFF")
        game.write([NAMED], Setup(), False)
        assert journal.actions(1) == [BEGUN, NAMED]


def test_what_cannot_be_written_has_not_happened(path: Path) -> None:
    listener = Listener(path)
    with closing(Journal(path, new=True)) as journal:
        game = StoredGame(journal, BOARD, None, None, listener)
        with journal.reading() as file:
            file.execute("PRAGMA query_only = ON")
        for _ in range(2):
            with pytest.raises(JournalError, match="readonly"):
                game.write([BEGUN], Setup(), False)
        assert (game.number, listener.found) == (None, [])
        with journal.reading() as file:
            file.execute("PRAGMA query_only = OFF")
        game.write([BEGUN], Setup(), False)
        assert (game.number, listener.found) == (1, [[BEGUN]])
        assert journal.agreement(BOARD) == {
            "setup": json.loads(json.dumps(Setup().to_json())),
            "left": None,
            "spilled": False,
        }
