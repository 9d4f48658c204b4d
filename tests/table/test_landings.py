"""What a picked-up checker meets: the page, the lights and the board say the same."""

from random import Random as Chance
from typing import Any

import pytest

from minigam.board.light_meanings import Meaning
from minigam.table.events import Opened
from minigam.table.light_scene import scene
from minigam.table.snapshot import snapshot
from minigam.table.state import Phase
from tests.table.random_games import CHOICES, Random, setup_of
from tests.table.test_turns import DOUBLE, playing, tapped

SWITCH = playing("-a----A-B--b-b----", (5, 2), p6=["switch0"], p1=["half+"]).state


def on(seen: dict[str, Any], zone: str) -> list[tuple[str, list[str]]]:
    return [(group["side"], group["faces"]) for group in seen["checkers"].get(zone, [])]


def test_a_switch_stands_where_it_has_changed_places_and_captures_whom_it_left_behind() -> None:
    picked = snapshot(tapped(SWITCH, "point-6"), 1)
    assert "point-1" in picked["targets"]
    assert picked["hits"] == []
    amid = tapped(SWITCH, "point-6", "point-1")
    seen = snapshot(amid, 1)
    assert seen["selected"] == "point-1"
    assert seen["targets"] == seen["hits"] == ["point-6"]
    assert (on(seen, "point-1"), on(seen, "point-6")) == (
        [("white", ["switch0"])], [("black", ["half+"])]
    )  # fmt: skip
    marks = scene(amid).marks
    assert (marks["point-1"].meaning, marks["point-6"].meaning) == (Meaning.SELECTED, Meaning.HIT)
    after = snapshot(tapped(amid, "point-6"), 1)
    assert (on(after, "point-6"), on(after, "bar-black")) == (
        [("white", ["switch0"])], [("black", ["half+"])]
    )  # fmt: skip
    assert seen["position"] == picked["position"]  # no step is made yet
    back = snapshot(tapped(amid, "undo"), 1)
    assert (back["selected"], back["checkers"]) == ("point-6", picked["checkers"])


def test_a_double_stands_where_it_has_landed_first() -> None:
    picked = snapshot(tapped(DOUBLE, "point-1"), 1)
    seen = snapshot(tapped(DOUBLE, "point-1", picked["targets"][0]), 1)
    assert seen["selected"] == picked["targets"][0]
    assert on(seen, "point-1") == []
    assert ("white", ["double0"]) in on(seen, picked["targets"][0])


@pytest.mark.parametrize("number", range(len(CHOICES)))
def test_what_is_hit_is_lit_so_and_stands_there(number: int) -> None:
    """In random games: an uncovered checker of the other side, but one to change places with."""
    rules_id, options = CHOICES[number]
    game = Random(Opened(setup_of(rules_id, options)), Chance(number))
    picked = 0
    while game.state.phase is not Phase.GAME_OVER and picked < 60:
        game.go_on(1)
        seen, state = game.seen, game.state
        if not seen["selected"] or state.phase is not Phase.MOVING or state.selected is None:
            continue
        picked += 1
        ends = {*seen["targets"], *seen["far_targets"]}
        lit = {zone for zone, mark in scene(state).marks.items() if mark.meaning is Meaning.HIT}
        assert lit == {*seen["hits"]} & {*seen["targets"]}
        others = {zone for zone in ends if zone.startswith("point") and top(seen, zone)}
        if state.selected.face.startswith("switch") and not state.selected.path:
            assert {*seen["hits"]} <= others
        else:
            assert {*seen["hits"]} == others
    assert picked


def top(seen: dict[str, Any], zone: str) -> bool:
    """Whether the other side's checker lies uppermost."""
    groups = seen["checkers"].get(zone, [])
    return bool(groups) and bool(groups[-1]["side"] != seen["turn"])
