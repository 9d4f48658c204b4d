"""How often a board answers."""

from minigam.remote.token_bucket import TokenBucket


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
