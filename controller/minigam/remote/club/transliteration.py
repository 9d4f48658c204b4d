"""Names in the letters of Latin-1, for fonts and file names that have no others.

Cyrillic as on passports (ICAO Doc 9303, part 3, section 6), Greek by ELOT 743, Latin letters
without the marks that Latin-1 lacks. What is left, such as Chinese or an emoji, becomes `?`.
"""

import re
import unicodedata

MISSING = "?"
NOTHING = "_"
"""Of the tables: a letter that is left out."""
_CYRILLIC = (
    "a b v g d e zh z i i k l m n o p r s t u f kh ts ch sh shch ie y _ e iu ia "
    "e e dj g ie dz i i j lj nj c k i u dz"
)
"""From U+0430 on: the Russian letters, then those of other languages."""
_GREEK = "a v g d e z i th i k l m n x o p r s s t y f ch ps o"
"""From U+03B1 on."""
_LATIN = {0x111: "d", 0x127: "h", 0x131: "i", 0x142: "l", 0x14B: "n", 0x153: "oe", 0x167: "t"}
"""Letters that are no other letter with a mark."""
_LETTERS = {chr(code): text for code, text in _LATIN.items()}
for _first, _table in ((0x430, _CYRILLIC), (0x3B1, _GREEK)):
    for _at, _text in enumerate(_table.split(" ")):
        _LETTERS[chr(_first + _at)] = _text.strip(NOTHING)
_SIGNS = {"\u2018": "'", "\u2019": "'", "\u201a": "'", "\u201e": '"', "\u20ac": "EUR"}
_BY_CATEGORY = {"Pd": "-", "Pi": '"', "Pf": '"', "Mn": "", "Me": "", "Cf": ""}
"""Dashes, quotation marks, and what only changes the letter before."""


def latin_1(text: str) -> str:
    """A text of which every character is one of Latin-1.

    >>> latin_1("Zoë Łukasz Żur"), latin_1("Жанна Щукина"), latin_1("Ωρίων")
    ('Zoë Lukasz Zur', 'Zhanna Shchukina', 'Orion')
    >>> latin_1("李 👍")
    '? ?'
    """
    return "".join(map(_letter, unicodedata.normalize("NFC", text)))


def _letter(letter: str) -> str:
    if letter <= "\xff":
        return letter
    if letter.lower() in _LETTERS:
        found = _LETTERS[letter.lower()]
        return found.capitalize() if letter != letter.lower() else found
    if letter in _SIGNS:
        return _SIGNS[letter]
    parts = unicodedata.normalize("NFKD", letter)
    if parts != letter:
        return "".join(map(_letter, parts))
    return _BY_CATEGORY.get(unicodedata.category(letter), MISSING)


def file_words(text: str) -> str:
    """A text as part of a file's name: small letters, digits and dashes.

    >>> file_words("Zoë & Ann-Li"), file_words("李")
    ('zoe-ann-li', 'x')
    """
    plain = unicodedata.normalize("NFKD", latin_1(text)).encode("ascii", "ignore").decode()
    return re.sub("[^a-z0-9]+", "-", plain.lower()).strip("-") or "x"
