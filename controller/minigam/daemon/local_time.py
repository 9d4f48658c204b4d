"""The time of day here, as far as this machine knows it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from minigam.daemon.config import on_a_pi

SINCE = 2025
"""A clock that says an earlier year was never set."""
OWN_CLOCK = Path("/dev/rtc0")
SYNCHRONIZED = Path("/run/systemd/timesync/synchronized")
"""There once systemd-timesyncd has asked the network for the time
(https://www.freedesktop.org/software/systemd/man/latest/systemd-timesyncd.service.html)."""


def local_time() -> datetime | None:
    """Now, in local time; None while nobody has set the clock.

    Pis before the 5 have no clock of their own: they begin where they were switched off, until they
    have asked the network.
    """
    now = datetime.now().astimezone()
    if now.year < SINCE or not _is_set(on_a_pi(), OWN_CLOCK.exists(), SYNCHRONIZED.exists()):
        return None
    return now


def _is_set(pi: bool, own_clock: bool, synchronized: bool) -> bool:
    """Whether the clock can be believed.

    >>> _is_set(pi=True, own_clock=False, synchronized=False)
    False
    """
    return not pi or own_clock or synchronized
