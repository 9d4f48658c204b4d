"""The second page of setting up: the options of the game's rules, and the stake."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from minigam.rules.options import ALL_FACES, FacesOption, Option, face_words
from minigam.rules.terms import Stake, parse_stake
from minigam.table.setup import Setup, with_option
from minigam.table.setup_choices import Choice, Row, after_tap, page_choices
from minigam.words import Words

BACK = Choice("bar-black", Words("Back"))
ON_THE_FIRST_PAGE = "length"
"""The option that the first page offers, as the match."""
AMOUNTS = ("0.05", "0.10", "0.25", "0.50", "1", "2", "5", "10", "20", "50", "100")
"""The stakes offered on the board; another one can be given at the start."""
UNITS = {
    **{unit: Words("{unit}", unit=unit) for unit in ("EUR", "USD", "GBP", "CHF")},
    "coffee": Words("coffee"),
    "tea": Words("tea"),
    "chocolate": Words("chocolate"),
}
"""The units offered, and how people read them."""


def rule_choices(setup: Setup) -> tuple[Choice, ...]:
    """What each zone sets on the second page of the attract scene.

    >>> [f"{choice.zone} {choice.name}: {choice.value}" for choice in rule_choices(Setup())]
    ... # doctest: +NORMALIZE_WHITESPACE
    ['point-1 Entering on own points: yes', 'point-2 Second die: in its order',
     'point-3 Stake: none', 'bar-black Back: ']
    """
    return page_choices(_rows(setup), BACK)


def with_next_rule(setup: Setup, zone: str) -> Setup | None:
    """The set-up after a tap on a zone of that page; None where it stands for nothing.

    >>> with_next_rule(Setup(), "point-2").options
    (('second_die', 'must'),)
    """
    return after_tap(_rows(setup), zone)


def _rows(setup: Setup) -> Iterator[Row[str]]:
    for option in setup.rules.options:
        if isinstance(option, FacesOption):
            yield from _face_rows(setup, option)
        elif option.name != ON_THE_FIRST_PAGE:
            yield _option_row(setup, option)
    yield _amount_row(setup)
    if setup.stake:
        yield _unit_row(setup)


def _option_row(setup: Setup, option: Option) -> Row[str]:
    present = setup.rules.option_values()[option.name]
    chosen = partial(with_option, setup, option.name)
    return Row(option.title, tuple(option.values), present, option.value_words, chosen)


def _face_rows(setup: Setup, option: Option) -> Iterator[Row[str]]:
    """A row for each of a pawn's six faces."""
    for at, present in enumerate(setup.rules.pawn_die):
        name = Words("Face {number}", number=at + 1)
        chosen = partial(_with_face, setup, option, at)
        yield Row(name, ALL_FACES, present, face_words, chosen)


def _with_face(setup: Setup, option: Option, at: int, face: str) -> Setup:
    faces = setup.rules.pawn_die
    return with_option(setup, option.name, option.write((*faces[:at], face, *faces[at + 1 :])))


def _amount_row(setup: Setup) -> Row[str]:
    present = parse_stake(setup.stake) if setup.stake else Stake("", next(iter(UNITS)))
    amounts = sorted({*AMOUNTS, present.amount} - {""}, key=float)  # no two are the same number

    def words(amount: str) -> Words:
        return Words("{amount} a point", amount=amount) if amount else Words("none")

    def chosen(amount: str) -> Setup:
        return replace(setup, stake=str(replace(present, amount=amount)) if amount else "")

    return Row(Words("Stake"), ("", *amounts), present.amount, words, chosen)


def _unit_row(setup: Setup) -> Row[str]:
    present = parse_stake(setup.stake)

    def chosen(unit: str) -> Setup:
        return replace(setup, stake=str(replace(present, unit=unit)))

    units = tuple(dict.fromkeys((*UNITS, present.unit)))
    return Row(Words("Unit"), units, present.unit, unit_words, chosen)


def unit_words(unit: str) -> Words:
    """A stake's unit as people read it."""
    return UNITS.get(unit) or Words("{unit}", unit=unit)


def stake_words(stake: Stake) -> Words:
    """A stake as people read it.

    >>> stake_words(parse_stake("0.50 EUR"))
    '0.50 EUR a point'
    """
    return Words("{amount} {unit} a point", amount=stake.amount, unit=unit_words(stake.unit))
