"""A whole daemon with its page, in the process of a test, which has hold of its insides."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any

import pytest

from minigam.board.profile import Profile
from minigam.daemon import app
from minigam.daemon.config import Config
from minigam.daemon.hardware import Parts, open_parts
from minigam.drivers.interfaces import Listeners
from tests.e2e.daemon import free_port

PATIENCE_SECONDS = 20.0


@dataclass(frozen=True)
class Served:
    """A daemon that is ready."""

    daemon: app.Daemon
    parts: Parts
    port: int


def serve(
    config: Config,
    monkeypatch: pytest.MonkeyPatch,
    act: Callable[[Served], Coroutine[Any, Any, None]],
    seconds: float = PATIENCE_SECONDS,
) -> None:
    """Start a daemon, act, and end it; any port is taken that is free.

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

    async def main() -> None:
        ready = asyncio.Event()
        serving = asyncio.create_task(app.serve(replace(config, port=port), lambda _: ready.set()))
        async with asyncio.timeout(seconds):
            await ready.wait()
            try:
                await act(Served(daemons[0], opened[0], port))
            finally:
                daemons[0].end(0)
                await serving

    monkeypatch.setattr(app, "open_parts", noted)
    monkeypatch.setattr(app, "Daemon", Noted)
    asyncio.run(main())
