"""Why a play is worse: shots, hits, points and primes, each counted another way."""

import pytest

from minigam.rules.notation import parse_play
from minigam.rules.position import Position, Side, parse_position
from minigam.rules.reasons import longest_run, shots_at, why_worse
from minigam.rules.ruleset import BACKGAMMON, FEVGA, MINIGAM, PLAKOTO, RULE_SETS, RuleSet


def at(text: str, rules: RuleSet = BACKGAMMON) -> Position:
    return parse_position(text, rules.layout)


def why(rules: RuleSet, before: Position, roll: tuple[int, int], *plays: str) -> str:
    """Of white's play beside the best."""
    played, best = (parse_play(rules, before, Side.WHITE, roll, each).position for each in plays)
    return why_worse(rules, Side.WHITE, before, played, best)


def blot(distance: int) -> Position:
    """White's blot so many points before one of black's checkers, with nothing between."""
    places = ["-"] * 26
    places[1], places[1 + distance] = "a", "A"
    return at("".join(places))


@pytest.mark.parametrize(
    ("distance", "rolls"),
    [(1, 11), (2, 12), (3, 14), (4, 15), (5, 15), (6, 17), (7, 6), (8, 6), (9, 5), (10, 3),
     (11, 2), (12, 3), (15, 1), (16, 1), (18, 1), (20, 1), (13, 0), (14, 0), (17, 0)],
)  # fmt: skip
def test_shots_are_those_of_every_book(distance: int, rolls: int) -> None:
    """The table of shots, as in Magriel's "Backgammon" (1976), page 93."""
    assert shots_at(BACKGAMMON, Side.WHITE, blot(distance)) == rolls


def test_black_is_counted_in_the_same_way() -> None:
    mirrored = {"a": "A", "A": "a"}
    text = "-a-----A" + "-" * 18
    swapped = "".join(mirrored.get(letter, letter) for letter in reversed(text))
    assert shots_at(BACKGAMMON, Side.BLACK, at(swapped)) == shots_at(
        BACKGAMMON, Side.WHITE, at(text)
    )


@pytest.mark.parametrize("name", RULE_SETS)
def test_at_the_start_nobody_can_be_hit_but_where_everybody_meets(name: str) -> None:
    rules = RULE_SETS[name]
    for side in Side:
        assert 0 <= shots_at(rules, side, rules.start) <= 36
    assert shots_at(FEVGA, Side.WHITE, FEVGA.start) == 0


def test_a_row_of_points() -> None:
    assert longest_run(BACKGAMMON, Side.WHITE, BACKGAMMON.start) == 1
    assert longest_run(BACKGAMMON, Side.WHITE, at("-BBBAB-BB" + "-" * 17)) == 3
    assert longest_run(FEVGA, Side.WHITE, FEVGA.start) == 1


@pytest.mark.parametrize(
    ("position", "roll", "played", "best", "expected"),
    [
        # an opening 3-1: black's back checkers see two blots, or a point is made
        ("-b----E-C---eE---c-e----B-", (3, 1), "13/10 6/5", "8/5 6/5",
         "It leaves 0 of 36 rolls that hit, not 18. It makes point 5."),
        # black's blot on 20 is hit, or not
        ("-----B-B-B----------a-A---", (2, 1), "9/7 9/8", "22/20*/19",
         "It hits. It leaves 0 of 36 rolls that hit, not 12."),
        # both plays hit: the best one hits once more
        ("-" * 16 + "a-a--A-A-B", (5, 5), "bar/20(2) 23/18*/13", "bar/20(2) 23/18* 21/16*",
         "It hits 1 more. It leaves 1 of 36 rolls that hit, not 11."),
        # a prime of five is broken
        ("a---BBBBB-B---------------", (2, 1), "8/6 8/7", "10/8 10/9",
         "It holds 5 points in a row, not 4. It keeps point 8."),
        # one more comes off
        ("-BB---------------------a-", (2, 1), "2/1 2/off", "2/off 1/off",
         "It bears off 1 more."),
    ],
)  # fmt: skip
def test_in_a_players_terms(
    position: str, roll: tuple[int, int], played: str, best: str, expected: str
) -> None:
    assert why(BACKGAMMON, at(position), roll, played, best) == expected


def test_a_play_beside_itself_has_no_reason() -> None:
    assert why(MINIGAM, MINIGAM.start, (5, 2), "bar/off", "bar/off") == ""


PINS = "24/23 24/23 24/23 24/23"


@pytest.mark.parametrize(
    ("position", "played", "best", "expected"),
    [
        ("-aB---------------------M-", PINS, "24/23 24/23 24/23 2/1*", "It pins."),
        ("-aBaB-------------------K-", "24/23(3) 2/1*", "24/23 24/23 4/3* 2/1*", "It pins 1 more."),
        ("--A---------------------N- 2", "24/23(3) 2/1", PINS, "It keeps 1 more checker pinned."),
        ("-aA---------------------N- 2", "24/23(3) 2/1*", PINS, "It keeps 1 more checker pinned."),
    ],
)
def test_in_plakoto_checkers_are_pinned(
    position: str, played: str, best: str, expected: str
) -> None:
    assert why(PLAKOTO, at(position, PLAKOTO), (1, 1), played, best).startswith(expected)
