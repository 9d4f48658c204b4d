"""Every language says everything, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from minigam.errors import UnknownNameError
from minigam.web.language import Languages, Translation
from minigam.words import ENGLISH, Words, joined, places
from tests import words as said

LANGUAGES = Languages()
FILES = [LANGUAGES.named(each.tag) for each in LANGUAGES if each != ENGLISH]
EACH_FILE = pytest.mark.parametrize("file", FILES, ids=lambda file: file.language.tag)
DATA = {
    "daemon/settings_store.py: Words(RULE_SETS[name].title)",
    "table/setup_choices.py: Words(RULE_SETS[name].title)",
    "table/snapshot.py: Words(rules.title)",
    "table/snapshot.py: Words(solving.title)",
    "table/statistics.py: Words(RULE_SETS[name].title)",
    "table/summary.py: Words(RULE_SETS[self.rules_id].title)",
    "web/cards.py: Words(loaded['title'])",
    "web/cards.py: Words(part['text'], **values)",
    "web/cards.py: Words(section['heading'])",
    "solver/review.py: Words(rules.title)",
    "words.py: Words(between.join((f'{{{name}}}' for name in values)), **values)",
}
"""Templates that are data, which `said` reads too, or have nothing to translate."""


def test_german_is_here() -> None:
    assert [(each.tag, each.name) for each in LANGUAGES] == [("en", "English"), ("de", "Deutsch")]


def test_every_template_can_be_read_off_the_sources() -> None:
    assert set(said.not_literal()) == DATA
    assert said.unreadable_in_page() == []


@EACH_FILE
def test_a_file_has_all_that_program_and_page_say_and_no_more(file: Translation) -> None:
    assert file.language.words.keys() == said.in_program()
    assert file.page.keys() == said.in_page()


def unlike(words: Mapping[str, str]) -> dict[str, str]:
    """Whose places are not those of the English."""
    return {text: own for text, own in words.items() if places(text) != places(own)}


@EACH_FILE
def test_every_place_is_filled_in_every_language(file: Translation) -> None:
    assert unlike(file.language.words) == {}
    assert unlike(file.page) == {}


def test_german_words_in_words() -> None:
    german = LANGUAGES.named("de-CH").language
    zone = Words("{side}'s bar", side=Words("white"))
    text = Words(
        "Not finished yet: the {die} can still be played, for example from {zone}.",
        **{"die": 5, "zone": zone},
    )
    assert german.say({"text": joined([text, Words("Undo takes it back.")]), "play": "bar/5"}) == {
        "text": "Noch nicht fertig: Die 5 kann noch gespielt werden, zum Beispiel von Bar Weiß. "
        "Zurück nimmt ihn zurück.",
        "play": "bar/5",
    }
    assert german.say(Words("{points:.3f} points", points=0.125)) == "0,125 Punkte"
    assert german.say(Words("Begin the game").lower()) == "Spiel beginnen"


def test_a_language_that_nobody_has_written() -> None:
    with pytest.raises(UnknownNameError, match="language"):
        LANGUAGES.named("nl")
    assert LANGUAGES.accepted("nl, fr;q=0.5").language == ENGLISH
