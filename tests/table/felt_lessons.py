"""Somebody's hand in the first game on a board that feels its checkers."""

from collections.abc import Iterator
from dataclasses import replace

from minigam.rules.actions import Confirmed, Rolled, Stepped, StepTakenBack
from minigam.rules.position import Side
from minigam.rules.steps import Step
from minigam.table.events import Elapsed
from minigam.table.first_games import Lesson
from minigam.table.lessons import present
from minigam.table.rolling import presser
from minigam.table.zones import zone_in, zone_of
from tests.table.felt_board import FeltPlay
from tests.table.play import Play
from tests.table.test_lessons import AGREED as TAPPED

AGREED = {points: replace(setup, felt=True) for points, setup in TAPPED.items()}
"""What is set up on a board of so many points when its first game begins."""
Deed = tuple[str, str, Side]
"""A checker of a side that is lifted from a zone, or put there; or a button that is pressed."""


class Learner(FeltPlay):
    """Somebody's hand in the first game."""

    def __init__(self, points: int) -> None:
        """The first game has just been chosen; all stands as a game of its own begins."""
        play = Play(AGREED[points])
        super().__init__(play, play.state.game.rules.start)
        self.press("undo")
        while self.play.offered != "First game":
            self.press("undo")
        self.press("roll")

    def set_out(self) -> None:
        """White's checkers, and black's beside them, as the board asks for them."""
        self.clear()
        self.wood.lay_side(self.layout, self.position, Side.WHITE)
        self.read_all()
        self.wait(1)
        self.roll()
        self.wood.lay_side(self.layout, self.position, Side.BLACK)
        self.read_all()
        self.wait(1)

    def clear(self) -> None:
        """No checker lies anywhere; the sensors have not said so yet."""
        for zone, lies in self.wood.zones.items():
            self.wood.zones[zone], self.wood.piled[zone] = [None] * len(lies), []

    def roll(self) -> None:
        """Press the live roll button, once it is no longer deaf."""
        self.play.do(Elapsed("dead"))
        self.press(f"roll-{presser(self.state).value}")

    def do(self, deed: Deed, seconds: float = 0.5) -> None:
        what, where, side = deed
        match what:
            case "lift":
                self.lift(where, side)
            case "put":
                self.put(where, side)
            case _:
                self.roll()
        self.wait(seconds)

    @property
    def lesson(self) -> Lesson:
        found = present(self.state)
        assert found is not None
        return found

    @property
    def learnt(self) -> int:
        assert self.state.tutorial is not None
        return self.state.tutorial.learnt

    @property
    def deeds(self) -> list[Deed]:
        """What the present lesson wants a hand to do."""
        side, action = self.state.game.side, self.lesson.action
        assert side is not None
        if isinstance(action, Rolled | Confirmed):
            return [("press", "roll", side)]
        turn = self.play.turn
        if isinstance(action, StepTakenBack):
            return self.carried(turn.steps[-1], back=True)
        found = (step for step in turn.next_steps if Stepped(step.source, step.die) == action)
        return self.carried(next(found))

    def carried(self, step: Step, *, back: bool = False) -> list[Deed]:
        """A step of the turn, or the way back from where it led."""
        turn = self.play.turn
        start, end = (zone_in(turn, place) for place in (step.source, step.target))
        if back:
            start, end = end, start
        other = turn.side.other
        bar = zone_of(self.layout, other, 0)
        hit: list[Deed] = [("lift", end, other), ("put", bar, other)] if step.hit else []
        return [("lift", start, turn.side), *hit, ("put", end, turn.side)]


def learner(points: int = 6) -> Learner:
    """Somebody before the first lesson, the checkers set out for it."""
    table = Learner(points)
    table.set_out()
    return table


def lessons(points: int = 6) -> Iterator[tuple[Learner, Deed | None]]:
    """The first game before each thing that a hand does in it, with that; then after the last."""
    table = learner(points)
    while present(table.state):
        for deed in table.deeds:
            yield table, deed
            table.do(deed)
            assert table.play.code == ""
    yield table, None


def in_lessons(points: int = 6) -> Iterator[tuple[Learner, Deed]]:
    """The same, but for the end."""
    return ((table, deed) for table, deed in lessons(points) if deed)


def at_rest(points: int = 6) -> Iterator[Learner]:
    """The first game before each lesson."""
    learnt = -1
    for table, _ in in_lessons(points):
        if table.learnt != learnt:
            learnt = table.learnt
            yield table


def at_lesson(number: int, points: int = 6) -> Learner:
    """Somebody who has learnt so many lessons."""
    return next(table for table in at_rest(points) if table.learnt == number)
