"""What others say while the board plays: a Pico, gnubg, scripts, and pages over HTTP."""

import asyncio
import json
from collections.abc import Coroutine
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

from aiohttp import web

from minigam.cli.engine import reply
from minigam.daemon.judges import Judges
from minigam.drivers.gnubg import Board, Gnubg
from minigam.errors import HardwareError, ProgramError, UnreadableError
from minigam.link.codec import LONGEST_PAYLOAD, Decoder, decode, encode
from minigam.link.jig import Talk, read_answer
from minigam.link.messages import read_message
from minigam.solver.tablebase import TablebaseStore
from minigam.web.access import POSTS
from minigam.web.server import Server
from tests.fuzz.texts import text_of
from tests.web.serving import FakeDesk, FakeTouch, FakeView, Reply


def frames(data: bytes) -> None:
    """A stream in two pieces tells what it tells in one; and the bytes as a payload come back."""
    whole, parts = Decoder(), Decoder()
    half = len(data) // 2
    found = whole.feed(data)
    assert parts.feed(data[:half]) + parts.feed(data[half:]) == found
    assert parts.damaged == whole.damaged
    for payload in found:
        _message(payload)
    if 1 <= len(data) <= LONGEST_PAYLOAD:
        assert decode(encode(data)[1:-1]) == data
        _message(data)


def _message(payload: bytes) -> None:
    try:
        message = read_message(payload)
    except UnreadableError:
        return
    assert read_message(message.payload()) == message


def jig(data: bytes) -> None:
    """What a jig says is refused, or comes back the same; who asks it stays calm."""
    with suppress(UnreadableError):
        answer = read_answer(data)
        assert read_answer(answer.payload()) == answer
    if 1 <= len(data) <= LONGEST_PAYLOAD:
        talk = Talk(data[0])
        talk.meet(0.0)
        with suppress(HardwareError):
            talk.receive(encode(data))


START: Board = ((0,) * 25, (0,) * 23 + (1, 0))


class _Said(Gnubg):
    def __init__(self, said: str) -> None:
        super().__init__("gnubg")
        self._words = said

    async def _said(self, _line: str) -> str:
        return self._words


def gnubg(data: bytes) -> None:
    """Whatever gnubg says is an answer, or told as none."""
    said = _Said(text_of(data))
    with suppress(ProgramError):
        assert isinstance(_answer(said.plays("", START, cubeful=True)), list)
    with suppress(ProgramError):
        assert isinstance(_answer(said.takes("", START)), bool)


def _answer(asked: Coroutine[Any, Any, Any]) -> Any:
    """What comes of something that waits for nothing."""
    try:
        asked.send(None)
    except StopIteration as ended:
        return ended.value
    raise AssertionError("expected an answer at once")


JUDGES = Judges(TablebaseStore(Path("/nowhere")))


def engine(data: bytes) -> None:
    """A line gets one reply; a deep count is left out, for it takes its time."""
    for line in data.splitlines():
        if b"depth" not in line or b'"depth":1}' in line:
            _replied(line)


def _replied(line: bytes) -> None:
    said = reply(line, JUDGES)
    text = json.dumps(said)
    assert "\n" not in text
    if not said["ok"]:
        assert {type(said["error"][name]) for name in ("code", "message")} == {str}
        return
    request = json.loads(line)
    for play in said.get("plays", ()):  # where a play leads can be asked about
        fields = {name: play[name] for name in ("position", "faces", "totals") if name in play}
        assert reply(json.dumps({**request, **fields}), JUDGES)["ok"]


ROUTES = tuple(POSTS)


class _Wire(asyncio.Transport):
    """The far end of a connection from this machine."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 50_000), "sockname": ("127.0.0.1", 8080)})
        self.said = bytearray()
        self.closed = False

    def write(self, data: Any) -> None:
        self.said += data

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    abort = close


class _Site:
    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        view, desk = FakeView(), FakeDesk()
        server = Server(view, FakeTouch(), view.name, view.star, desk, desk.wake, FakeTouch())
        runner = server.runner()
        self.loop.run_until_complete(runner.setup())
        assert runner.server is not None
        self._served: web.Server = runner.server

    def ask(self, request: bytes) -> bytes:
        return self.loop.run_until_complete(self._ask(request))

    async def _ask(self, request: bytes) -> bytes:
        wire, protocol = _Wire(), self._served()
        protocol.connection_made(wire)
        protocol.data_received(request)
        for _ in range(50):
            if wire.closed:
                break
            await asyncio.sleep(0)
        protocol.connection_lost(None)
        return bytes(wire.said)


@cache
def _site() -> _Site:
    return _Site()


def http(data: bytes) -> None:
    """A route's path, a line break, and a body: every answer is JSON, and none a failure."""
    first, _, body = data.partition(b"\n")
    path = text_of(first)
    path = path if path in ROUTES else ROUTES[crc32(first) % len(ROUTES)]
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    status, answer = Reply.read(_site().ask(head.encode() + body)).answer
    assert status == 200 or 400 <= status < 500, (path, body, answer)
    assert (answer.get("ok") is False) is (status != 200)
