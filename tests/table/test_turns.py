"""Turns by touches: every way to every legal result, and nothing else; pawns with faces."""

from dataclasses import replace
from random import Random

import pytest

from minigam.board.light_meanings import Meaning
from minigam.board.lighting import Mark
from minigam.formats.jsonfile import read_json, write_json
from minigam.rules.pawntext import format_step, parse_faced_position
from minigam.rules.plays import Turn
from minigam.rules.position import Side, parse_position
from minigam.rules.record_conversion import record_of
from minigam.rules.ruleset import RULE_SETS
from minigam.rules.steps import Step
from minigam.table.computer import choose
from minigam.table.effects import ChoosePlay, wants
from minigam.table.events import Elapsed, Tapped
from minigam.table.light_scene import dice, scene, turn_pixels
from minigam.table.machine import step as on_event
from minigam.table.rolling import begin_turn, what_to_enter
from minigam.table.setup import LEVELS
from minigam.table.snapshot import snapshot
from minigam.table.state import Phase, Picked, State
from minigam.table.suggestions import chosen
from minigam.table.zones import all_zones, zone_of
from tests.rules.oracles import Next, asked, next_steps, told
from tests.rules.random_rolls import NAMES, VARIANTS, Case, random_case
from tests.table.play import Play, agreed, at, pawn_throws, throws, to_roll, with_game
from tests.table.taps import taps_for
from tests.tiers import some

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


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
@pytest.mark.parametrize("part", some(range(20), 1))
def test_every_way_from_5000_positions(variant: tuple[str, dict[str, str]], part: int) -> None:
    chance = Random(f"ways {variant} {part}")
    for _ in range(250):
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


# ---- Pawns with faces ----------------------------------------------------------------------------

WITH_FACES = ("backgammon-dice-basic", "backgammon-dice-tournament")
BASIC = agreed(WITH_FACES[0])


def playing(text: str, roll: tuple[int, int], **faces: list[str]) -> Play:
    """White to play a roll; `p6=[...]` are the faces on a place of the text, plain elsewhere."""
    named = {int(name[1:]): there for name, there in faces.items()}
    counts = [ord(cell.lower()) - ord("a") + 1 if cell != "-" else 0 for cell in text]
    listed = [named.get(place, ["regular0"] * count) for place, count in enumerate(counts)]
    return at(parse_faced_position(RULE_SETS[WITH_FACES[0]], text, listed), roll, setup=BASIC)


def noticed(state: State) -> tuple[str, str]:
    notice = state.transient.notice
    assert notice is not None
    return notice.code, notice.text


def steps_made(state: State) -> list[str]:
    assert state.turn is not None
    return [format_step(state.turn.rules.layout, step) for step in state.turn.steps]


HALF = playing("-AB---B----b-ba---", (3, 4), p1=["half-"]).state
DOUBLE = playing("-AB---B----b-ba---", (3, 4), p1=["double0"]).state
ALONE = playing("-A---------b-b----", (3, 4), p1=["switch0"], p11=["regular0", "regular0"]).state
TWO = playing("-AB---B----b-ba---", (5, 2), p2=["half-", "regular+"]).state
PAIR = playing("-A----B-A--b-b-a--", (5, 2), p1=["switch0"], p6=["half-", "regular+"]).state


@pytest.mark.parametrize(
    ("before", "taps", "selected"),
    [
        (TWO, ["point-2"], Picked(2, "half-")),
        (TWO, ["point-2"] * 2, Picked(2, "regular+")),
        (TWO, ["point-2"] * 3, None),
        (HALF, ["point-1"] * 3, None),
        (PAIR, ["point-1", *["point-6"] * 3], Picked(1, "switch0")),
        (PAIR, ["point-1", "point-6", "undo"], Picked(1, "switch0")),
    ],
    ids=[
        *("one", "the other", "none", "after the larger die"),
        *("after the last partner", "undo forgets the partner first"),
    ],
)
def test_pawns_dice_and_partners_are_picked_in_turn(
    before: State, taps: list[str], selected: Picked | None
) -> None:
    assert tapped(before, *taps).selected == selected


@pytest.mark.parametrize(
    ("state", "prompt"),
    [
        (HALF, "White plays 3 and 4: tap a lit target. A half moves half of the die, rounded up."),
        (DOUBLE, "White plays 3 and 4: tap a lit target. A double moves the die twice."),
        (PAIR, "White plays 5 and 2: tap the lit pawn that the switch changes places with."),
        (ALONE, "White plays 3 and 4: tap a lit target."),
        (tapped(PAIR, "point-1"), "White plays 5 and 2: tap a lit target."),
    ],
    ids=["half", "double", "switch", "switch without a partner", "partner chosen"],
)
def test_the_prompt_says_how_a_picked_up_pawn_moves(state: State, prompt: str) -> None:
    touched = "point-6" if state.selected else "point-1"
    assert snapshot(tapped(state, touched), 1)["prompt"]["text"] == prompt


def test_the_smaller_die_is_spent_and_after_another_touch_the_larger() -> None:
    picked = tapped(HALF, "point-1")
    assert steps_made(tapped(picked, "point-3")) == ["half-@1:3/3"]
    larger = tapped(picked, "point-1")
    news = ("larger-die", "If either die reaches the same space, the larger one is used.")
    assert noticed(larger) == news
    assert steps_made(tapped(larger, "point-3")) == ["half-@1:4/3"]


def test_a_pair_to_change_places_with_is_gone_through_by_taps() -> None:
    state = tapped(PAIR, "point-1")
    for partner in ("half minus", "regular plus"):
        state = tapped(state, "point-6")
        assert noticed(state) == (
            "partner",
            f"It changes places with the pawn on point 6, {partner}.",
        )
    assert steps_made(tapped(state, "point-8")) == ["switch0@1~regular+@6/8"]


def choose_now(state: State, chance: Random) -> tuple[Step, ...]:
    assert state.turn is not None
    return choose(state.turn, chance.choice(LEVELS), str(chance.random()))


def make_all(play: Play, steps: tuple[Step, ...]) -> None:
    for step in steps:
        play.tap(*taps_for(play.state, step))


@pytest.mark.parametrize("name", WITH_FACES)
def test_the_computer_makes_the_steps_it_chose(name: str) -> None:
    """Two ways from one place with one die are told apart by the text of the step."""
    chance = Random(name)
    setup = agreed(name, random_faces="true", black="hard")
    play = Play(setup, throws(chance), pawn_throws(chance))
    play.tap("roll", "roll", "roll")
    told = 0
    for _ in range(300):
        for effect in wants(play.state):
            if isinstance(effect, ChoosePlay):
                steps = choose(effect.turn, effect.level, effect.seed)
                play.do(chosen(steps, effect.turn))
                assert play.state.plan == steps
                told += 1
        finish(play, chance)
        if play.state.phase is Phase.GAME_OVER:
            break
    assert told > 10


def finish(play: Play, chance: Random) -> None:
    """The turn goes on: a person's by its own choice, the computer's as planned."""
    if play.state.phase is Phase.MOVING and play.state.game.side is Side.WHITE:
        make_all(play, choose_now(play.state, chance))
    play.tap("wait")
    play.do(Elapsed("computer"))
    play.tap("confirm")


# ---- By light ------------------------------------------------------------------------------------


def test_a_space_shows_its_pawns_or_the_one_that_is_picked_up() -> None:
    picked = scene(tapped(TWO, "point-2", "point-2")).marks["point-2"]
    assert picked == Mark(Meaning.SELECTED, faces=("regular+",))
    marks = scene(with_game(TWO, turn=None)).marks
    assert marks["point-2"] == Mark(Meaning.POSITION_WHITE, faces=("half-", "regular+"))
    assert marks["point-11"] == Mark(Meaning.POSITION_BLACK, faces=("regular0", "regular0"))


# ---- In words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("roll", "faces", "taps", "said"),
    [
        (
            (4, 1),
            {"p3": ["double+"]},
            ("point-3", "point-7"),
            "A double lands twice: it cannot go on by 4 from point 7.",
        ),
        (
            (5, 1),
            {"p3": ["switch0"]},
            ("point-3", "point-8"),
            "A switch changes places first: tap a lit pawn.",
        ),
        (
            (5, 4),
            {"p3": ["half-"]},
            ("point-3", "point-8"),
            "It cannot go from point 3 to point 8 with half of 5 or 4, rounded up.",
        ),
        (
            (5, 4),
            {"p6": ["regular+", "regular-"]},
            ("point-6", "point-7"),
            "No single die goes from point 6 to point 7: you have 5 and 4.",
        ),
        (
            (5, 4),
            {"p6": ["double0", "double0"], "p3": ["regular0"]},
            ("point-6",),
            "The 5 cannot land on point 11: black holds it with 2 checkers. "
            "A double lands twice: it cannot go on by 4 from point 10.",
        ),
    ],
)
def test_why_a_pawn_cannot_go(
    roll: tuple[int, int], faces: dict[str, list[str]], taps: tuple[str, ...], said: str
) -> None:
    play = playing("---A--B----b--ba--", roll, **faces)
    play.tap(*taps)
    assert play.said == said


def test_whose_pawn_is_entered_is_told() -> None:
    """White's two from space 1, 3 and 6, then black's from its own."""
    play = Play(agreed(WITH_FACES[0], dice="hand", random_faces="true"))
    play.tap("roll", "point-4", "point-2")
    told = []
    for _ in range(10):
        told.append((what_to_enter(play.state).partition(" (")[0], turn_pixels(play.state)))
        play.tap("point-1")
    white, black = (True, False), (False, True)
    assert told == [
        *[("the face of white's pawn on point 1", white)] * 2,
        ("the face of white's pawn on point 3", white),
        *[("the face of white's pawn on point 6", white)] * 2,
        *[("the face of black's pawn on point 16", black)] * 2,
        ("the face of black's pawn on point 14", black),
        *[("the face of black's pawn on point 11", black)] * 2,
    ]
    assert [(die.value, die.white) for die in dice(play.state)] == []


def test_so_many_pawns_as_agreed_are_entered() -> None:
    """The rearmost of each side; after a tie the same ones again, and the others stay plain."""
    play = Play(agreed(WITH_FACES[0], dice="hand", random_faces="3"))
    play.tap("roll", "point-4", "point-4")
    told = []
    for _ in range(6):
        told.append(what_to_enter(play.state).partition(" (")[0])
        play.tap("point-5")
    assert told == [
        *["the face of white's pawn on point 1"] * 2,
        "the face of white's pawn on point 3",
        *["the face of black's pawn on point 16"] * 2,
        "the face of black's pawn on point 14",
    ]
    assert play.state.phase is Phase.OPENING
    play.tap("point-4", "point-2", *["point-6"] * 5, "point-4")
    assert play.state.position.pawns is not None
    white, black = (play.state.position.pawns.faces(side) for side in Side)
    assert [white[1], white[3], white[6]] == [("half-",) * 2, ("half-",), ("regular0",) * 2]
    assert [black[1], black[3], black[6]] == [("half-",) * 2, ("double+",), ("regular0",) * 2]
    record = record_of(play.state.game)
    assert record.opening_pawns == ((5,) * 6, (6, 6, 6, 6, 6, 4))
    assert read_json(write_json([record])) == (record,)


def test_hand_thrown_dice_are_shown_without_the_pawns() -> None:
    play = Play(agreed(WITH_FACES[0], random_faces="true", dice="hand"))
    play.tap("roll", "point-4", "point-2", "point-6", "point-6")
    assert [(die.value, die.white) for die in dice(play.state)] == [(4, True), (2, False)]
    assert what_to_enter(play.state) == (
        "the face of white's pawn on point 3 "
        "(1 regular, 2 regular plus, 3 regular minus, 4 double plus, 5 switch, 6 half minus)"
    )
