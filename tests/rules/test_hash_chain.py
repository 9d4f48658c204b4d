"""The chain of hashes over a game's actions: any other course of it has another head."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

import pytest

from minigam.errors import UnreadableError
from minigam.rules import actions
from minigam.rules.actions import Action
from minigam.rules.hash_chain import chain_head, encode_action, parse_code, short_code
from minigam.rules.position import Side
from minigam.rules.terms import Terms

TERMS = Terms("minigam", names=("Ann", "Zoë"))
ACTIONS: tuple[Action, ...] = (
    actions.Begun(TERMS),
    actions.Committed("ab" * 32),
    actions.NumberGiven(Side.WHITE, 1_700_000_000_000_000),
    actions.NumberGiven(Side.BLACK, 7),
    actions.Rolled((5, 2)),
    actions.Stepped(0, 5),
    actions.Stepped(0, 2),
    actions.Confirmed(),
    actions.Rolled((3, 3)),
)
OTHERS: tuple[Action, ...] = (
    actions.Begun(replace(TERMS, names=("Ann", "Zoe"))),
    actions.Committed("ab" * 31 + "ac"),
    actions.NumberGiven(Side.WHITE, 1_700_000_000_000_001),
    actions.NumberGiven(Side.WHITE, 7),
    actions.Rolled((2, 5)),
    actions.Stepped(0, 2),
    actions.Stepped(5, 2),
    actions.Rolled((6, 6)),
    actions.Rolled((3, 3), (1,)),
)
"""Another action in the place of each."""
PLACES = range(len(ACTIONS))


def head(course: Sequence[Action]) -> str:
    return chain_head(encode_action(action) for action in course)


def test_the_head_is_computed_as_the_page_says() -> None:
    digits = hashlib.sha256(b"minigam game 1").hexdigest()
    for action in ACTIONS:
        digits = hashlib.sha256(digits.encode() + b"\n" + encode_action(action)).hexdigest()
    assert head(ACTIONS) == digits


def test_an_entry_is_its_text_without_spaces() -> None:
    assert [encode_action(action) for action in ACTIONS[:5]] == [
        b'{"action":"begin","v":1,"rules":"minigam","options":{},"seats":["human","human"],'
        b'"names":["Ann","Zo\\u00eb"],"dice":"electronic"}',
        b'{"action":"commit","v":1,"commitment":"' + b"ab" * 32 + b'"}',
        b'{"action":"number","v":1,"side":"white","number":1700000000000000}',
        b'{"action":"number","v":1,"side":"black","number":7}',
        b'{"action":"roll","v":1,"dice":[5,2]}',
    ]


@pytest.mark.parametrize("place", PLACES)
def test_another_action_changes_the_head_and_no_link_before_it(place: int) -> None:
    changed = [*ACTIONS[:place], OTHERS[place], *ACTIONS[place + 1 :]]
    ours, theirs = links(ACTIONS), links(changed)
    assert ours[:place] == theirs[:place]
    assert not set(ours[place:]) & set(theirs)


def links(course: Sequence[Action]) -> list[str]:
    """The link of every action."""
    return [head(course[:count]) for count in range(1, len(course) + 1)]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("course", ["dropped", "repeated", "swapped"])
def test_any_other_course_changes_the_head(course: str, place: int) -> None:
    """Of the last two actions, swapped, whichever is given."""
    at = min(place, len(ACTIONS) - 2) if course == "swapped" else place
    one, following = ACTIONS[at], ACTIONS[at + 1 : at + 2]
    instead = {
        "dropped": following,
        "repeated": (one, one, *following),
        "swapped": (*following, one),
    }
    assert head([*ACTIONS[:at], *instead[course], *ACTIONS[at + 2 :]]) != head(ACTIONS)


def test_a_noted_code_is_the_beginning_of_the_head() -> None:
    code = head(ACTIONS)
    noted = short_code(code)
    assert (len(noted), code.startswith(parse_code(noted))) == (19, True)
    assert parse_code(short_code(code, 64)) == code
    assert parse_code(f" {noted.upper()} ") == code[:16]
    assert short_code("") == ""


@pytest.mark.parametrize(
    "text", ["", "0123-4567-89ab-cde", "0123-4567-89ab-cdeg", "0" * 65, "0123 4567 89ab cd\u0660f"]
)
def test_anything_else_is_no_code(text: str) -> None:
    with pytest.raises(UnreadableError, match="expected a code like 0123-4567-89ab-cdef, got"):
        parse_code(text)
