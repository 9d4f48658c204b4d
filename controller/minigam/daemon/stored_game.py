"""Writes each action of the current game to the journal before anybody sees it."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from minigam.daemon.trace_writer import TraceWriter
from minigam.dice import provably_fair
from minigam.dice.shared_rolls import commitment, secret_of
from minigam.errors import JournalError
from minigam.journal import meetings
from minigam.journal.meetings import MeetingEntry
from minigam.journal.store import Journal
from minigam.remote.derived_roll import derived_roll
from minigam.rules.actions import (
    Action,
    Begun,
    Closed,
    Committed,
    NumberGiven,
    Promised,
    Revealed,
    Rolled,
    Shared,
)
from minigam.rules.game import Game
from minigam.rules.hash_chain import closed_action
from minigam.rules.position import Side
from minigam.rules.terms import Terms
from minigam.table.effects import (
    ChooseDiceNumber,
    CloseGame,
    Commit,
    Effect,
    GivePromise,
    GiveShare,
    Reveal,
    RollDice,
)
from minigam.table.events import Given
from minigam.table.setup import Setup

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Performed:
    """What has come of an effect."""

    action: Given
    stored: bool = False
    """Whether it is on disk already."""


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
    _beside: Callable[[Terms], Mapping[str, Any] | None] = lambda _terms: None
    """See `Dependencies.beside`."""
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
                if kept := self._beside(actions[0].terms):
                    meetings.store(self._journal, self._board, number, MeetingEntry(kept=kept))
            elif actions:
                assert number is not None
                self._journal.append(number, actions)
            if agreed != self._kept or left != self._left:
                body = {"setup": setup.to_json(), "left": left, "spilled": spilled}
                self._journal.agree(self._board, body)
        self.number, self._left, self._kept = number, left, agreed
        self._record(actions)

    # The dice and the end

    def perform(
        self, effect: Effect, game: Game, token: Callable[[], bytes], micros: Callable[[], int]
    ) -> Performed:
        """What comes of an effect that needs the journal, a fresh secret or the time of day.

        Raises `TypeError` for any other effect.
        """
        match effect:
            case Commit():
                return Performed(self.promise(token()), stored=True)
            case ChooseDiceNumber(side):
                return Performed(NumberGiven(side, micros()))
            case GivePromise(side):
                return Performed(self.promise_seed(side, token()), stored=True)
            case GiveShare(side):
                return Performed(self.share(game, side))
            case RollDice():
                return Performed(self.roll(game))
            case Reveal():
                return Performed(self.reveal(), stored=True)
            case CloseGame():
                return Performed(self.closing(game))
        raise TypeError(f"expected an effect of the journal's, got {effect!r}")

    def promise(self, secret: bytes) -> Committed:
        """Store the dice secret; return its commitment, which is on disk already."""
        action = Committed(provably_fair.commitment(secret))
        self._journal.commit_secret(self._known, action, secret)
        self._record([action])
        return action

    def promise_seed(self, side: Side, seed: bytes) -> Promised:
        """Store this board's seed for a game with another one; return its promise, on disk too."""
        action = Promised(side, commitment(seed))
        self._journal.commit_secret(self._known, action, seed)
        self._record([action])
        return action

    def share(self, game: Game, side: Side) -> Shared:
        """This board's secret for the coming roll; it is not on disk yet.

        Raises `SharesSpentError` where there is none left.
        """
        seed = self._journal.secret(self._known)
        return Shared(side, secret_of(seed, len(game.rolls) + 1).hex())

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
    if game.terms.shared:
        return derived_roll(game)
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
