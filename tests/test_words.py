"""Texts in the words for each audience: at the board, at a page, and watching."""

from minigam.words import Audience, Language, Words, joined, wordings

PROMPT = Words(
    "{side}: press roll.", page="{side} to roll.", watching="{side} is to roll.", side="W"
)


def test_each_audience_has_its_words() -> None:
    assert wordings(PROMPT) == {
        "text": "W: press roll.",
        "page": "W to roll.",
        "watching": "W is to roll.",
    }


def test_who_watches_reads_the_words_of_a_page_where_there_are_no_others() -> None:
    found = wordings(Words("Press roll.", page="Roll."))
    assert found == {"text": "Press roll.", "page": "Roll.", "watching": "Roll."}


def test_a_text_without_other_words_is_the_same_for_all() -> None:
    words = Words.counted("1 point", "{number} points", 3)
    assert all(words.worded_for(audience) is words for audience in Audience)
    assert wordings("a failure") == dict.fromkeys(("text", "page", "watching"), "a failure")


def test_texts_in_texts_are_worded_too_and_empty_ones_leave_no_gap() -> None:
    hint = Words("Hint: {steps}", steps=Words("press roll", page="confirm"))
    row = joined([PROMPT, Words("Undo: no.", page="", watching=""), hint])
    assert wordings(row) == {
        "text": "W: press roll. Undo: no. Hint: press roll",
        "page": "W to roll. Hint: confirm",
        "watching": "W is to roll. Hint: confirm",
    }


def test_a_count_in_a_worded_text_keeps_its_plural() -> None:
    german = Language("de", "Deutsch", {"1 of {it}": ["1 {it}", "{number} {it}e"], "Tip": ["Tipp"]})
    words = Words.counted("1 of {it}", "{number} of {it}", 2, it=Words("Press", page="Tip"))
    assert german.say(words.worded_for(Audience.PAGE)) == "2 Tippe"


def test_a_language_says_what_each_audience_reads() -> None:
    german = Language("de", "Deutsch", {"{side} to roll.": ["{side} würfelt."]})
    assert german.say(PROMPT.worded_for(Audience.PAGE)) == "W würfelt."
