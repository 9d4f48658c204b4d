"""What a page asks people to do can be done there, in every phase of every game.

The page has a button for roll and one for undo, which carry their verb, buttons for the commands,
the list of choices and the board's zones.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from minigam.table.announcements import spoken
from minigam.table.events import Command, Commanded, Event, Opened, Tapped
from minigam.table.machine import step
from minigam.table.notices import is_refused
from minigam.table.proposals import asker
from minigam.table.rolling import presser
from minigam.table.snapshot import snapshot
from minigam.table.state import Phase, State
from minigam.table.two_buttons import meant
from minigam.words import wordings
from tests.table.felt_board import FeltBoard, felt_setup
from tests.table.felt_games import turns
from tests.table.hands import Hand
from tests.table.play import throws
from tests.table.random_games import CHOICES, setup_of
from tests.table.random_games import Random as RandomGame

BOARDS_BUTTONS = re.compile(
    r"\b(press(es)? roll|holds? (roll|undo|it)|undo|roll(:| (confirms|begins|starts|button)))\b",
    re.IGNORECASE,
)
"""The board's own buttons, which no page has."""
Seen = dict[str, Any]
Can = Callable[[Seen], bool]


def roll(seen: Seen) -> bool:
    return bool(seen["controls"]["roll"]["live"])


def undo(seen: Seen) -> bool:
    return bool(seen["controls"]["undo"]["live"])


def tap(seen: Seen) -> bool:
    by_hand = seen["dice_mode"] == "hand" and seen["phase"] in ("opening", "to-throw")
    return bool(seen["sources"] or seen["targets"] or seen["choices"] or by_hand)


def command(name: str) -> Can:
    return lambda seen: name in seen["commands"]


def choice(*names: str) -> Can:
    return lambda seen: any(each["name"] in names for each in seen["choices"])


def either(*ways: Can) -> Can:
    return lambda seen: any(way(seen) for way in ways)


NAMED: dict[str, Can] = {
    r"(?<!about) to roll\b|\broll at once": roll,
    r"\bconfirm\b": roll,
    r"\bbegin\b": either(roll, choice("Begin the game")),
    r"^Paused\.": roll,
    r"(?<!offers to )\b(Resign|Take all back|Offer it)\b.*, or play on": either(
        roll, choice("Resign", "Take all back", "Offer to resign", "Offer to take all back")
    ),
    r"\bplay on\b": either(undo, choice("Play on")),
    r"\btake it back\b|\bgo back\b|\banother one\?": undo,
    r"\bor doubles?\b": command("double"),
    r"\b(tap|choose)\b": tap,
    r"\btake or drop\b": choice("Take"),
    r"\bdrop\b": choice("Drop"),
    r"\bwithdraw\b": either(undo, choice("With\u00addraw")),
    r"\baccept\b": either(choice("Accept"), roll),
    r"\bdecline\b": choice("Decline"),
}
"""What a prompt names, and how the page can do it."""


def check(before: State | None, state: State) -> set[str]:
    """Nothing that a page reads names what it does not have; what its prompt asked for."""
    seen = snapshot(state, 1)
    news = spoken(before, state)
    texts = [
        seen["prompt"],
        seen["message"],
        seen["verdict"],
        wordings(news.text) if news else None,
    ]
    read = [text[name] for text in texts if text for name in ("page", "watching")]
    assert [text for text in read if BOARDS_BUTTONS.search(text)] == []
    asked = {words for words in NAMED if re.search(words, seen["prompt"]["page"], re.I)}
    assert [words for words in asked if not NAMED[words](seen)] == [], seen["prompt"]["page"]
    assert not any(re.search(words, seen["prompt"]["watching"]) for words in (r"\bor\b", "[Tt]ap "))
    does_what_it_says(state, seen)
    return asked


def does_what_it_says(state: State, seen: Seen) -> None:
    """Live buttons and listed commands are not refused.

    But roll may be deaf for a moment, and what the board feels is answered by `recognition`.
    """
    if state.transient.felt:
        return
    state = replace(state, transient=replace(state.transient, dead=False))
    for name in ("roll", "undo"):
        if seen["controls"][name]["live"]:
            after = step(state, pressed(state, name))
            assert not is_refused(state, after), (name, after.transient.notice)
    for command in seen["commands"]:
        assert not is_refused(state, step(state, Commanded(Command(command))))


def pressed(state: State, name: str) -> Event:
    """The page's button: of two roll buttons the one that is live."""
    if name == "roll":
        name = f"roll-{(asker(state) or presser(state)).value}"
    return meant(state, Tapped(name, 1))


def walked(game: RandomGame, touches: int) -> Iterator[State]:
    """The states of a random game, with the menus and questions around it."""
    yield game.state
    for _ in range(touches):
        if game.rng.random() < 0.15:
            found = snapshot(game.state, 1)
            if not found["commands"] or game.state.phase is Phase.GAME_OVER:
                game.tap("roll")
            else:
                game.do(Commanded(Command(game.rng.choice(found["commands"]))))
        elif game.state.phase in (Phase.MENU, Phase.RESIGNING) and game.rng.random() < 0.7:
            game.tap(
                game.rng.choice(["undo", "point-1", "point-2", "point-5", "point-6", "roll-white"])
            )
        else:
            game.go_on(1)
        yield game.state
        if game.state.phase is Phase.ATTRACT:
            game.tap(game.rng.choice(["bar-black", "point-3"]))
            yield game.state
            game.tap("roll")


@pytest.mark.parametrize("number", range(2 * len(CHOICES)))
def test_in_random_games_the_page_can_do_what_it_says(number: int) -> None:
    chance = Random(number)
    rules, options = CHOICES[number % len(CHOICES)]
    found = setup_of(
        rules,
        options,
        dice=chance.choice(["electronic", "hand"]),
        hints=chance.random() < 0.5,
        black=chance.choice(["human", "human", "easy"]),
    )
    before, asked = None, set[str]()
    for state in walked(RandomGame(Opened(found), chance), 160):
        asked |= check(before, state)
        before = state
    assert len(asked) >= 5


@pytest.mark.parametrize("rules", ["minigam", "backgammon", "hypergammon"])
def test_on_a_board_that_feels_its_checkers_too(rules: str) -> None:
    chance = Random(rules)
    found = felt_setup(rules)
    dice = throws(chance)
    table = FeltBoard(found, found.rules.start, *(next(dice) for _ in range(500)))
    states: list[State] = []
    do = table.play.do

    def noted(event: Event) -> None:
        do(event)
        states.append(table.play.state)

    table.play.do = noted  # type: ignore[method-assign]
    for _ in islice(turns(table, Hand(table, chance), chance), 12):
        pass
    for before, after in zip([None, *states], states, strict=False):
        check(before, after)
    assert len(states) > 50
