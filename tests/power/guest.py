"""Inside the machine: the daemon plays through its page's routes until the power goes.

Every action of the game is said on the serial line, and then marked on the disk: once the
journal has said that it is safe, and before anything else is done. The mark goes past every cache
and asks for no flush, so that it stands at its place among the disk's own writes.
"""

import asyncio
import mmap
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from unittest.mock import patch

from minigam.daemon import app
from minigam.daemon.config import Config
from minigam.daemon.trace_writer import TraceWriter
from minigam.journal.store import Journal
from minigam.rules.actions import Action, Begun
from minigam.rules.hash_chain import encode_action
from tests.boot import player
from tests.power.disk import FILES_BYTES, MARK_BYTES, SAID, mark

DISK = "/dev/vda"
PLACE = Path("/mnt/disk")
TAPS = 60
"""How long a daemon lives; then it is ended in order, and the next one goes on."""


class Said(TraceWriter):
    def __init__(self) -> None:
        self._disk = os.open(DISK, os.O_RDWR | os.O_DIRECT)
        self._page = mmap.mmap(
            -1, MARK_BYTES
        )  # where such a write wants it: at the start of a page
        self._said: list[Action] = []
        self._known: Iterator[Action] = iter(())

    def again(self) -> None:
        """Another daemon goes on: it tells of the game's actions so far once more."""
        starts = [at for at, action in enumerate(self._said) if isinstance(action, Begun)]
        self._known = iter(self._said[starts[-1] :])

    def action(self, action: Action) -> None:
        if (known := next(self._known, None)) is not None:
            assert action == known
            return
        self._said.append(action)
        print(SAID + encode_action(action).decode(), flush=True)
        self._page[:MARK_BYTES] = mark(len(self._said))
        os.pwrite(self._disk, self._page, FILES_BYTES)

    def level(self, name: str, pressed: bool | None, at: float) -> None:
        """What an input says is not in the journal."""


@contextmanager
def hasty() -> Iterator[None]:
    """Journals that wait for no disk: the control, which must lose what was said."""
    prepare = Journal._prepare

    def prepare_hastily(journal: Journal, empty: bool) -> None:
        prepare(journal, empty)
        with journal.reading() as db:
            db.execute("PRAGMA synchronous = NORMAL")

    with patch.object(Journal, "_prepare", prepare_hastily):
        yield


def play() -> None:
    """A hand that touches the last place that is lit, since so a game is short; then a rematch."""
    for _ in range(TAPS):
        seen = player.state()
        lit = seen["targets"] if seen["selected"] else seen["sources"]
        player.tap(lit[-1] if lit else "roll")
    os.kill(os.getpid(), signal.SIGINT)


async def live(said: Said) -> None:
    @contextmanager
    def saying(*_: object) -> Iterator[Said]:
        yield said

    with patch.object(app, "recording", saying):
        hand = Thread(target=play, daemon=True)
        await app.serve(
            Config(data=PLACE / "games"),
            lambda words: hand.start() if "is ready" in words else print(words, flush=True),
        )


def main() -> None:
    PLACE.mkdir()
    subprocess.run(["mount", "-t", "ext4", DISK, PLACE], check=True)
    said = Said()
    while True:
        asyncio.run(live(said))
        said.again()


if __name__ == "__main__":
    if "hasty" in sys.argv:
        with hasty():
            main()
    main()
