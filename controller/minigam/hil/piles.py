"""Turns on a board where more checkers may lie on a zone than it has places.

What lies on others is felt by no sensor, so that the board cannot follow each step. Hands make the
whole turn then, and answer the board's question which play it was, as people have to.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from minigam.board.profile_model import Sensors
from minigam.errors import BenchError
from minigam.hil.hands import Hands
from minigam.hil.rig import Rig
from minigam.rules.notation import format_steps
from minigam.rules.play_words import play_words
from minigam.rules.plays import Turn
from minigam.rules.position import Position, Side, parse_position
from minigam.rules.ruleset import rule_set
from minigam.table.mismatch import WHICH_PLAY
from minigam.table.paths import Node, counts_of
from minigam.table.state import Phase

Snapshot = dict[str, Any]
COUNTED_SECONDS = 20.0
"""Within it a play has counted, or the board has asked about it."""


@dataclass(frozen=True)
class PiledTurn:
    """A turn that a board cannot feel step by step, with all its steps."""

    turn: Turn
    is_felt: bool
    """Whether any sensor changes by it."""

    def play(self, rig: Rig, hands: Hands, state: Snapshot) -> int:
        """Make it, and see it counted; how many checkers were moved. `state`: as it begins.

        Raises `BenchError` where the board counts nothing, or another play.
        """
        moves, since = Node(self.turn, complete=True).moves, len(rig.levels())
        bar = f"bar-{self.turn.side.other.value}"
        for source, target in sorted(moves, key=lambda move: move[1] != bar):
            side = self.turn.side.other if target == bar else self.turn.side
            hands.lift(source, side)
            hands.put(target, side)
        if not self.is_felt:
            rig.tap(self._roll)
        try:
            self._answer(rig, state)
        except BenchError as fault:
            raise BenchError(f"{_words(self.turn)}: {fault}: {rig.instead(since)}") from fault
        return len(moves)

    @property
    def _roll(self) -> str:
        return f"roll-{self.turn.side.value}"

    def _answer(self, rig: Rig, before: Snapshot) -> None:
        """Undo what the board asks, until it names this play; then roll, for yes."""
        said = [""]
        while not _has_counted(now := _next(rig, before, said[-1]), before):
            asked = now["message"]["text"]
            if asked in said:
                raise BenchError(
                    f"expected a question about {_words(self.turn)}, got only {said[1:]}"
                )
            said.append(asked)
            rig.tap(self._roll if self._is_named(asked) else "undo")
        if (got := _position(now)) != self.turn.position:
            raise BenchError(f"expected {self.turn.position} to count, got {got}")

    def _is_named(self, question: str) -> bool:
        """Whether a question is about a play that ends as this one does."""
        alike = (
            way for way in _ways(self.turn.with_steps(())) if way.position == self.turn.position
        )
        return any(question.startswith(f"Was it {_words(way)}?") for way in alike)


def piled_turn(sensors: Sensors, state: Snapshot) -> PiledTurn | None:
    """The turn that has just begun, if the board may not feel all of it.

    Of each step it is the last one possible, since so a game is short. None for pawns that have
    faces, which only people can show.
    """
    begun = state["selected"] or any(die["used"] for die in state["dice"])
    rules = rule_set(state["rules"], state["options"])
    if state["phase"] != Phase.MOVING.value or begun or rules.pawn_die:
        return None
    dice = [die["value"] for die in state["dice"]]
    begin = Turn.of(rules, _position(state), Side(state["turn"]), (dice[0], dice[-1]))
    if not any(_is_piled(sensors, way) for way in _ways(begin)):
        return None
    end = begin
    while end.next_steps:
        end = end.play(end.next_steps[-1])
    return PiledTurn(end, _felt(sensors, begin) != _felt(sensors, end))


def _ways(turn: Turn) -> Iterator[Turn]:
    """The turn, and all that it may become, in each order of its steps."""
    yield turn
    for step in turn.next_steps:
        yield from _ways(turn.play(step))


def _felt(sensors: Sensors, turn: Turn) -> list[int]:
    """How many checkers of each zone are felt."""
    counts = counts_of(turn.rules.layout, turn.position)
    return [min(counts[zone], len(places)) for zone, places in sensors.places.items()]


def _is_piled(sensors: Sensors, turn: Turn) -> bool:
    """Whether some of the side's checkers lie on others."""
    own = counts_of(turn.rules.layout, turn.position, [turn.side])
    return any(own[zone] > len(places) for zone, places in sensors.places.items())


def _words(turn: Turn) -> str:
    """The play as the board's questions name it."""
    layout = turn.rules.layout
    return play_words(layout, turn.side, format_steps(layout, turn.steps))


def _position(state: Snapshot) -> Position:
    return parse_position(state["position"], rule_set(state["rules"], state["options"]).layout)


def _has_counted(state: Snapshot, before: Snapshot) -> bool:
    return bool(state["plays"] != before["plays"])


def _next(rig: Rig, before: Snapshot, asked: str) -> Snapshot:
    """The state once the play has counted, or the board asks something else than before."""

    def goes_on(state: Snapshot) -> bool:
        message = state["message"]
        asks = message and message["code"] == WHICH_PLAY and message["text"] != asked
        return bool(asks or _has_counted(state, before))

    return rig.until_state(goes_on, "a play that counts, or is asked about", COUNTED_SECONDS)
