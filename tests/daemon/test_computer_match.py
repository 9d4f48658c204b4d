"""Whole matches with a computer in a seat, which doubles by itself; it really thinks."""

import asyncio
from random import Random

import pytest

from minigam.daemon.opponent import Opponent
from minigam.drivers.gnubg import Gnubg, find_gnubg
from minigam.rules.game import Game
from minigam.rules.position import Side
from minigam.rules.record import CubeAction
from minigam.rules.record_conversion import game_of, record_of
from minigam.solver.tablebase import TablebaseStore
from minigam.table import computer
from minigam.table.effects import (
    AnswerDouble,
    ChoosePlay,
    DecideDouble,
    JudgeToResign,
    timers,
    wants,
)
from minigam.table.events import Elapsed, Event, Opened
from minigam.table.setup import Setup, games_for
from minigam.table.state import Phase
from tests.daemon.test_opponent import NO_TABLES
from tests.table.play import Play, throws
from tests.table.taps import taps_for
from tests.tiers import some

HEARD = ("dead", "again", "pass", "cube", "computer")
MOST_EVENTS = 5000
FIVE = (("length", "5"),)


class Match(Play):
    """Black is a computer; a person with white plays by simple rules, and answers doubles so."""

    def __init__(self, setup: Setup, gnubg: Gnubg | None = None) -> None:
        super().__init__(setup, throws(Random(4)))
        self.answers_doubles = False
        self.games: list[Game] = []
        """Those that are over, as their actions lead to them."""
        self.found = Opponent(gnubg, TablebaseStore(NO_TABLES))

    def play(self) -> None:
        for _ in range(MOST_EVENTS):
            if self.state.game.match_over:
                return
            self.go_on()
        raise AssertionError("expected the match to end")

    def do(self, event: Event) -> None:
        """One event; a game that is left for the next one comes back from its actions."""
        if isinstance(event, Opened):
            assert self.replayed == self.state.game
            self.games.append(self.replayed)
        super().do(event)

    def go_on(self) -> None:
        """What the computer wants, or what is due next, or the person's turn."""
        due = [timer.name for timer in timers(self.state) if timer.name in HEARD]
        match next(iter(wants(self.state)), None):
            case (ChoosePlay() | AnswerDouble() | DecideDouble() | JudgeToResign()) as question:
                self.do(asyncio.run(self.found.answer(question)))
            case _ if due:
                self.do(Elapsed(due[0]))
            case _:
                self.person()

    def person(self) -> None:
        """One thing that the person at the board does: play, answer, or press roll."""
        state = self.state
        if state.phase is Phase.DOUBLED:
            take = computer.takes(state.position, Side.WHITE, "hard")
            self.tap("bar-white" if take else "off-white")
        elif state.phase is Phase.RESIGNING:
            self.tap("bar-white")
        elif state.phase is Phase.MOVING and state.turn and not state.computer_moves:
            for step in computer.choose(state.turn, "hard", ""):
                self.tap(*taps_for(self.state, step))
            self.tap("roll")
        else:
            self.tap("roll")


def assert_doubles(match: Match) -> None:
    """Somebody doubles; every game of it is legal, and comes back from its actions."""
    match.play()
    games = [*match.games, match.replayed]
    assert games[-1] == match.state.game
    assert CubeAction(Side.BLACK, "double") in [entry for game in games for entry in game.entries]
    for game in games:
        again = game_of(record_of(game))
        assert (again.result, again.entries) == (game.result, game.entries)
        assert again.result


@pytest.mark.gnubg
@pytest.mark.parametrize("white", some(["human", "gnubg"], 1))
def test_gnubg_doubles_in_a_match(white: str, caplog: pytest.LogCaptureFixture) -> None:
    program = find_gnubg()
    assert program, "expected gnubg: sudo apt install gnubg, or leave it out with --skip-gnubg"
    setup = Setup("backgammon", FIVE, white, "gnubg", games=games_for(24), gnubg=True)
    assert_doubles(Match(setup, Gnubg(program)))
    assert caplog.records == []


@pytest.mark.parametrize(
    ("white", "black"), [("human", "expert"), ("human", "medium"), ("easy", "hard")]
)
def test_every_level_doubles_in_a_match(
    white: str, black: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert_doubles(Match(Setup("backgammon", FIVE, white, black, games=games_for(24))))
    assert caplog.records == []
