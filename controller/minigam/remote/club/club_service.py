"""An evening while it runs: what boards send comes in, what they are to be sent goes out.

All that must not be lost is in the evening's file. The rest, such as who is there and how far each
game is, comes from the boards again after a restart.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

from minigam.errors import ClubError, ClubStoreError, ExistsError, MinigamError, shortened
from minigam.remote.club.board_view import READERS, BoardViews
from minigam.remote.club.contest import ClubMatch
from minigam.remote.club.director_acts import Fields, events_of, opened_by, seatings
from minigam.remote.club.evening import Evening
from minigam.remote.club.evening_events import Event, Seated
from minigam.remote.club.evening_store import EveningStore, read_events
from minigam.remote.club.match_message import MatchMessage, format_match
from minigam.remote.club.result_gate import ResultGate
from minigam.remote.club.views import Seen
from minigam.remote.log_message import format_ask, parse_log
from minigam.remote.mqtt_client import Received
from minigam.remote.outbox import Outbox
from minigam.remote.topics import ClubTopics, Topics, board_of, each_board

log = logging.getLogger(__name__)

FILE_NAME = "evening.sqlite"
"""The evening, in its folder."""
SUBSCRIBED = tuple(map(each_board, (*READERS, "log")))
"""What is read of all boards."""
MOST_REFUSALS = 50
"""Different ones that are shown; the newest stay."""
SEED_BITS = 48


class ClubService:
    """One evening: `received` and `act` change it, `seen` is what there is to show."""

    def __init__(self, folder: Path, topics: ClubTopics, outbox: Outbox) -> None:
        """Open the evening of a folder, if there is one yet.

        Raises `ClubStoreError` where its file is damaged or cannot be used, and `BusyError` where
        another program has it open.
        """
        self.on_change: Callable[[], None] = lambda: None
        """Called when there is something else to show."""
        self.refusals = dict[str, None]()
        """Why something of a board was refused, the oldest first."""
        self.path = folder / FILE_NAME
        self.boards = BoardViews()
        self._topics, self._outbox = topics, outbox
        self._gate = ResultGate()
        self._connected = False
        self._trouble = ""
        self._store = EveningStore(self.path) if self.path.exists() else None

    def close(self) -> None:
        """Close the evening's file."""
        if self._store:
            self._store.close()

    @property
    def evening(self) -> Evening | None:
        """As it stands; None before it is opened."""
        return self._store.evening if self._store else None

    @property
    def seen(self) -> Seen:
        """What there is to show."""
        return Seen(self.evening, self.boards, self._gate.live, self._connected, self._trouble)

    def events(self) -> tuple[Event, ...]:
        """All that has happened, with the evidence of each game."""
        return read_events(self.path) if self._store else ()

    # ---- The director ----------------------------------------------------------------------------

    def act(self, given: Fields) -> None:
        """Do what the director asks for; on return it is safe.

        Raises `RequestError` for fields that say nothing of the kind, `ClubError` for what cannot
        be done now, and `ClubStoreError` where it cannot be stored.
        """
        if given.get("do") == "open":
            self._open(given)
        elif self._store is None:
            raise ClubError("the evening is not open yet: choose its format first")
        else:
            events = events_of(given, self._store.evening, self.boards)
            self._append(*events)
            for event in events:
                if isinstance(event, Seated):
                    self._gate = self._gate.without(event.match)
        self._settle()

    def _open(self, given: Fields) -> None:
        if self._store:
            raise ClubError("the evening is open already: start another one in another folder")
        opened = opened_by(given, secrets.token_hex(16), secrets.randbits(SEED_BITS))
        try:
            self._store = EveningStore.create(self.path, opened)
        except ExistsError:
            raise ClubError("the evening is open already: start the service again") from None

    def _append(self, *events: Event) -> None:
        assert self._store
        self._store.append(*events)
        self._trouble = ""

    def _settle(self) -> None:
        """After any change: matches that wait get free boards, and boards what they are to play."""
        if self._store and (found := tuple(seatings(self._store.evening, self.boards))):
            self._append(*found)
        for board, text in self._wanted().items():
            self._outbox.put(self._topics.match(board), text)
        self.on_change()

    def _wanted(self) -> dict[str, str]:
        """What each board is to have as its match."""
        found = dict.fromkeys(self.boards.by_name, "")
        matches = self._store.evening.matches if self._store else ()
        found |= {match.board: "" for match in matches if match.board}
        if self._store:
            computers = self._store.evening.opened.computers
            for match in self._open_matches():
                found[match.board] = format_match(MatchMessage.of(match, computers))
        return found

    def _open_matches(self) -> Iterator[ClubMatch]:
        """Those that boards play."""
        matches = self._store.evening.matches if self._store else ()
        return (match for match in matches if match.key and not match.is_over)

    # ---- The boards ------------------------------------------------------------------------------

    def connected(self) -> None:
        """The broker is there: boards are asked for all that is missing."""
        self._connected = True
        self.ask_all()
        self._settle()

    def lost(self) -> None:
        """The broker is gone."""
        self._connected = False
        self.boards = self.boards.offline()
        self.on_change()

    def ask_all(self) -> None:
        """Ask each board that plays a match for what is missing of its game."""
        for match in self._open_matches():
            self._ask(match)

    def _ask(self, match: ClubMatch) -> None:
        text = format_ask(self._gate.ask(match)).decode("ascii")
        self._outbox.send(Topics(match.board).ask, text, f"match {match.number}")

    def received(self, message: Received) -> None:
        """A message from the broker; it may be any, and nothing is raised."""
        board = board_of(message.topic)
        if board is None:
            return
        try:
            kind = message.topic.removeprefix(f"{Topics(board).root}/")
            if kind == "log":
                self._followed(board, message.payload)
            elif kind in READERS:
                self._looked(board, kind, message.payload)
        except ClubStoreError as fault:
            self._trouble = str(fault)
            log.error("%s", fault)
            self.on_change()
        except MinigamError as fault:
            self._refuse(f"{board}: {fault}")

    def _looked(self, board: str, kind: str, payload: bytes) -> None:
        before = self.boards
        self.boards = before.received(board, kind, payload)
        now, was = self.boards.get(board), before.get(board)
        if now == was and board in before.by_name:
            return
        if now.online and not was.online:
            for match in self._open_matches():
                if match.board == board:
                    self._ask(match)
        self._settle()

    def _followed(self, board: str, payload: bytes) -> None:
        if self._store is None:
            return
        message = parse_log(payload)
        passed = self._gate.receive(self._store.evening, board, message)
        if passed.event:
            self._append(passed.event)
        self._gate = passed.gate
        if passed.refusal:
            self._refuse(passed.refusal)
        if passed.ask:
            text = format_ask(passed.ask).decode("ascii")
            self._outbox.send(Topics(board).ask, text, f"game {passed.ask.id}")
        if passed.event:
            self._settle()
        else:
            self.on_change()

    def _refuse(self, why: str) -> None:
        """Show it to the director, each reason once: whoever sends it may send it again."""
        why = shortened(why, 400)
        if why in self.refusals:
            return
        log.warning("%s", why)
        self.refusals[why] = None
        while len(self.refusals) > MOST_REFUSALS:
            del self.refusals[next(iter(self.refusals))]
        self.on_change()
