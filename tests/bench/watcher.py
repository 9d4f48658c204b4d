"""A watcher of all boards, as a club's evening is: it follows each log and keeps what is retained.

Part of `club_load`.
"""

import asyncio
import json
import logging
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

from minigam.remote.broker import parse_broker
from minigam.remote.follower import Follower
from minigam.remote.log_message import GameId, parse_log
from minigam.remote.mqtt_client import Login, MqttClient, Received
from minigam.remote.topics import ROOT, board_of
from tests.remote.hostile import MEETING

ANSWER_SECONDS = 60.0
QUIET_SECONDS = 2.0
"""After that without a message all that was retained has come."""
WATCHED = ("availability", "info", "health", "snapshot", "log")
log = logging.getLogger(__name__)


@dataclass
class Watcher:
    """What has come in."""

    follows: bool
    """Whether it checks each log's signatures, chain and rules, as a club does."""
    messages: Counter[str] = field(default_factory=Counter)
    """By kind, those of which the broker has not said that it had kept them."""
    kept: dict[str, int] = field(default_factory=dict)
    """By topic, the bytes of its last message."""
    proven: int = 0
    """Actions of logs that were followed."""
    _followers: dict[str, Follower] = field(default_factory=dict)

    def take(self, message: Received) -> None:
        """A message has come in."""
        topic, payload = message.topic, message.payload
        kind = topic.rpartition("/")[2]
        if not message.kept:
            self.messages[kind] += 1
        name = board_of(topic)
        assert name
        if kind != "log":
            self.kept[topic] = len(topic) + len(payload)
        if self.follows and kind == "info":
            keys = (json.loads(payload)["key"],)
            self._followers[name] = Follower(keys, GameId(MEETING.id, MEETING.number))
        elif self.follows and kind == "log":
            found = self._followers[name].receive(parse_log(payload))
            assert found.ignored is None, found
            assert found.follower.divergence is None, found
            self._followers[name] = found.follower
            self.proven += len(found.actions)
        elif self.follows and kind == "snapshot":
            json.loads(payload)


async def _connected(address: str, name: str) -> MqttClient:
    client = MqttClient(Login(parse_broker(address), name, (f"{ROOT}/club", "")), log, 60.0)
    await client.connect(None)
    for kind in WATCHED:
        assert await client.subscribe(f"{ROOT}/board/+/{kind}")
    return client


async def _watch(address: str) -> Watcher:
    """Until a line of input comes, and then until nothing more does."""
    watcher, client = Watcher(follows=True), await _connected(address, "club")
    print("ready", flush=True)
    ended = asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    while True:
        try:
            async with asyncio.timeout(QUIET_SECONDS):
                watcher.take(await client.receive())
        except TimeoutError:
            if ended.done():
                client.close()
                return watcher


async def retained(address: str) -> tuple[Watcher, float]:
    """What the broker keeps, as one that connects anew gets it; in how many seconds."""
    watcher, began = Watcher(follows=False), time.monotonic()
    client, last = await _connected(address, "watcher"), began
    while True:
        try:
            async with asyncio.timeout(QUIET_SECONDS):
                watcher.take(await client.receive())
                last = time.monotonic()
        except TimeoutError:
            client.close()
            return watcher, last - began


if __name__ == "__main__":
    found = asyncio.run(_watch(sys.argv[1]))
    print(json.dumps({"messages": found.messages, "proven": found.proven}), flush=True)
