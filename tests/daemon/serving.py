"""A whole daemon with its page, in the process of a test, which has hold of its insides."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from minigam.board.profile import Profile
from minigam.daemon import app
from minigam.daemon.config import Config
from minigam.daemon.hardware import Parts, open_parts
from minigam.daemon.input_injector import SimulatedInputInjector
from minigam.daemon.table import Table
from minigam.drivers.interfaces import Listeners
from tests.e2e.daemon import free_port

PATIENCE_SECONDS = 20.0


@dataclass(frozen=True)
class Served:
    """A daemon that is ready."""

    daemon: app.Daemon
    parts: Parts
    port: int

    @property
    def touch(self) -> SimulatedInputInjector:
        """The simulated finger."""
        assert self.daemon.touch is not None
        return self.daemon.touch

    @property
    def table(self) -> Table:
        return self.daemon.table

    async def post(self, path: str, body: Any) -> tuple[int, Any]:
        """A request from this machine: the status and the JSON of the answer."""
        url = f"http://127.0.0.1:{self.port}{path}"
        async with ClientSession() as client, client.post(url, json=body) as answer:
            return answer.status, await answer.json()


@asynccontextmanager
async def serving(
    config: Config, monkeypatch: pytest.MonkeyPatch, seconds: float = PATIENCE_SECONDS
) -> AsyncIterator[Served]:
    """Start a daemon, and end it; any port is taken that is free.

    `seconds`: when one that hangs is given up.
    """
    port = free_port()
    opened: list[Parts] = []
    daemons: list[app.Daemon] = []

    def noted(profile: Profile, listeners: Listeners) -> Parts:
        opened.append(open_parts(profile, listeners))
        return opened[-1]

    class Noted(app.Daemon):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            daemons.append(self)

    monkeypatch.setattr(app, "open_parts", noted)
    monkeypatch.setattr(app, "Daemon", Noted)
    ready = asyncio.Event()
    served = asyncio.create_task(app.serve(replace(config, port=port), lambda _: ready.set()))
    async with asyncio.timeout(seconds):
        await ready.wait()
        try:
            yield Served(daemons[0], opened[0], port)
        finally:
            daemons[0].end(0)
            await served


def serve(
    config: Config,
    monkeypatch: pytest.MonkeyPatch,
    act: Callable[[Served], Coroutine[Any, Any, None]],
    seconds: float = PATIENCE_SECONDS,
) -> None:
    """Start a daemon, act, and end it."""

    async def main() -> None:
        async with serving(config, monkeypatch, seconds) as served:
            await act(served)

    asyncio.run(main())


Start = Callable[..., AbstractAsyncContextManager[Served]]


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Start:
    """Serves a daemon with a configuration, on the test's own folder."""
    return lambda **config: serving(
        Config(**{"data": tmp_path, "board": "sim", **config}), monkeypatch
    )
