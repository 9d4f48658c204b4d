"""JSON with places: the same values as Python's own reader, every fault with line and column."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigam.errors import UnreadableError
from minigam.formats.located_json import DEEPEST, Lines, Node, Spot, read_json_tree

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


def plain(node: Node) -> Any:
    if isinstance(node.value, dict):
        return {name: plain(inner) for name, inner in node.value.items()}
    if isinstance(node.value, list):
        return [plain(inner) for inner in node.value]
    return node.value


@given(VALUES, st.sampled_from([None, 2]), st.booleans())
def test_what_python_writes_is_read_as_it_was(value: Any, indent: int | None, ascii: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii)
    assert plain(read_json_tree(text)) == value


def test_every_value_knows_its_place() -> None:
    tree = read_json_tree('{\n  "a": [1,\n true]\n}')
    assert tree.spot == Spot(1, 1)
    assert tree.value["a"].spot == Spot(2, 8)
    assert [item.spot for item in tree.value["a"].value] == [Spot(2, 9), Spot(3, 2)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: expected a JSON value, got the end of the file"),
        ("\n\n ?", "line 3, column 2: expected a JSON value, got '?'"),
        ("[1,]", "line 1, column 4: expected a JSON value, got ']'"),
        ("[1", "line 1, column 3: expected ']' or a comma, got the end of the file"),
        ("[1 2]", "line 1, column 4: expected a comma or ']', got '2]'"),
        ("[\n", "line 2, column 1: expected ']' or a value, got the end of the file"),
        ('{"a" 1}', "line 1, column 6: expected ':', got '1}'"),
        ('{"a":}', "line 1, column 6: expected a JSON value, got '}'"),
        ("{1:2}", "line 1, column 2: expected a field's name in quotes, got 1"),
        ('{"a":1,\n"a":2}', 'line 2, column 1: expected every name once, got "a"'),
        ("1.5", "line 1, column 1: expected a JSON value, got '1.5'"),
        ("01", "line 1, column 1: expected a JSON value, got '01'"),
        ("NaN", "line 1, column 1: expected a JSON value, got 'NaN'"),
        ("truely", "line 1, column 1: expected a JSON value, got 'truely'"),
        ('"a\nb"', "line 1, column 1: expected a JSON value, got '\"a\\nb\"'"),
        ("1 2", "line 1, column 3: expected the end of the file, got '2'"),
        ("[" * 1000, f"line 1, column {DEEPEST + 2}: expected at most {DEEPEST} levels"),
        ("9" * 5000, "line 1, column 1: expected a JSON value, got '999999999999'"),
    ],
)
def test_a_fault_is_told_with_its_place(text: str, message: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_json_tree(text)
    assert str(refused.value).startswith(message)


@given(st.text(alphabet='[]{}:,"\\ \n01-.etrufalsn\u00e9', max_size=30))
def test_any_text_is_json_or_unreadable(text: str) -> None:
    """And where it is read, Python's own reader reads the same."""
    try:
        found = plain(read_json_tree(text))
    except UnreadableError as fault:
        told = str(fault)
    else:
        told = "line 0" if json.loads(text) == found else ""
    assert told.startswith("line ")


def test_places_are_counted_on_from_the_last_one() -> None:
    """A file may be a single line of a million characters."""
    text = "ab\nc" * 3
    lines = Lines(text)
    spots = [lines.spot(at) for at in (0, 1, 3, 4, 5, 9, 9, 11)]
    places = [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 3), (3, 3), (4, 1)]
    assert spots == [Spot(line, column) for line, column in places]
