"""Any name in the letters of Latin-1."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigam.remote.club.transliteration import file_words, latin_1


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Jürgen Groß", "Jürgen Groß"),
        ("Ju\u0308rgen", "Jürgen"),
        ("Dvořák", "Dvorák"),
        ("Łódź", "Lódz"),
        ("Đorđe Œ", "Dorde Oe"),
        ("Юлия Ёжикова", "Iuliia Ezhikova"),
        ("ЩУКА", "ShchUKA"),
        ("Їжак Гава", "Izhak Gava"),
        ("Άγγελος Ψαρός", "Aggelos Psaros"),
        ("İstanbul \u0131ş\u0131k", "Istanbul isik"),
        ("Nguyễn Thị", "Nguyen Thi"),
        ("O\u2019Brien \u2013 \u201cBob\u201d", 'O\'Brien - "Bob"'),
        ("ﬁve € \uff21\uff22", "five EUR AB"),
        ("\u0645\u06cc\u200c\u0646\u0627", "????"),
        ("李 👍🏽", "? ??"),
        ("e\u0301\u0323", "e"),
    ],
)
def test_names_as_people_would_write_them(name: str, plain: str) -> None:
    assert latin_1(name) == plain


def test_every_character_there_is() -> None:
    everything = "".join(map(chr, (*range(0xD800), *range(0xE000, sys.maxunicode + 1))))
    assert latin_1(everything).encode("latin-1")


@given(st.text(max_size=60))
def test_a_file_s_name_is_safe_everywhere(text: str) -> None:
    found = file_words(text)
    assert found
    assert {*found} <= {*"abcdefghijklmnopqrstuvwxyz0123456789-"}
    assert not found.startswith("-")
