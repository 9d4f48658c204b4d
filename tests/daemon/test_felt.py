"""Boards that feel their checkers, with a journal and through a Pico that is not there."""

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from minigam.drivers.simulated_pico import SimulatedPico
from minigam.rules.position import Side
from minigam.table.events import Rebuilding
from minigam.table.state import Phase
from minigam.table.two_buttons import offered
from minigam.words import Words, wordings
from tests.daemon.rig import FeltTable, Rig, felt_table, kept, unsaid
from tests.daemon.serving import Start
from tests.daemon.watching import check_verified
from tests.table.hands import Hand, any_turn, without_faces

BARS = ["bar-white", "bar-black"]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[FeltTable]:
    """A board that feels its checkers, in the first turn of a game."""
    with felt_table(tmp_path) as (_, table):
        table.begin()
        yield table


@pytest.fixture
def bench(table: FeltTable) -> Rig:
    return table.rig


@pytest.fixture
def _paused(table: FeltTable) -> None:
    """By the menu."""
    table.wait(7.0)
    table.rig.hold(["undo"], 1.2)
    while "Pause" not in table.rig.snapshot()["controls"]["roll"]["label"]:
        table.press("undo")
    table.press("roll")
    assert table.phase is Phase.PAUSED


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
    with felt_table(tmp_path, seed) as (bench, table):
        table.begin()
        hand = Hand(table, chance)
        while table.phase is not Phase.GAME_OVER:
            if play_on(table, hand, chance):
                assert bench.pulled_plug().state == kept(table.state)
                assert table.wood.position(table.state.game.rules.layout) == without_faces(
                    table.position
                )
        check_verified(bench)


def test_the_computers_play_is_made_by_hand(tmp_path: Path) -> None:
    """In any order; it counts by itself, and nothing else does."""
    with felt_table(tmp_path, 4, white="easy") as (_, table):
        table.begin()
        while not (table.state.plan and table.phase is Phase.MOVING):
            play_on(table, Hand(table, Random(1)), Random(1))
            table.wait(2.0)
        plan, turns = table.state.plan, len(table.state.game.entries)
        assert [step.source for step in plan] == [0, 0]
        table.lift("bar-white", Side.WHITE)
        table.put("bar-black", Side.WHITE)
        table.wait(3.0)
        assert (table.felt, "First make the computer's step" in table.said) == ("put-right", True)
        table.lift("bar-black", Side.WHITE)
        table.put("bar-white", Side.WHITE)
        for step in reversed(plan):
            table.lift("bar-white", Side.WHITE)
            table.put(f"point-{step.target}", Side.WHITE)
            table.wait(0.5)
        table.wait(3.0)
        assert len(table.state.game.entries) == turns + 1


def test_a_checker_that_may_not_move_is_in_the_hand_all_the_same(
    bench: Rig, table: FeltTable
) -> None:
    """Until it lies somewhere, or is asked for; a second one is told too."""
    seen: list[list[str]] = [[]]

    def told() -> None:
        if bench.snapshot()["lifted"] != seen[-1]:
            seen.append(bench.snapshot()["lifted"])

    bench.table.on_change = told
    side = bench.side
    own, others = f"bar-{side.value}", f"bar-{side.other.value}"
    table.lift(others, side.other)
    table.wait(0.5)
    table.put(others, side.other)
    table.wait(0.5)
    table.lift(own, side)
    table.wait(0.5)
    assert bench.snapshot()["selected"] == own
    table.lift(others, side.other)
    table.wait(0.5)
    table.wait(2.0)
    assert (table.felt, seen) == ("put-right", [[], [others], [], [own], BARS, []])


@pytest.mark.usefixtures("_paused")
def test_the_first_checker_that_is_moved_ends_a_pause(bench: Rig, table: FeltTable) -> None:
    """The checker is in the air. A cut of power ends the pause too."""
    side = bench.side
    table.wait(60.0)
    assert (table.phase, bench.pulled_plug().state.phase) == (Phase.PAUSED, Phase.MOVING)
    table.lift(f"bar-{side.value}", side)
    table.wait(0.5)
    assert (table.phase, bench.snapshot()["selected"]) == (Phase.MOVING, f"bar-{side.value}")
    assert bench.pulled_plug().state == kept(table.state)


@pytest.mark.usefixtures("_paused")
def test_what_is_moved_while_hands_are_off_does_not_end_a_pause(
    bench: Rig, table: FeltTable
) -> None:
    bench.hand.press("roll-white")
    table.wait(6.0)
    assert table.state.transient.hands_off == "roll-white"
    table.lift("bar-white", Side.WHITE)
    table.wait(0.5)
    assert bench.snapshot()["phase"] == "paused"
    bench.hand.release("roll-white")
    table.wait(1.0)
    table.put("bar-white", Side.WHITE)
    table.wait(0.5)
    assert table.phase is Phase.MOVING
    assert bench.pulled_plug().state == kept(table.state)


@pytest.mark.usefixtures("_paused")
def test_places_that_nobody_knows_for_a_while_do_not_end_a_pause(
    bench: Rig, table: FeltTable
) -> None:
    sensors = bench.profile.sensors
    assert sensors is not None
    for names in sensors.names.values():
        for name in names[:4]:
            bench.table.edge(name, None, bench.now)
    table.wait(5.0)
    table.read_all()
    table.wait(5.0)
    assert bench.snapshot()["phase"] == "paused"
    table.lift("bar-white", Side.WHITE)
    table.wait(0.5)
    assert table.phase is Phase.MOVING


def test_trouble_is_told_and_holds_the_buttons_up(bench: Rig, table: FeltTable) -> None:
    table.wait(7.0)
    bench.table.trouble("the cable is out", bench.now)
    assert bench.snapshot()["message"] == {
        "code": "no-board",
        **wordings("the cable is out"),
        "zone": None,
    }
    before = unsaid(table.state)
    table.press("roll")
    assert unsaid(table.state) == before
    bench.table.trouble(None, bench.now)
    table.wait(7.0)
    assert bench.snapshot()["message"] is None


async def test_the_cable_is_pulled_in_the_middle_of_a_turn(start: Start) -> None:
    """The game waits, says so, and goes on."""
    async with start(board="sim-hall") as served:
        pico, state = served.parts.hand, served.daemon.screen.state
        assert isinstance(pico, SimulatedPico)

        async def until(code: str | None) -> dict[str, Any]:
            """The snapshot with that message."""
            while ((found := state())["message"] or {"code": None})["code"] != code:
                await asyncio.sleep(0.01)
            return found

        while state()["phase"] != "moving":
            await served.touch.tap("roll")
        own = f"bar-{state()['turn']}"
        await served.touch.tap(own)
        assert state()["selected"] == own
        target = state()["targets"][0]
        pico.unplug()
        told = await until("no-board")
        assert told["message"]["text"].endswith("plug its USB cable in again")
        pico.press(f"{target}/1")
        pico.replug()
        await until(None)
        while not state()["step"] and state()["selected"]:
            await asyncio.sleep(0.01)
        assert re.search("[Aa]", state()["position"])


def test_a_spilled_board_is_set_up_again_over_a_cut_of_power(bench: Rig, table: FeltTable) -> None:
    """White comes first again: nobody knows what was done to the board meanwhile."""
    before = kept(table.state)
    bench.table.take(Rebuilding(Side.BLACK), bench.now)
    after = bench.pulled_plug().state
    assert (after.rebuilding, replace(after, rebuilding=None)) == (Side.WHITE, before)


def test_who_is_on_the_way_to_a_choice_goes_on_there_when_a_new_table_is_offered(
    tmp_path: Path,
) -> None:
    with felt_table(tmp_path) as (rig, board):
        for _ in range(3):
            board.press("undo")
        there = offered(board.state)
        rig.table.offer(("minigam",), rig.now)
        now = offered(board.state)
        assert there is not None
        assert now is not None
        assert board.state.setup.solved == ("minigam",)
        assert (now.zone, now.name) == (there.zone, there.name) == ("point-3", Words("Black"))
