"""Who judges a person's plays, and whole games, by tables of exact values."""

from __future__ import annotations

import asyncio
import logging

from minigam.errors import NoTableError, TableError
from minigam.game.effects import Assess
from minigam.game.events import Assessed
from minigam.kiosk.report import page
from minigam.rules.record import Record
from minigam.rules.ruleset import RuleSet
from minigam.solver.review import judged, review
from minigam.solver.tablefile import Shelf

log = logging.getLogger(__name__)


class Teacher:
    """Looks things up beside the game, which goes on meanwhile."""

    def __init__(self, shelf: Shelf) -> None:
        """`shelf` has the tables."""
        self._shelf = shelf

    async def assess(self, wanted: Assess) -> Assessed | None:
        """What a play gave away; None, and a line in the log, without a table to tell."""
        try:
            return await asyncio.to_thread(self._assessed, wanted)
        except (NoTableError, TableError) as fault:
            log.warning("a play cannot be judged: %s", fault)
            return None

    def _assessed(self, wanted: Assess) -> Assessed:
        turn = wanted.turn
        table = self._shelf.table(turn.rules)
        found = judged(table, turn.rules, turn.before, wanted.played, turn.position)
        cost = (0.0, 0.0) if found.was_best else (found.cost.win, found.cost.equity)
        return Assessed(wanted.number, *cost, found.best)

    def knows(self, rules: RuleSet) -> bool:
        """Whether there is a table of a game."""
        return rules.variant in self._shelf.variants

    async def report(self, number: int, record: Record) -> str:
        """A game's report as a page; raise `NoTableError` or `TableError` without a table."""
        return await asyncio.to_thread(self._report, number, record)

    def _report(self, number: int, record: Record) -> str:
        return page(number, record, review(self._shelf.table(record.rules), record))
