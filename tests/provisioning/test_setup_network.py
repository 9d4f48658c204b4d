"""The states of the setup network, walked through by hand and at random."""

import random

import pytest

from minigam.errors import IllegalPlayError
from minigam.provisioning.choices import Choices, Wifi
from minigam.provisioning.setup_network import (
    JOIN_SECONDS,
    MOST_OPEN_SECONDS,
    OPEN_SECONDS,
    SHOWN_SECONDS,
    JoinFailure,
    SetupNetwork,
    Stage,
    failure_words,
)

CHOICES = Choices("en", "quarter-hall", "kitchen", Wifi(b"home"))
OPEN = SetupNetwork().opened(100.0)


def joining() -> SetupNetwork:
    return OPEN.chosen(CHOICES, 150.0).ticked(150.0 + SHOWN_SECONDS)


def test_it_is_open_for_five_minutes() -> None:
    assert OPEN.ticked(399.9) == OPEN
    assert OPEN.ticked(400.0) == SetupNetwork()
    assert OPEN_SECONDS == 300


def test_who_fills_in_the_form_has_five_minutes_from_then_on() -> None:
    assert OPEN.visited(390.0).ticked(689.9).stage is Stage.OPEN
    assert OPEN.visited(390.0).ticked(690.0).stage is Stage.OFF


def test_nobody_keeps_it_open_for_ever() -> None:
    state, now = OPEN, 100.0
    while state.stage is Stage.OPEN:
        now += 60.0
        state = state.visited(now - 1.0).ticked(now)
    assert now == 100.0 + MOST_OPEN_SECONDS


def test_choices_that_fail_do_not_keep_it_open_for_ever() -> None:
    state, now = OPEN, 100.0
    while state.stage is Stage.OPEN:
        state = state.chosen(CHOICES, now).ticked(now + SHOWN_SECONDS)
        now += SHOWN_SECONDS + 5.0
        state = state.failed(JoinFailure.WRONG_PASSWORD, now).opened(now).visited(now).ticked(now)
    assert now < 100.0 + MOST_OPEN_SECONDS + SHOWN_SECONDS + 5.0
    assert state == SetupNetwork()


def test_who_asks_again_gets_the_whole_time_again() -> None:
    assert OPEN.opened(390.0).deadline == 690.0
    assert joining().opened(390.0) == joining()


def test_the_phone_reads_what_comes_next_before_its_network_ends() -> None:
    chosen = OPEN.chosen(CHOICES, 150.0)
    assert chosen.stage is Stage.LEAVING
    assert chosen.ticked(150.0 + SHOWN_SECONDS / 2) == chosen
    assert joining().stage is Stage.JOINING


def test_a_network_that_is_joined_ends_it() -> None:
    state = joining().joined()
    assert (state.stage, state.choices) == (Stage.JOINED, CHOICES)
    assert state.ticked(1e9) == state


@pytest.mark.parametrize("failure", JoinFailure)
def test_a_network_that_is_not_opens_it_again_and_says_why(failure: JoinFailure) -> None:
    state = joining().failed(failure, 200.0)
    assert (state.stage, state.deadline) == (Stage.OPEN, 500.0)
    assert (state.failure, state.choices) == (failure, CHOICES)
    assert state.chosen(CHOICES, 210.0).failure is None
    assert "home" in failure_words(failure, "home")


def test_one_that_never_answers_has_failed() -> None:
    state = joining()
    late = state.ticked(state.deadline)
    assert state.deadline == 150.0 + SHOWN_SECONDS + JOIN_SECONDS
    assert (late.stage, late.failure) == (Stage.OPEN, JoinFailure.TIMED_OUT)


def test_nothing_can_be_chosen_while_it_is_not_open() -> None:
    for state in (SetupNetwork(), joining(), joining().joined()):
        with pytest.raises(IllegalPlayError, match="expected an open setup network"):
            state.chosen(CHOICES, 0.0)


def test_an_answer_that_comes_too_late_changes_nothing() -> None:
    for state in (SetupNetwork(), OPEN, joining().joined()):
        assert state.joined() == state
        assert state.failed(JoinFailure.REFUSED, 0.0) == state


def test_whatever_happens_the_access_point_ends() -> None:
    """After any hour of touches, an hour in which nobody touches anything is enough."""
    draw = random.Random(26)
    for _ in range(300):
        state, now = SetupNetwork(), 0.0
        for _ in range(40):
            now += draw.uniform(0.0, 120.0)
            state = state.ticked(now)
            match draw.randrange(5):
                case 0:
                    state = state.opened(now)
                case 1:
                    state = state.visited(now)
                case 2 if state.stage is Stage.OPEN:
                    state = state.chosen(CHOICES, now)
                case 3:
                    state = state.joined()
                case 4:
                    state = state.failed(JoinFailure.NOT_FOUND, now)
            soon = state.deadline <= now + OPEN_SECONDS + 1e-6
            assert soon or state.stage in (Stage.OFF, Stage.JOINED)
        for _ in range(10):
            now = max(now, min(state.deadline, now + 3600))
            state = state.ticked(now)
        assert state.stage in (Stage.OFF, Stage.JOINED)
