"""The times in a journal: ISO 8601, in UTC."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

YEARS = range(1970, 9999)
Now = Callable[[], datetime]


def utc_now() -> datetime:
    """The time of day, for the journal's `at` columns."""
    return datetime.now(UTC)


def time_of(text: bytes) -> datetime:
    """A time that any time zone can tell."""
    found = datetime.fromisoformat(text.decode()).astimezone(UTC)
    if found.year not in YEARS:
        raise ValueError(f"expected a time from {YEARS[0]} to {YEARS[-1]}, got {found}")
    return found
