"""What people call themselves: of any script, but something that others can see."""

import re
from unicodedata import category, normalize

from minigam.errors import UnreadableError
from minigam.rules.position import Side
from minigam.rules.record import check_name
from minigam.rules.terms import PERSON
from minigam.table.setup import Setup
from minigam.words import Words

LONGEST_PLAYER = 20
"""How many letters a player's name may have, which is shown beside the board."""
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Letters and symbols by their kind, that are drawn as nothing."""
SEEN = ("L", "N", "S")
"""Letters, digits and symbols, of Unicode's kinds."""
MARK, SYMBOL, CASELESS = "M", "So", "Lo"
JOINERS = frozenset("\u200c\u200d")
ARROWS = frozenset("\u2194\u2195")
"""They are used in emoji as other symbols are."""
TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
"""An emoji's skin, after it."""

SIDES = frozenset({"white", "black", "weiss", "schwarz"})
"""What the board calls a side, in every language of the page and as `str.casefold` has it."""
COMPUTERS = ("computer",)
"""Likewise the first word of what it calls a computer."""


def is_taken(name: str) -> bool:
    """Whether a name looks like what the board itself calls a side or a computer.

    >>> is_taken("Computer, hard"), is_taken("white"), is_taken("Whitney")
    (True, True, False)
    """
    words = re.findall(r"\w+", normalize("NFKC", name).casefold())
    return bool(words) and (words[0] in COMPUTERS or (len(words) == 1 and words[0] in SIDES))


def is_seen(name: str) -> bool:
    """Whether at least one letter, digit or symbol of it can be seen.

    >>> is_seen("Åsa"), is_seen("7"), is_seen("\\u3164"), is_seen("\\ufe0f"), is_seen("")
    (True, True, False, False, False)
    """
    return any(category(letter).startswith(SEEN) and letter not in BLANK for letter in name)


def printable(name: str) -> str:
    """A name without what cannot be printed; joiners stay where they are needed.

    >>> len(printable("\\u0645\\u06cc\\u200c\\u0646\\u0627")), printable("A\\u200cnn\\x1b")
    (5, 'Ann')
    """
    return "".join(
        letter for at, letter in enumerate(name) if letter.isprintable() or _joins(name, at)
    )


def _joins(name: str, at: int) -> bool:
    """Whether a joiner tells how two letters are written, as in Persian and Indic names and emoji.

    Scripts that join their letters know no capitals.
    See https://www.unicode.org/reports/tr31/#Layout_and_Format_Control_Characters.
    """
    before, after = _base(name[:at]), name[at + 1 : at + 2]
    if name[at] not in JOINERS or not before or not after:
        return False
    if _is_symbol(before):
        return _is_symbol(after)
    return category(before) == CASELESS and category(after).startswith((CASELESS, MARK))


def _base(text: str) -> str:
    """The last letter that stands by itself."""
    found = (each for each in reversed(text) if not _hangs_on(each))
    return next(found, "")


def _hangs_on(letter: str) -> bool:
    return category(letter).startswith(MARK) or letter in TONES


def _is_symbol(letter: str) -> bool:
    return category(letter) == SYMBOL or letter in ARROWS


def check_player(text: object) -> str:
    """A name that fits on the page and can be seen, or nothing; raise `UnreadableError` otherwise.

    >>> check_player("Åsa"), check_player("")
    ('Åsa', '')
    """
    if text == "":
        return ""
    if len(name := check_name(text)) > LONGEST_PLAYER:
        raise UnreadableError(f"expected a name of 1 to {LONGEST_PLAYER} letters, got {name!r}")
    if printable(name) != name:
        raise UnreadableError(f"expected joiners only where letters need them, got {name!r}")
    if not is_seen(name):
        raise UnreadableError(
            f"expected a name with a letter, digit or symbol that is seen, got {name!a}"
        )
    if is_taken(name):
        raise UnreadableError(
            Words("{name} is what the board calls a side or a computer: choose another.", name=name)
        )
    return name


def check_players(setup: Setup, white: str, black: str) -> tuple[str, str]:
    """The names of who plays; raise `UnreadableError` for none, or one for a computer.

    >>> check_players(Setup(), "Ann", "")
    ('Ann', '')
    """
    for side, name in ((Side.WHITE, white), (Side.BLACK, black)):
        if name and setup.seat(side) != PERSON:
            words = Words("The computer plays {side}: only people have names here.", side=side.word)
            raise UnreadableError(words)
    return check_player(white), check_player(black)
