"""The dice secret of a living game is told to nobody."""

import asyncio
import json
import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from tests.e2e.daemon import Daemon, minigam, running
from tests.e2e.guest import visiting

TURNS = 3
ANSWERS = ("/api/state", "/api/board", "/api/lights", "/api/rules", "/api/health")


async def play_some(daemon: Daemon) -> list[str]:
    """Play a few turns; all that the API has said."""
    async with visiting(daemon, Random(1)) as guest:
        playing = guest.play(until=lambda state: len(state["plays"]) >= TURNS)
        said = [json.dumps(state) async for state in playing]
        said += [json.dumps(await guest.get(path)) for path in ANSWERS]
        return said + guest.heard


@pytest.mark.slow
def test_nobody_is_told_the_secret_of_a_living_game(tmp_path: Path) -> None:
    with running(tmp_path / "data", verbose=True) as daemon:
        said = asyncio.run(play_some(daemon))
        fairness = daemon.get("/api/state")["fairness"]
        commands = [minigam(*command, "--data", daemon.data) for command in COMMANDS]
        secret = secret_in(daemon.data)
    assert [ended.status for ended in commands] == [0, 0, 3]
    assert fairness["commitment"] == sha256(secret).hexdigest()
    assert fairness["secret"] is None
    assert "Committed" in daemon.log
    for text in (*said, daemon.log, *(ended.out + ended.err for ended in commands)):
        assert secret.hex() not in text.lower()
        assert repr(secret) not in text


COMMANDS = (("games",), ("show", "1"), ("verify", "1"))


def secret_in(data: Path) -> bytes:
    """The one place where it is kept: readable for the owner alone."""
    file = data / "journal.sqlite"
    assert [path.stat().st_mode & 0o077 for path in (data, file)] == [0, 0]
    with closing(sqlite3.connect(file)) as journal:
        ((secret,),) = journal.execute("SELECT secret FROM game")
    assert (type(secret), len(secret)) == (bytes, 32)
    return bytes(secret)
