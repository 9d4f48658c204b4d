"""What is said aloud: a whole game by ear, and each thing that is said."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from minigam.table.announcements import Spoken, Tone, position_words, spoken
from minigam.table.events import Elapsed, Event, PositionRequested
from minigam.table.setup import Setup
from minigam.table.state import State
from minigam.table.zones import all_zones
from minigam.web.language import Languages
from minigam.words import Language, Words, is_plain
from tests.table.play import Play, agreed, at, throws

GERMAN = Languages().named("de").language


class Heard(Play):
    """A game whose listener hears every change."""

    def __init__(self, setup: Setup | None = None, seed: int = 0) -> None:
        super().__init__(setup, throws(Random(seed)))
        self.heard: list[Spoken] = []
        self._depth = 0
        self._hear(None)

    def do(self, event: Event) -> None:
        """As a daemon tells it: a touch and what it leads to in one."""
        before = self.state
        self._depth += 1
        super().do(event)
        self._depth -= 1
        if not self._depth:
            self._hear(before)

    def _hear(self, before: State | None) -> None:
        if news := spoken(before, self.state):
            self.heard.append(news)

    def touch(self, name: str) -> str:
        """What is heard after a touch."""
        count = len(self.heard)
        self.tap(name, "wait")
        return " ".join(news.text for news in self.heard[count:])


def zone_named(words: str) -> str:
    """The button of a place that was heard."""
    if words.startswith("point "):
        return words.replace(" ", "-")
    side, what = words.split("'s ")
    return f"{'bar' if what == 'bar' else 'off'}-{side}"


def listed(words: str) -> list[str]:
    return [zone_named(zone) for zone in words.split(", ")]


def plays_by_ear(heard: str, chance: Random) -> str:
    """The next touch of somebody who has heard only this."""
    if found := re.search(r" may go to: ([^.;]+)\.", heard):
        return chance.choice(listed(found[1]))
    if found := re.search(r"May move: ([^.;]+)[.;]", heard):
        return chance.choice(listed(found[1]))
    assert re.search(r"presses roll|press roll|Roll confirms|passes", heard), heard
    return "roll"


@pytest.mark.parametrize("rules", ["minigam", "minigam-full-entry", "hypergammon", "backgammon"])
def test_a_whole_game_by_ear_alone(rules: str) -> None:
    play = Heard(agreed(rules), seed=4)
    chance = Random(rules)
    heard, touches = play.touch("roll"), 0
    while " wins" not in heard:
        touches += 1
        assert touches < 5000
        heard = play.touch(plays_by_ear(heard, chance))
    assert play.state.game.result is not None
    assert play.heard[-1].tone is Tone.OVER
    assert Tone.REFUSED not in {news.tone for news in play.heard}


def test_where_everything_stands_and_what_to_do_is_read_again_on_request() -> None:
    play = Heard(seed=4)
    play.tap("roll", "roll", "roll")
    assert play.heard[-1].text.endswith(
        "Black rolled higher and plays 2 and 3. May move: black's bar."
    )
    assert play.touch("hold undo") == (
        "Menu: tap a lit point, or undo to play on. point 1: Show position. point 2: Pause. "
        "point 3: Resign. point 4: Set-up was wrong."
    )
    assert play.touch("point-1") == (
        "White: 8 on white's bar. Black: 8 on black's bar. May move: black's bar."
    )


def test_a_turn() -> None:
    play = at("-ABA--h-", (5, 2))
    before = play.state

    def after(*taps: str) -> Spoken | None:
        nonlocal before
        play.tap(*taps)
        news, before = spoken(before, play.state), play.state
        return news

    assert after("point-2") == Spoken(
        Tone.TAKE, Words("point 2 may go to: white's off tray, point 4.")
    )
    assert after("point-4") == Spoken(Tone.PUT, Words("2: point 2 to point 4. May move: point 2."))
    refused = after("point-4")
    assert refused is not None
    assert (refused.tone, refused.at_once) == (Tone.REFUSED, True)
    assert refused.text.startswith("The 5")
    assert after("undo") == Spoken(
        Tone.TAKE, Words("Taken back. May move: point 2, point 1, point 3.")
    )
    play.do(Elapsed("notice"))
    assert after() is None
    assert after("point-2", "point-4", "point-2", "off-white", "roll") == Spoken(
        Tone.TURN,
        Words("2: point 2 to point 4. 5: point 2 to white's off tray. Black to roll: press roll."),
    )


def test_the_choices_of_a_set_up_are_read_and_then_only_what_changes() -> None:
    play = Heard()
    assert play.heard[0].text.startswith("The lit points set up the game. Press roll to begin.")
    assert "point 3: Black: person." in play.heard[0].text
    assert play.touch("point-3") == "point 3: Black: computer, easy."
    assert play.heard[-1].tone is Tone.TAKE


def test_a_board_that_feels_its_checkers_names_the_choice_that_roll_takes() -> None:
    play = Heard(Setup(felt=True))
    assert play.touch("undo") == "Game: Minigam. Roll changes it, undo goes to the next choice."
    assert play.heard[-1].tone is Tone.TAKE


def test_a_double_is_for_the_other_side() -> None:
    play = Heard(agreed("backgammon-money"), seed=2)
    heard = play.touch("roll")
    while "hold it to double" not in heard:
        heard = play.touch(plays_by_ear(heard, Random(1)))
    play.tap("hold roll")
    assert play.heard[-1].tone is Tone.TURN
    assert " doubles to 4. Black's bar takes" in play.heard[-1].text


def test_after_a_restart_it_says_where_the_checkers_stand() -> None:
    play = at("H------h", (5, 2))
    play.do(PositionRequested())
    assert spoken(None, play.state) == Spoken(
        None,
        Words("White: 8 on white's bar. Black: 8 on black's bar. May move: white's bar."),
    )


def test_the_throw_the_ties_and_a_pass() -> None:
    play = Play(dice=[(3, 3), (5, 2)])
    play.tap("roll", "roll")
    before = play.state
    play.tap("roll")
    assert spoken(before, play.state) == Spoken(
        Tone.THROW,
        Words(
            "White rolls 3, black rolls 3. Both rolled a 3: roll again. "
            "A tie: wait, or press roll, for the next roll."
        ),
    )


def test_where_pawns_stand_is_told_with_their_faces() -> None:
    play = Play(agreed("backgammon-dice-basic"), dice=[(6, 5)])
    play.tap("roll", "roll", "roll")
    assert "point 1 (regular, regular)" in position_words(play.state)


# ---- Nothing is left in English ------------------------------------------------------------------


def english_in(words: Words, language: Language) -> Iterator[str]:
    """The templates that a language has nothing for."""
    if not is_plain(words.template) and words.key not in language.words:
        yield words.template
    for value in words.values.values():
        if isinstance(value, Words):
            yield from english_in(value, language)


TEXTS = ("message", "prompt", "controls", "choices", "verdict", "title")
"""The fields of a snapshot with texts of ours."""
NO_TEXT = {"code", "live", "held", "zone", "index", "count", "side", "roll", "play", "best"}


def texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            if key not in NO_TEXT:
                yield from texts_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts_in(item)


SETUPS = [
    Setup(hints=True),
    agreed("backgammon"),
    agreed("backgammon-money", dice="hand"),
    agreed("backgammon-dice-tournament"),
    Setup(felt=True),
]


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.rules_id}-{setup.dice}")
def test_whatever_is_touched_everything_is_said_in_german_too(setup: Setup) -> None:
    play = Heard(setup, seed=1)
    inputs = [*all_zones(setup.rules.layout), *["roll"] * 12, *["undo"] * 3]
    chance = Random(setup.rules_id)
    for _ in range(1500):
        holds = chance.random() < 0.05
        play.tap(chance.choice(("hold undo", "hold roll") if holds else inputs), "wait")
        shown = play.seen
        said = [text for name in TEXTS for text in texts_in(shown[name])]
        for text in said + [news.text for news in play.heard]:
            assert isinstance(text, Words), text
            assert list(english_in(text, GERMAN)) == []
        play.heard.clear()
