"""Whole games between two boards, at random: at each moment `writer`'s board decides something."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random

from minigam.dice.shared_rolls import secrets_of, shared_roll
from minigam.rules import actions
from minigam.rules.actions import Action, Begun, Promised, Rolled, Shared
from minigam.rules.game import Game
from minigam.rules.hash_chain import closed_action, encode_action
from minigam.rules.meeting import Meeting
from minigam.rules.position import Side
from minigam.rules.record import CubeAction
from minigam.rules.record_conversion import stepped
from minigam.rules.terms import Terms
from minigam.rules.writer import writer

SEEDS = sha256(b"white's board").digest(), sha256(b"black's board").digest()
MEETING = Meeting("0c" * 16, 1, ("ab" * 32, "cd" * 32))
CHAINS = secrets_of(SEEDS[0]), secrets_of(SEEDS[1])


@dataclass
class TwoBoards:
    """A game, its actions so far, and both boards' secrets in the colours of the beginning."""

    terms: Terms
    chance: Random = field(default_factory=lambda: Random(1))
    chains: tuple[tuple[bytes, ...], tuple[bytes, ...]] = CHAINS
    actions: list[Action] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.actions.append(Begun(self.terms))
        self.game = Game.of(self.actions)

    def do(self, action: Action) -> None:
        self.game = self.game.apply(action)
        self.actions.append(action)

    def play(self, turns: int = 100_000) -> list[Action]:
        """Play so many turns, or to the end; all actions."""
        while self.game.closed is None and len(self.game.plays) < turns:
            self.do(self.decided())
        return self.actions

    def share(self, side: Side) -> Shared:
        """A side's honest secret for the coming roll."""
        return Shared(side, self._chain(side)[len(self.game.rolls) + 1].hex())

    def roll(self) -> Rolled:
        """The roll that both shares give."""
        number = len(self.game.rolls) + 1
        keys = [self._chain(side)[number] for side in Side]
        one, other, *pawns = shared_roll(keys[0], keys[1], number, self.game.pawns_to_roll)
        return Rolled((one, other), tuple(pawns))

    def _chain(self, side: Side) -> tuple[bytes, ...]:
        return (side.other if self.game.swapped else side).of(self.chains)

    def decided(self) -> Action:
        """What the board that writes decides: now and then a double, an answer, or to resign."""
        game, side = self.game, writer(self.game)
        if game.result:
            return closed_action(game, [encode_action(action) for action in self.actions])
        if side.of(game.promises) is None:
            return Promised(side, self._chain(side)[0].hex())
        if game.turn:
            return self._with_roll()
        if game.doubled:
            return CubeAction(side, self.chance.choice(["take", "take", "drop"]))
        if all(map(game.has_shared, Side)):
            return self.roll()
        return next(self._before_share(side), self.share(side))

    def _before_share(self, side: Side) -> Iterator[Action]:
        rare, double = self.chance.random() < 0.1, CubeAction(side, "double")
        if rare and self.game.why_not(double) is None:
            yield double
        if rare and self.game.why_not(actions.TimePassed(1000)) is None:
            yield actions.TimePassed(1000)

    def _with_roll(self) -> Action:
        game, turn, draw = self.game, self.game.turn, self.chance.random()
        assert turn is not None
        if draw < 0.5 and game.may_change_colours and not game.swapped:
            return actions.ColoursChanged()
        resigned = actions.Resigned(turn.side, game.cube.value)
        if draw < 0.001 and game.why_not(resigned) is None:
            return resigned
        if draw < 0.05 and turn.steps:
            return actions.StepTakenBack()
        if not turn.next_steps:
            return actions.Confirmed()
        return stepped(game.rules.layout, self.chance.choice(turn.next_steps))
