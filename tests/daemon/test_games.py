"""Whole random games through mock pins: every layer but the browser."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from minigam.board.lighting import Meaning
from minigam.table.events import Opened
from minigam.table.setup import Setup
from minigam.table.state import Phase
from minigam.table.zones import all_zones
from tests.daemon.rig import Rig, rig
from tests.daemon.watching import (
    check_checkers,
    check_choices,
    check_lights,
    check_pulled_plug,
    check_verified,
)

GAMES = 1000
BATCHES = 50
SETUPS = tuple(
    product(("minigam", "minigam-full-entry"), ("true", "false"), ("order", "must", "free"))
)
SEATS = (("human", "human"), ("human", "human"), ("human", "easy"), ("medium", "human"))


def setup_of(chance: Random) -> Setup:
    rules_id, enter, second = chance.choice(SETUPS)
    white, black = chance.choice(SEATS)
    options = (("enter_on_own", enter), ("second_die", second))
    return Setup(rules_id, options, white, black)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_thousand_games_by_taps_alone(batch: int, tmp_path: Path) -> None:
    chance = Random(f"games {batch}")
    for game in range(GAMES // BATCHES):
        opening = Opened(setup_of(chance))
        with rig(tmp_path, opening, seed=batch * GAMES + game) as board:
            play_to_the_end(board, chance)
            check_pulled_plug(board)
            check_verified(board)


def play_to_the_end(board: Rig, chance: Random) -> None:
    for _ in range(5000):
        found = check(board)
        if board.table.state.phase is Phase.GAME_OVER:
            return
        board.tap(next_touch(board, found, chance))
        if chance.random() < 0.02:
            check_pulled_plug(board)
    raise AssertionError("expected the game to end within 5000 taps")


def next_touch(board: Rig, found: dict[str, Any], chance: Random) -> str:
    """Mostly something useful, sometimes anything at all."""
    if chance.random() < 0.15:
        return chance.choice(list(board.profile.inputs))
    zones = found["targets"] if found["selected"] else found["sources"]
    assert isinstance(zones, list)
    if zones and not (found["may_end"] and chance.random() < 0.3):
        touched: str = chance.choice(zones)
        return touched
    return "roll"


def check(board: Rig) -> dict[str, Any]:
    """Position, choices and lights are those of the rules, by the oracle; the snapshot."""
    state, found = board.table.state, board.snapshot()
    check_checkers(state, found)
    check_choices(state, found)
    check_lights(board, found)
    if (found["sources"] or found["targets"]) and not state.computer_moves:
        check_pixels(board)
    return found


def check_pixels(board: Rig) -> None:
    """In the bytes that were sent, lanes without a mark are dark and the others are not."""
    sent, segments = board.strip.sent, board.profile.strip.segments
    for zone in all_zones(board.table.state.game.rules.layout):
        mark = board.table.scene.marks.get(zone)
        segment = segments[zone]
        lane = sent[3 * segment.first : 3 * (segment.first + segment.count)]
        if mark is None:
            assert not any(lane)
        elif mark.meaning is not Meaning.ERROR:  # which blinks to black
            assert any(lane)
