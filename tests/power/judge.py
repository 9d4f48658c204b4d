"""What a board that comes back after a cut makes of its disk."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from minigam.errors import JournalError
from minigam.game.effects import DEAD_SECONDS
from minigam.game.events import Committed, Event, Opened, Ready, Revealed, Sealed, Thrown
from minigam.game.replay import replay
from minigam.journal.store import FILE_NAME, Journal
from tests.daemon.rig import Lights, Rig, rig
from tests.power.disk import Disk, Fate, put
from tests.power.machine import GAMES, Played

BY_ITSELF = (Committed, Ready, Revealed, Sealed, Thrown)
"""What a table answers the other events with."""
CORRECTED = 3
"""The highest status with which e2fsck says that all is well now."""


@dataclass(frozen=True)
class Back:
    """What was found when the power was back."""

    events: int = 0
    """How many of the play's events are there, from the first one without a gap."""
    damage: str = ""
    """What cannot be read, or was never played."""
    dice: str = ""
    """Where the game does not go on as it would have."""


@dataclass(frozen=True)
class Cut:
    """One cut, and what was found after it."""

    fate: Fate
    safe: int
    """How many events were said to be safe before it."""
    pending: int
    """How many writes no flush had followed yet."""
    back: Back

    @property
    def lost(self) -> int:
        """How many events were gone that were said to be safe."""
        return max(0, self.safe - self.back.events)

    @property
    def ahead(self) -> int:
        """How many were there that were not said to be yet."""
        return max(0, self.back.events - self.safe)


class Judge:
    """Knows what was played; the same files are looked at once only."""

    def __init__(self, play: Sequence[Event], folder: Path) -> None:
        """`folder` is for copies."""
        self._play = list(play)
        self._folder = folder
        self._known: dict[bytes, Back] = {}

    def look(self, disk: Path) -> Back:
        """Look at a disk, as the system does when it starts, and then as the daemon does."""
        done = subprocess.run(
            ["/sbin/e2fsck", "-fp", disk], capture_output=True, text=True, check=False
        )
        if done.returncode > CORRECTED:
            return Back(damage=done.stdout)
        with TemporaryDirectory(dir=self._folder) as place:
            dump = f"rdump {GAMES} {place}"
            subprocess.run(["/sbin/debugfs", "-R", dump, disk], capture_output=True, check=True)
            games = Path(place) / GAMES
            games.mkdir(exist_ok=True)  # the cut came before the daemon had made it
            files = sorted(games.glob(f"{FILE_NAME}*"))
            digest = sha256(b"".join(file.name.encode() + file.read_bytes() for file in files))
            if digest.digest() not in self._known:
                self._known[digest.digest()] = self._read(games)
            return self._known[digest.digest()]

    def _read(self, games: Path) -> Back:
        try:
            with closing(Journal(games / FILE_NAME, new=True)) as journal:
                sound = integrity(journal)
                chapters = journal.numbers()
                found = [event for number in chapters for event in journal.events(number)]
        except JournalError as fault:
            return Back(damage=str(fault))
        if sound != "ok":
            return Back(damage=sound)
        if found != self._play[: len(found)]:
            return Back(damage=f"{len(found)} events, which are not those of the play")
        return Back(len(found), dice=self._resume(games, chapters[-1], len(found)) if found else "")

    def _resume(self, games: Path, chapter: int, count: int) -> str:
        """The same hand goes on where the power went; what differs from the play then."""
        first, end = self._game_at(count)
        promised = any(isinstance(event, Committed) for event in self._play[first:count])
        same = self._play[first : end if promised else count]
        with rig(games, lights=Lights.DRAWN) as bench:
            table, events = bench.table, bench.journal.events
            stands = table.state.durable() == replay(events(table.chapter))
            go_on(bench, self._play[count : first + len(same)])
            found = events(chapter)
        if stands and found[: len(same)] == same:
            return ""
        return f"after {count} events the game went on in another way"

    def _game_at(self, count: int) -> tuple[int, int]:
        """Where the game of the last of so many events begins, and where it ends."""
        starts = [at for at, event in enumerate(self._play) if isinstance(event, Opened)]
        after = [start for start in starts if start >= count]
        return max(start for start in starts if start < count), min([*after, len(self._play)])


def integrity(journal: Journal) -> str:
    """What SQLite says of the whole file."""
    with journal.reading() as db:
        return str(db.execute("PRAGMA integrity_check").fetchone()[0])


def go_on(bench: Rig, rest: Iterable[Event]) -> None:
    """Let a table hear what the first one heard; throws and the like come from itself."""
    for event in rest:
        if not isinstance(event, BY_ITSELF):
            bench.now += DEAD_SECONDS  # for so long the roll button may be deaf
            bench.table.tick(bench.now)
            bench.table.take(event, bench.now)


def judged(played: Played, fate: Fate, wanted: int, folder: Path) -> list[Cut]:
    """Cut the power so often, spread over the play."""
    judge, chance, cuts = Judge(played.safe, folder), Random(fate.value), list[Cut]()
    lasting, image = folder / f"lasting-{fate.value}", folder / f"image-{fate.value}"
    copy(played.base, lasting)
    disk, places = Disk(lasting, played.told), spread(played, wanted)
    for at in range(places[-1] + 1):
        disk.next()
        if at in places:
            copy(lasting, image)
            put(image, disk.after_cut(fate, chance))
            cuts.append(Cut(fate, disk.safe, len(disk.pending), judge.look(image)))
    return cuts


def spread(played: Played, wanted: int) -> list[int]:
    """After which writes to cut: those where something is pending, as evenly as it goes.

    Not after the last event that is known, since there the one under way is not.
    """
    last = max(at for at, write in enumerate(played.told) if write.marked == len(played.safe) - 1)
    places = [
        at for at, write in enumerate(played.told[:last]) if write.data and write.marked is None
    ]
    return [places[at * len(places) // wanted] for at in range(wanted)]


def copy(disk: Path, there: Path) -> None:
    """Copy what is on a disk, without its holes."""
    subprocess.run(["cp", "--sparse=always", disk, there], check=True)
