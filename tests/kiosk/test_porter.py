"""The porter: others cannot use up the connections that the board's own page needs."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any

from aiohttp import web

from minigam.kiosk.porter import FULL, MOST_OF_ONE, MOST_OF_OTHERS, Porter
from tests.kiosk.serving import ADDRESS

FIRST = int(ip_address("192.168.1.10"))


class Line(asyncio.Transport):
    """One end of a connection from some address."""

    def __init__(self, address: str, line: socket.socket | None = None) -> None:
        super().__init__({"peername": (address, 50000), "socket": line})
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
        assert isinstance(self.protocol, asyncio.Protocol)
        self.protocol.connection_lost(None)

    @property
    def is_in(self) -> bool:
        return isinstance(self.protocol, web.RequestHandler)


async def nobody(_request: web.BaseRequest) -> web.StreamResponse:
    raise AssertionError


def found(visit: Callable[[Callable[..., Line]], list[Line]]) -> list[bool]:
    """Which of the connections that a visit makes are let in; the others are told why not."""

    async def run() -> list[bool]:
        porter = Porter(web.Server(nobody))
        known: list[Line] = []

        def knock(address: str, over: socket.socket | None = None) -> Line:
            line, protocol = Line(address, over), porter()
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
        crowd = [knock(str(ip_address(FIRST + number))) for number in range(MOST_OF_OTHERS + 1)]
        return [crowd[-1], knock(ADDRESS), knock("::1")]

    assert found(visit) == [False, True, True]


def test_this_machine_is_not_counted() -> None:
    def visit(knock: Callable[..., Line]) -> list[Line]:
        return [*(knock(ADDRESS) for _ in range(MOST_OF_OTHERS)), knock("192.168.1.7")]

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
