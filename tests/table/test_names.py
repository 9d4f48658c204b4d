"""Names that can be seen, and joiners where a script or an emoji needs them."""

import pytest

from minigam.errors import UnreadableError
from minigam.rules.action_json import action_from_json
from minigam.rules.actions import Named
from minigam.rules.position import Side
from minigam.rules.terms import PERSON
from minigam.table.names import check_player, is_taken
from minigam.table.setup_fields import SEAT_WORDS
from minigam.web.language import Languages

GOOD = {
    "Latin": "Zo\xeb O'Neil",
    "a digit": "7",
    "Persian": "\u0645\u0647\u200c\u0622\u0633\u0627",
    "Sinhala": "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
    "Bengali": "\u09b0\u200d\u09cd\u09af\u09be",
    "old Korean": "\u1112\u119e\u11ab",
    "a family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "a heart on fire": "\u2764\ufe0f\u200d\U0001f525",
    "a woman who runs": "\U0001f3c3\U0001f3fd\u200d\u2640\ufe0f",
    "a head that shakes": "\U0001f642\u200d\u2194\ufe0f",
}
ALIKE = ("Whitney", "White Knight", "Jack Black", "Computerfreak", "Schwarzer")
UNSEEN = (
    *("\ufe0f", "\u3164", "\u2800", "\u0301", "\u115f", "\u1160", "\uffa0", "\U0001d159"),
    *("\u3164\u3164", "\u2800\ufe0f", "\u17b4", "\u034f", "...", "\u3164\u200d\u3164"),
)
JOINED = {
    "Latin": "A\u200cnn",
    "under a mark": "A\u0301\u200dnn",
    "Greek": "\u0391\u200d\u03b1",
    "digits": "1\u200d2",
    "a letter and a symbol": "A\u200d\U0001f525",
    "a symbol and a letter": "\U0001f525\u200dA",
    "Persian and Latin": "\u0645\u200cA",
    "Latin and Persian": "A\u200c\u0645",
}
TAKEN = (
    *("Computer", "Computer, perfect", "computer hard", "\uff23omputer"),
    *("white", "Black", "WEISS", "Wei\xdf"),
)


@pytest.mark.parametrize("name", [*GOOD.values(), *ALIKE], ids=[*GOOD, *ALIKE])
def test_a_name_is_of_any_script(name: str) -> None:
    assert check_player(name) == name


REFUSED = {
    "expected a name with a letter, digit or symbol that is seen, got {!a}": UNSEEN,
    "expected joiners only where letters need them, got {!r}": JOINED.values(),
    "{} is what the board calls a side or a computer: choose another.": TAKEN,
}


@pytest.mark.parametrize(
    ("told", "name"),
    [(told, name) for told, names in REFUSED.items() for name in names],
    ids=[ascii(name) for names in REFUSED.values() for name in names],
)
def test_any_other_name_is_refused_with_its_reason(told: str, name: str) -> None:
    with pytest.raises(UnreadableError) as fault:
        check_player(name)
    assert str(fault.value) == told.format(name)


def test_a_journal_is_read_as_it_is() -> None:
    names = ["\u3164", "A\u200cnn"]
    assert action_from_json({"action": "names", "v": 1, "names": names}) == Named(
        ("\u3164", "A\u200cnn")
    )


def test_what_the_board_calls_others_is_taken_in_every_language_of_the_page() -> None:
    for language in Languages():
        titles = [language.say(side.title) for side in Side]
        seats = [language.say(words) for seat, words in SEAT_WORDS.items() if seat != PERSON]
        assert [name for name in (*titles, *seats) if not is_taken(name)] == []
