"""The time of day here, as far as this machine knows it."""

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
    is_set = not on_a_pi() or OWN_CLOCK.exists() or SYNCHRONIZED.exists()
    return now if is_set and now.year >= SINCE else None
