"""Translatable text: a template and its values.

`Words` is the English text itself, wherever a text is wanted. Beside it stand the template and the
values that filled it, so that a `Language` can say the same in its own words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from string import Formatter
from typing import Any


class Words(str):
    """An English text, made of a template and the values for its places.

    >>> Words("There is no checker on {zone}.", zone=Words("point {number}", number=3))
    'There is no checker on point 3.'
    """

    key: str
    """The template by which a language finds its own."""
    template: str
    values: dict[str, Any]
    number: int | None
    """What the text counts, if it counts anything."""

    def __new__(cls, template: str, /, **values: object) -> Words:
        """Fill the template; values may be words too."""
        words = super().__new__(cls, template.format(**values))
        words.key, words.template, words.values, words.number = template, template, values, None
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

    def lower(self) -> Words:
        """The same in English small letters; other languages keep their own.

        >>> Words("Back to the game").lower()
        'back to the game'
        """
        words = str.__new__(Words, str(self).lower())
        vars(words).update(vars(self))
        return words


def joined(parts: Iterable[str], between: str = " ") -> Words:
    """Texts in a row; empty ones are left out.

    >>> joined([Words("White wins."), Words(""), Words("Press roll.")])
    'White wins. Press roll.'
    """
    values = {f"part{n}": part for n, part in enumerate(filter(None, parts))}
    return Words(between.join(f"{{{name}}}" for name in values), **values)


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


@dataclass(frozen=True)
class Language:
    """A language: its own templates for each English one. What is missing stays English.

    >>> words = {"{side} wins.": ["{side} gewinnt."], "1 point": ["1 Punkt", "{number} Punkte"]}
    >>> german = Language("de", "Deutsch", words)
    >>> german.say({"text": Words("{side} wins.", side=Words("White")), "play": "6/2"})
    {'text': 'White gewinnt.', 'play': '6/2'}
    >>> german.say(Words.counted("1 point", "{number} points", 3))
    '3 Punkte'
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

    def say(self, value: Any) -> Any:
        """A value with all words in it, however deep, in this language."""
        if isinstance(value, Words):
            return str(value) if self.tag == ENGLISH_TAG else self._fill(value)
        if isinstance(value, dict):
            return {key: self.say(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self.say(item) for item in value]
        return value

    def _fill(self, value: Words) -> str:
        template = value.template
        if own := self.words.get(value.key):
            template = own[0 if value.number is None else self.form(value.number)]
        return _Filler(self).vformat(template, (), value.values)


class _Filler(Formatter):
    """Fills templates as `str.format` does, in a language."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def format_field(self, value: Any, format_spec: str) -> Any:
        text = format(self._language.say(value), format_spec)
        return text.replace(".", self._language.point) if isinstance(value, float) else text


ENGLISH_TAG = "en"
ENGLISH = Language(ENGLISH_TAG, "English")
