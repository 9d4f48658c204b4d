"""A turn felt on the board, case by case. What hands do at large: `test_hands`."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from minigam.rules.position import Position, Side, parse_position
from minigam.rules.record import Played
from minigam.rules.ruleset import MINIGAM
from minigam.table.effects import timers
from minigam.table.events import Event, Felt, Held, Tapped
from minigam.table.setup import Setup
from minigam.table.state import Phase
from minigam.words import Words
from tests.table.felt_board import FeltBoard, felt_setup
from tests.table.play import silent

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


def played(setup: Setup = SETUP) -> FeltBoard:
    """White has played 5-2 with two checkers from the bar."""
    table = FeltBoard(setup, here(START), (5, 2))
    move(table, "bar-white", "point-5")
    move(table, "bar-white", "point-2")
    return table


def last_play(table: FeltBoard) -> str:
    action = table.play.state.game.entries[-1]
    assert isinstance(action, Played)
    return action.play


def made(table: FeltBoard) -> list[tuple[int, int]]:
    return [(step.source, step.target) for step in table.play.turn.steps]


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
    assert (table.phase, table.play.state.game.side) == (Phase.TO_THROW, BLACK)
    assert last_play(table) == "bar/2 bar/5"


def test_roll_ends_it_at_once_but_not_under_a_hand() -> None:
    table = played()
    table.lift("point-2", WHITE)
    table.wait(0.4)
    table.press("roll-white")
    assert (table.phase, table.play.code) == (Phase.MOVING, "in-hand")
    table.put("point-2", WHITE)
    table.wait(0.4)
    table.press("roll-white")
    assert table.phase is Phase.TO_THROW


@pytest.mark.parametrize("order", ["take, bar, land", "land, take, bar", "take, land, bar"])
def test_a_hit_checker_goes_to_the_bar_before_or_after(order: str) -> None:
    table = board("G-A--a-g", (3, 3))
    actions: dict[str, Callable[[], object]] = {
        "take": lambda: table.lift("point-5", BLACK),
        "bar": lambda: table.put("bar-black", BLACK),
        "land": lambda: table.put("point-5", WHITE),
    }
    table.lift("point-2", WHITE)
    for name in order.split(", "):
        actions[name]()
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


def test_the_last_checker_leaves_at_once() -> None:
    setup = felt_setup("hypergammon")
    position = parse_position("a" + "-A" + "-" * 23, setup.rules.layout)
    table = FeltBoard(setup, position, (6, 1))
    move(table, "point-2", "off-white")
    table.wait(5.0)
    assert (table.phase, last_play(table)) == (Phase.GAME_OVER, "2/off")


# Second thoughts


def test_moving_back_takes_back() -> None:
    table = board(START, (5, 2))
    move(table, "bar-white", "point-5")
    move(table, "point-5", "bar-white")
    assert (table.phase, made(table)) == (Phase.MOVING, [])


def test_also_after_the_turn_has_counted() -> None:
    table = played()
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
    assert table.state.transient.felt == Felt(
        "take-hit",
        Words("Now take the hit checker from point 5 to black's bar."),
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
    assert table.state.transient.felt == Felt(
        "put-right",
        Words(
            "No single die goes from white's bar to point 3: you have 5 and 2. "
            "Move 1 checker from point 3 to white's bar."
        ),
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


def test_whoever_moves_before_the_throw_is_told() -> None:
    table = played()
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


def doubtful() -> FeltBoard:
    table = board(DOUBTFUL, (3, 5))
    table.lift("bar-white", WHITE)
    table.put("bar-black", BLACK)
    table.wait(2)
    assert (table.phase, table.felt) == (Phase.MOVING, "which-play")
    return table


@pytest.mark.parametrize("undos", [0, 1, 2, 3])
def test_where_it_does_not_the_players_are_asked(undos: int) -> None:
    table = doubtful()
    for _ in range(undos):
        table.press("undo")
    named = table.said.removeprefix("Was it ").partition("?")[0]
    table.press("roll-white")
    assert (table.phase, last_play(table)) == (Phase.TO_THROW, named)
    assert named == ("bar/5*", "bar/3*")[undos % 2]


def test_a_blot_that_is_only_touched_is_no_evidence() -> None:
    """While the other is pushed off its very place, which nothing feels."""
    table = board(DOUBTFUL, (3, 5))
    table.lift("bar-white", WHITE)
    table.wait(0.5)
    table.lift("point-3", BLACK)
    table.wait(0.25)
    table.put("point-3", BLACK)
    table.wait(0.5)
    table.put("bar-black", BLACK)
    table.wait(2)
    assert (table.phase, table.felt) == (Phase.MOVING, "which-play")


def test_the_question_is_asked_again_after_a_restart() -> None:
    table = doubtful()
    table.feel_from_anew()
    table.wait(2)
    assert (table.phase, table.felt) == (Phase.MOVING, "which-play")


# A point with more checkers than places

BACKGAMMON = felt_setup("backgammon")


def full(white: dict[int, int], black: dict[int, int], *dice: tuple[int, int]) -> FeltBoard:
    """A full board, with so many checkers on the places of each side's track."""
    own, theirs = (tuple(side.get(place, 0) for place in range(26)) for side in (white, black))
    return FeltBoard(BACKGAMMON, Position(own, theirs), *dice)


def piled() -> FeltBoard:
    """White has six on point 15, which has five places, and two on point 18."""
    return full({10: 6, 7: 2, 1: 7}, {1: 5, 2: 5, 3: 5}, (2, 3))


def test_a_checker_in_the_hand_ends_no_turn() -> None:
    """15/13 leaves five on their places, and so would 18/15 with its checker on top of them."""
    table = piled()
    move(table, "point-15", "point-13")
    table.lift("point-18", WHITE)
    table.wait(1.0)
    assert (table.phase, table.felt) == (Phase.MOVING, "in-hand")
    table.wait(1.0)
    assert table.said.startswith("Was it 18/15 15/13?")
    table.put("point-18", WHITE)
    table.wait(2.0)
    assert (table.phase, table.felt, made(table)) == (Phase.MOVING, "", [(10, 12)])


def test_a_touch_takes_nothing_back() -> None:
    """Point 15 shows five before 15/10 and after it: a touch of point 10 looks like all of it."""
    table = piled()
    move(table, "point-15", "point-10")
    table.wait(2.0)
    counted = silent(table.state)
    assert table.phase is Phase.TO_THROW
    for _ in range(3):
        table.read("point-10/1", False)
        table.wait(1.0)
        table.read("point-10/1", True)
        table.wait(0.5)
    assert (silent(table.state), table.felt) == (counted, "")
    move(table, "point-10", "point-15")
    table.wait(1.5)
    assert (table.phase, made(table)) == (Phase.MOVING, [])


def test_two_in_the_hand_and_one_that_is_not_felt_are_no_spill() -> None:
    table = piled()
    table.read("point-24/1", False)
    table.lift("point-15", WHITE)
    table.lift("point-18", WHITE)
    table.wait(3.0)
    assert (table.felt, table.state.rebuilding) == ("put-right", None)
    table.put("point-13", WHITE)
    table.put("point-15", WHITE)
    table.read("point-24/1", True)
    table.wait(2.0)
    table.press("roll-white")
    assert (table.phase, last_play(table)) == (Phase.TO_THROW, "18/15 15/13")


def test_all_that_was_moved_back_is_the_beginning_again() -> None:
    """Slowly, so that it is followed on its way; nobody is asked about plays that hide."""
    table = full({6: 7, 17: 1, 18: 7}, {5: 2, 25: 13}, (3, 3), (1, 1))
    moves = [("point-7", "point-4")] * 2 + [("point-4", "point-1")] * 2
    for source, target in moves:
        move(table, source, target)
    table.wait(4)
    assert table.phase is Phase.TO_THROW
    for source, target in reversed(moves):
        table.lift(target, WHITE)
        table.wait(3)
        table.put(source, WHITE)
        table.wait(3)
    table.wait(6)
    assert (table.phase, table.felt, made(table)) == (Phase.MOVING, "", [])


def unfelt() -> FeltBoard:
    """White plays from one point with hidden checkers to another, and roll says so."""
    table = full({6: 7, 9: 7, 1: 1}, {10: 2, 13: 2, 15: 2, 18: 2, 25: 7}, (3, 6))
    table.press("roll-white")
    assert table.felt == "which-play"
    return table


def test_undo_takes_back_what_was_not_felt() -> None:
    table = unfelt()
    table.press("roll-white")
    assert (table.phase, made(table) != []) == (Phase.TO_THROW, True)
    table.press("undo")
    assert (table.phase, table.felt, made(table)) == (Phase.MOVING, "", [])


def test_undo_past_the_last_play_that_was_not_felt_is_no() -> None:
    table = unfelt()
    asked = [table.said]
    while table.felt:
        table.press("undo")
        asked.append(table.said)
    assert len(asked) == len(set(asked)) > 1
    assert (table.phase, made(table)) == (Phase.MOVING, [])


def test_nobody_doubles_while_a_play_is_taken_back() -> None:
    table = piled()
    move(table, "point-15", "point-13")
    move(table, "point-18", "point-15")
    table.wait(2)
    table.press("roll-white")
    assert table.phase is Phase.TO_THROW
    table.lift("point-13", WHITE)
    table.wait(0.3)
    table.play.do(Held("roll"))
    assert (table.phase, table.play.code) == (Phase.TO_THROW, "in-hand")


def test_the_computer_waits_for_hands() -> None:
    table = played(replace(SETUP, black="easy"))
    table.wait(2)
    assert [timer.name for timer in timers(table.state)] == ["dead", "computer"]
    table.lift("point-2", WHITE)
    table.wait(0.2)
    assert [timer.name for timer in timers(table.state)] == ["dead"]


# A sensor that lies


def flicker(table: FeltBoard, place: str, seconds: float, apart: float = 0.8) -> None:
    """A place of which nobody knows what it will say next."""
    for n in range(round(seconds / apart)):
        table.level(place, n % 2 == 0)
        table.wait(apart)


def test_a_play_counts_though_a_place_flickers() -> None:
    table = board(START, (5, 2))
    flicker(table, "point-3/4", 20)
    move(table, "bar-white", "point-5")
    move(table, "bar-white", "point-2")
    flicker(table, "point-3/4", 4)
    assert (table.phase, last_play(table)) == (Phase.TO_THROW, "bar/2 bar/5")


def test_a_play_onto_the_zone_that_flickers_is_asked_about() -> None:
    """Whether the checker lies there or is still held, nobody can know."""
    table = board(START, (5, 2))
    flicker(table, "point-5/4", 20)
    move(table, "bar-white", "point-2")
    table.lift("bar-white", WHITE)
    flicker(table, "point-5/4", 4)
    assert (table.phase, table.felt) == (Phase.MOVING, "which-play")
    assert table.said.startswith("Was it bar/2 bar/5?")
    table.put("point-5", WHITE, 0)
    flicker(table, "point-5/4", 4)
    assert (table.phase, last_play(table)) == (Phase.TO_THROW, "bar/2 bar/5")


def test_a_wrong_board_is_explained_though_a_place_flickers() -> None:
    table = board("EA-B--bf", (5, 2))
    flicker(table, "point-3/4", 20)
    move(table, "point-1", "point-5")
    flicker(table, "point-3/4", 3)
    assert (table.phase, table.felt) == (Phase.MOVING, "put-right")


def test_a_checker_that_flickers_is_no_flood_of_events(monkeypatch: pytest.MonkeyPatch) -> None:
    table = board(START, (5, 2))
    flicker(table, "bar-white/1", 20)
    changes: list[Event] = []
    do = table.play.do

    def watched(event: Event) -> None:
        before = silent(table.state)
        do(event)
        if silent(table.state) != before or table.state.decided:
            changes.append(event)

    monkeypatch.setattr(table.play, "do", watched)
    flicker(table, "bar-white/1", 60)
    assert changes == []


def test_what_lies_wrong_is_told_with_every_checker() -> None:
    """At once, after it has been told: whoever puts checkers right is not left in the dark."""
    table = board("EA-B--bf", (5, 2))
    bars = [(WHITE, "bar-white"), (BLACK, "bar-black")]
    for side, bar in bars:
        table.lift(bar, side)
        table.put("point-4", side)
    table.wait(3)
    said = [table.said]
    for side, bar in bars:
        for action, zone in ((table.lift, "point-4"), (table.put, bar)):
            action(zone, side)
            table.wait(0.2)
            said.append(table.said)
    assert said == [
        "Please put 1 white checker on white's bar, 1 black checker on black's bar "
        "and take 2 from point 4.",
        "Please put 1 white checker on white's bar, 1 black checker on black's bar "
        "and take 1 from point 4.",
        "It is white's turn, and black's bar holds black's checkers. "
        "Move 1 checker from point 4 to black's bar.",
        "Please put 1 black checker on black's bar.",
        "",
    ]


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
            for _ in range(count):
                table.lift(zone, BLACK if table.wood.holds(zone, BLACK) else WHITE)
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


SPILT = ("point-1", "point-2", "point-2")


def spilled() -> FeltBoard:
    """Two checkers of white's stand wrong after a spill; black's stand right, as it happens."""
    table = board("DABA--bf", (5, 2))
    for place in SPILT:
        table.lift(place, WHITE)
    table.wait(3)
    assert (table.felt, table.state.rebuilding) == ("put-right", None)  # some may be in the hand
    table.wait(6)
    assert (table.felt, table.state.rebuilding) == ("set-up-white", WHITE)
    return table


def white_stands() -> FeltBoard:
    """And white's have been put back."""
    table = spilled()
    for place in SPILT:
        table.put(place, WHITE)
    table.wait(1)
    assert table.felt == "all-stands"
    return table


def test_after_a_restart_amid_setting_up_what_is_away_may_be_in_the_hand() -> None:
    """It is so little that it is no spill."""
    table = spilled()
    table.put("point-1", WHITE)
    table.put("point-2", WHITE)
    table.feel_from_anew()
    table.wait(9)
    assert (table.felt, table.state.rebuilding) == ("still-in-hand", None)
    table.put("point-2", WHITE)
    table.wait(1)
    assert (table.felt, table.state.rebuilding) == ("", None)


def take_black_away(table: FeltBoard) -> None:
    for zone in ("bar-black", "point-6"):
        while table.wood.holds(zone, BLACK):
            table.lift(zone, BLACK)
    table.wait(1)


def test_no_button_answers_for_a_board_that_is_not_there() -> None:
    table = white_stands()
    table.play.do(Felt("no-board", Words("The cable is out.")))
    table.play.do(table.recogniser.heard(table.state, Tapped("roll-white", 1)))
    assert (table.play.code, table.state.rebuilding) == ("no-board", WHITE)


def test_outside_play_a_display_shows_all_checkers() -> None:
    table = spilled()
    table.play.do(Held("undo"))
    assert (table.phase, table.play.seen["rebuilding"]) == (Phase.MENU, None)


def test_after_a_restart_while_black_is_set_up_its_checkers_are_asked_for() -> None:
    table = white_stands()
    take_black_away(table)
    table.press("roll-white")
    assert (table.felt, table.state.rebuilding) == ("set-up-black", BLACK)
    table.feel_from_anew()
    table.wait(3)
    assert (table.felt, table.state.rebuilding) == ("put-right", None)
    assert table.said == (
        "Please put 2 black checkers on point 6, 6 black checkers on black's bar."
    )


def test_black_learns_which_of_its_checkers_lie_beneath_after_a_spill() -> None:
    setup = felt_setup("plakoto")
    position = parse_position("-l------A--------a-a----N- 8", setup.rules.layout)
    table = FeltBoard(setup, position, (2, 1))
    table.lift("point-8", WHITE)
    for place in ("point-8", "point-17", "point-19", *["point-1"] * 12):
        table.lift(place, BLACK)
    table.wait(9)
    table.put("point-8", WHITE)
    table.wait(1)
    assert (table.felt, table.state.rebuilding) == ("white-stands", WHITE)
    table.press("roll-white")
    assert (table.felt, table.state.rebuilding) == ("set-up-black", BLACK)
    assert table.said == (
        "Now put black's checkers where the lights ask for them. "
        "One lies beneath white's on point 8."
    )


def test_a_display_shows_only_whose_checkers_are_set_up() -> None:
    table = white_stands()
    shown = [told(table)]
    table.lift("bar-black", BLACK)
    table.wait(1)
    shown.append(told(table))
    take_black_away(table)
    shown.append(told(table))
    assert shown == [
        (
            "all-stands",
            None,
            {"live": True, "label": "All in place"},
            "Roll: all checkers are in place.",
        ),
        (
            "set-up-white",
            "white",
            {"live": False, "label": "Confirm"},
            "First put the checkers right, as the board says.",
        ),
        (
            "white-stands",
            "white",
            {"live": True, "label": "White in place"},
            "Roll: white's checkers are in place.",
        ),
    ]


def told(table: FeltBoard) -> tuple[str, str | None, dict[str, Any], str]:
    found = table.play.seen
    assert found["message"]["code"] == table.felt
    return table.felt, found["rebuilding"], found["controls"]["roll"], found["prompt"]["text"]


@pytest.mark.parametrize("halfway", [False, True])
def test_knocked_over_and_back_by_the_lights_alone(halfway: bool) -> None:
    table = board("DABA--bf", (5, 2))
    if halfway:
        move(table, "bar-white", "point-5")
    stood = table.position
    for zone in (*SPILT, "point-3"):
        table.lift(zone, WHITE)
    for _ in range(2):
        table.lift("point-6", BLACK)
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
