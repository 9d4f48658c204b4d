"""Keeps a board connected to its broker, sends what its outbox holds, and hands on what comes in.

A broker that is gone, hangs or refuses costs nothing but a task that waits.
"""

import asyncio
import logging
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from errno import ENOENT
from functools import partial
from typing import Protocol

from minigam.errors import shortened
from minigam.remote.broker import Broker
from minigam.remote.delayed_event import DelayedEvent
from minigam.remote.mqtt_client import (
    TAKEN_OVER,
    BrokerConnectionError,
    Login,
    MqttClient,
    Received,
)
from minigam.remote.outbox import Outbox
from minigam.remote.payloads import OFFLINE, ONLINE

log = logging.getLogger(__name__)
library_log = logging.getLogger(f"{__name__}.library")
"""The library's own words: what matters is said here, once."""
library_log.setLevel(logging.CRITICAL)

ANSWER_SECONDS = 10.0
"""How long any answer of the broker is waited for."""
GOODBYE_SECONDS = 1.0
"""How long the last words may take when the daemon stops."""
STEADY_SECONDS = 15.0
"""A connection that has lasted so long was a good one: the next wait is short again."""
TAKEN_OVER_SECONDS = 30.0
"""The wait where another board has connected under the same name."""
AFTER_SECONDS = 0.03
"""How long after an action it is sent: see `DelayedEvent`."""
APART_SECONDS = 0.02
"""Between two messages that come in: a flood takes no more than a part of the daemon's time."""
CHECK_CERTIFICATE = (
    "check that the clock is right and that the certificate has not expired, give its authority's "
    "file with --broker-ca, and use the host name that the certificate has"
)
Handle = Callable[[Received], None]


class OwnTopics(Protocol):
    """The topics of whoever connects: of a board, `topics.Topics`, or of a club."""

    @property
    def name(self) -> str:
        """Of the board, or of the service."""

    @property
    def root(self) -> str:
        """What all that it may write begins with."""

    @property
    def availability(self) -> str:
        """Where it says that it is there."""


@dataclass(frozen=True)
class Place:
    """Where a board connects, and under which name."""

    broker: Broker
    topics: OwnTopics
    subscribed: tuple[str, ...]
    """The topics that it reads."""


class BrokerConnection:
    """One board's connection, made again whenever it is lost."""

    def __init__(
        self,
        place: Place,
        outbox: Outbox,
        handle: Handle,
        waits: Callable[[], Iterator[float]],
        answer_seconds: float = ANSWER_SECONDS,
        apart_seconds: float = APART_SECONDS,
    ) -> None:
        """`waits`: a new series of waits between tries, in seconds.

        `apart_seconds`: at least between two messages that come in; 0 for who listens to many
        boards. The rest is never shorter than what the message before it has taken.
        """
        self.on_connected: Callable[[], None] = lambda: None
        self.on_lost: Callable[[], None] = lambda: None
        self.farewell: Callable[[], Mapping[str, str]] = lambda: {
            place.topics.availability: OFFLINE
        }
        """What is said, retained, before the board disconnects on purpose."""
        self._place = place
        self._outbox = outbox
        self._handle = handle
        self._waits = waits
        self._answer_seconds = answer_seconds
        self._wanted: frozenset[str] = frozenset()
        """Topics to read beside those of the place."""
        self._apart_seconds = apart_seconds
        self._more = DelayedEvent(AFTER_SECONDS)
        self.distrusts = False
        """Whether the last connection has failed since the broker's certificate is not accepted."""
        self._faults: set[str] = set()
        """Those that were logged since the last connection that lasted."""
        outbox.on_change = self._more.set

    def follow(self, topics: frozenset[str]) -> None:
        """Read these topics too, and no others that were followed before."""
        if topics != self._wanted:
            self._wanted = topics
            self._more.set()

    async def run(self) -> None:
        """Stay connected until this is cancelled."""
        clock, waits = asyncio.get_running_loop().time, self._waits()
        while True:
            began, taken_over = clock(), False
            try:
                await self._session()
            except (OSError, ValueError) as fault:
                taken_over = is_taken_over(fault)
                self.distrusts = isinstance(fault, ssl.SSLCertVerificationError)
                self._report(why(fault))
            self.on_lost()
            if clock() - began > STEADY_SECONDS:
                waits = self._waits()
                self._faults.clear()
            await asyncio.sleep(TAKEN_OVER_SECONDS if taken_over else next(waits))

    def _report(self, words: str) -> None:
        """Log what keeps the board from its broker, each reason once."""
        level = logging.DEBUG if words in self._faults else logging.WARNING
        text = "no connection to the broker %s as %s: %s; play goes on, and the board tries again"
        log.log(level, text, self._place.broker, self._place.topics.name, words)
        self._faults.add(words)

    async def _session(self) -> None:
        broker, topics = self._place.broker, self._place.topics
        will = (topics.availability, OFFLINE)
        login = Login(broker, f"minigam-{topics.name}", will)
        client = MqttClient(login, library_log, self._answer_seconds)
        try:
            await client.connect(partial(tls_context, broker) if broker.tls else None)
            await self._greet(client)
            await self._work(client)
        except asyncio.CancelledError:
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(GOODBYE_SECONDS):
                    for topic, text in self.farewell().items():
                        await client.publish(topic, text, retain=True)
            raise
        finally:
            client.close()

    async def _greet(self, client: MqttClient) -> None:
        topics = self._place.topics
        for topic in self._place.subscribed:  # first: who sees it online may ask at once
            if not await client.subscribe(topic):
                raise BrokerConnectionError(f"it does not let this user read {topic}")
        if not await client.publish(topics.availability, ONLINE, retain=True):
            raise BrokerConnectionError(f"it does not let this user write below {topics.root}")
        log.info("connected to the broker %s as %s", self._place.broker, topics.name)
        self.distrusts = False
        self._outbox.connected()
        self.on_connected()

    async def _work(self, client: MqttClient) -> None:
        """Send and receive until one of them fails, or the connection is lost."""
        works = (self._send(client), self._receive(client), client.lost())
        tasks = [asyncio.create_task(work) for work in works]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception):
                raise result

    async def _send(self, client: MqttClient) -> None:
        followed: frozenset[str] = frozenset()
        while True:
            followed = await self._follow(client, followed)
            if message := self._outbox.next():
                if not await client.publish(message.topic, message.text, message.retain):
                    log.debug("the broker takes no message for %s", message.topic)
                self._outbox.confirmed(message)
            else:
                await self._more.wait()

    async def _follow(self, client: MqttClient, followed: frozenset[str]) -> frozenset[str]:
        """Read what is to be followed now, and has not been."""
        wanted = self._wanted
        for topic in sorted(wanted - followed):
            if not await client.subscribe(topic):
                log.warning(
                    "the broker does not allow %s to read %s", self._place.topics.name, topic
                )
        for topic in sorted(followed - wanted):
            await client.unsubscribe(topic)
        return wanted

    async def _receive(self, client: MqttClient) -> None:
        """A message, and then a rest: whatever comes in takes at most half of the time."""
        clock = asyncio.get_running_loop().time
        while True:
            message = await client.receive()
            began = clock()
            self._handle(message)
            await asyncio.sleep(max(self._apart_seconds, clock() - began))


def tls_context(broker: Broker) -> ssl.SSLContext:
    """What checks the broker's certificate, and shows the board's own.

    Raises `OSError` (also `ssl.SSLError`) for a file that is missing or of no use.
    """
    files = broker.certificates
    for path in (files.ca, files.certificate, files.key):
        if path and not path.exists():  # the library does not say which one it is
            raise FileNotFoundError(ENOENT, "No such file", str(path))
    context = ssl.create_default_context(cafile=files.ca)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if files.certificate:
        context.load_cert_chain(files.certificate, files.key)
    return context


def is_taken_over(fault: Exception) -> bool:
    """Whether the connection has ended since another one came under the same name."""
    return isinstance(fault, BrokerConnectionError) and fault.code == TAKEN_OVER


def why(fault: Exception) -> str:
    """Why there is no connection, in words that fit into a line."""
    if is_taken_over(fault):
        return "another board has connected under the same name: give each its own"
    if isinstance(fault, BrokerConnectionError):
        return shortened(fault, 160)
    if isinstance(fault, ssl.SSLCertVerificationError):
        reason = shortened(getattr(fault, "verify_message", "") or fault, 120)
        return f"the broker's certificate is not accepted ({reason}): {CHECK_CERTIFICATE}"
    if isinstance(fault, ssl.SSLError):
        return f"TLS has failed: {shortened(fault, 120)}"
    if isinstance(fault, FileNotFoundError) and fault.filename:
        return f"there is no file {shortened(fault.filename, 120)}"
    return shortened(getattr(fault, "strerror", None) or fault or type(fault).__name__, 120)
