"""An update waits for the end of a game, but not for ever."""

from collections.abc import Iterator

import pytest

from minigam.errors import UpdateUnavailableError
from minigam.table.state import Phase
from minigam.update.waiting import AT_REST, POLL_SECONDS, WAITING, await_end, is_idle, state_at
from tests.e2e.daemon import free_port

PLAYING = {"phase": "moving", "asleep": False}
OVER = {"phase": "game-over", "asleep": False}


class Clock:
    """Passes while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def waited(states: Iterator[object], seconds: float = 3600.0) -> tuple[float, list[str]]:
    clock, said = Clock(), list[str]()
    await_end(lambda: next(states), clock, clock.sleep, seconds, said.append)
    return clock.now, said


def test_nobody_plays_nothing_is_said() -> None:
    assert waited(iter([OVER])) == (0.0, [])


def test_a_game_is_waited_for_to_its_end() -> None:
    assert waited(iter([PLAYING] * 3 + [OVER])) == (3 * POLL_SECONDS, [WAITING])


def test_a_game_that_everybody_has_left_is_not() -> None:
    assert waited(iter([PLAYING, {**PLAYING, "asleep": True}])) == (POLL_SECONDS, [WAITING])


def test_nor_one_that_does_not_end() -> None:
    with pytest.raises(UpdateUnavailableError, match=r"has gone on for 1 hours.*--now"):
        waited(iter([PLAYING] * 1000))


@pytest.mark.parametrize("phase", Phase)
def test_only_phases_without_a_game_are_at_rest(phase: Phase) -> None:
    rest = {Phase.ATTRACT, Phase.GAME_OVER, Phase.CLOSED}
    assert is_idle({"phase": phase.value, "asleep": False}) == (phase in rest)
    assert {each.value for each in rest} == set(AT_REST)


def test_where_nobody_answers_nobody_plays() -> None:
    assert state_at(free_port()) is None
    assert is_idle(None)
