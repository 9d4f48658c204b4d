"""The games with other boards: joins their sessions to the table, the journal and the broker.

The table alone writes this board's actions. What the other board has written is stored first, then
given to the table, and only then answered.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from minigam.daemon.remote_target import Surroundings
from minigam.errors import IllegalPlayError, MinigamError, UnreadableError
from minigam.journal import meetings
from minigam.journal.meetings import MeetingEntry, game_of_meeting, kept_beside
from minigam.journal.schema import board_key
from minigam.journal.store import NoSecretError
from minigam.remote.entry_checks import MOST_TOGETHER
from minigam.remote.kept import Kept
from minigam.remote.log_message import Ask, GameId, parse_log
from minigam.remote.next_game import follows, has_begun, next_id, next_terms
from minigam.remote.outbox import Outbox
from minigam.remote.payloads import ONLINE
from minigam.remote.peer_session import LocalBoard, Outcome, PeerSession, PeerView
from minigam.remote.topics import Topics
from minigam.remote.withdrawal import Withdrawals
from minigam.rules.actions import Action, Begun
from minigam.rules.terms import Terms
from minigam.table.events import OtherBoard
from minigam.table.requests_to_other import (
    AnswerOffer,
    Leave,
    OfferResignation,
    Pause,
    ToOther,
    WithdrawOffer,
)
from minigam.token_bucket import TokenBucket
from minigam.words import Words

log = logging.getLogger(__name__)

MOST_KEPT = 4
"""Games whose sessions are kept ready; older ones are read from the journal when asked for."""
LOOKED_UP = TokenBucket(at_once=5, a_second=0.5)
"""Earlier games that others ask for."""
SEED_LOST = Words(
    "The game has stopped: this board has lost its secrets for the dice. "
    "Its journal comes from a backup of before they were drawn."
)
TOO_LONG = Words(
    "The game has stopped: it has as many actions as two boards write in a game ({most}).",
    most=MOST_TOGETHER,
)


UNREADABLE = Words(
    "The game has stopped: what this board has stored of the other one cannot be read."
)


class SharedGames:
    """The sessions of the last games with other boards, by their numbers in the journal."""

    def __init__(self, own: LocalBoard, around: Surroundings) -> None:
        """Go on with those that are stored."""
        self.moved = asyncio.Event()
        """Set when something is due earlier, or other topics are to be read."""
        self.online = False
        self.withdrawn = Withdrawals()
        """The games that this board asks to join no more."""
        self._own = own
        self._around = around
        self._board = board_key(around.profile.points, around.profile.feels)
        self._loop = asyncio.get_running_loop()
        self._outbox: Outbox | None = None
        self._topics = Topics("")
        self._agreed = ("", Kept())
        """The last meeting agreed on, and what is stored with its first game."""
        self._present: dict[str, bool] = {}
        """Which other boards are online, by their names."""
        self._looked_up = LOOKED_UP
        self._next: tuple[GameId, bool] | None = None
        """The meeting's next game, which this board has not begun; whether the other one plays it,
        or has left it."""
        self._unread: int | None = None
        """The game at the table, where it cannot be gone on with."""
        self._sessions: dict[int, PeerSession] = {}
        for number in reversed(meetings.last_games(around.journal, MOST_KEPT - 1)):
            self._resume(number)

    def send_by(self, outbox: Outbox, topics: Topics) -> None:
        """Where messages are put from now on."""
        self._outbox, self._topics = outbox, topics

    def _resume(self, number: int) -> PeerSession | None:
        """A stored game's session; None where it cannot be read, or is none of this board."""
        journal, is_played = self._around.journal, number == self._around.table.number
        try:
            actions, body = journal.actions(number), kept_beside(journal, number)
            if is_of_one_board(actions):
                return None
            kept = None if body is None else Kept.from_json(body)
            session = PeerSession.resume(
                self._own, actions, number, kept, self._seed(number), asks_first=is_played
            )
        except (MinigamError, ValueError) as fault:
            log.warning("game %s is not one to go on with at two boards: %s", number, fault)
            self._unread = number if is_played else self._unread
            return None
        self._keep(number, session)
        return session

    def _seed(self, number: int) -> bytes | None:
        try:
            return self._around.journal.secret(number)
        except NoSecretError:
            return None

    def _keep(self, number: int, session: PeerSession) -> None:
        self._sessions[number] = session
        others = [
            each for each in self._sessions if each not in (number, self._around.table.number)
        ]
        for old in others[: max(0, len(self._sessions) - MOST_KEPT)]:
            del self._sessions[old]

    # What the table does

    def expect(self, meeting: str, kept: Kept) -> None:
        """The first game of this meeting begins; `kept` is stored with it."""
        self._agreed = (meeting, kept)

    def beside(self, terms: Terms) -> Mapping[str, Any] | None:
        """What is stored with a game's beginning: see `Dependencies.beside`."""
        return self._kept_with(terms).to_json() if terms.shared else None

    def _kept_with(self, terms: Terms) -> Kept:
        meeting = terms.meeting
        assert meeting is not None
        agreed, kept = self._agreed
        if meeting.number == 1 and meeting.id == agreed:
            return kept
        before = [
            session.replica.kept.peer
            for session in self._sessions.values()
            if session.replica.meeting.id == meeting.id
        ]
        return Kept(peer=next(reversed(before), ""))

    @property
    def unread_invite(self) -> str:
        """The accepted invitation to the present game, while the other board may not have it."""
        session = self._sessions.get(self._around.table.number or 0)
        return session.replica.kept.invite if session else ""

    def stored(self, number: int, actions: Sequence[Action]) -> None:
        """The table has written these actions of this board, and the journal has them."""
        first, session = actions[0], self._sessions.get(number)
        if isinstance(first, Begun):
            if not first.terms.shared:
                return
            session = PeerSession.begin(self._own, first, number, self._kept_with(first.terms))
            self._keep(number, session)
            actions = actions[1:]
        if session is None:
            return
        try:
            self._sent(number, session.written(actions, self._now))
        except IllegalPlayError:
            log.exception("game %s: the other board would not accept what was written", number)
        self._loop.call_soon(self.show)

    def requested(self, asked: Sequence[ToOther]) -> None:
        """The table asks these of the other board; raise `JournalError` where it fails."""
        number = self._around.table.number
        for request in asked:
            session = self._sessions.get(number or 0)
            if number is None or session is None:
                continue
            try:
                outcome = _done(session, request, self._now)
            except IllegalPlayError as fault:
                log.info("%s is out of date: %s", request, fault)
                continue
            self._store(number, outcome)
            self._sent(number, outcome)
        self._loop.call_soon(self.show)

    def show(self) -> None:
        """Give the table what is known of the other board, if that is news."""
        table = self._around.table
        session, other = self._sessions.get(table.number or 0), table.state.other
        if session:
            other = self._other(session)
        elif table.number is not None and table.number == self._unread:
            other = OtherBoard(stopped=UNREADABLE)
        if other != table.state.other and not table.fault:
            self._around.tell(table.take, other)

    def _other(self, session: PeerSession) -> OtherBoard:
        view, kept, game = session.view, session.replica.kept, session.replica.game
        following = next_terms(game) if game.closed else None
        offers = kept.own.offer is not None and (view.offering or view.refused)
        return OtherBoard(
            connected=self.online and self._present.get(kept.peer, False),
            cut_off=not self.online,
            paused=view.paused,
            left=view.peer_left,
            offer=view.offer.points if view.offer else None,
            offered=kept.own.offer.points if kept.own.offer and offers else None,
            answer=True if view.accepted else False if view.refused else None,
            stopped=why_stopped(view, game.has_ended),
            following=following,
            awaits_next=following is not None and self._next == (next_id(session.replica), True),
            asking=view.asking,
        )

    # What comes in

    def log_received(self, sender: str, payload: bytes) -> None:
        """A message at the topic `log` of the board called `sender`; it may be any."""
        message = parse_log(payload)
        present = self._sessions.get(self._around.table.number or 0)
        if present and follows(message, present.replica):
            if sender == (present.replica.kept.peer or sender):
                plays = has_begun(message, present.replica.peer)
                self._next = message.id, plays and self._next != (message.id, False)
                self.show()
            return
        number = self._number_of(message.id)
        if session := self._sessions.get(number or 0):
            assert number is not None
            self._take(number, session.log_received(sender, message, self._now))
        else:
            found = self.withdrawn.log_received(sender, message, self._own, self._now)
            self.withdrawn, left = found
            if left and self._outbox:
                self._outbox.send(self._topics.log, left, f"game {message.id}")

    def ask_received(self, ask: Ask) -> bool:
        """Whether a question is for a game with another board; then it is answered."""
        number = None if ask.id.meeting is None else self._number_of(ask.id)
        session = self._sessions.get(number or 0)
        if number is None or session is None:
            return False
        self._take(number, session.ask_received(ask, self._now))
        return True

    def presence_received(self, name: str, payload: bytes) -> None:
        """A message at the topic `availability` of another board."""
        self._present[name] = payload == ONLINE.encode()
        self.show()

    def _number_of(self, id: GameId) -> int | None:
        """The journal's number of a game; its session is then ready."""
        for number, session in self._sessions.items():
            if session.replica.id == id:
                return number
        if id.meeting is None or not self._looked_up.has_token(self._now):
            return None
        self._looked_up = self._looked_up.taken(self._now)
        found = game_of_meeting(self._around.journal, id.meeting, id.number)
        return found if found is not None and self._resume(found) else None

    def _take(self, number: int, outcome: Outcome) -> None:
        """Store, send, and give the table what it has to apply."""
        if outcome.fault:
            raise UnreadableError(outcome.fault)
        table, tell = self._around.table, self._around.tell
        tell(table.store, partial(self._store, number, outcome))
        if table.fault:
            return
        self._sent(number, outcome)
        if outcome.actions and number == table.number:
            tell(table.receive, outcome.actions)
        self.show()

    def _store(self, number: int, outcome: Outcome) -> None:
        kept = outcome.kept.to_json() if outcome.kept else None
        if outcome.actions or kept:
            entry = MeetingEntry(outcome.actions, kept)
            meetings.store(self._around.journal, self._board, number, entry)

    def _sent(self, number: int, outcome: Outcome) -> None:
        self._sessions[number] = outcome.session
        if self._outbox and outcome.log:
            self._outbox.send(self._topics.log, outcome.log, f"game {number}")
        if self._outbox and outcome.ask:
            name, text = outcome.ask
            self._outbox.send(Topics(name).ask, text, f"game {number}")
        self.moved.set()

    # Time, and the broker

    @property
    def _now(self) -> float:
        return self._loop.time()

    @property
    def followed(self) -> frozenset[str]:
        """The topics of other boards that are to be read now."""
        names = [
            session.replica.kept.peer or "+"
            for number, session in self._sessions.items()
            if number == self._around.table.number or not session.is_done
        ]
        topics = [Topics(name) for name in names]
        return self.withdrawn.followed.union(
            each for it in topics for each in (it.log, it.availability)
        )

    def connected(self) -> None:
        """The connection to the broker is new."""
        self.online = True
        self._present.clear()
        for number, session in list(self._sessions.items()):
            self._take(number, session.connected(self._now))
        self.show()

    def lost(self) -> None:
        """There is no connection any more."""
        self.online = False
        self.show()

    def due(self, now: float) -> float | None:
        """When to call `tick` next; None: not before news."""
        if not self.online:
            return None
        dues = [session.due(now) for session in self._sessions.values()]
        return min((due for due in dues if due is not None), default=None)

    def tick(self, now: float) -> None:
        """Send what is due."""
        for number, session in list(self._sessions.items()):
            if self.online and (due := session.due(now)) is not None and due <= now:
                self._take(number, session.tick(now))


def why_stopped(view: PeerView, has_ended: bool) -> Words | None:
    """Why a game cannot go on; None where it can, or is over."""
    if view.divergence:
        return view.divergence.sentence
    if view.seed_lost and not has_ended:
        return SEED_LOST
    return TOO_LONG if view.too_long else None


def _done(session: PeerSession, request: ToOther, now: float) -> Outcome:
    match request:
        case OfferResignation(points):
            return session.offer_resignation(points, now)
        case WithdrawOffer():
            return session.withdraw_offer(now)
        case AnswerOffer(accept):
            return session.answer_offer(accept, now)
        case Pause(paused):
            return session.pause(paused, now)
        case Leave():
            return session.leave(now)


def is_of_one_board(actions: Sequence[Action]) -> bool:
    """Whether these are a game that a club has agreed on, and that one board plays alone."""
    first = actions[0] if actions else None
    return isinstance(first, Begun) and not first.terms.shared
