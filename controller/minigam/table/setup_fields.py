"""What may be set before a game: one list, for the points of the board, the page and scripts."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import partial
from typing import Any

from minigam.errors import (
    LONGEST_VALUE,
    MinigamError,
    UnknownNameError,
    UnreadableError,
    said,
    shortened,
)
from minigam.rules.clock import FLAGS, LONGEST_CLOCK, OFF, SHORTEST_CLOCK, USUAL
from minigam.rules.options import ALL_FACES, LONGEST, FacesOption, Option, face_words
from minigam.rules.ruleset import RULE_SETS
from minigam.rules.terms import (
    DICE_MODES,
    LEAST_AMOUNT,
    LONGEST_UNIT,
    MOST_AMOUNT,
    PERSON,
    Stake,
    parse_stake,
)
from minigam.table.setup import GNUBG, PERFECT, Setup, lengths_of, with_option, with_rules
from minigam.words import Words

NOTHING = Words("")
GROUPS = {
    "game": Words("Game"),
    "players": Words("Players"),
    "options": Words("Options"),
    "clock": Words("Clock"),
    "stake": Words("Stake"),
}
"""What belongs together, in the order that people read it."""
HELP = {
    "none": (False, False),
    "hints": (True, False),
    "teacher": (False, True),
    "both": (True, True),
}
"""What hints and a teacher are called together, in the order they are offered."""
HELP_WORDS = {
    "none": Words("none"),
    "hints": Words("hints"),
    "teacher": Words("teacher"),
    "both": Words("both"),
}
SEAT_WORDS = {
    PERSON: Words("person"),
    "easy": Words("computer, easy"),
    "medium": Words("computer, medium"),
    "hard": Words("computer, hard"),
    "expert": Words("computer, expert"),
    GNUBG: Words("computer, gnubg"),
    PERFECT: Words("computer, perfect"),
}
"""The seats as people read them."""
ABOUT_HELP = Words(
    "Hints show a good step to whoever asks; a teacher says after each turn what a better play was."
)
DICE_WORDS = dict(zip(DICE_MODES, (Words("the board's"), Words("by hand")), strict=True))
ABOUT_DICE = Words("By hand: you roll dice of your own, and enter what they show.")
AMOUNTS = ("0.05", "0.10", "0.25", "0.50", "1", "2", "5", "10", "20", "50", "100")
"""The stakes offered on the board; the page takes any other one."""
UNITS = {
    **{unit: Words("{unit}", unit=unit) for unit in ("EUR", "USD", "GBP", "CHF")},
    "coffee": Words("coffee"),
    "tea": Words("tea"),
    "chocolate": Words("chocolate"),
}
"""The units offered, and how people read them."""
ABOUT_STAKE = Words("What a point is worth to you: the result is given in it, too.")
CLOCKS = (OFF, USUAL, "5:00+10", "10:00+10", "20:00+10")
"""The clocks offered on the board; the page takes any other one."""
ABOUT_CLOCK = Words(
    "Each side's time for a match; in every turn the seconds after the plus run first."
)
FLAG_WORDS = dict(zip(FLAGS, (Words("loses the match"), Words("is announced")), strict=True))


@dataclass(frozen=True)
class Field:
    """Something to set, with its values as texts."""

    name: str
    """Its name for scripts: an option has its own."""
    group: str
    """One of `GROUPS`."""
    title: Words
    values: tuple[str, ...]
    """What is offered, the present value among it."""
    present: str
    words: Callable[[str], Words]
    """A value as people read it."""
    chosen: Callable[[str], Setup]
    """The set-up with a value."""
    other: Words = NOTHING
    """What else can be given, for people; empty where nothing can."""
    about: Words = field(default=NOTHING, kw_only=True)
    """What it means, for a beginner; empty where that goes without saying."""

    @property
    def index(self) -> int:
        """The present value's place."""
        return self.values.index(self.present)

    @property
    def following(self) -> Setup:
        """The set-up with the next value."""
        return self.chosen(self.values[(self.index + 1) % len(self.values)])

    def taking(self, value: str) -> Setup:
        """The set-up with a value; raise `UnknownNameError` or `UnreadableError` for none."""
        if value in self.values:
            return self.chosen(value)
        if not self.other:
            raise UnknownNameError(Words("value of {field}", field=self.title), value, self.values)
        try:
            return self.chosen(value)
        except MinigamError as fault:
            got = shortened(said(value), LONGEST_VALUE)
            raise UnreadableError(
                Words(
                    "{field}: expected {other}, got {value}.",
                    field=self.title,
                    other=self.other,
                    value=got,
                )
            ) from fault


def fields(setup: Setup) -> tuple[Field, ...]:
    """All that can be set in the present game, each field after those that it depends on.

    >>> [field.name for field in fields(Setup())]  # doctest: +NORMALIZE_WHITESPACE
    ['rules', 'length', 'enter_on_own', 'second_die', 'white', 'black', 'help', 'dice',
     'clock', 'stake']
    """
    return (
        _game(setup),
        *_options(setup),
        *_players(setup),
        _clock(setup),
        *_stake(setup),
        *_flag(setup),
    )


def _game(setup: Setup) -> Field:
    titles = {name: Words(RULE_SETS[name].title) for name in setup.games}
    chosen = partial(with_rules, setup)
    return _named("rules", "game", Words("Game"), titles, setup.rules_id, chosen)


def _named(
    name: str,
    group: str,
    title: Words,
    words: Mapping[str, Words],
    present: str,
    chosen: Callable[[str], Setup],
    about: Words = NOTHING,
) -> Field:
    """A field with words for each of its values."""
    words_of = words.__getitem__
    return Field(name, group, title, tuple(words), present, words_of, chosen, about=about)


def _players(setup: Setup) -> Iterator[Field]:
    seats = {seat: SEAT_WORDS[seat] for seat in setup.seats}
    for name, title in (("white", Words("White")), ("black", Words("Black"))):
        yield _named(
            name, "players", title, seats, getattr(setup, name), partial(_with, setup, name)
        )
    present = next(kind for kind in HELP if HELP[kind] == (setup.hints, setup.teacher))

    def helped(kind: str) -> Setup:
        hints, teacher = HELP[kind]
        return replace(setup, hints=hints, teacher=teacher)

    yield _named("help", "players", Words("Help"), HELP_WORDS, present, helped, ABOUT_HELP)
    dice = partial(_with, setup, "dice")
    yield _named("dice", "players", Words("Dice"), DICE_WORDS, setup.dice, dice, ABOUT_DICE)


def _with(setup: Setup, name: str, value: str) -> Setup:
    changes: dict[str, Any] = {name: value}
    return replace(setup, **changes)


def _options(setup: Setup) -> Iterator[Field]:
    if lengths := lengths_of(setup):
        present, chosen = str(setup.rules.length), partial(with_option, setup, "length")
        other = Words("a number from 0 to {most}", most=LONGEST)
        about = next(option.about for option in setup.rules.options if option.name == "length")
        yield Field(
            "length",
            "game",
            Words("Match"),
            lengths,
            present,
            _length_words,
            chosen,
            other,
            about=about,
        )
    for option in setup.rules.options:
        if isinstance(option, FacesOption):
            yield from _faces(setup, option)
        elif option.name != "length":
            yield _option(setup, option)


def _length_words(points: str) -> Words:
    return Words("single games") if points == "0" else Words("to {points}", points=points)


def _option(setup: Setup, option: Option) -> Field:
    present = setup.rules.option_values()[option.name]
    words = {value: option.value_words(value) for value in option.values}
    chosen = partial(with_option, setup, option.name)
    return _named(option.name, "options", option.title, words, present, chosen, option.about)


def _faces(setup: Setup, option: Option) -> Iterator[Field]:
    """A field for each of a pawn's six faces."""
    words = {face: face_words(face) for face in ALL_FACES}
    for number, present in enumerate(setup.rules.pawn_die, start=1):
        title = Words("Face {number}", number=number)
        chosen = partial(_with_face, setup, option, number)
        yield _named(f"{option.name}_{number}", "options", title, words, present, chosen)


def _with_face(setup: Setup, option: Option, number: int, face: str) -> Setup:
    faces = setup.rules.pawn_die
    found = (*faces[: number - 1], face, *faces[number:])
    return with_option(setup, option.name, option.write(found))


def _clock(setup: Setup) -> Field:
    clocks = tuple(dict.fromkeys((*CLOCKS, setup.clock)))
    chosen = partial(_with, setup, "clock")
    other = Words(
        "minutes and a delay from {least} to {most}, such as 12:30+8",
        least=SHORTEST_CLOCK,
        most=LONGEST_CLOCK,
    )
    return Field(
        "clock",
        "clock",
        Words("Clock"),
        clocks,
        setup.clock,
        clock_words,
        chosen,
        other,
        about=ABOUT_CLOCK,
    )


def clock_words(text: str) -> Words:
    """A clock as people read it.

    >>> clock_words("usual"), clock_words("10:00+12")
    ('2 min a point', '10:00 + 12 s')
    """
    if text == OFF:
        return Words("none")
    if text == USUAL:
        return Words("2 min a point")
    bank, _, delay = text.partition("+")
    return Words("{bank} + {delay} s", bank=bank, delay=delay)


def _flag(setup: Setup) -> Iterator[Field]:
    if setup.clock != OFF:
        chosen = partial(_with, setup, "flag")
        yield _named("flag", "clock", Words("Time over"), FLAG_WORDS, setup.flag, chosen)


def _stake(setup: Setup) -> Iterator[Field]:
    present = parse_stake(setup.stake) if setup.stake else Stake("", next(iter(UNITS)))
    amounts = sorted({*AMOUNTS, present.amount} - {""}, key=float)  # no two are the same number

    def worth(amount: str) -> Setup:
        if " " in amount:  # its unit is a field of its own
            raise UnreadableError(f"expected {_OTHER_AMOUNT}, got {amount!r}")
        return replace(setup, stake=str(replace(present, amount=amount)) if amount else "")

    def paid_in(unit: str) -> Setup:
        return replace(setup, stake=str(replace(present, unit=unit)))

    title, values = Words("Stake"), ("", *amounts)
    words, other = _amount_words, _OTHER_AMOUNT
    about = ABOUT_STAKE
    yield Field("stake", "stake", title, values, present.amount, words, worth, other, about=about)
    if setup.stake:
        units, other = tuple(dict.fromkeys((*UNITS, present.unit))), _OTHER_UNIT
        yield Field("unit", "stake", Words("Unit"), units, present.unit, unit_words, paid_in, other)


_OTHER_AMOUNT = Words(
    "an amount alone from {least} to {most}, such as {amount}",
    least=Decimal(LEAST_AMOUNT),
    most=Decimal(MOST_AMOUNT),
    amount=Decimal("0.75"),
)
_OTHER_UNIT = Words("a word of at most {most} letters", most=LONGEST_UNIT)


def _amount_words(amount: str) -> Words:
    return Words("{amount} a point", amount=Decimal(amount)) if amount else Words("nothing")


def unit_words(unit: str) -> Words:
    """A stake's unit as people read it."""
    return UNITS.get(unit) or Words("{unit}", unit=unit)


def stake_words(stake: Stake) -> Words:
    """A stake as people read it.

    >>> stake_words(parse_stake("0.50 EUR"))
    '0.50 EUR a point'
    """
    amount, unit = Decimal(stake.amount), unit_words(stake.unit)
    return Words("{amount} {unit} a point", amount=amount, unit=unit)
