"""The corpus of stored games: what was once written must be read, and come to the same, for ever.

`tests/data/journals` has each game as JSON lines, one action a line as the journal stores it, and
in `games.json` what each comes to. This program only ever adds to them:

    python -m tests.journal.corpus NAME                 one of the games that are made here
    python -m tests.journal.corpus NAME FOLDER NUMBER   a game of the journal in FOLDER
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from minigam.dice import fair
from minigam.journal.store import FILE_NAME, Journal
from minigam.rules.action_json import action_from_json
from minigam.rules.actions import (
    Abandoned,
    Action,
    Begun,
    ColoursChanged,
    Committed,
    Confirmed,
    FlagFell,
    Named,
    NumberGiven,
    PlayTakenBack,
    Resigned,
    Revealed,
    Rolled,
    RollTakenBack,
    SetUpCorrected,
    StepTakenBack,
    TimePassed,
)
from minigam.rules.chain import entry_of, head_of
from minigam.rules.game import Game
from minigam.rules.pawntext import format_faces
from minigam.rules.position import Side, format_position
from minigam.rules.record import CubeAction
from minigam.rules.recorded import stepped
from minigam.rules.ruleset import RULE_SETS
from minigam.rules.terms import Terms
from minigam.rules.timecontrol import TimeControl
from minigam.table.closing import closed_action as end_of

FOLDER = Path(__file__).parents[1] / "data" / "journals"
FACTS = FOLDER / "games.json"
ENDING = ".jsonl"
WHITE, BLACK = Side
NUMBERS = (1_769_886_303_476_922, 1_769_886_305_215_383)
ALWAYS = 10_000
"""More turns than any game has."""


def load(file: Path) -> list[Action]:
    """The actions of a game of the corpus."""
    return [action_from_json(json.loads(line)) for line in file.read_bytes().splitlines()]


def facts_of(actions: list[Action]) -> dict[str, Any]:
    """What a game comes to."""
    game = Game.of(actions)
    won, position = game.result, game.shown_position
    return {
        "position": format_position(position, game.rules.layout),
        "faces": format_faces(position) if position.pawns else None,
        "side": game.side.value if game.side else None,
        "score": list(game.score),
        "result": [won.winner_name, won.points, won.kind, game.ended_by] if won else None,
        "cube": [game.cube.value, game.cube.owner.value if game.cube.owner else None],
        "clock": [game.clock.left(side) for side in Side] if game.clock else None,
        "entries": len(game.entries),
        "actions": len(actions),
        "head": head_of(map(entry_of, actions)),
    }


def add(name: str, actions: list[Action]) -> None:
    """Add a game; raise `FileExistsError` where there is one of that name."""
    facts: dict[str, Any] = json.loads(FACTS.read_text("utf-8")) if FACTS.exists() else {}
    if name in facts:
        raise FileExistsError(name)
    facts[name] = facts_of(actions)
    with (FOLDER / f"{name}{ENDING}").open("xb") as file:
        file.writelines(entry_of(action) + b"\n" for action in actions)
    lines = (f"{json.dumps(each)}: {json.dumps(facts[each])}" for each in sorted(facts))
    FACTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


# ---- Games that are made here --------------------------------------------------------------------


class Hand:
    """Plays a game at random, always the same for a seed."""

    def __init__(self, terms: Terms, seed: int) -> None:
        self.actions: list[Action] = [Begun(terms)]
        self.game = Game.begin(terms)
        self.chance = Random(seed)
        self._secret = hashlib.sha256(f"corpus {seed}".encode()).digest()
        if not terms.by_hand:
            self.do(Committed(fair.commitment(self._secret)))
            self.do(NumberGiven(WHITE, NUMBERS[0]), NumberGiven(BLACK, NUMBERS[1]))

    def do(self, *actions: Action) -> None:
        self.game = self.game.follow(actions)
        self.actions += actions

    def roll(self) -> None:
        game, number = self.game, len(self.game.rolls) + 1
        one, other, *pawns = fair.throw(self._secret, NUMBERS, number, game.pawns_to_roll)
        self.do(Rolled((one, other), tuple(pawns)))

    def open(self) -> None:
        """Roll until somebody has to play."""
        while not self.game.turn:
            self.roll()

    def step(self) -> None:
        assert self.game.turn is not None
        found = self.chance.choice(self.game.turn.next_steps)
        self.do(stepped(self.game.rules.layout, found))

    def steps(self) -> None:
        """Every step of the roll, some of them taken back at first."""
        while self.game.turn and self.game.turn.next_steps:
            self.step()
            if self.chance.random() < 0.05:
                self.do(StepTakenBack())

    def play(self, turns: int = ALWAYS) -> None:
        """So many turns, or all."""
        for _ in range(turns):
            if self.game.result:
                return
            self.open()
            self.steps()
            self.do(Confirmed())

    def end(self) -> list[Action]:
        """What is written at a game's end; all of its actions."""
        if self.game.commitment:
            self.do(Revealed(self._secret.hex()))
        self.do(end_of(self.game, [entry_of(action) for action in self.actions]))
        return self.actions


def whole(terms: Terms, seed: int = 1) -> list[Action]:
    """To its end, with the dice of the board."""
    hand = Hand(terms, seed)
    hand.play()
    return hand.end()


def _side(hand: Hand) -> Side:
    assert hand.game.side is not None
    return hand.game.side


def taken_back() -> list[Action]:
    """With hand-rolled dice all kinds of things are taken back, and the set-up is corrected."""
    hand = Hand(Terms("backgammon", (("length", "5"),), names=("Ann", ""), by_hand=True), seed=2)
    hand.do(Rolled((3, 3)), Rolled((2, 4)), RollTakenBack())
    hand.open()
    hand.step()
    hand.do(StepTakenBack())
    hand.play(1)
    hand.do(PlayTakenBack(), StepTakenBack())
    hand.play(1)
    hand.do(SetUpCorrected())
    hand.play(1)
    hand.roll()
    hand.do(RollTakenBack())
    hand.play(2)
    hand.do(CubeAction(_side(hand), "double"), CubeAction(_side(hand), "withdraw"))
    hand.do(CubeAction(_side(hand), "double"), CubeAction(_side(hand).other, "take"))
    hand.play(1)
    hand.do(CubeAction(_side(hand), "double"))
    hand.do(Named(("Ann", "Bob")), CubeAction(_side(hand).other, "drop"))
    hand.end()
    hand.do(Named(("Ann", "Zoë")))
    return hand.end()


def corrected_twice_rolled() -> list[Action]:
    """The set-up is corrected after a second roll: it is played with both."""
    hand = Hand(Terms("backgammon", by_hand=True), seed=3)
    hand.play(1)
    hand.roll()
    hand.do(SetUpCorrected())
    hand.play(3)
    hand.do(Resigned(_side(hand), 3))
    return hand.end()


def on_time() -> list[Action]:
    """A person loses a match on time, against a computer."""
    clock = TimeControl("0:02+1", banks=(1500, 2000))
    terms = Terms("backgammon", (("length", "3"),), ("human", "hard"), clock=clock, score=(1, 0))
    hand = Hand(terms, seed=4)
    hand.open()
    hand.play(1 if hand.game.side is BLACK else 2)
    hand.do(TimePassed(1200))
    hand.play(2)
    hand.do(TimePassed(2300), FlagFell(WHITE))
    return hand.end()


def warned() -> list[Action]:
    """A flag falls, and play goes on."""
    hand = Hand(Terms("minigam", clock=TimeControl("0:01+0", "told")), seed=5)
    hand.play(2)
    hand.do(TimePassed(5000), FlagFell(_side(hand)))
    hand.play()
    return hand.end()


def abandoned() -> list[Action]:
    """Left in the middle of a turn."""
    hand = Hand(Terms("minigam", seats=("human", "easy"), hints=True, teacher=True), seed=6)
    hand.play(4)
    hand.open()
    hand.step()
    hand.do(Abandoned())
    return hand.end()


def colours_changed() -> list[Action]:
    """The winner of the opening roll takes the other colour."""
    terms = Terms("backgammon-money", (("automatic_doubles", "2"),), stake="1 coffee")
    hand = Hand(replace(terms, names=("Ann", "Bob")), seed=7)
    hand.open()
    hand.do(ColoursChanged())
    hand.play(2)
    hand.do(CubeAction(_side(hand), "double"), CubeAction(_side(hand).other, "take"))
    hand.play()
    return hand.end()


def unfinished() -> list[Action]:
    """In play, in the middle of a turn."""
    hand = Hand(Terms("hypergammon"), seed=8)
    hand.play(3)
    hand.open()
    hand.step()
    return hand.actions


MADE: Mapping[str, Callable[[], list[Action]]] = {
    **{name: (lambda name=name: whole(Terms(name))) for name in RULE_SETS},  # type: ignore[misc]
    "plakoto-drawn": lambda: whole(Terms("plakoto"), seed=10),
    "minigam-free": lambda: whole(
        Terms("minigam", (("second_die", "free"), ("enter_on_own", "false"), ("length", "3")))
    ),
    "portes-winner-begins": lambda: whole(Terms("portes", score=(2, 1), starter=BLACK)),
    "random-faces": lambda: whole(Terms("backgammon-dice-basic", (("random_faces", "3"),))),
    "taken-back": taken_back,
    "set-up-corrected": corrected_twice_rolled,
    "on-time": on_time,
    "warned": warned,
    "abandoned": abandoned,
    "colours-changed": colours_changed,
    "unfinished": unfinished,
}


def stored(folder: Path, number: int) -> list[Action]:
    """A game of a journal."""
    with closing(Journal(folder / FILE_NAME)) as journal:
        return journal.actions(number)


def main() -> None:
    """See above."""
    name, *place = sys.argv[1:]
    add(name, stored(Path(place[0]), int(place[1])) if place else MADE[name]())


if __name__ == "__main__":
    main()
