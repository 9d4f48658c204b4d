"""Someone who plays by the HTTP contract alone: taps, snapshots and the WebSocket."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse

from tests.e2e.daemon import Daemon

PATIENCE_SECONDS = 300.0
"""What a board does beside the game gets only what others leave of a busy machine."""
Snapshot = dict[str, Any]


class Guest:
    """Knows what `docs/api.md` says, and nothing of what is behind it."""

    def __init__(self, client: ClientSession, chance: Random) -> None:
        self.heard: list[str] = []
        """Every message of the WebSocket."""
        self._client, self._chance = client, chance
        self._news = asyncio.Event()

    async def follow(self, events: ClientWebSocketResponse) -> None:
        async for message in events:
            self.heard.append(message.data)
            self._news.set()

    async def get(self, path: str) -> Any:
        async with self._client.get(path) as answer:
            assert answer.status == 200
            return await answer.json()

    async def tap(self, name: str) -> None:
        async with self._client.post("/api/sim/tap", json={"input": name}) as answer:
            assert (answer.status, await answer.json()) == (200, {"ok": True})

    async def play(self, until: Callable[[Snapshot], bool]) -> AsyncIterator[Snapshot]:
        """Tap what is offered; each snapshot on the way, the last being the one waited for."""
        while True:
            self._news.clear()
            state: Snapshot = await self.get("/api/state")
            yield state
            if until(state):
                return
            if offered := state["sources"] or state["targets"]:
                await self.tap(self._chance.choice(offered))
            elif state["proposal"]:  # a computer resigns
                await self.tap(f"off-{state['proposal']['answers']}")
            elif state["controls"]["roll"]["live"]:
                await self._roll()
            else:
                await self._something_new()

    async def wait_for(self, reached: Callable[[Snapshot], bool]) -> Snapshot:
        while True:
            self._news.clear()
            state: Snapshot = await self.get("/api/state")
            if reached(state):
                return state
            await self._something_new()

    async def _roll(self) -> None:
        """Press roll; again as long as it is deaf, as it is for a moment after each turn."""
        await self.tap("roll")
        self._news.clear()
        message = (await self.get("/api/state"))["message"]
        if message and message["code"] == "too-soon":
            await self._something_new()
            await self._roll()

    async def _something_new(self) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self._news.wait()


@asynccontextmanager
async def visiting(daemon: Daemon, chance: Random) -> AsyncIterator[Guest]:
    """A guest of a daemon; `chance` picks among what may be tapped."""
    async with (
        ClientSession(daemon.url) as client,
        client.ws_connect("/api/events") as events,
    ):
        guest = Guest(client, chance)
        following = asyncio.create_task(guest.follow(events))
        yield guest
        following.cancel()
