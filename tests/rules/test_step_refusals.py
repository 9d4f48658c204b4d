"""What a refusal claims is true, by the naive oracles: who blocks, which die, what is owed."""

from collections import Counter
from random import Random

import pytest

from minigam.rules import step_refusals
from minigam.rules.plays import Turn
from minigam.rules.position import Side, parse_position
from minigam.rules.ruleset import RULE_SETS
from minigam.rules.step_refusals import Reason, why_no_source, why_no_target
from minigam.rules.steps import BAR
from tests.rules import naive24
from tests.rules.oracles import Next, asked, most_dice, next_steps, raw_steps, told
from tests.rules.random_rolls import NAMES, VARIANTS, random_case


class Refused:
    """A touch that is refused, and what the oracles know of it."""

    def __init__(
        self,
        turn: Turn,
        source: int,
        target: int | None = None,
        face: str = "",
        path: tuple[int, ...] = (),
    ) -> None:
        """`target`: where the pawn of that face, put on its way so far, should go."""
        self.turn, self.source, self.target = turn, source, target
        self.face, self.path = face, path
        self.rules, self.side, self.off = turn.rules, turn.side, turn.rules.layout.off
        self.own = turn.position.track(turn.side)
        theirs = turn.position.track(turn.side.other)
        self.theirs = [0, *(theirs[self.off - place] for place in range(1, self.off)), 0]
        self.steps, _ = next_steps(asked(turn))
        raw = raw_steps(turn.position, turn.rules.id, turn.side, turn.left)
        if turn.rules.id.startswith("minigam") and not turn.rules.enter_on_own:
            raw = tuple(each for each in raw if not self._enters_on_own(each.step))
        self.all_raw = raw
        self.raw = [each for each in raw if self._is_of(each.step)]

    def _enters_on_own(self, step: Next) -> bool:
        return step.source == BAR and bool(self.own[step.path[0]])

    def _is_of(self, step: Next) -> bool:
        """Whether it is a step of the checker that was touched, to where it was to go."""
        if step.source != self.source or self.face not in ("", step.face):
            return False
        wanted = self.path if self.target is None else (*self.path, self.target)
        return step.path[: len(wanted)] == wanted

    def pawns(self, kind: str) -> bool:
        """Whether a pawn of that kind was touched."""
        found = self.turn.position.pawns
        there = found.faces(self.side)[self.source] if found else ()
        return any(face[:-1] == kind for face in ([self.face] if self.face else there))

    def steps_of(self, kind: str, die: int) -> list[Next]:
        """What a die allows the pawns of that kind on the place that was touched."""
        found = [each.step for each in self.all_raw if each.step.source == self.source]
        return [step for step in found if step.die == die and step.face[:-1] == kind]

    def by(self, die: int, half: bool) -> int:
        """How far a die moves the checker; half of it only where a pawn says so."""
        assert die in self.turn.left
        assert not half or self.pawns("half")
        return (die + 1) // 2 if half else die

    def why(self) -> tuple[Reason, ...]:
        if self.target is None:
            return why_no_source(self.turn, self.source)
        return why_no_target(self.turn, self.source, self.target, self.face, self.path)


def check(refused: Refused, reason: Reason) -> None:
    """Fail where a reason is not true."""
    own, off, source = refused.own, refused.off, refused.source
    match reason:
        case step_refusals.NothingLeft():
            assert not refused.steps
        case step_refusals.Empty(place, theirs):
            assert (own[place], refused.theirs[place], place) == (0, theirs, source)
        case step_refusals.MustEnter(count):
            assert refused.rules.layout.points != 6
            assert own[BAR] == count > 0
            assert source != BAR
        case step_refusals.CapturesFirst():
            assert refused.rules.layout.points == 16
            assert own[BAR] == 0
            assert any(raw.forcing for raw in refused.all_raw)
            assert any(not raw.forcing for raw in refused.raw)
        case step_refusals.FewerDice() | step_refusals.LargerDie():
            check_owed(refused, reason)
        case step_refusals.Blocked(die, half, target):
            assert target == source + refused.by(die, half)
            assert (own[target], refused.theirs[target]) == (reason.own, reason.theirs)
            assert reason.theirs > 1 or (
                refused.rules.layout.points == 16 and reason.own + reason.theirs > 1
            )
        case step_refusals.EntersOnOwn(die, target):
            assert not refused.rules.enter_on_own
            assert source == BAR
            assert die == target
            assert own[target] > 0
        case step_refusals.NotHome(die, half, outside):
            assert refused.rules.layout.points != 6
            assert source + refused.by(die, half) >= off
            assert sum(own[: off - 6]) == outside > 0
        case step_refusals.BarStopsBearingOff(die, count):
            assert refused.rules.id == "minigam-full-entry"
            assert source + die == off
            assert own[BAR] == count > 0
        case step_refusals.TooHigh(die, half, place, needed):
            assert refused.rules.layout.points != 24
            assert place == source
            assert refused.by(die, half) > needed == off - source
        case step_refusals.RearmostFirst(die, place):
            assert refused.rules.layout.points == 24
            assert place == source
            assert die > off - place
            assert any(own[:place])
            assert not any(own[: off - 6])
        case step_refusals.Backwards(start, target):
            assert (start, target) == (source, refused.target)
            assert target <= start
        case step_refusals.NoDie():
            here = refused.path[-1] if refused.path else source
            assert (reason.source, reason.target) == (here, refused.target)
            assert reason.dice == refused.turn.left
            assert reason.half is (refused.pawns("half") and reason.of_pawn)
            assert not refused.raw
        case _:
            check_face(refused, reason)


def check_owed(refused: Refused, reason: step_refusals.FewerDice | step_refusals.LargerDie) -> None:
    made, most = len(refused.turn.steps), most_dice(refused.turn)
    assert refused.rules.layout.points == 24
    if isinstance(reason, step_refusals.LargerDie):
        larger = [raw for raw in refused.all_raw if raw.step.die == reason.larger]
        assert (made, most, reason.larger) == (0, 1, max(refused.turn.dice))
        assert larger
        assert any(raw.step.die < reason.larger for raw in refused.raw)
        return
    assert most == reason.most > reason.reached
    reached = {made + 1 + raw.dice_after for raw in refused.raw if raw.step.die == reason.die}
    assert reached == {reason.reached}


def check_face(refused: Refused, reason: Reason) -> None:
    match reason:
        case step_refusals.SwitchIsStuck(die):
            assert refused.pawns("switch")
            assert partners(refused)
            assert not refused.steps_of("switch", die)
        case step_refusals.SwitchesFirst():
            assert refused.pawns("switch")
            assert partners(refused)
            assert not refused.raw
        case step_refusals.DoubleIsStuck(die, middle):
            assert refused.pawns("double")
            assert middle == refused.source + die < refused.off
            assert refused.own[middle] + refused.theirs[middle] < 2
            assert not refused.steps_of("double", die)
        case _:
            raise AssertionError(reason)


def partners(refused: Refused) -> bool:
    """Whether there is a pawn to change places with."""
    own, theirs = refused.own, refused.theirs
    others = any(own[at] for at in range(1, refused.off) if at != refused.source)
    return others or (own[refused.source] == 1 and 1 in theirs)


def refusals(variant: tuple[str, dict[str, str]], chance: Random, number: int) -> Counter[str]:
    """So many refused touches, each checked; how often each reason came, but for empty places."""
    found: Counter[str] = Counter()
    while found.total() < number:
        turn = tight_turn(variant[0], chance) or random_case(variant, chance).turn
        for _ in range(chance.randint(0, 3)):
            steps = turn.next_steps
            turn = turn.play(chance.choice(steps)) if steps else turn
        for refused in refused_touches(turn, chance):
            why = refused.why()
            assert why, (turn, refused.source, refused.target)
            for reason in why:
                try:
                    check(refused, reason)
                except AssertionError as fault:
                    fault.add_note(f"{reason} {turn} {refused.source} {refused.target}")
                    raise
                found[type(reason).__name__] += 1
        found.pop("Empty", None)  # said of most places; a sample is checked
    return found


def tight_turn(rules_id: str, chance: Random) -> Turn | None:
    """Now and then, in a game of 24 points: few checkers among many blocks, so that dice vie."""
    rules = RULE_SETS[rules_id]
    if rules.layout.points != 24 or chance.random() < 0.5:
        return None
    numbers = chance.sample(range(1, 25), 12)
    own, blocks = numbers[: chance.randint(1, 3)], numbers[3 : 3 + (rules.layout.checkers // 2)]
    text = naive24.EMPTY
    for number in own:
        text = naive24.with_count(text, "white", number, 1)
    for number in blocks:
        text = naive24.with_count(text, "black", 25 - number, 2)
    roll = (chance.randint(1, 6), chance.randint(1, 6))
    return Turn.of(rules, parse_position(text, rules.layout), Side.WHITE, roll)


def refused_touches(turn: Turn, chance: Random) -> list[Refused]:
    """Every place that no checker may leave; and places where a picked-up one may not go."""
    steps, _ = next_steps(asked(turn))
    off = turn.rules.layout.off
    lit = {step.source for step in steps}
    own_places = turn.position.track(turn.side)
    there = [place for place in range(off) if own_places[place] or chance.random() < 0.05]
    found = [Refused(turn, place) for place in there if place not in lit]
    ways = {
        (step.source, step.face, step.path[:n]) for step in steps for n in range(len(step.path))
    }
    for source, face, path in sorted(ways):
        target = chance.randrange(off + 1)
        own = [step for step in steps if (step.source, step.face) == (source, face)]
        reached = {step.path[len(path)] for step in own if step.path[: len(path)] == path}
        picks_another = target == path[-1] if path else target in lit
        if target not in reached and not picks_another:
            found.append(Refused(turn, source, target, face, path))
    return found


EACH_GAME = pytest.mark.parametrize(
    ("name", "variant"), list(zip(NAMES, VARIANTS, strict=True)), ids=NAMES
)
EXPECTED = {
    "minigam": {"NothingLeft", "Blocked", "TooHigh", "Backwards", "NoDie"},
    "minigam-full-entry": {"BarStopsBearingOff"},
    "minigam-must-false": {"EntersOnOwn"},
    "backgammon": {"MustEnter", "FewerDice", "NotHome", "RearmostFirst", "Blocked"},
    "hypergammon": {"FewerDice"},
    "backgammon-dice-simple": {"CapturesFirst", "MustEnter", "NotHome", "TooHigh"},
    "backgammon-dice-basic": {"SwitchIsStuck", "SwitchesFirst", "DoubleIsStuck"},
}


@EACH_GAME
def test_what_a_refusal_claims_is_true(name: str, variant: tuple[str, dict[str, str]]) -> None:
    refusals(variant, Random(f"refused {name}"), 2_000)


@pytest.mark.long
@EACH_GAME
def test_what_10000_refusals_claim_is_true(name: str, variant: tuple[str, dict[str, str]]) -> None:
    found = refusals(variant, Random(f"refused, more {name}"), 10_000)
    assert EXPECTED.get(name, set()) <= found.keys()


def test_a_step_is_its_oracles() -> None:
    """What the oracles call raw holds what may be made."""
    for name, variant in zip(NAMES, VARIANTS, strict=True):
        chance = Random(f"raw {name}")
        for _ in range(50):
            turn = random_case(variant, chance).turn
            raw = {raw.step for raw in Refused(turn, BAR).all_raw}
            assert {told(step) for step in turn.next_steps} <= raw
