"""The WebSockets: what listeners hear, and that none of them can hurt the others."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import ClientWebSocketResponse, WSMsgType

from minigam.web import server as kiosk_server
from minigam.words import PointNumber, Words
from tests.web.serving import ADDRESS, Site, serving

LARGE = "x" * 3_000_000
"""More than a connection holds while nobody reads."""


async def heard(socket: ClientWebSocketResponse) -> Any:
    return await socket.receive_json()


@asynccontextmanager
async def listener() -> AsyncIterator[tuple[Site, ClientWebSocketResponse]]:
    """A site, and a socket that has heard the present."""
    async with serving() as site, site.listening() as socket:
        assert await heard(socket) == {"phase": "attract"}
        yield site, socket


async def test_every_listener_hears_each_change_once() -> None:
    async with listener() as (site, one), site.listening() as other:
        assert await heard(other) == {"phase": "attract"}
        for number in range(5):
            site.show(number=number)
            assert [await heard(one), await heard(other)] == [{"number": number}] * 2


async def test_snapshots_and_lights_are_told_apart_and_at_once_to_who_joins_late() -> None:
    async with listener() as (site, states), site.listening("/api/lights/events") as lights:
        assert await heard(lights) == {"pixels": "000000"}
        site.view.frame = "ff0000"
        site.server.frames.publish()
        assert await heard(lights) == {"pixels": "ff0000"}
        site.show(phase="opening")
        assert await heard(states) == {"phase": "opening"}
        async with site.listening() as late:
            assert await heard(late) == {"phase": "opening"}


HEARTBEATS = "?heartbeat=1"


async def test_who_asks_for_heartbeats_hears_what_the_daemons_clock_shows() -> None:
    now = asyncio.get_running_loop().time
    before = now()
    async with serving() as site, site.listening(f"/api/events{HEARTBEATS}") as socket:
        site.server.heartbeats.publish()
        beats = [await heard(socket)]  # before the first snapshot: the board can be touched at once
        while len(beats) < 3:
            message = await heard(socket)
            assert message == {"phase": "attract"} or list(message) == ["heartbeat"]
            beats += [message] if "heartbeat" in message else []
            site.server.heartbeats.publish()
    times = [beat["heartbeat"] for beat in beats]
    assert times == sorted(times)
    assert round(before, 3) <= times[0] <= times[-1] <= round(now(), 3)


async def test_heartbeats_go_on_while_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    assert kiosk_server.BEAT_SECONDS == 1.0  # a page waits for three
    monkeypatch.setattr(kiosk_server, "BEAT_SECONDS", 0.0)
    async with serving() as site, site.listening(f"/api/events{HEARTBEATS}") as socket:
        beats = [await heard(socket) for _ in range(10)]
    assert sum("heartbeat" in beat for beat in beats) == 9


async def test_who_does_not_ask_for_heartbeats_hears_none() -> None:
    async with listener() as (site, socket):
        site.server.heartbeats.publish()
        site.show(number=1)
        assert await heard(socket) == {"number": 1}


async def test_a_page_that_is_gone_is_soon_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its connection stays open, but nobody is there to answer a ping."""
    assert kiosk_server.QUICK_PING_SECONDS == 6.0
    monkeypatch.setattr(kiosk_server, "QUICK_PING_SECONDS", 0.02)
    async with listener() as (site, neighbour):
        reader, writer = await asyncio.open_connection(ADDRESS, site.port)
        writer.write(site.handshake(f"/api/events{HEARTBEATS}"))
        await reader.read()  # to its end
        writer.close()
        site.show(number=1)
        assert await heard(neighbour) == {"number": 1}


async def test_a_listener_reads_the_numbers_that_the_settings_ask_for_from_then_on() -> None:
    async with listener() as (site, socket):
        text = Words("point {number}", number=PointNumber(8, own=17))
        site.show(text=text)
        assert await heard(socket) == {"text": "point 8"}
        site.view.own_numbers = True
        site.show(text=text)
        assert await heard(socket) == {"text": "point 17"}
        assert (await site.ask("GET", "/api/state")).answer == (200, {"text": "point 17"})


async def test_of_several_changes_at_once_the_last_is_told() -> None:
    async with listener() as (site, socket):
        site.show(number=1)
        site.show(number=2)
        assert await heard(socket) == {"number": 2}
        site.show(number=3)
        assert await heard(socket) == {"number": 3}


async def test_a_slow_listener_misses_what_was_overtaken_and_gets_the_newest() -> None:
    async with serving() as site:
        _, reader, writer = await site.raw_socket()
        async with site.listening() as quick:
            await heard(quick)
            for number in range(30):
                site.show(number=number, padding=LARGE)
                await heard(quick)
        found: list[Any] = []
        while not found or found[-1] != 29:
            found.append(json.loads(await frame(reader)).get("number"))
        writer.close()
    numbers = found[1:]
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
async def test_who_says_anything_is_told_so_and_left(said: str | bytes, got: str) -> None:
    async with listener() as (_, socket):
        for _ in range(100):
            await (socket.send_str(said) if isinstance(said, str) else socket.send_bytes(said))
        message = f"expected no messages on this socket, got {got}"
        told = {"ok": False, "error": {"code": "bad-request", "message": message}}
        assert await heard(socket) == told
        await socket.receive()
        assert socket.close_code == 1008


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
async def test_a_bad_frame_closes_that_socket_only(hurt: bytes, code: int) -> None:
    async with listener() as (site, neighbour):
        _, reader, writer = await site.raw_socket()
        await frame(reader)
        writer.write(hurt)
        goodbye = await frame(reader)
        writer.close()
        assert int.from_bytes(goodbye[:2]) == code
        site.show(phase="opening")
        assert await heard(neighbour) == {"phase": "opening"}


async def test_who_vanishes_is_not_missed(caplog: pytest.LogCaptureFixture) -> None:
    async with listener() as (site, neighbour):
        for number in range(20):
            _, _, writer = await site.raw_socket()
            site.show(number=number, padding=LARGE)
            writer.transport.abort()
            await heard(neighbour)
    assert caplog.records == []


async def test_news_during_the_end_are_no_trouble(caplog: pytest.LogCaptureFixture) -> None:
    async with listener() as (site, _):
        end = asyncio.create_task(site.runner.cleanup())
        while not end.done():
            site.show(phase="closed")
            await asyncio.sleep(0)
    assert caplog.records == []


async def test_a_failure_of_ours_closes_the_socket(caplog: pytest.LogCaptureFixture) -> None:
    async with listener() as (site, socket):
        del site.view.snapshot  # the view is broken from now on
        site.server.snapshots.publish()
        assert await socket.receive() == (WSMsgType.CLOSE, 1011, "minigam has failed")
    messages = [record.getMessage() for record in caplog.records]
    assert messages == ["there is nothing to send to a listener"]


async def test_the_end_of_the_daemon_closes_every_socket() -> None:
    async with listener() as (site, states), site.listening("/api/lights/events") as lights:
        await heard(lights)
        end = asyncio.create_task(site.runner.cleanup())
        for socket in (states, lights):
            assert await socket.receive() == (WSMsgType.CLOSE, 1001, "stopping")
        await end


async def test_who_does_not_listen_cannot_hold_up_the_end() -> None:
    async with serving() as site:
        site.show(padding=LARGE * 3)
        _, _, writer = await site.raw_socket()
        async with asyncio.timeout(5):
            await site.runner.cleanup()
        writer.close()
