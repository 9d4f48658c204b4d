"""A game again, frame by frame: as it was seen when it was played."""

from __future__ import annotations

from random import Random

import pytest

from minigam.rules.position import Side
from minigam.rules.record import CubeAction, Played, Record
from minigam.rules.recorded import record_of
from minigam.rules.terms import Terms
from minigam.table.replay import frames, plays
from minigam.table.snapshot import snapshot
from tests.docs import sample
from tests.table.play import Play, agreed, started


def test_the_frames_of_two_turns() -> None:
    actions = (
        Played(Side.WHITE, (5, 2), "bar/5 bar/2"),
        Played(Side.BLACK, (3, 1), "bar/3 bar/1"),
    )
    record = Record(Terms("minigam"), opening=((5, 2),), actions=actions)
    found = frames(record)
    assert [(frame["play"], frame["turn"], frame["position"]) for frame in found] == [
        (0, None, "H------h"),
        (1, "white", "H------h"),
        (1, "white", "G-A----h"),
        (1, "white", "F-A--A-h"),
        (2, "black", "F-A--A-h"),
        (2, "black", "F-A--Aag"),
        (2, "black", "F-A-aAaf"),
    ]
    assert [frame["step"] for frame in found[:4]] == [
        None,
        {"from": "bar-white", "via": [], "to": "point-2"},
        {"from": "bar-white", "via": [], "to": "point-5"},
        None,
    ]
    assert [[die["used"] for die in frame["dice"]] for frame in found[:4]] == [
        [], [False, False], [False, True], [True, True]
    ]  # fmt: skip
    assert plays(record.actions)[0] == {"side": "white", "roll": [5, 2], "play": "bar/5 bar/2"}


def test_a_whole_game_ends_as_it_was_played() -> None:
    state = sample.finished().state
    found = frames(record_of(state.game))
    told = snapshot(state, 1)
    assert found[-1]["position"] == told["position"]
    assert found[-1]["checkers"] == told["checkers"]
    assert found[-1]["play"] == len(state.game.entries) == len(plays(state.game.entries))
    assert all(frame["cube"] is None for frame in found)


def test_a_turn_that_was_begun_is_shown_as_far_as_it_got() -> None:
    state = sample.unfinished().state
    found = frames(record_of(state.game))
    assert [frame["play"] for frame in found] == [0, 1]
    assert found[-1]["position"] == snapshot(state, 1)["position"]


def test_doubles_are_frames_too() -> None:
    record = Record(
        Terms("backgammon"),
        opening=((3, 1),),
        actions=(
            Played(Side.WHITE, (3, 1), "8/5 6/5"),
            CubeAction(Side.BLACK, "double"),
            CubeAction(Side.WHITE, "take"),
        ),
    )
    cubes = [frame["cube"] for frame in frames(record)[-3:]]
    assert cubes == [
        {"value": 1, "owner": None, "offered_by": None},
        {"value": 1, "owner": None, "offered_by": "black"},
        {"value": 2, "owner": "white", "offered_by": None},
    ]
    assert plays(record.actions)[1] == {"side": "black", "roll": None, "play": "double"}


@pytest.mark.parametrize("rules", ["backgammon", "portes", "hypergammon"])
def test_random_games_on_24_points(rules: str) -> None:
    chance = Random(rules)
    dice = [(chance.randint(1, 6), chance.randint(1, 6)) for _ in range(200)]
    game = started((5, 2), *dice, setup=agreed(rules))
    _wander(game, chance)
    found = frames(record_of(game.state.game))
    assert found[-1]["position"] == game.seen["position"]


def _wander(game: Play, chance: Random) -> None:
    for _ in range(40):
        seen = game.seen
        zones = sorted(seen["targets"] or seen["sources"])
        game.tap(chance.choice(zones) if zones else "roll", "wait")
