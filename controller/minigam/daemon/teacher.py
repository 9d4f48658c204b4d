"""Judges plays and whole games, and finds best plays, beside the game that is played."""

import asyncio
import logging
from collections import OrderedDict

from minigam.daemon.judges import Judges
from minigam.errors import CannotHoldError, MinigamError, NoTablebaseError, TablebaseError
from minigam.journal.retention import Losses
from minigam.players.review import Review, appraise
from minigam.rules.game import Game
from minigam.rules.position import Side
from minigam.rules.record import Record
from minigam.rules.record_conversion import record_of
from minigam.rules.worth import best
from minigam.table.effects import AssessPlay, FindBestPlay
from minigam.table.events import Assessed, Hinted, Unknown
from minigam.table.suggestions import hinted
from minigam.words import Words

log = logging.getLogger(__name__)

SILENT = (NoTablebaseError, TablebaseError)
"""Why nothing can be judged."""
MOST_KEPT = 8
"""So many reviews are kept: networks take some seconds for one on a Pi."""
PATIENCE = 0.5
"""So many seconds somebody who looks at a game waits for its verdicts; a table takes a tenth."""


class Teacher:
    """Judges in a thread, while the game goes on."""

    def __init__(self, judges: Judges) -> None:
        """`judges` are those of all games."""
        self._judges = judges
        self._kept: OrderedDict[tuple[Record, Words], Review] = OrderedDict()
        self._finding: dict[Record, asyncio.Task[Review | None]] = {}

    async def answer(self, wanted: AssessPlay | FindBestPlay) -> Assessed | Hinted | Unknown:
        """What a play gave away, or the best one; where nothing can be judged the log says why."""
        try:
            return await asyncio.to_thread(self._found, wanted)
        except SILENT as fault:
            _say_why(fault)
            return Unknown()

    def _found(self, wanted: AssessPlay | FindBestPlay) -> Assessed | Hinted:
        turn = wanted.turn
        judge = self._judges.of(turn.rules)
        if isinstance(wanted, FindBestPlay):
            return hinted(best(judge, turn).steps, turn)
        found = appraise(judge, turn, wanted.played, turn.position).of(wanted.played)
        return Assessed(wanted.number, found.win, found.equity, found.best, found.why)

    def losses(self, game: Game) -> Losses | None:
        """What a finished game's plays gave away; None where nobody can judge it: a `GameJudge`.

        Games from files are judged by tables only: networks would be busy with a large file for
        hours.
        """
        if game.terms.imported and not self._judges.tables.has(game.rules):
            return None
        try:
            found = self._reviewed(record_of(game))
        except (*SILENT, CannotHoldError):
            return None
        white, black = (found.tally(side) for side in Side)
        return (white.plays, black.plays), (white.cost.equity, black.cost.equity)

    async def review(self, record: Record) -> Review:
        """A game turn by turn; raises as `Judges.of` does."""
        return await asyncio.to_thread(self._reviewed, record)

    async def review_or_none(self, record: Record) -> Review | None:
        """The same; None where nothing can be judged: then the log says why."""
        try:
            return await self.review(record)
        except SILENT as fault:
            _say_why(fault)
            return None

    async def review_soon(self, record: Record, seconds: float = PATIENCE) -> Review | None:
        """The same; raise `TimeoutError` where it takes longer.

        It is found meanwhile all the same, and is there for who asks again.
        """
        if record not in self._finding:
            task = self._finding[record] = asyncio.create_task(self.review_or_none(record))
            task.add_done_callback(lambda _: self._finding.pop(record, None))
        async with asyncio.timeout(seconds):
            return await asyncio.shield(self._finding[record])

    def _reviewed(self, record: Record) -> Review:
        key = record, self._judges.of(record.terms.rules).title
        found = self._kept.get(key) or self._judges.review(record)
        self._kept[key] = found
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found


def _say_why(fault: MinigamError) -> None:
    log.warning("the teacher is silent: %s", fault)
