"""Which plays become exercises, in which order, and what is said where there are none."""

from typing import Any

import pytest

from minigam.rules.ruleset import rule_set
from minigam.web.exercises import chosen, exercises_in, why_none

FULL_ENTRY = rule_set("minigam-full-entry")


def play(side: str, mark: str | None) -> dict[str, Any]:
    return {
        "side": side, "roll": [5, 2], "play": "bar/5 bar/2", "text": "bar/5 bar/2",
        "verdict": None if mark is None else {"mark": mark, "text": "It was not the best."},
    }  # fmt: skip


def frame(number: int, position: str, step: str | None) -> dict[str, Any]:
    return {"play": number, "position": position, "step": step, "dice": [5, 2]}


PLAYS = [
    play("white", "blunder"), play("black", "blunder"), play("white", ""), play("white", None),
    play("white", "mistake"),
]  # fmt: skip
PAGE: dict[str, Any] = {
    "game": 7, "opened_at": "2026-01-31T19:05:00.000+00:00", "starred": True, "rules": "minigam",
    "title": "Minigam", "board": {"points": 6, "rows": [], "lights": ["source", "target"]},
    "frames": [
        frame(0, "start", None),
        *(frame(number, f"{number} {step}", step)
          for number in range(1, 6) for step in ("first", "last")),
    ],
}  # fmt: skip


def test_the_mistakes_of_people_with_the_position_before_each() -> None:
    """Not the computer's, nor plays without a mark, nor passes; the step made is left out."""
    common = {
        "game": 7, "opened_at": "2026-01-31T19:05:00.000+00:00", "rules": "minigam",
        "title": "Minigam", "board": {"points": 6, "rows": []}, "side": "white", "roll": [5, 2],
    }  # fmt: skip
    assert exercises_in(PAGE, PLAYS, {"white"}) == [
        {**common, "play": 1, "at": 1, "frame": frame(1, "1 first", None),
         "verdict": PLAYS[0]["verdict"]},
        {**common, "play": 5, "at": 9, "frame": frame(5, "5 first", None),
         "verdict": PLAYS[4]["verdict"]},
    ]  # fmt: skip
    both = exercises_in(PAGE, PLAYS, {"white", "black"})
    assert [one["play"] for one in both] == [1, 2, 5]
    assert exercises_in(PAGE, PLAYS, set()) == []


def exercise(
    game: int, mark: str, position: str = "", best: str = "", **fields: Any
) -> dict[str, Any]:
    own = {"game": game, "rules": "minigam", "side": "white", "roll": [5, 2], **fields}
    verdict = {"mark": mark, "best": best}
    return {**own, "frame": {"position": position or f"of {game}"}, "verdict": verdict}


def test_blunders_come_before_mistakes_and_each_in_the_order_found() -> None:
    found = [exercise(9, "mistake"), exercise(8, "blunder"), exercise(7, "mistake"),
             exercise(6, "blunder")]  # fmt: skip
    assert chosen(found) == [found[1], found[3], found[0], found[2]]


def test_the_same_question_is_asked_once() -> None:
    """The dice are the same either way round; another side, roll, position or answer is another."""
    found = [
        exercise(9, "mistake", "H------h"),
        exercise(8, "mistake", "H------h", roll=[2, 5]),
        exercise(7, "mistake", "H------h", roll=[5, 3]),
        exercise(6, "mistake", "H------h", side="black"),
        exercise(5, "mistake", "H------h", rules="minigam-full-entry"),
        exercise(4, "mistake", "H------h", best="other options of the rules allow it"),
    ]
    assert chosen(found) == [found[0], *found[2:]]


@pytest.mark.parametrize(
    ("judged", "failed", "text"),
    [
        (3, 1, "No play in these games gave away enough to be an exercise."),
        (0, 2, "The stored games could not be judged. The log says why."),
        (0, 0, "Nobody has played a game to its end here yet: play one first."),
    ],
)
def test_why_there_are_none(judged: int, failed: int, text: str) -> None:
    assert why_none(judged, failed) == text
