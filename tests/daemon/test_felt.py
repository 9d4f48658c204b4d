"""Boards that feel their checkers, with a journal and through a Pico that is not there."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from minigam.board.profile import Profile
from minigam.daemon import app
from minigam.daemon.config import Config
from minigam.daemon.parts import Parts, open_parts
from minigam.drivers.ports import Listeners
from minigam.drivers.simulated_pico import SimulatedPico
from minigam.game.events import Opened
from minigam.game.setup import games_for
from minigam.game.state import Phase
from minigam.rules.position import Side
from tests.daemon.felt_rig import FeltTable
from tests.daemon.rig import rig
from tests.e2e.daemon import free_port
from tests.game.felt_board import felt_setup
from tests.game.hands import Hand, any_turn, without_faces

PATIENCE_SECONDS = 20.0
SETUP = replace(felt_setup("minigam"), games=games_for(6))


def play_on(table: FeltTable, hand: Hand, chance: Random) -> bool:
    """What comes next in a game; whether that was a whole turn."""
    if table.phase is Phase.PASSING:
        table.wait(3.0)
    elif table.phase is Phase.TO_THROW:
        table.press("roll")
        table.wait(0.2)
    elif table.state.computer_moves:
        table.wait(1.0)
    elif table.state.turn and table.phase is Phase.MOVING:
        hand.play_turn(any_turn(table.state.turn, chance))
        table.wait(1.0)
        return True
    return False


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_is_in_the_journal_after_every_turn(tmp_path: Path, seed: int) -> None:
    chance = Random(f"felt {seed}")
    with rig(tmp_path, Opened(SETUP), seed, "sim-hall") as bench:
        table = FeltTable(bench)
        table.set_up()
        table.begin()
        hand = Hand(table, chance)
        while table.phase is not Phase.GAME_OVER:
            if play_on(table, hand, chance):
                assert bench.pulled_plug().state == table.state.durable()
                assert table.wood.position(SETUP.rules.layout) == without_faces(table.position)


def test_the_computers_play_is_made_by_hand(tmp_path: Path) -> None:
    """In any order; it counts by itself, and nothing else does."""
    with rig(tmp_path, Opened(replace(SETUP, white="easy")), 5, "sim-hall") as bench:
        table = FeltTable(bench)
        table.set_up()
        table.begin()
        while not (table.state.plan and table.phase is Phase.MOVING):
            play_on(table, Hand(table, Random(1)), Random(1))
            table.wait(2.0)
        plan, turns = table.state.plan, len(table.state.actions)
        table.lift("bar-white", Side.WHITE)
        table.put("bar-black", Side.WHITE)
        table.wait(3.0)
        assert (table.felt, "First make the computer's step" in table.said) == ("put-right", True)
        table.lift("bar-black", Side.WHITE)
        table.put("bar-white", Side.WHITE)
        for step in reversed(plan):
            if step.source == 0:
                table.lift("bar-white", Side.WHITE)
                table.put(f"point-{step.target}", Side.WHITE)
                table.wait(0.5)
        table.wait(3.0)
        assert len(table.state.actions) == turns + (all(step.source == 0 for step in plan))


def test_trouble_is_told_and_holds_the_buttons_up(tmp_path: Path) -> None:
    with rig(tmp_path, Opened(SETUP), 1, "sim-hall") as bench:
        table = FeltTable(bench)
        table.set_up()
        table.begin()
        table.wait(7.0)
        bench.table.trouble("the cable is out", bench.now)
        assert bench.snapshot()["message"] == {"code": "no-board", "text": "the cable is out"}
        before = table.state.durable()
        table.press("roll")
        assert table.state.durable() == before
        bench.table.trouble(None, bench.now)
        table.wait(7.0)
        assert bench.snapshot()["message"] is None


def served(folder: Path, monkeypatch: pytest.MonkeyPatch, act: Any) -> None:
    """A daemon on the simulated felt board; `act` has it and its Pico."""
    picos: list[SimulatedPico] = []
    daemons: list[app.Daemon] = []

    def noted(profile: Profile, listeners: Listeners) -> Parts:
        parts = open_parts(profile, listeners)
        assert isinstance(parts.hand, SimulatedPico)
        picos.append(parts.hand)
        return parts

    class Noted(app.Daemon):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            daemons.append(self)

    async def main() -> None:
        ready = asyncio.Event()
        config = Config(data=folder, port=free_port(), board="sim-hall")
        serving = asyncio.create_task(app.serve(config, lambda _: ready.set()))
        async with asyncio.timeout(PATIENCE_SECONDS):
            await ready.wait()
            try:
                await act(daemons[0], picos[0])
            finally:
                daemons[0].end(0)
                await serving

    monkeypatch.setattr(app, "open_parts", noted)
    monkeypatch.setattr(app, "Daemon", Noted)
    asyncio.run(main())


async def until(daemon: app.Daemon, code: str | None) -> dict[str, Any]:
    """The snapshot with that message."""
    while True:
        await asyncio.sleep(0.01)
        state = daemon.state()
        if (state["message"] or {"code": None})["code"] == code:
            return state


def test_the_cable_is_pulled_in_the_middle_of_a_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game waits, says so, and goes on."""

    async def act(daemon: app.Daemon, pico: SimulatedPico) -> None:
        assert daemon.touch is not None
        while daemon.state()["phase"] != "moving":
            await daemon.touch.tap("roll")
        side = daemon.state()["turn"]
        await daemon.touch.tap(f"bar-{side}")
        assert daemon.state()["selected"] == f"bar-{side}"
        target = daemon.state()["targets"][0]
        pico.unplug()
        told = await until(daemon, "no-board")
        assert told["message"]["text"].endswith("plug its USB cable in again")
        pico.press(f"{target}/1")
        pico.replug()
        await until(daemon, None)
        while not daemon.state()["step"] and daemon.state()["selected"]:
            await asyncio.sleep(0.01)
        assert re.search("[Aa]", daemon.state()["position"])

    served(tmp_path, monkeypatch, act)
