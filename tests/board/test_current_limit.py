"""The limiter, against sums in whole numbers."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from minigam.board.current_limit import Budget, current_ma, limit_current
from minigam.board.light_meanings import Color
from minigam.board.lighting import Frame

channels = st.integers(0, 255)
colors: st.SearchStrategy[Color] = st.tuples(channels, channels, channels)
frames: st.SearchStrategy[Frame] = st.lists(colors, min_size=1, max_size=96).map(tuple)
budgets = st.builds(Budget, st.integers(96, 20_000), st.integers(1, 80))
"""Never less than the strip draws when it is dark: a profile with less is refused."""


def exact_ma(frame: Frame, led_ma: float) -> Fraction:
    """A pixel at full white draws `led_ma`, in proportion to its channels; a dark one 1 mA more."""
    lit = sum(red + green + blue for red, green, blue in frame)
    return Fraction(lit) * Fraction(led_ma) / (3 * 255) + len(frame)


@given(frames, budgets)
def test_the_estimate_is_the_sum_of_its_pixels(frame: Frame, budget: Budget) -> None:
    estimate = Fraction(current_ma(frame, budget.led_ma))
    assert abs(estimate - exact_ma(frame, budget.led_ma)) < Fraction(1, 10**9)


@given(frames, budgets)
def test_a_limited_frame_keeps_to_the_budget(frame: Frame, budget: Budget) -> None:
    assert exact_ma(limit_current(frame, budget), budget.led_ma) <= budget.total_ma


@given(frames, budgets)
def test_a_frame_within_the_budget_stays_as_it_is(frame: Frame, budget: Budget) -> None:
    within = Budget(budget.total_ma + float(exact_ma(frame, budget.led_ma)), budget.led_ma)
    assert limit_current(frame, within) is frame


@given(frames, budgets)
def test_all_is_dimmed_alike(frame: Frame, budget: Budget) -> None:
    """Some one factor, rounded down, makes every channel: so hues stay and nothing brightens."""
    pairs = [
        (before, after)
        for color, dimmed in zip(frame, limit_current(frame, budget), strict=True)
        for before, after in zip(color, dimmed, strict=True)
    ]
    assert all(after == 0 for before, after in pairs if before == 0)
    least = [Fraction(after, before) for before, after in pairs if before]
    most = [Fraction(after + 1, before) for before, after in pairs if before]
    assert max(least, default=0) <= 1
    assert max(least, default=0) < min(most, default=1)


@given(frames, budgets)
def test_no_more_is_dimmed_than_needed(frame: Frame, budget: Budget) -> None:
    """At most one step a channel is lost to rounding."""
    dimmed = limit_current(frame, budget)
    a_step_each = Fraction(budget.led_ma) / 255 * len(frame)
    assert dimmed == frame or exact_ma(dimmed, budget.led_ma) > budget.total_ma - a_step_each


def test_a_budget_below_what_a_dark_strip_draws_leaves_it_dark() -> None:
    assert limit_current(((255, 255, 255),) * 3, Budget(2, 55)) == ((0, 0, 0),) * 3
