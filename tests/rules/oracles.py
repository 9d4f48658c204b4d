"""The oracles behind one question: what may come next in a turn of any game?"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from minigam.rules.plays import Turn
from minigam.rules.position import Layout, Position, Side, format_position
from minigam.rules.ruleset import RULE_SETS, RuleSet, rule_set
from minigam.rules.steps import Step
from tests.rules import naive, naive24, naive_pawns, naive_tavli

DICE = "backgammon-dice-"


@dataclass(frozen=True)
class Next:
    """One die's step, in the mover's own track indices."""

    die: int
    source: int
    path: tuple[int, ...]
    face: str = ""
    partner: str = ""
    hits: bool = False
    """Told only of pawns with faces."""


@dataclass(frozen=True)
class Asked:
    """A turn, by its beginning and the steps that were made."""

    rules_id: str
    options: tuple[tuple[str, str], ...]
    before: Position
    side: Side
    roll: tuple[int, int]
    made: tuple[Next, ...]

    @property
    def rules(self) -> RuleSet:
        """The rule set with its options."""
        return rule_set(self.rules_id, dict(self.options))


def asked(turn: Turn) -> Asked:
    """What is asked about a turn."""
    made, roll = tuple(told(step) for step in turn.steps), (turn.dice[0], turn.dice[-1])
    options = tuple(turn.rules.option_values().items())
    return Asked(turn.rules.id, options, turn.before, turn.side, roll, made)


def told(step: Step) -> Next:
    """A step of the engine, as the oracles'."""
    hits = step.hit and step.way is not None
    return Next(step.die, step.source, step.path, step.face, step.partner, hits)


@lru_cache(maxsize=50_000)
def next_steps(question: Asked) -> tuple[frozenset[Next], bool]:
    """What begins, after the steps made, some complete legal play; and whether these are one.

    Fails where the steps made begin none.
    """
    if question.rules.id.startswith(DICE):
        return _of_pawns(question)
    if question.rules.id in naive_tavli.GAMES:
        return _of_tavli(question)
    layout, side = question.rules.layout, question.side.value
    text = format_position(question.before, layout)
    made = tuple(_in_zones(question, step) for step in question.made)
    if layout.points == 6:
        options = _options(question.rules)
        found = naive.next_steps(text, side, question.roll, made, options)
        ends = naive.may_end(text, side, question.roll, made, options)
    else:
        name = question.rules.id
        found = frozenset(naive24.next_steps(name, text, side, question.roll, made))
        ends = naive24.may_end(name, text, side, question.roll, made)
    assert found or ends, question
    return frozenset(_from_zones(question, *step) for step in found), ends


def walk(turn: Turn, chance: Random) -> None:
    """A random way through a turn, on which the engine's steps are the oracle's at every place."""
    while True:
        steps, ends = next_steps(asked(turn))
        assert {told(step) for step in turn.next_steps} == steps, turn
        assert turn.may_end is ends, turn
        if not steps:
            return
        turn = turn.play(chance.choice(turn.next_steps))


@dataclass(frozen=True)
class Raw:
    """A step that a die allows by itself, whatever else is owed."""

    step: Next
    forcing: bool
    """Whether it captures or bears off."""
    dice_after: int
    """How many of the dice left can be played after it at most, in a game of 24 points; else 0."""


@lru_cache(maxsize=50_000)
def raw_steps(
    position: Position, rules_id: str, side: Side, dice: tuple[int, ...]
) -> tuple[Raw, ...]:
    """Every step that one of the dice allows, with the usual options, whatever else is owed."""
    if rules_id.startswith(DICE):
        return tuple(_raw_of_pawns(_pawns(position), side.value, dice))
    layout = RULE_SETS[rules_id].layout
    text = format_position(position, layout)
    names = _names(layout, side)
    found = []
    if layout.points == 6:
        options = naive.Options(full_entry=rules_id == "minigam-full-entry")
        for die in sorted(set(dice)):
            found += [(*step, 0) for step, _ in naive.steps_with(text, side.value, die, options)]
    else:
        for step, after, left in naive24.any_steps(text, side.value, dice):
            found.append((*step, naive24.most(after, side.value, left)))
    return tuple(
        Raw(Next(die, names.index(source), (names.index(target),)), target.startswith("off"), more)
        for die, source, target, more in found
    )


def _raw_of_pawns(
    position: naive_pawns.Position, side: str, dice: tuple[int, ...]
) -> Iterator[Raw]:
    captured = naive_pawns.own_pawns(position.pawns, side, 0, 0)
    for die in sorted(set(dice)):
        for pawn in captured or naive_pawns.own_pawns(position.pawns, side, 1, 16):
            ways = naive_pawns.redeem if captured else naive_pawns.ways_of
            for step, _ in ways(position.pawns, pawn, die):
                forcing = bool(step.captures) or step.target == naive_pawns.OFF
                yield Raw(_from_pawns(step), forcing, 0)


def most_dice(turn: Turn) -> int:
    """How many dice of a roll can be played at most, in a game of 24 points."""
    text = format_position(turn.before, turn.rules.layout)
    return naive24.most(text, turn.side.value, turn.dice)


def _options(rules: RuleSet) -> naive.Options:
    values = rules.option_values()
    full = rules.id == "minigam-full-entry"
    return naive.Options(values["enter_on_own"] == "true", values["second_die"], full)


def _names(layout: Layout, side: Side) -> list[str]:
    """A side's zones along its track, from its bar on."""
    points = range(1, layout.points + 1)
    rises = layout.rising is (side is Side.WHITE)
    numbers = points if rises else reversed(points)
    return [f"bar-{side.value}", *(f"point-{n}" for n in numbers), f"off-{side.value}"]


def _in_zones(question: Asked, step: Next) -> tuple[int, str, str]:
    names = _names(question.rules.layout, question.side)
    return step.die, names[step.source], names[step.path[-1]]


def _from_zones(question: Asked, die: int, source: str, target: str) -> Next:
    names = _names(question.rules.layout, question.side)
    return Next(die, names.index(source), (names.index(target),))


def _of_tavli(question: Asked) -> tuple[frozenset[Next], bool]:
    """There a way's first index is the starting point: nobody is ever on a bar."""
    rules, side = question.rules, question.side.value
    text = format_position(question.before, rules.layout)
    made = tuple((step.die, step.source - 1, step.path[-1] - 1) for step in question.made)
    found = naive_tavli.next_steps(rules.id, text, side, question.roll, made)
    ends = naive_tavli.may_end(rules.id, text, side, question.roll, made)
    assert found or ends, question
    return frozenset(Next(die, source + 1, (target + 1,)) for die, source, target in found), ends


def _of_pawns(question: Asked) -> tuple[frozenset[Next], bool]:
    rules, side = question.rules, question.side.value
    game = naive_pawns.Game(rules.id.removeprefix(DICE), rules.signs)
    before = _pawns(question.before)
    made: naive_pawns.Steps = ()
    for step in question.made:
        open_now = naive_pawns.next_steps(game, before, side, question.roll, made)
        (same, *_) = [each for each in open_now if _from_pawns(each) == step]
        made = (*made, same)
    found = naive_pawns.next_steps(game, before, side, question.roll, made)
    ends = naive_pawns.may_end(game, before, side, question.roll, made)
    return frozenset(map(_from_pawns, found)), ends


def _pawns(position: Position) -> naive_pawns.Position:
    pawns = [(side.value, place, face) for side in Side for place, face in _faces(position, side)]
    totals = position.pawns.totals if position.pawns else (0, 0)
    return naive_pawns.Position(tuple(sorted(pawns)), totals)


def _faces(position: Position, side: Side) -> list[tuple[int, naive_pawns.Face]]:
    """Each pawn's place and face; those off have lost theirs."""
    plain = naive_pawns.REGULAR if position.pawns else naive_pawns.NO_FACE
    if position.pawns is None:
        return [(at, plain) for at, count in enumerate(position.track(side)) for _ in range(count)]
    faces = position.pawns.faces(side)
    there = [(at, (face[:-1], face[-1])) for at, on in enumerate(faces) for face in on]
    return [*there, *[(naive_pawns.OFF, plain)] * position.track(side)[-1]]


def _from_pawns(step: naive_pawns.Step) -> Next:
    path = (step.via, step.target) if step.via else (step.target,)
    face, partner = "".join(step.face), "".join(step.partner)
    return Next(step.die, step.source, path, face, partner, bool(face and step.captures))
