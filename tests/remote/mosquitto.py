"""A Mosquitto of a test's own, which can be killed and started again, and who listens to it."""

import asyncio
import json
import logging
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from minigam.remote.broker import parse_broker
from minigam.remote.follower import Follower
from minigam.remote.log_message import Ask, format_ask, parse_log
from minigam.remote.mqtt_client import Login, MqttClient, Received
from minigam.remote.topics import Topics
from minigam.rules.actions import Action
from tests.e2e.daemon import free_port

PATIENCE_SECONDS = 20.0
PROGRAM = "/usr/sbin/mosquitto"


class Mosquitto:
    """A broker on a free port of this machine."""

    def __init__(self, folder: Path, *settings: str, listener: str = "127.0.0.1") -> None:
        """Start it. `settings`: more lines of its configuration."""
        self.port = free_port()
        self.address = f"mqtt://127.0.0.1:{self.port}"
        folder.mkdir(exist_ok=True)
        self._config = folder / "mosquitto.conf"
        usual = settings or ("allow_anonymous true",)
        lines = (f"listener {self.port} {listener}", "persistence false", "user root", *usual)
        self._config.write_text("".join(f"{line}\n" for line in lines))
        self._log = (folder / "mosquitto.log").open("ab")
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [shutil.which("mosquitto") or PROGRAM, "-c", str(self._config)]
        self._process = subprocess.Popen(command, stdout=self._log, stderr=self._log)
        while True:
            assert self._process.poll() is None, Path(self._log.name).read_text()
            with suppress(ConnectionRefusedError), closing(socket.socket()) as tried:
                tried.connect(("127.0.0.1", self.port))
                return

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def kill(self) -> None:
        """As good as it gets without pulling the plug; what it kept is lost."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """End it."""
        self.kill()
        self._log.close()


@dataclass
class Listener:
    """Receives everything of one board, follows its games, and asks for what it lacks."""

    topics: Topics
    broker: Mosquitto
    seen: list[tuple[str, bytes]] = field(default_factory=list)
    """Every message, in its order."""
    kept: dict[str, bytes] = field(default_factory=dict)
    """The last one of each topic."""
    followers: dict[int, Follower] = field(default_factory=dict)
    actions: dict[int, list[Action]] = field(default_factory=dict)
    """By game, each as it came, once."""
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _client: MqttClient | None = None

    async def run(self) -> None:
        """Listen, also when the broker comes back."""
        while True:
            with suppress(OSError):
                await self._listen()
            await asyncio.sleep(0.02)

    async def _listen(self) -> None:
        broker = parse_broker(self.broker.address)
        login = Login(broker, f"listener-{self.topics.name}", ("listener", ""))
        client = MqttClient(login, logging.getLogger("listener"), PATIENCE_SECONDS)
        try:
            await client.connect(None)
            for topic in (f"{self.topics.root}/#", "homeassistant/#"):
                assert await client.subscribe(topic)
            self._client = client
            lost = asyncio.create_task(client.lost())
            while not lost.done():
                coming = asyncio.create_task(client.receive())
                await asyncio.wait({coming, lost}, return_when=asyncio.FIRST_COMPLETED)
                if coming.done():
                    await self._take(coming.result())
                coming.cancel()
            lost.exception()
        finally:
            client.close()

    async def _take(self, message: Received) -> None:
        topic, payload = message.topic, message.payload
        self.seen.append((topic, payload))
        self.kept[topic] = payload
        if topic == self.topics.log:
            await self._follow(payload)
        if message.kept and topic == self.topics.snapshot:
            await self._catch_up(json.loads(payload)["game"])
        self._news.set()

    async def _catch_up(self, game: int | None) -> None:
        """Ask for what was sent before this connection."""
        if game is not None:
            await self.ask(game, len(self.actions.get(game, [])))

    async def _follow(self, payload: bytes) -> None:
        message = parse_log(payload)
        key = json.loads(self.kept[self.topics.info])["key"]
        known = self.followers.get(message.game, Follower((key,), message.id, message.game))
        found = known.receive(message)
        self.followers[message.game] = found.follower
        assert found.follower.divergence is None
        assert found.ignored is None
        self.actions.setdefault(message.game, []).extend(found.actions)
        if found.ask:
            await self.publish(self.topics.ask, format_ask(found.ask).decode())

    async def ask(self, game: int, since: int) -> None:
        await self.publish(self.topics.ask, format_ask(Ask(since, game=game)).decode())

    async def publish(self, topic: str, text: str, retain: bool = False) -> None:
        """Write to the broker, once there is a connection."""
        while True:
            with suppress(OSError):
                if self._client:
                    await self._client.publish(topic, text, retain)
                    return
            await asyncio.sleep(0.02)

    async def until(self, is_so: Callable[[], object]) -> None:
        """Wait for something that a message brings."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not is_so():
                self._news.clear()
                await self._news.wait()

    def said(self, topic: str) -> Any:
        """What the broker has of a topic, as JSON; None where there is nothing."""
        text = self.kept.get(topic)
        return json.loads(text) if text else None


@asynccontextmanager
async def listening(name: str, broker: Mosquitto) -> AsyncIterator[Listener]:
    """Whoever listens to a board of that name."""
    listener = Listener(Topics(name), broker)
    task = asyncio.create_task(listener.run())
    try:
        yield listener
    finally:
        task.cancel()
        await asyncio.wait({task})
