"""Whole games with dice rolled by hand on boards that feel their checkers, by their two buttons."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from minigam.rules.plays import Turn
from minigam.rules.position import Side
from minigam.table.events import Event, Tapped
from minigam.table.paths import counts_of
from minigam.table.rolling import DICE
from minigam.table.state import WITH_TURN, Phase
from minigam.table.two_buttons import offered
from tests.daemon.rig import FeltTable, Lights, felt_table
from tests.daemon.watching import Watch
from tests.table.hands import Hand, any_turn, without_faces
from tests.tiers import some

COCKED, WRONG = 0.1, 0.1
"""How often a roll is rolled again, and how often a wrong number is entered."""
MOST = 3000
"""More than a game needs."""
LOOK = 10
"""After so many things that happen, all is looked at, which takes its time."""


class CalmHand(Hand):
    """Takes all that leaves its place into the hand, then lays it all down: also what swaps."""

    def play_turn(self, meant: Turn) -> None:
        """Make a whole turn, its steps in `meant`, and see it counted."""
        turns, lay = len(self.table.state.game.entries), self._taken_places()
        self.make(meant)
        self._end(meant, turns)
        if len(self.table.state.game.entries) == turns and self._taken_places() == lay:
            self._insist(meant)
        assert len(self.table.state.game.entries) > turns

    def play_for_the_computer(self, meant: Turn) -> None:
        """Make its steps; where the board asks, the person's roll says yes."""
        turns = len(self.table.state.game.entries)
        self.make(meant)
        self.table.wait(4.5)
        if len(self.table.state.game.entries) == turns:
            self.table.press("roll")
        assert len(self.table.state.game.entries) > turns

    def make(self, meant: Turn) -> None:
        lifts, puts, layout = [], [], meant.rules.layout
        for side in Side:
            before = Counter(counts_of(layout, meant.before, [side]))
            after = Counter(counts_of(layout, meant.position, [side]))
            lifts += [(zone, side) for zone in (before - after).elements()]
            puts += [(zone, side) for zone in (after - before).elements()]
        for zone, side in lifts:
            self.table.lift(zone, side)
            self.table.wait(0.2)
        for zone, side in puts:
            self.table.put(zone, side)
            self.table.wait(0.2)


class Thrower:
    def __init__(self, table: FeltTable, chance: Random) -> None:
        self.table = table
        self.chance = chance
        self.hand = CalmHand(table, chance)
        self.cocked = self.wrong = 0
        self.thrown: list[tuple[int, ...]] = []
        """The rolls that stand: two dice, and rolled pawns."""

    def choose(self, name: str) -> None:
        """Undo until a choice is offered, then roll."""
        for _ in range(10):
            choice = offered(self.table.state)
            assert choice is not None
            if choice.zone == name:
                self.table.press("roll")
                return
            self.table.press("undo")
        raise AssertionError(f"never offered {name}")

    def enter(self) -> None:
        """Roll, and enter every number; now and then a wrong one first."""
        state = self.table.state
        numbers = [self.chance.randint(1, 6) for _ in range(DICE + state.game.pawns_to_roll)]
        for at, number in enumerate(numbers):
            if at + 1 < len(numbers) and self.chance.random() < WRONG:
                self.choose(f"face-{self.chance.randint(1, 6)}")
                self.choose("take-back")
                self.wrong += 1
            self.choose(f"face-{number}")
        self.thrown.append(tuple(numbers))
        self.table.wait(1.0)

    def go_on(self) -> None:
        state = self.table.state
        if state.phase in (Phase.OPENING, Phase.TO_THROW):
            self.enter()
        elif self.chance.random() < COCKED and not (state.turn and state.turn.steps):
            self.throw_again()
        elif state.phase is Phase.PASSING:
            self.table.press("roll")
            self.table.wait(1.0)
        elif state.computer_moves:
            self._make_the_computers()
        else:
            assert state.turn is not None
            self.hand.play_turn(any_turn(state.turn, self.chance))
            self.table.wait(1.0)

    def throw_again(self) -> None:
        """A cocked die: undo, before the first step or while a pass waits."""
        assert self.table.phase in WITH_TURN
        self.table.press("undo")
        assert self.table.phase in (Phase.OPENING, Phase.TO_THROW)
        self.thrown.pop()
        self.cocked += 1

    def _make_the_computers(self) -> None:
        plan = self.table.state.plan
        turn = self.table.state.turn
        assert plan is not None
        assert turn is not None
        self.hand.play_for_the_computer(replace(turn, steps=plan))
        self.table.wait(1.0)


def play_a_game(folder: Path, rules_id: str, seed: int, **others: Any) -> Thrower:
    drawn = Lights.DRAWN
    with felt_table(folder, seed, rules_id, lights=drawn, dice="hand", **others) as (bench, table):
        watch, taps, take = Watch(), set[str](), bench.table.take

        def heard(event: Event, now: float) -> None:
            taps.update([event.input] if isinstance(event, Tapped) else [])
            take(event, now)

        bench.table.take = heard  # type: ignore[method-assign]
        table.press("roll")
        thrower = Thrower(table, Random(f"{rules_id} {seed}"))
        for number in range(MOST):
            if table.phase is Phase.GAME_OVER:
                break
            thrower.go_on()
            if number % LOOK == 0:
                watch.look(bench)
        assert table.phase is Phase.GAME_OVER
        assert [(*dice, *pawns) for dice, pawns in table.state.game.rolls] == thrower.thrown
        assert table.wood.position(table.state.game.rules.layout) == without_faces(table.position)
        assert taps <= {"undo", "roll-white", "roll-black", *(f"point-{n}" for n in range(1, 7))}
        return thrower


FACES = {"options": (("random_faces", "true"),)}


def test_a_whole_game_by_two_buttons(tmp_path: Path) -> None:
    thrower = play_a_game(tmp_path, "minigam", 1)
    assert thrower.cocked + thrower.wrong > 0


BOARDS: list[tuple[str, int, Any]] = [
    ("backgammon-dice-tournament", 1, FACES),
    ("backgammon-dice-basic", 0, FACES),
    ("minigam", 0, {"white": "hard"}),
    *((rules_id, 0, {}) for rules_id in ("minigam-full-entry", "backgammon", "portes")),
    ("backgammon-money", 0, {"white": "hard"}),
    ("hypergammon", 0, {}),
    *((f"backgammon-dice-{name}", 0, {}) for name in ("simple", "basic", "tournament")),
    ("backgammon-dice-tournament", 0, FACES),
]


@pytest.mark.parametrize(("rules_id", "seed", "others"), some(BOARDS, 3))
def test_whole_games_of_every_board(
    tmp_path: Path, rules_id: str, seed: int, others: dict[str, object]
) -> None:
    """The first one has a turn of 31 plays between which the counts cannot tell."""
    thrower = play_a_game(tmp_path, rules_id, seed, **others)
    assert thrower.cocked + thrower.wrong > 0


def test_the_computers_dice_are_entered_by_the_persons_button(tmp_path: Path) -> None:
    with felt_table(tmp_path, dice="hand", white="easy") as (_, table):
        table.press("roll")
        table.press("roll-white")
        assert not table.state.entered
        table.press("roll-black")
        assert len(table.state.entered) == 1
        table.press("undo")
        table.press("roll-black")
        assert (table.state.game.rolls, table.state.game.side) == ((((1, 2), ()),), Side.BLACK)
