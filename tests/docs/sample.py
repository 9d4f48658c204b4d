"""A small journal with fixed dice, names and times, which the pages' examples are about.

To look at it: `python -m tests.docs.sample FOLDER`, then `minigam games --data FOLDER`.
"""

import hashlib
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from minigam.dice import provably_fair
from minigam.journal.schema import board_key
from minigam.journal.store import FILE_NAME, Journal
from minigam.rules.actions import Committed, Revealed, Rolled
from minigam.rules.hash_chain import closed_action, encode_action
from minigam.table.effects import CloseGame, Commit, Effect, Reveal, RollDice, timers
from minigam.table.events import Elapsed, Event, Held, Tapped
from minigam.table.setup import Setup
from minigam.table.snapshot import snapshot
from minigam.table.state import Phase
from tests.solver import solved
from tests.table.play import Play

START = datetime(2026, 1, 31, 19, 5, tzinfo=UTC)
BETWEEN_GAMES = timedelta(minutes=20)
TAP_MICROS = 1_738_461
"""From one touch to the next."""


class Sample(Play):
    """A game whose dice are rolled as the daemon rolls them, from a secret that is no secret."""

    def __init__(self, number: int, setup: Setup, salt: int = 0) -> None:
        """`salt`: chosen so that the dice make a good example."""
        super().__init__(setup)
        self.board = board_key(*setup.board)
        self.secret = hashlib.sha256(f"sample {number} {salt}".encode()).digest()
        self.began = START + (number - 1) * BETWEEN_GAMES
        self._micros = int(self.began.timestamp() * 1e6)

    def touch(self, *inputs: str) -> None:
        """Taps with a hand's pauses between them."""
        for name in inputs:
            self._micros += TAP_MICROS
            self.do(Tapped(name, self._micros))
            self.do(Elapsed("dead"))

    def _reply(self, effect: Effect) -> Event:
        match effect:
            case Commit():
                return Committed(provably_fair.commitment(self.secret))
            case RollDice():
                white, black = self.state.game.numbers
                assert white is not None
                assert black is not None
                one, other = provably_fair.fair_roll(self.secret, (white, black), effect.number)
                return Rolled((one, other))
            case Reveal():
                return Revealed(self.secret.hex())
            case CloseGame():
                return closed_action(
                    self.state.game, [encode_action(action) for action in self.decided]
                )
        return super()._reply(effect)

    def keep(self, folder: Path) -> None:
        """Write it to a folder's journal, as the daemon would."""
        with closing(Journal(folder / FILE_NAME, now=lambda: self.began, new=True)) as journal:
            self._write(journal)

    def _write(self, journal: Journal) -> None:
        begun, *following = self.decided
        number = journal.begin([begun], self.board)
        for action in following:
            match action:
                case Committed():
                    journal.commit_secret(number, action, self.secret)
                case Revealed():
                    journal.reveal_secret(number, action)
                case _:
                    journal.append(number, [action])


def finished() -> Sample:
    """Two people play a whole game, at random; its opening roll is a tie at first."""
    game, chance = Sample(1, Setup(), salt=118), Random(1)
    game.touch("roll", "roll", "roll")
    while game.state.phase is not Phase.GAME_OVER:
        found = snapshot(game.state, 1)
        zones = sorted(found["targets"] or found["sources"])
        waited = [timer for timer in timers(game.state) if timer.name in ("again", "pass")]
        if waited:
            game.do(Elapsed(waited[0].name))
        else:
            game.touch(chance.choice(zones) if zones else "roll")
    return game


def resigned() -> Sample:
    """Dice rolled by hand; white gives up after black's first turn."""
    game = Sample(2, Setup("minigam-full-entry", dice="hand"))
    game.touch("roll", "point-2", "point-6")
    game.touch("bar-black", "point-1", "bar-black", "point-5", "roll", "point-3", "point-3")
    game.do(Held("undo"))
    game.touch("point-3", "roll-white", "roll-black")
    return game


def unfinished() -> Sample:
    """White, a person, has won the opening roll against a computer and picked up a checker."""
    game = Sample(3, Setup(black="hard", hints=True), salt=2)
    game.touch("roll", "roll", "bar-white")
    assert game.state.selected is not None
    return game


GAMES: tuple[Callable[[], Sample], ...] = (finished, resigned, unfinished)


def write_journal(folder: Path) -> None:
    """The sample journal, in a new folder."""
    folder.mkdir()
    for make in GAMES:
        make().keep(folder)


def tables() -> Path:
    """The tables that the examples ask."""
    solved.data_folder("minigam-full-entry")
    return solved.data_folder("minigam") / "tables"


if __name__ == "__main__":
    write_journal(Path(sys.argv[1]))
