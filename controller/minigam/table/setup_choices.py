"""The first page of setting up: what each zone stands for while nobody plays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from minigam.rules.ruleset import RULE_SETS
from minigam.table.setup import (
    DICE_MODES,
    GNUBG,
    HUMAN,
    PERFECT,
    Setup,
    lengths_of,
    with_option,
    with_rules,
)
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
    HUMAN: Words("person"),
    "easy": Words("computer, easy"),
    "medium": Words("computer, medium"),
    "hard": Words("computer, hard"),
    GNUBG: Words("computer, gnubg"),
    PERFECT: Words("computer, perfect"),
}
"""The seats as people read them."""


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


def setup_choices(setup: Setup) -> tuple[Choice, ...]:
    """What each zone sets in the attract scene.

    >>> setup_choices(Setup())[1]
    Choice(zone='point-2', name='White', value='person', index=0, count=4)
    """
    titles = [Words(RULE_SETS[name].title) for name in setup.games]
    seats = [SEAT_WORDS[seat] for seat in setup.seats]
    kinds = _kinds_of_help(setup)
    rows: tuple[tuple[Words, list[Words], int], ...] = (
        (Words("Game"), titles, setup.games.index(setup.rules_id)),
        (Words("White"), seats, setup.seats.index(setup.white)),
        (Words("Black"), seats, setup.seats.index(setup.black)),
        (Words("Help"), [HELP[kind] for kind in kinds], kinds.index((setup.hints, setup.teacher))),
        (Words("Dice"), [Words("the board's"), Words("by hand")], DICE_MODES.index(setup.dice)),
        *_match_row(setup),
    )
    found = tuple(
        Choice(f"point-{number}", name, values[index], index, len(values))
        for number, (name, values, index) in enumerate(rows, start=1)
    )
    return (*found, RULES)


def _kinds_of_help(setup: Setup) -> tuple[tuple[bool, bool], ...]:
    return tuple(kind for kind in HELP if setup.is_solved or not kind[1])


def _match_row(setup: Setup) -> Iterator[tuple[Words, list[Words], int]]:
    lengths = lengths_of(setup)
    if lengths:
        words = (Words("to {points}", points=points) for points in lengths[1:])
        yield (
            Words("Match"),
            [Words("single games"), *words],
            lengths.index(str(setup.rules.length)),
        )


def with_next_choice(setup: Setup, zone: str) -> Setup | None:
    """The set-up after a tap on a zone in the attract scene; None where it stands for nothing.

    >>> with_next_choice(Setup(), "point-3").black
    'easy'
    """
    match zone:
        case "point-1":
            return with_rules(setup, _after(setup.games, setup.rules_id))
        case "point-2":
            return replace(setup, white=_after(setup.seats, setup.white))
        case "point-3":
            return replace(setup, black=_after(setup.seats, setup.black))
        case "point-4":
            hints, teacher = _after(_kinds_of_help(setup), (setup.hints, setup.teacher))
            return replace(setup, hints=hints, teacher=teacher)
        case "point-5":
            return replace(setup, dice=_after(DICE_MODES, setup.dice))
        case "point-6" if lengths := lengths_of(setup):
            length = _after(lengths, str(setup.rules.length))
            return with_option(setup, "length", length)
    return None


def _after(values: tuple[Value, ...], value: Value) -> Value:
    return values[(values.index(value) + 1) % len(values)]
