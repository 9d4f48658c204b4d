"""What the tests did to the board on purpose, how often, and what came of it.

A test that injects faults says so with `note`, once all that it asserts has held. `python -m
tests.faults` prints the last run's table; `make proven` puts it into `docs/proven.md`.
"""

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from hardware.drawing.tables import table
from tests.docs.pages import ROOT

NOTES = ROOT / "build" / "faults"
STATES = "every sensor state arrived, in order"
SAME = "the same game, turn, dice and half-made steps"
FORGOTTEN = ("message", "spoken")
"""What of a snapshot a restart may lose: the words about the last touches."""
COLUMNS = ("fault", "tier", "how often", "result")


def lasting(state: Mapping[str, Any] | None) -> dict[str, Any]:
    """What of a snapshot must be the same after a restart."""
    assert state is not None
    return {name: value for name, value in state.items() if name not in FORGOTTEN}


def note(what: str, tier: int, times: int, came: str) -> None:
    """So often this was done at a tier, and this came of it, each time."""
    NOTES.mkdir(parents=True, exist_ok=True)
    line = json.dumps([what, tier, times, came])
    with (NOTES / f"{os.getpid()}.jsonl").open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")


def faults() -> str:
    """The table of all notes; what was done at several places is one line."""
    counts: Counter[tuple[str, int, str]] = Counter()
    for what, tier, times, came in _notes():
        counts[what, tier, came] += times
    rows = (
        (what, str(tier), f"{counts[what, tier, came]:,}", came)
        for what, tier, came in sorted(counts)
    )
    return table(COLUMNS, rows)


def counted(begins: str) -> int:
    return sum(times for what, _, times, _ in _notes() if what.startswith(begins))


def _notes() -> Iterator[tuple[str, int, int, str]]:
    for file in sorted(NOTES.glob("*.jsonl")):
        for line in file.read_text("utf-8").splitlines():
            what, tier, times, came = json.loads(line)
            yield what, tier, times, came


if __name__ == "__main__":
    print(faults())
