"""The first game at a whole board: nothing of it is stored, and a restart leads back."""

from pathlib import Path

from minigam.rules.position import Side
from minigam.table.events import Opened
from minigam.table.first_games import MINIGAM
from minigam.table.lessons import present
from minigam.table.setup import Setup
from minigam.table.state import Phase
from tests.daemon.rig import Rig, lit, to_first_turn

AGREED = Setup(names=("Ann", ""), stake="1 coffee", on_screen=True)


def next_touch(board: Rig) -> str:
    """What the lights, or the live button, ask for."""
    controls = board.snapshot()["controls"]
    return next(iter(lit(board)), "roll" if controls["roll"]["live"] else "undo")


def test_it_is_played_by_its_lights_alone_and_is_nowhere_in_the_journal(tmp_path: Path) -> None:
    with Rig(tmp_path, Opened(AGREED)) as board:
        board.tap("bar-black")
        touches = 0
        while present(board.table.state):
            after_a_cut = board.pulled_plug()
            assert (after_a_cut.state.phase, after_a_cut.state.setup) == (Phase.ATTRACT, AGREED)
            assert (board.table.number, board.journal.numbers()) == (None, [])
            board.advance(1)  # roll is deaf for a moment after a turn
            board.tap(next_touch(board))
            touches += 1
        assert touches == len(MINIGAM.lessons) + 9  # a step is two touches
        state = board.table.state
        assert state.game.result
        assert (state.phase, state.game.result.winner) == (Phase.GAME_OVER, Side.WHITE)
        assert board.snapshot()["game"] is None
        board.advance(1)
        board.tap("roll")
        assert (board.table.state.phase, board.table.state.setup) == (Phase.ATTRACT, AGREED)
        assert board.journal.numbers() == []
        to_first_turn(board)
        assert (board.number, board.table.state.tutorial) == (1, None)


def test_left_in_the_middle_it_leaves_the_set_up_as_it_was(tmp_path: Path) -> None:
    with Rig(tmp_path, Opened(AGREED)) as board:
        for name in ("bar-black", "roll", "point-1"):
            board.tap(name)
        board.hold(["undo"], 1.2)
        board.tap("point-2")
        assert (board.table.state.phase, board.table.state.setup) == (Phase.ATTRACT, AGREED)
        board.tap("bar-black")
        board.advance(1)
        board.hold(["roll", "undo"], 3.3)
        assert (board.table.state.phase, board.table.state.setup) == (Phase.ATTRACT, AGREED)
        assert board.journal.numbers() == []


def test_nobody_is_named_in_it(tmp_path: Path) -> None:
    with Rig(tmp_path, Opened(AGREED)) as board:
        board.tap("bar-black")
        board.table.name("Eve", "Bob", board.now)
        assert board.snapshot()["message"]["code"] == "lesson"
        assert board.pulled_plug().state.setup == AGREED


def test_what_it_interrupts_is_the_game_that_was_left_last(tmp_path: Path) -> None:
    """A restart after it does not show the end of an older game again."""
    with Rig(tmp_path, Opened(AGREED)) as board:
        to_first_turn(board)
        board.advance(1)
        board.hold(["roll", "undo"], 3.3)
        assert board.table.state.phase is Phase.ATTRACT
        board.tap("bar-black")
        assert board.table.state.tutorial
        assert board.pulled_plug().state.phase is Phase.ATTRACT
        assert board.journal.numbers() == [1]
