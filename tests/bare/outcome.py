"""What came of tests, read from what pytest printed."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

_COUNTS = re.compile(r"(\d+) (passed|failed|errors?|skipped)\b")
_LAST = re.compile(r"=*\s*(?:\d+ \w+, )*\d+ \w+ in ([\d.]+)s.*")
_SKIPPED = re.compile(r"SKIPPED \[(\d+)\] \S+ (.+)")


@dataclass
class Outcome:
    """The sums over all runs of pytest in a text."""

    passed: int = 0
    failed: int = 0
    """Errors too."""
    skipped: int = 0
    seconds: float = 0.0
    reasons: Counter[str] = field(default_factory=Counter)
    """Why tests were skipped, and how many for each reason."""
    told: list[str] = field(default_factory=list)
    """What the scripts around pytest said."""


def outcome(lines: Iterable[str]) -> Outcome:
    """Read it from the lines that pytest printed with `-rs`.

    >>> outcome(["SKIPPED [2] tests/a.py:1: no gcc", "3 passed, 2 skipped in 1.50s"])
    Outcome(passed=3, failed=0, skipped=2, seconds=1.5, reasons=Counter({'no gcc': 2}), told=[])
    """
    found = Outcome()
    for line in lines:
        if skipped := _SKIPPED.fullmatch(line):
            found.reasons[skipped[2]] += int(skipped[1])
        elif last := _LAST.fullmatch(line):
            counts = {kind.rstrip("s"): int(count) for count, kind in _COUNTS.findall(line)}
            found.passed += counts.get("passed", 0)
            found.failed += counts.get("failed", 0) + counts.get("error", 0)
            found.skipped += counts.get("skipped", 0)
            found.seconds += float(last[1])
        elif line.startswith("minigam: "):
            found.told.append(line)
    return found
