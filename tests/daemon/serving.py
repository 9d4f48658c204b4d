"""A whole daemon with its page, in the process of a test, which has hold of its insides."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from minigam.board.profile import Profile
from minigam.daemon import app
from minigam.daemon.config import Config
from minigam.daemon.hardware import OpenHardware, open_parts
from minigam.daemon.input_injector import SimulatedInputInjector
from minigam.daemon.table import Table
from minigam.drivers.interfaces import Listeners
from minigam.drivers.systemd import SystemdNotifier
from tests.e2e.daemon import free_port

PATIENCE_SECONDS = 20.0


@dataclass
class Served:
    """A daemon that is ready."""

    port: int
    opened: list[OpenHardware] = field(default_factory=list)
    daemons: list[app.Daemon] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[int] = field(init=False)
    """Ends with the exit status."""

    def say(self, text: str) -> None:
        self.said.append(text)
        if "is ready" in text:
            self.ready.set()

    @property
    def daemon(self) -> app.Daemon:
        return self.daemons[0]

    @property
    def parts(self) -> OpenHardware:
        return self.opened[0]

    @property
    def touch(self) -> SimulatedInputInjector:
        assert self.daemon.touch is not None
        return self.daemon.touch

    @property
    def table(self) -> Table:
        return self.daemon.table

    async def post(self, path: str, body: Any) -> tuple[int, Any]:
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
    served = Served(free_port())

    def noted(profile: Profile, listeners: Listeners) -> OpenHardware:
        served.opened.append(open_parts(profile, listeners))
        return served.opened[-1]

    class Noted(app.Daemon):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            served.daemons.append(self)

    with monkeypatch.context() as patched:
        patched.setattr(app, "open_parts", noted)
        patched.setattr(app, "Daemon", Noted)
        served.task = asyncio.create_task(app.serve(replace(config, port=served.port), served.say))
        async with asyncio.timeout(seconds):
            await served.ready.wait()
            try:
                yield served
            finally:
                served.daemon.end(0)
                await served.task


def serve(
    config: Config,
    monkeypatch: pytest.MonkeyPatch,
    act: Callable[[Served], Coroutine[Any, Any, None]],
    seconds: float = PATIENCE_SECONDS,
) -> None:
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


class Manager:
    """A service manager: its end of the socket, what it tells a service, and that service."""

    def __init__(self, end: socket.socket, **told: str) -> None:
        self._end = end
        self.told = {"NOTIFY_SOCKET": end.getsockname(), **told}
        self.service = SystemdNotifier(self.told)

    async def takes(self, words: int) -> list[str]:
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(PATIENCE_SECONDS):
            return [(await loop.sock_recv(self._end, 4096)).decode() for _ in range(words)]


Managed = Callable[..., Manager]


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Managed]:
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as end:
        end.bind(str(tmp_path / "notify"))
        end.setblocking(False)
        yield lambda **told: Manager(end, **told)
