"""A table whose board feels its checkers, with a journal, and hands on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from minigam.rules.ruleset import RULE_SETS
from minigam.table.events import Opened
from minigam.table.setup import games_for
from minigam.table.state import Phase, State
from tests.daemon.rig import Lights, Rig
from tests.table.felt_board import Felt, Wood, felt_setup

FELT_BOARDS = {6: "sim-hall", 16: "dice-16-hall", 24: "sim-full-24-hall"}


class FeltTable(Felt):
    """The rig's table; its buttons are mock pins, and its places speak for themselves."""

    def __init__(self, rig: Rig) -> None:
        assert rig.profile.sensors is not None
        super().__init__(Wood(rig.profile.sensors))
        self.rig = rig

    def set_up(self) -> None:
        """Everything stands where the game has it."""
        self.wood.lay(self.state.game.rules.layout, self.state.game.shown_position)
        self.read_all()
        self.wait(0.5)

    @property
    def state(self) -> State:
        return self.rig.table.state

    def level(self, place: str, occupied: bool) -> None:
        self.rig.table.edge(place, occupied, self.rig.now)

    def wait(self, seconds: float) -> None:
        self.rig.advance(seconds)

    def press(self, button: str) -> None:
        self.rig.tap(button)

    def begin(self) -> None:
        """From the attract scene to the first roll."""
        while self.phase in (Phase.ATTRACT, Phase.OPENING, Phase.THROWING):
            if self.state.setup.by_hand and self.state.entered:  # no tie
                self.press("undo")
            self.press("roll")
            self.wait(1.0)


@contextmanager
def felt_table(
    folder: Path,
    seed: int = 1,
    rules_id: str = "minigam",
    board: str = "",
    lights: Lights = Lights.SENT,
    trace: TextIO | None = None,
    **setup: Any,
) -> Iterator[tuple[Rig, FeltTable]]:
    """A board on which all stands where the game has it, in the attract scene."""
    points = RULE_SETS[rules_id].layout.points
    opening = Opened(replace(felt_setup(rules_id), games=games_for(points), **setup))
    with Rig(folder, opening, seed, board or FELT_BOARDS[points], lights, trace=trace) as bench:
        table = FeltTable(bench)
        table.set_up()
        yield bench, table
