"""Rule sets are found by id and changed by options; everything else is refused by name."""

from dataclasses import replace
from itertools import combinations

import pytest

from minigam.errors import UnknownNameError
from minigam.rules.position import format_position
from minigam.rules.ruleset import MINIGAM, MINIGAM_FULL_ENTRY, RULE_SETS, SecondDie, rule_set
from tests.rules.cases import GAMES, START, Game

KNOWN = ", ".join(RULE_SETS)
FULL = "-b----E-C---eE---c-e----B-"
STARTS = {
    "minigam": START,
    "minigam-full-entry": START,
    "backgammon": FULL,
    "portes": FULL,
    "plakoto": "-o----------------------O-",
    "fevga": "------------o-----------O-",
    "backgammon-money": FULL,
    "hypergammon": "-aaa------------------AAA-",
    **dict.fromkeys(
        ("backgammon-dice-simple", "backgammon-dice-basic", "backgammon-dice-tournament"),
        "-B-A--B----b--a-b-",
    ),
}


def test_every_game_starts_where_its_text_says() -> None:
    found = {name: rule_set(name) for name in RULE_SETS}
    assert {name: rules.id for name, rules in found.items()} == {name: name for name in STARTS}
    starts = {name: format_position(rules.start, rules.layout) for name, rules in found.items()}
    assert starts == STARTS


def test_minigam_has_the_options_of_its_text_and_full_entry_but_one_ruling_more() -> None:
    options = {"enter_on_own": "true", "second_die": "order", "length": "0"}
    assert MINIGAM.option_values() == MINIGAM_FULL_ENTRY.option_values() == options
    full = replace(MINIGAM_FULL_ENTRY, id=MINIGAM.id, title=MINIGAM.title)
    assert replace(full, bar_stops_bearing_off=False) == MINIGAM


def test_an_option_changes_its_own_field_only() -> None:
    assert rule_set("minigam", {"enter_on_own": "false"}) == replace(MINIGAM, enter_on_own=False)
    for second_die in (SecondDie.ORDER, SecondDie.MUST, SecondDie.FREE):
        expected = replace(MINIGAM, second_die=second_die)
        assert rule_set("minigam", {"second_die": second_die.value}) == expected


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_option_values_make_the_same_rules_again(game: Game) -> None:
    assert rule_set(game.rules.id, game.rules.option_values()) == game.rules


def test_every_choice_of_options_is_a_different_game() -> None:
    assert len(GAMES) == 12
    assert not any(one.rules == other.rules for one, other in combinations(GAMES, 2))


@pytest.mark.parametrize(
    ("rules_id", "options", "message"),
    [
        ("ludo", {}, f"unknown rule set 'ludo'; expected one of: {KNOWN}"),
        ("", {}, f"unknown rule set ''; expected one of: {KNOWN}"),
        (None, {}, f"unknown rule set 'None'; expected one of: {KNOWN}"),
        ([], {}, f"unknown rule set '[]'; expected one of: {KNOWN}"),
        (
            "minigam",
            {"speed": "fast"},
            "unknown option of minigam 'speed'; expected one of: enter_on_own, second_die, length",
        ),
        (
            "minigam-full-entry",
            {"bar_stops_bearing_off": "false"},
            "unknown option of minigam-full-entry 'bar_stops_bearing_off';"
            " expected one of: enter_on_own, second_die, length",
        ),
        (
            "minigam",
            {"enter_on_own": "True"},
            "unknown value of option enter_on_own 'True'; expected one of: true, false",
        ),
        (
            "minigam",
            {"enter_on_own": "false", "second_die": "both"},
            "unknown value of option second_die 'both'; expected one of: order, must, free",
        ),
    ],
)
def test_names_that_do_not_exist(rules_id: object, options: dict[str, str], message: str) -> None:
    with pytest.raises(UnknownNameError) as refused:
        rule_set(rules_id, options)
    assert str(refused.value) == message
