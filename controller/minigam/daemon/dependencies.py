"""The journal, strip, clocks, callbacks and settings that a `daemon.table.Table` needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from minigam.daemon.settings import AS_USUAL, Settings
from minigam.daemon.sleep import LocalTime
from minigam.daemon.trace_writer import TraceWriter
from minigam.drivers import interfaces
from minigam.journal.store import Journal
from minigam.rules.actions import Action
from minigam.rules.terms import Terms
from minigam.table.effects import (
    AnswerDouble,
    AnswerResignation,
    AssessPlay,
    ChoosePlay,
    DecideDouble,
    FindBestPlay,
    JudgeToResign,
)
from minigam.table.setup import Setup

TeacherQuestion = AssessPlay | FindBestPlay
Question = (
    ChoosePlay | AnswerDouble | AnswerResignation | DecideDouble | JudgeToResign | TeacherQuestion
)


@dataclass(frozen=True)
class Dependencies:
    """What a table takes from outside."""

    journal: Journal
    strip: interfaces.AnimatedStrip
    micros: Callable[[], int]
    """The time of day, in microseconds since 1970."""
    token: Callable[[], bytes]
    """A fresh secret of 32 bytes."""
    ask: Callable[[Question], None]
    """Asks a computer player or the teacher, who answers later through `Table.answered`."""
    levels: Callable[[], Mapping[str, bool]] = dict
    """Which inputs are pressed at this moment; one that nobody knows about is missing."""
    gnubg: bool = False
    """Whether gnubg is installed, for the set-ups of new games."""
    recording: TraceWriter | None = None
    """Writes down what the inputs say and what comes of it."""
    wanted: Setup | None = None
    """What was asked for at the start, also what needs a table that is still missing."""
    solved: tuple[str, ...] = ()
    """The games that there are tables of, likewise: see `Setup.solved`."""
    settings: Settings = AS_USUAL
    """What the board's owner has set."""
    games: tuple[str, ...] = ()
    """The games that fit the board."""
    stored: Callable[[int, Sequence[Action]], None] = lambda _number, _actions: None
    """Gets a game's number and its actions, each once the journal has committed it."""
    beside: Callable[[Terms], Mapping[str, Any] | None] = lambda _terms: None
    """What is stored beside the beginning of a game of a meeting, as JSON; None: nothing."""
    key: str = ""
    """The board's public key, for games with other boards; empty where it has none."""
    local: LocalTime = lambda: None
    """The time of day here, if it is known."""

    def offered(self, setup: Setup, solved: tuple[str, ...]) -> Setup:
        """An agreement as it is offered here, where these games are solved."""
        games = self.settings.games or self.games or setup.games
        return setup.where(self.gnubg, solved).offering(games, self.settings.levels)

    def here(self, setup: Setup, started: bool = False) -> Setup:
        """An agreement as it can be kept here now; `started`: of a game that begins at once.

        Where a table was missing it is still as good as what was asked for at the start, unless
        somebody has changed it since.
        """
        deps = self.keeping(setup) if started else self
        here, solved, wanted = deps.offered, deps.solved, deps.wanted
        if wanted:  # names and stake change no rule
            wanted = replace(wanted, names=setup.names).keeping(setup)
        if wanted and not setup.is_solved and here(setup, ()) == here(wanted, ()):
            return here(wanted, solved)
        return here(setup, solved)

    def keeping(self, setup: Setup) -> Dependencies:
        """The same for a rematch or a match that goes on: whatever is offered else by now."""
        kept = replace(self.settings, games=setup.games, levels=setup.levels)
        return replace(self, settings=kept)
