"""`minigam club run` as a process that can be killed, and its director, who uses HTTP."""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from aiohttp import ClientConnectionError, ClientSession, CookieJar

from minigam.remote.club.club_service import FILE_NAME
from tests.e2e.daemon import free_port

PATIENCE_SECONDS = 60.0
ANY = Callable[[dict[str, Any]], object]


class EveningProcess:
    """The service of one evening, and a session of its director."""

    def __init__(self, folder: Path, broker_port: int, *broker: str) -> None:
        """Start nothing yet; `broker_port`: of a broker on this machine.

        `broker`: the options of another one.
        """
        self.folder = folder
        self.port = free_port()
        self._broker = broker or ("--broker", f"mqtt://127.0.0.1:{broker_port}")
        self._process: subprocess.Popen[str] | None = None
        self.pin = ""

    @property
    def path(self) -> Path:
        """The evening's file."""
        return self.folder / FILE_NAME

    @property
    def address(self) -> str:
        """Of its pages."""
        return f"http://127.0.0.1:{self.port}"

    async def __aenter__(self) -> Self:
        """Start it."""
        self._session = ClientSession(cookie_jar=CookieJar(unsafe=True))
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End it by a signal, as systemd does."""
        await self._session.close()
        assert self._process
        self._process.terminate()
        status = await asyncio.to_thread(self._process.wait, PATIENCE_SECONDS)
        assert self._process.stdout
        self._process.stdout.close()
        assert status == 0

    async def start(self) -> None:
        """Start it, and wait until it has said where its pages are."""
        command = [sys.executable, "-m", "minigam", "club", "run", str(self.folder)]
        command += [*self._broker, "--port", str(self.port)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout
        hall = await asyncio.to_thread(self._process.stdout.readline)
        director = await asyncio.to_thread(self._process.stdout.readline)
        assert hall == f"the hall's page: {self.address}/\n"
        found = re.fullmatch(
            rf"the director's page: {self.address}/director, PIN (\d{{4}} \d{{4}} \d{{4}})\n",
            director,
        )
        assert found
        assert found[1] == (self.pin or found[1]), "expected the same PIN after a restart"
        if not self.pin:
            self.pin = found[1]
            assert await self.post("/api/login", {"pin": self.pin}) == (200, {"ok": True})

    def kill(self) -> None:
        """At once, whatever it does."""
        assert self._process
        self._process.kill()
        self._process.wait()
        assert self._process.stdout
        self._process.stdout.close()

    async def post(self, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        """Status and JSON of an answer."""
        async with self._session.post(f"{self.address}{path}", json=body) as answer:
            return answer.status, json.loads(await answer.text())

    async def act(self, do: str, **fields: object) -> None:
        """What the director does, and may."""
        found = await self.post("/api/director", {"do": do, **fields})
        assert found == (200, {"ok": True})

    async def admit(self) -> None:
        """All boards that are there, and are not admitted."""
        boards = [each for each in (await self.view())["boards"] if not each["admitted"]]
        if boards:
            await self.act("admit", boards={each["name"]: each["key"] for each in boards})

    async def get(self, path: str) -> tuple[int, bytes]:
        """Status and body of an answer."""
        async with self._session.get(f"{self.address}{path}") as answer:
            return answer.status, await answer.read()

    async def view(self) -> dict[str, Any]:
        """What the director sees."""
        status, body = await self.get("/api/director")
        assert status == 200
        found: dict[str, Any] = json.loads(body)
        return found

    async def until(self, is_so: ANY, patience: float = PATIENCE_SECONDS) -> dict[str, Any]:
        """What the director sees once something holds."""
        async with asyncio.timeout(patience):
            while True:
                with suppress(ClientConnectionError):
                    if is_so(found := await self.view()):
                        return found
                await asyncio.sleep(0.05)
