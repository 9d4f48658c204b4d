"""People read one numbering at a time, and never a pawn's face in code."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from minigam.board.light_meanings import Meaning
from minigam.rules.position import Layout, Side
from minigam.rules.record import Played
from minigam.rules.record_conversion import record_of
from minigam.rules.ruleset import RULE_SETS
from minigam.table.announcements import position_words, spoken
from minigam.table.events import Event, Opened
from minigam.table.light_scene import scene
from minigam.table.play_list import plays_for_people
from minigam.table.replay import frames
from minigam.table.snapshot import snapshot
from minigam.table.state import Phase, State
from minigam.table.suggestions import step_words
from minigam.web.language import Languages
from minigam.words import ENGLISH, Words
from tests.table.play import silent
from tests.table.random_games import CHOICES, Random, random_state, setup_of

OWN = replace(ENGLISH, own_numbers=True)
POINT = re.compile(r"\bpoint (\d+)")
NUMBER = re.compile(r"(?<![(\d])\d+")
"""A point's number in a play; not how often it is made."""
CODE = re.compile(r"@|~|(?:regular|double|switch|half)[-+0]")
TO_TOUCH = (Meaning.SOURCE, Meaning.SELECTED, Meaning.TARGET, Meaning.HIT)
IN_PLAY = (Phase.TO_THROW, Phase.MOVING, Phase.TURN_OVER, Phase.PASSING)
EACH_CHOICE = pytest.mark.parametrize("choice", range(len(CHOICES)))


class Watched(Random):
    """A random game that remembers each change."""

    def __init__(self, opening: Opened, rng: random.Random) -> None:
        super().__init__(opening, rng)
        self.changes: list[tuple[State, State]] = []

    def do(self, event: Event) -> None:
        before = self.state
        super().do(event)
        self.changes.append((before, self.state))


def watched(choice: int) -> list[tuple[State, State]]:
    """What has changed in the first touches of a game of a rule set."""
    rules_id, options = CHOICES[choice]
    game = Watched(Opened(setup_of(rules_id, options), started=True), random.Random(choice))
    game.go_on(250)
    return game.changes


def all_words(value: object) -> Iterator[Words]:
    """Every text for people in a value."""
    if isinstance(value, Words):
        yield value
    if isinstance(value, dict):
        value = list(value.values())
    for part in value if isinstance(value, list | tuple) else ():
        yield from all_words(part)


def number_of(layout: Layout, zone: str) -> int:
    """Black's own number of a point, by the rules' own words for it."""
    printed = int(zone.removeprefix("point-"))
    if layout.same_way:
        return (printed + 11) % 24 + 1
    return layout.points + 1 - printed


def renumbered(layout: Layout, text: str) -> str:
    """A text with black's own numbers in the place of the board's."""
    return POINT.sub(lambda found: f"point {number_of(layout, found[1])}", text)


def test_each_rule_set_is_watched() -> None:
    assert {rules_id for rules_id, _ in CHOICES} == set(RULE_SETS)


@EACH_CHOICE
def test_the_words_of_a_black_step_name_the_points_that_light_up(choice: int) -> None:
    seen = 0
    for _, changed in watched(choice):
        state = silent(changed)
        turn, lit = state.turn, scene(state).marks
        half_way = state.selected and state.selected.path
        if state.phase is Phase.MOVING and turn and turn.side is Side.BLACK and not half_way:
            points = {zone for zone, mark in lit.items() if mark.meaning in TO_TOUCH}
            named = {f"point-{number}" for number in POINT.findall(said_now(state))}
            assert named == {zone for zone in points if zone.startswith("point-")}
            seen += bool(named)
    assert seen > 5


def said_now(state: State) -> str:
    """What a player who cannot see the lights is asked to do: what may move, and where to."""
    news = spoken(None, state)
    assert news is not None
    return news.text


@EACH_CHOICE
def test_a_written_play_names_the_points_that_its_steps_touch(choice: int) -> None:
    record = record_of(random_state(choice).game)
    shown, rules = frames(record), record.terms.rules
    for number, listed in enumerate(plays_for_people(rules, record.actions), start=1):
        steps = [frame["step"] for frame in shown if frame["play"] == number and frame["step"]]
        starts = {step["from"] for step in steps}
        ends = {zone for step in steps for zone in (*step["via"], step["to"])}
        named = {f"point-{found}" for found in NUMBER.findall(listed["text"])}
        points = {zone for zone in starts | ends if zone.startswith("point-")}
        if listed["roll"] is not None:
            assert points - (starts & ends) <= named <= points, listed


@EACH_CHOICE
def test_with_each_sides_own_numbers_a_play_reads_as_the_standard_notation(choice: int) -> None:
    record = record_of(random_state(choice).game)
    rules = record.terms.rules
    for entry, listed in zip(record.actions, plays_for_people(rules, record.actions), strict=True):
        if isinstance(entry, Played):
            own, printed = OWN.say(listed["text"]), ENGLISH.say(listed["text"])
            assert NUMBER.findall(own) == NUMBER.findall(re.sub(r":\d|\w+[-+0]@", "", entry.play))
            if not rules.pawn_die:
                assert own == entry.play
            if entry.side is Side.WHITE:
                assert printed == own


@EACH_CHOICE
def test_the_setting_changes_every_text_about_a_side_at_once(choice: int) -> None:
    changed = 0
    for before, after in watched(choice):
        layout, side = after.game.rules.layout, after.game.side
        if after.phase not in IN_PLAY or before.game.side is not side:
            continue
        seen, news = snapshot(after, 1), spoken(before, after)
        texts = [*all_words([seen["prompt"], seen["message"], seen["controls"]])]
        texts += [news.text] if news and not after.transient.showing else []
        texts += (
            [step_words(after.turn, step) for step in after.turn.next_steps] if after.turn else []
        )
        for text in texts:
            expected = renumbered(layout, text) if side is Side.BLACK else text
            assert OWN.say(text) == expected
            changed += expected != text
        if side is Side.BLACK:
            assert OWN.say(seen["numbers"]) == {
                zone: str(number_of(layout, zone)) for zone in seen["numbers"]
            }
    assert changed > 10


@EACH_CHOICE
def test_no_text_for_people_has_a_face_in_code(choice: int) -> None:
    for before, after in watched(choice):
        news = spoken(before, after)
        texts = [*all_words(snapshot(after, 1)), position_words(after), news.text if news else ""]
        assert [text for text in texts if CODE.search(text)] == []


def test_in_another_language_the_numbers_are_the_same() -> None:
    german = Languages().named("de").language
    found = snapshot(random_state(3), 1)
    text = plays_for_people(RULE_SETS["backgammon"], [Played(Side.BLACK, (6, 1), "bar/24 8/7*")])
    assert german.say(text)[0]["text"] == "Bar/1 17/18*"
    assert replace(german, own_numbers=True).say(text)[0]["text"] == "Bar/24 8/7*"
    assert set(found["numbers"]) == {f"point-{number}" for number in range(1, 25)}
