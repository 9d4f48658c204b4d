"""Each zone's checkers in the game's JSON, in every kind of game."""

from typing import Any

import pytest

from minigam.rules.position import Position, parse_position
from minigam.rules.ruleset import RULE_SETS
from minigam.table.snapshot import checkers_in

FACED = RULE_SETS["backgammon-dice-basic"].start


def group(side: str, count: int, **more: Any) -> dict[str, Any]:
    return {"side": side, "count": count, **more}


def stands(rules: str, text: str) -> Position:
    return parse_position(text, RULE_SETS[rules].layout)


@pytest.mark.parametrize(
    ("rules", "position", "expected"),
    [
        (
            "minigam",
            stands("minigam", "A-b----d"),
            {
                "bar-white": [group("white", 1)],
                "point-2": [group("black", 2)],
                "bar-black": [group("black", 4)],
                "off-white": [group("white", 7)],
                "off-black": [group("black", 2)],
            },
        ),
        (
            "plakoto",
            stands("plakoto", "-l------A--------a-a----N- 8"),
            {
                "point-1": [group("black", 12)],
                "point-8": [group("black", 1, pinned=True), group("white", 1)],
                "point-17": [group("black", 1)],
                "point-19": [group("black", 1)],
                "point-24": [group("white", 14)],
            },
        ),
    ],
    ids=["minigam", "plakoto"],
)
def test_each_zones_checkers(rules: str, position: Position, expected: dict[str, Any]) -> None:
    assert checkers_in(position, RULE_SETS[rules].layout) == expected


def test_pawns_show_their_faces() -> None:
    found = checkers_in(FACED, RULE_SETS["backgammon-dice-basic"].layout)
    assert found["point-1"] == [group("white", 2, faces=["regular0", "regular0"])]
