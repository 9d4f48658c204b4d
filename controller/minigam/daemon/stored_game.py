"""Writes each action of the current game to the journal before anybody sees it."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from minigam.daemon.trace_writer import TraceWriter
from minigam.dice import provably_fair
from minigam.errors import JournalError
from minigam.journal.store import Journal
from minigam.rules.actions import Action, Begun, Closed, Committed, Revealed, Rolled
from minigam.rules.game import Game
from minigam.rules.hash_chain import closed_action
from minigam.table.setup import Setup

log = logging.getLogger(__name__)


@dataclass(eq=False)
class StoredGame:
    """Writes one game after the other, and what is agreed between them."""

    _journal: Journal
    _board: str
    """See `schema.board_key`."""
    number: int | None
    """The game's; None before it has begun."""
    _left: int | None
    """The game that was left for it."""
    _recording: TraceWriter | None
    _stored: Callable[[int, Sequence[Action]], None] = lambda _number, _actions: None
    """Gets a game's actions once they are on disk."""
    _kept: tuple[Setup, bool] | None = None

    def start(self, actions: Sequence[Action], setup: Setup) -> None:
        """Log a resumed game's earlier actions; otherwise store what was decided and set up."""
        if self.number is None:
            self.write(actions, setup, False)
        else:
            self._record(self._journal.actions(self.number))

    def write(self, actions: Sequence[Action], setup: Setup, spilled: bool) -> None:
        """Store what was decided at once, and the set-up with it: all of it, or nothing.

        `spilled`: whether a board that feels its checkers is being set up again.
        """
        agreed = (setup, spilled)
        if actions or agreed != self._kept:
            self._write(actions, agreed, self.number, self._left)

    def write_next(self, actions: Sequence[Action], setup: Setup, spilled: bool) -> None:
        """Leave this game for another one, and remember its number, if it has begun.

        Where that cannot be stored, this game is still the one that is played.
        """
        self._write(actions, (setup, spilled), None, self.number or self._left)

    def _write(
        self,
        actions: Sequence[Action],
        agreed: tuple[Setup, bool],
        number: int | None,
        left: int | None,
    ) -> None:
        setup, spilled = agreed
        with self._journal.writing():
            if actions and isinstance(actions[0], Begun):
                number = self._journal.begin(actions, self._board)
            elif actions:
                assert number is not None
                self._journal.append(number, actions)
            if agreed != self._kept or left != self._left:
                kept = {"setup": setup.to_json(), "left": left, "spilled": spilled}
                self._journal.agree(self._board, kept)
        self.number, self._left, self._kept = number, left, agreed
        self._record(actions)

    # The dice and the end

    def promise(self, secret: bytes) -> Committed:
        """Store the dice secret; return its commitment, which is on disk already."""
        action = Committed(provably_fair.commitment(secret))
        self._journal.commit_secret(self._known, action, secret)
        self._record([action])
        return action

    def roll(self, game: Game) -> Rolled:
        """The next roll of the game; raise as `roll` does."""
        return roll(self._journal, self._known, game)

    def reveal(self) -> Revealed:
        """Store the dice secret among the actions; return it, on disk already."""
        action = Revealed(self._journal.secret(self._known).hex())
        self._journal.reveal_secret(self._known, action)
        self._record([action])
        return action

    def closing(self, game: Game) -> Closed:
        """The last action of a game that is over or abandoned."""
        return closed_action(game, self._journal.entries(self._known))

    @property
    def _known(self) -> int:
        assert self.number is not None
        return self.number

    def _record(self, actions: Sequence[Action]) -> None:
        if actions and self.number is not None:
            self._stored(self.number, actions)
        for action in actions:
            log.info("%s", action)
            if self._recording:
                self._recording.action(action)


def roll(journal: Journal, number: int, game: Game) -> Rolled:
    """The next roll of a stored game: two dice, and the pawns that are rolled with them.

    Raises `JournalError` where the secret or a side's number is missing.
    """
    white, black = game.numbers
    nth = len(game.rolls) + 1
    if white is None or black is None:
        raise JournalError(
            f"expected both sides' numbers in game {number} before roll {nth}, "
            f"got {white} and {black}: move its journal aside to start a new one"
        )
    secret = journal.secret(number)
    one, other, *pawns = provably_fair.fair_roll(secret, (white, black), nth, game.pawns_to_roll)
    return Rolled((one, other), tuple(pawns))
