"""Whose time runs in a game between two boards."""

from dataclasses import replace

from minigam.rules.clock import TimeControl
from minigam.rules.terms import Terms
from minigam.table import timing
from minigam.table.setup import Setup
from tests.rules.two_boards import MEETING, TwoBoards
from tests.table.play import started


def test_the_clock_stands_from_a_sides_share_to_its_roll() -> None:
    terms = Terms("minigam", meeting=MEETING, clock=TimeControl("1:00+0"))
    boards = TwoBoards(terms)
    boards.play(turns=1)
    side = boards.game.side
    assert side is not None
    here = Setup(key=side.of(MEETING.boards))
    state = replace(started((5, 2)).state, game=boards.game, setup=here)
    running = (side, 1)
    assert timing.running(state) == running
    for giver in (side, side.other):
        boards.do(boards.share(giver))
        assert timing.running(replace(state, game=boards.game)) is None
    boards.do(boards.roll())
    assert timing.running(replace(state, game=boards.game)) == running
