"""Boards without a daemon: each a connection of its own that writes a log and snapshots.

They play in pairs, each following its peer's log, at a club's pace. Part of `club_load`.
"""

import asyncio
import json
import logging
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from minigam.remote import payloads
from minigam.remote.broker import parse_broker
from minigam.remote.game_log import GameLog
from minigam.remote.keys import SigningKey
from minigam.remote.log_message import GameId, parse_log
from minigam.remote.mqtt_client import Login, MqttClient
from minigam.remote.payloads import OFFLINE, ONLINE, Identity
from minigam.remote.topics import Topics
from minigam.rules.hash_chain import encode_action
from tests.remote.hostile import MEETING, terms_of
from tests.rules.two_boards import TwoBoards

ANSWER_SECONDS = 60.0
CONNECTING_AT_ONCE = 20
MESSAGES_AT_FIRST = 4
"""Of a board that has connected."""
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Play:
    """What each board plays, how fast, and what it shows."""

    address: str
    """Of the broker."""
    seconds: float
    """Between two actions of a board."""
    entries: Sequence[bytes]
    """The actions, as a journal has them."""
    snapshot: Mapping[str, Any]


@dataclass
class Found:
    """What the boards of one process have seen."""

    sent: int = 0
    """Parts of logs."""
    received: int = 0
    published: int = 0
    """Messages of all kinds that the broker has confirmed."""
    latencies: list[float] = field(default_factory=list)
    """Seconds, from before a part was sent until the other board had it."""
    confirmed: list[float] = field(default_factory=list)
    """Seconds, until the broker had confirmed a message."""


class LightBoard:
    """One of them: `connect`, then `play`."""

    def __init__(self, name: str, peer: str, play: Play, found: Found) -> None:
        self._topics, self._peer = Topics(name), Topics(peer)
        self._play = play
        self._found = found
        self._key = SigningKey.generate()
        self._log = GameLog(1, GameId(MEETING.id, MEETING.number))
        self._sent_at: dict[int, float] = {}

    async def connect(self) -> None:
        """Connect, subscribe, and say what board it is."""
        topics = self._topics
        login = Login(parse_broker(self._play.address), topics.name, (topics.availability, OFFLINE))
        self._client = MqttClient(login, log, ANSWER_SECONDS)
        await self._client.connect(None)
        assert await self._client.subscribe(self._peer.log)
        board = Identity(topics.name, self._key.public, "1", "full-24-hall", "Full board", 24, True)
        await self._publish(topics.availability, ONLINE, True)
        await self._publish(topics.info, payloads.info(board), True)
        await self._publish(topics.health, payloads.payload(HEALTH), True)
        await self._publish(topics.snapshot, self._snapshot(), True)

    async def play(self, wait: float, peer: "LightBoard") -> None:
        """All actions, each with its part of the log and a snapshot; `wait`: before the first."""
        following = asyncio.create_task(self._follow(peer))
        await asyncio.sleep(wait)
        clock = asyncio.get_running_loop().time
        due = clock()
        for number, entry in enumerate(self._play.entries):
            self._log.add([entry])
            part = self._log.part(number, self._key.sign)
            self._sent_at[part.seq] = time.monotonic()
            self._found.sent += 1
            await self._publish(self._topics.log, part.text, False)
            await self._publish(self._topics.snapshot, self._snapshot(), True)
            due += self._play.seconds
            await asyncio.sleep(max(0.0, due - clock()))
        async with asyncio.timeout(ANSWER_SECONDS):
            await following
        self._client.close()

    async def _follow(self, peer: "LightBoard") -> None:
        for _ in self._play.entries:
            message = await self._client.receive()
            seq = parse_log(message.payload).claim.seq
            self._found.latencies.append(time.monotonic() - peer._sent_at[seq])
            self._found.received += 1

    async def _publish(self, topic: str, text: str, retain: bool) -> None:
        before = time.monotonic()
        assert await self._client.publish(topic, text, retain)
        self._found.confirmed.append(time.monotonic() - before)
        self._found.published += 1

    def _snapshot(self) -> str:
        return payloads.payload({**self._play.snapshot, "game": self._log.seq})


HEALTH = {"ok": True, "inputs": [], "board": {"trouble": None, "alive": True}}


def entries(count: int) -> list[bytes]:
    """The first actions of a game of backgammon, as a journal has them."""
    game = TwoBoards(terms_of("backgammon"), Random(1))
    while len(game.actions) < count:
        game.do(game.decided())
    return [encode_action(action) for action in game.actions[:count]]


async def _played(play: Play, first: int, count: int) -> Found:
    """So many boards, from that number on: connect, wait for a line of input, play."""
    found = Found()
    names = [f"table-{first + at}" for at in range(count)]
    boards = [LightBoard(name, names[at ^ 1], play, found) for at, name in enumerate(names)]
    gate = asyncio.Semaphore(CONNECTING_AT_ONCE)

    async def connect(board: LightBoard) -> None:
        async with gate:
            await board.connect()

    await asyncio.gather(*map(connect, boards))
    print("ready", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    chance = Random(first)
    waits = [chance.uniform(0, play.seconds) for _ in boards]
    works = (board.play(waits[at], boards[at ^ 1]) for at, board in enumerate(boards))
    await asyncio.gather(*works)
    return found


def main() -> None:
    """`python -m tests.bench.light_boards BROKER SNAPSHOT FIRST COUNT SECONDS ACTIONS`."""
    address, snapshot, first, count, seconds, actions = sys.argv[1:]
    shown = json.loads(Path(snapshot).read_text("utf-8"))
    play = Play(address, float(seconds), entries(int(actions)), shown)
    print(json.dumps(vars(asyncio.run(_played(play, int(first), int(count))))), flush=True)


if __name__ == "__main__":
    main()
