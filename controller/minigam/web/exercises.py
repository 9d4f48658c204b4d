"""Exercises as plain JSON values: where people went wrong, to be asked for the best play again."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from minigam.web.verdicts import MARKS
from minigam.words import Words

Exercise = dict[str, Any]
HEAD = ("game", "opened_at", "rules", "title")
"""What an exercise says of its game."""


def exercises_in(
    page: dict[str, Any], plays: Sequence[dict[str, Any]], people: Collection[str]
) -> list[Exercise]:
    """The mistakes that people made in a game, in the order of its plays.

    `page`: the game as it is replayed; `plays`: with the verdicts of `web.verdicts.with_verdicts`;
    `people`: the sides that people play.
    """
    starts = dict[int, int]()
    for at, frame in enumerate(page["frames"]):
        starts.setdefault(frame["play"], at)
    wrong = [
        number
        for number, play in enumerate(plays, start=1)
        if play["side"] in people and play["verdict"] and play["verdict"]["mark"]
    ]
    return [_exercise(page, plays[number - 1], number, starts[number]) for number in wrong]


def _exercise(page: dict[str, Any], play: dict[str, Any], number: int, at: int) -> Exercise:
    """The position with the roll; the step that was made next is left out."""
    board = {name: value for name, value in page["board"].items() if name != "lights"}
    return {
        **{name: page[name] for name in HEAD},
        "board": board,
        "play": number,
        "at": at,
        "frame": {**page["frames"][at], "step": None},
        **{name: play[name] for name in ("side", "roll", "verdict")},
    }


def chosen(found: Iterable[Exercise]) -> list[Exercise]:
    """Blunders first, then mistakes; one with the same question and answer only once, the first.

    Options of the rules may give the same position and roll another best play.
    """
    once = dict[tuple[Any, ...], Exercise]()
    for one in found:
        question = (one["rules"], one["frame"]["position"], one["side"], *sorted(one["roll"]))
        asked = (*question, one["verdict"]["best"])
        once.setdefault(asked, one)
    marks = list(MARKS)
    return sorted(once.values(), key=lambda one: marks.index(one["verdict"]["mark"]))


def why_none(judged: int, failed: int) -> Words:
    """Why there is no exercise, and what to do.

    `judged`: how many games were judged; `failed`: how many could not be.
    """
    if judged:
        return Words("No play in these games gave away enough to be an exercise.")
    if failed:
        return Words("The stored games could not be judged. The log says why.")
    return Words("Nobody has played a game to its end here yet: play one first.")
