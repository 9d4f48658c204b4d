"""Lists, replays and counts stored games in the background, while people play."""

import asyncio
import pickle
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from minigam.board.profile import Profile, load_profile
from minigam.daemon.config import SIMULATED
from minigam.errors import IllegalPlayError, RequestError
from minigam.journal.retention import stored_summaries, stored_summary
from minigam.journal.store import DamagedGameError, Journal
from minigam.rules.game import Game
from minigam.rules.record import Record
from minigam.rules.record_conversion import record_of
from minigam.rules.ruleset import RuleSet
from minigam.rules.terms import Terms
from minigam.table.play_list import plays_for_people
from minigam.table.replay import frames, terms_at
from minigam.table.statistics import statistics
from minigam.table.summary import Summary, summary_of
from minigam.web import device_json

PAGE = 20
"""How many games are listed at once."""
MOST_REPLAYS = 64
"""How many finished games are kept ready to be replayed: some 20 kB each."""
HOLD_TIMES = 20.0
"""So many times as long as it took to count all games, what was counted is not counted anew."""
Found = TypeVar("Found")


@dataclass(frozen=True)
class Replay:
    """A game to replay."""

    page: dict[str, Any]
    """What the page is sent."""
    rules: RuleSet
    record: Record


class Library:
    """Answers in a thread of its own, one request after the other, through its own connection.

    Replaying a game takes tens of milliseconds; a tap must not wait for it. What the page shows of
    a finished game is kept, since the game never changes.
    """

    def __init__(
        self, path: Path, profile: Profile, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`path` is the journal's file; it is opened when it is first asked for."""
        self._path = path
        self._clock = clock
        self._profile = profile
        self._thread = ThreadPoolExecutor(1, "library")
        self._journal: Journal | None = None
        self._replays: OrderedDict[int, bytes] = OrderedDict()
        """Pickled: thousands of live objects each would make Python's garbage collection long."""
        self._statistics: dict[str, Any] = {}
        self._statistics_hold = 0.0

    async def games(self, before: int | None) -> dict[str, Any]:
        """See `web.interfaces.PageSource`."""
        return await self.ask(lambda journal: games(journal, before))

    async def game(self, number: int, present: Game | None = None) -> Replay:
        """A game to replay; `present`: what it is, where it is the one on the board."""
        return await self.ask(lambda journal: self._replay(journal, number, present))

    async def statistics(self) -> dict[str, Any]:
        """See `web.interfaces.PageSource`."""
        return await self.ask(self._counted)

    async def stored(self, number: int) -> Game:
        """A game; raise as `Journal.game` does."""
        return await self.ask(lambda journal: journal.game(number))

    async def terms_at(self, number: int, at: int) -> Terms:
        """What a game is that is played on from a frame of an earlier one.

        Raises as `Journal.game` and `replay.terms_at` do.
        """
        return await self.ask(lambda journal: terms_at(journal.game(number), at))

    def close(self) -> None:
        """End the thread, after what it is doing."""
        self._thread.submit(self._close_journal)
        self._thread.shutdown()

    async def ask(self, question: Callable[[Journal], Found]) -> Found:
        """What a question finds in the journal: it runs in the library's thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._answer, question)

    def _answer(self, question: Callable[[Journal], Found]) -> Found:
        if self._journal is None:
            self._journal = Journal(self._path)
        return question(self._journal)

    def _close_journal(self) -> None:
        if self._journal is not None:
            self._journal.close()

    def _counted(self, journal: Journal) -> dict[str, Any]:
        began = self._clock()
        if began >= self._statistics_hold:
            self._statistics = statistics_of(journal)
            ended = self._clock()
            self._statistics_hold = ended + HOLD_TIMES * (ended - began)
        return self._statistics

    def _replay(self, journal: Journal, number: int, present: Game | None) -> Replay:
        if present is not None:
            return self._made(journal, number, present)
        starred = journal.listed(number).starred  # which may change, as may whether it is there
        if number not in self._replays:
            stored = journal.game(number)
            found = self._made(journal, number, stored)
            if stored.result is None:
                return found
            self._replays[number] = pickle.dumps(found)
            if len(self._replays) > MOST_REPLAYS:
                self._replays.popitem(last=False)
        self._replays.move_to_end(number)
        again: Replay = pickle.loads(self._replays[number])
        return replace(again, page={**again.page, "starred": starred})

    def _made(self, journal: Journal, number: int, stored: Game) -> Replay:
        page = game(journal, self._profile, number, stored)
        return Replay(page, stored.rules, record_of(stored))


def games(journal: Journal, before: int | None) -> dict[str, Any]:
    """See `web.interfaces.PageSource`."""
    found: list[dict[str, Any]] = []
    for number in numbers_below(journal, before):
        if len(found) == PAGE:
            return {"games": found, "before": found[-1]["game"]}
        found += listed(journal, number)
    return {"games": found, "before": None}


def numbers_below(journal: Journal, before: int | None) -> Iterator[int]:
    """The games' numbers below another, newest first, as many as are asked for; None: all."""
    while True:
        rows = journal.rows(
            "SELECT id FROM game WHERE id < coalesce(?, id + 1) ORDER BY id DESC LIMIT ?",
            before,
            PAGE + 1,
        )
        if not rows:
            return
        for (before,) in rows:
            yield before


def listed(journal: Journal, number: int) -> Iterator[dict[str, Any]]:
    """A line of the list; none for a game that nobody has played."""
    try:
        game, starred = stored_summary(journal, number), journal.listed(number).starred
    except DamagedGameError as fault:
        yield {"game": number, "damaged": fault.damage}
        return
    if game.summary.begun or game.summary.imported:
        head = {"game": game.number, "opened_at": game.opened_at, "starred": starred}
        yield {**head, **facts_of(game.summary)}


def facts_of(summary: Summary) -> dict[str, Any]:
    """Who has played what, and what came of it."""
    sides = ("white", "black")
    won = {"winner": summary.winner or None, "points": summary.points, "kind": summary.kind}
    return {
        "rules": summary.rules_id,
        "title": summary.title,
        "names": dict(zip(sides, summary.names, strict=True)),
        "seats": dict(zip(sides, summary.seats, strict=True)),
        "score": dict(zip(sides, summary.score, strict=True)),
        "turns": summary.turns,
        "result": won if summary.is_over else None,
        "ended_by": summary.ended_by if summary.is_over else None,
    }


def game(journal: Journal, profile: Profile, number: int, stored: Game) -> dict[str, Any]:
    """See `web.interfaces.PageSource`; raise `RequestError` for a game that cannot be replayed."""
    listed, record = journal.listed(number), record_of(stored)
    try:
        shown = frames(record)
    except IllegalPlayError as fault:
        raise RequestError(f"game {number} cannot be replayed: {fault}") from None
    return {
        "game": number,
        "opened_at": listed.opened_at.isoformat(timespec="milliseconds"),
        "starred": listed.starred,
        **facts_of(summary_of(stored)),
        "board": _board(profile, stored.rules),
        "plays": plays_for_people(stored.rules, record.actions),
        "frames": shown,
    }


def _board(profile: Profile, rules: RuleSet) -> dict[str, Any]:
    """A board to draw the game on: this one, or one of the game's own size; nothing lights up."""
    points = rules.layout.points
    fits = profile if profile.points == points else load_profile(SIMULATED[points])
    unlit = {"simulated": False, "feels": False, "segments": {}, "pixels": 0}
    return {**device_json.board(fits), **unlit}


def statistics_of(journal: Journal) -> dict[str, Any]:
    """See `web.interfaces.PageSource`."""
    return statistics((game.number, game.summary) for game in stored_summaries(journal))
