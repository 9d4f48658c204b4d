"""JSON is read the same by every version of Python, whatever is wrong with it."""

import pytest

from minigam.json_text import DEEPEST, parse_json

DEEP = f"nested more than {DEEPEST} levels deep"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "invalid JSON at line 1, column 1"),
        ("[1,\n2,]", "invalid JSON at line 2, column "),
        ('{"a": 1} {}', "invalid JSON at line 1, column 10"),
        (b'{"a": "\xff"}', "no UTF-8 at byte 8"),
        ("1" * 10_000, "a number has too many digits"),
        ('{"a": 1, "a": 2}', 'every name may be given once, and "a" is given again'),
        ('[{"b": {"é": 1, "c": 2, "é": 1}}]', r'every name may be given once, and "\\u00e9" is'),
        ('{"' + "a" * 999 + '": 1, "' + "a" * 999 + '": 2}', r'every name .* and "a{196}\.\.\. is'),
        *(("[" * deep + "]" * deep, DEEP) for deep in (DEEPEST + 1, 1_000, 5_000, 100_000)),
        *(('{"a":' * deep + "1" + "}" * deep, DEEP) for deep in (DEEPEST + 1, 1_000, 100_000)),
    ],
    ids=range(15),
)
def test_what_cannot_be_read_is_refused_in_words_of_our_own(text: str | bytes, why: str) -> None:
    with pytest.raises(ValueError, match=f"^{why}"):
        parse_json(text)


def test_what_is_deep_enough_is_read() -> None:
    deep = parse_json("[" * DEEPEST + "1" + "]" * DEEPEST)
    for _ in range(DEEPEST):
        (deep,) = deep
    assert deep == 1


def test_what_is_no_list_or_object_is_read_too() -> None:
    assert [parse_json(text) for text in ('"a"', "1", "null", b"true", "[]", "{}")] == [
        "a", 1, None, True, [], {}
    ]  # fmt: skip
