"""Moves as a page asks for them: every pair of places, against the oracle's single steps."""

import random
from itertools import product

import pytest

from minigam.rules.actions import Rolled, Stepped
from minigam.rules.position import Side, parse_position
from minigam.rules.ruleset import RULE_SETS
from minigam.table.events import Felt, HandsOff, Moved, PlayChosen
from minigam.table.machine import step
from minigam.table.setup import Setup
from minigam.table.state import Phase, State
from minigam.table.zones import all_zones, zone_in
from minigam.words import Words
from tests.rules import naive24
from tests.table.play import Play, agreed, at, started, to_throw
from tests.table.test_far_targets import GAMES, ways
from tests.table.test_turns import HALF, PAIR, TWO

Pair = tuple[str, str]


def reachable(game: str, start: str, side: str, roll: naive24.Roll) -> dict[Pair, set[str]]:
    """What each legal move may lead to: the ways of a far one all lead to the same."""
    near, far = dict[Pair, set[str]](), dict[Pair, set[str]]()
    dice = naive24.dice_of(roll)
    for zone in {made[1] for made in naive24.next_steps(game, start, side, roll)}:
        for steps in ways(game, start, side, roll, zone):
            after, _ = naive24.after_made(start, side, dice, steps)
            found = near if len(steps) == 1 else far
            found.setdefault((zone, steps[-1][2]), set()).add(after)
    return {pair: ends for pair, ends in far.items() if len(ends) == 1} | near


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("game", GAMES)
def test_a_checker_goes_where_its_steps_lead_and_nowhere_else(game: str, side: Side) -> None:
    chance, layout = random.Random(game), RULE_SETS[game].layout
    zones, seen = all_zones(layout), 0
    for _ in range(25):
        start, roll = naive24.random_position(game, chance), naive24.throw(chance)
        state = at(parse_position(start, layout), roll, side=side, setup=agreed(game)).state
        if state.phase is not Phase.MOVING:
            continue
        wanted = reachable(game, start, side.value, roll)
        sources = {source for source, _ in wanted}
        for pair in product(zones, zones):
            after = step(state, Moved(*pair))
            ends = {parse_position(text, layout) for text in wanted.get(pair, {start})}
            assert after.turn is not None
            assert after.turn.position in ends, (start, roll, pair)
            is_back = pair[0] == pair[1] and pair[0] in sources
            assert (after.transient.notice is None) is (pair in wanted or is_back), pair
        seen += len(wanted)
    assert seen > 40


def moved(play: Play, *moves: tuple[str, str | None]) -> Play:
    for start, end in moves:
        play.do(Moved(start, end))
    return play


def bar() -> Play:
    """A checker on the bar, and a 2 and a 1 to play."""
    return at("A------b", (2, 1))


def test_a_far_move_is_several_steps_which_are_taken_back_one_by_one() -> None:
    play = moved(bar(), ("bar-white", "point-3"))
    assert play.see("selected", "position", "may_end") == [None, "---A---b", True]
    assert [type(action) for action in play.decided] == [Rolled, Stepped, Stepped]
    play.tap("undo")
    assert play.see("position", "sources") == ["--A----b", ["point-2"]]


def test_a_checker_is_picked_up_and_put_back_whatever_is_picked_up() -> None:
    play = at("--AA---b", (2, 1))
    for pair, selected in [
        (("point-2", None), "point-2"),
        (("point-3", None), "point-3"),
        (("point-2", "point-2"), None),
        (("point-3", "point-3"), None),
    ]:
        assert moved(play, pair).see("selected", "message") == [selected, None]
    moved(play, ("point-2", None), ("point-3", "point-4"))
    assert play.see("selected", "position", "message") == [None, "--A-A--b", None]


def test_a_checker_let_go_over_another_that_could_move_is_refused_there() -> None:
    play = moved(at("--AA---b", (6, 5)), ("point-2", "point-3"))
    assert play.see("selected", "position") == ["point-2", "--AA---b"]
    assert play.seen["message"]["zone"] == "point-3"


@pytest.mark.parametrize("start", [HALF, TWO, PAIR], ids=["one", "two", "pairs"])
def test_of_two_pawns_on_a_space_that_one_goes_which_can(start: State) -> None:
    """Nothing is picked up; a pawn that lands twice, or changes places, stops on its way."""
    turn = start.turn
    assert turn is not None
    for made in turn.next_steps:
        way = [zone_in(turn, place) for place in (made.source, *made.path)]
        after = step(start, Moved(way[0], way[1]))
        assert after.transient.notice is None or after.transient.notice.code == "partner", way
        assert after.selected is not None if len(way) > 2 else after.turn != turn, way


TO_DO = {
    "attract": (Play(), "No checker can be moved now: first do what the board asks."),
    "to-throw": (to_throw(agreed()), "Press roll first: the dice are not rolled yet."),
    "moving": (started((6, 5), setup=Setup(white="easy")), "The computer is still thinking."),
}


@pytest.mark.parametrize("phase", TO_DO)
def test_where_nobody_moves_by_hand_what_is_to_be_done_is_said(phase: str) -> None:
    play, said = TO_DO[phase]
    before = play.state.game
    moved(play, ("bar-white", "point-2"))
    assert (play.seen["phase"], play.state.game, play.said) == (phase, before, said)


def test_the_computers_step_is_made_as_shown_and_no_other() -> None:
    play = started((6, 5), setup=Setup(white="easy"))
    play.do(PlayChosen(((0, 6), (0, 5))))
    asked = "First make the computer's step: from white's bar to point 6, then tap point 6."
    for pair in [("bar-white", "point-5"), ("point-6", "bar-white"), ("point-6", None)]:
        assert moved(play, pair).said == asked
    assert moved(play, ("bar-white", None)).see("position") == ["H------h"]
    assert moved(play, ("bar-white", "point-6")).see("position") == ["G-----Ah"]


@pytest.mark.parametrize("event", [HandsOff(True, "point-1"), Felt("in-hand", Words("x"))])
def test_what_holds_up_touches_holds_up_moves(event: HandsOff | Felt) -> None:
    play = bar()
    play.do(event)
    before = play.state.game
    moved(play, ("bar-white", "point-2"))
    assert play.state.game == before
    assert play.seen["message"] is not None
