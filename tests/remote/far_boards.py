"""Two boards with journals of their own that play through a broker, and whatever befalls them."""

import asyncio
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from itertools import repeat
from pathlib import Path
from random import Random

from minigam.dice.shared_rolls import secrets_of
from minigam.journal.meetings import MeetingEntry, game_of_meeting, kept_beside, store
from minigam.journal.schema import board_key
from minigam.journal.store import FILE_NAME, Journal, NoSecretError
from minigam.remote.board_duties import due_action, own_share
from minigam.remote.broker import parse_broker
from minigam.remote.broker_connection import BrokerConnection, Place
from minigam.remote.game_log import LogBook
from minigam.remote.game_requests import accepted_resignation
from minigam.remote.kept import Kept
from minigam.remote.log_message import parse_ask, parse_log
from minigam.remote.mqtt_client import Received
from minigam.remote.outbox import Outbox
from minigam.remote.peer_session import LocalBoard, Outcome, PeerSession
from minigam.remote.topics import Topics, board_of
from minigam.rules.actions import Action, Begun, Promised, Resigned, Shared
from minigam.rules.terms import Terms
from tests.remote.hostile import KEYS, MEETING
from tests.rules.two_boards import TwoBoards

NAMES = "board-7", "board-9"
WAIT_SECONDS = 0.05
"""Between two tries to reach the broker."""
PATIENCE_SECONDS = 500.0


@dataclass
class FarBoard:
    """One board: what is in memory goes at each restart, what is in its journal stays."""

    at: int
    terms: Terms
    folder: Path
    port: int
    """Of the broker, or of a relay before it."""
    chance: Random
    restarts: set[int]
    """At how many stored actions its process is killed."""
    on_stored: Callable[[int], None] = lambda _count: None
    names: tuple[str, str] = NAMES
    """Of the two boards, white's first."""
    restarted: int = 0
    is_done: bool = False
    on_done: Callable[[], None] = lambda: None
    _wake: asyncio.Event = field(default_factory=asyncio.Event)

    async def play(self) -> None:
        """Play, and start again whenever it is killed."""
        while True:
            with closing(Journal(self.folder / FILE_NAME, new=True)) as journal:
                self._journal = journal
                self._game = game_of_meeting(journal, MEETING.id, MEETING.number)
                self._killed, self._fresh = False, self.chance.randbytes(32)
                await self._live()
            self.restarted += 1

    async def _live(self) -> None:
        topics, peer = Topics(self.names[self.at]), Topics(self.names[1 - self.at])
        key = KEYS[self.at]
        self._outbox = Outbox(LogBook(), topics.log, key.sign)
        self._session = self._stored_session(LocalBoard(key.public, key.sign))
        broker = parse_broker(f"mqtt://127.0.0.1:{self.port}")
        place = Place(broker, topics, (topics.ask, peer.log))
        connection = BrokerConnection(
            place, self._outbox, self._receive, lambda: repeat(WAIT_SECONDS)
        )
        connection.on_connected = lambda: self._take(self._session.connected(_now()))
        connected = asyncio.create_task(connection.run())
        try:
            while not self._killed:
                await self._step()
        finally:
            connected.cancel()
            await asyncio.wait({connected})
            if not connected.cancelled():
                connected.result()

    def _stored_session(self, own: LocalBoard) -> PeerSession:
        journal, number, peer = self._journal, self._game, self.names[1 - self.at]
        if number is None:
            begun, kept = Begun(self.terms), Kept(peer=peer)
            self._game = store(
                journal, _board(self.terms), None, MeetingEntry([begun], kept.to_json())
            )
            return PeerSession.begin(own, begun, self._game, kept)
        kept_then = Kept.from_json(kept_beside(journal, number))
        seed = self._seed()
        return PeerSession.resume(own, journal.actions(number), number, kept_then, seed)

    def _seed(self) -> bytes | None:
        assert self._game is not None
        try:
            return self._journal.secret(self._game)
        except NoSecretError:
            return None

    # What happens to it

    def _receive(self, message: Received) -> None:
        if self._killed:
            return
        sender = board_of(message.topic)
        assert sender
        session, payload = self._session, message.payload
        if message.topic == Topics(self.names[self.at]).ask:
            self._take(session.ask_received(parse_ask(payload), _now()))
        else:
            self._take(session.log_received(sender, parse_log(payload), _now()))

    def _take(self, outcome: Outcome) -> None:
        """Store first; then send, unless the process is killed in between."""
        assert not outcome.fault
        self._store(MeetingEntry(outcome.actions, outcome.kept.to_json() if outcome.kept else None))
        self._follow(outcome)

    def _store(self, entry: MeetingEntry) -> None:
        if entry != MeetingEntry():
            store(self._journal, _board(self.terms), self._game, entry)

    def _write(self, action: Action) -> None:
        """As a table does: what is written is stored first."""
        outcome = self._session.written([action], _now())
        seed = self._fresh if isinstance(action, Promised) else None
        self._store(MeetingEntry([action], seed=seed))
        self._follow(outcome)

    def _follow(self, outcome: Outcome) -> None:
        before = len(self._session.replica.log)
        self._session = outcome.session
        count = len(self._session.replica.log)
        self._wake.set()
        if passed := self.restarts & {*range(before + 1, count + 1)}:
            self.restarts -= passed
            self._killed = True
            return
        topics = Topics(self.names[self.at])
        if outcome.log:
            self._outbox.send(topics.log, outcome.log)
        if outcome.ask:
            self._outbox.send(Topics(outcome.ask[0]).ask, outcome.ask[1])
        if count > before:
            self.on_stored(count)
        if self._session.is_done and not self.is_done:
            self.is_done = True
            self.on_done()

    async def _step(self) -> None:
        """What the player decides, or what is due; else wait for news."""
        now, session = _now(), self._session
        due, view = session.due(now), session.view
        assert view.divergence is None, view.divergence
        if due is not None and due <= now:
            self._take(session.tick(now))
        elif (written := self._due()) and not view.asking:
            self._write(written)
        elif view.offer:
            self._take(session.answer_offer(self.chance.random() < 0.5, now))
        elif view.may_write and not view.offering and not session.replica.game.closed:
            self._decide(session, now)
        else:
            self._wake.clear()
            try:
                async with asyncio.timeout(None if due is None else due - now):
                    await self._wake.wait()
            except TimeoutError:
                return
        await asyncio.sleep(0)

    def _decide(self, session: PeerSession, now: float) -> None:
        mind = TwoBoards(self.terms, self.chance)
        mind.game = session.replica.game
        action = mind.decided()
        if isinstance(action, Resigned):
            self._take(session.offer_resignation(action.points, now))
        else:
            shares = isinstance(action, Shared)
            self._write(own_share(session.replica, self._secrets()) if shares else action)

    def _due(self) -> Action | None:
        """What the table writes without its player."""
        replica = self._session.replica
        resigned = accepted_resignation(replica)
        return resigned or (due_action(replica, self._secrets()) if replica.may_write else None)

    def _secrets(self) -> tuple[bytes, ...]:
        """Of the seed that is stored, or of the one to be promised."""
        return _secrets_of(self._seed() or self._fresh)


@cache
def _secrets_of(seed: bytes) -> tuple[bytes, ...]:
    return secrets_of(seed)


def _board(terms: Terms) -> str:
    return board_key(terms.rules.layout.points, False)


def _now() -> float:
    return asyncio.get_running_loop().time()


async def play(boards: tuple[FarBoard, FarBoard]) -> None:
    """A whole game, until each board has the other one's signature of all of it."""
    over = asyncio.Event()

    def look() -> None:
        if all(board.is_done for board in boards):
            over.set()

    for board in boards:
        board.on_done = look
    tasks = [asyncio.create_task(board.play()) for board in boards]
    ended = asyncio.create_task(over.wait())
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await asyncio.wait({*tasks, ended}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (*tasks, ended):
            task.cancel()
        found = await asyncio.gather(*tasks, ended, return_exceptions=True)
    for each in found:
        if isinstance(each, Exception):
            raise each
