"""The languages of the page and of speech, one gettext catalogue each: see `docs/languages.md`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from gettext import c2py
from importlib.resources import files

from minigam.errors import UnknownNameError
from minigam.words import ENGLISH, Language, accepted_tags

ENDING = ".po"
PAGE = "page"
"""The context of the page's own words; the others are the program's."""
PLURAL = "plural="
"""What stands before the rule in a catalogue's header `Plural-Forms`."""


@dataclass(frozen=True)
class Translation:
    """A language, and the page's own words in it: a counted text has a list of its plural forms."""

    language: Language
    page: Mapping[str, str | list[str]]

    @property
    def plurals(self) -> list[int]:
        """The plural form of each number below 200.

        Rules look at two digits: a greater number takes the form of 100 and its last two.
        """
        return [self.language.form(number) for number in range(200)]


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
        known = (tag for tag in accepted_tags(header) if tag in self._known)
        return self.named(next(known, None))


@cache
def _read() -> tuple[Translation, ...]:
    folder = files("minigam.web") / "languages"
    found = sorted(
        (file for file in folder.iterdir() if file.name.endswith(ENDING)),
        key=lambda file: file.name,
    )
    return tuple(parse_catalogue(file.read_text("utf-8")) for file in found)


def parse_catalogue(text: str) -> Translation:
    """A language from its catalogue's text; what is untranslated or marked fuzzy stays English."""
    import polib  # only here: most commands say nothing in another language

    catalogue = polib.pofile(text)
    head = catalogue.metadata
    words: dict[str, list[str]] = {}
    page: dict[str, str | list[str]] = {}
    for entry in catalogue.translated_entries():
        forms = list(entry.msgstr_plural.values()) or [entry.msgstr]
        if entry.msgctxt == PAGE:
            page[entry.msgid] = forms if entry.msgid_plural else entry.msgstr
        else:
            words[entry.msgid] = forms
    form = c2py(head["Plural-Forms"].rpartition(PLURAL)[2].rstrip("; "))
    language = Language(
        head["Language"], head["X-Language-Name"], words, head["X-Decimal-Sign"], form
    )
    return Translation(language, page)
