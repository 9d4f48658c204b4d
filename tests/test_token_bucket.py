"""How often visitors and other boards may ask, and that counting them takes little room."""

from hypothesis import given
from hypothesis import strategies as st

from minigam.token_bucket import RateLimiter, TokenBucket

PACE = TokenBucket(3.0, 2.0)


def test_so_many_at_once_and_then_so_many_a_second() -> None:
    bucket, taken = TokenBucket(at_once=5, a_second=2), list[float]()
    for tenth in range(100):
        now = tenth / 10
        while bucket.has_token(now):
            bucket = bucket.taken(now)
            taken.append(now)
    assert taken[:5] == [0.0] * 5
    assert taken[5:9] == [0.5, 1.0, 1.5, 2.0]
    assert len(taken) == 5 + 19


def test_after_a_rest_there_are_no_more_than_at_once() -> None:
    bucket = TokenBucket(at_once=2, a_second=1).taken(0.0)
    assert bucket.taken(1000.0).has_token(1000.0)
    assert not bucket.taken(1000.0).taken(1000.0).has_token(1000.0)


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
    assert [limits.wait(name, TokenBucket(1, 1), 0.0) for name in "aabb"] == [0.0, 1.0, 0.0, 1.0]


def test_the_busiest_are_remembered_longest() -> None:
    limits = RateLimiter(most=2)
    for _ in range(3):
        limits.wait("busy", PACE, 0.0)
    for number in range(50):
        limits.wait(f"stranger {number}", PACE, 0.0)
    assert limits.wait("busy", PACE, 0.0) > 0
