"""What a judged game's plays gave away, as plain JSON values, for a display that replays it."""

from collections.abc import Iterable
from typing import Any

from minigam.players.review import Judged, Review
from minigam.rules.assessment import assessment_words
from minigam.rules.ruleset import RuleSet
from minigam.table.play_list import moves_of

MARKS = {"blunder": 0.08, "mistake": 0.02}
"""What a play is called that gives away so many points, or more, as eXtreme Gammon does."""


def with_verdicts(plays: Iterable[dict[str, Any]], review: Review | None) -> list[dict[str, Any]]:
    """The plays of `table.play_list.plays_for_people`, each with a verdict.

    It is None for a double, which is not judged, for a pass, which nobody chose, and where there
    is no review.
    """
    turns = iter(review.turns if review else ())
    return [
        {
            **play,
            "verdict": _verdict(review.rules, next(turns)) if review and play["roll"] else None,
        }
        for play in plays
    ]


def _verdict(rules: RuleSet, turn: Judged) -> dict[str, Any] | None:
    if not turn.is_play:
        return None
    found = turn.assessment
    return {
        "was_best": found.was_best,
        "best": found.best,
        "win": found.win,
        "equity": found.equity,
        "mark": next((mark for mark, least in MARKS.items() if found.equity >= least), ""),
        "text": assessment_words(rules, found),
        "moves": moves_of(rules, turn.side, found.played.play),
        "best_moves": moves_of(rules, turn.side, found.best),
    }
