"""How often visitors may ask, and that counting them takes little room."""

from hypothesis import given
from hypothesis import strategies as st

from minigam.web.rate_limits import Rate, RateLimiter, whose

PACE = Rate(3.0, 2.0)


@given(st.lists(st.floats(0.0, 2.0), max_size=60))
def test_in_any_stretch_of_time_no_more_than_the_pace_allows(gaps: list[float]) -> None:
    limits, now, allowed = RateLimiter(), 0.0, []
    for gap in gaps:
        now += gap
        if limits.wait("phone", PACE, now) == 0.0:
            allowed.append(now)
    for first, begin in enumerate(allowed):
        for last, end in enumerate(allowed[first:], start=1):
            assert last <= PACE.at_once + PACE.a_second * (end - begin) + 1e-6


def test_who_waits_as_long_as_told_may_ask() -> None:
    limits = RateLimiter()
    waits = [limits.wait("phone", PACE, 8.0) for _ in range(5)]
    assert waits == [0.0, 0.0, 0.0, 0.5, 0.5]
    assert limits.wait("phone", PACE, 8.5) == 0.0


def test_visitors_are_counted_apart() -> None:
    limits = RateLimiter()
    assert [limits.wait(name, Rate(1, 1), 0.0) for name in "aabb"] == [0.0, 1.0, 0.0, 1.0]


def test_the_busiest_are_remembered_longest() -> None:
    limits = RateLimiter(most=2)
    for _ in range(3):
        limits.wait("busy", PACE, 0.0)
    for number in range(50):
        limits.wait(f"stranger {number}", PACE, 0.0)
    assert limits.wait("busy", PACE, 0.0) > 0


def test_one_machine_has_one_name() -> None:
    assert whose("2001:db8::1") == whose("2001:db8::ffff:2") != whose("2001:db8:0:1::1")
    assert whose("::ffff:192.168.1.7") == whose("192.168.1.7")
