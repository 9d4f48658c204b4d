"""Whole random games through mock pins: every layer but the browser."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from minigam.board.lighting import Meaning
from minigam.rules.plays import Turn
from minigam.rules.position import format_position
from minigam.table.effects import wants
from minigam.table.events import Opened
from minigam.table.setup import Setup
from minigam.table.state import Phase
from minigam.table.zones import all_zones, zone_of
from tests.daemon.rig import Rig, kept, rig
from tests.daemon.watching import check_verified
from tests.rules import naive

GAMES = 1000
BATCHES = 50
LANDINGS = {Meaning.TARGET, Meaning.HIT, Meaning.OFF}
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
    """Position and lights are those of the rules; the snapshot."""
    found = board.snapshot()
    check_checkers(board, found)
    check_lights(board)
    return found


def check_checkers(board: Rig, found: dict[str, Any]) -> None:
    position = board.table.state.shown_position
    assert sum(position.white) == sum(position.black) == 8
    assert min(position.white + position.black) >= 0
    text = format_position(position, board.table.state.rules.layout)
    assert text == found["position"]


def check_lights(board: Rig) -> None:
    """The lit sources and targets are exactly the legal next steps, by the naive generator."""
    state, marks = board.table.state, board.table.scene.marks
    sources = {zone for zone, mark in marks.items() if mark.meaning is Meaning.SOURCE}
    targets = {zone for zone, mark in marks.items() if mark.meaning in LANDINGS}
    if state.phase is not Phase.MOVING or state.computer_moves or state.transient.hands_off:
        assert not sources
        return
    assert state.turn is not None
    legal = naive_next_steps(state.turn)
    error = state.transient.notice.zone if state.transient.notice else None
    if state.selected is None:
        assert not targets
        assert sources | {error} == {source for _, source, _ in legal} | {error}
    else:
        held = zone_of(state.rules.layout, state.turn.side, state.selected.place)
        assert not sources
        assert targets | {error} == {end for _, start, end in legal if start == held} | {error}
    check_pixels(board)


def naive_next_steps(turn: Turn) -> frozenset[tuple[int, str, str]]:
    layout, rules = turn.rules.layout, turn.rules
    made = tuple(
        (
            step.die,
            zone_of(layout, turn.side, step.source),
            zone_of(layout, turn.side, step.target),
        )
        for step in turn.steps
    )
    options = naive.Options(rules.enter_on_own, rules.second_die.value, rules.bar_stops_bearing_off)
    before = format_position(turn.before, layout)
    roll = (turn.dice[0], turn.dice[1])
    return naive.next_steps(before, turn.side.value, roll, made, options)


def check_pixels(board: Rig) -> None:
    """In the bytes that were sent, lanes without a mark are dark and the others are not."""
    sent, segments = board.strip.sent, board.profile.strip.segments
    for zone in all_zones(board.table.state.rules.layout):
        mark = board.table.scene.marks.get(zone)
        segment = segments[zone]
        lane = sent[3 * segment.first : 3 * (segment.first + segment.count)]
        if mark is None:
            assert not any(lane)
        elif mark.meaning is not Meaning.ERROR:  # which blinks to black
            assert any(lane)


def check_pulled_plug(board: Rig) -> None:
    again = board.pulled_plug()
    assert again.state == kept(board.table.state)
    assert again.number == board.table.number
    assert wants(again.state) == wants(kept(board.table.state))
