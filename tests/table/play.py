"""The pure machine with scripted dice: says what a table would, without a table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import repeat
from typing import Any

from minigam.rules.action_json import action_from_json
from minigam.rules.actions import Action, Begun, Committed, NumberGiven, Revealed, Rolled
from minigam.rules.chain import entry_of
from minigam.rules.game import Game
from minigam.rules.position import Position, Side, parse_position
from minigam.rules.record import Played, Roll
from minigam.table.closing import closed_action
from minigam.table.effects import Answer, Commit, Effect, GetReady, Open, Reveal, Seal, Throw, wants
from minigam.table.events import Answered, Elapsed, Event, Held, Opened, Tapped
from minigam.table.machine import step
from minigam.table.setup import Setup
from minigam.table.state import Phase, State, Transient, opened, resumed
from minigam.table.two_buttons import meant


class Play:
    """A game whose every want is answered at once; `dice` are the throws to come."""

    def __init__(self, setup: Setup | None = None, dice: Iterable[tuple[int, int]] = ()) -> None:
        self.state: State = opened(Opened(setup or Setup()))
        self.dice: Iterator[tuple[int, int]] = iter(dice)
        self.pawns: Iterator[int] = repeat(1)
        """The numbers of the pawns' faces to come."""
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
        return next(
            (self._reply(effect) for effect in wants(self.state) if self._now(effect)), None
        )

    def _now(self, effect: Effect) -> bool:
        if isinstance(effect, Answer):
            return self.answers_doubles
        return isinstance(effect, Commit | GetReady | Throw | Reveal | Seal | Open)

    def _reply(self, effect: Effect) -> Event:
        match effect:
            case Commit():
                return Committed("ab" * 32)
            case GetReady():
                return NumberGiven(effect.side, 7)
            case Throw():
                pawns = tuple(next(self.pawns) for _ in range(effect.pawns))
                return Rolled(next(self.dice), pawns)
            case Answer():
                return Answered(self.takes)
            case Reveal():
                return Revealed("cd" * 32)
            case Seal():
                return closed_action(self.state.game, ())
            case Open():
                return effect.following
        raise AssertionError(effect)

    def tap(self, *inputs: str) -> None:
        """Taps one after the other; `confirm` is roll with its dead time over."""
        for name in inputs:
            self._at += 1
            if name == "confirm":
                self.do(meant(self.state, Tapped("roll", self._at)))
                self.do(Elapsed("dead"))
            else:
                self.do(meant(self.state, Tapped(name, self._at)))

    def resign(self, *zones: str, by: Side | None = None) -> None:
        """The side on turn, or another, resigns what zones stand for; a person accepts it."""
        side = by or self.state.side or Side.WHITE
        self.do(Held("undo"))
        self.tap("point-4", *zones, f"roll-{side.value}")
        self.do(Elapsed("dead"))
        if self.state.phase is Phase.RESIGNING:
            self.tap(f"roll-{side.other.value}")

    def set_up_again(self) -> None:
        """Both sides agree that the set-up was wrong."""
        self.do(Held("undo"))
        self.tap("point-5", "roll-white")
        self.do(Elapsed("dead"))
        self.tap("roll-black")

    def restart(self) -> None:
        """The daemon starts again: only what was decided is known."""
        self.state = resumed(self.replayed, self.state.setup)

    @property
    def replayed(self) -> Game:
        """The game to which what was decided leads, once it is written down and read again."""
        return Game.of(action_from_json(json.loads(entry_of(action))) for action in self.decided)

    @property
    def said(self) -> str:
        """The words of the last notice."""
        notice = self.state.transient.notice
        return notice.text if notice else ""

    @property
    def code(self) -> str:
        notice = self.state.transient.notice
        return notice.code if notice else ""


def started(*dice: tuple[int, int], setup: Setup | None = None) -> Play:
    """A game after its opening throw, the first of `dice`."""
    play = Play(setup, dice)
    play.tap("roll", "roll", "roll")
    return play


def rolled(state: State) -> tuple[Roll, ...]:
    """The dice of every roll so far."""
    return tuple(dice for dice, _ in state.rolls)


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


def on_roll(state: State, position: Position) -> State:
    """White on roll in a position, after a play of black's."""
    return to_roll(
        state,
        Side.WHITE,
        terms=replace(state.game.terms, starter=Side.BLACK),
        position=position,
        rolls=(((6, 5), ()),),
        entries=(Played(Side.BLACK, (6, 5), "bar/5 bar/6"),),
    )


def at(position: str | Position, *dice: tuple[int, int], setup: Setup | None = None) -> Play:
    """White on roll in a position, its throw the first of `dice`."""
    play = Play(setup, dice)
    if isinstance(position, str):
        position = parse_position(position, play.state.rules.layout)
    play.state = on_roll(play.state, position)
    play.tap("roll")
    return play
