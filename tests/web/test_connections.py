"""Guests cannot use up the connections, nor the time, that the board's own page needs."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from ipaddress import ip_address
from typing import Any

import pytest
from aiohttp import web

from minigam.web.connections import (
    FULL,
    MOST_OF_GUESTS,
    MOST_OF_ONE,
    ConnectionLimiter,
    Connections,
    GuestConnection,
)
from minigam.web.round_robin import RoundRobin
from tests.web.serving import ADDRESS

ME = 1000
FIRST = int(ip_address("192.168.1.10"))


class Line(asyncio.Transport):
    """One end of a connection from some address."""

    def __init__(self, address: str, line: socket.socket | None = None) -> None:
        super().__init__(
            {"peername": (address, 50000), "sockname": (ADDRESS, 8080), "socket": line}
        )
        self.protocol: asyncio.BaseProtocol | None = None
        self.written = b""
        self.closed = False

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def write(self, data: Any) -> None:
        self.written += data

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def hang_up(self) -> None:
        assert isinstance(self.protocol, asyncio.Protocol | asyncio.BufferedProtocol)
        self.protocol.connection_lost(None)

    @property
    def is_in(self) -> bool:
        return isinstance(self.protocol, web.RequestHandler | GuestConnection)


async def nobody(_request: web.BaseRequest) -> web.StreamResponse:
    raise AssertionError


@asynccontextmanager
async def door() -> AsyncIterator[Callable[..., Line]]:
    """Knocks, as a new connection from an address; who is not let in is told why not."""
    limiter = ConnectionLimiter(web.Server(nobody), Connections(lambda *_: ME, {ME}.__contains__))
    known: list[Line] = []

    def knock(address: str, over: socket.socket | None = None) -> Line:
        line, protocol = Line(address, over), limiter()
        line.protocol = protocol
        protocol.connection_made(line)
        known.append(line)
        return line

    yield knock
    for line in known:
        assert (line.written, line.closed) == ((b"", False) if line.is_in else (FULL, True))
        line.hang_up()


@pytest.mark.parametrize(
    ("one", "other"),
    [("192.168.1.7", "192.168.1.8"), ("2001:db8::{:x}", "2001:db8:0:1::1")],
    ids=["address", "network of IPv6"],
)
async def test_one_guest_has_so_many_and_another_gets_in_beside(one: str, other: str) -> None:
    async with door() as knock:
        crowd = [knock(one.format(number)) for number in range(MOST_OF_ONE)]
        assert all(line.is_in for line in crowd)
        assert not knock(one.format(MOST_OF_ONE)).is_in
        assert knock(other).is_in
        crowd[0].hang_up()  # who leaves makes room
        assert [knock(one.format(number)).is_in for number in range(2)] == [True, False]


async def test_all_others_together_leave_room_for_this_machine_which_is_not_counted() -> None:
    async with door() as knock:
        assert all(knock(ADDRESS).is_in for _ in range(MOST_OF_GUESTS))
        crowd = [knock(str(ip_address(FIRST + number))) for number in range(MOST_OF_GUESTS + 1)]
        assert [line.is_in for line in crowd] == [*[True] * MOST_OF_GUESTS, False]
        assert all(knock(address).is_in for address in (ADDRESS, "::1"))


async def test_who_takes_in_nothing_is_given_up_by_the_kernel() -> None:
    with socket.create_server((ADDRESS, 0)) as here, socket.create_connection(here.getsockname()):
        served, _ = here.accept()
        with served:
            async with door() as knock:
                assert knock("192.168.1.7", served).is_in
            timeout = served.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
            assert timeout == 30_000


class Handler(asyncio.Protocol):
    def __init__(self) -> None:
        self.given: list[bytes] = []
        self.lost = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, Guest)

    def data_received(self, data: bytes) -> None:
        self.given.append(data)

    def connection_lost(self, _exc: Exception | None) -> None:
        self.lost += 1


class AtOnce(RoundRobin):
    """Every turn comes in the same round of the loop in which it is asked for."""

    def ask(self, work: Callable[[], None], *, heavy: bool = False) -> None:
        assert heavy
        work()


class Guest(Line):
    """A guest's connection whose reading can be paused."""

    def __init__(self, turns: RoundRobin | None = None) -> None:
        super().__init__("192.168.1.7")
        self.reading = True
        self.handler = Handler()
        connections = Connections(lambda *_: None)
        connections.turns = turns or connections.turns
        self.connection = GuestConnection(lambda: self.handler, "192.168.1.7", connections)
        self.protocol = self.connection
        self.connection.connection_made(self)

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def abort(self) -> None:
        self.close()

    async def turn(self) -> None:
        await asyncio.sleep(0)
        while not self.reading:
            await asyncio.sleep(0)

    async def say(self, data: bytes) -> None:
        """Send as much as is read at once, in this guest's turn."""
        await self.turn()
        buffer = self.connection.get_buffer(-1)
        buffer[: len(data)] = data
        self.connection.buffer_updated(len(data))


async def test_a_guest_is_read_a_piece_a_turn() -> None:
    guest, pieces = Guest(), [b"GET / HTTP/1.1\r\n", b"Host: board\r\n\r\n", b"GET /api/state"]
    for piece in pieces:
        await guest.say(piece)
        assert not guest.reading
    assert b"".join(guest.handler.given) == b"".join(pieces)


async def test_a_turn_that_comes_as_a_guest_connects_is_not_lost() -> None:
    """Else nothing of it would ever be read: its first turn came before it was made to wait."""
    guest = Guest(AtOnce())
    for _ in range(5):
        await asyncio.sleep(0)
    assert guest.reading


async def test_who_does_not_wait_for_an_answer_is_disconnected() -> None:
    guest = Guest()
    await guest.say(b"GET / HTTP/1.1\r\n\r\n" * 2)
    assert (guest.handler.given, guest.closed) == ([], True)


PONG = b"\x8a\x80\0\0\0\0"
EMPTY_TEXT = b"\x81\x80\0\0\0\0"


@pytest.mark.parametrize(
    ("frames", "closed"), [([PONG] * 10, False), ([EMPTY_TEXT * 100], True), ([PONG] * 200, True)]
)
async def test_a_listener_that_talks_is_disconnected(frames: list[bytes], closed: bool) -> None:
    guest = Guest()
    guest.connection.only_listens()
    for frame in frames:
        if not guest.closed:
            await guest.say(frame)
    assert guest.closed is closed


async def test_a_guest_that_leaves_is_not_read_on() -> None:
    turns = RoundRobin()
    guest = Guest(turns)
    await guest.say(b"GET")
    guest.hang_up()
    await turns.wait()  # its own has come before
    assert (guest.reading, guest.handler.lost) == (False, 1)


@pytest.mark.parametrize(
    ("user", "address", "own"),
    [
        (33, ADDRESS, False),
        (None, ADDRESS, False),
        (ME, "192.168.1.7", False),
        (ME, ADDRESS, True),
    ],
)
def test_a_stranger_on_this_machine_is_a_guest(user: int | None, address: str, own: bool) -> None:
    connections = Connections(lambda *_: user, {ME, None}.__contains__)
    assert connections.is_own(Line(address)) is own


def test_who_has_talked_out_of_turn_may_not_come_back_at_once() -> None:
    connections = Connections()
    connections.ban("192.168.1.7", 10.0)
    found = [
        connections.is_banned(address, now)
        for address in ("192.168.1.7", "192.168.1.8")
        for now in (10.0, 11.9, 12.0)
    ]
    assert found == [True, True, False, False, False, False]
    for number in range(1000):
        connections.ban(str(ip_address(FIRST + number)), 20.0)
    assert connections.is_banned(str(ip_address(FIRST + 999)), 20.0)
