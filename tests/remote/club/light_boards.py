"""Boards of a club's evening without a daemon: a log with a key, and players who play at random."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import repeat
from random import Random

from minigam import __version__
from minigam.dice.provably_fair import commitment, fair_roll
from minigam.remote import payloads
from minigam.remote.broker import parse_broker
from minigam.remote.broker_connection import BrokerConnection, Place
from minigam.remote.club.match_message import MatchMessage, parse_match
from minigam.remote.game_log import LogBook
from minigam.remote.keys import SigningKey
from minigam.remote.log_message import parse_ask
from minigam.remote.mqtt_client import Received
from minigam.remote.outbox import Outbox
from minigam.remote.payloads import Identity
from minigam.remote.topics import ClubTopics, Topics
from minigam.rules.actions import (
    Action,
    Begun,
    Committed,
    Confirmed,
    NumberGiven,
    Revealed,
    Rolled,
)
from minigam.rules.game import Game
from minigam.rules.hash_chain import closed_action, encode_action
from minigam.rules.position import Side
from minigam.rules.record_conversion import stepped
from minigam.rules.terms import Terms

WAIT_SECONDS = 0.05
AT_ONCE = 20
"""Actions of a game in one step."""
POINTS = {"hypergammon": 24, "backgammon": 24, "minigam": 6}


def random_game(terms: Terms, chance: Random) -> Iterator[Action]:
    """A whole game at one board with fair dice, played at random."""
    secret = chance.randbytes(32)
    actions: list[Action] = [Begun(terms), Committed(commitment(secret))]
    actions += [NumberGiven(side, 1) for side in Side]
    yield from actions
    game = Game.of(actions)
    while not game.result:
        if game.turn is None:
            number = len(game.rolls) + 1
            one, other = fair_roll(secret, (1, 1), number)
            action: Action = Rolled((one, other))
        elif game.turn.next_steps:
            action = stepped(game.rules.layout, chance.choice(game.turn.next_steps))
        else:
            action = Confirmed()
        yield action
        actions.append(action)
        game = game.apply(action)
    actions.append(Revealed(secret.hex()))
    yield actions[-1]
    yield closed_action(game.apply(actions[-1]), list(map(encode_action, actions)))


@dataclass
class LightBoard:
    """A board, its key, and all that its journal would have."""

    name: str
    port: int
    """Of the broker."""
    key: SigningKey = field(default_factory=SigningKey.generate)
    signs_with: SigningKey | None = None
    """Another key than the one that it presents; None: its own."""
    points: int = 24
    chance: Random = field(default_factory=lambda: Random(1))
    pace: float = 0.0
    """Seconds between two steps."""
    journal: list[list[Action]] = field(default_factory=list)
    """The actions of each game, in their order."""
    match: MatchMessage | None = None
    """What the club has given it."""

    def __post_init__(self) -> None:
        self.topics = Topics(self.name)
        self._book, self._given = LogBook(), asyncio.Event()
        self._played = set[tuple[str, int]]()
        self.given_topic = ClubTopics("club").match(self.name)
        signer = self.signs_with or self.key
        self.outbox = Outbox(self._book, self.topics.log, signer.sign)
        identity = Identity(
            self.name, self.key.public, __version__, "light", "A light board", self.points, False
        )
        self.outbox.put(self.topics.info, payloads.info(identity))

    async def run(self) -> None:
        """Be connected, and play what the club gives."""
        broker = parse_broker(f"mqtt://127.0.0.1:{self.port}")
        place = Place(broker, self.topics, (self.topics.ask, self.given_topic))
        connection = BrokerConnection(
            place, self.outbox, self._receive, lambda: repeat(WAIT_SECONDS)
        )
        async with asyncio.TaskGroup() as group:
            group.create_task(connection.run())
            group.create_task(self._play())

    def _receive(self, message: Received) -> None:
        if message.topic == self.topics.ask:
            self._book.ask(parse_ask(message.payload), asyncio.get_running_loop().time())
            self.outbox.log_changed()
        elif message.topic == self.given_topic:
            self.match = parse_match(message.payload) if message.payload else None
            self._given.set()

    async def _play(self) -> None:
        while True:
            self._given.clear()
            match = self.match
            if match is None or (match.meeting, match.game) in self._played:
                await self._given.wait()
                continue
            self._played.add((match.meeting, match.game))
            await self.play_game(match.terms(self.key.public))

    async def play_game(self, terms: Terms) -> None:
        """One game, some actions at a time."""
        number = len(self.journal) + 1
        actions = list[Action]()
        self.journal.append(actions)
        waiting = list[Action]()
        for action in random_game(terms, self.chance):
            actions.append(action)
            waiting.append(action)
            if len(waiting) == AT_ONCE:
                self.store(number, waiting)
                waiting = []
                await asyncio.sleep(self.pace)
        self.store(number, waiting)

    def store(self, number: int, actions: list[Action]) -> None:
        """Actions that its journal has committed."""
        self._book.stored(number, actions)
        self.outbox.log_changed()


@asynccontextmanager
async def connected(*boards: LightBoard) -> AsyncIterator[None]:
    """Boards that are connected, and play what they are given."""
    tasks = [asyncio.create_task(board.run()) for board in boards]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
