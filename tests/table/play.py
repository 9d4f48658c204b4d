"""The pure machine with scripted dice: says what a table would, without a table."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from itertools import repeat
from random import Random
from typing import Any

from minigam.rules.action_json import action_from_json
from minigam.rules.actions import Action, Begun, Committed, NumberGiven, Revealed, Rolled
from minigam.rules.game import Game
from minigam.rules.hash_chain import closed_action, encode_action
from minigam.rules.plays import Turn
from minigam.rules.position import Position, Side, parse_position
from minigam.rules.record import Played, Roll
from minigam.rules.ruleset import RULE_SETS
from minigam.table.effects import (
    AnswerDouble,
    ChooseDiceNumber,
    CloseGame,
    Commit,
    Effect,
    Reveal,
    RollDice,
    StartNextGame,
    wants,
)
from minigam.table.events import (
    Answered,
    Command,
    Commanded,
    Elapsed,
    Event,
    Held,
    Opened,
    ResignationAnswered,
    Tapped,
)
from minigam.table.machine import step
from minigam.table.proposals import asks_computer
from minigam.table.setup import Setup, games_for
from minigam.table.snapshot import snapshot
from minigam.table.state import CubeQuestion, Phase, State, Transient, opened, resumed
from minigam.table.two_buttons import meant, offered, options, words


class Play:
    """A game whose every want is answered at once.

    `dice` are the rolls to come, `pawns` the numbers of the pawns' faces to come.
    """

    def __init__(
        self,
        setup: Setup | None = None,
        dice: Iterable[tuple[int, int]] = (),
        pawns: Iterable[int] = repeat(1),
    ) -> None:
        self.state: State = opened(Opened(setup or Setup()))
        self.dice: Iterator[tuple[int, int]] = iter(dice)
        self.pawns: Iterator[int] = iter(pawns)
        self.takes = True
        """Whether a computer seat takes a double."""
        self.answers_doubles = True
        """Whether it does so at once."""
        self.decided: list[Action] = []
        """What was decided in the present game, as the journal has it."""
        self._at = 0

    def do(self, event: Event) -> None:
        """One event, and what the state asks for after it."""
        before = self.state
        self.state = step(before, event)
        if any(isinstance(action, Begun) for action in self.state.decided):
            self.decided = []
        self.decided += self.state.decided
        while answer := self._answer():
            self.do(answer)

    def _answer(self) -> Event | None:
        doubled, question = self.state.phase is Phase.DOUBLED, self.state.transient.cube
        if self.answers_doubles and doubled and question is CubeQuestion.WAITING:
            return Elapsed("cube")
        return next(
            (self._reply(effect) for effect in wants(self.state) if self._now(effect)), None
        )

    def _now(self, effect: Effect) -> bool:
        if isinstance(effect, AnswerDouble):
            return self.answers_doubles
        return isinstance(
            effect, Commit | ChooseDiceNumber | RollDice | Reveal | CloseGame | StartNextGame
        )

    def _reply(self, effect: Effect) -> Event:
        match effect:
            case Commit():
                return Committed("ab" * 32)
            case ChooseDiceNumber():
                return NumberGiven(effect.side, 7)
            case RollDice():
                pawns = tuple(next(self.pawns) for _ in range(effect.pawns))
                return Rolled(next(self.dice), pawns)
            case AnswerDouble():
                return Answered(self.takes)
            case Reveal():
                return Revealed("cd" * 32)
            case CloseGame():
                return closed_action(self.state.game, ())
            case StartNextGame():
                return effect.following
        raise AssertionError(effect)

    def tap(self, *inputs: str) -> None:
        """Touches one after the other: zones, buttons, and these.

        `hold undo` and the like are holds, `wait` is until roll is no longer deaf, `confirm`
        is roll with that wait, and `Pause` and the like what a choice is called.
        """
        for name in inputs:
            if name == "wait":
                self.do(Elapsed("dead"))
            elif name == "confirm":
                self.tap("roll", "wait")
            elif name.startswith("hold "):
                self.do(Held(name.removeprefix("hold ")))
            elif name[0].isupper():
                [zone] = [zone for zone, called in self.choices.items() if called == name]
                self.tap(zone)
            else:
                self._at += 1
                self.do(meant(self.state, Tapped(name, self._at)))

    def resign(self, *zones: str, by: Side | None = None) -> None:
        """The side on turn, or another, resigns what zones stand for; the other accepts it."""
        side = by or self.state.game.side or Side.WHITE
        self.do(Commanded(Command.RESIGN))
        self.tap(*zones, f"roll-{side.value}", "wait")
        if asks_computer(self.state):
            self.do(ResignationAnswered(True))
        if self.state.phase is Phase.RESIGNING:
            self.tap(f"roll-{side.other.value}")

    def set_up_again(self) -> None:
        """Both sides agree that the set-up was wrong."""
        self.tap("hold undo", "Set-up was wrong", "roll-white", "wait", "roll-black")

    def restart(self) -> None:
        """The daemon starts again: only what was decided is known."""
        self.state = resumed(self.replayed, self.state.setup)

    @property
    def replayed(self) -> Game:
        """The game to which what was decided leads, once it is written down and read again."""
        return Game.of(
            action_from_json(json.loads(encode_action(action))) for action in self.decided
        )

    @property
    def said(self) -> str:
        """The words of the last notice."""
        notice = self.state.transient.notice
        return notice.text if notice else ""

    @property
    def code(self) -> str:
        notice = self.state.transient.notice
        return notice.code if notice else ""

    @property
    def seen(self) -> dict[str, Any]:
        """What a display is told."""
        return snapshot(self.state, 1)

    def see(self, *names: str) -> list[object]:
        """Some of it."""
        return [self.seen[name] for name in names]

    @property
    def prompt(self) -> str:
        text: str = self.seen["prompt"]["text"]
        return text

    @property
    def choices(self) -> dict[str, str]:
        """The names of what may be chosen, by zone."""
        return {choice["zone"]: choice["name"] for choice in self.seen["choices"]}

    @property
    def offered(self) -> str:
        """What roll would take, on a board with two buttons."""
        choice = offered(self.state)
        assert choice is not None
        return words(choice)

    @property
    def options(self) -> list[str]:
        """What undo goes through there."""
        return [words(choice) for choice in options(self.state)]

    def go_to(self, *beginnings: str) -> None:
        """Undo, until a choice that begins so is offered."""
        for _ in self.options:
            if self.offered.startswith(beginnings):
                return
            self.tap("undo")
        raise AssertionError(beginnings)

    @property
    def turn(self) -> Turn:
        """The turn that is being played."""
        assert self.state.turn is not None
        return self.state.turn


def throws(chance: Random) -> Iterator[tuple[int, int]]:
    """As many as anybody asks for."""
    while True:
        yield chance.randint(1, 6), chance.randint(1, 6)


def pawn_throws(chance: Random) -> Iterator[int]:
    """The same of a pawn die."""
    return iter(lambda: chance.randint(1, 6), 0)


def agreed(rules_id: str = "backgammon", **choices: Any) -> Setup:
    """A set-up on a board that fits: fields of it, and options of the game, by their names."""
    own = {field.name for field in fields(Setup)}
    options = tuple((name, value) for name, value in choices.items() if name not in own)
    games = games_for(RULE_SETS[rules_id].layout.points)
    given = {name: value for name, value in choices.items() if name in own}
    return Setup(rules_id, options, **{"games": games, **given})


def started(*dice: tuple[int, int], setup: Setup | None = None) -> Play:
    """A game after its opening roll, the first of `dice`."""
    play = Play(setup, dice)
    play.tap("roll", "roll", "roll")
    return play


def rolled(state: State) -> tuple[Roll, ...]:
    """The dice of every roll so far."""
    return tuple(dice for dice, _ in state.game.rolls)


def silent(state: State) -> State:
    """A state but for what is said and asked for at the moment."""
    return replace(state, transient=Transient())


def with_game(state: State, **changes: Any) -> State:
    """A state of play whose game is another one in some fields."""
    return replace(state, game=replace(state.game, **changes), cover=None)


def to_roll(state: State, side: Side, **changes: Any) -> State:
    """A side is to roll, both having given their numbers; it began the game."""
    given: dict[str, Any] = {
        "terms": replace(state.game.terms, starter=side),
        "side": side,
        "commitment": "ab" * 32,
        "numbers": (1, 2),
        "turn": None,
    }
    return with_game(state, **(given | changes))


def after_a_turn(state: State, side: Side, play: str, **changes: Any) -> State:
    """A side is to roll, the other having played its opening roll of 6-5."""
    terms = replace(state.game.terms, starter=side.other)
    made = Played(side.other, (6, 5), play)
    return to_roll(state, side, terms=terms, rolls=((made.roll, ()),), entries=(made,), **changes)


def to_throw(
    setup: Setup,
    *dice: tuple[int, int],
    side: Side = Side.WHITE,
    opening: Opened | None = None,
    **changes: Any,
) -> Play:
    """A side is to roll on a full board, after the other's first turn."""
    play = Play(setup, dice)
    play.state = after_a_turn(opened(opening or Opened(setup)), side, "24/13", **changes)
    return play


def at(
    position: str | Position,
    *dice: tuple[int, int],
    setup: Setup | None = None,
    side: Side = Side.WHITE,
) -> Play:
    """A side on turn in a position, its roll the first of `dice`."""
    play = Play(setup, dice)
    if isinstance(position, str):
        position = parse_position(position, play.state.game.rules.layout)
    play.state = after_a_turn(play.state, side, "bar/5 bar/6", position=position)
    play.tap("roll")
    return play
