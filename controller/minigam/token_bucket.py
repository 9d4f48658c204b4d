"""Token buckets: so many requests at once, then so many a second. Pure: time is passed in."""

from __future__ import annotations

from dataclasses import dataclass

MOST_VISITORS = 256


@dataclass(frozen=True)
class TokenBucket:
    """A token bucket; times are seconds of any steady clock.

    >>> bucket = TokenBucket(at_once=2, a_second=1)
    >>> bucket = bucket.taken(0.0).taken(0.0)
    >>> bucket.has_token(0.0), bucket.wait(0.25), bucket.has_token(1.0)
    (False, 0.75, True)
    """

    at_once: float
    a_second: float
    full_at: float = 0.0
    """When there are `at_once` tokens again."""

    def wait(self, now: float) -> float:
        """For how many seconds there is no token; 0: one may be taken now."""
        early = max(self.full_at, now) - now - (self.at_once - 1) / self.a_second
        return max(0.0, early)

    def has_token(self, now: float) -> bool:
        """Whether one may be taken now."""
        return self.wait(now) == 0.0

    def taken(self, now: float) -> TokenBucket:
        """The bucket after one was taken."""
        full_at = max(self.full_at, now) + 1 / self.a_second
        return TokenBucket(self.at_once, self.a_second, full_at)


class RateLimiter:
    """A token bucket for each visitor.

    >>> limits = RateLimiter()
    >>> [limits.wait("phone", TokenBucket(2, 1), now) for now in (0.0, 0.0, 0.0, 1.0)]
    [0.0, 0.0, 1.0, 0.0]
    """

    def __init__(self, most: int = MOST_VISITORS) -> None:
        """`most`: how many visitors are remembered."""
        self._most = most
        self._buckets: dict[str, TokenBucket] = {}

    def wait(self, visitor: str, full: TokenBucket, now: float) -> float:
        """0 if the visitor may do it now, which is counted; else for how many seconds to wait.

        `full`: the visitor's bucket at first.
        """
        bucket = self._buckets.get(visitor, full)
        wait = bucket.wait(now)
        self._buckets[visitor] = bucket if wait else bucket.taken(now)
        if len(self._buckets) > self._most:
            del self._buckets[min(self._buckets, key=lambda each: self._buckets[each].full_at)]
        return wait
