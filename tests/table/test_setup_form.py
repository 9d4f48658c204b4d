"""The form of the set-up: every option of every game is in it, and all of it is checked at once."""

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import product
from typing import Any

import pytest

from minigam.errors import MinigamError, RequestError, UnknownNameError, UnreadableError
from minigam.rules.clock import FLAGS, LONGEST_CLOCK, SHORTEST_CLOCK
from minigam.rules.options import FacesOption
from minigam.rules.ruleset import RULE_SETS
from minigam.rules.terms import LEAST_AMOUNT, MOST_AMOUNT
from minigam.table.events import FilledIn
from minigam.table.setup import PERFECT, Setup
from minigam.table.setup_fields import fields
from minigam.table.setup_form import ONLY_WITH, filled_in, setup_form
from minigam.table.state import Phase
from minigam.web.language import Languages
from minigam.words import Language, Words, is_plain
from tests.table.play import Play, agreed, started

EACH_GAME = pytest.mark.parametrize("rules_id", RULE_SETS)


def listed(setup: Setup) -> dict[str, dict[str, Any]]:
    """Every field of the form by its name."""
    return {field["name"]: field for group in setup_form(setup) for field in group["fields"]}


def names_of(rules_id: str) -> set[str]:
    """What the form calls the options of a rule set: a pawn's faces each for itself."""
    return {
        name
        for option in RULE_SETS[rules_id].options
        for name in (
            [f"{option.name}_{face}" for face in range(1, 7)]
            if isinstance(option, FacesOption)
            else [option.name]
        )
    }


@EACH_GAME
def test_every_option_of_a_game_is_in_the_form_and_takes_each_of_its_values(rules_id: str) -> None:
    setup = agreed(rules_id)
    form = listed(setup)
    own = {"rules", "white", "black", "help", "dice", "clock", "stake"}
    assert form.keys() - own == names_of(rules_id)
    for name, field in form.items():
        for each in field["values"]:
            filled = filled_in(setup, {name: each["value"]})
            assert listed(filled)[name]["value"] == each["value"], name
            assert each["text"] or name == "rules"
    plain = {"rules", "white", "black"} | {name for name in form if name.startswith("pawn_die_")}
    assert {name for name, field in form.items() if not field["about"]} == plain
    for option in RULE_SETS[rules_id].options:
        if not isinstance(option, FacesOption):
            for value in option.values:
                chosen = filled_in(setup, {option.name: value}).rules
                assert chosen.option_values()[option.name] == value


def test_the_form_of_minigam() -> None:
    found = setup_form(Setup())
    assert [(group["name"], [it["name"] for it in group["fields"]]) for group in found] == [
        ("game", ["rules", "length"]),
        ("players", ["white", "black", "help", "dice"]),
        ("options", ["enter_on_own", "second_die"]),
        ("clock", ["clock"]),
        ("stake", ["stake"]),
    ]
    assert listed(Setup())["enter_on_own"] == {
        "name": "enter_on_own",
        "title": "Entering on own points",
        "kind": "yes-no",
        "value": True,
        "values": [{"value": True, "text": "yes"}, {"value": False, "text": "no"}],
        "other": None,
        "about": "A checker may enter on a point that holds checkers of its own side.",
    }
    length = listed(Setup())["length"]
    assert (length["kind"], length["other"]) == ("list", "a number from 0 to 99")
    assert length["values"][:2] == [
        {"value": "0", "text": "single games"},
        {"value": "1", "text": "to 1"},
    ]


def test_a_whole_set_up_is_filled_in_whatever_its_order() -> None:
    setup = agreed("portes")
    found = filled_in(
        setup,
        {
            "unit": "euros",
            "stake": "4",
            "flag": FLAGS[1],
            "clock": "12:30+8",
            "jacoby": True,
            "length": 25,
            "black": "hard",
            "rules": "backgammon",
        },
    )
    assert (found.rules_id, found.black, found.stake) == ("backgammon", "hard", "4 euros")
    assert (found.clock, found.flag) == ("12:30+8", FLAGS[1])
    assert (found.rules.length, found.rules.jacoby) == (25, True)
    assert [field.present for field in fields(found) if field.name in ("length", "clock")] == [
        "25",
        "12:30+8",
    ]


def test_a_seat_goes_by_the_options_that_come_with_it() -> None:
    setup = Setup(solved=("minigam-second_die=must",))
    assert filled_in(setup, {"black": PERFECT, "second_die": "must"}).black == PERFECT


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            {"black": "easy", "jacoby": True},
            "unknown field of the set-up 'jacoby'; expected one of",
        ),
        ({"black": "clever"}, "unknown value of Black 'clever'; expected one of: human, easy"),
        (
            {"enter_on_own": 7},
            "unknown value of Entering on own points '7'; expected one of: true, false",
        ),
        ({"length": 100}, "Match: expected a number from 0 to 99, got '100'."),
        (
            {"clock": "soon"},
            "Clock: expected minutes and a delay from 0:01+0 to 999:59+99, such as 12:30+8, got",
        ),
        (
            {"stake": "much"},
            "Stake: expected an amount alone from 0.01 to 99999.99, such as 0.75, got 'much'.",
        ),
        (
            {"stake": "2 EUR"},
            "Stake: expected an amount alone from 0.01 to 99999.99, such as 0.75, got '2 EUR'.",
        ),
        (
            {"stake": 1, "unit": "x" * 13},
            "Unit: expected a word of at most 12 letters, got 'xxxxxxxxxxxxx'.",
        ),
        ({"unit": "EUR"}, "unit: expected a stake with it, got none: set a stake as well"),
        (
            {"flag": "told", "clock": "off"},
            "flag: expected a clock with it, got none: set a clock as well",
        ),
        ({"hints": [1]}, "hints: expected a text, a whole number, true or false, got [1]"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_is_set(
    values: dict[str, object], message: str
) -> None:
    play = Play()
    before = play.state
    with pytest.raises(MinigamError) as caught:
        play.do(FilledIn(values))
    assert str(caught.value).startswith(message)
    assert play.state == before


@pytest.mark.parametrize(
    ("name", "limits", "beyond"),
    [
        ("length", ("0", "99"), ("-1", "100")),
        ("clock", (SHORTEST_CLOCK, LONGEST_CLOCK), ("0:00+0", "999:60+0", "1000:00+0", "0:01+100")),
        ("stake", (LEAST_AMOUNT, MOST_AMOUNT), ("0.00", "0.001", "100000")),
    ],
)
def test_the_limits_of_a_field_are_said_and_are_its_limits(
    name: str, limits: tuple[str, str], beyond: tuple[str, ...]
) -> None:
    for each in limits:
        assert listed(filled_in(Setup(), {name: each}))[name]["value"] == each
    for each in beyond:
        with pytest.raises(UnreadableError, match=re.escape(f"from {' to '.join(limits)}")):
            filled_in(Setup(), {name: each})


GIVEN = {"name", "value", "values", "got", "known", "least", "most", "number"}
"""Places for what was got, and for what scripts write: no language has words of its own for it."""


def untranslated(text: str | Decimal, language: Language) -> Iterator[str]:
    """The English that is left of a text in another language; a number has none."""
    if isinstance(text, Decimal):
        return
    if not isinstance(text, Words):
        yield text
        return
    if text.key not in language.words and not is_plain(text.template):
        yield text.key
    for place, value in text.values.items():
        if place not in GIVEN:
            yield from untranslated(value, language)


def refusals(setup: Setup) -> Iterator[str]:
    """What is said of values that a field does not take; some of them are taken."""
    for name, bad in product([*listed(setup), *ONLY_WITH, "colour"], (-1, 7.5, [1], "clever")):
        try:
            filled_in(setup, {name: bad})
        except MinigamError as fault:
            yield from fault.args


@EACH_GAME
def test_every_refusal_can_be_said_in_german(rules_id: str) -> None:
    plain, german = agreed(rules_id), Languages().named("de").language
    for setup in (plain, replace(plain, clock="usual", stake="1 EUR")):
        said = list(refusals(setup))
        assert len(said) > 3 * len(listed(setup))
        assert [left for text in said for left in untranslated(text, german)] == []


def test_the_form_and_the_taps_set_the_same() -> None:
    by_taps, by_form = Play(agreed("backgammon")), Play(agreed("backgammon"))
    by_taps.tap("point-3", "point-6", "bar-white", "point-3")
    by_form.do(FilledIn({"black": "easy", "length": "1", "jacoby": "true"}))
    assert by_form.state.setup == by_taps.state.setup


def test_a_game_that_goes_on_cannot_be_set_up() -> None:
    play = started((5, 2))
    assert play.state.phase is Phase.MOVING
    with pytest.raises(RequestError, match="A game is going on: begin a new one"):
        play.do(FilledIn({"black": "hard"}))


def test_another_game_of_the_form_is_one_that_is_offered_here() -> None:
    with pytest.raises(UnknownNameError, match="unknown value of Game 'portes'"):
        filled_in(Setup(), {"rules": "portes"})


def test_the_stake_is_said_before_a_game_and_the_result_in_its_unit() -> None:
    play = Play(Setup(stake="0.50 EUR"))
    assert play.prompt == (
        "Stake: 0.50 EUR a point. The lit points set up the game. Press roll to begin."
    )
    assert play.seen["prompt"]["page"].startswith("Stake: 0.50 EUR a point.")
    play.tap("bar-white")
    assert play.prompt.startswith("Stake: 0.50 EUR a point.")


def test_a_result_is_said_in_the_unit_of_the_stake() -> None:
    play = started((5, 2), setup=Setup(stake="0.75 euros", black="hard"))
    play.tap("hold undo", "Resign", "roll")
    assert play.prompt.startswith("Black wins by resignation. That is worth 0.75 euros. ")
