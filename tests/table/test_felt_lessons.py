"""The first game on a board that feels its checkers: lifted and put down, and nothing tapped."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from random import Random

import pytest

from minigam.board.light_meanings import Meaning
from minigam.board.profile_model import place_name
from minigam.rules.actions import Stepped, StepTakenBack
from minigam.rules.position import Side
from minigam.table.effects import wants
from minigam.table.events import Elapsed, Held
from minigam.table.first_games import FIRST_GAMES
from minigam.table.light_scene import scene
from minigam.table.state import Phase, State
from minigam.table.zones import zone_in
from tests.table.felt_lessons import (
    AGREED,
    Deed,
    Learner,
    at_lesson,
    at_rest,
    in_lessons,
    lessons,
)
from tests.table.play import Play, silent

EACH_BOARD = pytest.mark.parametrize("points", AGREED)
TO_TOUCH = (Meaning.SOURCE, Meaning.TARGET, Meaning.HIT, Meaning.OFF, Meaning.CHOICE)


def unheld(state: State) -> State:
    return replace(silent(state), selected=None)


@pytest.mark.parametrize(
    ("points", "won"),
    [
        (6, "White wins with 8 off."),
        (16, "Black wins with 5 off."),
        (24, "Black wins with 15 off."),
    ],
)
def test_played_by_hand_as_it_says_it_ends_with_a_set_up_and_nothing_for_the_journal(
    points: int, won: str
) -> None:
    for table, _ in lessons(points):
        assert wants(table.state) == ()
    count = len(FIRST_GAMES[points].lessons)
    assert table.play.see("phase", "report", "tutorial") == [
        "game-over",
        False,
        {"learnt": count, "lessons": count},
    ]
    assert table.play.prompt == f"{won} That was the first game. Press roll to set up your own."
    controls = table.play.seen["controls"]
    assert (controls["roll"], controls["undo"]["live"]) == (
        {"live": True, "label": "New game"},
        False,
    )
    table.roll()
    assert (silent(table.state), table.play.decided) == (silent(Play(AGREED[points]).state), [])


def prompts(points: int) -> Iterator[tuple[bool, str, dict[str, str]]]:
    for table, _ in in_lessons(points):
        yield table.state.selected is not None, table.play.prompt, table.play.seen["prompt"]


@EACH_BOARD
def test_each_lesson_says_what_a_hand_has_to_do(points: int) -> None:
    said = dict.fromkeys((held, text) for held, text, _ in prompts(points))
    expected = dict.fromkeys(
        sentence
        for lesson in FIRST_GAMES[points].lessons
        for sentence in [
            (False, lesson.words.felt),
            *([(True, lesson.then.felt)] if type(lesson.action) is Stepped else []),
        ]
    )
    assert list(said) == list(expected)
    for _, _, prompt in prompts(points):
        assert prompt["watching"] == "The first game is being played."
        for wording in ("text", "page"):
            words = set(prompt[wording].lower().replace(":", "").split())
            assert not {"tap", "undo"} & words
        assert "press" not in prompt["page"]


@EACH_BOARD
def test_the_point_to_move_back_to_is_where_the_checker_came_from(points: int) -> None:
    table = next(table for table in at_rest(points) if table.lesson.action == StepTakenBack())
    back = zone_in(table.play.turn, table.play.turn.steps[-1].source)
    assert table.play.prompt.endswith(f"to point {back.removeprefix('point-')}.")


@EACH_BOARD
def test_only_what_a_lesson_wants_is_lit_and_offered(points: int) -> None:
    for table, (what, zone, _) in in_lessons(points):
        seen, marks = table.play.seen, scene(table.state).marks
        lit = [zone for zone, mark in marks.items() if mark.meaning in TO_TOUCH]
        assert lit == seen["sources"] + seen["targets"]
        if isinstance(table.lesson.action, Stepped) and table.felt != "take-hit":
            held = table.state.selected is not None
            assert len(lit) == 1
            assert held or lit == [zone]
        else:
            assert lit == []
        live = {name for name in ("roll", "undo") if seen["controls"][name]["live"]}
        assert live == ({"roll"} if what == "press" else set())
        assert seen["commands"] == ["menu", "new-game"]


def test_the_way_back_is_lit_as_a_hint() -> None:
    table = at_lesson(3)
    back = {"from": "point-5", "via": [], "to": "point-4"}
    hinted = [
        zone for zone, mark in scene(table.state).marks.items() if mark.meaning is Meaning.HINT
    ]
    assert (table.play.seen["advice"], sorted(hinted)) == ([back], ["point-4", "point-5"])
    assert at_lesson(5).play.seen["advice"] == []


# Before the first lesson


def test_white_is_put_there_first_then_black() -> None:
    table = Learner(6)
    assert (table.felt, table.state.rebuilding) == ("set-up-white", Side.WHITE)
    table.roll()
    assert (table.play.code, table.phase) == ("set-up-white", Phase.TO_THROW)
    table.set_out()
    assert (table.felt, table.state.rebuilding, table.learnt) == ("", None, 0)
    assert table.play.prompt == (
        "A short game, near its end. You play both sides, white first: press roll."
    )


def test_where_everything_stands_already_roll_says_so() -> None:
    table = Learner(6)
    table.clear()
    table.wood.lay(table.layout, table.position)
    table.read_all()
    table.wait(1)
    assert (table.felt, table.said) == (
        "all-stands",
        "If white and black stand as shown, press roll. Otherwise take every black checker away.",
    )
    table.roll()
    assert (table.felt, table.state.rebuilding, table.learnt) == ("", None, 0)


# What a lesson does not want


def others(table: Learner) -> list[list[Deed]]:
    """The steps that the rules allow beside the lesson's, as a hand makes them.

    Without those that no sensor can tell from it: with the other die, or hitting another blot.
    """
    found = [table.carried(step) for step in table.play.turn.next_steps]
    return [deeds for deeds in found if counts(deeds) != counts(table.deeds)]


def counts(deeds: list[Deed]) -> dict[str, int]:
    """How many checkers more, or fewer, lie in each zone after that."""
    found = Counter[str]()
    for what, zone, _ in deeds:
        found[zone] += {"put": 1, "lift": -1}[what]
    return {zone: more for zone, more in found.items() if more}


@EACH_BOARD
def test_a_legal_move_that_it_does_not_want_is_to_be_put_right(points: int) -> None:
    tried = 0
    for table in at_rest(points):
        if not isinstance(table.lesson.action, Stepped):
            continue
        before = unheld(table.state)
        for deeds in others(table):
            tried += 1
            for deed in deeds:
                table.do(deed)
            table.wait(2.5)
            assert (table.felt, table.said.startswith("Not yet. ")) == ("put-right", True)
            lit = [mark.meaning for mark in scene(table.state).marks.values()]
            assert Meaning.ERROR in lit
            assert unheld(table.state) == before
            for what, zone, whose in reversed(deeds):
                table.do(({"lift": "put", "put": "lift"}[what], zone, whose))
            assert (table.felt, unheld(table.state)) == ("", before)
    assert tried > 3


def test_it_says_which_checker_goes_back() -> None:
    table = at_lesson(1)  # point 1 is wanted
    table.do(("lift", "point-4", Side.WHITE), 2.5)
    assert (table.felt, table.said) == (
        "put-right",
        "Not yet. Please put 1 white checker on point 4.",
    )
    table.do(("put", "point-5", Side.WHITE), 2.5)
    assert table.said == "Not yet. Move 1 checker from point 5 to point 4."
    assert table.play.prompt == "First put the checkers right, as the board says."


def test_what_the_rules_forbid_keeps_its_reason() -> None:
    table = at_lesson(1)
    table.do(("lift", "point-1", Side.WHITE))
    table.do(("put", "point-6", Side.WHITE), 2.5)
    assert table.said == (
        "No single die goes from point 1 to point 6: you have 2 and 1. "
        "Move 1 checker from point 6 to point 1."
    )


@EACH_BOARD
def test_a_checker_may_be_put_back_where_it_was_lifted(points: int) -> None:
    for table in at_rest(points):
        if isinstance(table.lesson.action, Stepped):
            before, (_, zone, side) = table.state, table.deeds[0]
            table.do(("lift", zone, side))
            assert table.state.selected is not None
            assert table.play.prompt == table.lesson.then.felt
            table.do(("put", zone, side))
            assert (table.felt, silent(table.state)) == ("", silent(before))


def test_both_dice_at_once_are_one_too_many() -> None:
    table = at_lesson(1)
    for deed in (("lift", "point-4", Side.WHITE), ("put", "point-5", Side.WHITE), *table.deeds):
        table.do(deed)
    table.wait(2.5)
    assert (table.felt, table.learnt) == ("put-right", 1)
    table.do(("lift", "point-5", Side.WHITE))
    table.do(("put", "point-4", Side.WHITE))
    assert (table.felt, table.learnt) == ("", 2)


# Taking back


def test_a_step_is_taken_back_once_the_checker_is_back() -> None:
    table = at_lesson(3)
    table.do(("lift", "point-5", Side.WHITE))
    assert (table.learnt, table.state.selected, table.felt) == (3, None, "in-hand")
    assert table.play.prompt.startswith("A step can be taken back")
    table.do(("put", "point-5", Side.WHITE))  # second thoughts
    assert (table.learnt, table.felt) == (3, "")
    table.do(("lift", "point-5", Side.WHITE))
    table.do(("put", "point-4", Side.WHITE))
    assert (table.learnt, len(table.play.turn.steps)) == (4, 1)


def test_the_other_step_is_not_to_be_taken_back() -> None:
    table = at_lesson(3)
    table.do(("lift", "point-3", Side.WHITE))
    table.do(("put", "point-1", Side.WHITE), 2.5)
    assert table.said == "Not yet. Move 1 checker from point 1 to point 3."
    assert table.learnt == 3


def test_undo_tells_how_to_take_back_in_that_lesson_only() -> None:
    for table in at_rest():
        table.press("undo")
        wanted = isinstance(table.lesson.action, StepTakenBack)
        code = "lesson" if table.learnt else "nothing-to-undo"
        assert table.play.code == ("move-back" if wanted else code)
        if table.learnt and not wanted:
            assert table.play.said == f"Not yet. {table.lesson.words.felt}"
        table.play.do(Elapsed("notice"))


# The end of a turn


@EACH_BOARD
def test_a_play_counts_only_when_roll_says_so(points: int) -> None:
    for table in at_rest(points):
        before = table.state
        table.wait(10)
        assert table.state == before
        nudged = next(zone for zone in table.wood.zones if table.wood.holds(zone, Side.WHITE))
        table.do(("lift", nudged, Side.WHITE))
        table.do(("put", nudged, Side.WHITE), 10)
        assert (table.felt, unheld(table.state)) == ("", unheld(before))


def test_a_play_that_counts_is_not_taken_back() -> None:
    table = at_lesson(6)
    assert table.phase is Phase.TO_THROW
    table.do(("lift", "point-5", Side.WHITE))
    table.do(("put", "point-4", Side.WHITE), 2.5)
    assert (table.learnt, table.said) == (6, "Not yet. Move 1 checker from point 4 to point 5.")
    table.do(("lift", "point-4", Side.WHITE))
    table.do(("put", "point-5", Side.WHITE))
    assert table.felt == ""
    table.roll()
    assert table.learnt == 7


# Hits


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (1, 2, 0, 3), (0, 3, 1, 2), (1, 0, 3, 2)])
def test_a_hit_checker_goes_to_its_bar_in_any_order(order: tuple[int, ...]) -> None:
    table = at_lesson(7)
    deeds = table.deeds
    for number in order:
        assert table.learnt == 7
        table.do(deeds[number])
    assert (table.learnt, table.felt) == (8, "")


def test_a_hit_checker_that_is_left_there_is_asked_for() -> None:
    table = at_lesson(7)
    lift, _, _, put = table.deeds
    table.do(lift)
    table.do(put, 1.5)
    assert (table.felt, table.said, table.learnt) == (
        "take-hit",
        "Now take the hit checker from point 3 to white's bar.",
        7,
    )


# Around it


@EACH_BOARD
def test_whatever_is_moved_changes_nothing_once_all_stands_again(points: int) -> None:
    chance, tried = Random(points), 0
    for number in range(len(FIRST_GAMES[points].lessons)):
        table = at_lesson(number, points)
        before = unheld(table.state)
        table.wait(3)
        for _ in range(4):
            meddle(table, chance)
            if table.learnt != number:  # it was what the lesson wants
                break
        else:
            table.clear()
            table.wood.lay(table.layout, table.position)
            table.read_all()
            table.wait(1)
            if table.state.rebuilding:
                table.set_out()
            assert unheld(table.state) == before
            tried += 1
    assert tried > 10


def meddle(table: Learner, chance: Random) -> None:
    """A checker is carried anywhere, and a button is pressed that does not lead on."""
    lies = [(zone, it) for zone, places in table.wood.zones.items() for it in places if it]
    zone, side = chance.choice(lies)
    table.do(("lift", zone, side), chance.choice((0.2, 1.2, 2.5)))
    table.do(("put", chance.choice([*table.wood.zones]), side), chance.choice((0.2, 1.2, 2.5)))
    if isinstance(table.lesson.action, Stepped | StepTakenBack):
        table.press(chance.choice(("undo", "roll-white", "roll-black")))


@EACH_BOARD
def test_the_menu_shows_the_position_and_ends_it(points: int) -> None:
    for table in at_rest(points):
        before = silent(table.state)
        table.play.do(Held("undo"))
        assert table.play.options == ["Show position", "End the first game", "Back to the game"]
        table.play.go_to("Back")
        table.roll()
        assert silent(table.state) == before


@EACH_BOARD
def test_it_can_be_left_at_any_time_for_what_was_set_up(points: int) -> None:
    asked = Learner(points)
    for table in chain([asked], (table for table, _ in in_lessons(points))):
        left = Play()
        left.state = table.state
        left.do(Held("undo"))
        left.go_to("End the first game")
        left.tap("wait", "roll")
        assert (silent(left.state), left.decided) == (silent(Play(AGREED[points]).state), [])


def test_after_a_spill_white_is_set_up_first_and_the_lesson_goes_on() -> None:
    table = at_lesson(8)
    before = unheld(table.state)
    table.clear()
    table.read_all()
    table.wait(3)
    assert (table.felt, table.state.rebuilding) == ("set-up-white", Side.WHITE)
    assert table.play.seen["controls"]["roll"]["live"] is False
    table.set_out()
    assert (table.felt, unheld(table.state)) == ("", before)


def test_a_tray_that_cannot_be_counted_is_believed_once_a_hand_has_had_its_time() -> None:
    table = next(it for it in at_rest() if it.lesson.action == Stepped(5, 2))
    table.places.level(place_name("off-white", 7), None, table.now)
    table.wait(1)
    learnt, (_, zone, side) = table.learnt, table.deeds[0]
    table.do(("lift", zone, side), 1)
    assert (table.learnt, table.felt) == (learnt, "in-hand")
    table.wait(1)
    assert (table.learnt, table.felt) == (learnt + 1, "")
