"""A turn felt on the board, case by case. What hands do at large: `test_hands`."""

from __future__ import annotations

import pytest

from minigam.game.state import Phase
from minigam.rules.position import Position, Side, parse_position
from minigam.rules.record import Played
from minigam.rules.ruleset import MINIGAM
from tests.game.felt_board import FeltBoard, felt_setup

SETUP = felt_setup("minigam")
WHITE, BLACK = Side.WHITE, Side.BLACK
START = "H------h"


def here(text: str) -> Position:
    return parse_position(text, MINIGAM.layout)


def board(position: str, *dice: tuple[int, int]) -> FeltBoard:
    return FeltBoard(SETUP, here(position), *dice)


def move(table: FeltBoard, source: str, target: str, side: Side = WHITE) -> None:
    table.lift(source, side)
    table.wait(0.4)
    table.put(target, side)
    table.wait(0.4)


def last_play(table: FeltBoard) -> str:
    action = table.play.state.actions[-1]
    assert isinstance(action, Played)
    return action.play


def made(table: FeltBoard) -> list[tuple[int, int]]:
    assert table.play.state.turn is not None
    return [(step.source, step.target) for step in table.play.state.turn.steps]


# A turn counts


def test_a_plain_turn_counts_when_it_has_stood() -> None:
    table = board(START, (5, 2))
    move(table, "bar-white", "point-5")
    assert (table.phase, made(table)) == (Phase.MOVING, [(0, 5)])
    move(table, "bar-white", "point-2")
    assert (table.phase, table.position) == (Phase.TURN_OVER, here("F-A--A-h"))
    table.wait(1.0)
    assert table.phase is Phase.TURN_OVER
    table.wait(0.5)
    assert (table.phase, table.play.state.side) == (Phase.TO_THROW, BLACK)
    assert last_play(table) == "bar/2 bar/5"


def test_roll_ends_it_at_once() -> None:
    table = board(START, (5, 2))
    move(table, "bar-white", "point-5")
    move(table, "bar-white", "point-2")
    table.press("roll-white")
    assert table.phase is Phase.TO_THROW


def test_roll_ends_nothing_under_a_hand() -> None:
    table = board(START, (5, 2))
    move(table, "bar-white", "point-5")
    move(table, "bar-white", "point-2")
    table.lift("point-2", WHITE)
    table.wait(0.4)
    table.press("roll-white")
    assert (table.phase, table.play.code) == (Phase.MOVING, "in-hand")


def test_the_second_die_first_and_two_at_once() -> None:
    table = board(START, (5, 2))
    table.lift("bar-white", WHITE)
    table.lift("bar-white", WHITE)
    table.wait(0.5)
    table.put("point-2", WHITE)
    table.wait(0.5)
    assert made(table) == [(0, 2)]
    table.put("point-5", WHITE)
    table.wait(2)
    assert last_play(table) == "bar/2 bar/5"


def test_one_checker_goes_all_the_way_without_resting() -> None:
    table = board("G---A--h", (1, 1))
    table.lift("point-4", WHITE)
    table.wait(0.5)
    assert table.play.state.selected is not None
    assert table.play.state.selected.place == 4
    table.put("point-6", WHITE)
    table.wait(2)
    assert last_play(table) == "4/6"


@pytest.mark.parametrize("order", ["before", "after", "in between"])
def test_a_hit_checker_goes_to_the_bar_before_or_after(order: str) -> None:
    table = board("G-A--a-g", (3, 3))
    table.lift("point-2", WHITE)
    if order == "after":
        table.put("point-5", WHITE, 5)
        table.wait(0.5)
    table.lift("point-5", BLACK)
    table.wait(0.5)
    if order == "in between":
        table.put("point-5", WHITE)
        table.wait(0.5)
    table.put("bar-black", BLACK)
    table.wait(0.5)
    if order == "before":
        table.put("point-5", WHITE)
        table.wait(0.5)
    assert (table.felt, made(table)[:1]) == ("", [(2, 5)])


def test_what_can_be_gone_on_with_waits_longer() -> None:
    """The first die may be played alone where the second is free: see the rules."""
    setup = felt_setup("minigam", (("second_die", "free"),))
    table = FeltBoard(setup, here(START), (5, 2))
    move(table, "bar-white", "point-5")
    table.wait(3.0)
    assert table.phase is Phase.MOVING
    table.wait(1.0)
    assert (table.phase, last_play(table)) == (Phase.TO_THROW, "bar/5")


# Second thoughts


def test_moving_back_takes_back() -> None:
    table = board(START, (5, 2))
    move(table, "bar-white", "point-5")
    move(table, "point-5", "bar-white")
    assert (table.phase, made(table)) == (Phase.MOVING, [])


def test_also_after_the_turn_has_counted() -> None:
    table = board(START, (5, 2))
    move(table, "bar-white", "point-5")
    move(table, "bar-white", "point-2")
    table.wait(2)
    assert table.phase is Phase.TO_THROW
    move(table, "point-5", "bar-white")
    assert (table.phase, made(table)) == (Phase.MOVING, [(0, 2)])
    move(table, "point-2", "point-6")
    table.wait(2)
    assert table.felt == "put-right"
    move(table, "point-6", "point-2")
    move(table, "bar-white", "point-5")
    table.wait(2)
    assert (table.phase, last_play(table)) == (Phase.TO_THROW, "bar/2 bar/5")


def test_undo_says_that_moving_back_takes_back() -> None:
    table = board(START, (5, 2))
    move(table, "bar-white", "point-5")
    table.press("undo")
    assert (table.phase, table.play.code) == (Phase.MOVING, "move-back")
    move(table, "bar-white", "point-2")
    table.wait(2)
    table.press("undo")
    assert (table.phase, table.play.code) == (Phase.TO_THROW, "move-back")


def test_a_hit_checker_is_asked_for() -> None:
    table = board("G-A--a-g", (3, 3))
    move(table, "point-2", "point-5")
    table.wait(1.0)
    felt = table.play.state.transient.felt
    assert felt is not None
    assert (felt.code, felt.text, felt.marks) == (
        "take-hit",
        "Now take the hit checker from point 5 to black's bar.",
        (("point-5", "hit", 0), ("bar-black", "missing-black", 1)),
    )
    move(table, "point-5", "bar-black", BLACK)
    assert (table.felt, made(table)) == ("", [(2, 5)])


# What is no play


def test_a_wrong_place_is_told_with_the_reason_and_lit() -> None:
    table = board(START, (5, 2))
    move(table, "bar-white", "point-3")
    assert table.felt == "in-hand"
    table.wait(2)
    felt = table.play.state.transient.felt
    assert felt is not None
    assert (felt.code, felt.text, felt.marks) == (
        "put-right",
        "No single die goes from white's bar to point 3: you have 5 and 2. "
        "Move 1 checker from point 3 to white's bar.",
        (("bar-white", "missing-white", 1), ("point-3", "error", 1)),
    )
    table.press("roll-white")
    assert (table.phase, table.play.code) == (Phase.MOVING, "put-right")


@pytest.mark.parametrize("way", [("bar-white",), ("point-5",), ("point-2", "point-5")])
def test_any_way_back_to_a_legal_play_will_do(way: tuple[str, ...]) -> None:
    table = board(START, (5, 2))
    move(table, "bar-white", "point-3")
    table.wait(3)
    for source, target in zip(("point-3", *way), way, strict=False):
        move(table, source, target)
    assert table.felt == ""


def test_a_nudge_is_nothing() -> None:
    table = board("G---A--h", (5, 2))
    table.read("point-4/1", False)
    table.wait(1.5)
    table.read("point-4/1", True)
    table.wait(5)
    assert (table.phase, made(table), table.felt) == (Phase.MOVING, [], "")


def test_whoever_moves_before_the_throw_is_told() -> None:
    table = board(START, (5, 2))
    move(table, "bar-white", "point-5")
    move(table, "bar-white", "point-2")
    table.wait(2)
    move(table, "bar-black", "point-6", BLACK)
    table.wait(2)
    table.press("roll-black")
    assert (table.phase, table.felt) == (Phase.TO_THROW, "put-right")
    assert table.said == "Move 1 checker from point 6 to black's bar."


def test_a_checker_that_is_away_for_long_is_asked_for() -> None:
    table = board(START, (5, 2))
    table.lift("bar-white", WHITE)
    table.wait(8.1)
    assert table.felt == "still-in-hand"


# Two plays, one look

DOUBTFUL = "Aa-aaaEb"
"""White enters with 3 or 5 and hits either way; then nothing more can be played."""


@pytest.mark.parametrize(("blot", "play"), [("point-3", "bar/3*"), ("point-5", "bar/5*")])
def test_what_was_seen_tells_which_blot_was_hit(blot: str, play: str) -> None:
    table = board(DOUBTFUL, (3, 5))
    table.lift(blot, BLACK)
    table.wait(0.3)
    table.put("bar-black", BLACK)
    move(table, "bar-white", blot)
    table.wait(2)
    assert (table.phase, last_play(table)) == (Phase.TO_THROW, play)


@pytest.mark.parametrize("undos", [0, 1, 2, 3])
def test_where_it_does_not_the_players_are_asked(undos: int) -> None:
    table = board(DOUBTFUL, (3, 5))
    table.lift("bar-white", WHITE)
    table.put("bar-black", BLACK)
    table.wait(2)
    assert (table.phase, table.felt) == (Phase.MOVING, "which-play")
    for _ in range(undos):
        table.press("undo")
    named = table.said.removeprefix("Was it ").partition("?")[0]
    table.press("roll-white")
    assert (table.phase, last_play(table)) == (Phase.TO_THROW, named)
    assert named == ("bar/5*", "bar/3*")[undos % 2]


# A restart, and a spill


def test_a_restart_in_mid_turn_goes_on_as_if_nothing_had_been() -> None:
    table = board(START, (5, 2))
    move(table, "bar-white", "point-5")
    table.lift("bar-white", WHITE)
    table.wait(0.3)
    table.feel_from_anew()
    table.put("point-2", WHITE)
    table.wait(2)
    assert (table.phase, last_play(table)) == (Phase.TO_THROW, "bar/2 bar/5")


def test_what_was_moved_meanwhile_is_put_right() -> None:
    table = board("EA-B--bf", (5, 2))
    table.wood.lift("point-1", WHITE)
    table.wood.put("point-4", WHITE)
    table.feel_from_anew()
    table.wait(2)
    assert table.felt == "put-right"
    assert table.said.endswith("Move 1 checker from point 4 to point 1.")
    move(table, "point-4", "point-1")
    assert table.felt == ""


def follow_the_lights(table: FeltBoard) -> None:
    """Take away what lies too much, put what is missing, and press roll where nothing is asked for.

    Where light shows checkers of one side, those of the other are in the wrong place.
    """
    felt = table.play.state.transient.felt
    assert felt is not None
    asked = [mark for mark in felt.marks if not mark[1].startswith("position")]
    for zone, meaning, count in felt.marks:
        if meaning == "error":
            take(table, zone, count)
            continue
        side = Side(meaning.partition("-")[2])
        for _ in range(table.wood.holds(zone, side.other)):
            table.lift(zone, side.other)
            table.put(zone, side)
        for _ in range(count if meaning.startswith("missing") else 0):
            table.put(zone, side)
    table.wait(1)
    if table.felt and not asked:
        table.press("roll-white")


def take(table: FeltBoard, zone: str, count: int) -> None:
    for _ in range(count):
        table.lift(zone, BLACK if table.wood.holds(zone, BLACK) else WHITE)


@pytest.mark.parametrize("halfway", [False, True])
def test_knocked_over_and_back_by_the_lights_alone(halfway: bool) -> None:
    table = board("DABA--bf", (5, 2))
    if halfway:
        move(table, "bar-white", "point-5")
    stood = table.position
    knocked = [("point-1", WHITE), ("point-2", WHITE), ("point-2", WHITE), ("point-3", WHITE),
               ("point-6", BLACK), ("point-6", BLACK)]  # fmt: skip
    for zone, side in knocked:
        table.lift(zone, side)
    for zone, side in (("point-1", BLACK), ("point-4", WHITE), ("point-5", BLACK)):
        table.put(zone, side)
    table.wait(3)
    assert table.felt == "set-up-white"
    for _ in range(20):
        if not table.felt:
            break
        follow_the_lights(table)
    assert (table.felt, table.wood.position(MINIGAM.layout)) == ("", stood)
    assert (table.phase, table.position) == (Phase.MOVING, stood)
