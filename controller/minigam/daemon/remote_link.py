"""What a board says by MQTT, and what it does with what comes in, while it has a broker."""

import asyncio
import logging
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from minigam import __version__
from minigam.daemon.board_secrets import keep_public_key, own_key_text
from minigam.daemon.club_match import ClubMatch
from minigam.daemon.invitations import Invitations
from minigam.daemon.joining_file import JoiningFile
from minigam.daemon.remote_target import Surroundings, Target
from minigam.daemon.shared_games import SharedGames
from minigam.errors import MinigamError, shortened
from minigam.journal.store import Journal
from minigam.remote import payloads
from minigam.remote.backoff import waits
from minigam.remote.broker_connection import BrokerConnection, Place
from minigam.remote.control import Brightness, NewGame, Night, RemoteCommand, parse_command
from minigam.remote.delayed_event import DelayedEvent
from minigam.remote.discovery import discovery
from minigam.remote.game_log import LogBook
from minigam.remote.keys import SigningKey
from minigam.remote.log_message import parse_ask
from minigam.remote.mqtt_client import Received
from minigam.remote.outbox import Outbox
from minigam.remote.payloads import OFFLINE, Identity
from minigam.remote.peer_session import LocalBoard
from minigam.remote.topics import ClubTopics, Topics, board_of
from minigam.rules.actions import Action, Begun
from minigam.table.events import Command
from minigam.table.state import Phase
from minigam.words import ENGLISH

log = logging.getLogger(__name__)

AFTER_SECONDS, APART_SECONDS = 0.05, 0.2
"""How long after a change a snapshot is made, as lights come first; and between two of them."""
HEALTH_SECONDS = 5.0
"""Between two looks at the board's health."""
MOST_WAITING = 16
"""Commands and questions that wait for their turn."""
MOST_REFUSALS = 100
"""Different ones that are logged."""


class RemoteLink:
    """One board's side of MQTT, whichever broker it is connected to."""

    def __init__(self, around: Surroundings, data: Path) -> None:
        """Begin with the present game as the journal has it; it is made on the daemon's loop.

        Raises `BrokerError` where the board's own key can be neither read nor written.
        """
        self._around = around
        self._key = SigningKey.from_hex(own_key_text(data, new_key))
        keep_public_key(data, self._key.public)
        own = LocalBoard(self._key.public, self._key.sign)
        self.games = SharedGames(own, around)
        self.invitations = Invitations(own, around, self.games, JoiningFile(data))
        self._club = ClubMatch(self._key.public, around.table, around.library, around.tell)
        self._book = LogBook()
        self._outbox: Outbox | None = None
        self._changed = DelayedEvent(AFTER_SECONDS)
        self._connected = asyncio.Event()
        self._distrusts = False
        self._waiting: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(MOST_WAITING)
        self._refused: set[str] = set()
        number = around.table.number
        if number is not None:
            self._book.stored(number, around.journal.actions(number))
        around.table.on_asked = self.games.requested

    @property
    def is_online(self) -> bool:
        """Whether it is connected to the broker."""
        return self._connected.is_set()

    def fields(self) -> dict[str, Any]:
        """What a page shows of the broker and of an invitation."""
        return {"broker": self.broker, "invitation": self.invitations.fields()}

    @property
    def broker(self) -> str:
        """How the board stands with its broker: see `docs/api.md`."""
        if self.is_online:
            return "connected"
        return "untrusted" if self._distrusts else "unreachable"

    def stored(self, game: int, actions: Sequence[Action]) -> None:
        """Actions that the journal has committed."""
        self._book.stored(game, actions)
        self.games.stored(game, actions)
        if isinstance(first := actions[0], Begun):
            self.invitations.game_begun(first.terms)
        if self._outbox:
            self._outbox.log_changed()

    def changed(self) -> None:
        """There is something to show."""
        self._changed.set()
        self._club.changed()

    async def run(self, target: Target, now_wanted: Callable[[], Target | None]) -> None:
        """Be connected there until this is cancelled.

        `now_wanted`: where the board is to be connected then: what it leaves for good it clears.
        """
        topics = Topics(target.name)
        outbox = self._outbox = Outbox(self._book, topics.log, self._key.sign)
        board = self._identity(target.name)
        self.games.send_by(outbox, topics)
        self.invitations.send_by(outbox, topics)
        outbox.put(topics.info, payloads.info(board))
        phases = [phase.value for phase in Phase]
        configs = discovery(topics, board, phases, target.control)
        outbox.put_all(configs)
        place = Place(
            target.broker, topics, (topics.ask, topics.command("+"), _match_topic(topics))
        )
        handle = partial(self._handle, topics)
        connection = BrokerConnection(place, outbox, handle, partial(waits, random.random))
        connection.on_connected = self._now_online
        connection.on_lost = lambda: self._now_offline(connection.distrusts)
        connection.farewell = partial(_farewell, topics, configs, target, now_wanted, self.games)
        self._connected.clear()
        self._distrusts = False
        works = (
            connection.run(),
            self._tend(connection),
            self._show(topics, target, outbox),
            self._do(target),
            self._club.run(),
        )
        try:
            async with asyncio.TaskGroup() as group:
                for work in works:
                    group.create_task(work)
        finally:
            self._connected.clear()
            self.games.lost()

    def _now_online(self) -> None:
        self._connected.set()
        self.games.connected()
        self.invitations.connected()
        self._around.table.on_change()

    def _now_offline(self, distrusts: bool) -> None:
        before, self._distrusts = self.broker, distrusts
        if self._connected.is_set():
            self._connected.clear()
            self.games.lost()
        if self.broker != before:
            self._around.table.on_change()

    async def _tend(self, connection: BrokerConnection) -> None:
        """Do what is due for games with other boards and invitations, and read their topics."""
        clock, moved = asyncio.get_running_loop().time, self.games.moved
        while True:
            moved.clear()
            self.invitations.publish()
            connection.follow(self.games.followed | self.invitations.followed)
            invites = self.invitations.due(clock())
            dues = [due for due in (self.games.due(clock()), invites) if due is not None]
            with suppress(TimeoutError):
                async with asyncio.timeout_at(min(dues, default=None)):
                    await moved.wait()
            self.games.tick(clock())
            if invites is not None and invites <= clock():
                self.invitations.tick(clock())

    def _identity(self, name: str) -> Identity:
        profile = self._around.profile
        return Identity(
            name,
            self._key.public,
            __version__,
            profile.name,
            profile.title,
            profile.points,
            profile.feels,
        )

    # What it says

    async def _show(self, topics: Topics, target: Target, outbox: Outbox) -> None:
        """Snapshots, health and control, whenever one is another."""
        await self._connected.wait()
        while True:
            view, settings = self._around.view, self._around.store.settings
            state = view.reading(ENGLISH).say(view.state())
            outbox.put(topics.snapshot, payloads.payload(state))
            outbox.put(topics.health, payloads.health(ENGLISH.say(view.health())))
            night = bool(state["dark"])
            control = payloads.control(target.control, night, settings.brightness)
            outbox.put(topics.control, control)
            await asyncio.sleep(APART_SECONDS)
            with suppress(TimeoutError):
                async with asyncio.timeout(HEALTH_SECONDS):
                    await self._changed.wait()

    # What others want

    def _handle(self, topics: Topics, message: Received) -> None:
        """A message has come in; nothing is done here that takes time."""
        topic = message.topic
        if topic == _match_topic(topics):
            self._match(message.payload)
            return
        if topic != topics.ask and not topic.startswith(topics.command("")):
            self._handle_other(topic, message)
            return
        name = "ask" if topic == topics.ask else topic.removeprefix(topics.command(""))
        if message.kept:
            self._refuse(f"{name}: the broker had kept it, so it is old: send it without `retain`")
            return
        try:
            self._waiting.put_nowait((name, message.payload))
        except asyncio.QueueFull:
            self._refuse(f"{name}: too many messages wait already")

    def _handle_other(self, topic: str, message: Received) -> None:
        """A message of another board has come in."""
        sender, kind = board_of(topic), topic.rpartition("/")[2]
        handlers = {
            "availability": self.games.presence_received,
            "invite": self.invitations.invite_received,
            "join": self.invitations.join_received,
            "log": self.games.log_received,
        }
        if sender is None or kind not in handlers or (message.kept and kind in ("join", "log")):
            return
        try:
            handlers[kind](sender, message.payload)
        except MinigamError as fault:
            self._refuse(f"{kind} of {sender}: {fault}")

    def _match(self, payload: bytes) -> None:
        try:
            self._club.received(payload)
        except MinigamError as fault:
            self._refuse(f"match: {fault}")

    async def _do(self, target: Target) -> None:
        while True:
            name, payload = await self._waiting.get()
            try:
                if name == "ask":
                    await self._answer(payload)
                elif target.control:
                    await self._obey(parse_command(name, payload))
                else:
                    self._refuse("the settings do not allow control: see `remote_control`")
            except MinigamError as fault:
                self._refuse(f"{name}: {fault}")

    def _refuse(self, why: str) -> None:
        """Log it, each reason once: whoever sends it may send it again and again."""
        why = shortened(why)
        if why not in self._refused and len(self._refused) < MOST_REFUSALS:
            self._refused.add(why)
            log.warning("a message by MQTT was refused: %s", why)

    async def _answer(self, payload: bytes) -> None:
        ask = parse_ask(payload)
        if self.games.ask_received(ask):
            return
        now = asyncio.get_running_loop().time()
        if not self._book.ask(ask, now) and ask.game is not None:
            await self._restore(ask.since, ask.game)
        if self._outbox:
            self._outbox.log_changed()

    async def _restore(self, since: int, number: int) -> None:
        """Take an earlier game's entries from the journal, in the library's thread."""

        def found(journal: Journal) -> tuple[list[bytes], list[Action]]:
            return journal.entries(number), journal.actions(number)

        entries, actions = await self._around.library.ask(found)
        first = actions[0] if actions else None
        meeting = first.terms.meeting if isinstance(first, Begun) else None
        self._book.restore(number, entries, since, meeting)

    async def _obey(self, command: RemoteCommand) -> None:
        match command:
            case NewGame():
                self._around.sleep(False)
                await self._around.finger.command(Command.NEW_GAME.value)
            case Night():
                self._around.sleep(command.on)
            case Brightness():
                self._around.store.set({"brightness": command.percent})
        self.changed()


def _match_topic(topics: Topics) -> str:
    """Where a club gives this board a match."""
    return ClubTopics("").match(topics.name)


def _farewell(
    topics: Topics,
    configs: dict[str, str],
    target: Target,
    now_wanted: Callable[[], Target | None],
    games: SharedGames,
) -> dict[str, str]:
    """What is published, retained, before the board leaves this broker.

    Stopping, it is only offline, and invites no longer; an invitation that has led to a game stays
    for the other board. Where it goes to another place, or has another name, all that the
    broker keeps of it is taken away: nobody else would do that.
    """
    following = now_wanted()
    same = following and (following.broker, following.name) == (target.broker, target.name)
    if following == target or same:
        return {topics.availability: OFFLINE, topics.invite: games.unread_invite}
    return dict.fromkeys((*configs, *topics.retained), "")


def new_key() -> str:
    """A new key of a board, as its file has it."""
    return SigningKey.generate().private_hex
