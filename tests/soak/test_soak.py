"""An hour of play, and a crowd of visitors: nothing is left behind; and a leak would be seen."""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from mmap import mmap
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest
from aiohttp import ClientSession, ClientTimeout

from minigam.daemon.config import Config
from minigam.table.events import Opened
from minigam.table.setup import Setup
from tests.daemon.rig import Rig
from tests.daemon.serving import Served, serve
from tests.soak.playing import (
    MOST_BLOCKS,
    MOST_KILOBYTES,
    Leak,
    Reading,
    check,
    folders,
    reading,
    soak,
)

# What is read, and what is enough to fail

STILL = Reading(0.0, 0, blocks=1000, kilobytes=50_000, threads=1, files=9, temporary=0)
LENGTH = 20
MOST = {"blocks": MOST_BLOCKS, "kilobytes": MOST_KILOBYTES}
COUNTED = ["threads", "files", "temporary"]


def more(name: str, number: int) -> Reading:
    return replace(STILL, **{name: getattr(STILL, name) + number})


def growing(name: str, to: int) -> list[Reading]:
    return [more(name, to * at // (LENGTH - 1)) for at in range(LENGTH)]


def test_what_stays_as_it_was_is_right() -> None:
    check([STILL] * LENGTH)


@pytest.mark.parametrize("name", MOST)
def test_memory_may_grow_a_little(name: str) -> None:
    check(growing(name, MOST[name]))
    with pytest.raises(AssertionError, match=f"expected .* {name} all the while"):
        check(growing(name, 4 * MOST[name]))


@pytest.mark.parametrize("name", COUNTED)
def test_one_that_is_left_in_the_end_is_too_many(name: str) -> None:
    with pytest.raises(AssertionError, match=f"expected . {name}, got"):
        check([*[STILL] * LENGTH, more(name, 1)])


@pytest.mark.parametrize("name", COUNTED)
def test_one_that_is_there_meanwhile_is_too_many(name: str) -> None:
    with pytest.raises(AssertionError, match=f"expected as many {name} all the while"):
        check([*[STILL] * LENGTH, more(name, 1), STILL])


def test_a_short_play_shows_nothing() -> None:
    with pytest.raises(AssertionError, match="play longer"):
        check([STILL] * 5)


def keep_objects(kept: ExitStack) -> None:
    for _ in range(1000):
        kept.callback(object)


def keep_bytes(kept: ExitStack) -> None:
    """Pages of their own: a heap may have room that was resident before."""
    pages = kept.enter_context(mmap(-1, 32 << 20))
    pages[:] = b"1" * len(pages)


def keep_a_thread(kept: ExitStack) -> None:
    end = Event()
    thread = Thread(target=end.wait)
    thread.start()
    kept.callback(thread.join)
    kept.callback(end.set)


def keep_open(kept: ExitStack) -> None:
    kept.callback(os.close, os.open(__file__, os.O_RDONLY))


def keep_a_temporary_file(_kept: ExitStack) -> None:
    Path(tempfile.gettempdir(), "left").touch()


@pytest.mark.parametrize(
    ("leak", "name", "least"),
    [
        (keep_objects, "blocks", 1000),
        (keep_bytes, "kilobytes", 16 << 10),
        (keep_a_thread, "threads", 1),
        (keep_open, "files", 1),
        (keep_a_temporary_file, "temporary", 1),
    ],
)
def test_what_is_kept_is_read(
    leak: Callable[[ExitStack], None],
    name: str,
    least: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = reading(0.0, 0)
    with ExitStack() as kept:
        leak(kept)
        after = reading(0.0, 0)
    assert getattr(after, name) - getattr(before, name) >= least


# Play

OPENING = Opened(Setup(black="easy", clock="10:00+12"))
VISITS, EVERY, PATIENCE_SECONDS = 120, 10, 500.0


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with folders(tmp_path) as data:
        yield data
        assert os.listdir(tempfile.gettempdir()) == []


def soaked(folder: Path, hours: float, leak: Leak = lambda _: None) -> list[Reading]:
    return list(soak(folder, OPENING, "sim", hours, leak))


@pytest.mark.slow
def test_an_hour_of_play_leaves_nothing_behind(folder: Path) -> None:
    found = soaked(folder, 1.0)
    assert found[-1].games > 10
    check(found)


kept: list[object] = []


def keep_the_time(board: Rig) -> None:
    """Two numbers a touch."""
    kept.append((board.now, board.now + 1))


def leave_open(board: Rig) -> None:
    kept.append(os.open(board.journal.path, os.O_RDONLY))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("leak", "hours", "told"),
    [(keep_the_time, 0.5, "blocks all the while"), (leave_open, 0.2, "files")],
)
def test_a_planted_leak_is_seen(folder: Path, leak: Leak, hours: float, told: str) -> None:
    try:
        with pytest.raises(AssertionError, match=told):
            check(soaked(folder, hours, leak))
    finally:
        for each in kept:
            if isinstance(each, int):
                os.close(each)
        kept.clear()


# Visitors

LOOKS = ("/api/state", "/api/lights", "/api/health", "/api/games", "/api/board", "/report", "/")
WRONG = ("/api/games/999999", "/api/nothing", "/api/state?lang=xx")


async def visits(served: Served, rounds: int, every: int) -> list[Reading]:
    """So many visits, each with a connection of its own; a reading after every so many."""
    chance, found = Random(1), list[Reading]()
    address = f"http://127.0.0.1:{served.port}"
    for number in range(1, rounds + 1):
        async with ClientSession(address, timeout=ClientTimeout(10)) as page:
            await _visit(page, served, chance)
        if number % every == 0:
            found.append(reading(0.0, number))
    return found


async def _visit(page: ClientSession, served: Served, chance: Random) -> None:
    async with page.ws_connect("/api/events") as socket, page.ws_connect("/api/lights/events"):
        state = await socket.receive_json()
        zones = state["targets"] or state["sources"] or ["roll"]
        if chance.random() < 0.25:  # a touch takes its time
            await page.post("/api/tap", json={"input": chance.choice(zones)})
        await page.post("/api/tap", json={"input": 5})
        for path in (chance.choice(LOOKS), chance.choice(WRONG)):
            async with page.get(path) as answer:
                await answer.read()
    assert not served.daemon.ended.done()


@pytest.mark.slow
def test_visitors_leave_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Reading] = []

    async def act(served: Served) -> None:
        found.extend(await visits(served, VISITS, EVERY))

    before = reading(0.0, 0)
    serve(Config(data=folder, board="sim"), monkeypatch, act, PATIENCE_SECONDS)
    after = replace(reading(0.0, VISITS), temporary=before.temporary)
    check([before, *found, after])
