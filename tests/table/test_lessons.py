"""The first game: its script keeps to the rules, and each lesson lets one thing through."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from minigam.board.light_meanings import Meaning
from minigam.errors import RequestError
from minigam.rules.actions import Confirmed, Named, Rolled, Stepped, StepTakenBack
from minigam.rules.plays import Result
from minigam.rules.position import Side
from minigam.table.announcements import spoken
from minigam.table.effects import wants
from minigam.table.events import Command, Commanded, DiskFull, Event, FilledIn, Held, Moved, Tapped
from minigam.table.first_games import FIRST_GAMES, Lesson
from minigam.table.lessons import begin, present, words
from minigam.table.light_scene import scene
from minigam.table.machine import step
from minigam.table.setup import Setup
from minigam.table.state import Notice, Phase, State
from minigam.table.zones import all_zones, zone_in
from minigam.words import Words
from tests.table.play import Play, agreed, silent, started

AGREED = {
    points: agreed(
        rules, black="hard", hints=True, dice="hand", stake="1 coffee", names=("Ann", "")
    )
    for points, rules in ((6, "minigam"), (16, "backgammon-dice-basic"), (24, "fevga"))
}
"""What is set up on a board of so many points when its first game begins."""
EACH_BOARD = pytest.mark.parametrize("points", AGREED)
TO_TOUCH = (Meaning.SOURCE, Meaning.TARGET, Meaning.HIT, Meaning.OFF, Meaning.CHOICE)
BUTTONS = ("roll", "undo")


def learner(points: int = 6) -> Play:
    """Somebody in the first game, before its first lesson."""
    play = Play(AGREED[points])
    play.tap("bar-black")
    return play


def the_lesson(play: Play) -> Lesson:
    found = present(play.state)
    assert found is not None
    return found


def wanted(play: Play) -> list[str]:
    """What the present lesson wants touched, one after the other."""
    match the_lesson(play).action:
        case Stepped(source, die):
            target = min(source + die, play.turn.rules.layout.off)
            return [zone_in(play.turn, place) for place in (source, target)]
        case StepTakenBack():
            return ["undo"]
    return ["roll"]


def lessons(points: int = 6) -> Iterator[tuple[Play, str]]:
    """The first game before each touch that it wants, with that touch."""
    play = learner(points)
    while present(play.state):
        for touch in wanted(play):
            play.tap("wait")
            yield play, touch
            play.tap(touch)
            assert play.code == ""
    yield play, ""


def in_lessons(points: int = 6) -> Iterator[tuple[Play, str]]:
    return ((play, touch) for play, touch in lessons(points) if touch)


def zones(points: int) -> tuple[str, ...]:
    return all_zones(AGREED[points].rules.layout)


def learnt(state: State) -> int:
    assert state.tutorial
    return state.tutorial.learnt


def picked(state: State) -> str:
    """The zone of the checker that is picked up."""
    return zone_in(state.turn, state.selected.place) if state.turn and state.selected else ""


@pytest.mark.parametrize(
    ("points", "winner", "white", "black", "kinds"),
    [
        (6, Side.WHITE, {7: 8}, {5: 2, 7: 6}, (5, 9, 1, 5)),
        (16, Side.BLACK, {4: 1, 12: 1, 17: 3}, {17: 5}, (4, 9, 1, 4)),
        (24, Side.BLACK, {6: 1, 21: 1, 25: 13}, {25: 15}, (4, 9, 1, 4)),
    ],
)
def test_the_script_is_a_game_by_the_rules_to_its_end(
    points: int,
    winner: Side,
    white: dict[int, int],
    black: dict[int, int],
    kinds: tuple[int, int, int, int],
) -> None:
    script = FIRST_GAMES[points].lessons
    game = begin(Play(AGREED[points]).state).game.follow(lesson.action for lesson in script)
    places = range(points + 2)
    assert (game.result, game.shown_position) == (
        Result(winner, 1, "single"),
        replace(
            game.position,
            white=tuple(white.get(place, 0) for place in places),
            black=tuple(black.get(place, 0) for place in places),
        ),
    )
    found = Counter(type(lesson.action) for lesson in script)
    assert tuple(found[kind] for kind in (Rolled, Stepped, StepTakenBack, Confirmed)) == kinds


@pytest.mark.parametrize(
    ("points", "won"),
    [
        (6, "White wins with 8 off."),
        (16, "Black wins with 5 off."),
        (24, "Black wins with 15 off."),
    ],
)
def test_played_as_it_says_it_ends_with_a_set_up_and_nothing_for_the_journal(
    points: int, won: str
) -> None:
    for play, _ in lessons(points):
        assert wants(play.state) == ()
    assert (play.state.phase, play.choices) == (Phase.GAME_OVER, {"point-3": "New game"})
    assert play.prompt == f"{won} That was the first game. Press roll to set up your own."
    count = len(FIRST_GAMES[points].lessons)
    assert play.see("report", "commands", "tutorial") == [
        False,
        ["new-game"],
        {"learnt": count, "lessons": count},
    ]
    assert play.seen["controls"]["roll"] == {"live": True, "label": "New game"}
    play.tap("wait", "roll")
    assert (silent(play.state), play.decided) == (silent(Play(AGREED[points]).state), [])


@EACH_BOARD
def test_only_what_a_lesson_wants_is_lit_and_offered(points: int) -> None:
    for play, touch in in_lessons(points):
        seen, marks = play.seen, scene(play.state).marks
        lit = [touch] if touch in zones(points) else []
        assert [zone for zone, mark in marks.items() if mark.meaning in TO_TOUCH] == lit
        assert seen["sources"] + seen["targets"] + seen["far_targets"] == lit
        live = {name for name in BUTTONS if seen["controls"][name]["live"]}
        assert live == {"undo" if play.state.selected else touch} - set(zones(points))
        assert (seen["phase"], seen["commands"]) == (play.state.phase.value, ["menu", "new-game"])


def test_before_the_first_roll_the_lights_show_what_has_to_be_set_out() -> None:
    standing = {zone: mark.count for zone, mark in scene(learner().state).marks.items()}
    points = {"point-1": 1, "point-2": 2, "point-4": 1, "point-6": 1}
    assert standing == points | {"off-white": 6, "off-black": 5}


@EACH_BOARD
def test_each_lesson_says_what_to_do(points: int) -> None:
    said = [(play.prompt, play.seen["prompt"]) for play, _ in in_lessons(points)]
    expected = [
        each.tapped
        for lesson in FIRST_GAMES[points].lessons
        for each in [
            lesson.words,
            *([lesson.then] if type(lesson.action) is Stepped else []),
        ]
    ]
    assert [prompt for prompt, _ in said] == expected
    for _, prompt in said:
        assert prompt["watching"] == "The first game is being played."
        assert not {"press", "undo"} & set(prompt["page"].lower().replace(":", "").split())


def events(points: int) -> Iterator[Event]:
    """Whatever people may do."""
    there = zones(points)
    yield from (Tapped(name, 1) for name in (*there, *BUTTONS, "roll-white", "roll-black"))
    yield from (Moved(start, end) for start in there for end in there if end != start)
    yield from (Held(name) for name in ("roll", "roll-white", "roll-black"))
    yield from (Commanded(name) for name in Command if name not in (Command.MENU, Command.NEW_GAME))
    yield Named(("Eve", "Bob"))


def unpicked(state: State) -> State:
    return replace(silent(state), selected=None)


@EACH_BOARD
def test_whatever_else_is_done_changes_nothing_and_gets_a_reason(points: int) -> None:
    codes = Counter[str]()
    for play, touch in in_lessons(points):
        before, ways = play.state, Counter[str]()
        for event in events(points):
            after = step(before, event)
            assert after.decided == ()
            if learnt(after) != learnt(before):
                assert learnt(after) == learnt(before) + 1
                ways[type(event).__name__] += 1
                continue
            assert unpicked(after) == unpicked(before)
            assert picked(after) in ("", wanted(play)[0])
            if silent(after) == silent(before):
                assert after.transient.notice, event
                codes[after.transient.notice.code] += 1
        assert ways["Moved"] == (type(the_lesson(play).action) is Stepped), touch
    assert codes["lesson"] > 100
    assert set(codes) - {"lesson"} == {
        "no-beginning",
        "no-double",
        "no-first-game",
        "no-hints",
        "no-hint-now",
        "no-resignation",
        "no-source",
        "no-target",
        "not-finished",
        "not-thrown",
        "not-your-turn",
        "nothing-to-undo",
    }


@EACH_BOARD
def test_a_legal_move_that_it_does_not_want_is_refused_in_its_own_words(points: int) -> None:
    for play, touch in in_lessons(points):
        if play.state.phase is not Phase.MOVING or play.state.selected:
            continue
        for zone in {zone_in(play.turn, it.source) for it in play.turn.next_steps} - {touch}:
            after = step(play.state, Tapped(zone, 1))
            notice = after.transient.notice
            assert notice == Notice("lesson", Words(f"Not yet. {words(play.state)}"), zone)


def test_what_the_rules_refuse_keeps_their_reason() -> None:
    play = next(play for play, touch in lessons() if touch == "bar-white")
    play.tap("bar-white", "point-2")
    assert (play.code, play.state.selected is not None) == ("no-target", True)
    assert "black" in play.said


@EACH_BOARD
def test_a_checker_that_is_picked_up_may_be_put_down(points: int) -> None:
    for play, _ in in_lessons(points):
        if play.state.selected:
            held = picked(play.state)
            for back in (held, "undo"):
                after = step(play.state, Tapped(back, 1))
                assert (after.selected, after.tutorial) == (None, play.state.tutorial)


@EACH_BOARD
def test_the_menu_shows_the_position_and_ends_it(points: int) -> None:
    for play, _ in in_lessons(points):
        at = silent(play.state)
        for back in ("roll", "undo", "point-1"):
            play.tap("hold undo")
            assert play.choices == {"point-1": "Show position", "point-2": "End the first game"}
            assert play.see("phase", "commands") == ["menu", ["new-game"]]
            play.tap("point-5")
            assert (play.code, play.state.phase) == ("no-choice", Phase.MENU)
            play.tap(back)
            assert silent(play.state) == at


@EACH_BOARD
@pytest.mark.parametrize("touches", [["hold undo", "point-2"], ["hold roll+undo"]])
def test_it_can_be_left_at_any_time_for_what_was_set_up(points: int, touches: list[str]) -> None:
    for play, _ in lessons(points):
        left = Play()
        left.state = play.state
        left.tap(*(touches if present(play.state) else touches[-1:]))
        if not present(play.state) and touches[-1] != "hold roll+undo":
            continue
        assert (silent(left.state), left.decided) == (silent(Play(AGREED[points]).state), [])


def test_at_its_end_nobody_is_named_and_no_rematch_begins() -> None:
    *_, (play, _) = lessons()
    play.tap("wait", "point-1")
    assert play.code == "no-choice"
    play.do(Named(("Eve", "Bob")))
    assert (play.code, play.said) == ("lesson", "Not in the first game.")


def test_it_is_no_game_to_be_set_up_in() -> None:
    with pytest.raises(RequestError):
        step(learner().state, FilledIn({"dice": "hand"}))


def test_a_full_disk_is_no_hindrance() -> None:
    play = Play(AGREED[6])
    play.do(DiskFull(True))
    play.do(Commanded(Command.FIRST_GAME))
    assert (play.state.phase, play.state.transient.full) == (Phase.TO_THROW, True)


@pytest.mark.parametrize("felt", [False, True])
def test_a_board_that_offers_other_rules_only_has_none(felt: bool) -> None:
    play = Play(Setup("minigam-full-entry", games=("minigam-full-entry",), felt=felt))
    assert "First game" not in play.choices.values()
    play.do(Commanded(Command.FIRST_GAME))
    assert (play.code, play.state.phase) == ("no-first-game", Phase.ATTRACT)


def test_it_is_begun_only_where_a_game_is_set_up() -> None:
    play = Play()
    assert (play.choices["bar-black"], play.seen["commands"]) == (
        "First game",
        ["begin", "first-game"],
    )
    play.tap("bar-white", "bar-black")  # the second page, and back from it
    assert (play.state.phase, play.state.tutorial) == (Phase.ATTRACT, None)
    play = started((5, 2))
    assert play.seen["tutorial"] is None
    play.do(Commanded(Command.FIRST_GAME))
    assert (play.code, play.state.tutorial) == ("no-first-game", None)


def test_its_lessons_are_spoken_with_the_place_to_touch() -> None:
    play = learner()
    before = play.state
    play.tap("roll")
    said = spoken(before, play.state)
    assert said
    lesson = "In this lesson one checker moves, the lit one: tap it."
    assert said.text == f"White rolls 2 and 1. {lesson} May move: point 1."
