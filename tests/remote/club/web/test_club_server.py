"""The pages of an evening against visitors who mean no good."""

import asyncio
import json
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from minigam.daemon.http_port import serving
from minigam.remote.club.club_service import ClubService
from minigam.remote.club.web.club_server import ClubServer
from minigam.remote.club.web.director_pin import DirectorPin
from minigam.remote.game_log import LogBook
from minigam.remote.outbox import Outbox
from minigam.remote.topics import ClubTopics
from minigam.web.connections import MOST_OF_ONE, Connections

HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"
PIN = DirectorPin("493021180473", "0c" * 32)
WRONG = "000000000000"


class Site:
    """A served evening; who asks may have any address of this machine."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def send(self, text: bytes, address: str = HERE) -> bytes:
        """The whole answer to a request, or to what is none."""
        reader, writer = await asyncio.open_connection(HERE, self.port, local_addr=(address, 0))
        writer.write(text)
        found = await reader.read()
        writer.close()
        return found

    async def ask(self, path: str, head: bytes = b"", address: str = HERE) -> int:
        """The status of a question."""
        begin = f"GET {path} HTTP/1.1\r\nHost: {HERE}\r\nConnection: close\r\n".encode()
        return int((await self.send(begin + head + b"\r\n", address)).split()[1])

    async def login(self, pin: str, address: str = HERE) -> int:
        """The status of an entered PIN; `pin`: as JSON has it, without quotes."""
        body = f'{{"pin":"{pin}"}}'.encode()
        head = (
            f"POST /api/login HTTP/1.1\r\nHost: {HERE}\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        return int((await self.send(head.encode() + body, address)).split()[1])


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[Site]:
    """An evening whose visitors are all guests, as if they came from the network."""
    outbox = Outbox(LogBook(), "log", lambda _: "")
    service = ClubService(folder, ClubTopics("desk"), outbox)
    guests = Connections(user_of=lambda _peer, _own: None)
    with socket.create_server((HERE, 0)) as door:
        async with serving(ClubServer(service, PIN, ()).runner(), guests, [door]):
            yield Site(door.getsockname()[1])
    service.close()


async def test_silent_connections_of_one_visitor_do_not_keep_others_out(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        silent = [
            await asyncio.open_connection(HERE, site.port, local_addr=(ELSEWHERE, 0))
            for _ in range(MOST_OF_ONE)
        ]
        assert await site.ask("/api/evening", address=ELSEWHERE) == 503
        assert await site.ask("/api/evening") == 200
        for _, writer in silent:
            writer.close()


async def test_wrong_pins_of_others_do_not_keep_the_director_out(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        for number in range(2, 12):
            found = [await site.login(WRONG, f"127.0.0.{number}") for _ in range(6)]
            assert found == [403] * 5 + [429]
        assert await site.login("4930 2118 0473") == 200


async def test_what_no_pin_looks_like_is_a_wrong_one(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with served(tmp_path) as site:
        for pin in ("\\ud800", "\\u0664", "é", "", PIN.pin[:-1]):
            assert await site.login(pin) == 403
        assert await site.login(PIN.pin) == 429
        assert (await site.send(b"GET / HTTP/1.1\r\n\r\n")).startswith(b"HTTP/1.0 400 ")
    assert [each for each in caplog.records if each.levelno >= logging.WARNING] == []


@pytest.mark.parametrize("name", ["Cookie", "Expect", "Host", "Origin", "X-Other"])
async def test_other_letters_than_ascii_in_a_header_are_refused(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    async with served(tmp_path) as site:
        host = "" if name == "Host" else f"Host: {HERE}\r\n"
        ask = f"GET /api/me HTTP/1.1\r\nConnection: close\r\n{host}{name}: ".encode()
        head, _, body = (await site.send(ask + b"\xff\r\n\r\n")).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    message = f"expected ASCII in every header, not so: {name}"
    assert json.loads(body) == {"ok": False, "error": {"code": "bad-request", "message": message}}
    assert b"Content-Security-Policy" in head
    assert [each for each in caplog.records if each.levelno >= logging.WARNING] == []
