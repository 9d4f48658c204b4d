"""The first game at a whole board: nothing of it is stored, and a restart leads back."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from minigam.daemon.startup import kept_for
from minigam.rules.position import Side
from minigam.table.events import Command, Commanded, Opened
from minigam.table.first_games import MINIGAM
from minigam.table.lessons import present
from minigam.table.setup import Setup
from minigam.table.state import Phase
from tests.daemon.rig import Rig, felt_table, lit, to_first_turn
from tests.daemon.serving import Served, Start

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


def test_a_board_that_is_set_out_for_it_is_not_one_that_has_spilled(tmp_path: Path) -> None:
    with felt_table(tmp_path) as (bench, table):
        bench.table.request(Commanded(Command.FIRST_GAME), bench.now)
        table.wait(0.1)
        assert (table.felt, table.state.rebuilding) == ("set-up-white", Side.WHITE)
        kept = kept_for(bench.profile, bench.world)
        assert kept
        assert (kept.spilled, bench.pulled_plug().state.phase) == (False, Phase.ATTRACT)


@pytest.mark.slow
async def test_where_checkers_are_felt_it_is_played_by_putting_them(start: Start) -> None:
    """By what the page shows, and nothing else: which place is lit, and which button is live."""
    async with start(board="sim-hall") as served:
        hand = PlacingHand(served)
        await hand.post("command", command="first-game")
        await hand.post("sim/lay")
        await hand.press_roll()  # all in place
        while hand.seen["phase"] != "game-over":
            await hand.do_what_is_asked()
        assert hand.seen["tutorial"] == {"learnt": 20, "lessons": 20}
        assert (hand.seen["game"], hand.seen["result"]["winner"]) == (None, "white")
        await hand.press_roll()
        assert hand.seen["phase"] == "attract"


class PlacingHand:
    """Says how many checkers lie in a zone, as a script does on a simulated board."""

    def __init__(self, served: Served) -> None:
        self._served = served

    @property
    def seen(self) -> dict[str, Any]:
        found: dict[str, Any] = self._served.daemon.screen.state()
        return found

    async def post(self, path: str, **body: object) -> None:
        assert await self._served.post(f"/api/{path}", body) == (200, {"ok": True})

    async def press_roll(self) -> None:
        """Once it is live, and no longer deaf."""
        while not self.seen["controls"]["roll"]["live"] or self._served.table.state.transient.dead:
            await asyncio.sleep(0.01)
        before = self.seen["prompt"]
        await self.post("sim/tap", input="roll")
        while self.seen["prompt"] == before:
            await asyncio.sleep(0.01)

    async def do_what_is_asked(self) -> None:
        """One lesson."""
        seen, learnt = self.seen, self.seen["tutorial"]["learnt"]
        if back := seen["advice"]:
            await self._move(back[0]["from"], back[0]["to"])
        elif lit := seen["sources"]:
            await self._place(lit[0], -1)
            while not self.seen["targets"]:
                await asyncio.sleep(0.01)
            await self._put(self.seen)
        else:
            await self.press_roll()
        while self.seen["tutorial"]["learnt"] == learnt:
            await asyncio.sleep(0.01)

    async def _put(self, seen: dict[str, Any]) -> None:
        """What is in the hand, and what it hits on its bar."""
        (target,), other = seen["targets"], {"white": "black", "black": "white"}[seen["turn"]]
        if any(group["side"] == other for group in seen["checkers"].get(target, [])):
            await self._place(f"bar-{other}", 1)
        else:
            await self._place(target, 1)

    async def _move(self, start: str, end: str) -> None:
        await self._place(start, -1)
        await self._place(end, 1)

    async def _place(self, zone: str, more: int) -> None:
        lie = sum(group["count"] for group in self.seen["checkers"].get(zone, []))
        await self.post("sim/place", zone=zone, count=lie + more)
