"""Why a tap is refused, game by game: the sentence names the rule that bites."""

import pytest

from minigam.rules.plays import Turn
from minigam.rules.position import Side, parse_position
from minigam.rules.ruleset import RULE_SETS
from minigam.table.refusal_messages import source_message, target_message
from minigam.table.state import Picked
from minigam.table.zones import place_of


def at(size: int = 26, **points: str) -> str:
    """A position's text from what stands where."""
    cells = ["-"] * size
    for name, cell in points.items():
        cells[int(name.removeprefix("p"))] = cell
    return "".join(cells)


def turn_of(name: str, text: str, roll: tuple[int, int]) -> Turn:
    rules = RULE_SETS[name]
    return Turn.of(rules, parse_position(text, rules.layout), Side.WHITE, roll)


@pytest.mark.parametrize(
    ("text", "roll", "zone", "reason"),
    [
        (
            at(p25="B", p6="C", p1="b"),
            (6, 2),
            "point-6",
            "2 checkers must enter from white's bar first.",
        ),
        (
            at(p8="B", p13="A", p3="B", p24="b"),
            (3, 4),
            "point-3",
            "The 3 would bear off, but 3 checkers still stand outside the home. "
            "The 4 would bear off, but 3 checkers still stand outside the home.",
        ),
        (
            at(p5="B", p3="B", p24="b"),
            (4, 4),
            "point-3",
            "The 4 cannot bear off from point 3: a checker is farther back.",
        ),
        (
            at(p18="A", p20="A", p24="b", p13="b"),
            (5, 5),
            "point-18",
            "The 5 cannot land on point 13: black holds it with 2 checkers.",
        ),
    ],
)
def test_why_no_checker_can_be_picked_up(
    text: str, roll: tuple[int, int], zone: str, reason: str
) -> None:
    turn = turn_of("backgammon", text, roll)
    assert turn.next_steps
    assert source_message(turn, place_of(turn.rules.layout, turn.side, zone), zone) == reason


def test_why_a_smaller_die_is_not_the_one_to_play() -> None:
    turn = turn_of("backgammon", at(p18="A", p8="b", p24="b"), (4, 6))
    reason = target_message(turn, Picked(7), 11, "point-14")
    assert reason == "Only one die can be played, and the larger must be: the 6."


def test_why_a_step_that_leaves_a_die_unplayed_is_not_the_one_to_make() -> None:
    """18/12 would leave no 1; 10/4 leaves 18/17."""
    turn = turn_of("backgammon", at(p18="A", p10="A", p11="b", p9="b"), (6, 1))
    assert {(step.source, step.die) for step in turn.next_steps} == {(15, 6), (7, 1)}
    assert target_message(turn, Picked(7), 13, "point-12") == (
        "2 dice can be played, and must be: with the 6 from here only 1 could be."
    )


def test_why_captures_come_first_in_backgammon_dice() -> None:
    text = at(18, p1="B", p6="A", p3="a")
    turn = turn_of("backgammon-dice-simple", text, (2, 1))
    assert {(step.source, step.die) for step in turn.next_steps} == {(1, 2)}
    assert source_message(turn, 6, "point-6") == ("A step that captures or bears off comes first.")


def test_why_a_full_space_takes_no_third_pawn() -> None:
    text = at(18, p1="B", p3="B", p10="a")
    turn = turn_of("backgammon-dice-simple", text, (2, 5))
    reason = target_message(turn, Picked(1), 3, "point-3")
    assert reason == "The 2 cannot land on point 3: 2 checkers of yours fill it."
