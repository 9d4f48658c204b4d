"""The languages of the page and of speech, one file each: see `docs/languages.md`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from minigam.errors import UnknownNameError
from minigam.words import ENGLISH, Language

ENDING = ".toml"
PAGE = "page"
"""The section of a file with the page's own words; the others are the program's."""


@dataclass(frozen=True)
class Translation:
    """A language, and the page's own words in it."""

    language: Language
    page: Mapping[str, str]


class Languages:
    """English, and whatever has a file."""

    def __init__(self) -> None:
        """Each file is read once, for all that ask."""
        found = [Translation(ENGLISH, {}), *_read()]
        self._known = {each.language.tag: each for each in found}

    def __iter__(self) -> Iterator[Language]:
        """English first, then by tag."""
        return (each.language for each in self._known.values())

    def named(self, tag: str | None) -> Translation:
        """A language by its tag, of whatever country; English for None.

        Raise `UnknownNameError` where there is none.

        >>> Languages().named("de-AT").language.name
        'Deutsch'
        """
        if tag is None:
            return self._known[ENGLISH.tag]
        main = tag.lower().partition("-")[0]
        if main not in self._known:
            raise UnknownNameError("language", tag, list(self._known))
        return self._known[main]

    def accepted(self, header: str) -> Translation:
        """The first language that a browser's Accept-Language names and that is known.

        >>> Languages().accepted("fr-CH, de;q=0.9, en;q=0.8").language.tag
        'de'
        """
        for part in header.split(","):
            try:
                return self.named(part.partition(";")[0].strip())
            except UnknownNameError:
                continue
        return self.named(None)


@cache
def _read() -> tuple[Translation, ...]:
    folder = files("minigam.web") / "languages"
    found = sorted(
        (file for file in folder.iterdir() if file.name.endswith(ENDING)),
        key=lambda file: file.name,
    )
    return tuple(
        _translation(file.name.removesuffix(ENDING), tomllib.loads(file.read_text("utf-8")))
        for file in found
    )


def _translation(tag: str, data: Mapping[str, Any]) -> Translation:
    sections = [part for key, part in data.items() if isinstance(part, dict) and key != PAGE]
    words = {english: own for section in sections for english, own in section.items()}
    return Translation(Language(tag, data["name"], words, data["decimal"]), data[PAGE])
