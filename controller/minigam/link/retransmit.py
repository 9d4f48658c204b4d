"""Times the repetition of an unanswered message: each wait is twice the last, up to a limit."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class RetransmitTimer:
    """Times, in seconds, that lie further and further apart.

    >>> RetransmitTimer(at=10.0, wait=0.5, longest=1.5).sent(10.0).sent(10.5).sent(11.5)
    RetransmitTimer(at=13.0, wait=1.5, longest=1.5)
    """

    at: float
    """When it is to be sent next."""
    wait: float
    """From then to the time after that."""
    longest: float

    def sent(self, now: float) -> RetransmitTimer:
        """It has been sent now."""
        return replace(self, at=now + self.wait, wait=min(2 * self.wait, self.longest))
