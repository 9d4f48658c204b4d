"""How often a board answers questions for a log, which anybody may ask."""

from minigam.token_bucket import TokenBucket

ANSWERS = TokenBucket(at_once=20, a_second=2)
"""To all questions together: each costs some messages."""
