"""Every language says everything, and nothing else."""

from collections.abc import Iterator
from importlib.resources import files

import polib
import pytest

from minigam.errors import UnknownNameError
from minigam.web.language import ENDING, PAGE, Languages, parse_catalogue
from minigam.words import ENGLISH, Words, joined, places, span
from tests import words as said

LANGUAGES = Languages()
FILES = {
    file.name.removesuffix(ENDING): polib.pofile(file.read_text("utf-8"))
    for file in (files("minigam.web") / "languages").iterdir()
}
EACH_FILE = pytest.mark.parametrize("file", FILES.values(), ids=FILES)
DATA = {
    "daemon/settings_store.py: Words(RULE_SETS[name].title)",
    "table/playing_on.py: Words(rules.title)",
    "table/setup_fields.py: Words(RULE_SETS[name].title)",
    "table/snapshot.py: Words(rules.title)",
    "table/snapshot.py: Words(solving.title)",
    "table/statistics.py: Words(RULE_SETS[name].title)",
    "table/summary.py: Words(RULE_SETS[self.rules_id].title)",
    "web/cards.py: Words(loaded['title'])",
    "web/cards.py: Words(part['text'], **values)",
    "web/cards.py: Words.counted(part['text'], part['many'], int(values[part['count']]))",
    "web/cards.py: Words(section['heading'])",
    "players/review_words.py: Words(rules.title)",
    "words.py: Words(template, **values)",
    "words.py: Words(between.join((f'{{{name}}}' for name in values)), **values)",
}
"""Templates that are data, which `said` reads too, or have nothing to translate."""


def test_german_is_here() -> None:
    assert [(each.tag, each.name) for each in LANGUAGES] == [("en", "English"), ("de", "Deutsch")]


def test_every_template_can_be_read_off_the_sources() -> None:
    assert set(said.not_literal()) == DATA
    assert said.unreadable_in_page() == []


def test_a_file_is_named_for_its_language() -> None:
    assert {tag: file.metadata["Language"] for tag, file in FILES.items()} == {
        tag: tag for tag in FILES
    }


def in_file(file: polib.POFile, page: bool) -> list[said.Text]:
    """What a file has, of the page or of the program: not what is marked fuzzy."""
    return [
        (entry.msgid, entry.msgid_plural)
        for entry in file.translated_entries()
        if (entry.msgctxt == PAGE) == page
    ]


@EACH_FILE
def test_a_file_has_all_that_the_program_says_once_and_no_more(file: polib.POFile) -> None:
    assert sorted(in_file(file, page=False)) == sorted(said.in_program())


@EACH_FILE
def test_a_file_has_all_that_the_page_says_once_and_no_more(file: polib.POFile) -> None:
    assert sorted(in_file(file, page=True)) == sorted(said.in_page())


def unlike(entry: polib.POEntry) -> Iterator[str]:
    """Whose places are not those of the English; the number may be a word instead, as in "one"."""
    filled = places(entry.msgid_plural or entry.msgid)
    needed = filled - {"number"} if entry.msgid_plural else filled
    for own in entry.msgstr_plural.values() or [entry.msgstr]:
        if not needed <= places(own) <= filled:
            yield own


@EACH_FILE
def test_every_place_is_filled_in_every_language(file: polib.POFile) -> None:
    assert [own for entry in file for own in unlike(entry)] == []


@EACH_FILE
def test_a_counted_text_has_every_plural_form(file: polib.POFile) -> None:
    forms = set(parse_catalogue(str(file)).plurals)
    counted = [set(entry.msgstr_plural) for entry in file if entry.msgid_plural]
    assert [each for each in counted if each != forms] == []


THREE_FORMS = """
msgid ""
msgstr ""
"Language: pl\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 "
"&& (n%100<10 || n%100>=20) ? 1 : 2);\\n"
"X-Language-Name: polski\\n"
"X-Decimal-Sign: ,\\n"

msgctxt "board"
msgid "1 second"
msgid_plural "{number} seconds"
msgstr[0] "{number} sekunda"
msgstr[1] "{number} sekundy"
msgstr[2] "{number} sekund"

msgctxt "board"
msgid "1 minute"
msgid_plural "{number} minutes"
msgstr[0] "minuta"
msgstr[1] ""
msgstr[2] ""

#, fuzzy
msgctxt "game"
msgid "White"
msgstr "Czarne"

msgctxt "page"
msgid "1 point"
msgid_plural "{number} points"
msgstr[0] "{number} punkt"
msgstr[1] "{number} punkty"
msgstr[2] "{number} punktów"
"""
"""A language with the plural forms of Polish, half translated."""


def test_a_language_with_three_plural_forms() -> None:
    found = parse_catalogue(THREE_FORMS)
    told = {number: found.language.say(span(number)) for number in (1, 2, 5, 12, 22, 112)}
    assert told == {
        1: "1 sekunda", 2: "2 sekundy", 5: "5 sekund", 12: "12 sekund",
        22: "22 sekundy", 112: "112 sekund",
    }  # fmt: skip
    assert found.page == {"1 point": ["{number} punkt", "{number} punkty", "{number} punktów"]}
    assert [found.plurals[number] for number in (0, 1, 2, 5, 22, 101, 122)] == [2, 0, 1, 2, 1, 2, 1]


def test_what_is_not_translated_to_its_end_stays_english() -> None:
    language = parse_catalogue(THREE_FORMS).language
    assert language.say([Words("White"), span(180)]) == ["White", "3 minutes"]


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
    assert [german.say(span(number)) for number in (1, 2)] == ["1 Sekunde", "2 Sekunden"]
    assert german.say([Words("roll"), Words("rolled")]) == ["Würfeln", "Wurf"]


def test_a_language_that_nobody_has_written() -> None:
    with pytest.raises(UnknownNameError, match="language"):
        LANGUAGES.named("nl")
    assert LANGUAGES.accepted("nl, fr;q=0.5").language == ENGLISH
