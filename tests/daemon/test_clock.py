"""The clock at a whole table: what it measures, writes down, and cannot be talked out of."""

from collections.abc import Iterator
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest

from minigam.board.gestures import CROWD_SECONDS
from minigam.errors import JournalError
from minigam.rules.actions import FlagFell, TimePassed
from minigam.rules.clock import Clock
from minigam.rules.position import Side
from minigam.table import timing
from minigam.table.events import Opened
from minigam.table.setup import Setup, games_for
from minigam.table.state import Phase
from tests.daemon.rig import TOUCH_SECONDS, Lights, Rig, give_up, play_a_turn, to_first_turn
from tests.daemon.watching import check_pulled_plug, check_verified

TIMED = Setup(clock="1:00+12")


def clock(board: Rig) -> Clock:
    assert board.table.state.game.clock is not None
    return board.table.state.game.clock


def told(board: Rig) -> dict[str, Any]:
    found: dict[str, Any] = board.snapshot()["clock"]
    return found


@pytest.fixture(name="board")
def a_board(tmp_path: Path) -> Iterator[Rig]:
    """Timed; somebody is on turn."""
    with Rig(tmp_path, Opened(TIMED)) as board:
        to_first_turn(board)
        yield board


def confirm(board: Rig) -> None:
    board.tap("roll")
    board.advance(1)  # roll is deaf for a moment


def test_only_what_is_beyond_the_delay_is_taken_from_the_bank(board: Rig) -> None:
    side = board.side
    before = told(board)
    assert before["running"] == side.value
    board.advance(20)
    after = told(board)
    assert after[side.value] == 60_000 - 20_000 + before["delay"]
    assert (after["delay"], after[side.other.value]) == (0, 60_000)
    play_a_turn(board)
    confirm(board)
    assert (told(board)["running"], clock(board).turns[0][0]) == (side.other.value, side)
    assert clock(board).left(side) == 60_000 + 12_000 - clock(board).turns[0][1] < 52_000
    assert clock(board).left(side.other) == 60_000


@pytest.mark.parametrize(("early", "falls"), [(0.5, False), (-0.5, True)])
def test_a_confirmation_counts_from_when_it_was_however_late_it_is_heard(
    early: float, falls: bool, tmp_path: Path
) -> None:
    live, late = (confirmed(tmp_path / name, early, name == "late") for name in ("live", "late"))
    assert live == late
    assert bool(live.fallen) is falls


def confirmed(folder: Path, early: float, late: bool) -> Clock:
    """The clock where a turn is confirmed so many seconds before the flag falls."""
    folder.mkdir()
    with Rig(folder, Opened(TIMED)) as board:
        side = to_first_turn(board)
        play_a_turn(board)
        before = told(board)
        due = board.now + (before[side.value] + before["delay"]) / 1000
        pressed = due - early - CROWD_SECONDS  # so long roll waits for other touches
        for level, at in ((True, pressed), (False, pressed + TOUCH_SECONDS)):
            if not late:
                board.advance(at - board.now)
            board.table.edge(f"roll-{side.value}", level, at)
        if late:
            board.now = due + 2.0
            board.table.tick(board.now)
        board.advance(due + 2.0 - board.now)
        return clock(board)


def test_taking_back_a_confirmation_gains_no_time_and_costs_nobody_the_others(board: Rig) -> None:
    """Whose time has run has spent it, whoever presses undo then; and no delay begins anew."""
    side = board.side
    play_a_turn(board)
    board.advance(10)
    confirm(board)
    before = clock(board).left(side.other)
    for again in range(1, 5):
        spent = clock(board).turns[-1][1]
        board.advance(10.5)
        board.tap("undo")
        assert told(board)["running"] == side.value
        assert clock(board).turns == ()
        waited = clock(board).waited[side is Side.WHITE]
        assert 10_500 * again <= waited < 12_500 * again
        assert spent <= clock(board).spent < spent + 2_000
        confirm(board)
        assert clock(board).waited == (0, 0)
    assert before - told(board)[side.other.value] > 4 * 10_500 - 12_000
    assert clock(board).left(side) > 60_000 - 10_000


def test_a_menu_runs_on_and_a_pause_stands(board: Rig) -> None:
    side = board.side
    board.hold(["undo"], 1.2)
    board.advance(20)
    assert (board.table.state.phase, told(board)["running"]) == (Phase.MENU, side.value)
    assert told(board)[side.value] < 53_000
    board.tap("point-2")
    paused = told(board)
    board.advance(500)
    assert (board.table.state.phase, told(board)) == (Phase.PAUSED, {**paused, "running": None})
    board.tap("point-1")
    assert told(board)["running"] == side.value
    assert told(board)[side.value] <= paused[side.value]


def test_a_pulled_plug_costs_the_running_turn_and_the_game_is_paused_until_a_touch(
    board: Rig, tmp_path: Path
) -> None:
    board.advance(20)
    play_a_turn(board)
    confirm(board)
    turns = clock(board).turns
    board.advance(30)
    with Rig(tmp_path) as again:
        assert (clock(again).turns, clock(again).spent) == (turns, 0)
        assert told(again)["running"] is None
        again.advance(100)
        assert (again.table.state.phase, told(again)["running"]) == (Phase.PAUSED, None)
        before = again.table.state.game
        again.tap("roll")
        assert again.table.state.game is before
        assert told(again)["running"] == turns[0][0].other.value


def test_after_a_pulled_plug_no_computer_plays_on_into_somebodys_time(tmp_path: Path) -> None:
    with Rig(tmp_path, Opened(Setup(black="easy", clock="1:00+0"))) as board:
        to_first_turn(board)
        while (board.table.state.phase, board.side) != (Phase.TO_THROW, Side.BLACK):
            if board.side is Side.WHITE:
                play_a_turn(board)
            board.tap("roll")
    with Rig(tmp_path) as again:
        before = again.table.state.game
        again.advance(100)
        assert (again.table.state.phase, again.table.state.game) == (Phase.PAUSED, before)
        again.tap("undo")
        assert again.table.state.game == before
        again.advance(5)
        assert again.table.state.game != before


def test_whose_time_is_over_loses_the_match(tmp_path: Path) -> None:
    setup = Setup("backgammon", options=(("length", "7"),), games=games_for(24), clock="0:05+2")
    with Rig(tmp_path, Opened(setup), board="full-24") as board:
        side = to_first_turn(board)
        board.advance(7.5)
        state, winner = board.table.state, side.other
        score = {side.value: 0, winner.value: 7}
        now = board.snapshot()
        assert (now["phase"], now["score"], state.game.match_over) == ("game-over", score, True)
        assert now["result"] == {"winner": winner.value, "points": 1, "kind": "time"}
        assert now["message"]["text"] == f"{side.value.capitalize()}'s time is over."
        assert (told(board)[side.value], told(board)["running"]) == (0, None)
        check_pulled_plug(board)
        written = board.journal.actions(board.number)
        timed = [action for action in written if isinstance(action, TimePassed | FlagFell)]
        assert timed == [TimePassed(7000), FlagFell(side)]


def test_or_is_only_told_once(tmp_path: Path) -> None:
    with Rig(tmp_path, Opened(Setup(clock="0:05+2", flag="told"))) as board:
        side = to_first_turn(board)
        board.advance(60)
        assert (board.table.state.phase, told(board)["fallen"]) == (Phase.MOVING, [side.value])
        assert (told(board)[side.value], told(board)["running"]) == (0, side.value)
        written = board.journal.actions(board.number)
        assert written.count(FlagFell(side)) == 1


def test_where_play_has_stopped_no_flag_falls(tmp_path: Path) -> None:
    """A flag that could not be written fell again at once, and again: nothing else was done."""
    with Rig(tmp_path, Opened(Setup(clock="0:05+2"))) as board:
        to_first_turn(board)
        board.refuse_writing()
        board.now += 60
        board.table.tick(board.now)
        assert isinstance(board.table.fault, JournalError)
        assert board.now < board.table.deadline < inf


def test_a_match_goes_on_with_what_is_left(tmp_path: Path) -> None:
    setup = Setup(options=(("length", "3"),), clock="10:00+0")
    with Rig(tmp_path, Opened(setup)) as board:
        to_first_turn(board)
        board.advance(30)
        give_up(board)
        left = clock(board).left(Side.WHITE), clock(board).left(Side.BLACK)
        assert min(left) < 570_000
        board.tap("roll")
        assert (clock(board).banks, clock(board).turns) == (left, ())


def test_a_computer_on_a_screen_cannot_be_held_up(tmp_path: Path) -> None:
    """Its time is nobody's: whoever presses undo again and again gains none."""
    with Rig(tmp_path, Opened(Setup(black="easy", clock="1:00+0"))) as board:
        to_first_turn(board)
        while board.side is not Side.BLACK or board.table.state.phase is not Phase.MOVING:
            play_a_turn(board)
            confirm(board)
        pressed = 0
        while board.side is Side.BLACK and pressed < 50:
            board.tap("undo")
            pressed += 1
        assert 10 < pressed < 50


def test_a_computer_has_all_the_time(tmp_path: Path) -> None:
    with Rig(tmp_path, Opened(Setup(white="easy", black="easy", clock="0:01+0"))) as board:
        board.tap("roll")
        board.advance(60)
        assert (told(board)["running"], told(board)["fallen"]) == (None, [])


@pytest.mark.parametrize("seed", range(6))
def test_no_touches_make_or_lose_time(seed: int, tmp_path: Path) -> None:
    """All that passes while somebody's time runs is in the book, a turn for each turn played."""
    setup = Setup(clock="99:00+12", hints=True)
    chance = Random(seed)
    with Rig(tmp_path, Opened(setup), seed=seed, lights=Lights.DRAWN) as board:
        to_first_turn(board)
        spent = start = booked(board)
        for _ in range(150):
            touch(board, chance)
            before, waited = timing.running(board.table.state), chance.choice([0.0, 1.5, 7.25])
            now = booked(board)
            board.advance(waited)
            if before and before == timing.running(board.table.state):
                assert booked(board) - now == pytest.approx(1000 * waited, abs=2)
            assert booked(board) >= spent
            spent = booked(board)
            state = board.table.state
            if state.game.result is None:
                assert [side for side, _ in clock(board).turns] == [
                    action.side for action in state.game.entries
                ]
        assert spent > start
        check_verified(board)


def booked(board: Rig) -> int:
    """All the time that was ever spent in this game."""
    state = board.table.state
    if state.game.clock is None:
        return 0
    turns = sum(spent for _, spent in state.game.clock.turns)
    return (
        turns
        + sum(state.game.clock.waited)
        + state.game.clock.spent
        + (board.table.spent(board.now) or 0)
    )


def touch(board: Rig, chance: Random) -> None:
    """Play on, or fiddle: undo, the menu, a pause; but neither resign nor begin anew."""
    now, phase = board.snapshot(), board.table.state.phase
    if phase in (Phase.MENU, Phase.PAUSED):
        board.tap(chance.choice(["undo", "point-1", "point-2"]))
    elif chance.random() < 0.1:
        board.hold(["undo"], 1.2)
    elif phase is not Phase.GAME_OVER:
        offered = now["sources"] or now["targets"]
        board.tap(chance.choice([*offered, *offered, "roll", "roll", "undo"]))
