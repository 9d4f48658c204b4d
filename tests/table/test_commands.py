"""Commands: what they do, and that those which are listed are those which do something."""

from collections import Counter
from random import Random

import pytest

from minigam.table.commands import available
from minigam.table.events import Command, Commanded, HandsOff, Held, Opened
from minigam.table.machine import step
from minigam.table.setup import Setup
from minigam.table.state import Phase, State
from tests.table.play import Play, agreed, silent, started
from tests.table.random_games import CHOICES, setup_of
from tests.table.random_games import Random as RandomGame

TAUGHT = Setup(hints=True, teacher=True, solved=("minigam",))
TOUCHES = ("roll", "undo", "hold undo", "hold roll", "point-1", "point-3", "point-4", "point-5")


def given(play: Play, command: Command) -> Play:
    play.do(Commanded(command))
    return play


@pytest.mark.parametrize(
    ("setup", "hold", "command"),
    [
        (Setup(), "undo", Command.MENU),
        (TAUGHT, "undo", Command.BEST_PLAY),
        (TAUGHT, "roll", Command.HINT),
        (Setup(), "roll+undo", Command.NEW_GAME),
    ],
)
def test_a_hold_is_a_command(setup: Setup, hold: str, command: Command) -> None:
    play = started((5, 2), setup=setup)
    assert step(play.state, Held(hold)) == step(play.state, Commanded(command))
    assert step(play.state, Held(hold)) != play.state


def test_undo_asks_for_the_best_play_first_and_held_again_opens_the_menu() -> None:
    play = started((5, 2), setup=TAUGHT)
    play.tap("hold undo")
    assert (play.state.phase, play.seen["controls"]["undo"]["held"]) == (Phase.MOVING, "menu")
    play.tap("hold undo")
    assert (play.state.phase, play.seen["controls"]["undo"]["held"]) == (Phase.MENU, None)


def test_the_only_journaled_commands_are_a_double_and_a_game_that_is_left() -> None:
    play = Play(agreed(), [(5, 2), (3, 1)])
    play.tap("roll", "roll", "roll", "bar-white")
    for name in Command:
        before = len(play.decided)
        decided = step(play.state, Commanded(name)).decided
        assert bool(decided) is (name is Command.NEW_GAME), name
        assert before == len(play.decided)


def test_resign_asks_as_the_menu_does() -> None:
    by_menu, by_name = started((5, 2)), started((5, 2))
    by_menu.tap("hold undo", "Resign")
    given(by_name, Command.RESIGN)
    assert silent(by_name.state) == silent(by_menu.state)


def test_a_double_is_the_side_on_turns() -> None:
    play = RandomGame(Opened(agreed(), started=True), Random(3))
    while play.state.phase is not Phase.TO_THROW or play.state.game.cube.owner:
        play.go_on(1)
    side = play.state.game.side
    assert side is not None
    play.tap(f"hold roll-{side.other.value}")
    assert (play.code, play.state.game.offered_by) == ("not-your-turn", None)
    assert given(play, Command.DOUBLE).state.game.offered_by is side


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Command.MENU, "no-menu"),
        (Command.NEW_GAME, "no-new-game"),
        (Command.DOUBLE, "no-double"),
        (Command.HINT, "no-hints"),
        (Command.BEST_PLAY, "no-hint-now"),
        (Command.RESIGN, "no-resignation"),
    ],
)
def test_before_a_game_each_is_refused_with_its_reason(command: Command, code: str) -> None:
    play = given(Play(), command)
    assert (play.code, play.seen["commands"]) == (code, ["begin", "first-game"])


def test_begin_begins_what_is_set_up_and_only_that() -> None:
    play = given(Play(), Command.BEGIN)
    assert (play.state.phase, play.code) == (Phase.OPENING, "")
    assert given(play, Command.BEGIN).code == "no-beginning"


def test_with_hands_on_the_board_none_does_anything() -> None:
    play = started((5, 2))
    play.do(HandsOff(True, "roll"))
    for command in Command:
        assert given(play, command).code == "hands-off"
    assert play.seen["commands"] == []


def says_why_not(before: State, command: Command) -> bool:
    """Whether all that came of a command is a reason, with its error light."""
    after = step(before, Commanded(command))
    notice = after.transient.notice
    refused = notice is not None and notice.zone is not None
    assert refused is (silent(after) == silent(before) and not after.transient.advice), command
    return refused


@pytest.mark.parametrize("number", range(2 * len(CHOICES)))
def test_in_random_games_those_listed_do_something_and_the_others_say_why_not(number: int) -> None:
    chance = Random(number)
    rules, options = CHOICES[number % len(CHOICES)]
    found = setup_of(
        rules,
        options,
        dice=chance.choice(["electronic", "hand"]),
        hints=chance.random() < 0.7,
        black=chance.choice(["human", "medium"]),
    )
    game = RandomGame(Opened(found, started=True), chance)
    seen = Counter[tuple[Phase, Command]]()
    for _ in range(150):
        state = game.state
        listed = available(state)
        assert listed == tuple(it for it in Command if not says_why_not(state, it))
        seen.update((state.phase, command) for command in listed)
        touch = chance.choice(TOUCHES) if chance.random() < 0.2 else None
        game.tap(touch) if touch else game.go_on(1)
        if game.state.phase is Phase.ATTRACT:
            game.tap("roll")
    assert {command for _, command in seen} >= {Command.MENU, Command.NEW_GAME, Command.RESIGN}
