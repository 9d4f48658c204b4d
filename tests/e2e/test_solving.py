"""A board that solves its game meanwhile: from the first start to the perfect seat."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.e2e.daemon import Daemon, Ended, running
from tests.e2e.guest import visiting
from tests.solver import solved

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]

TABLE = Path("tables") / "minigam.table"


def wait_for(daemon: Daemon, reached: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    async def look() -> dict[str, Any]:
        async with visiting(daemon, Random(1)) as guest:
            return await guest.wait_for(reached)

    return asyncio.run(look())


def test_the_game_is_solved_while_it_is_played(tmp_path: Path) -> None:
    """Stopped on the way it goes on from there; the table is the one that is made in one go."""
    data = tmp_path / "data"
    with running(data, "--solve") as daemon:
        wait_for(daemon, lambda state: bool(state["solving"]["seconds"]))
        daemon.tap("roll", "roll", "roll")
        assert daemon.stop() == Ended(0, "", "")
    with running(data, "--solve") as daemon:
        begun = wait_for(daemon, lambda state: state["solving"]["done"] is not None)
        assert (begun["phase"] != "attract", begun["solving"]["failure"]) == (True, None)
        wait_for(daemon, lambda state: state["solving"]["done"] == 1)
        daemon.hold(3.2, "roll", "undo")
        seat = wait_for(daemon, lambda state: state["phase"] == "attract")["choices"][2]
        assert (seat["name"], seat["count"]) == ("Black", 6)
    made, usual = data / TABLE, solved.data_folder() / TABLE
    assert made.read_bytes() == usual.read_bytes()
    assert [path.name for path in made.parent.iterdir() if path.suffix == ".part"] == []
