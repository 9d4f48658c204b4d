"""Judges plays and whole games, and finds best plays, by tables of exact values."""

import asyncio
import logging

from minigam.errors import CannotHoldError, NoTablebaseError, TablebaseError
from minigam.journal.retention import Losses
from minigam.rules.game import Game
from minigam.rules.position import Side
from minigam.rules.record import Record
from minigam.rules.record_conversion import record_of
from minigam.rules.ruleset import RuleSet
from minigam.solver.advise import best
from minigam.solver.review import Review, appraise, review
from minigam.solver.tablebase import TablebaseStore
from minigam.table.effects import AssessPlay, FindBestPlay
from minigam.table.events import Assessed, Hinted, Unknown
from minigam.table.suggestions import hinted

log = logging.getLogger(__name__)


class Teacher:
    """Looks things up beside the game, which goes on meanwhile."""

    def __init__(self, tables: TablebaseStore) -> None:
        """`tables` has the tables."""
        self._tables = tables

    def knows(self, rules: RuleSet) -> bool:
        """Whether there is a table of a game."""
        return self._tables.has(rules)

    def command(self, rules: RuleSet) -> str:
        """The command that makes the table of a game; empty where there can be none."""
        return self._tables.command(rules)

    async def answer(self, wanted: AssessPlay | FindBestPlay) -> Assessed | Hinted | Unknown:
        """What the table says; where it cannot be read the log says why."""
        try:
            return await asyncio.to_thread(self._found, wanted)
        except (NoTablebaseError, TablebaseError) as fault:
            log.warning("the teacher is silent: %s", fault)
            return Unknown()

    def _found(self, wanted: AssessPlay | FindBestPlay) -> Assessed | Hinted:
        turn = wanted.turn
        table = self._tables.table(turn.rules)
        if isinstance(wanted, FindBestPlay):
            return hinted(best(table, turn).steps, turn)
        found = appraise(table, turn.rules, turn.before, wanted.played, turn.position)
        # Of plays that are as good as each other none costs anything, however values are rounded.
        cost = (0.0, 0.0) if found.was_best else (found.cost.win, found.cost.equity)
        return Assessed(wanted.number, *cost, found.best)

    def losses(self, game: Game) -> Losses | None:
        """What a finished game's plays gave away; None where nobody can tell: a `Judge`."""
        try:
            found = self._reviewed(record_of(game))
        except (NoTablebaseError, TablebaseError, CannotHoldError):
            return None
        white, black = (found.tally(side) for side in Side)
        return (white.plays, black.plays), (white.cost.equity, black.cost.equity)

    async def review(self, record: Record) -> Review:
        """A game turn by turn; raise `NoTablebaseError` or `TablebaseError` without a table."""
        return await asyncio.to_thread(self._reviewed, record)

    async def review_or_none(self, record: Record) -> Review | None:
        """The same; None where the table cannot be read: then the log says why."""
        try:
            return await self.review(record)
        except (NoTablebaseError, TablebaseError) as fault:
            log.warning("the teacher is silent: %s", fault)
            return None

    def _reviewed(self, record: Record) -> Review:
        return review(self._tables.table(record.terms.rules), record)
