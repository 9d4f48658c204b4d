"""What strangers in the setup network cannot do to the page."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from minigam.provisioning import guests, portal
from tests.provisioning.serving import ADDRESS, FakeView, asked, served

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]
BEGUN = b"POST / HTTP/1.1\r\n"


@asynccontextmanager
async def connected(port: int) -> AsyncIterator[Ends]:
    reader, writer = await asyncio.open_connection(ADDRESS, port)
    try:
        yield reader, writer
    finally:
        writer.close()


async def is_ended(reader: asyncio.StreamReader) -> bool:
    """Wait until the other side ends it."""
    try:
        return await reader.read() == b""
    except ConnectionError:
        return True


async def test_only_so_many_may_be_there_at_once(port: int) -> None:
    async with served(FakeView(), port), AsyncExitStack() as stack:
        there = [
            await stack.enter_async_context(connected(port)) for _ in range(guests.MOST_CONNECTIONS)
        ]
        for _, writer in there:
            writer.write(BEGUN)
        async with connected(port) as (reader, _):
            assert await is_ended(reader)
        there[0][1].close()
        await there[0][1].wait_closed()
        async with asked_beside(port) as status:
            assert status == 200


@asynccontextmanager
async def asked_beside(port: int) -> AsyncIterator[int]:
    """The answer to somebody who asks until there is room."""
    request = f"GET / HTTP/1.1\r\nHost: {ADDRESS}:{port}\r\n\r\n".encode()
    while True:
        async with connected(port) as (reader, writer):
            writer.write(request)
            try:
                line = await reader.readline()
            except ConnectionError:
                continue
            if line:
                yield int(line.split()[1])
                return


async def test_who_sends_more_than_a_form_is_cut_off(port: int) -> None:
    async with served(FakeView(), port), connected(port) as (reader, writer):
        writer.write(BEGUN)
        for number in range(100):
            writer.write(b"X-%d: %s\r\n" % (number, b"x" * 4000))
        assert await is_ended(reader)


async def test_who_never_finishes_is_cut_off(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "MOST_SECONDS", 0.05)
    async with served(FakeView(), port), connected(port) as (reader, writer):
        writer.write(BEGUN)
        assert await is_ended(reader)


async def test_a_form_that_is_half_sent_does_not_delay_the_end(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portal, "LAST_SECONDS", 0.05)
    head = f"POST / HTTP/1.1\r\nHost: {ADDRESS}:{port}\r\nContent-Length: 300\r\n\r\n".encode()
    async with asyncio.timeout(30), connected_after(port) as (reader, writer):
        writer.write(head + b"t")
    assert await is_ended(reader)


@asynccontextmanager
async def connected_after(port: int) -> AsyncIterator[Ends]:
    """A connection to a page that ends first."""
    async with AsyncExitStack() as stack, served(FakeView(), port):
        yield await stack.enter_async_context(connected(port))


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/x-www-form-urlencoded; charset=foo", b"token=x"),
        ("application/x-www-form-urlencoded; charset=utf-8", b"token=%ff\xff"),
        (
            "multipart/form-data; boundary=b",
            b'--b\r\nContent-Disposition: form-data; name="token"\r\n\r\n\xff\r\n--b--\r\n',
        ),
    ],
)
async def test_a_form_that_cannot_be_read_is_refused(kind: str, body: bytes, port: int) -> None:
    async with (
        asked(FakeView(), port) as (session, address),
        session.post(address, data=body, headers={"Content-Type": kind}) as answer,
    ):
        assert answer.status in (400, 403)
