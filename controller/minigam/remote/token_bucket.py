"""How often a board answers others: so many at once, then so many a second."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TokenBucket:
    """A token bucket; time is passed in, in seconds of any steady clock.

    >>> bucket = TokenBucket(at_once=2, a_second=1)
    >>> bucket = bucket.taken(0.0).taken(0.0)
    >>> bucket.has_token(0.0), bucket.has_token(1.0)
    (False, True)
    """

    at_once: float
    a_second: float
    full_at: float = 0.0
    """When there are `at_once` tokens again."""

    def has_token(self, now: float) -> bool:
        """Whether one may be taken now."""
        return max(self.full_at, now) - now <= (self.at_once - 1) / self.a_second

    def taken(self, now: float) -> TokenBucket:
        """The bucket after one was taken."""
        full_at = max(self.full_at, now) + 1 / self.a_second
        return TokenBucket(self.at_once, self.a_second, full_at)
