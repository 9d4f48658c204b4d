"""The WebSockets: what listeners hear, and that none of them can hurt the others."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from aiohttp import ClientWebSocketResponse, WSMsgType, WSServerHandshakeError

from tests.web.serving import ADDRESS, Site, at_site

LARGE = "x" * 3_000_000
"""More than a connection holds while nobody reads."""


async def heard(socket: ClientWebSocketResponse) -> Any:
    """The next message."""
    return await socket.receive_json()


def test_who_joins_hears_the_present_at_once() -> None:
    async def visit(site: Site) -> list[Any]:
        async with site.listening() as early:
            first = await heard(early)
            site.show(phase="opening")
            async with site.listening() as late, site.listening("/api/lights/events") as lights:
                return [first, await heard(late), await heard(lights)]

    assert at_site(visit) == [{"phase": "attract"}, {"phase": "opening"}, {"pixels": "000000"}]


def test_every_listener_hears_each_change_once() -> None:
    async def visit(site: Site) -> list[Any]:
        async with site.listening() as one, site.listening() as other:
            found = [[await heard(one), await heard(other)]]
            for number in range(5):
                site.show(number=number)
                found.append([await heard(one), await heard(other)])
            return found

    changes = [{"phase": "attract"}, *({"number": number} for number in range(5))]
    assert at_site(visit) == [[change, change] for change in changes]


def test_snapshots_and_lights_are_told_apart() -> None:
    async def visit(site: Site) -> list[Any]:
        async with site.listening() as states, site.listening("/api/lights/events") as lights:
            await heard(states)
            await heard(lights)
            site.view.frame = "ff0000"
            site.server.frames.publish()
            lit = await heard(lights)
            site.show(phase="opening")
            return [lit, await heard(states)]

    assert at_site(visit) == [{"pixels": "ff0000"}, {"phase": "opening"}]


def test_of_several_changes_at_once_the_last_is_told() -> None:
    async def visit(site: Site) -> list[Any]:
        async with site.listening() as socket:
            await heard(socket)
            site.show(number=1)
            site.show(number=2)
            second = await heard(socket)
            site.show(number=3)
            return [second, await heard(socket)]

    assert at_site(visit) == [{"number": 2}, {"number": 3}]


def test_a_slow_listener_misses_what_was_overtaken_and_gets_the_newest() -> None:
    async def visit(site: Site) -> list[Any]:
        reader, writer = await asyncio.open_connection(ADDRESS, site.port)
        writer.write(site.handshake())
        await reader.readuntil(b"\r\n\r\n")
        async with site.listening() as quick:
            await heard(quick)
            for number in range(30):
                site.show(number=number, padding=LARGE)
                await heard(quick)
        found: list[Any] = []
        while not found or found[-1] != 29:
            found.append(json.loads(await frame(reader)).get("number"))
        writer.close()
        return found[1:]

    numbers = at_site(visit)
    assert numbers == sorted(set(numbers))
    assert len(numbers) < 15


async def frame(reader: asyncio.StreamReader) -> bytes:
    """The payload of a server's next frame (RFC 6455, 5.2)."""
    length = (await reader.readexactly(2))[1]
    more = {126: 2, 127: 8}.get(length, 0)
    if more:
        length = int.from_bytes(await reader.readexactly(more))
    return await reader.readexactly(length)


@pytest.mark.parametrize(
    ("said", "got"),
    [
        ('{"input":"point-1"}', """'{"input":"point-1"}'"""),
        ("", "''"),
        (b"\x00" * 200, repr(str(b"\x00" * 200)[:80])),
    ],
    ids=["text", "nothing", "bytes"],
)
def test_who_says_anything_is_told_so_and_left(said: str | bytes, got: str) -> None:
    async def visit(site: Site) -> tuple[Any, int | None]:
        async with site.listening() as socket:
            await heard(socket)
            for _ in range(100):
                if isinstance(said, str):
                    await socket.send_str(said)
                else:
                    await socket.send_bytes(said)
            answer = await heard(socket)
            await socket.receive()
            return answer, socket.close_code

    message = f"expected no messages on this socket, got {got}"
    told = {"ok": False, "error": {"code": "bad-request", "message": message}}
    assert at_site(visit) == (told, 1008)


async def beside(site: Site, hurt: bytes) -> list[Any]:
    """What is left of a socket that sends some bytes, and what its neighbour hears after it."""
    async with site.listening() as neighbour:
        await heard(neighbour)
        reader, writer = await asyncio.open_connection(ADDRESS, site.port)
        writer.write(site.handshake())
        await reader.readuntil(b"\r\n\r\n")
        await frame(reader)
        writer.write(hurt)
        goodbye = await frame(reader)
        writer.close()
        site.show(phase="opening")
        return [int.from_bytes(goodbye[:2]), await heard(neighbour)]


MASKED = b"\x00\x00\x00\x00"


@pytest.mark.parametrize(
    ("hurt", "code"),
    [
        pytest.param(b"\x81\xfe\x10\x01" + MASKED + b"x" * 4097, 1009, id="too-large"),
        pytest.param(b"\x81\xff" + b"\x7f" * 8 + MASKED, 1009, id="endless"),
        pytest.param(b"\xff\x80" + MASKED, 1002, id="reserved-bits"),
        pytest.param(b"\x83\x80" + MASKED, 1002, id="reserved-opcode"),
        pytest.param(b"\x89\xfe\x00\x80" + MASKED + b"x" * 128, 1002, id="long-ping"),
        pytest.param(b"\x81\x81" + MASKED + b"\xff", 1007, id="not-utf-8"),
        pytest.param(b"\x88\x81" + MASKED + b"x", 1002, id="short-close"),
    ],
)
def test_a_bad_frame_closes_that_socket_only(hurt: bytes, code: int) -> None:
    assert at_site(lambda site: beside(site, hurt)) == [code, {"phase": "opening"}]


def test_who_vanishes_is_not_missed(caplog: pytest.LogCaptureFixture) -> None:
    async def visit(site: Site) -> None:
        async with site.listening() as neighbour:
            await heard(neighbour)
            for number in range(20):
                reader, writer = await asyncio.open_connection(ADDRESS, site.port)
                writer.write(site.handshake())
                await reader.readuntil(b"\r\n\r\n")
                site.show(number=number, padding=LARGE)
                writer.transport.abort()
                await heard(neighbour)

    at_site(visit)
    assert caplog.records == []


def test_news_during_the_end_are_no_trouble(caplog: pytest.LogCaptureFixture) -> None:
    async def visit(site: Site) -> None:
        async with site.listening() as socket:
            await heard(socket)
            end = asyncio.create_task(site.runner.cleanup())
            while not end.done():
                site.show(phase="closed")
                await asyncio.sleep(0)

    at_site(visit)
    assert caplog.records == []


def test_a_failure_of_ours_closes_the_socket(caplog: pytest.LogCaptureFixture) -> None:
    async def visit(site: Site) -> Any:
        async with site.listening() as socket:
            await heard(socket)
            del site.view.snapshot  # the view is broken from now on
            site.server.snapshots.publish()
            goodbye = await socket.receive()
            return goodbye.type, goodbye.data, goodbye.extra

    assert at_site(visit) == (WSMsgType.CLOSE, 1011, "minigam has failed")
    messages = [record.getMessage() for record in caplog.records]
    assert messages == ["there is nothing to send to a listener"]


def test_foreign_pages_may_not_listen() -> None:
    async def visit(site: Site) -> tuple[int, str]:
        with pytest.raises(WSServerHandshakeError) as refusal:
            async with site.listening(headers={"Origin": "http://example.org"}):
                pass
        return refusal.value.status, refusal.value.message

    assert at_site(visit) == (403, "Invalid response status")


def test_the_end_of_the_daemon_closes_every_socket() -> None:
    async def visit(site: Site) -> list[Any]:
        async with site.listening() as states, site.listening("/api/lights/events") as lights:
            await heard(states)
            await heard(lights)
            end = asyncio.create_task(site.runner.cleanup())
            goodbyes = [await states.receive(), await lights.receive()]
            await end
            return [(goodbye.type, goodbye.data, goodbye.extra) for goodbye in goodbyes]

    assert at_site(visit) == [(WSMsgType.CLOSE, 1001, "stopping")] * 2


def test_who_does_not_listen_cannot_hold_up_the_end() -> None:
    async def visit(site: Site) -> None:
        site.show(padding=LARGE * 3)
        reader, writer = await asyncio.open_connection(ADDRESS, site.port)
        writer.write(site.handshake())
        await reader.readuntil(b"\r\n\r\n")
        async with asyncio.timeout(5):
            await site.runner.cleanup()
        writer.close()

    at_site(visit)
