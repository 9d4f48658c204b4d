"""An invitation on the lights of a board at which nobody plays: its code, or that somebody asks."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from minigam.board.animation import animated
from minigam.board.light_meanings import Meaning
from minigam.board.lighting import FRAMES_A_SECOND, Die, Frame, Mark, Scene, render
from minigam.board.profile import load_profile
from minigam.table.events import NOBODY, Event, Felt, Invites, Tapped
from minigam.table.light_scene import scene
from minigam.table.machine import step
from minigam.table.setup import Setup, games_for
from minigam.table.state import Phase, State
from tests.table.play import Play, started

CODE = (3, 1, 4, 1, 5, 2)
INVITES = Invites(CODE)
ASKED = Invites(CODE, asked=True)
DARK: tuple[Die, ...] = ()
SHOWINGS = [
    ((Die(3, True), Die(1, False)), 1.6),
    (DARK, 0.5),
    ((Die(4, True), Die(1, False)), 1.6),
    (DARK, 0.5),
    ((Die(5, True), Die(2, False)), 1.6),
    (DARK, 2.2),
]
"""What the dice show in a round, and for how many seconds."""
PERIOD_SECONDS = 8.0
EACH_BOARD = pytest.mark.parametrize("name", ["quarter-buttons", "full-24-hall", "dice-16-hall"])


def attract(name: str) -> State:
    """Nobody plays at that board."""
    profile = load_profile(name)
    games = games_for(profile.points)
    return Play(Setup(games[0], games=games, felt=profile.feels)).state


def film(state: State, name: str) -> list[Frame]:
    """The frames of one round at that board."""
    strip = load_profile(name).strip
    frames = animated(scene(state), strip.segments, strip.pixels)
    return [frames.frame(number) for number in range(round(PERIOD_SECONDS * FRAMES_A_SECOND))]


def expected(name: str, without: list[Frame]) -> list[Frame]:
    """The frames without an invitation, with the code on the dice and both turn lights."""
    strip = load_profile(name).strip
    own = {place: strip.segments[place] for place in ("dice", "turn")}
    pixels = [pixel for segment in own.values() for pixel in segment.pixels]
    dice = [shown for shown, seconds in SHOWINGS for _ in range(round(seconds * FRAMES_A_SECOND))]
    found = []
    for before, shown in zip(without, dice, strict=True):
        covered = render(Scene(dice=shown, turn=(True, True)), own, strip.pixels, 0.0)
        found.append(
            tuple(covered[at] if at in pixels else before[at] for at in range(len(before)))
        )
    return found


@EACH_BOARD
def test_the_dice_show_the_code_two_at_a_time_and_the_other_lights_stay(name: str) -> None:
    state = attract(name)
    assert film(step(state, INVITES), name) == expected(name, film(state, name))


@EACH_BOARD
def test_once_somebody_asks_the_dice_breathe_slowly_instead(name: str) -> None:
    state, strip = attract(name), load_profile(name).strip
    asked = film(step(step(state, INVITES), ASKED), name)
    alone = Scene({"dice": Mark(Meaning.CHOICE)})
    dice = animated(alone, {"dice": strip.segments["dice"]}, strip.pixels)
    assert asked == [
        tuple(dice.frame(number)[at] if at in strip.segments["dice"].pixels else before[at]
              for at in range(strip.pixels))
        for number, before in enumerate(film(state, name))
    ]  # fmt: skip


@EACH_BOARD
def test_an_invitation_that_is_over_leaves_nothing(name: str) -> None:
    state = attract(name)
    for before in (INVITES, ASKED):
        assert step(step(state, before), NOBODY) == state


def test_a_touch_does_what_it_does_without_an_invitation() -> None:
    """Setting up goes on, and the code stays; a game hides it from its first moment."""
    play, alone = Play(dice=[(6, 5)]), Play(dice=[(6, 5)])
    play.do(INVITES)
    for tap, code in (("point-3", CODE), ("undo", CODE), ("roll", ())):
        play.tap(tap)
        alone.tap(tap)
        assert replace(play.state, transient=alone.state.transient) == alone.state
        assert replace(scene(play.state), code=(), turn=(False, False)) == replace(
            scene(alone.state), turn=(False, False)
        )
        assert scene(play.state).code == code
    assert scene(play.state) == scene(alone.state)


def stands_wrong() -> Event:
    return Felt("empty", marks=(("point-1", "missing-white", 2),))


def refused() -> Event:
    return Tapped("undo", 1)


@pytest.mark.parametrize("news", [stands_wrong, refused])
def test_what_must_be_said_is_said_beside_the_code(news: Callable[[], Event]) -> None:
    state = step(attract("quarter-buttons"), news())
    invited = step(step(attract("quarter-buttons"), INVITES), news())
    assert scene(invited) == replace(scene(state), code=CODE, turn=(True, True))


def test_after_a_game_its_winner_is_shown_beside_the_code() -> None:
    play = started((6, 5))
    play.resign()
    assert play.state.phase is Phase.GAME_OVER
    over = scene(play.state)
    play.do(INVITES)
    assert scene(play.state) == replace(over, code=CODE, turn=(True, True))


def test_frames_come_again_after_a_round() -> None:
    """Each is drawn once: ten minutes of waiting draw eight seconds."""
    shown = scene(step(attract("quarter-buttons"), INVITES))
    assert shown.period == PERIOD_SECONDS * FRAMES_A_SECOND
