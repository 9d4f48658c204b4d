"""Where and as whom one board connects to an MQTT broker, by command line and settings.

Without a broker nothing of the libraries for it is loaded, and nothing of a game waits for any of
this: the link is made when it is first needed, and gets from the journal what was played before.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from minigam.board.profile import Profile
from minigam.daemon.board_secrets import certificates_in, load_password
from minigam.daemon.config import Config
from minigam.daemon.input_injector import InputInjector
from minigam.daemon.library import Library
from minigam.daemon.page_data import PageData, no_others
from minigam.daemon.remote_target import Surroundings, Target
from minigam.daemon.settings_store import SettingsStore
from minigam.daemon.table import Table
from minigam.errors import BrokerError, MinigamError, UnknownNameError
from minigam.journal.store import Journal
from minigam.remote.board_name import board_name_of, check_board_name, is_board_name
from minigam.remote.broker import Certificates, parse_broker
from minigam.rules.actions import Action
from minigam.rules.terms import Terms
from minigam.web.requests import InvitationError
from minigam.words import Words

if TYPE_CHECKING:
    from minigam.daemon.remote_link import RemoteLink

log = logging.getLogger(__name__)

AGAIN_SECONDS = 60.0
"""After a fault of our own: play goes on without the broker meanwhile."""
REQUESTS = ("invite", "join", "accept", "refuse", "cancel")
"""What a page may ask for about an invitation."""
NO_BROKER = Words("This board has no broker: name one in the settings to play with other boards.")
UNREACHABLE = Words("The broker cannot be reached now. You can play here, and try again later.")
UNTRUSTED = Words(
    "The broker's certificate was not accepted. Check the clock, its host name and its "
    "authority's file, and that it has not expired."
)
Say = Callable[[str], None]


class RemoteBoard:
    """The board's connection, while there is to be one."""

    def __init__(self, config: Config, profile: Profile, store: SettingsStore, say: Say) -> None:
        """Raise `BrokerError` for a command line that cannot be used.

        What cannot be used of the settings is said: the board plays without a broker.
        """
        self._config = config
        self._profile = profile
        self._store = store
        self._password = ""
        if config.broker_password_file:
            self._password = load_password(config.broker_password_file)
        self._around: Surroundings | None = None
        self._link: RemoteLink | None = None
        self._moved = asyncio.Event()
        self._target: Target | None = None
        self._set = self._settings()
        try:
            self._target = self._wanted()
        except BrokerError as fault:
            if config.broker or config.remote_name:
                raise
            say(f"this board connects to no broker: {fault}")

    def attach(
        self,
        library: Library,
        view: PageData,
        finger: InputInjector,
        table: Table,
        tell: Callable[..., None],
        journal: Journal,
    ) -> None:
        """What there is to show and to control; `tell` calls what it is given with the time."""

        def sleep(asleep: bool) -> None:
            tell(lambda now: table.wake(now, asleep))

        parts = (self._profile, self._store, library, view, finger, sleep, table, tell, journal)
        self._around = Surroundings(*parts)
        view.others = self.fields

    def fields(self) -> dict[str, Any]:
        """What a page shows of the broker, and of an invitation to a game with another board."""
        if self._target is None:
            return no_others()
        if self._link is None:
            return {"broker": "unreachable", "invitation": None}
        return self._link.fields()

    def ask(self, what: str, code: tuple[int, ...]) -> None:
        """See `web.interfaces.Invitations`."""
        if what not in REQUESTS:
            raise UnknownNameError(Words("request"), what, REQUESTS)
        if self._target is None:
            raise InvitationError(NO_BROKER)
        if self._link is None or not self._link.is_online:
            distrusts = self._link is not None and self._link.broker == "untrusted"
            raise InvitationError(UNTRUSTED if distrusts else UNREACHABLE)
        self._link.invitations.ask(what, code)

    def beside(self, terms: Terms) -> Mapping[str, Any] | None:
        """See `Dependencies.beside`."""
        return self._link.games.beside(terms) if self._link else None

    def stored(self, game: int, actions: Sequence[Action]) -> None:
        """Actions that the journal has committed."""
        if self._link:
            self._link.stored(game, actions)

    def changed(self) -> None:
        """Something is to be shown, or was set."""
        if self._link:
            self._link.changed()
        if self._settings() != self._set:
            self._set = self._settings()
            self._move()

    def _move(self) -> None:
        """The settings for the broker are others."""
        try:
            target = self._wanted()
        except BrokerError as fault:
            log.warning("this board connects to no broker: %s", fault)
            target = None
        if target != self._target:
            self._target = target
            self._moved.set()
            if self._link and target is None:
                self._link.invitations.without_broker()

    def _settings(self) -> tuple[object, ...]:
        """All that a target depends on and that can change."""
        settings = self._store.settings
        chosen = (settings.broker, settings.board_name, settings.remote_control)
        return (*chosen, self._store.broker_password)

    async def run(self) -> None:
        """Be connected where the command line or the settings say so, for as long as they do."""
        while True:
            self._moved.clear()
            if self._target is None:
                await self._moved.wait()
                continue
            work = asyncio.create_task(self._connect(self._target))
            moved = asyncio.create_task(self._moved.wait())
            try:
                await asyncio.wait({work, moved}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in (moved, work):
                    task.cancel()
                await asyncio.wait({work, moved})

    async def _connect(self, target: Target) -> None:
        assert self._around is not None
        while True:
            try:
                if self._link is None:
                    link = await asyncio.to_thread(_loaded)
                    self._link = link(self._around, self._config.data_folder)
                    self._link.games.show()
                await self._link.run(target, lambda: self._target)
            except MinigamError as fault:
                log.warning("this board connects to no broker: %s", fault)
            except Exception:  # a bug here must not end a game that needs no broker
                log.exception("the connection to the broker has failed; play goes on")
            await asyncio.sleep(AGAIN_SECONDS)

    def _wanted(self) -> Target | None:
        config, settings = self._config, self._store.settings
        address = settings.broker if config.broker is None else config.broker
        if not address:
            return None
        broker = parse_broker(address)
        broker = replace(broker, certificates=self._certificates())
        named = config.remote_name or settings.board_name
        usual = broker.user if is_board_name(broker.user) else board_name_of(socket.gethostname())
        name = check_board_name(named or usual or "")
        password = self._password
        if not password and broker.password is None and address == settings.broker:
            password = self._store.broker_password
        broker = broker.with_login(name, password or broker.password)
        return Target(broker, name, settings.remote_control)

    def _certificates(self) -> Certificates:
        config, there = self._config, certificates_in(self._config.data_folder)
        if config.broker_certificate:
            there = replace(there, certificate=config.broker_certificate, key=config.broker_key)
        return replace(there, ca=config.broker_ca or there.ca)


def _loaded() -> type[RemoteLink]:
    """The libraries take long to load: it is done in a thread, and only where there is a broker."""
    from minigam.daemon import remote_link

    return remote_link.RemoteLink
