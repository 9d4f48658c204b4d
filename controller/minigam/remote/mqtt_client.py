"""One connection to an MQTT broker on asyncio's loop, over paho's client.

Paho connects in a thread, since that waits; from then on all is done on the loop, so no socket is
watched that is closed already. Nothing here waits for ever, and nothing raises outside its caller.
"""

import asyncio
import logging
import ssl
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from paho.mqtt.client import Client, MQTTMessage, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from minigam.errors import shortened
from minigam.remote.broker import Broker
from minigam.remote.payload_reading import MOST_PACKET_BYTES

KEEPALIVE_SECONDS = 10
"""Between signs of life: a board that is cut off is `offline` after one and a half times that."""
CONNECT_SECONDS = 5.0
"""How long a machine that does not answer is waited for."""
TEND_SECONDS = 1.0
MOST_WAITING = 100
"""Messages that have come in and were not handled yet: the broker keeps the others back.

Only those of quality of service 0, which it does not keep, are dropped then."""
REST_SECONDS = 0.002
"""After a message that was dropped nothing is read for so long: else a flood of them would take all
of the processor. It is short, since the broker's answers come behind them."""
TAKEN_OVER = 0x8E
"""The reason code where another connection has come under the same name."""
QOS = 1
NO_SESSION = 0
"""Seconds that the broker keeps a session: none, as what was asked meanwhile is out of date."""


class BrokerConnectionError(ConnectionError):
    """The broker is gone, refuses the board, or does not answer."""

    def __init__(self, words: str, code: int | None = None) -> None:
        """`code`: the broker's reason, where it gave one."""
        super().__init__(words)
        self.code = code


@dataclass(frozen=True)
class Login:
    """How a client presents itself to its broker."""

    broker: Broker
    identifier: str
    will: tuple[str, str]
    """What the broker publishes, retained, once the client is gone: topic and text."""


@dataclass(frozen=True)
class Received:
    """A message that has come in."""

    topic: str
    payload: bytes
    kept: bool
    """Whether the broker had kept it, so that it is older than the connection."""


class MqttClient:
    """A connection: `connect`, then `publish` and `subscribe`, and `close` in the end."""

    def __init__(self, login: Login, logger: logging.Logger, answer_seconds: float) -> None:
        """`answer_seconds`: how long any answer of the broker is waited for."""
        self._received: asyncio.Queue[MQTTMessage] = asyncio.Queue(MOST_WAITING)
        self._login = login
        self._answer_seconds = answer_seconds
        self._loop = asyncio.get_running_loop()
        self._lost: asyncio.Future[BrokerConnectionError] = self._loop.create_future()
        self._accepted: asyncio.Future[ReasonCode] = self._loop.create_future()
        self._answers: dict[int, asyncio.Future[ReasonCode]] = {}
        self._watched = False
        self._resting = False
        self._tending: asyncio.Task[None] | None = None
        paho = self._paho = Client(
            CallbackAPIVersion.VERSION2,
            login.identifier,
            protocol=MQTTv5,
            reconnect_on_failure=False,
        )
        paho.enable_logger(logger)
        paho.connect_timeout = CONNECT_SECONDS
        paho.manual_ack_set(True)
        broker, (topic, text) = login.broker, login.will
        if broker.user is not None:
            paho.username_pw_set(broker.user, broker.password)
        paho.will_set(topic, text, QOS, retain=True)
        paho.on_connect = lambda _c, _u, _f, code, _p: _set(self._accepted, code)
        paho.on_disconnect = lambda _c, _u, _f, code, _p: self._fail(_words_of(code), code.value)
        paho.on_publish = lambda _c, _u, mid, code, _p: self._answered(mid, code)
        paho.on_subscribe = lambda _c, _u, mid, codes, _p: self._answered(mid, codes[0])
        paho.on_unsubscribe = lambda _c, _u, mid, codes, _p: self._answered(mid, codes[0])
        paho.on_message = lambda _c, _u, message: self._take(message)
        paho.on_socket_close = lambda _c, _u, socket: self._unwatch(socket)
        paho.on_socket_register_write = lambda _c, _u, socket: self._watch_writes(socket)
        paho.on_socket_unregister_write = lambda _c, _u, socket: self._unwatch_writes(socket)

    async def connect(self, tls: Callable[[], ssl.SSLContext] | None) -> None:
        """Connect and log in; raise `BrokerConnectionError`, or `OSError` on the way there.

        `tls`: makes what checks the broker's certificate; it may read files.
        """
        connecting = self._loop.run_in_executor(None, self._open, tls)
        try:
            await asyncio.shield(connecting)
        except asyncio.CancelledError:  # the thread goes on: what it opens is not to be left
            connecting.add_done_callback(self._abandon)
            raise
        socket = self._paho.socket()
        if socket is None:
            raise BrokerConnectionError("it has closed the connection")
        self._watched = True
        self._loop.add_reader(socket, self._read)
        if self._paho.want_write():
            self._watch_writes(socket)
        self._tending = self._loop.create_task(self._tend())
        code = await self._answer(self._accepted)
        if code.is_failure:
            raise BrokerConnectionError(f"it refuses the board: {code}", code.value)

    def _open(self, tls: Callable[[], ssl.SSLContext] | None) -> None:
        if tls:
            self._paho.tls_set_context(tls())
        wishes = Properties(PacketTypes.CONNECT)
        wishes.SessionExpiryInterval = NO_SESSION
        wishes.MaximumPacketSize = MOST_PACKET_BYTES
        wishes.ReceiveMaximum = MOST_WAITING
        broker = self._login.broker
        self._paho.connect(
            broker.host, broker.port, KEEPALIVE_SECONDS, clean_start=True, properties=wishes
        )

    def _abandon(self, connecting: "asyncio.Future[None]") -> None:
        if not connecting.cancelled():
            connecting.exception()
        if socket := self._paho.socket():
            socket.close()

    async def publish(self, topic: str, text: str, retain: bool) -> bool:
        """Send a message, and wait until the broker has it; whether the board may write there.

        Raises `BrokerConnectionError`.
        """
        sent = self._paho.publish(topic, text, QOS, retain)
        return not (await self._answer(self._asked(sent.mid))).is_failure

    async def subscribe(self, topic: str) -> bool:
        """Ask for a topic's messages; whether the broker agrees. Raises as `publish` does."""
        _, number = self._paho.subscribe(topic, QOS)
        return not (await self._answer(self._asked(number or 0))).is_failure

    async def unsubscribe(self, topic: str) -> None:
        """Read a topic no longer. Raises as `publish` does."""
        _, number = self._paho.unsubscribe(topic)
        await self._answer(self._asked(number or 0))

    async def receive(self) -> Received:
        """The next message that comes in; the broker may then send another one."""
        message = await self._received.get()
        self._guarded(lambda: self._paho.ack(message.mid, message.qos))
        return Received(message.topic, bytes(message.payload), message.retain)

    async def lost(self) -> None:
        """Wait until the connection is lost, and raise `BrokerConnectionError`."""
        raise await asyncio.shield(self._lost)

    def close(self) -> None:
        """Disconnect, if that has not happened yet."""
        if self._tending:
            self._tending.cancel()
        with suppress(OSError, ValueError):
            self._paho.disconnect()
            self._paho.loop_write()  # at once, or the broker would publish the will
        if socket := self._paho.socket():
            self._unwatch(socket)
            socket.close()

    def _asked(self, number: int) -> asyncio.Future[ReasonCode]:
        self._answers[number] = self._loop.create_future()
        return self._answers[number]

    async def _answer(self, future: asyncio.Future[ReasonCode]) -> ReasonCode:
        waited: set[asyncio.Future[Any]] = {future, self._lost}
        await asyncio.wait(
            waited, timeout=self._answer_seconds, return_when=asyncio.FIRST_COMPLETED
        )
        if future.done():
            return future.result()
        if self._lost.done():
            raise self._lost.result()
        raise BrokerConnectionError("it does not answer")

    # What paho calls, always on the loop but for what it does while it connects

    def _read(self) -> None:
        self._guarded(self._read_all)

    def _read_all(self) -> None:
        self._paho.loop_read()
        while not self._resting and (socket := self._paho.socket()) and _has_more(socket):
            self._paho.loop_read()

    def _rest(self) -> None:
        socket = self._paho.socket()
        if socket and self._watched and not self._resting:
            self._resting = True
            self._loop.remove_reader(socket)
            self._loop.call_later(REST_SECONDS, self._read_again)

    def _read_again(self) -> None:
        self._resting = False
        if self._watched and (socket := self._paho.socket()):
            self._loop.add_reader(socket, self._read)
            if _has_more(socket):
                self._read()

    def _watch_writes(self, socket: Any) -> None:
        if self._watched:
            self._loop.add_writer(socket, partial(self._guarded, self._paho.loop_write))

    def _unwatch_writes(self, socket: Any) -> None:
        if self._watched:
            self._loop.remove_writer(socket)

    def _unwatch(self, socket: Any) -> None:
        if self._watched:
            self._watched = False
            self._loop.remove_reader(socket)
            self._loop.remove_writer(socket)

    def _guarded(self, act: Callable[[], object]) -> None:
        """Whatever a broker sends, and however it goes away: it ends this connection alone."""
        try:
            act()
        except Exception as fault:
            self._fail(shortened(fault or type(fault).__name__, 120))
            if socket := self._paho.socket():
                self._unwatch(socket)

    async def _tend(self) -> None:
        """Signs of life."""
        while not self._lost.done():
            await asyncio.sleep(TEND_SECONDS)
            self._guarded(self._paho.loop_misc)

    def _fail(self, words: str, code: int | None = None) -> None:
        _set(self._lost, BrokerConnectionError(words, code))

    def _answered(self, number: int, code: ReasonCode) -> None:
        if future := self._answers.pop(number, None):
            _set(future, code)

    def _take(self, message: MQTTMessage) -> None:
        try:
            self._received.put_nowait(message)
        except asyncio.QueueFull:
            self._rest()


def _has_more(socket: Any) -> bool:
    """Whether TLS has read more from the network than was asked for: no reader is called for it."""
    return isinstance(socket, ssl.SSLSocket) and socket.pending() > 0


def _set(future: "asyncio.Future[Any]", value: object) -> None:
    if not future.done():
        future.set_result(value)


def _words_of(code: ReasonCode) -> str:
    return f"the connection was lost ({code})"
