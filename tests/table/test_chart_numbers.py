"""What is drawn of many games, counted by hand."""

import pytest

from minigam.table.chart_numbers import NEWEST
from minigam.table.statistics import statistics
from minigam.table.summary import Summary
from tests.table.test_statistics import game


def drawn(*games: tuple[int, Summary]) -> dict[str, object]:
    found = statistics(games)
    return {name: found[name] for name in ("sides", "levels", "errors")}


def test_wins_by_side_and_against_each_level() -> None:
    assert drawn(
        (1, game("white")),
        (2, game("black", seats=("hard", "human"))),
        (3, game("white", seats=("human", "easy"))),
        (4, game("black", seats=("human", "easy"))),
        (5, game("white", seats=("easy", "hard"))),
        (6, game("", kind="draw", points=0)),
        (7, game("", points=0, kind="")),
    ) == {
        "sides": {"white": {"games": 6, "won": 3}, "black": {"games": 6, "won": 2}},
        "levels": [
            {"seat": "easy", "games": 2, "won": 1}, {"seat": "hard", "games": 1, "won": 1}
        ],
        "errors": [],
    }  # fmt: skip


def test_nothing_was_played() -> None:
    none = {"games": 0, "won": 0}
    assert drawn() == {"sides": {"white": none, "black": none}, "levels": [], "errors": []}


def test_what_people_gave_away_in_each_game_in_the_order_they_were_played() -> None:
    judged = {"judged": (10, 5), "lost": (0.5, 0.1)}
    assert drawn(
        (4, game("white", **judged)),
        (2, game("white", seats=("human", "easy"), **judged)),
        (3, game("white", seats=("hard", "easy"), **judged)),
        (1, game("white")),
        (5, game("", kind="", **judged)),
    )["errors"] == [
        {"game": 2, "title": "Minigam", "judged": 10, "cost": 0.05},
        {"game": 4, "title": "Minigam", "judged": 15, "cost": 0.04},
    ]  # fmt: skip


@pytest.mark.parametrize("backwards", [False, True])
def test_only_the_newest_games_are_drawn(backwards: bool) -> None:
    """Whatever the order in which they are counted."""
    games = [
        (number, game("white", judged=(1, 0), lost=(0.1, 0.0))) for number in range(1, NEWEST + 3)
    ]
    errors = statistics(reversed(games) if backwards else games)["errors"]
    assert [one["game"] for one in errors] == list(range(3, NEWEST + 3))
