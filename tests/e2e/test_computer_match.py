"""A whole match by taps against a computer that doubles, takes and resigns."""

import asyncio
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random

import numpy as np
import pytest

from minigam.journal.schema import board_key
from minigam.journal.store import FILE_NAME, Journal
from minigam.players import weights
from minigam.players.model import Model
from minigam.rules.game import Game
from minigam.rules.position import Side
from minigam.rules.record import CubeAction
from minigam.rules.ruleset import HYPERGAMMON
from tests.e2e.daemon import Daemon, minigam, running
from tests.e2e.guest import Snapshot, visiting

LENGTH = 3
MOST_MATCHES = 5
"""A computer that is far ahead at once may play on for gammons: then another match is played."""
OPTIONS = ("--board", "full-24", "--rules", "hypergammon", "--option", "cube=true")


def is_over(state: Snapshot) -> bool:
    return bool(state["result"]) and max(state["score"].values()) >= LENGTH


async def a_match(daemon: Daemon, seed: int) -> Snapshot:
    """To its end; doubles are mostly taken, and what is resigned is accepted."""
    chance = Random(seed)
    async with visiting(daemon, chance) as guest:
        while True:
            found = [state async for state in guest.play(lambda s: is_over(s) or asks(s))][-1]
            if is_over(found):
                return found
            if found["phase"] == "doubled":
                await guest.tap("bar-white" if chance.random() < 0.9 else "off-white")
            elif found["phase"] == "resigning":
                await guest.tap("bar-white")
            else:
                await guest.tap("roll")  # the next game


def asks(state: Snapshot) -> bool:
    """Whether white, the person, has something to answer, or the next game may begin."""
    answers = state["phase"] in ("doubled", "resigning") and bool(state["choices"])
    return answers or (bool(state["result"]) and state["controls"]["roll"]["live"])


def stored(data: Path) -> list[Game]:
    with closing(Journal(data / FILE_NAME)) as journal:
        numbers = journal.last_of(board_key(24, feels=False), 100)
        return [journal.game(number) for number in sorted(numbers)]


def has_doubled(game: Game) -> bool:
    return CubeAction(Side.BLACK, "double") in game.entries


@pytest.mark.slow
def test_a_match_against_a_computer_with_a_cube(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its games come back the same with other weights: the journal depends on none."""
    for seed in count(1):
        assert seed <= MOST_MATCHES, "expected the computer to double"
        data = tmp_path / str(seed)
        with running(data, *OPTIONS, "--option", f"length={LENGTH}", "--black", "expert") as daemon:
            end = asyncio.run(a_match(daemon, seed))
        assert max(end["score"].values()) == LENGTH
        games = stored(data)
        if any(map(has_doubled, games)):
            break
    assert [game.match_over for game in games] == [False] * (len(games) - 1) + [True]
    for number in range(1, len(games) + 1):
        assert minigam("verify", str(number), "--data", data).status == 0
    other = weights.write(Model.random(HYPERGAMMON, (5,), np.random.default_rng(1), np), {})
    (tmp_path / weights.shipped(HYPERGAMMON).name).write_bytes(other)
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    assert stored(data) == games
