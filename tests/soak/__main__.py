"""`make soak`: hours and days of play in minutes, a board after the other; `SOAK_HOURS` of each."""

import os
import sys
import tempfile
from collections.abc import Iterator

from minigam.table.events import Opened
from minigam.table.setup import Setup, games_for
from tests.soak.playing import Reading, check, folders, soak

USUAL_HOURS = "24"
GAMES = {
    "sim": Setup(black="easy", clock="10:00+12"),
    "full-24": Setup("backgammon", (("length", "5"),), games=games_for(24)),
    "dice-16": Setup("backgammon-dice-tournament", games=games_for(16)),
}
"""What is played, by board."""


def main() -> None:
    """Show each reading that differs in its hour; fail where something was left behind."""
    hours = float(os.environ.get("SOAK_HOURS", USUAL_HOURS))
    for board, setup in GAMES.items():
        print(f"{setup.rules.title}, {hours:g} hours", flush=True)
        with tempfile.TemporaryDirectory(prefix="minigam-soak-") as place, folders(place) as data:
            check(list(_told(soak(data, Opened(setup), board, hours))))
    print("Nothing was left behind.")


def _told(readings: Iterator[Reading]) -> Iterator[Reading]:
    """The readings; the first of each hour is shown."""
    shown = -1.0
    for reading in readings:
        if int(reading.hours) > shown or reading.hours == 0:
            shown = int(reading.hours)
            print(reading, flush=True)
        yield reading


if __name__ == "__main__":
    try:
        main()
    except AssertionError as fault:
        sys.exit(f"minigam: {fault}")
