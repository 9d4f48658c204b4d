"""What many games came to, counted by hand."""

from collections.abc import Sequence
from math import exp, pi, sqrt

import pytest

from minigam.table.statistics import chance_of, dice_to_json, statistics
from minigam.table.summary import Summary


def game(winner: str, **fields: object) -> Summary:
    usual = {"begun": True, "names": ("Ann", "Ben"), "points": 1, "kind": "single", "turns": 20}
    return Summary("minigam", winner=winner, **{**usual, **fields})  # type: ignore[arg-type]


GAMES = [
    (1, game("white")),
    (2, game("black", names=("Ben", "Ann"), points=2, kind="gammon", turns=10)),
    (3, game("black", length=3, match_over=True, turns=30)),
    (4, game("white", seats=("human", "hard"), turns=40, ended_by="resigned")),
    (5, game("", turns=3)),
]


def test_each_player_by_game_and_opponent() -> None:
    ann, ben, computer = statistics(GAMES)["players"]
    both = {"games": 3, "won": 2, "points": 3, "gammons": 1, "matches": 0}
    alone = {"games": 1, "won": 1, "points": 1, "gammons": 0, "matches": 0}
    every = {"games": 4, "won": 3, "points": 4, "gammons": 1, "matches": 0}
    assert ann == {
        "name": "Ann", "seat": "human", **every, "judged": 0, "cost": None,
        "by_rules": [{"rules": "minigam", "title": "Minigam", **every}],
        "against": [
            {"name": "", "seat": "hard", **alone}, {"name": "Ben", "seat": "human", **both}
        ],
    }  # fmt: skip
    assert (ben["name"], ben["won"], ben["points"], ben["matches"]) == ("Ben", 1, 1, 1)
    assert (computer["name"], computer["seat"], computer["won"]) == ("", "hard", 0)


@pytest.mark.parametrize("winner", ["white", "black"])
def test_a_game_of_two_strangers_is_one_game_of_theirs(winner: str) -> None:
    """All people without a name count as one player, who wins each such game; both sides' plays."""
    strangers = {"names": ("", ""), "judged": (10, 5), "lost": (0.5, 0.1)}
    found = statistics([(1, game(winner, points=2, kind="gammon", **strangers))])
    once = {"games": 1, "won": 1, "points": 2, "gammons": 1, "matches": 0}
    (stranger,) = found["players"]
    assert (found["games"], stranger) == (1, {
        "name": "", "seat": "human", **once, "judged": 15, "cost": 0.04,
        "by_rules": [{"rules": "minigam", "title": "Minigam", **once}],
        "against": [{"name": "", "seat": "human", **once}],
    })  # fmt: skip


def test_a_game_that_was_played_on_is_no_ones_record_but_its_rolls_count() -> None:
    """It was begun half won, and may be shorter than any whole game."""
    counted, played_on = game("white", ended_by="off"), {"turns": 2, "faces": (1,) * 6}
    found = statistics([(1, counted), (2, game("black", played_on=True, **played_on))])
    alone = statistics([(1, counted)])
    assert {**found, "dice": None} == {**alone, "dice": None}
    assert found["dice"]["board"]["counts"] == [1] * 6


def test_a_draw_of_two_strangers_is_one_game_that_nobody_won() -> None:
    (stranger,) = statistics([(1, game("", names=("", ""), points=0, kind="draw"))])["players"]
    assert (stranger["games"], stranger["won"]) == (1, 0)


def test_the_longest_and_the_shortest_are_of_games_played_to_their_end() -> None:
    found = statistics(GAMES)
    assert found["games"] == 4
    assert found["longest"] == {"game": 3, "title": "Minigam", "turns": 30}
    assert found["shortest"] == {"game": 2, "title": "Minigam", "turns": 10}


def test_what_plays_gave_away() -> None:
    games = [
        (1, game("white", judged=(10, 5), lost=(0.5, 1.0))),
        (2, game("white", judged=(10, 0), lost=(0.1, 0.0))),
        (3, game("white")),
    ]
    costs = {one["name"]: (one["judged"], one["cost"]) for one in statistics(games)["players"]}
    assert costs == {"Ann": (20, 0.03), "Ben": (5, 0.2)}


def test_dice_are_counted_apart_and_also_of_games_that_are_not_over() -> None:
    games = [
        (1, game("white", faces=(1, 2, 3, 4, 5, 6))),
        (2, game("", faces=(1, 0, 0, 0, 0, 1))),
        (3, game("white", faces=(9, 0, 0, 0, 0, 0), by_hand=True)),
    ]
    dice = statistics(games)["dice"]
    assert dice["board"]["counts"] == [2, 2, 3, 4, 5, 7]
    assert dice["hand"]["counts"] == [9, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("counts", "chance"),
    [((10,) * 6, 1.0), ((17, 13, 7, 10, 4, 9), 0.0647), ((20, 8, 8, 8, 8, 8), 0.0348)],
)
def test_the_chance_of_dice_as_uneven(counts: Sequence[int], chance: float) -> None:
    expected = sum(counts) / 6
    x = sum((count - expected) ** 2 for count in counts) / expected
    assert chance_of(counts) == pytest.approx(_by_integration(x), abs=1e-6)
    assert chance_of(counts) == pytest.approx(chance, abs=1e-4)


def _by_integration(x: float) -> float:
    """The tail of chi-square with five degrees of freedom, added up in small steps."""
    width, scale = 1e-3, 3 * sqrt(2 * pi)
    middles = (x + width * (n + 0.5) for n in range(100_000))
    return float(sum(t**1.5 * exp(-t / 2) / scale * width for t in middles))


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        ([10, 9, 10, 10, 10, 10], "Too few dice were rolled to say anything: 59 of 60."),
        ([10] * 6, "Nothing unusual: fair dice come out like this all the time."),
        ([20, 8, 8, 8, 8, 8],
         "Of 1000 tries with fair dice about 35 come out as uneven: that happens."),
        ([28, 11, 10, 10, 9, 18],
         "Of 1000 tries with fair dice about 2 come out as uneven: that happens."),
        ([60, 0, 0, 0, 0, 0], "Fair dice come out as uneven as this less than once in 1000 times: "
         "look at them again."),
    ],
)  # fmt: skip
def test_dice_in_words(counts: list[int], text: str) -> None:
    assert dice_to_json(counts)["text"] == text
