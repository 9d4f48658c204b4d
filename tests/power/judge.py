"""What a board that comes back after a cut makes of its disk."""

import subprocess
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from minigam.errors import JournalError
from minigam.journal.store import FILE_NAME, Journal
from minigam.rules.actions import Action, Begun, Committed, NumberGiven, Stepped
from minigam.rules.game import Game
from minigam.table.effects import DEAD_SECONDS
from minigam.table.events import Tapped
from minigam.table.state import Phase
from minigam.table.zones import zone_of
from tests.daemon.rig import Lights, Rig
from tests.power.disk import Disk, Fate, put
from tests.power.machine import GAMES, Played

CORRECTED = 3
"""The highest status with which e2fsck says that all is well now."""


@dataclass(frozen=True)
class Back:
    actions: int = 0
    """How many of the play's actions are there, from the first one without a gap."""
    damage: str = ""
    """What cannot be read, or was never played."""
    dice: str = ""
    """Where the game does not go on as it would have."""


@dataclass(frozen=True)
class Cut:
    fate: Fate
    safe: int
    """How many actions were said to be safe before it."""
    pending: int
    """How many writes no flush had followed yet."""
    back: Back

    @property
    def lost(self) -> int:
        """How many actions were gone that were said to be safe."""
        return max(0, self.safe - self.back.actions)

    @property
    def ahead(self) -> int:
        """How many were there that were not said to be yet."""
        return max(0, self.back.actions - self.safe)


class Judge:
    """Knows what was played; the same files are looked at once only."""

    def __init__(self, play: Sequence[Action], folder: Path) -> None:
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
                with journal.reading() as db:
                    sound = db.execute("PRAGMA integrity_check").fetchone()[0]
                numbers = journal.numbers()
                found = [action for number in numbers for action in journal.actions(number)]
        except JournalError as fault:
            return Back(damage=str(fault))
        if sound != "ok":
            return Back(damage=sound)
        if found != self._play[: len(found)]:
            return Back(damage=f"{len(found)} actions, which are not those of the play")
        return Back(len(found), dice=self._resume(games, numbers[-1], len(found)) if found else "")

    def _resume(self, games: Path, number: int, count: int) -> str:
        """The same hand goes on where the power went; what differs from the play then."""
        first, end = self._game_at(count)
        promised = any(isinstance(action, Committed) for action in self._play[first:count])
        same = self._play[first : end if promised else count]
        with Rig(games, lights=Lights.DRAWN) as bench:
            stands = bench.table.state.game == replayed(bench.journal.actions(number))
            go_on(bench, number, same)
            found = bench.journal.actions(number)
        if stands and found[: len(same)] == same:
            return ""
        return f"after {count} actions the game went on in another way"

    def _game_at(self, count: int) -> tuple[int, int]:
        """Where the game of the last of so many actions begins, and where it ends."""
        starts = [at for at, action in enumerate(self._play) if isinstance(action, Begun)]
        after = [start for start in starts if start >= count]
        return max(start for start in starts if start < count), min([*after, len(self._play)])


def replayed(actions: Iterable[Action]) -> Game:
    return Game.of(actions)


def go_on(bench: Rig, number: int, wanted: Sequence[Action]) -> None:
    """Do at a table what led to these actions of a game, as long as it goes the same way.

    The dice and the end come from the table itself.
    """
    while (found := bench.journal.actions(number)) == wanted[: len(found)] != wanted:
        for tap in taps(bench, wanted[len(found)]):
            bench.now += DEAD_SECONDS  # for so long the roll button may be deaf
            bench.table.tick(bench.now)
            if bench.journal.actions(number) == found:
                bench.table.take(tap, bench.now)
        if bench.journal.actions(number) == found:
            return


def taps(bench: Rig, action: Action) -> list[Tapped]:
    state = bench.table.state
    match action:
        case NumberGiven(_, number):
            return [Tapped("roll", number)]
        case Stepped() if state.phase is Phase.MOVING and state.turn:
            step, layout = state.game.step_of(action), state.game.rules.layout
            places = (step.source, step.target)
            return [Tapped(zone_of(layout, state.turn.side, place), 0) for place in places]
    return [Tapped("roll", 0)]


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

    Not after the last action that is known, since there the one under way is not.
    """
    last = max(at for at, write in enumerate(played.told) if write.marked == len(played.safe) - 1)
    places = [
        at for at, write in enumerate(played.told[:last]) if write.data and write.marked is None
    ]
    return [places[at * len(places) // wanted] for at in range(wanted)]


def copy(disk: Path, there: Path) -> None:
    """Copy what is on a disk, without its holes."""
    subprocess.run(["cp", "--sparse=always", disk, there], check=True)
