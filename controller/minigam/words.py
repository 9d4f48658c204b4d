"""Translatable text: a template and its values.

`Words` is the English text itself, wherever a text is wanted. Beside it stand the template and the
values that filled it, so that a `Language` can say the same in its own words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from string import Formatter
from typing import Any


class Audience(Enum):
    """Whom a text is for: each has other buttons at hand, and so needs other words."""

    BOARD = "text"
    """Who sits at the board: its buttons are roll and undo, and can be held."""
    PAGE = "page"
    """Who touches a page: its buttons say what they do."""
    WATCHING = "watching"
    """Who can touch nothing, and reads what is going on."""


@dataclass(frozen=True)
class PointNumber:
    """The number of a point: as printed on the board, and as the side that is meant counts.

    Which of the two people read is the reader's business: see `Language.own_numbers`.

    >>> Words("point {number}", number=PointNumber(8, own=17))
    'point 8'
    """

    printed: int
    own: int

    def __str__(self) -> str:
        """As on the board."""
        return str(self.printed)


class Words(str):
    """An English text, made of a template and the values for its places.

    The template is for people at the board. Two of the values are templates of their own for the
    same places, where others need other words: `page`, for people at a page, and `watching`, for
    those who can only watch. They may be empty.

    >>> Words("There is no checker on {zone}.", zone=Words("point {number}", number=3))
    'There is no checker on point 3.'
    >>> words = Words("{side}: press roll.", page="{side} to roll.", side="White")
    >>> [words.worded_for(audience) for audience in Audience]
    ['White: press roll.', 'White to roll.', 'White to roll.']
    """

    key: str
    """The template by which a language finds its own."""
    template: str
    values: dict[str, Any]
    number: int | None
    """What the text counts, if it counts anything."""
    between: str | None
    """What stands between its parts, if it is some texts in a row."""
    others: Mapping[Audience, str]
    """The templates for people who are not at the board."""
    small: bool
    """Whether its English is in small letters throughout."""

    def __new__(cls, template: str, /, **values: object) -> Words:
        """Fill the template; values may be words too."""
        page = str(values.pop(Audience.PAGE.value, template))
        watching = str(values.pop(Audience.WATCHING.value, page))
        words = super().__new__(cls, template.format(**values))
        words.key, words.template, words.values, words.number = template, template, values, None
        words.between, words.small = None, False
        words.others = {Audience.PAGE: page, Audience.WATCHING: watching}
        return words

    @classmethod
    def counted(cls, one: str, many: str, number: int, /, **values: object) -> Words:
        """A text about a number of things: a template for one, and one for any other `{number}`.

        >>> Words.counted("1 point", "{number} points", 3)
        '3 points'
        """
        words = cls(one if number == 1 else many, number=number, **values)
        words.key, words.number = one, number
        return words

    def worded_for(self, audience: Audience) -> Words:
        """The same text in the words for those people, and so every text in it."""
        template = self.others.get(audience, self.template)
        values = {name: _worded_for(value, audience) for name, value in self.values.items()}
        if self.between is not None:
            return joined(values.values(), self.between)
        if template == self.template and all(values[n] is v for n, v in self.values.items()):
            return self
        words = Words(template, **values)
        if template == self.template:
            words.key, words.number = self.key, self.number
        return words.lower() if self.small else words

    def lower(self) -> Words:
        """The same in English small letters; other languages keep their own.

        >>> Words("Back to the game").lower()
        'back to the game'
        """
        words = str.__new__(Words, str(self).lower())
        vars(words).update(vars(self) | {"small": True})
        return words


def _worded_for(value: Any, audience: Audience) -> Any:
    return value.worded_for(audience) if isinstance(value, Words) else value


def wordings(text: str) -> dict[str, str]:
    """A text in the words for each audience, as a snapshot has it.

    >>> wordings(Words("Press roll.", page="Roll.", watching=""))
    {'text': 'Press roll.', 'page': 'Roll.', 'watching': ''}
    """
    return {audience.value: _worded_for(text, audience) for audience in Audience}


def joined(parts: Iterable[str], between: str = " ") -> Words:
    """Texts in a row; empty ones are left out.

    >>> joined([Words("White wins."), Words(""), Words("Press roll.")])
    'White wins. Press roll.'
    """
    values = {f"part{n}": part for n, part in enumerate(filter(None, parts))}
    words = Words(between.join(f"{{{name}}}" for name in values), **values)
    words.between = between
    return words


def together(parts: Iterable[object]) -> Words:
    """Things of a list, one and another.

    >>> together([5, 2]), together(["point 3"])
    ('5 and 2', 'point 3')
    """
    first, *others = parts
    words = Words("{one}", one=first)
    for other in others:
        words = Words("{one} and {other}", one=words, other=other)
    return words


def span(seconds: float) -> Words:
    """A length of time in words.

    >>> span(0.2), span(99.6), span(4000)
    ('1 second', '100 seconds', '67 minutes')
    """
    if seconds >= 120:
        return Words.counted("1 minute", "{number} minutes", round(seconds / 60))
    return Words.counted("1 second", "{number} seconds", max(1, round(seconds)))


def is_plain(template: str) -> bool:
    """Whether a template has nothing to translate: no letters but in its places.

    >>> is_plain("{one}: {other}."), is_plain("{side} wins")
    (True, False)
    """
    return not any(letter.isalpha() for text, *_ in Formatter().parse(template) for letter in text)


def places(template: str) -> set[str]:
    """The names of a template's places.

    >>> sorted(places("{die} is too high from {zone}"))
    ['die', 'zone']
    """
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def english_form(number: int) -> int:
    """Which form of a counted text English takes: the first for one, the second for any other."""
    return int(number != 1)


def accepted_tags(header: str) -> Iterator[str]:
    """The languages of a browser's Accept-Language in their order, without their countries.

    Browsers write the one that they prefer first (RFC 9110, 12.5.4).

    >>> list(accepted_tags("fr-CH, de;q=0.9, EN;q=0.8"))
    ['fr', 'de', 'en']
    """
    for part in header.split(","):
        yield part.partition(";")[0].strip().lower().partition("-")[0]


@dataclass(frozen=True)
class Language:
    """A language: its own templates for each English one. What is missing stays English.

    >>> words = {"{side} wins.": ["{side} gewinnt."], "1 point": ["1 Punkt", "{number} Punkte"]}
    >>> german = Language("de", "Deutsch", words)
    >>> german.say({"text": Words("{side} wins.", side=Words("White")), "play": "6/2"})
    {'text': 'White gewinnt.', 'play': '6/2'}
    >>> german.say(Words.counted("1 point", "{number} points", 3))
    '3 Punkte'
    >>> from dataclasses import replace
    >>> words = Words("point {number}", number=PointNumber(8, own=17))
    >>> ENGLISH.say(words), replace(ENGLISH, own_numbers=True).say(words)
    ('point 8', 'point 17')
    """

    tag: str
    """As pages name it: `de`."""
    name: str
    """What its speakers call it."""
    words: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By each text's key: one template, or one for each plural form of the language."""
    point: str = "."
    """What stands before a number's decimals."""
    form: Callable[[int], int] = english_form
    """The plural form that a number takes, counted from 0."""
    own_numbers: bool = False
    """Whether each side's points are numbered as it counts them, not as printed on the board."""

    def say(self, value: Any) -> Any:
        """A value with all words in it, however deep, in this language."""
        if isinstance(value, Words):
            return str(value) if self._is_plain_english else self._fill(value)
        if isinstance(value, dict):
            return {key: self.say(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self.say(item) for item in value]
        return value

    @property
    def _is_plain_english(self) -> bool:
        """Whether words are said as they are."""
        return self.tag == ENGLISH_TAG and not self.own_numbers

    def _fill(self, value: Words) -> str:
        template = value.template
        if own := self.words.get(value.key):
            template = own[0 if value.number is None else self.form(value.number)]
        text = _Filler(self).vformat(template, (), value.values)
        return text.lower() if value.small and self.tag == ENGLISH_TAG else text


class _Filler(Formatter):
    """Fills templates as `str.format` does, in a language."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def format_field(self, value: Any, format_spec: str) -> Any:
        if isinstance(value, PointNumber):
            return str(value.own if self._language.own_numbers else value.printed)
        text = format(self._language.say(value), format_spec)
        has_point = isinstance(value, float | Decimal)
        return text.replace(".", self._language.point) if has_point else text


ENGLISH_TAG = "en"
ENGLISH = Language(ENGLISH_TAG, "English")
