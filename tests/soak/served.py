"""The daemon itself with its page, visited without a pause, and what it holds meanwhile."""

from __future__ import annotations

from random import Random

from aiohttp import ClientSession, ClientTimeout

from tests.daemon.serving import Served
from tests.soak.playing import Reading, reading

LOOKS = ("/api/state", "/api/lights", "/api/health", "/api/games", "/api/board", "/report", "/")
WRONG = ("/api/games/999999", "/api/nothing", "/api/state?lang=xx")


async def visits(served: Served, rounds: int, every: int) -> list[Reading]:
    """So many visits, each with a connection of its own; a reading after every so many."""
    chance, found = Random(1), list[Reading]()
    address = f"http://127.0.0.1:{served.port}"
    for number in range(1, rounds + 1):
        async with ClientSession(address, timeout=ClientTimeout(10)) as page:
            await _visit(page, served, chance)
        if number % every == 0:
            found.append(reading(0.0, number))
    return found


async def _visit(page: ClientSession, served: Served, chance: Random) -> None:
    async with page.ws_connect("/api/events") as socket, page.ws_connect("/api/lights/events"):
        state = await socket.receive_json()
        zones = state["targets"] or state["sources"] or ["roll"]
        if chance.random() < 0.25:  # a touch takes its time
            await page.post("/api/tap", json={"input": chance.choice(zones)})
        await page.post("/api/tap", json={"input": 5})
        for path in (chance.choice(LOOKS), chance.choice(WRONG)):
            async with page.get(path) as answer:
                await answer.read()
    assert not served.daemon.ended.done()
