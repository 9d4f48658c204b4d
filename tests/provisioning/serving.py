"""A portal over a made-up board and made-up networks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from threading import Thread

from aiohttp import ClientSession

from minigam.provisioning.boards import real_boards
from minigam.provisioning.choices import Choices, Security
from minigam.provisioning.interfaces import Found
from minigam.provisioning.portal import serve_portal
from minigam.provisioning.setup_network import SetupNetwork
from minigam.web.language import Languages

ADDRESS = "127.0.0.1"
FOUND = (
    Found(b"HOME", 88, Security.PSK),
    Found("Café Central".encode(), 71, Security.NONE),
    Found(b"FRITZ!Box 7590 UW", 52, Security.PSK),
    Found(b"eduroam", 40, Security.OTHER),
    Found(b"A very long name for a Wi-Fi 6 E", 23, Security.SAE),
    Found(b"\xff<script>", 8, Security.PSK),
)
SETUP = "minigam-4F2A"


@dataclass
class FakeView:
    """The clock stands still at 0."""

    state: SetupNetwork = field(default_factory=lambda: SetupNetwork().opened(0.0))
    found: Sequence[Found] = FOUND
    network: str = SETUP
    visits: int = 0
    chosen: list[Choices] = field(default_factory=list)

    def visit(self) -> None:
        self.visits += 1

    def choose(self, choices: Choices) -> None:
        self.state = self.state.chosen(choices, 0.0)
        self.chosen.append(choices)


@asynccontextmanager
async def served(view: FakeView, port: int) -> AsyncIterator[str]:
    """The portal's address."""
    boards, languages = real_boards(), list(Languages())
    async with serve_portal(
        ADDRESS, view, boards=boards, languages=languages, board_port=8080, page_port=port
    ):
        yield f"http://{ADDRESS}:{port}"


@asynccontextmanager
async def asked(view: FakeView, port: int) -> AsyncIterator[tuple[ClientSession, str]]:
    async with served(view, port) as address, ClientSession() as session:
        yield session, address


@contextmanager
def beside(view: FakeView, port: int) -> Iterator[str]:
    """The portal's address, served by a thread of its own: for a browser that blocks."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()
    serving = served(view, port)
    try:
        yield asyncio.run_coroutine_threadsafe(serving.__aenter__(), loop).result()
    finally:
        asyncio.run_coroutine_threadsafe(serving.__aexit__(None, None, None), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
