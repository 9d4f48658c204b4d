"""Two real daemons in a club's evening: names by themselves, one touch, and a result that comes."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.daemon import Daemon, running
from tests.e2e.two_boards import has, until
from tests.remote.club.evening_process import EveningProcess
from tests.remote.mosquitto import Mosquitto

pytestmark = [pytest.mark.mosquitto, pytest.mark.slow]
COMPUTERS_SECONDS = 900.0
"""A game of computers, at a pace that people can follow."""


def match_of(view: dict[str, Any], board: str) -> dict[str, Any]:
    found: dict[str, Any]
    (found,) = (match for match in view["matches"] if match["board"] == board)
    return found


def test_boards_play_what_the_club_gives_them(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path / "broker")
    options = ("--broker", broker.address, "--board-name")
    computers = ("--white", "easy", "--black", "easy")
    try:
        with (
            running(tmp_path / "ash", *options, "ash") as ash,
            running(tmp_path / "oak", *options, "oak", *computers),
        ):
            asyncio.run(evening(tmp_path / "evening", broker, ash))
    finally:
        broker.close()


async def evening(folder: Path, broker: Mosquitto, ash: Daemon) -> None:
    club = EveningProcess(folder, broker.port)
    async with club:
        await club.act(
            "open",
            title="Friday",
            rules="minigam",
            format="round-robin",
            lengths=[1],
            computers=True,
        )
        for name in ("Ann", "Bob", "Cleo", "Dan"):
            await club.act("enter", name=name)
        await club.until(lambda view: len(view["boards"]) == 2)
        await club.admit()
        await club.until(lambda view: len(view["free"]) == 2)
        await club.act("draw")
        view = await club.until(lambda view: match_of(view, "oak")["live"])
        ours = match_of(view, "ash")
        white, black = ours["names"]
        names = {"white": white, "black": black}
        await asyncio.to_thread(until, partial(has, ash, "names", names))
        assert has(ash, "phase", "attract")
        assert ours["live"] is None
        await asyncio.to_thread(ash.tap, "roll")
        await club.until(lambda view: match_of(view, "ash")["live"])
        view = await club.until(lambda view: match_of(view, "oak")["over"], COMPUTERS_SECONDS)
        assert sorted(match_of(view, "oak")["score"]) == [0, 1]
        assert view["refusals"] == []
