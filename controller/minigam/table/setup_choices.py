"""The two pages of setting up at the board: what each zone stands for while nobody plays."""

from collections.abc import Iterable
from dataclasses import dataclass

from minigam.table.first_games import FIRST_GAMES
from minigam.table.setup import Setup
from minigam.table.setup_fields import NOTHING, Field, fields
from minigam.words import Words

FIRST_PAGE = ("rules", "white", "black", "help", "dice", "length")
"""The fields of the first page, in the order of its points; the second has all others."""


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
"""Opens the second page."""
BACK = Choice("bar-black", Words("Back"))
"""Leads back from it."""
FIRST_GAME = Choice("bar-black", Words("First game"))
"""Begins the game that teaches how to play, from the first page."""


def setup_choices(setup: Setup) -> tuple[Choice, ...]:
    """What each zone sets on the first page.

    >>> setup_choices(Setup())[1]
    Choice(zone='point-2', name='White', value='person', index=0, count=5)
    """
    first = (FIRST_GAME,) if has_first_game(setup) else ()
    return (*_choices(_first_page(setup)), RULES, *first)


def has_first_game(setup: Setup) -> bool:
    """Whether the first game can be played here: where its game is offered.

    >>> has_first_game(Setup()), has_first_game(Setup("plakoto", games=("plakoto",)))
    (True, False)
    """
    return FIRST_GAMES[setup.rules.layout.points].rules_id in setup.games


def with_next_choice(setup: Setup, zone: str) -> Setup | None:
    """The set-up after a tap on a zone of the first page; None where it stands for nothing.

    >>> with_next_choice(Setup(), "point-3").black
    'easy'
    """
    return _after_tap(_first_page(setup), zone)


def rule_choices(setup: Setup) -> tuple[Choice, ...]:
    """What each zone sets on the second page: the options of the game's rules, clock and stake.

    >>> [f"{choice.zone} {choice.name}: {choice.value}" for choice in rule_choices(Setup())]
    ... # doctest: +NORMALIZE_WHITESPACE
    ['point-1 Entering on own points: yes', 'point-2 Second die: in its order',
     'point-3 Clock: none', 'point-4 Stake: nothing', 'bar-black Back: ']
    """
    return (*_choices(_second_page(setup)), BACK)


def with_next_rule(setup: Setup, zone: str) -> Setup | None:
    """The set-up after a tap on a zone of the second page; None where it stands for nothing.

    >>> with_next_rule(Setup(), "point-2").options
    (('second_die', 'must'),)
    """
    return _after_tap(_second_page(setup), zone)


def _first_page(setup: Setup) -> tuple[Field, ...]:
    found = {field.name: field for field in fields(setup)}
    return tuple(found[name] for name in FIRST_PAGE if name in found)


def _second_page(setup: Setup) -> tuple[Field, ...]:
    return tuple(field for field in fields(setup) if field.name not in FIRST_PAGE)


def _choices(page: Iterable[Field]) -> tuple[Choice, ...]:
    """A point for each field."""
    return tuple(
        Choice(f"point-{number}", it.title, it.words(it.present), it.index, len(it.values))
        for number, it in enumerate(page, start=1)
    )


def _after_tap(page: Iterable[Field], zone: str) -> Setup | None:
    following = (it.following for n, it in enumerate(page, start=1) if zone == f"point-{n}")
    return next(following, None)
