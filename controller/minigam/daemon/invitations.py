"""Invitations to a game with another board: what people decide, the broker and the time meet here.

One at a time: this board invites, or joins another board's invitation. Once both agree the table
gets the game's terms.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Any

from minigam.daemon.joining_file import JoiningFile
from minigam.daemon.remote_target import Surroundings
from minigam.daemon.shared_games import SharedGames
from minigam.errors import MinigamError, RequestError
from minigam.journal.meetings import game_of_meeting
from minigam.remote.invitation_messages import Invite, Join, Party, check_fresh, format_signed
from minigam.remote.invitation_session import InvitationState, Inviting, Joined, JoiningSession
from minigam.remote.kept import Kept
from minigam.remote.open_invites import OpenInvites
from minigam.remote.outbox import Outbox
from minigam.remote.peer_session import LocalBoard
from minigam.remote.topics import Topics
from minigam.rules.position import Side
from minigam.rules.terms import Terms
from minigam.table.events import NOBODY, Invites, Met
from minigam.table.setup import Setup
from minigam.web.requests import InvitationError
from minigam.words import Words

log = logging.getLogger(__name__)

GOES_ON = Words("A game is going on: finish or leave it first.")
IS_OPEN = Words("An invitation is open already: cancel it first.")
NOBODY_ASKS = Words("No board asks to play.")
BY_HAND = Words("Two boards roll electronic dice: choose them in the set-up first.")
NO_ROOM = Words("The disk is full: there is no room for another game.")


class Invitations:
    """The board's invitation, or the one that it joins."""

    def __init__(
        self, own: LocalBoard, around: Surroundings, games: SharedGames, file: JoiningFile
    ) -> None:
        """Ask on where this board has asked before it was started."""
        self._own = own
        self._around = around
        self._games = games
        self._file = file
        self._begun = ""
        """The meeting whose game it has led to."""
        self._secret = secrets.token_bytes(32)
        self._invites = OpenInvites()
        self._loop = asyncio.get_running_loop()
        self._session: Inviting | JoiningSession | None = self._resumed()
        self._keep()
        self._outbox: Outbox | None = None
        self._topics = Topics("")

    def send_by(self, outbox: Outbox, topics: Topics) -> None:
        """Where messages are put from now on."""
        self._outbox, self._topics = outbox, topics

    def _resumed(self) -> JoiningSession | None:
        """What this board has asked for; None where that is over, or has led to its game."""
        if self._file.body is None:
            return None
        try:
            session = JoiningSession.resume(self._own.key, self._file.body, self._now)
            self._need_table()
        except (MinigamError, ValueError) as fault:
            log.info("this board asks for no game any more: %s", fault)
            return None
        assert session.joining is not None
        begun = game_of_meeting(self._around.journal, session.joining.invite.id, 1)
        return session if begun is None else None

    def _keep(self) -> None:
        """Store what has to outlast a restart; what is over without a game is taken back."""
        session = self._session
        joining = session if isinstance(session, JoiningSession) else None
        self._file.save(joining.stored(self._now) if joining else None)
        if joining and not joining.state(self._now).is_open:
            self._take_back(joining)

    def _take_back(self, joining: JoiningSession) -> None:
        if meeting := joining.unanswered:
            self._games.withdrawn = self._games.withdrawn.plus(meeting, joining.peer)

    # What people decide

    def ask(self, what: str, code: tuple[int, ...]) -> None:
        """See `web.interfaces.Invitations`; `what` is one of the names there."""
        match what:
            case "invite":
                self._invite()
            case "join":
                self._join(code)
            case "accept":
                self._answer(accept=True)
            case "refuse":
                self._answer(accept=False)
            case _:
                self._cancel()
        self._changed()

    def _invite(self) -> None:
        self._need_free()
        setup = self._setup
        if setup.by_hand:
            raise InvitationError(BY_HAND)
        party, terms = own_party(setup, self._own.key), fresh_terms(setup)
        chance, now = secrets.token_bytes, self._now
        self._begun = ""
        self._session = Inviting.open(party, terms, self._invites, chance, now)

    def _join(self, code: tuple[int, ...]) -> None:
        self._need_free()
        party = own_party(self._setup, self._own.key)
        session = JoiningSession.begin(party, code, self._secret, self._now)
        self._begun = ""
        self._joined(session.looked(self._invites, self._now, self._fits))

    def _answer(self, accept: bool) -> None:
        session = self._session
        if not isinstance(session, Inviting):
            raise InvitationError(NOBODY_ASKS)
        if accept:
            self._need_table()
        try:
            self._session = session.accept(self._now) if accept else session.refuse(self._now)
        except RequestError:
            raise InvitationError(NOBODY_ASKS) from None

    def _cancel(self) -> None:
        """Also puts away how an invitation has ended."""
        if self._session and not self._session.terms:
            if isinstance(self._session, JoiningSession):
                self._take_back(self._session)
            self._session = None
            self._keep()
            self._games.moved.set()

    def _need_free(self) -> None:
        if self._session and self._session.state(self._now).is_open:
            raise InvitationError(IS_OPEN)
        self._need_table()

    def _need_table(self) -> None:
        state = self._around.table.state
        if not state.is_free:
            raise InvitationError(GOES_ON)
        if state.transient.full:
            raise InvitationError(NO_ROOM)

    @property
    def _setup(self) -> Setup:
        return self._around.table.state.agreed

    def _fits(self, terms: Terms) -> bool:
        return terms.rules.layout.points == self._around.profile.points

    # What comes in

    def invite_received(self, sender: str, payload: bytes) -> None:
        """A message at the topic `invite` of the board called `sender`; it may be any."""
        self._invites = self._invites.received(sender, payload)
        if isinstance(session := self._session, JoiningSession):
            self._joined(session.looked(self._invites, self._now, self._fits))
        if isinstance(session := self._session, JoiningSession):
            self._joined(session.invite_received(sender, payload, self._now))
        self._changed()

    def join_received(self, sender: str, payload: bytes) -> None:
        """A message at the topic `join` of the board called `sender`; it may be any."""
        if isinstance(session := self._session, Inviting):
            self._session = session.join_received(sender, payload, self._now)
            self._changed()

    def game_begun(self, terms: Terms) -> None:
        """A game has begun at the table: an invitation to another one is over."""
        if self._session and not (terms.meeting and terms.meeting.id == self._begun):
            self._withdraw()

    def without_broker(self) -> None:
        """The board has no broker any more: nobody can join."""
        self._withdraw()

    def _withdraw(self) -> None:
        """The lights follow soon: the table is in the midst of something else."""
        self._cancel()
        self._loop.call_soon(self._light)

    # Time, and the broker

    @property
    def _now(self) -> float:
        return self._loop.time()

    @property
    def followed(self) -> frozenset[str]:
        """The topics of all boards that are to be read now."""
        if self._session is None or not self._session.state(self._now).is_open:
            return frozenset()
        others = Topics("+")
        return frozenset({others.join if isinstance(self._session, Inviting) else others.invite})

    def connected(self) -> None:
        """The connection to the broker is new: what it had kept comes again."""
        self._invites = OpenInvites()
        if isinstance(self._session, JoiningSession):
            self._joined(self._session.connected(self._now))

    def due(self, now: float) -> float | None:
        """When to call `tick` next; None: not before news."""
        return self._session.due(now) if self._session else None

    def tick(self, now: float) -> None:
        """It is time: see `due`."""
        if isinstance(self._session, JoiningSession):
            self._joined(self._session.tick(now))
        self._changed()

    def fields(self) -> dict[str, Any] | None:
        """What a page shows; None where there is nothing."""
        if self._session is None or self._session.terms:
            return None
        return self._session.view(self._now).fields()

    def _joined(self, joined: Joined) -> None:
        self._session = joined.session
        if joined.join and self._outbox:
            self._games.withdrawn = self._games.withdrawn.without(joined.join.id)
            self._keep()
            self._outbox.send(self._topics.join, self._signed(joined.join))

    def _changed(self) -> None:
        """Begin the game that is agreed on, store and show."""
        self._games.moved.set()
        terms = self._session.terms if self._session else None
        if self._session and terms and terms.meeting and terms.meeting.id != self._begun:
            self._begun = terms.meeting.id
            session = self._session
            text = self._signed(session.invitation.invite) if isinstance(session, Inviting) else ""
            self._games.expect(terms.meeting.id, Kept(peer=self._session.peer, invite=text))
            self._around.sleep(False)
            self._around.tell(self._around.table.take, Met(terms, self._own.key))
        self._light()
        self._keep()
        self._around.table.on_change()

    def _light(self) -> None:
        """The board's lights show whom it waits for; a board that sleeps wakes for that."""
        invites, table = self._invites_now, self._around.table
        if invites == table.state.transient.invites:
            return
        if invites.code:
            self._around.sleep(False)
        self._around.tell(table.take, invites)

    @property
    def _invites_now(self) -> Invites:
        if isinstance(self._session, Inviting):
            view = self._session.view(self._now)
            if view.state.is_open:
                return Invites(view.code, view.state is InvitationState.ASKED)
        return NOBODY

    def publish(self) -> None:
        """Put what others may read now: an open invitation, or the one that has led to the game.

        What an earlier start has left there is cleared.
        """
        if self._outbox:
            inviting = self._session if isinstance(self._session, Inviting) else None
            invite = inviting.retained(self._now) if inviting else None
            text = self._signed(invite) if invite else self._games.unread_invite
            self._outbox.put(self._topics.invite, text)

    def _signed(self, message: Invite | Join) -> str:
        return format_signed(message, self._own.sign, self._topics.name).decode("ascii")


def own_party(setup: Setup, key: str) -> Party:
    """Who plays at this board: the person of the set-up, or its computer where there is none.

    >>> own_party(Setup(black="hard", names=("Ann", "")), "ab" * 32).player
    'Ann'
    """
    side = next((side for side in Side if setup.is_human(side)), Side.WHITE)
    return Party(key, setup.person(side), setup.seat(side))


def fresh_terms(setup: Setup) -> Terms:
    """The terms of a new match as it is set up, without names and seats, for two boards.

    Raises `ValueError` for dice that people roll.
    """
    terms = setup.terms()
    fresh = Terms(
        terms.rules_id,
        terms.options,
        by_hand=terms.by_hand,
        hints=terms.hints,
        teacher=terms.teacher,
        clock=terms.clock,
        stake=terms.stake,
    )
    return check_fresh(fresh)
