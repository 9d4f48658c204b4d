"""What people read and hear: English text that remembers how it was made, for other languages.

`Words` is the English text itself, wherever a text is wanted. Beside it stand the template and the
values that filled it, so that a `Language` can say the same in its own words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from string import Formatter
from typing import Any


class Words(str):
    """An English text, made of a template and the values for its places.

    >>> Words("There is no checker on {zone}.", zone=Words("point {number}", number=3))
    'There is no checker on point 3.'
    """

    template: str
    values: dict[str, Any]

    def __new__(cls, template: str, /, **values: object) -> Words:
        """Fill the template; values may be words too."""
        words = super().__new__(cls, template.format(**values))
        words.template, words.values = template, values
        return words

    def lower(self) -> Words:
        """The same in English small letters; other languages keep their own.

        >>> Words("Back to the game").lower()
        'back to the game'
        """
        words = str.__new__(Words, str(self).lower())
        words.template, words.values = self.template, self.values
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
        return Words("{number} minutes", number=round(seconds / 60))
    number = round(seconds)
    return Words("1 second") if number <= 1 else Words("{number} seconds", number=number)


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


@dataclass(frozen=True)
class Language:
    """A language: its own template for each English one. What is missing stays English.

    >>> german = Language("de", "Deutsch", {"{side} wins.": "{side} gewinnt.", "White": "Weiß"})
    >>> german.say({"text": Words("{side} wins.", side=Words("White")), "play": "6/2"})
    {'text': 'Weiß gewinnt.', 'play': '6/2'}
    """

    tag: str
    """As pages name it: `de`."""
    name: str
    """What its speakers call it."""
    words: Mapping[str, str] = field(default_factory=dict)
    point: str = "."
    """What stands before a number's decimals."""

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
        template = self.words.get(value.template, value.template)
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
