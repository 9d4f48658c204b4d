"""Recorded sessions: the same levels lead to the same turns."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from aiohttp import ClientSession

from minigam.board.profile import load_profile
from minigam.daemon.config import Config
from minigam.rules.actions import Begun, Committed, Confirmed, NumberGiven, Rolled, Stepped
from minigam.rules.position import Side
from minigam.rules.terms import Terms
from minigam.table.trace import Happened, Level
from tests.daemon.serving import Served, serve
from tests.daemon.traces import FOLDER, SESSIONS, Replay, made, replayed, without_times

TRACES = sorted(FOLDER.glob("*.trace"), key=lambda path: path.stem)
TOUCHES = 14
COMPUTER_ON_A_SCREEN = (
    Level(0.0, "roll-white", pressed=True),
    Level(0.01, "roll-white", pressed=False),
    Happened(0.22, Begun(Terms("minigam", seats=("human", "easy")))),
    Happened(0.221, Committed("3c" * 32)),
    Happened(0.222, NumberGiven(Side.BLACK, 1)),
    Level(0.23, "roll-white", pressed=True),
    Level(0.24, "roll-white", pressed=False),
    Happened(0.44, NumberGiven(Side.WHITE, 2)),
    Happened(0.441, Rolled((4, 6))),
    Happened(1.442, Stepped(0, 4)),
    Happened(2.443, Stepped(0, 6)),
    Happened(2.444, Confirmed()),
)
PATIENCE_SECONDS = 60.0


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_a_trace_comes_out_as_it_was_recorded(path: Path) -> None:
    found, told, state = replayed(path)
    assert found == told
    assert state.game.plays
    assert {Begun, NumberGiven, Stepped, Confirmed} <= {type(action) for action in found}


def test_every_session_has_its_trace() -> None:
    assert [path.stem for path in TRACES] == sorted(SESSIONS)


def test_a_computer_makes_its_own_steps_on_a_board_that_is_only_a_screen() -> None:
    replay = Replay(load_profile("sim"))
    recorded = replay.play(COMPUTER_ON_A_SCREEN)
    assert without_times(replay.found) == without_times(recorded)
    assert recorded[-3:] == [Stepped(0, 4), Stepped(0, 6), Confirmed()]
    assert [play.side for play in replay.state.game.plays] == [Side.BLACK]


def test_a_session_that_is_recorded_anew_is_the_same() -> None:
    assert made("minigam") == (FOLDER / "minigam.trace").read_text("utf-8")


async def heard(served: Served) -> None:
    """Wait while touches are not taken: a page's and a hand's may come close together."""
    while (now := served.daemon.table.state.transient).dead or now.hands_off:
        await asyncio.sleep(0.01)


async def play(served: Served, chance: Random) -> None:
    """Mostly what is lit, by the pins; at times by the page, or undo."""
    daemon = served.daemon
    assert daemon.touch is not None
    async with ClientSession(f"http://127.0.0.1:{served.port}") as page:
        for _ in range(TOUCHES):
            await heard(served)
            state = daemon.screen.state()
            zones = state["targets"] or state["sources"] or ["roll"]
            name = "undo" if chance.random() < 0.1 else chance.choice(zones)
            if chance.random() < 0.2 and name in daemon.profile.inputs:
                await page.post("/api/tap", json={"input": name})
            else:
                await daemon.touch.tap(name)
        await daemon.touch.hold(["undo"], 1.2)
        await daemon.touch.tap("roll")


@pytest.mark.slow
@pytest.mark.parametrize("black", ["human", "easy"])
def test_a_real_run_is_played_again(
    black: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its threads, its loop and its page: from its beginning, and after another start.

    Boards that feel their checkers are recorded in simulated time: what they feel within one look
    at the board depends on when a busy machine looks.
    """
    for name in ("first", "second"):
        trace = tmp_path / f"{name}.trace"

        async def act(served: Served) -> None:
            await play(served, Random(black))

        config = Config(data=tmp_path, board="sim", black=black, trace=trace)
        serve(config, monkeypatch, act, PATIENCE_SECONDS)
        found, told, state = replayed(trace)
        assert found == told
        assert len(found) > TOUCHES // 3
        assert state.game.rolls
