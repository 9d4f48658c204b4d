"""A kiosk server over a fake view and a fake touch, and requests made byte by byte."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from aiohttp import ClientSession, ClientWebSocketResponse, web

from minigam.errors import SettingsError, UnknownNameError
from minigam.table.names import check_player
from minigam.table.playing_on import PlayOnError
from minigam.web.interfaces import Sure, nothing_between
from minigam.web.requests import InvitationError, LockedError, TooManyTriesError
from minigam.web.server import Server
from minigam.words import Language, Words

ADDRESS = "127.0.0.1"
PATIENCE_SECONDS = 20.0
"""When a test that hangs is given up."""
JOURNAL: dict[str, Any] = {"stopped": False, "text": ""}
DISK = {"room": "fine", "free": 9_000_000_000, "text": ""}
WELL: dict[str, Any] = {
    "inputs": [],
    "board": {"trouble": None, "alive": True},
    "disk": DISK,
    "journal": JOURNAL,
}
JSON_TYPE = {"Content-Type": "application/json"}
OK = (200, {"ok": True})
Found = TypeVar("Found")


def check_game(number: int | None) -> None:
    if number == 404:
        raise UnknownNameError("game", "404", ["1"])


@dataclass
class FakeView:
    snapshot: dict[str, Any] = field(default_factory=lambda: {"phase": "attract"})
    frame: str = "000000"
    own_numbers: bool = False
    names: tuple[str, str] = ("", "")
    starred: set[int] = field(default_factory=set)

    def board(self) -> dict[str, Any]:
        return {"name": "sim"}

    def state(self) -> dict[str, Any]:
        return self.snapshot

    def lights(self, here: bool) -> dict[str, Any]:
        return {"point-1": {"meaning": "none" if here else "told", "colors": [[0, 0, 0]]}}

    def pixels(self, here: bool) -> str:
        return self.frame if here else "ffffff"

    def health(self) -> dict[str, Any]:
        return WELL

    def card(self) -> dict[str, Any]:
        return {"title": "Minigam", "sections": []}

    def setup(self) -> dict[str, Any]:
        return {"open": True, "groups": []}

    def language(self) -> str | None:
        return None

    def reading(self, language: Language) -> Language:
        return replace(language, own_numbers=self.own_numbers)

    async def games(self, before: int | None) -> dict[str, Any]:
        return {"games": [], "before": before}

    async def game(self, number: int) -> dict[str, Any]:
        check_game(number)
        return {"game": number}

    async def exercises(self, before: int | None) -> dict[str, Any]:
        return {"exercises": [], "judged": 0, "before": before, "text": Words("White")}

    async def statistics(self) -> dict[str, Any]:
        return {"games": 0}

    def name(self, white: str, black: str) -> None:
        self.names = (check_player(white), check_player(black))

    def star(self, game: int, starred: bool) -> None:
        check_game(game)
        (self.starred.add if starred else self.starred.discard)(game)

    async def report(self, number: int | None, _language: Language) -> str:
        check_game(number)
        return f"<p>Game {number}</p>"


@dataclass
class FakeTouch:
    """Remembers touches; knows one input."""

    touches: list[tuple[list[str], float]] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    free: asyncio.Event = field(default_factory=asyncio.Event)
    """Whether nobody else's hand is on the board; it is, unless a test takes it away."""

    waited: asyncio.Event = field(default_factory=asyncio.Event)
    begun: int = 0
    """How many touches have come to the board, made or not."""

    def __post_init__(self) -> None:
        self.free.set()

    async def tap(self, name: str, sure: Sure = nothing_between) -> None:
        await self.hold([name], 0.0, sure)

    async def command(self, name: str, sure: Sure = nothing_between) -> None:
        self.begun += 1
        self.waited.set()
        await self.free.wait()
        sure()
        self.commands.append(name)

    async def move(self, start: str, end: str | None, sure: Sure = nothing_between) -> None:
        await self.command(f"{start} to {end}", sure)

    async def play_on(self, game: int, at: int, sure: Sure = nothing_between) -> None:
        check_game(game)
        if at:
            raise PlayOnError("over there")
        await self.command(f"play on {game} at {at}", sure)

    async def set_up(self, values: Mapping[str, object], sure: Sure = nothing_between) -> None:
        sure()
        for name in values:
            if name != "rules":
                raise UnknownNameError("field of the set-up", name, ["rules"])
        self.commands.append(str(dict(values)))

    async def hold(self, names: list[str], seconds: float, sure: Sure = nothing_between) -> None:
        for name in names:
            if name not in ("point-1", "undo"):
                raise UnknownNameError("input", name, ["point-1", "undo"])
        self.begun += 1
        self.waited.set()
        await self.free.wait()
        sure()
        self.touches.append((names, seconds))

    async def place(self, zone: str, count: int, sure: Sure = nothing_between) -> None:
        await self.hold([zone], float(count), sure)

    async def lay(self, sure: Sure = nothing_between) -> None:
        await self.hold([], 0.0, sure)


REFUSED: dict[str, Exception] = {
    "idle": LockedError("locked"),
    "rest": TooManyTriesError("wait"),
    "night": SettingsError("night: expected one"),
    "new_pin": SettingsError(Words("A PIN has 4 to 12 digits, and nothing else.")),
}


@dataclass
class FakeDesk:
    """Keeps what it is told, but for some fields."""

    kept: dict[str, Any] = field(default_factory=lambda: {"volume": 70})
    woken: int = 0

    def listed(self) -> dict[str, Any]:
        return {"settings": self.kept, "woken": self.woken}

    async def change(self, changes: Mapping[str, Any]) -> None:
        for name, refusal in REFUSED.items():
            if name in changes:
                raise refusal
        self.kept |= changes

    def wake(self) -> None:
        self.woken += 1


@dataclass(frozen=True)
class Reply:
    """An HTTP answer, read to its end."""

    status: int
    headers: Mapping[str, str]
    """By lower-case name."""
    body: bytes

    @classmethod
    def read(cls, data: bytes) -> Reply:
        head, _, body = data.partition(b"\r\n\r\n")
        first, *lines = head.decode().split("\r\n")
        pairs = (line.split(": ", 1) for line in lines)
        return cls(int(first.split()[1]), {name.lower(): value for name, value in pairs}, body)

    @property
    def answer(self) -> tuple[int, Any]:
        return self.status, json.loads(self.body)

    @property
    def page(self) -> tuple[int, str, str]:
        return self.status, self.headers["content-type"], self.body.decode()


def error(status: int, code: str, message: str) -> tuple[int, Any]:
    """The answer that says what went wrong."""
    return status, {"ok": False, "error": {"code": code, "message": message}}


class Site:
    def __init__(self, server: Server, view: FakeView, runner: web.AppRunner) -> None:
        self.server, self.view, self.runner = server, view, runner
        self.port: int = runner.addresses[0][1]

    async def ask(
        self,
        method: str,
        target: str,
        headers: Mapping[str, str] | None = None,
        body: bytes = b"",
        address: str = ADDRESS,
    ) -> Reply:
        """One request on a connection of its own; `headers` also replace the usual ones."""
        usual = {"Host": f"{address}:{self.port}", "Connection": "close"}
        fields = {**usual, "Content-Length": str(len(body)), **(headers or {})}
        lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {fields[name]}" for name in fields)]
        return Reply.read(await self.send("\r\n".join([*lines, "", ""]).encode() + body, address))

    async def post(self, target: str, body: Any) -> Reply:
        return await self.ask("POST", target, JSON_TYPE, json.dumps(body).encode())

    async def send(self, data: bytes, address: str = ADDRESS) -> bytes:
        """Raw bytes, and all that comes back until the connection is closed."""
        reader, writer = await asyncio.open_connection(address, self.port)
        writer.write(data)
        answer = await reader.read()
        writer.close()
        await writer.wait_closed()
        return answer

    async def raw_socket(self) -> tuple[bytes, asyncio.StreamReader, asyncio.StreamWriter]:
        """A WebSocket of the site, byte by byte: how its handshake is answered, and both ends."""
        reader, writer = await asyncio.open_connection(ADDRESS, self.port)
        writer.write(self.handshake())
        return await reader.readuntil(b"\r\n\r\n"), reader, writer

    def handshake(self, path: str = "/api/events") -> bytes:
        """What a browser sends to open a WebSocket."""
        return (
            f"GET {path} HTTP/1.1\r\nHost: {ADDRESS}:{self.port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        ).encode()

    @asynccontextmanager
    async def listening(self, path: str = "/api/events") -> AsyncIterator[ClientWebSocketResponse]:
        url = f"ws://{ADDRESS}:{self.port}{path}"
        async with ClientSession() as client, client.ws_connect(url) as socket:
            yield socket

    def show(self, **snapshot: Any) -> dict[str, Any]:
        """A new snapshot, told to all who listen."""
        self.view.snapshot = snapshot
        self.server.snapshots.publish()
        return snapshot


@asynccontextmanager
async def running(server: Server, *others: str) -> AsyncIterator[web.AppRunner]:
    """Serve at a free port, of other addresses too."""
    runner = server.runner()
    await runner.setup()
    try:
        await web.TCPSite(runner, ADDRESS, 0).start()
        for address in others:
            await web.TCPSite(runner, address, runner.addresses[0][1]).start()
        yield runner
    finally:
        await runner.cleanup()


@dataclass
class FakeUpdates:
    """Remembers what was asked for; its PIN is 2580."""

    asked: list[str] = field(default_factory=list)

    def listed(self) -> dict[str, Any]:
        return {"available": True, "step": "looked"}

    async def ask(self, what: str, pin: object) -> None:
        if pin != "2580":
            raise LockedError(Words("The settings are locked: type the staff's PIN."))
        self.asked.append(what)


@dataclass
class FakeInvitations:
    """Remembers what was asked for; nobody can be joined with six ones."""

    asked: list[tuple[str, tuple[int, ...]]] = field(default_factory=list)

    def ask(self, what: str, code: tuple[int, ...]) -> None:
        if code == (1,) * 6:
            raise InvitationError(Words("Nobody invites."))
        self.asked.append((what, code))


@asynccontextmanager
async def serving(
    touch: FakeTouch | None = None,
    updates: FakeUpdates | None = None,
    invitations: FakeInvitations | None = None,
) -> AsyncIterator[Site]:
    view, desk = FakeView(), FakeDesk()
    parts = (view, touch, view.name, view.star, desk, desk.wake)
    server = Server(*parts, updates=updates, invitations=invitations)
    async with running(server) as runner:
        yield Site(server, view, runner)


def at_site(
    visit: Callable[[Site], Coroutine[Any, Any, Found]], touch: FakeTouch | None = None
) -> Found:
    """What a visit to a freshly served site finds."""

    async def run() -> Found:
        async with asyncio.timeout(PATIENCE_SECONDS), serving(touch) as site:
            return await visit(site)

    return asyncio.run(run())


def refused(target: str, body: bytes, headers: Mapping[str, str] = JSON_TYPE) -> tuple[int, Any]:
    """The answer to a request that must not reach the board."""
    touch = FakeTouch()
    reply = at_site(lambda site: site.ask("POST", target, headers, body), touch)
    assert touch.touches == []
    return reply.answer
