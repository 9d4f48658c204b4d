"""Every way to every legal result is accepted by touches, and nothing else is."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from minigam.rules.plays import Turn
from minigam.rules.position import Side, parse_position
from minigam.table.events import Tapped
from minigam.table.machine import step as on_event
from minigam.table.rolling import begin_turn
from minigam.table.snapshot import snapshot
from minigam.table.state import Phase, Picked, State
from minigam.table.zones import all_zones, zone_of
from tests.rules.oracles import Next, asked, next_steps, told
from tests.rules.random_rolls import NAMES, VARIANTS, Case, random_case
from tests.table.play import Play, agreed, at, to_roll

OFTEN = 5
"""So many taps on one place choose any of its pawns."""


def to_play(case: Case) -> State:
    """A roll that lies before the side on turn."""
    state = to_roll(
        Play(agreed(case.rules.id, **dict(case.options))).state,
        case.side,
        position=case.position,
        rolls=((case.roll, ()),),
        turn=Turn.of(case.rules, case.position, case.side, case.roll),
    )
    return begin_turn(state)


def tapped(state: State, *zones: str) -> State:
    for zone in zones:
        state = on_event(state, Tapped(zone, 1))
    return state


def check_every_way(case: Case, chance: Random) -> int:
    """Tap each step of each way from a roll to its legal results; how many steps there were."""
    count, seen, waiting = 0, set(), [to_play(case)]
    while waiting:
        state = waiting.pop()
        assert state.turn is not None
        node = (state.turn.position, tuple(sorted(state.turn.left)))
        if node in seen:
            continue
        seen.add(node)
        steps, ends = next_steps(asked(state.turn))
        for each in steps:
            waiting.append(made(state, each, steps))
        check_refused(state, steps, chance)
        check_end(state, ends)
        count += len(steps)
    return count


def made(state: State, each: Next, steps: frozenset[Next]) -> State:
    """One step tapped: where it leaves, until its pawn and its die are chosen, then its path."""
    turn = state.turn
    assert turn is not None
    source, *path = (zone_of(turn.rules.layout, turn.side, p) for p in (each.source, *each.path))
    smaller = any(replace(each, die=other.die) == other for other in steps if other.die < each.die)
    wanted = Picked(each.source, each.face, larger=smaller and bool(each.face))
    after = tapped(state, source)
    for _ in range(OFTEN):
        after = after if after.selected == wanted else tapped(after, source)
    for zone in path:
        after = tapped(after, zone)
        for _ in range(OFTEN):
            after = tapped(after, zone) if other_partner(after, each) else after
    assert after.turn is not None, (state.turn, each)
    done = told(after.turn.steps[-1]) if after.turn.steps else None
    # Of two dice that bear a checker off the smaller is spent: both are steps of the oracle's.
    assert done == each or (done in steps and smaller and not each.face), (state.turn, each, done)
    assert len(after.turn.steps) == len(turn.steps) + 1
    return after


def other_partner(state: State, each: Next) -> bool:
    """Whether the pawn to change places with is not the one that is meant."""
    picked = state.selected
    return picked is not None and bool(picked.partner) and picked.partner != each.partner


def check_refused(state: State, steps: frozenset[Next], chance: Random) -> None:
    """Two touches at random: a checker that may not move is refused, and so is a wrong place."""
    turn = state.turn
    assert turn is not None
    zones = list(all_zones(turn.rules.layout))
    lit = {zone_of(turn.rules.layout, turn.side, each.source) for each in steps}
    source, target = chance.choice(zones), chance.choice(zones)
    held = tapped(state, source)
    assert (held.selected is not None) is (source in lit), (turn, source)
    if held.selected is None:
        assert refused(held)
        return
    own = [each for each in steps if each.source == held.selected.place]
    own = [each for each in own if each.face == held.selected.face]
    reached = {zone_of(turn.rules.layout, turn.side, each.path[0]) for each in own}
    after = tapped(held, target)
    moved = after.turn != turn or (after.selected is not None and bool(after.selected.path))
    assert moved is (target in reached), (turn, source, target)


def refused(state: State) -> bool:
    notice = state.transient.notice
    return notice is not None and notice.code in ("no-source", "no-play")


def check_end(state: State, ends: bool) -> None:
    """Roll confirms a complete play, and no other; a display is told so."""
    after = tapped(state, "roll")
    over = state.phase is Phase.PASSING or ends
    assert snapshot(state, 1)["may_end"] is (ends and state.phase is not Phase.PASSING), state.turn
    assert (after.phase in (Phase.TO_THROW, Phase.GAME_OVER)) is over, state.turn


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
def test_every_way_to_a_legal_result_is_accepted(variant: tuple[str, dict[str, str]]) -> None:
    chance = Random(f"ways {variant}")
    assert sum(check_every_way(random_case(variant, chance), chance) for _ in range(60)) > 200


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
@pytest.mark.parametrize("part", range(5))
def test_every_way_from_5000_positions(variant: tuple[str, dict[str, str]], part: int) -> None:
    chance = Random(f"ways {variant} {part}")
    for _ in range(1_000):
        check_every_way(random_case(variant, chance), chance)


RACES = [
    ("a" + "-" * (place - 1) + "A" + "-" * (25 - place), (larger, smaller))
    for place in range(2, 6)
    for larger in range(place + 1, 7)
    for smaller in range(1, place)
]


@pytest.mark.parametrize(("text", "roll"), RACES)
def test_the_last_checker_leaves_at_once(text: str, roll: tuple[int, int]) -> None:
    setup = agreed("hypergammon")
    play = at(text, roll, setup=setup)
    place = text.index("A")
    play.tap(f"point-{place}", "off-white", "roll")
    assert play.state.phase is Phase.GAME_OVER
    assert play.state.game.result is not None
    assert play.state.game.result.winner is Side.WHITE
    assert play.state.game.plays[-1].play == f"{place}/off"
    assert play.state.position == parse_position("a" + "-" * 25, play.state.game.rules.layout)
