"""What else happens in a game between two real daemons: resignation, pause, leaving, a match."""

import os
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.e2e.daemon import Daemon
from tests.e2e.two_boards import ASKED, Pair, actions, playing, signed, until
from tests.remote.mosquitto import Mosquitto

pytestmark = [pytest.mark.mosquitto, pytest.mark.slow]
MATCH = ("--rules", "backgammon", "--option", "length=3")
Board = dict[str, Any]
SHARED = ("position", "checkers", "result", "score", "cube", "turn", "plays", "names")
"""What both boards' snapshots have in common while both have the same actions."""


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with closing(Mosquitto(tmp_path / "broker")) as broker:
        yield broker


@pytest.fixture
def pair(broker: Mosquitto, tmp_path: Path) -> Iterator[Pair]:
    with playing(tmp_path, broker, 1) as pair:
        yield pair


@contextmanager
def in_a_match(broker: Mosquitto, folder: Path) -> Iterator[Pair]:
    with closing(Pair(folder, broker.port, Random(2), *MATCH)) as pair:
        pair.agree()
        yield pair


def command(board: Daemon, name: str) -> None:
    board._post("/api/command", {"command": name})


def state_of(board: Daemon) -> Board:
    state: Board = board.get("/api/state")
    return state


def shows(pair: Pair, board: Daemon, **fields: object) -> Board:
    """The board's snapshot, once it has these fields."""

    def found() -> Board | None:
        state = state_of(board)
        fits = all(state[name] == value for name, value in fields.items())
        return state if fits else None

    state: Board = until(found, pair.said)
    return state


def on_turn(pair: Pair, *phases: str) -> tuple[Daemon, Daemon]:
    """The board whose player is on turn in one of the phases, and the other one; by touches."""

    def found() -> tuple[Daemon, Daemon] | None:
        for board, other in (pair.boards, pair.boards[::-1]):
            state = state_of(board)
            if state["phase"] in phases and not state["away"]["awaited"]:
                return board, other
        pair.touch()
        return None

    boards: tuple[Daemon, Daemon] = until(found, pair.said)
    return boards


def same(pair: Pair, game: int = 1) -> list[tuple[str, str]]:
    """The actions that both have, once each has the other one's signature of all of them."""

    def is_settled() -> bool:
        one, other = (actions(board.data, game) for board in pair.boards)
        counts = {signed(board.data, game) for board in pair.boards}
        return one == other and counts == {len(one)}

    until(is_settled, pair.said)
    one, other = map(state_of, pair.boards)
    assert {name: one[name] for name in SHARED} == {name: other[name] for name in SHARED}
    return actions(pair.boards[0].data, game)


def side_of(board: Daemon) -> str:
    """The side at that board."""
    away = state_of(board)["away"]["side"]
    return "black" if away == "white" else "white"


def press(board: Daemon) -> None:
    """Press roll, again where that was too soon after another press."""
    until(partial(_pressed, board))


def _pressed(board: Daemon) -> bool:
    board.tap("roll")
    message = state_of(board)["message"]
    return message is None or message["code"] != "too-soon"


def offer(pair: Pair, mover: Daemon, other: Daemon) -> None:
    """Offer to resign, until the other board asks."""
    command(mover, "resign")
    press(mover)
    shows(pair, other, phase="resigning")
    assert state_of(mover)["phase"] == "resigning"


def answer(board: Daemon, accept: bool) -> None:
    """Tap the zone that says so."""
    zone = "bar" if accept else "off"
    board.tap(f"{zone}-{side_of(board)}")


def play_on(pair: Pair) -> None:
    """Both boards show the roll that is being played."""
    for board in pair.boards:
        shows(pair, board, phase="moving")


def test_a_resignation_is_withdrawn_refused_and_accepted(pair: Pair) -> None:
    mover, other = on_turn(pair, "moving")
    before = same(pair)
    declined = ("declined", f"{state_of(other)['names'][side_of(other)]} plays on.")
    offer(pair, mover, other)
    mover.tap("undo")
    play_on(pair)
    offer(pair, mover, other)
    answer(other, accept=False)
    play_on(pair)
    assert said(mover) == declined
    command(mover, "resign")
    press(mover)  # the same again is not asked again
    play_on(pair)
    assert said(mover) == declined
    assert same(pair) == before
    step_made(pair)
    offer(pair, mover, other)
    answer(other, accept=True)
    for board in pair.boards:
        result = shows(pair, board, phase="game-over")["result"]
        assert (result["winner"], result["points"]) == (side_of(other), 1)
    until(pair.is_over, pair.said)
    pair.check()


def said(board: Daemon) -> tuple[str, str]:
    message = state_of(board)["message"]
    return message["code"], message["text"]


def step_made(pair: Pair) -> None:
    """Whoever is on turn makes one step."""
    count = len(same(pair))
    while len(actions(pair.boards[0].data)) == count:
        until(pair.touch, pair.said)


def test_either_player_pauses_and_either_goes_on(pair: Pair) -> None:
    mover, other = on_turn(pair, "moving")
    before = same(pair)
    for pauses, goes_on in ((mover, other), (other, mover)):
        command(pauses, "menu")
        pause = next(it for it in state_of(pauses)["choices"] if it["name"] == "Pause")
        pauses.tap(pause["zone"])
        for board in pair.boards:
            shows(pair, board, phase="paused")
        goes_on.tap("roll")
        for board in pair.boards:
            shows(pair, board, phase="moving")
    assert same(pair) == before
    step_made(pair)
    assert same(pair)[: len(before)] == before


def test_a_pause_outlasts_a_restart(pair: Pair) -> None:
    mover, _ = on_turn(pair, "moving")
    before = same(pair)
    command(mover, "menu")
    mover.tap("point-2")
    for board in pair.boards:
        shows(pair, board, phase="paused")
    for at in (0, 1):
        pair.kill(at)
        shows(pair, pair.boards[at], phase="paused")
    pair.boards[0].tap("roll")
    for board in pair.boards:
        shows(pair, board, phase="moving")
    assert same(pair) == before


def test_one_player_leaves_and_both_meet_again(pair: Pair) -> None:
    mover, other = on_turn(pair, "moving")
    left = same(pair)
    name = state_of(mover)["names"][side_of(mover)]
    command(mover, "new-game")
    shows(pair, mover, phase="attract")
    stopped = shows(pair, other, phase="stopped")
    assert (
        stopped["prompt"]["text"] == f"{name} has left the game. Hold roll and undo for a new game."
    )
    other.tap("roll")
    assert said(other) == ("stopped", f"{name} has left the game.")
    command(other, "new-game")
    shows(pair, other, phase="attract")
    pair.agree()
    on_turn(pair, "moving")
    assert len(same(pair, 2)) > 2
    for board in pair.boards:
        assert actions(board.data) == left
    assert [board.get("/api/state")["game"] for board in pair.boards] == [2, 2]


def test_a_board_that_was_off_finds_that_the_other_player_has_left(pair: Pair) -> None:
    mover, other = on_turn(pair, "moving")
    left = same(pair)
    at = pair.boards.index(other)
    other.process.kill()
    command(mover, "new-game")
    shows(pair, mover, phase="attract")
    pair.kill(pair.boards.index(mover))
    pair.kill(at)
    shows(pair, pair.boards[at], phase="stopped")
    for board in pair.boards:
        assert actions(board.data) == left


def turn_played(pair: Pair, mover: Daemon) -> None:
    """The turn at that board is played and confirmed."""
    while has_turn(mover):
        until(lambda: pair.touch() or not has_turn(mover), pair.said)


def has_turn(board: Daemon) -> bool:
    turn: str | None = state_of(board)["turn"]
    return turn == side_of(board)


def resign(pair: Pair, loser: Daemon, winner: Daemon) -> None:
    """One player resigns a single game."""
    offer(pair, loser, winner)
    answer(winner, accept=True)
    for board in pair.boards:
        shows(pair, board, phase="game-over")


def next_game(pair: Pair, number: int, score: dict[str, int]) -> None:
    """Both players choose the match's next game: once one has, the other one's board says so."""
    same(pair, number - 1)
    for at, board in enumerate(pair.boards):
        if at == 1:
            until(partial(is_awaited, board), pair.said)
        names = shows(pair, board, phase="game-over")
        until(partial(has_choice, board, "Next game"), pair.said)
        assert names["match"] is not None
        press(board)
    for board in pair.boards:
        state = shows(pair, board, phase="opening", game=number)
        assert state["score"] == score


def is_awaited(board: Daemon) -> bool:
    """Whether Ben's board says that Ann waits for him."""
    text: str = state_of(board)["prompt"]["text"]
    return "Ann's board is ready for the next game." in text


def has_choice(board: Daemon, name: str) -> bool:
    return name in [choice["name"] for choice in state_of(board)["choices"]]


def test_a_match_with_a_double_that_is_taken(broker: Mosquitto, tmp_path: Path) -> None:
    with in_a_match(broker, tmp_path) as pair:
        first, second = on_turn(pair, "moving")
        turn_played(pair, first)
        shows(pair, second, phase="to-throw")
        command(second, "double")
        for board in pair.boards:
            shows(pair, board, phase="doubled")
        first.tap(f"bar-{side_of(first)}")
        for board in pair.boards:
            state = shows(pair, board, phase="to-throw")
            assert (state["cube"]["value"], state["cube"]["owner"]) == (2, side_of(first))
        shows(pair, second, phase="to-throw")
        resign(pair, second, first)
        winner = side_of(first)
        score = {winner: 2, side_of(second): 0}
        next_game(pair, 2, score)
        mover, other = on_turn(pair, "moving")
        turn_played(pair, mover)
        shows(pair, other, phase="to-throw")
        command(other, "double")
        assert state_of(other)["message"]["code"] == "no-double"  # the Crawford game
        before = same(pair, 2)
        resign(pair, other, mover)
        assert same(pair, 2)[: len(before)] == before
        scores = [state_of(board)["score"] for board in pair.boards]
        assert scores[0] == scores[1]
        assert sum(scores[0].values()) == 3


def test_a_double_that_is_dropped_leads_to_the_next_game(broker: Mosquitto, tmp_path: Path) -> None:
    with in_a_match(broker, tmp_path) as pair:
        first, second = on_turn(pair, "moving")
        turn_played(pair, first)
        shows(pair, second, phase="to-throw")
        command(second, "double")
        shows(pair, first, phase="doubled")
        second.tap("undo")  # between two boards a double stands
        assert state_of(second)["phase"] == "doubled"
        first.tap(f"off-{side_of(first)}")
        for board in pair.boards:
            state = shows(pair, board, phase="game-over")
            assert state["result"]["winner"] == side_of(second)
        next_game(pair, 2, {side_of(second): 1, side_of(first): 0})
        pair.kill(0)
        on_turn(pair, "moving")
        assert len(same(pair, 2)) > 4


def test_what_is_taken_back_before_the_confirmation_is_seen_at_both(pair: Pair) -> None:
    mover, other = on_turn(pair, "moving")
    same(pair)
    before = state_of(other)
    while state_of(mover)["phase"] == "moving":
        pair.touch()
    same(pair)
    assert state_of(other)["checkers"] != before["checkers"]
    while state_of(mover)["checkers"] != before["checkers"]:
        mover.tap("undo")
    same(pair)
    assert state_of(other)["checkers"] == before["checkers"]
    turn_played(pair, mover)
    shows(pair, other, phase="to-throw")
    confirmed = same(pair)
    for board in pair.boards:
        board.tap("undo")
    assert same(pair) == confirmed


def test_a_computer_plays_at_one_of_the_boards(broker: Mosquitto, tmp_path: Path) -> None:
    with closing(Pair(tmp_path, broker.port, Random(1))) as pair:
        person, computer = pair.boards
        computer._post("/api/setup", {"white": "easy", "black": "easy"})
        pair.agree(joiner="")
        own = side_of(person)
        until(partial(plays_until, person, turns=4), pair.said)
        same(pair)
        state = state_of(computer)
        assert {play["side"] for play in state["plays"]} == {"white", "black"}
        assert state["names"][own] == "Ann"
        assert [state_of(board)["seats"] for board in pair.boards] == [state["seats"]] * 2


def plays_until(board: Daemon, turns: int) -> bool:
    """The person at a board plays on, until so many turns are played and it has the next one."""
    state = state_of(board)
    is_asked = not state["away"]["awaited"] and state["phase"] in (*ASKED, "turn-over")
    is_over = len(state["plays"]) >= turns and state["phase"] == "to-throw"
    if is_asked and not is_over:
        zones = state["targets"] or state["sources"]
        board.tap(zones[0] if zones else "roll")
    return is_asked and is_over


# Killed while they agree


def test_a_joiner_that_was_killed_finds_that_it_is_accepted(
    broker: Mosquitto, tmp_path: Path
) -> None:
    with closing(Pair(tmp_path, broker.port, Random(1))) as pair:
        pair.ask()
        pair.boards[1].process.kill()
        accept(pair)
        pair.kill(1)
        begins(pair)


def test_an_inviter_that_was_killed_still_says_whom_it_has_accepted(
    broker: Mosquitto, tmp_path: Path
) -> None:
    with closing(Pair(tmp_path, broker.port, Random(1))) as pair:
        pair.ask()
        os.kill(broker.pid, signal.SIGSTOP)
        accept(pair)
        pair.boards[0].process.kill()
        broker.kill()  # what was published has reached nobody
        broker.start()
        pair.kill(0)
        begins(pair)


@pytest.mark.parametrize("ends", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "stopped"])
def test_both_are_off_before_the_joiner_reads(
    ends: signal.Signals, broker: Mosquitto, tmp_path: Path
) -> None:
    with closing(Pair(tmp_path, broker.port, Random(1))) as pair:
        pair.ask()
        pair.boards[1].process.kill()
        accept(pair)
        pair.boards[0].process.send_signal(ends)
        pair.boards[0].process.wait()
        pair.kill(1)
        pair.kill(0)
        begins(pair)


def test_an_inviter_killed_before_it_has_accepted_refuses(
    broker: Mosquitto, tmp_path: Path
) -> None:
    with closing(Pair(tmp_path, broker.port, Random(1))) as pair:
        pair.ask()
        pair.kill(0)
        until(lambda: state_of(pair.boards[1])["invitation"]["state"] == "refused", pair.said)
        assert [state_of(board)["game"] for board in pair.boards] == [None, None]


def accept(pair: Pair) -> None:
    """The inviter's player accepts: the game begins there."""
    pair.post(pair.boards[0], "/api/invitation", {"do": "accept"})
    assert state_of(pair.boards[0])["phase"] == "opening"


def begins(pair: Pair) -> None:
    """Both boards play the same game, and nobody invites any more."""
    pair.begins()
    on_turn(pair, "moving")
    assert len(same(pair)) > 3
    for board in pair.boards:
        assert not (board.data / "remote" / "joining.json").exists()
