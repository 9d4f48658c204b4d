"""A finger for simulated boards: the page and scripts touch mock pins through it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from minigam.board.gestures import CROWD_PRESSES, CROWD_SECONDS
from minigam.drivers.ports import Hand
from minigam.errors import RequestError, shortened
from minigam.game.throwing import presser

if TYPE_CHECKING:
    from minigam.daemon.app import Daemon

PRESSES_APART = CROWD_SECONDS / (CROWD_PRESSES - 1) + 0.01
"""The simulated finger's least seconds between two presses."""


class SimulatedTouch:
    """The page's finger on a simulated board: it moves mock pins and waits for what follows."""

    def __init__(self, daemon: Daemon, hand: Hand) -> None:
        """One finger: touches come one after the other."""
        self._daemon = daemon
        self._hand = hand
        self._finger = asyncio.Lock()
        self._next_press = 0.0

    async def tap(self, name: str) -> None:
        """See `server.Touch`."""
        await self._press([name], 0.0)

    async def hold(self, names: list[str], seconds: float) -> None:
        """See `server.Touch`."""
        await self._press(names, seconds)

    async def _press(self, names: list[str], seconds: float) -> None:
        async with self._finger:
            inputs = [self._input(name) for name in names]
            if len(set(inputs)) < len(inputs):
                raise RequestError(shortened(f"expected each input once, got {', '.join(inputs)}"))
            await self._at_a_hands_pace(len(inputs))
            try:
                for name in inputs:
                    self._hand.press(name)
                await self._taken_in()
                await asyncio.sleep(seconds)
            finally:
                for name in inputs:
                    self._hand.release(name)
            await self._taken_in()

    def _input(self, name: str) -> str:
        """On a board with two roll buttons, `roll` is the live one."""
        table = self._daemon.table
        if name == "roll" and "roll" not in table.profile.inputs:
            name = f"roll-{presser(table.state).value}"
        self._hand.check(name)
        return name

    async def _at_a_hands_pace(self, presses: int) -> None:
        """A script may tap faster than a hand: that would be taken for a cat.

        The next press is counted from this one as it happens: a late one must not be hurried after.
        """
        clock = self._daemon.loop.time
        await asyncio.sleep(max(0.0, self._next_press - clock()))
        self._next_press = clock() + presses * PRESSES_APART

    async def _taken_in(self) -> None:
        await asyncio.sleep(0)  # lets the pin's callback reach the table
        while not self._daemon.table.resting:
            self._daemon.ticked.clear()
            await self._daemon.ticked.wait()
