"""The simulated finger: one input once, and no touch for a client that is gone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from minigam.daemon import app
from minigam.daemon.config import Config
from minigam.daemon.hardware import Parts
from minigam.daemon.input_injector import SimulatedInputInjector
from minigam.errors import RequestError
from minigam.table.snapshot import snapshot
from minigam.table.state import Phase
from minigam.table.two_buttons import options
from minigam.web.interfaces import Sure
from minigam.web.requests import WatchingError
from tests.daemon.serving import Served, serve

Permission = Callable[["Bench"], Coroutine[Any, Any, None]]


class Bench:
    """A daemon that is ready, and requests to it."""

    def __init__(self, daemon: app.Daemon, parts: Parts, port: int) -> None:
        self.daemon, self._parts, self._port = daemon, parts, port

    @property
    def touch(self) -> SimulatedInputInjector:
        assert self.daemon.touch is not None
        return self.daemon.touch

    def pressed(self, name: str) -> bool:
        """Whether a finger is on an input now."""
        return self._parts.inputs.levels()[name]

    async def hold(self, names: list[str], seconds: float) -> asyncio.StreamWriter:
        """Ask for a hold, and do not wait for the answer."""
        body = json.dumps({"inputs": names, "seconds": seconds})
        _, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(
            "POST /api/sim/hold HTTP/1.1\r\nHost: localhost\r\n"
            "Content-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        await writer.drain()
        return writer

    async def until(self, so: Callable[[], bool]) -> None:
        """Let the loop turn until something is so."""
        while not so():
            await asyncio.sleep(0)


def at_bench(folder: Path, monkeypatch: pytest.MonkeyPatch, act: Permission) -> None:
    """Start a daemon on the simulated board of buttons, act, and end it."""

    async def main(served: Served) -> None:
        await act(Bench(served.daemon, served.parts, served.port))

    serve(Config(data=folder, board="sim"), monkeypatch, main)


@pytest.mark.parametrize("names", [["undo"] * 540, ["undo", "point-1", "undo"]])
def test_an_input_is_held_once(
    names: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(bench: Bench) -> None:
        with pytest.raises(RequestError, match="expected each input once, got undo, "):
            await bench.touch.hold(names, 0.1)

    at_bench(tmp_path, monkeypatch, act)


@pytest.mark.parametrize("what", ["place", "lay"])
def test_a_board_of_buttons_takes_no_checkers(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(bench: Bench) -> None:
        message = "this board feels taps, not checkers: expected POST /api/sim/tap instead"
        with pytest.raises(RequestError, match=message):
            await (bench.touch.place("point-1", 1) if what == "place" else bench.touch.lay())

    at_bench(tmp_path, monkeypatch, act)


def test_the_live_roll_button_is_held_once_by_either_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(bench: Bench) -> None:
        message = "expected each input once, got roll-white, roll-white"
        with pytest.raises(RequestError, match=message):
            await bench.touch.hold(["roll", "roll-white"], 0.1)

    at_bench(tmp_path, monkeypatch, act)


def test_a_hold_whose_client_is_gone_lets_go_at_once_and_those_that_wait_are_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(bench: Bench) -> None:
        hold = bench.touch.hold
        asked: list[list[str]] = []

        async def noted(names: list[str], seconds: float, sure: Sure) -> None:
            asked.append(names)
            await hold(names, seconds, sure)

        monkeypatch.setattr(bench.touch, "hold", noted)
        clients = [await bench.hold(["undo", "point-1"], 6.0)]
        await bench.until(lambda: bench.pressed("point-1"))
        clients += [await bench.hold(["bar-white"], 6.0) for _ in range(10)]
        await bench.until(lambda: len(asked) == len(clients))
        for client in clients:
            client.close()
        await bench.touch.tap("point-2")
        assert not any(map(bench.pressed, bench.daemon.table.profile.inputs))
        assert bench.daemon.table.state.setup.white == "easy"

    at_bench(tmp_path, monkeypatch, act)


def revoked() -> None:
    """What has come between."""
    raise WatchingError("revoked")


def test_what_has_come_between_is_asked_when_the_board_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(bench: Bench) -> None:
        asked: list[bool] = []

        def sure() -> None:
            asked.append(bench.pressed("undo"))
            revoked()

        first = asyncio.ensure_future(bench.touch.hold(["undo"], 0.1))
        await bench.until(lambda: bench.pressed("undo"))
        for touch in (bench.touch.tap("point-2", sure), bench.touch.hold(["point-2"], 6.0, sure)):
            with pytest.raises(WatchingError, match="revoked"):
                await touch
        await first
        assert asked == [False, False]
        assert bench.daemon.table.state.setup.white == "human"

    at_bench(tmp_path, monkeypatch, act)


def test_no_checker_is_moved_by_who_may_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(served: Served) -> None:
        touch, levels = served.daemon.touch, served.parts.inputs.levels
        assert touch is not None
        before = levels()
        moves = (
            touch.place("point-1", 3, revoked),
            touch.lay(revoked),
            touch.tap("bar-white", revoked),
        )
        for move in moves:
            with pytest.raises(WatchingError, match="revoked"):
                await move
        assert levels() == before

    serve(Config(data=tmp_path, board="sim-hall"), monkeypatch, act)


@pytest.mark.parametrize("board", ["sim", "sim-hall"])
def test_who_presses_the_pages_roll_twice_has_not_accepted_for_the_other(
    board: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(served: Served) -> None:
        touch, table = served.daemon.touch, served.daemon.table
        assert isinstance(touch, SimulatedInputInjector)
        if board == "sim-hall":
            await touch.lay()
        for _ in range(3):
            await touch.tap("roll")
        await touch.hold(["undo"], 1.3)
        await touch.tap("point-4")
        for _ in range(4):
            await touch.tap("roll")
            await asyncio.sleep(0.3)
        assert (table.state.phase, table.state.score) == (Phase.RESIGNING, (0, 0))
        proposal = table.state.proposal
        assert proposal is not None
        names = [choice["zone"] for choice in snapshot(table.state, 1)["choices"]]
        assert "accept" in names
        await touch.tap("accept")
        assert table.state.phase is Phase.GAME_OVER
        assert table.state.result is not None
        assert table.state.result.winner is proposal.by.other

    serve(Config(data=tmp_path, board=board), monkeypatch, act)


def test_a_choice_that_is_never_offered_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hands off the board are waited for: more presses would only make it wait longer."""

    async def act(served: Served) -> None:
        touch, table = served.daemon.touch, served.daemon.table
        assert isinstance(touch, SimulatedInputInjector)
        await touch.lay()
        await touch.tap("roll")
        names = [choice.zone for choice in options(table.state)]
        await touch.hold(["roll-white", "roll-black", "undo"], 0.1)
        assert table.state.transient.hands_off is not None
        pressed = 0

        def count() -> None:
            nonlocal pressed
            pressed += 1

        with pytest.raises(RequestError, match="take your hands off it, and try again"):
            await touch.tap("face-3", count)
        assert pressed == len(names) + 1

    serve(Config(data=tmp_path, board="sim-hall", dice="hand"), monkeypatch, act)
