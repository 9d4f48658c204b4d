"""What a table takes from outside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from minigam.daemon.recording import Recording
from minigam.drivers import ports
from minigam.game.effects import Advise, Answer, Assess, Choose
from minigam.game.setup import Setup
from minigam.journal.store import Journal

Micros = Callable[[], int]
Lesson = Assess | Advise
Question = Choose | Lesson | Answer


@dataclass(frozen=True)
class World:
    """What a table takes from outside."""

    journal: Journal
    strip: ports.Strip
    micros: Micros
    """The time of day, in microseconds since 1970."""
    token: Callable[[], bytes]
    """A fresh secret of 32 bytes."""
    choose: Callable[[Choose], None]
    """Has a play chosen, later; the answer comes back through `Table.chosen`."""
    teach: Callable[[Lesson], None]
    """Asks a teacher, who answers later through `Table.taught`."""
    answer: Callable[[Answer], None]
    """Has a double answered, later; the answer comes back through `Table.answered`."""
    gnubg: bool = False
    """Whether gnubg is installed, for the set-ups of new chapters."""
    recording: Recording | None = None
    """Writes down what the inputs say and what comes of it."""
    wanted: Setup | None = None
    """What was asked for at the start, also what needs a table that is still missing."""
    solved: tuple[str, ...] = ()
    """The games that there are tables of, likewise: see `Setup.solved`."""
