"""A TCP relay before an MQTT broker: what is published comes late, twice, in disorder, or not."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from random import Random

PUBLISH = 3
"""The type of a packet that carries a message (MQTT 5.0, 2.1.2)."""


@dataclass
class Relay:
    """Passes packets on; those that carry messages for a board as badly as it may be."""

    broker_port: int
    chance: Random
    doubled: float = 0.2
    longest_delay: float = 0.3
    """Seconds; each message has its own delay, so a later one may come first."""
    cut: float = 0.0
    """How many of the messages end the connection instead, and what is on its way is lost."""
    port: int = 0
    passed: int = 0
    late: int = 0
    """Messages that came after one that was published later."""
    twice: int = 0
    cuts: int = 0
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _clients: dict[asyncio.Task[None], list[asyncio.Task[None]]] = field(default_factory=dict)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One client, until either side ends it."""
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.broker_port)
        except OSError:
            writer.close()
            return
        ways = [
            asyncio.create_task(self._pass(reader, back)),
            asyncio.create_task(self._disturb(there, writer)),
        ]
        task = asyncio.current_task()
        assert task
        self._clients[task] = ways
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for end in (writer, back):
                end.close()
            await asyncio.gather(writer.wait_closed(), back.wait_closed(), return_exceptions=True)
            del self._clients[task]

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            writer.write(data)

    async def _disturb(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        number = newest = 0

        async def later(number: int, packet: bytes) -> None:
            nonlocal newest
            await asyncio.sleep(self.chance.random() * self.longest_delay)
            self.passed += 1
            self.late += number < newest
            newest = max(newest, number)
            if not writer.is_closing():
                writer.write(packet)

        while packet := await _packet(reader):
            if packet[0] >> 4 != PUBLISH:
                writer.write(packet)
                continue
            number += 1
            if self.chance.random() < self.cut:
                self.cuts += 1
                return
            again = self.chance.random() < self.doubled
            self.twice += again
            for _ in range(1 + again):
                task = asyncio.create_task(later(number, packet))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """End all connections, and drop what is on its way."""
        clients = dict(self._clients)
        for task in (*self._tasks, *(way for ways in clients.values() for way in ways)):
            task.cancel()
        await asyncio.gather(*self._tasks, *clients, return_exceptions=True)


async def _packet(reader: asyncio.StreamReader) -> bytes:
    """The next packet as it is; empty at the end."""
    try:
        head = await reader.readexactly(2)
        while head[-1] & 0x80:
            head += await reader.readexactly(1)
        length = sum((byte & 0x7F) << 7 * at for at, byte in enumerate(head[1:]))
        return head + await reader.readexactly(length)
    except asyncio.IncompleteReadError:
        return b""


@asynccontextmanager
async def relaying(broker_port: int, chance: Random, cut: float = 0.0) -> AsyncIterator[Relay]:
    """A relay on a free port of this machine."""
    relay = Relay(broker_port, chance, cut=cut)
    server = await asyncio.start_server(relay.serve, "127.0.0.1", 0)
    relay.port = server.sockets[0].getsockname()[1]
    try:
        yield relay
    finally:
        server.close()
        await relay.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(5):
                await server.wait_closed()
