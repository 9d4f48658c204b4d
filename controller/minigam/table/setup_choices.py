"""The first page of setting up: what each zone stands for while nobody plays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar

from minigam.rules.ruleset import RULE_SETS
from minigam.rules.terms import DICE_MODES, PERSON
from minigam.table.setup import GNUBG, PERFECT, Setup, lengths_of, with_option, with_rules
from minigam.words import Words

Value = TypeVar("Value")
NOTHING = Words("")
HELP = {
    (False, False): Words("none"),
    (True, False): Words("hints"),
    (False, True): Words("teacher"),
    (True, True): Words("both"),
}
"""What hints and a teacher are called together, in the order they are offered."""
SEAT_WORDS = {
    PERSON: Words("person"),
    "easy": Words("computer, easy"),
    "medium": Words("computer, medium"),
    "hard": Words("computer, hard"),
    GNUBG: Words("computer, gnubg"),
    PERFECT: Words("computer, perfect"),
}
"""The seats as people read them."""
DICE_WORDS = dict(zip(DICE_MODES, (Words("the board's"), Words("by hand")), strict=True))


@dataclass(frozen=True)
class Choice:
    """A zone that stands for something to set or to do."""

    zone: str
    name: Words
    value: Words = NOTHING
    """The present value's words; empty for something to do."""
    index: int = 0
    """The present value's place among `count`."""
    count: int = 1


RULES = Choice("bar-white", Words("Options"))
"""Opens the page of `rule_choices`."""


@dataclass(frozen=True)
class Row(Generic[Value]):
    """Something to set on a page of points."""

    name: Words
    values: tuple[Value, ...]
    present: Value
    words: Callable[[Value], Words]
    """A value as people read it."""
    chosen: Callable[[Value], Setup]
    """The set-up with a value."""

    def choice(self, zone: str) -> Choice:
        """The row as a zone stands for it."""
        index = self.values.index(self.present)
        return Choice(zone, self.name, self.words(self.present), index, len(self.values))

    @property
    def following(self) -> Setup:
        """The set-up with the next value."""
        index = self.values.index(self.present)
        return self.chosen(self.values[(index + 1) % len(self.values)])


def page_choices(rows: Iterable[Row[Any]], other: Choice) -> tuple[Choice, ...]:
    """What zones stand for on a page: a point for each row, and what leads to the other page."""
    found = (row.choice(f"point-{number}") for number, row in enumerate(rows, start=1))
    return (*found, other)


def after_tap(rows: Iterable[Row[Any]], zone: str) -> Setup | None:
    """The set-up after a tap on a zone of a page; None where it stands for no row."""
    following = (row.following for n, row in enumerate(rows, start=1) if zone == f"point-{n}")
    return next(following, None)


def setup_choices(setup: Setup) -> tuple[Choice, ...]:
    """What each zone sets in the attract scene.

    >>> setup_choices(Setup())[1]
    Choice(zone='point-2', name='White', value='person', index=0, count=4)
    """
    return page_choices(_rows(setup), RULES)


def with_next_choice(setup: Setup, zone: str) -> Setup | None:
    """The set-up after a tap on a zone in the attract scene; None where it stands for nothing.

    >>> with_next_choice(Setup(), "point-3").black
    'easy'
    """
    return after_tap(_rows(setup), zone)


def _rows(setup: Setup) -> Iterator[Row[Any]]:
    seats, who, dice = setup.seats, SEAT_WORDS.__getitem__, DICE_WORDS.__getitem__
    kinds = tuple(kind for kind in HELP if setup.is_solved or not kind[1])
    titles = {name: Words(RULE_SETS[name].title) for name in setup.games}.__getitem__
    yield Row(Words("Game"), setup.games, setup.rules_id, titles, partial(with_rules, setup))
    yield Row(Words("White"), seats, setup.white, who, lambda seat: replace(setup, white=seat))
    yield Row(Words("Black"), seats, setup.black, who, lambda seat: replace(setup, black=seat))
    yield Row(
        Words("Help"),
        kinds,
        (setup.hints, setup.teacher),
        HELP.__getitem__,
        lambda kind: replace(setup, hints=kind[0], teacher=kind[1]),
    )
    yield Row(Words("Dice"), DICE_MODES, setup.dice, dice, lambda mode: replace(setup, dice=mode))
    if lengths := lengths_of(setup):
        present, chosen = str(setup.rules.length), partial(with_option, setup, "length")
        yield Row(Words("Match"), lengths, present, _length_words, chosen)


def _length_words(points: str) -> Words:
    return Words("single games") if points == "0" else Words("to {points}", points=points)
