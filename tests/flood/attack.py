"""What guests may do to a board: `python -m tests.flood.attack KIND PORT`, until it is killed.

Guests come from ten addresses of this machine, by one that is not the board's own.
"""

import asyncio
import base64
import itertools
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress

HOST = "127.0.0.2"
SOURCES = tuple(f"127.0.1.{number}" for number in range(1, 11))
CROWD, SPECTATORS = 50, 200
STORED = 10_000
"""How many games the board has, all of which a guest may ask for."""
AGAIN_SECONDS = 0.05
"""After which a guest that was refused comes again."""
TEXT, PING = b"\x81\x80\0\0\0\0", b"\x89\x80\0\0\0\0"
"""Empty frames of a WebSocket, masked."""
SHORT = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
Guest = Callable[[int, str], Coroutine[None, None, None]]


async def _connect(port: int, source: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection(HOST, port, local_addr=(source, 0), limit=2**20)


def _request(port: int, path: str, *more: str) -> bytes:
    lines = (f"GET {path} HTTP/1.1", f"Host: {HOST}:{port}", *more, "", "")
    return "\r\n".join(lines).encode()


def _handshake(port: int, path: str) -> bytes:
    key = base64.b64encode(b"0123456789abcdef").decode()
    upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
    return _request(port, path, *upgrade, f"Sec-WebSocket-Key: {key}")


def _flood(first: Callable[[int], bytes], then: bytes) -> Guest:
    """Says something, and then something else for ever, as fast as it is taken in."""

    async def guest(port: int, source: str) -> None:
        reader, writer = await _connect(port, source)
        try:
            writer.write(first(port))
            listening = asyncio.ensure_future(_read_all(reader))
            while not listening.done():
                writer.write(then)
                await writer.drain()
                await asyncio.sleep(0)
        finally:
            writer.close()

    return guest


async def _read_all(reader: asyncio.StreamReader) -> None:
    with suppress(ConnectionError):
        while await reader.read(2**16):
            pass


def _asking(paths: Callable[[], str]) -> Guest:
    """Asks, reads the answer, and asks again."""

    async def guest(port: int, source: str) -> None:
        reader, writer = await _connect(port, source)
        try:
            while True:
                writer.write(_request(port, paths()))
                head = await reader.readuntil(b"\r\n\r\n")
                length = next(
                    int(line.split(b":")[1])
                    for line in head.lower().splitlines()
                    if line.startswith(b"content-length")
                )
                await reader.readexactly(length)
        finally:
            writer.close()

    return guest


async def _deaf(port: int, source: str) -> None:
    """Listens to all frames of light, and never reads one."""
    _, writer = await _connect(port, source)
    writer.write(_handshake(port, "/api/lights/events"))
    await asyncio.sleep(1e6)


async def _spectator(port: int, source: str) -> None:
    """A page: two WebSockets, and all that is sent is read."""
    pages = [await _connect(port, source) for _ in range(2)]
    paths = ("/api/events?heartbeat=1", "/api/lights/events")
    for (_, writer), path in zip(pages, paths, strict=True):
        writer.write(_handshake(port, path))
    await asyncio.gather(*(_read_all(reader) for reader, _ in pages))


def _handshake_of(path: str) -> Callable[[int], bytes]:
    return lambda port: _handshake(port, path)


_numbers = itertools.cycle(range(1, STORED + 1))
KINDS: dict[str, tuple[int, Guest]] = {
    "frames": (CROWD, _flood(_handshake_of("/api/events"), TEXT * 1000)),
    "pings": (CROWD, _flood(_handshake_of("/api/events"), PING * 1000)),
    "requests": (CROWD, _asking(lambda: "/api/state")),
    "pipelines": (CROWD, _flood(lambda port: _request(port, "/"), SHORT * 300)),
    "replays": (CROWD, _asking(lambda: f"/api/games/{next(_numbers)}")),
    "statistics": (CROWD, _asking(lambda: "/api/statistics")),
    "no such games": (CROWD, _asking(lambda: f"/api/games/{next(_numbers) + STORED + 1}")),
    "slow readers": (CROWD, _deaf),
    "spectators": (SPECTATORS, _spectator),
}
"""How many guests of each kind, and what one does."""


async def attack(kind: str, port: int) -> None:
    """Let them all come, again and again."""
    count, guest = KINDS[kind]

    async def again(source: str) -> None:
        while True:
            with suppress(
                OSError, EOFError, StopIteration, ValueError, asyncio.IncompleteReadError
            ):
                await guest(port, source)
            await asyncio.sleep(AGAIN_SECONDS)

    await asyncio.gather(*(again(SOURCES[n % len(SOURCES)]) for n in range(count)))


if __name__ == "__main__":
    asyncio.run(attack(sys.argv[1], int(sys.argv[2])))
