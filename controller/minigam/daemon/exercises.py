"""Finds exercises in the stored games, in the background: what people played wrong."""

import pickle
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from minigam.daemon.library import Library, Replay, numbers_below
from minigam.daemon.teacher import Teacher
from minigam.errors import RequestError, UnknownNameError
from minigam.journal.retention import stored_summary
from minigam.journal.store import DamagedGameError, Journal
from minigam.rules.position import Side
from minigam.rules.terms import PERSON
from minigam.web.exercises import Exercise, chosen, exercises_in, why_none
from minigam.web.verdicts import with_verdicts

AT_ONCE = 5
"""Of how many games an answer has the exercises, at most."""
SECONDS = 1.0
"""After so long no other game is looked at: the page waits, and so do others' questions."""
MOST_GAMES = 64
"""Of how many games the exercises are kept: some 10 kB each."""


@dataclass(frozen=True)
class Look:
    """How far the stored games were looked through."""

    number: int | None
    """A game to judge; None where none was found yet."""
    before: int | None
    """Where to go on: below this number; None at the end."""


class Exercises:
    """The exercises of some games at a time, newest first.

    A game is judged in a thread, in tens of milliseconds by a table and in a second or two by
    networks; a game that is over never changes, so what was found in it is kept.
    """

    def __init__(
        self, library: Library, teacher: Teacher, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`clock` counts seconds."""
        self._library = library
        self._teacher = teacher
        self._clock = clock
        self._kept: OrderedDict[int, bytes] = OrderedDict()
        """Pickled, as in the library."""

    async def page(self, before: int | None) -> dict[str, Any]:
        """See `web.interfaces.PageSource`."""
        found, judged, failed = list[Exercise](), 0, 0
        until = self._clock() + SECONDS
        look = Look(None, before)
        while judged < AT_ONCE and self._clock() < until:
            look = await self._next(look.before, until)
            if look.number is not None:
                exercises = await self._exercises(look.number)
                judged, failed = judged + (exercises is not None), failed + (exercises is None)
                found += exercises or []
            if look.before is None:
                break
        text = None if found else why_none(judged, failed)
        return {"exercises": chosen(found), "judged": judged, "before": look.before, "text": text}

    async def _next(self, before: int | None, until: float) -> Look:
        return await self._library.ask(
            lambda journal: look_for(journal, before, lambda: self._clock() >= until)
        )

    async def _exercises(self, number: int) -> list[Exercise] | None:
        """What people played wrong in a game; None where it cannot be judged after all."""
        if number not in self._kept:
            found = await self._found(number)
            if found is None:
                return None
            self._kept[number] = pickle.dumps(found)
            if len(self._kept) > MOST_GAMES:
                self._kept.popitem(last=False)
        self._kept.move_to_end(number)
        kept: list[Exercise] = pickle.loads(self._kept[number])
        return kept

    async def _found(self, number: int) -> list[Exercise] | None:
        try:
            replay = await self._library.game(number)
        except (DamagedGameError, RequestError, UnknownNameError):  # or it was deleted meanwhile
            return None
        review = await self._teacher.review_or_none(replay.record)
        if review is None:
            return None
        plays = with_verdicts(replay.page["plays"], review)
        return exercises_in(replay.page, plays, people_in(replay))


def people_in(replay: Replay) -> set[str]:
    """The sides that people play, not the computer."""
    return {side.value for side in Side if replay.record.terms.is_person(side)}


def look_for(journal: Journal, before: int | None, enough: Callable[[], bool]) -> Look:
    """The newest game below a number that is over and has people in it.

    `enough`: whether to stop with what was looked at.
    """
    for number in numbers_below(journal, before):
        if _is_of_people(journal, number):
            is_last = next(numbers_below(journal, number), None) is None
            return Look(number, None if is_last else number)
        if enough():
            return Look(None, number)
    return Look(None, None)


def _is_of_people(journal: Journal, number: int) -> bool:
    """Whether people have played a game to its end."""
    try:
        summary = stored_summary(journal, number).summary
    except (DamagedGameError, UnknownNameError):
        return False
    return summary.is_over and PERSON in summary.seats
