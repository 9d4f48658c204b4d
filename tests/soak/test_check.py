"""Whatever a process may leave behind is read, and is enough to fail."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from mmap import mmap
from pathlib import Path
from threading import Event, Thread

import pytest

from tests.soak.playing import MOST_BLOCKS, MOST_KILOBYTES, Reading, check, reading

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
