"""S-expressions: what is written is read back the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.pcb.sexp import Node, Value, Word, format_node, identifier, node, parse

WORDS = st.from_regex(r"[a-z_][a-z0-9_.\-]{0,8}", fullmatch=True)
ATOMS = st.one_of(WORDS.map(Word), st.text(st.characters(codec="ascii", exclude_characters="\r")))


def lists(inner: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    return st.builds(Node, WORDS, st.lists(inner, max_size=4).map(tuple))


@given(lists(st.recursive(ATOMS, lists, max_leaves=20)))
def test_a_list_is_read_back_as_it_was_written(value: Value) -> None:
    assert parse(format_node(value)) == value


@pytest.mark.parametrize("text", ["(a", "(a))", "a", '(a "b)', "()", "((a) b)", ""])
def test_malformed_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        parse(text)


def test_lists_inside_stand_on_lines_of_their_own() -> None:
    tree = node("pad", "1", Word("smd"), node("at", 0.9375, 0), node("net", 3, '2" "x\\'))
    assert format_node(tree) == '(pad "1" smd\n\t(at 0.9375 0)\n\t(net 3 "2\\" \\"x\\\\")\n)'


def test_an_identifier_depends_on_its_names_only() -> None:
    assert identifier("U1", 3) == identifier("U1", 3) != identifier("U1", 4)


def test_what_is_missing_is_named() -> None:
    with pytest.raises(KeyError, match="expected a at in pad"):
        node("pad").the("at")
