"""Whole games and matches of every other rule set through mock pins, with cube actions."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from minigam.board.lighting import Meaning
from minigam.rules.position import Side, format_position
from minigam.rules.record import CubeAction, Played
from minigam.rules.ruleset import RULE_SETS, RuleSet
from minigam.table.events import Opened
from minigam.table.setup import Setup, games_for
from minigam.table.state import Phase, State, resumed
from minigam.table.turns import steps_of
from minigam.table.zones import zone_of
from tests.daemon.rig import Lights, Rig, rig
from tests.daemon.test_games import check_pixels
from tests.daemon.watching import LANDINGS, check_checkers, check_pulled_plug, check_verified
from tests.rules import naive_tavli

BOARDS = {6: "sim", 24: "full-24", 16: "dice-16"}
NAMES = tuple(name for name, rules in RULE_SETS.items() if rules.layout.points != 6)
BATCHES, GAMES = 10, 20
PLUGS = 0.002
"""How often the plug is pulled, a touch: once or twice in a long game."""


def setup_of(name: str, chance: Random, length: int) -> Setup:
    rules = RULE_SETS[name]
    known = {option.name for option in rules.options}
    options = {"length": str(length), "cube": "true", "jacoby": chance.choice(["true", "false"])}
    chosen = tuple((key, value) for key, value in options.items() if key in known)
    dice = "hand" if chance.random() < 0.2 else "electronic"
    return Setup(name, chosen, dice=dice, games=games_for(rules.layout.points))


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("name", NAMES)
def test_games_by_taps_alone(name: str, batch: int, tmp_path: Path) -> None:
    """200 games of each rule set."""
    chance = Random(f"{name} {batch}")
    for game in range(GAMES):
        opening = Opened(setup_of(name, chance, 0))
        seed = batch * GAMES + game
        with board_for(name, tmp_path, opening, seed, lights_of(batch)) as board:
            play_to_the_end(board, chance)
            check_score(board)
            check_verified(board)


MATCHES = [
    (name, number)
    for name in NAMES
    if any(option.name == "length" for option in RULE_SETS[name].options)
    for number in range(10)
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "number"), MATCHES)
def test_matches_by_taps_alone(name: str, number: int, tmp_path: Path) -> None:
    """Ten of each rule set."""
    chance = Random(f"match {name} {number}")
    opening = Opened(setup_of(name, chance, chance.randint(1, 3)))
    with board_for(name, tmp_path, opening, number, lights_of(number)) as board:
        score = (0, 0)
        for _ in range(20):
            play_to_the_end(board, chance)
            score = check_score(board)
            if board.table.state.game.match_over:
                break
            board.advance(2.0)
            board.tap("roll")
            assert board.table.state.game.score == score
        assert board.table.state.game.match_over
        assert max(score) >= board.table.state.game.rules.length
        for number in board.journal.numbers():
            check_verified(board, number)


def lights_of(number: int) -> Lights:
    """One in ten is drawn whole; the rules of all the others are looked at alone."""
    return Lights.MARKED if number else Lights.SENT


def board_for(
    name: str, folder: Path, opening: Opened, seed: int, lights: Lights
) -> AbstractContextManager[Rig]:
    return rig(folder, opening, seed, BOARDS[RULE_SETS[name].layout.points], lights=lights)


def play_to_the_end(board: Rig, chance: Random) -> None:
    for _ in range(20_000):
        found = check(board)
        state = board.table.state
        if state.phase is Phase.GAME_OVER:
            return
        touch(board, state, found, chance)
        if chance.random() < PLUGS:
            check_pulled_plug(board)
    raise AssertionError("expected the game to end")


def touch(board: Rig, state: State, found: dict[str, Any], chance: Random) -> None:
    """Mostly something useful, sometimes anything at all, sometimes a double or its answer."""
    if state.phase is Phase.DOUBLED and chance.random() < 0.8:
        assert state.game.offered_by is not None
        kind = "bar" if chance.random() < 0.8 else "off"
        board.tap(f"{kind}-{state.game.offered_by.other.value}")
    elif state.phase is Phase.TO_THROW and chance.random() < 0.05:
        board.hold(["roll"], 1.2)
        board.advance(0.2)
    else:
        board.tap(next_touch(board, found, chance))


def next_touch(board: Rig, found: dict[str, Any], chance: Random) -> str:
    if chance.random() < 0.03:
        return chance.choice(list(board.profile.inputs))
    zones = found["targets"] if found["selected"] else found["sources"]
    assert isinstance(zones, list)
    if zones:
        touched: str = chance.choice(zones)
        return touched
    state = board.table.state
    if state.setup.by_hand and state.phase in (Phase.OPENING, Phase.TO_THROW):
        return f"point-{chance.randint(1, 6)}"
    return "roll"


def check(board: Rig) -> dict[str, Any]:
    """Position and lights are those of the rules; the snapshot."""
    state, found = board.table.state, board.snapshot()
    check_checkers(state, found)
    check_lights(board, state)
    return found


def check_lights(board: Rig, state: State) -> None:
    marks = board.table.scene.marks
    sources = {zone for zone, mark in marks.items() if mark.meaning is Meaning.SOURCE}
    targets = {zone for zone, mark in marks.items() if mark.meaning in LANDINGS}
    error = state.transient.notice.zone if state.transient.notice else None
    if state.phase is not Phase.MOVING or state.transient.hands_off or state.computer_moves:
        assert not sources
        return
    assert state.turn is not None
    turn, layout = state.turn, state.game.rules.layout
    steps = turn.next_steps
    if state.selected is None:
        lit = {zone_of(layout, turn.side, step.source) for step in steps}
        assert (sources | {error}, targets) == (lit | {error}, set())
    else:
        made = len(state.selected.path)
        ends = [step.path[made] for step in steps_of(turn, state.selected)]
        lit = {zone_of(layout, turn.side, end) for end in ends}
        assert (sources, targets | {error}) == (set(), lit | {error})
    if board.profile.strip.segments:
        check_pixels(board)


def check_score(board: Rig) -> tuple[int, int]:
    """The result, computed anew from the journal's words alone."""
    state = resumed(board.journal.game(board.number), board.table.state.setup)
    rules, cube, ended_by = state.game.rules, 0, "off"
    limit = rules.automatic_doubles  # none where ties double without end
    cube += ties(state) if limit is None else min(ties(state), limit)
    centred = True
    for action in state.game.entries:
        if isinstance(action, CubeAction):
            cube += action.action == "take"
            centred = centred and action.action != "take"
            ended_by = "dropped" if action.action == "drop" else ended_by
    if rules.id in naive_tavli.GAMES:
        return check_by_oracle(state)
    winner = last_side(state)
    if rules.totals:
        return check_round(state, winner)
    times = 1 if ended_by == "dropped" else kind_of(rules, state, winner)
    if rules.jacoby and not rules.length and centred and rules.cube:
        times = 1
    points = times * 2**cube
    assert state.game.result is not None
    assert (state.game.result.winner, state.game.result.points) == (winner, points)
    white, black = state.game.standing.score
    score = (white + points, black) if winner is Side.WHITE else (white, black + points)
    most = rules.length or 10**9
    assert state.game.score == (min(score[0], most), min(score[1], most))
    return state.game.score


def check_by_oracle(state: State) -> tuple[int, int]:
    """Mothers may be pinned, and games drawn."""
    ended = naive_tavli.result(
        state.game.rules.id, format_position(state.position, state.game.rules.layout)
    )
    assert ended is not None
    winner, points, _ = ended
    assert state.game.result is not None
    assert (state.game.result.winner_name, state.game.result.points) == (winner, points)
    most, (white, black) = state.game.rules.length or 10**9, state.game.standing.score
    gained = (points if winner == "white" else 0, points if winner == "black" else 0)
    assert state.game.score == (min(white + gained[0], most), min(black + gained[1], most))
    return state.game.score


def check_round(state: State, winner: Side) -> tuple[int, int]:
    """A point for the last pawn off, and one for the lower total."""
    assert state.position.pawns is not None
    white, black = state.position.pawns.totals
    points = (
        state.game.standing.score[0] + (winner is Side.WHITE) + (white < black),
        state.game.standing.score[1] + (winner is Side.BLACK) + (black < white),
    )
    assert state.game.score == points
    return points


def ties(state: State) -> int:
    return next(
        n for n, (one, other) in enumerate(dice for dice, _ in state.game.rolls) if one != other
    )


def last_side(state: State) -> Side:
    last = state.game.entries[-1]
    return last.side if isinstance(last, Played) else last.side.other


def kind_of(rules: RuleSet, state: State, winner: Side) -> int:
    """1, 2 or 3, from the letters of the position's text."""
    text = format_position(state.position, rules.layout)
    letters = "abcdefghijklmno" if winner is Side.WHITE else "ABCDEFGHIJKLMNO"
    left = sum(letters.find(cell) + 1 for cell in text)
    if left < rules.layout.checkers or rules.most_points == 1:
        return 1
    behind = text[:7] if winner is Side.WHITE else text[19:]
    return 3 if rules.most_points == 3 and any(cell in letters for cell in behind) else 2
