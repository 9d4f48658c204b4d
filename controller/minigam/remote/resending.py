"""When a message is sent again: after waits that grow, so that a broker is not flooded."""

from __future__ import annotations

from dataclasses import dataclass

WAITS = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0)
"""Seconds after the first try, the second one, and so on; the last for all later ones."""


@dataclass(frozen=True)
class Resending:
    """The tries so far of a message that was not acknowledged yet.

    >>> Resending().due(10.0), Resending().sent(10.0).due(10.5), Resending(9, 10.0).due(11.0)
    (10.0, 11.0, 70.0)
    """

    tries: int = 0
    last: float = 0.0
    """When it was sent last, in seconds of any steady clock."""

    def due(self, now: float) -> float:
        """When to send it next: not before now."""
        if self.tries == 0:
            return now
        return max(now, self.last + WAITS[min(self.tries, len(WAITS)) - 1])

    def sent(self, now: float) -> Resending:
        """Once it was sent."""
        return Resending(self.tries + 1, now)


NOT_SENT = Resending()
"""Before the first try: at once."""
