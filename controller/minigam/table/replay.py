"""A game again, step by step, as plain JSON values that a display draws like a living one."""

from collections.abc import Iterator
from typing import Any

from minigam.rules.notation import parse_steps
from minigam.rules.plays import Turn
from minigam.rules.position import Position, Side, format_position
from minigam.rules.record import CubeAction, Entry, Record
from minigam.rules.record_conversion import begun, with_steps
from minigam.rules.steps import Step
from minigam.table.light_scene import turn_dice
from minigam.table.snapshot import checkers_in, cube_words, dice_fields, step_fields

Frame = dict[str, Any]


def frames(record: Record) -> list[Frame]:
    """What a display shows one after the other: the start, and each roll, step and double.

    A frame's `play` is the number of the turn or double it belongs to, from 1; its `step` is the
    one that comes next. Raises `IllegalPlayError` for a record that breaks the rules.
    """
    return list(_Replay(record).frames())


class _Replay:
    """A game that stops at everything there is to see."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._game = begun(record)
        self._number = 0

    def frames(self) -> Iterator[Frame]:
        yield self._frame(self._game.position, None)
        for action in self._record.actions:
            self._number += 1
            yield from self._act(action)
        if self._record.roll:
            self._number += 1
            yield from self._unfinished()

    def _act(self, action: Entry) -> Iterator[Frame]:
        if isinstance(action, CubeAction):
            self._game = self._game.apply(action)
            yield self._frame(self._game.position, action.side)
            return
        turn = self._game.turn_of(action.side, action.roll, action.pawns)
        steps = parse_steps(turn.rules, turn.before, action.side, action.roll, action.play)
        yield from self._turn(turn, steps)
        self._game = self._game.apply(action)

    def _unfinished(self) -> Iterator[Frame]:
        record = self._record
        assert record.roll is not None
        turn = self._game.turn_of(self._game.side or Side.WHITE, record.roll, record.pawns)
        yield from self._turn(turn, with_steps(turn, record.steps).steps)

    def _turn(self, turn: Turn, steps: tuple[Step, ...]) -> Iterator[Frame]:
        for step in steps:
            yield self._turn_frame(turn, step)
            turn = turn.play(step)
        yield self._turn_frame(turn, None)

    def _turn_frame(self, turn: Turn, step: Step | None) -> Frame:
        frame, dice = self._frame(turn.position, turn.side), dice_fields(turn_dice(turn))
        return {**frame, "dice": dice, "step": step_fields(turn, step) if step else None}

    def _frame(self, position: Position, side: Side | None) -> Frame:
        layout = self._game.rules.layout
        return {
            "play": self._number,
            "turn": side.value if side else None,
            "position": format_position(position, layout),
            "checkers": checkers_in(position, layout),
            "dice": [],
            "step": None,
            "cube": cube_words(self._game),
        }
