"""The match that a club has given this board: it is set up by itself, and one touch begins it.

Where both sides of the board are computers', and the evening allows it, they play by themselves.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace

from minigam.daemon.library import Library
from minigam.daemon.table import Table
from minigam.journal.meetings import game_of_meeting
from minigam.journal.store import Journal
from minigam.remote.club.match_message import MatchMessage, parse_match
from minigam.remote.next_game import next_terms
from minigam.rules.game import Game
from minigam.rules.terms import PERSON, Terms
from minigam.table.events import Event, Met, Opened, OtherBoard
from minigam.table.setup import Setup
from minigam.table.state import Phase, State

log = logging.getLogger(__name__)

APART_SECONDS = 0.2
"""Between two looks at what is to be set up."""
IDLE = (Phase.ATTRACT, Phase.GAME_OVER)
"""When another game may be set up."""


class ClubMatch:
    """Keeps the set-up of a table at what the club has given, whenever no game is played."""

    def __init__(self, key: str, table: Table, library: Library, tell: Callable[..., None]) -> None:
        """`key`: the board's public key; `tell` calls what it is given with the time."""
        self._key, self._table, self._library, self._tell = key, table, library, tell
        self._given: MatchMessage | None = None
        self._moved = asyncio.Event()

    def received(self, payload: bytes) -> None:
        """The club gives a match, or takes it back; raise `UnreadableError` for anything else."""
        self._given = parse_match(payload) if payload else None
        self._moved.set()

    def changed(self) -> None:
        """Something has happened at the table."""
        if self._table.state.phase in IDLE:
            self._moved.set()

    async def run(self) -> None:
        """Set up what is to be played, for as long as there is a broker."""
        while True:
            await self._moved.wait()
            self._moved.clear()
            due = await self._due()
            self._tell(self._offer, due)
            await asyncio.sleep(APART_SECONDS)

    async def _due(self) -> Terms | None:
        """The next game of the match; None: there is no match, or nothing of it to be begun."""
        given = self._given
        if given is None:
            return None
        terms = given.terms(self._key)
        if terms.rules.layout.points != self._table.profile.points:
            log.warning("the club's match cannot be played here: %s", terms.rules.title)
            return None
        return await self._library.ask(lambda journal: due_terms(journal, terms))

    def _offer(self, due: Terms | None, now: float) -> None:
        computers = self._given is not None and self._given.computers
        if event := offer(self._table.state, due, computers):
            self._table.take(event, now)


def due_terms(journal: Journal, given: Terms) -> Terms | None:
    """What is played next of a match; None: it is over, or one of its games is unfinished.

    `given`: as the club knows it, which may not have the last games yet.
    """
    terms: Terms | None = given
    while terms and terms.meeting:
        number = game_of_meeting(journal, terms.meeting.id, terms.meeting.number)
        if number is None:
            return terms
        game = Game.of(journal.actions(number))
        terms = next_terms(game) if game.closed else None
    return None


def offer(state: State, due: Terms | None, computers: bool = False) -> Event | None:
    """What sets a table up for the next game of a match; None: nothing is to be done.

    `computers`: whether they may play it, where both sides of the board are theirs.

    >>> from minigam.table.state import opened
    >>> offer(opened(Opened(Setup())), None) is None
    True
    """
    if state.phase is Phase.ATTRACT:
        return _set_up(state, due, computers)
    if state.phase is not Phase.GAME_OVER or due is None or not state.game.closed:
        return None
    if computers and are_computers(own_setup(state)):
        return Met(_seated(due, own_setup(state)))
    meeting = state.game.terms.meeting
    goes_on = meeting and due.meeting and meeting.id == due.meeting.id
    if not goes_on or state.other.following == due:
        return None
    return OtherBoard(following=due)


def _set_up(state: State, due: Terms | None, computers: bool) -> Event | None:
    terms, own = state.game.terms, own_setup(state)
    is_clubs = terms.meeting is not None and not terms.shared
    if due is None:
        return Opened(own) if is_clubs else None
    if computers and are_computers(own):
        return Met(_seated(due, own))
    if state.game.terms == due:
        return None
    return Opened(own.agreeing(due), before=own, terms=due)


def own_setup(state: State) -> Setup:
    """What is set up at the board where there is no match."""
    return state.agreed


def are_computers(setup: Setup) -> bool:
    """Whether nobody sits at the board."""
    return PERSON not in (setup.white, setup.black)


def _seated(due: Terms, setup: Setup) -> Terms:
    return replace(due, seats=(setup.white, setup.black))
