"""Two boards, and one that only reads, joined by a network that does all that networks do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from minigam.errors import UnreadableError
from minigam.remote import game_requests
from minigam.remote.follower import Follower
from minigam.remote.kept import Kept
from minigam.remote.keys import SigningKey
from minigam.remote.log_message import Ask, format_log, parse_log
from minigam.remote.replica import Replica
from minigam.rules.actions import Action, Begun, Resigned
from minigam.rules.clock import TimeControl
from minigam.rules.meeting import Meeting
from minigam.rules.position import parse_position
from minigam.rules.terms import Start, Terms
from tests.rules.two_boards import TwoBoards

KEYS = SigningKey.from_bytes(b"w" * 32), SigningKey.from_bytes(b"b" * 32)
MEETING = Meeting("0c" * 16, 2, (KEYS[0].public, KEYS[1].public))


@dataclass(frozen=True)
class Network:
    """How bad it is: probabilities at each step, and for each message."""

    lost: float = 0.2
    doubled: float = 0.1
    damaged: float = 0.05
    """Cut off, or with one byte changed."""
    replayed: float = 0.05
    """An old one again, of this game or of the ones before."""
    restarted: float = 0.02
    resigning: float = 0.002
    pausing: float = 0.005


GOOD = Network(0, 0, 0, 0, 0, 0, 0)


@dataclass
class Board:
    """A board: its key, what its disk has, and what it holds in memory."""

    key: SigningKey
    stored: list[Action]
    kept: Kept = field(default_factory=Kept)

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        self.replica = Replica.of(self.key.public, self.stored, kept=self.kept)

    def store(self, replica: Replica, actions: Sequence[Action] = ()) -> None:
        """As a journal does, before anything is sent."""
        self.stored += actions
        self.kept = replica.kept
        self.replica = replica

    def write(self, action: Action) -> None:
        self.store(self.replica.append(action), [action])

    def payload(self, since: int | None = None) -> bytes:
        return format_log(self.replica.message(self.key.sign, since))


@dataclass
class World:
    """A game between two boards, and its network; `chance` decides everything."""

    terms: Terms
    chance: Random
    network: Network
    older: Sequence[bytes] = ()
    """Messages of earlier games, which somebody replays."""

    def __post_init__(self) -> None:
        self.now, self.steps = 0.0, 0
        white, black = KEYS
        self.boards = Board(white, [Begun(self.terms)]), Board(black, [Begun(self.terms)])
        self.mind = TwoBoards(self.terms, self.chance)
        keys = tuple(key.public for key in KEYS)
        self.follower = Follower(keys, self.boards[0].replica.id)
        self.followed: list[Action] = []
        self.flying: list[tuple[int, bytes]] = []
        """Messages on the way: to which board, 2 for the one that only reads."""
        self.sent: list[bytes] = []

    # What boards do

    def run(self, most: int = 60_000) -> World:
        """Play to the end, until everybody has everything."""
        while not self.is_over:
            self.step()
            assert self.steps < most, "expected the game to come to an end"
        return self

    @property
    def is_over(self) -> bool:
        replicas = [board.replica for board in self.boards]
        done = all(one.game.closed and not one.is_behind for one in replicas)
        whole = len(self.follower.log) == len(replicas[0].log)
        return done and whole and len(self.follower.signatures) == len(KEYS)

    def step(self) -> None:
        self.steps += 1
        chance, network = self.chance, self.network
        at = chance.randrange(2)
        board = self.boards[at]
        if chance.random() < network.restarted:
            board.restart()
        if chance.random() < network.replayed and (known := [*self.sent, *self.older]):
            self.flying.append((chance.randrange(3), chance.choice(known)))
        self.decide(board)
        due = board.replica.due(self.now)
        if due is not None and due <= self.now:
            self.publish(at)
            board.replica = board.replica.sent(self.now)
        if self.flying:
            self.deliver(*self.flying.pop(chance.randrange(len(self.flying))))
        else:
            self.now += 1.0
            self.ask_as_follower()

    def decide(self, board: Board) -> None:
        replica, chance = board.replica, self.chance
        if chance.random() < self.network.pausing:
            board.store(game_requests.pause(replica, not replica.kept.own.is_paused))
        elif replica.kept.own.is_paused:
            return
        elif game_requests.offered_resignation(replica):
            board.store(game_requests.answer_offer(replica, chance.random() < 0.5))
        elif resigned := game_requests.accepted_resignation(replica):
            board.write(resigned)
        elif replica.may_write and not replica.game.closed and not self.waits(replica):
            self.act(board)

    def waits(self, replica: Replica) -> bool:
        """Whether its player waits for the answer to a resignation, as most do."""
        offer = replica.kept.own.offer
        open_yet = offer is not None and offer.at == len(replica.log)
        refused = game_requests.refused_resignation(replica)
        return open_yet and not refused and self.chance.random() < 0.98

    def act(self, board: Board) -> None:
        replica = board.replica
        self.mind.game, self.mind.actions = replica.game, list(board.stored)
        action = self.mind.decided()
        points = Resigned(replica.side, replica.game.cube.value)
        resigns = self.chance.random() < self.network.resigning
        if isinstance(action, Resigned) or (resigns and replica.game.why_not(points) is None):
            if not replica.game.doubled:
                board.store(game_requests.offer_resignation(replica, points.points))
        else:
            board.write(action)

    # What the network does

    def publish(self, at: int, since: int | None = None) -> None:
        """A board's message: to the other one, and to the one that only reads."""
        payload = self.boards[at].payload(since)
        self.sent.append(payload)
        for to in (1 - at, 2):
            if self.chance.random() >= self.network.lost:
                self.flying.append((to, payload))
            if self.chance.random() < self.network.doubled:
                self.flying.append((to, payload))

    def deliver(self, to: int, payload: bytes) -> None:
        if self.chance.random() < self.network.damaged:
            payload = damaged(payload, self.chance)
        try:
            message = parse_log(payload)
        except UnreadableError:
            return
        if to == 2:
            followed = self.follower.receive(message)
            self.follower = followed.follower
            self.followed += followed.actions
            self.asked(followed.ask, self.chance.randrange(2))
            return
        board = self.boards[to]
        received = board.replica.receive(message)
        board.store(received.replica, received.actions)
        self.asked(received.ask, 1 - to)
        if received.reply:
            self.publish(to)

    def asked(self, ask: Ask | None, at: int) -> None:
        if ask and self.chance.random() >= self.network.lost:
            self.publish(at, ask.since)

    def ask_as_follower(self) -> None:
        """It asks now and then: nobody waits for it."""
        self.asked(Ask(len(self.follower.log), self.follower.id), self.chance.randrange(2))


def damaged(payload: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(payload))
    if chance.random() < 0.5:
        return payload[:at]
    return payload[:at] + bytes([chance.randrange(32, 127)]) + payload[at + 1 :]


def terms_of(rules_id: str, position: str = "", clock: TimeControl | None = None) -> Terms:
    """Terms of the test's two boards; `position`: where it begins, else as the rules say."""
    terms = Terms(rules_id, names=("Ann", "Bob"), meeting=MEETING, clock=clock)
    if not position:
        return terms
    return replace(terms, start=Start(parse_position(position, terms.rules.layout)))
