"""A game again, step by step, as plain JSON values that a display draws like a living one."""

from collections.abc import Iterator
from typing import Any

from minigam.errors import UnknownNameError
from minigam.rules.game import Game
from minigam.rules.notation import parse_steps
from minigam.rules.plays import Turn, result
from minigam.rules.position import Position, Side, format_position
from minigam.rules.record import CubeAction, Entry, Record
from minigam.rules.record_conversion import begun, record_of, with_steps
from minigam.rules.steps import Step
from minigam.rules.terms import Start, Terms
from minigam.table.landings import last_hits
from minigam.table.light_scene import turn_dice
from minigam.table.playing_on import PlayOnError
from minigam.table.setup import lengths_of, setup_of
from minigam.table.snapshot import checkers_in, cube_words, dice_fields
from minigam.table.step_fields import step_fields
from minigam.words import Words

Frame = dict[str, Any]
Beginning = tuple[Start, Side | None]
"""A position and its cube between two turns, and who rolls next; None: the opening roll decides."""


def frames(record: Record) -> list[Frame]:
    """What a display shows one after the other: the start, and each roll, step and double.

    A frame's `play` is the number of the turn or double it belongs to, from 1; its `step` is the
    one that comes next. Raises `IllegalPlayError` for a record that breaks the rules.
    """
    return [frame for frame, _ in _Replay(record).stops()]


def terms_at(game: Game, at: int) -> Terms:
    """What a game is that is played on from a frame of `game`: a single one, of the same rules.

    The cube is as it was. In the midst of a turn, that turn begins anew. Raises
    `UnknownNameError` where there is no such frame, and `PlayOnError` where the game is over.
    """
    beginnings = [beginning for _, beginning in _Replay(record_of(game)).stops()]
    if at not in range(len(beginnings)):
        raise UnknownNameError("step", str(at), [f"0 to {len(beginnings) - 1}"])
    start, side = beginnings[at]
    if result(game.rules, start.position):
        raise PlayOnError(Words("The game is over there: choose a position before its end."))
    options = dict(game.terms.options)
    if lengths_of(setup_of(game.terms)):
        options["length"] = "0"
    terms = Terms(game.terms.rules_id, tuple(options.items()), starter=side, start=start)
    return terms.settled()


class _Replay:
    """A game that stops at everything there is to see."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._game = begun(record)
        self._number = 0

    def stops(self) -> Iterator[tuple[Frame, Beginning]]:
        """The frames, each with where the game would be played on from it."""
        first = self._record.terms
        yield self._frame(self._game.position, None), (first.first, first.starter)
        for action in self._record.actions:
            self._number += 1
            yield from self._act(action)
        if self._record.roll:
            self._number += 1
            yield from self._unfinished()

    @property
    def _beginning(self) -> Beginning:
        return Start(self._game.position, self._game.cube), self._game.side

    def _act(self, action: Entry) -> Iterator[tuple[Frame, Beginning]]:
        if isinstance(action, CubeAction):
            self._game = self._game.apply(action)
            yield self._frame(self._game.position, action.side), self._beginning
            return
        turn = self._game.turn_of(action.side, action.roll, action.pawns)
        steps = parse_steps(turn.rules, turn.before, action.side, action.roll, action.play)
        *amid, last = self._turn(turn, steps)
        yield from ((frame, self._beginning) for frame in amid)
        self._game = self._game.apply(action)
        yield last, self._beginning

    def _unfinished(self) -> Iterator[tuple[Frame, Beginning]]:
        record = self._record
        assert record.roll is not None
        turn = self._game.turn_of(self._game.side or Side.WHITE, record.roll, record.pawns)
        for frame in self._turn(turn, with_steps(turn, record.steps).steps):
            yield frame, self._beginning

    def _turn(self, turn: Turn, steps: tuple[Step, ...]) -> Iterator[Frame]:
        for step in steps:
            yield self._turn_frame(turn, step)
            turn = turn.play(step)
        yield self._turn_frame(turn, None)

    def _turn_frame(self, turn: Turn, step: Step | None) -> Frame:
        frame, dice = self._frame(turn.position, turn.side), dice_fields(turn_dice(turn))
        if step is None:
            return {**frame, "dice": dice}
        way = step_fields(turn, step)
        hits = [way["to"]] if last_hits(turn, step) else []
        return {**frame, "dice": dice, "step": way, "hits": hits}

    def _frame(self, position: Position, side: Side | None) -> Frame:
        layout = self._game.rules.layout
        return {
            "play": self._number,
            "turn": side.value if side else None,
            "position": format_position(position, layout),
            "checkers": checkers_in(position, layout),
            "dice": [],
            "step": None,
            "hits": [],
            "bars": self._game.rules.has_bars,
            "cube": cube_words(self._game),
        }
