"""How often a board answers others: see `token_bucket.TokenBucket`."""

from minigam.token_bucket import TokenBucket

__all__ = ["TokenBucket"]
