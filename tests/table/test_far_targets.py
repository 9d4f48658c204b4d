"""Where several steps of one checker lead, against the oracle's single steps."""

import random
from collections import defaultdict
from collections.abc import Iterator

import pytest

from minigam.rules.plays import Turn
from minigam.rules.position import Side, parse_position
from minigam.rules.ruleset import RULE_SETS, rule_set
from minigam.table.far_targets import far_targets
from minigam.table.state import Picked
from minigam.table.zones import place_of, zone_in
from tests.rules import naive24

GAMES = ("backgammon", "portes", "hypergammon")


def ways(
    game: str, start: str, side: str, roll: naive24.Roll, zone: str, made: naive24.Steps = ()
) -> Iterator[naive24.Steps]:
    """Every chain of steps of the checker that stands at a zone, says the oracle."""
    for step in naive24.next_steps(game, start, side, roll, made):
        if step[1] == zone:
            yield (*made, step)
            yield from ways(game, start, side, roll, step[2], (*made, step))


def expected(
    game: str, start: str, side: str, roll: naive24.Roll, zone: str
) -> dict[str, set[tuple[str, ...]]]:
    """By target, the stops of each way there; where the ways differ in what they do, none."""
    found = defaultdict[str, dict[str, set[tuple[str, ...]]]](lambda: defaultdict(set))
    near = set()
    for steps in ways(game, start, side, roll, zone):
        stops = [step[2] for step in steps]
        if len(steps) == 1:
            near.add(stops[0])
            continue
        after, _ = naive24.after_made(start, side, naive24.dice_of(roll), steps)
        found[stops[-1]][after].add(tuple(stops[:-1]))
    return {
        zone: next(iter(ends.values()))
        for zone, ends in found.items()
        if zone not in near and len(ends) == 1
    }


@pytest.mark.parametrize("game", GAMES)
def test_they_are_where_chains_of_single_steps_lead(game: str) -> None:
    chance, layout, seen = random.Random(game), RULE_SETS[game].layout, 0
    for _ in range(80):
        start, roll = naive24.random_position(game, chance), naive24.throw(chance)
        side = chance.choice(list(Side))
        turn = Turn.of(rule_set(game, {}), parse_position(start, layout), side, roll)
        for zone in {step[1] for step in naive24.next_steps(game, start, side.value, roll)}:
            place = place_of(layout, side, zone)
            assert place is not None
            found = far_targets(turn, Picked(place))
            wanted = expected(game, start, side.value, roll, zone)
            stops = {
                zone_in(turn, far): tuple(zone_in(turn, step.target) for step in steps[:-1])
                for far, steps in found.items()
            }
            assert stops.keys() == wanted.keys(), (start, side, roll, zone)
            assert all(via in wanted[far] for far, via in stops.items())
            seen += len(found)
    assert seen > 30


def test_where_the_way_matters_it_has_to_be_tapped() -> None:
    """From 13 with 6 and 5: by 7, where it hits, or by 8."""
    start = "-" * 7 + "a" + "-" * 5 + "A" + "-" * 12
    turn = Turn.of(
        RULE_SETS["backgammon"],
        parse_position(start, RULE_SETS["backgammon"].layout),
        Side.WHITE,
        (6, 5),
    )
    assert far_targets(turn, Picked(12)) == {}


def test_pawns_with_faces_go_step_by_step() -> None:
    rules = RULE_SETS["backgammon-dice-basic"]
    turn = Turn.of(rules, rules.start, Side.WHITE, (2, 1))
    (face, *_) = {step.face for step in turn.next_steps}
    place = next(step.source for step in turn.next_steps if step.face == face)
    assert far_targets(turn, Picked(place, face)) == {}
