"""Two daemons' tables in one game: what one journals, the other receives, each action once."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from minigam.dice.shared_rolls import secret_of
from minigam.rules.actions import TimePassed
from minigam.rules.clock import TimeControl
from minigam.table.events import Command, Commanded, Met, Opened, Received
from minigam.table.requests_to_other import Leave, ToOther
from minigam.table.setup import Setup
from minigam.table.state import Phase
from tests.daemon.rig import Lights, Rig, lit
from tests.rules.two_boards import MEETING
from tests.table.joined import terms_of

CLOCK = TimeControl("1:00+2")


class Pair:
    """Two boards with a journal each."""

    def __init__(self, rigs: tuple[Rig, Rig]) -> None:
        self.rigs = self.white, self.black = rigs
        for rig in rigs:
            rig.table.take(Met(terms_of(clock=CLOCK)), rig.now)
        self.deliver()

    def deliver(self) -> None:
        """Each board stores what it lacks of the other's journal, and then receives it."""
        while (white := _length(self.white)) != (black := _length(self.black)):
            sender, receiver = self.rigs if white > black else self.rigs[::-1]
            action = sender.journal.actions(sender.number)[min(white, black)]
            receiver.journal.append(receiver.number, [action])
            receiver.table.take(Received(action), receiver.now)

    def play(self, actions: int) -> None:
        """Touches at both boards, until so many actions are written."""
        while _length(self.white) < actions:
            for rig in self.rigs:
                self._touch(rig)
                self.deliver()

    def _touch(self, rig: Rig) -> None:
        state = rig.table.state
        if state.awaits_away:
            rig.advance(0.5)
        else:
            rig.tap(lit(rig)[-1] if state.phase is Phase.MOVING else "roll")
            rig.advance(1)


def _length(rig: Rig) -> int:
    return len(rig.journal.actions(rig.number))


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    with ExitStack() as stack:
        rigs = []
        for number, key in enumerate(MEETING.boards):
            folder = tmp_path / str(number)
            folder.mkdir()
            opening = Opened(Setup())
            rig = Rig(folder, opening, seed=number, lights=Lights.MARKED, key=key)
            rigs.append(stack.enter_context(rig))
        yield Pair((rigs[0], rigs[1]))


def test_both_journals_hold_each_action_once(pair: Pair) -> None:
    pair.play(60)
    white, black = (rig.journal.actions(rig.number) for rig in pair.rigs)
    assert white == black
    assert pair.white.table.state.game == pair.black.table.state.game
    for rig in pair.rigs:
        assert rig.pulled_plug().state.game == rig.table.state.game


def test_each_board_promises_its_own_seed(pair: Pair) -> None:
    pair.play(10)
    seeds = [rig.journal.secret(rig.number) for rig in pair.rigs]
    promises = tuple(secret_of(seed, 0).hex() for seed in seeds)
    assert pair.white.table.state.game.promises == promises


def test_the_other_boards_time_runs_on_the_display_only(pair: Pair) -> None:
    pair.play(20)
    state = pair.white.table.state
    away = pair.white if state.awaits_away else pair.black
    before = _length(away)
    away.advance(5)
    spent = away.table.spent(away.now)
    assert spent is not None
    assert spent >= 5000
    assert away.table.state.game.clock == state.game.clock
    assert _length(away) == before
    times = [each for each in away.journal.actions(away.number) if isinstance(each, TimePassed)]
    assert sum(each.milliseconds for each in times) > 0


def test_a_game_that_was_left_is_left_after_a_restart(pair: Pair) -> None:
    asked: list[ToOther] = []
    pair.play(10)
    white = pair.white
    white.table.on_asked = asked.extend
    white.table.take(Commanded(Command.NEW_GAME), white.now)
    assert asked == [Leave()]
    assert white.table.state.phase is Phase.ATTRACT
    assert white.pulled_plug().state.phase is Phase.ATTRACT
