"""Which game the daemon begins with, and what becomes of the one before."""

from collections.abc import Callable
from pathlib import Path

import pytest

from minigam.board.profile import load_profile
from minigam.daemon.dependencies import Dependencies
from minigam.daemon.startup import table_of
from minigam.daemon.table import Table
from minigam.journal.data_folder import journal_in
from minigam.journal.importing import add_games
from minigam.journal.store import FILE_NAME, Journal
from minigam.journal.verification import VerifyStatus, verify
from minigam.rules.actions import Closed, NumberGiven, Revealed
from minigam.rules.record_conversion import imported, record_of
from minigam.table.events import Opened
from minigam.table.setup import Setup
from minigam.table.state import Phase
from tests.daemon.rig import Unlit
from tests.docs.sample import Sample, finished, unfinished
from tests.journal.tampering import abandoned


def started(
    journal: Journal, opening: Opened | None = None, say: Callable[[str], None] = print
) -> Table:
    """The table that the daemon begins with; `opening`: what is asked for."""

    def nobody(_: object) -> None:
        """Thinks for a computer's seat, or teaches."""

    deps = Dependencies(journal, Unlit(), lambda: 0, lambda: bytes(32), nobody)
    asked = opening is not None
    return table_of(load_profile("sim"), deps, opening or Opened(Setup()), asked=asked, say=say)


def at_table(table: Table) -> tuple[int | None, Phase]:
    return table.number, table.state.phase


@pytest.mark.parametrize("make", [finished, abandoned])
def test_a_game_whose_end_was_not_written_is_closed_before_another_one(
    make: Callable[[], Sample], tmp_path: Path
) -> None:
    """The plug was pulled after the last touch; the next start asks for another game."""
    game = make()
    ends = [at for at, action in enumerate(game.decided) if isinstance(action, Revealed)]
    game.decided = game.decided[: ends[0]]
    game.keep(tmp_path)
    journal = Journal(tmp_path / FILE_NAME, new=True)
    table = started(journal, Opened(Setup("minigam-full-entry")))
    assert (table.number, table.state.setup.rules_id) == (None, "minigam-full-entry")
    assert [type(action) for action in journal.actions(1)[-2:]] == [Revealed, Closed]
    assert verify(journal, 1).verdict is VerifyStatus.YES
    journal.close()


def test_a_damaged_game_is_passed_over_and_left_as_it_is(tmp_path: Path) -> None:
    """The game on the board is damaged: the one before, which is over, is on the board again."""
    finished().keep(tmp_path)
    unfinished().keep(tmp_path)
    journal = Journal(tmp_path / FILE_NAME)
    with journal.writing() as db:
        db.execute("DELETE FROM action WHERE game > 1 AND number = 3")
    said: list[str] = []
    assert at_table(started(journal, say=said.append)) == (1, Phase.GAME_OVER)
    assert said[0].startswith("a game is damaged, and is not gone on with: game ")
    assert "action 3 is missing" in said[0]
    with journal.writing() as db:
        db.execute("DELETE FROM action WHERE number = 2")
    assert at_table(started(journal, say=said.append)) == (None, Phase.ATTRACT)
    journal.close()


@pytest.mark.parametrize(
    ("lacks", "why"),
    [("secret", "expected a dice secret"), ("numbers", "expected both sides' numbers")],
)
def test_a_game_that_cannot_go_on_is_damaged(lacks: str, why: str, tmp_path: Path) -> None:
    game = unfinished()
    if lacks == "numbers":
        game.decided = [a for a in game.decided if not isinstance(a, NumberGiven)]
    game.keep(tmp_path)
    journal = Journal(tmp_path / FILE_NAME)
    if lacks == "secret":
        with journal.writing() as db:
            db.execute("UPDATE game SET secret = NULL")
    said: list[str] = []
    assert at_table(started(journal, say=said.append)) == (None, Phase.ATTRACT)
    assert why in said[0]
    journal.close()


def test_a_start_reads_no_more_games_than_it_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Newer games that came from a file are not read, however many there are."""
    unfinished().keep(tmp_path)
    journal = Journal(tmp_path / FILE_NAME)
    mine = journal.numbers()
    game = imported(record_of(finished().state.game))
    add_games(journal, [("", game)] * 50)
    journal.close()
    read: list[int] = []
    bodies = Journal._bodies

    def counted(self: Journal, number: int) -> list[tuple[int, bytes]]:
        read.append(number)
        return bodies(self, number)

    monkeypatch.setattr(Journal, "_bodies", counted)
    with journal_in(tmp_path, print) as journal:
        assert started(journal).number == mine[-1]
    assert set(read) <= set(mine)
