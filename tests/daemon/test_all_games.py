"""Whole games and matches of every rule set through mock pins: every layer but the browser."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from minigam.board.light_meanings import Meaning
from minigam.daemon.config import SIMULATED
from minigam.rules.position import Side, format_position
from minigam.rules.record import CubeAction, Played
from minigam.rules.ruleset import RULE_SETS
from minigam.table.events import Opened
from minigam.table.setup import Setup, games_for
from minigam.table.state import Phase, State, resumed
from minigam.table.zones import all_zones
from tests.daemon.rig import Lights, Rig
from tests.daemon.watching import (
    check_checkers,
    check_choices,
    check_lights,
    check_pulled_plug,
    check_verified,
)
from tests.rules import naive24, naive_tavli

long, slow = pytest.mark.long, pytest.mark.slow
PLUGS = {6: 0.02, 24: 0.002, 16: 0.002}
"""How often the plug is pulled, a touch: once or twice in a game."""
BATCHES = {6: 250, 24: 100, 16: 100}
ALWAYS = {6: 2, 24: 1, 16: 1}
"""So many of them in `make test-all`, and the others in `make long`."""
GAMES = 2
MATCHED = ("minigam", "minigam-full-entry", "backgammon")
"""A match of each of these in `make test-all`; ten of every rule set in `make long`."""
ORACLES = {
    **dict.fromkeys(naive24.CHECKERS, naive24.result),
    **dict.fromkeys(naive_tavli.GAMES, naive_tavli.result),
}
SEATS = (("human", "human"), ("human", "human"), ("human", "easy"), ("medium", "human"))


def points_of(name: str) -> int:
    return RULE_SETS[name].layout.points


def setup_of(name: str, chance: Random, length: int) -> Setup:
    known = {option.name for option in RULE_SETS[name].options}
    options = {
        "length": str(length),
        "cube": "true",
        "jacoby": chance.choice(["true", "false"]),
        "enter_on_own": chance.choice(["true", "false"]),
        "second_die": chance.choice(["order", "must", "free"]),
    }
    chosen = tuple((key, value) for key, value in options.items() if key in known)
    white, black = chance.choice(SEATS if points_of(name) == 6 else SEATS[:1])
    dice = "hand" if chance.random() < 0.2 else "electronic"
    return Setup(name, chosen, white, black, dice=dice, games=games_for(points_of(name)))


def board_of(name: str, folder: Path, setup: Setup, seed: int) -> Rig:
    """Every game on six points is drawn whole, and one in ten of the others."""
    lights = Lights.MARKED if points_of(name) != 6 and seed % 10 else Lights.SENT
    return Rig(folder, Opened(setup), seed, SIMULATED[points_of(name)], lights)


def batches() -> Iterator[object]:
    for name in RULE_SETS:
        for batch in range(BATCHES[points_of(name)]):
            further = batch >= ALWAYS[points_of(name)]
            yield pytest.param(name, batch, marks=long if further else slow)


@pytest.mark.parametrize(("name", "batch"), list(batches()))
def test_games_by_taps_alone(name: str, batch: int, tmp_path: Path) -> None:
    """2 games of each rule set, and with `make long` 200; 4 and 500 of those on six points."""
    chance = Random(f"{name} {batch}")
    for game in range(GAMES):
        setup = setup_of(name, chance, 0)
        with board_of(name, tmp_path, setup, batch * GAMES + game) as board:
            play_to_the_end(board, chance)
            check_pulled_plug(board)
            check_score(board)
            check_verified(board)


MATCHES = [
    pytest.param(name, number, marks=long if number or name not in MATCHED else slow)
    for name in RULE_SETS
    if any(option.name == "length" for option in RULE_SETS[name].options)
    for number in range(10)
]


@pytest.mark.parametrize(("name", "number"), MATCHES)
def test_matches_by_taps_alone(name: str, number: int, tmp_path: Path) -> None:
    chance = Random(f"match {name} {number}")
    setup = setup_of(name, chance, chance.randint(1, 3))
    with board_of(name, tmp_path, setup, number) as board:
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


def play_to_the_end(board: Rig, chance: Random) -> None:
    for _ in range(20_000):
        found = check(board)
        state = board.table.state
        if state.phase is Phase.GAME_OVER:
            return
        touch(board, state, found, chance)
        if chance.random() < PLUGS[board.profile.points]:
            check_pulled_plug(board)
    raise AssertionError("expected the game to end")


def touch(board: Rig, state: State, found: dict[str, Any], chance: Random) -> None:
    """Mostly something useful, sometimes anything at all, sometimes a double or its answer."""
    if state.phase is Phase.DOUBLED and chance.random() < 0.8:
        assert state.game.offered_by is not None
        kind = "bar" if chance.random() < 0.8 else "off"
        board.tap(f"{kind}-{state.game.offered_by.other.value}")
    elif state.tutorial:  # somebody has begun the first game, by black's bar
        board.advance(1.0)
        board.hold(["roll", "undo"], 3.3)
    elif state.phase is Phase.TO_THROW and chance.random() < 0.05:
        board.hold(["roll"], 1.2)
        board.advance(0.2)
    else:
        board.tap(next_touch(board, found, chance))


def next_touch(board: Rig, found: dict[str, Any], chance: Random) -> str:
    if chance.random() < 0.05:
        return chance.choice(list(board.profile.inputs))
    zones = found["targets"] if found["selected"] else found["sources"]
    assert isinstance(zones, list)
    if zones and not (found["may_end"] and chance.random() < 0.3):
        touched: str = chance.choice(zones)
        return touched
    state = board.table.state
    if state.setup.by_hand and state.phase in (Phase.OPENING, Phase.TO_THROW):
        return f"point-{chance.randint(1, 6)}"
    return "roll"


def check(board: Rig) -> dict[str, Any]:
    """Position, choices and lights are those of the rules, by the oracle; the snapshot."""
    state, found = board.table.state, board.snapshot()
    check_checkers(state, found)
    check_choices(state, found)
    check_lights(board, found)
    drawn = board.profile.strip.segments and not state.computer_moves
    if drawn and (found["sources"] or found["targets"]):
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


def check_score(board: Rig) -> tuple[int, int]:
    """The result, computed anew from the journal's words and by the oracles."""
    state = resumed(board.journal.game(board.number), board.table.state.setup)
    rules, most = state.game.rules, state.game.rules.length or 10**9
    if rules.totals:
        gained, most = points_of_a_round(state), 10**9
    else:
        winner, points = won(state)
        assert state.game.result is not None
        assert (state.game.result.winner_name, state.game.result.points) == (winner, points)
        gained = (points * (winner == "white"), points * (winner == "black"))
    white, black = state.game.standing.score
    assert state.game.score == (min(white + gained[0], most), min(black + gained[1], most))
    return state.game.score


def won(state: State) -> tuple[str, int]:
    """Who has won a game, and how many points; nobody and none if it is drawn."""
    rules, entries = state.game.rules, state.game.entries
    answers = [entry.action for entry in entries if isinstance(entry, CubeAction)]
    oracle = ORACLES.get(rules.id)
    if "drop" in answers or oracle is None:
        winner, times = last_side(state).value, 1
    else:
        found = oracle(rules.id, format_position(state.position, rules.layout))
        assert found is not None
        winner, times, _ = found
    if rules.jacoby and not rules.length and rules.cube and "take" not in answers:
        times = 1
    limit = rules.automatic_doubles  # none where ties double without end
    doubles = ties(state) if limit is None else min(ties(state), limit)
    return winner, times * 2 ** (doubles + answers.count("take"))


def points_of_a_round(state: State) -> tuple[int, int]:
    """A point for the last pawn off, and one for the lower total."""
    assert state.position.pawns is not None
    white, black = state.position.pawns.totals
    winner = last_side(state)
    return (winner is Side.WHITE) + (white < black), (winner is Side.BLACK) + (black < white)


def ties(state: State) -> int:
    return next(
        n for n, (one, other) in enumerate(dice for dice, _ in state.game.rolls) if one != other
    )


def last_side(state: State) -> Side:
    last = state.game.entries[-1]
    return last.side if isinstance(last, Played) else last.side.other
