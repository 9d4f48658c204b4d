"""Guests cannot use up the connections, nor the time, that the board's own page needs."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
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


def found(visit: Callable[[Callable[..., Line]], list[Line]]) -> list[bool]:
    """Which of the connections that a visit makes are let in; the others are told why not."""

    async def run() -> list[bool]:
        limiter = ConnectionLimiter(
            web.Server(nobody), Connections(lambda *_: ME, {ME}.__contains__)
        )
        known: list[Line] = []

        def knock(address: str, over: socket.socket | None = None) -> Line:
            line, protocol = Line(address, over), limiter()
            line.protocol = protocol
            protocol.connection_made(line)
            known.append(line)
            return line

        lines = visit(knock)
        sent = [(line.written, line.closed) for line in lines]
        for line in known:
            line.hang_up()
        assert sent == [(b"", False) if line.is_in else (FULL, True) for line in lines]
        return [line.is_in for line in lines]

    return asyncio.run(run())


def test_one_address_has_so_many_and_another_gets_in_beside_it() -> None:
    def visit(knock: Callable[..., Line]) -> list[Line]:
        crowd = [knock("192.168.1.7") for _ in range(MOST_OF_ONE + 1)]
        return [*crowd, knock("192.168.1.8")]

    assert found(visit) == [*[True] * MOST_OF_ONE, False, True]


def test_who_leaves_makes_room() -> None:
    def visit(knock: Callable[..., Line]) -> list[Line]:
        crowd = [knock("192.168.1.7") for _ in range(MOST_OF_ONE)]
        crowd[0].hang_up()
        return [knock("192.168.1.7"), knock("192.168.1.7")]

    assert found(visit) == [True, False]


def test_a_network_of_ipv6_is_one_guest() -> None:
    def visit(knock: Callable[..., Line]) -> list[Line]:
        crowd = [knock(f"2001:db8::{number:x}") for number in range(MOST_OF_ONE + 1)]
        return [crowd[-1], knock("2001:db8:0:1::1")]

    assert found(visit) == [False, True]


def test_all_others_together_leave_room_for_this_machine() -> None:
    def visit(knock: Callable[..., Line]) -> list[Line]:
        crowd = [knock(str(ip_address(FIRST + number))) for number in range(MOST_OF_GUESTS + 1)]
        return [crowd[-1], knock(ADDRESS), knock("::1")]

    assert found(visit) == [False, True, True]


def test_this_machine_is_not_counted() -> None:
    def visit(knock: Callable[..., Line]) -> list[Line]:
        return [*(knock(ADDRESS) for _ in range(MOST_OF_GUESTS)), knock("192.168.1.7")]

    assert all(found(visit))


def test_who_takes_in_nothing_is_given_up_by_the_kernel() -> None:
    with socket.create_server((ADDRESS, 0)) as door, socket.create_connection(door.getsockname()):
        served, _ = door.accept()
        with served:

            def visit(knock: Callable[..., Line]) -> list[Line]:
                return [knock("192.168.1.7", served)]

            assert found(visit) == [True]
            timeout = served.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
            assert timeout == 30_000


class Handler(asyncio.Protocol):
    """Remembers what it is given."""

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
        """Wait until more is read."""
        await asyncio.sleep(0)
        while not self.reading:
            await asyncio.sleep(0)

    async def say(self, data: bytes) -> None:
        """Send as much as is read at once, in this guest's turn."""
        await self.turn()
        buffer = self.connection.get_buffer(-1)
        buffer[: len(data)] = data
        self.connection.buffer_updated(len(data))


def test_a_guest_is_read_a_piece_a_turn() -> None:
    async def run() -> list[bytes]:
        guest = Guest()
        for piece in (b"GET / HTTP/1.1\r\n", b"Host: board\r\n\r\n", b"GET /api/state"):
            await guest.say(piece)
            assert not guest.reading
        return guest.handler.given

    assert b"".join(asyncio.run(run())) == b"GET / HTTP/1.1\r\nHost: board\r\n\r\nGET /api/state"


def test_a_turn_that_comes_as_a_guest_connects_is_not_lost() -> None:
    """Else nothing of it would ever be read: its first turn came before it was made to wait."""

    async def run() -> bool:
        guest = Guest(AtOnce())
        for _ in range(5):
            await asyncio.sleep(0)
        return guest.reading

    assert asyncio.run(run())


def test_who_does_not_wait_for_an_answer_is_disconnected() -> None:
    async def run() -> tuple[list[bytes], bool]:
        guest = Guest()
        await guest.say(b"GET / HTTP/1.1\r\n\r\n" * 2)
        return guest.handler.given, guest.closed

    assert asyncio.run(run()) == ([], True)


PONG = b"\x8a\x80\0\0\0\0"
EMPTY_TEXT = b"\x81\x80\0\0\0\0"


@pytest.mark.parametrize(
    ("frames", "closed"), [([PONG] * 10, False), ([EMPTY_TEXT * 100], True), ([PONG] * 200, True)]
)
def test_a_listener_that_talks_is_disconnected(frames: list[bytes], closed: bool) -> None:
    async def run() -> bool:
        guest = Guest()
        guest.connection.only_listens()
        for frame in frames:
            if guest.closed:
                break
            await guest.say(frame)
        return guest.closed

    assert asyncio.run(run()) is closed


def test_a_guest_that_leaves_is_not_read_on() -> None:
    async def run() -> tuple[bool, int]:
        guest = Guest()
        await guest.say(b"GET")
        guest.hang_up()
        for _ in range(10):
            await asyncio.sleep(0)
        return guest.reading, guest.handler.lost

    assert asyncio.run(run()) == (False, 1)


def test_a_stranger_on_this_machine_is_a_guest() -> None:
    connections = Connections(lambda *_: 33, {ME}.__contains__)
    assert not connections.is_own(Line(ADDRESS))
    assert not Connections(lambda *_: None).is_own(Line(ADDRESS))
    assert not Connections(lambda *_: ME, {ME}.__contains__).is_own(Line("192.168.1.7"))
    assert Connections(lambda *_: ME, {ME}.__contains__).is_own(Line(ADDRESS))


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
