"""Whatever happens to a journal, the board can be played, and what was not touched is there."""

import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import mkdtemp

import pytest

from minigam.board.profile import load_profile
from minigam.daemon.housekeeping import Housekeeper
from minigam.daemon.startup import table_of
from minigam.errors import JournalError
from minigam.journal.data_folder import journal_in
from minigam.journal.retention import nothing_judged
from minigam.journal.store import FILE_NAME, DamagedJournalError, Journal, NoSecretError
from minigam.table.events import Opened, Tapped
from minigam.table.setup import Setup
from tests.journal.corruptions import (
    AGREED,
    AGREED_AT,
    Original,
    Stored,
    agreement_touched,
    closed,
    corrupted,
    killed,
    touched,
)
from tests.journal.played import unlit

QUICK, SLOW, ALL, AT_ONCE = 60, 110, 2000, 50
"""How many of them `make test` does, `make test-all`, and `make long`; and how many a test does."""
FREED = (349, 1898)
"""The list of free pages is an older one, and names a page that is in use."""


@pytest.fixture(scope="module")
def originals(memory: Path) -> tuple[Original, Original]:
    folder = Path(mkdtemp(dir=memory))  # a worker may make them twice
    return closed(folder / "closed"), killed(folder / "killed")


def ready(folder: Path, said: list[str]) -> tuple[dict[int, Stored], object]:
    """Start as the daemon does, and begin a game; the games of before, and what was agreed last."""
    found: tuple[dict[int, Stored], object] = ({}, None)
    with journal_in(folder, said.append) as journal:
        assert journal.fault is None
        table = table_of(
            load_profile("sim"), unlit(journal), Opened(Setup()), asked=False, say=said.append
        )
        with suppress(DamagedJournalError):  # such as a list that cannot be read, of many games
            found = (dict(games(journal)), journal.agreement(AGREED_AT))
        table.start(0.0)
        table.take(Tapped("roll", 0), 1.0)
        assert table.fault is None
        assert table.number is not None
        assert journal.game(table.number) == table.state.game
    return found


def games(journal: Journal) -> Iterator[tuple[int, Stored]]:
    for number in journal.numbers():
        try:
            entries = journal.entries(number)
        except JournalError:
            continue
        try:
            secret = journal.secret(number)
        except NoSecretError:
            secret = None
        with journal.reading() as db:
            (board,) = db.execute("SELECT board FROM game WHERE id = ?", (number,)).fetchone()
        yield number, (entries, secret, board)


def check(originals: tuple[Original, Original], seed: int, folder: Path) -> None:
    """One corruption; every fourth time of a journal that is too large to be read at the start."""
    chance = Random(seed)
    original = chance.choice(originals)
    done = corrupted(original, folder, chance)
    said: list[str] = []
    with pytest.MonkeyPatch.context() as patched:
        if seed % 4 == 3:
            patched.setattr("minigam.journal.recovery.CHECKED_WHOLE", 0)
            ready(folder, said)
            with suppress(JournalError):
                Housekeeper(folder / FILE_NAME, nothing_judged).tidy(present=1)
        found, agreed = ready(folder, said)
        again: list[str] = []
        assert ready(folder, again)[0].keys() >= found.keys()
    safe = set(original.games) - touched(original, done)
    lost = {n for n in safe if found.get(n) != original.games[n]}
    assert not lost, f"{done.what}: games {lost} of {safe}; {said}"
    assert agreed == AGREED or agreement_touched(original, done), f"{done.what}; {said}"
    assert [line for line in again if "was damaged" in line] == []
    shutil.rmtree(folder)


@pytest.mark.parametrize("seed", [*range(QUICK), *FREED])
def test_a_sample_of_corruptions(
    seed: int, originals: tuple[Original, Original], memory: Path
) -> None:
    check(originals, seed, memory / str(seed))


@pytest.mark.parametrize(
    "first",
    [
        pytest.param(first, marks=pytest.mark.slow if first < SLOW else pytest.mark.long)
        for first in range(QUICK, ALL, AT_ONCE)
    ],
)
def test_every_corruption(first: int, originals: tuple[Original, Original], memory: Path) -> None:
    for seed in range(first, min(first + AT_ONCE, ALL)):
        check(originals, seed, memory / str(seed))
