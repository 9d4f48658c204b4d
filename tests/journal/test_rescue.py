"""What is read of a damaged game."""

from contextlib import closing
from pathlib import Path

from minigam.journal.rescue import damaged
from minigam.journal.schema import board_key
from minigam.journal.store import FILE_NAME, Journal
from minigam.rules.actions import Action, Begun, Confirmed, Rolled, Stepped
from minigam.rules.game import Game
from minigam.rules.record_conversion import record_of
from minigam.rules.terms import Terms

PLAYED: tuple[Action, ...] = (
    Begun(Terms("backgammon", by_hand=True)),
    Rolled((3, 1)),
    Stepped(17, 3),
    Stepped(19, 1),
    Confirmed(),
)


def test_a_game_that_begins_again_is_read_up_to_there(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
        number = journal.begin(PLAYED, board_key(24, False))
        journal.append(number, [Begun(Terms("minigam", by_hand=True)), Rolled((2, 1))])
        (found,) = damaged(journal)
    played = record_of(Game.of(PLAYED), found.record.at if found.record else "")
    assert (found.number, found.record) == (number, played)
