"""The rules cards."""

from __future__ import annotations

from importlib.resources import files

import pytest

from minigam.kiosk.cards import card
from minigam.rules.ruleset import RULE_SETS


def test_every_game_has_a_card_and_every_card_a_game() -> None:
    names = {file.name for file in (files("minigam.kiosk") / "cards").iterdir()}
    assert names == {f"{rules_id}.json" for rules_id in RULE_SETS}


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_a_card_is_what_the_page_draws(rules_id: str) -> None:
    found = card(rules_id)
    assert found == {
        "title": RULE_SETS[rules_id].title,
        "sections": [
            {"heading": section["heading"], "lines": section["lines"]}
            for section in found["sections"]
        ],
    }
    lines = [line for section in found["sections"] for line in section["lines"]]
    assert len(lines) > 5
    assert [line for line in lines if not line.endswith(".") or line != line.strip()] == []


def test_the_two_cards_differ_in_their_one_rule() -> None:
    plain, full = (
        {line for section in card(rules_id)["sections"] for line in section["lines"]}
        for rules_id in ("minigam", "minigam-full-entry")
    )
    assert plain ^ full == {
        "Other checkers may still be on the bar.",
        "Nothing may be borne off while you have a checker on the bar.",
    }
