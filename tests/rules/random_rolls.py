"""Random positions of every game, with a roll to play: in the oracles' variety, for the engine."""

from dataclasses import dataclass
from random import Random

from minigam.rules import pawns
from minigam.rules.plays import Turn
from minigam.rules.position import Position, Side, parse_position
from minigam.rules.ruleset import RuleSet, rule_set
from tests.rules import naive, naive24, naive_pawns

VARIANTS: tuple[tuple[str, dict[str, str]], ...] = (
    ("minigam", {}),
    ("minigam", {"second_die": "must", "enter_on_own": "false"}),
    ("minigam", {"second_die": "free"}),
    ("minigam-full-entry", {}),
    ("backgammon", {}),
    ("portes", {}),
    ("backgammon-money", {}),
    ("hypergammon", {}),
    ("backgammon-dice-simple", {}),
    ("backgammon-dice-basic", {}),
    ("backgammon-dice-tournament", {}),
)
"""Every game, and the options that change what may be played."""
NAMES = tuple("-".join([rules_id, *options.values()]) for rules_id, options in VARIANTS)


@dataclass(frozen=True)
class Case:
    """A side's roll, not yet played."""

    rules: RuleSet
    options: tuple[tuple[str, str], ...]
    position: Position
    side: Side
    roll: tuple[int, int]

    @property
    def turn(self) -> Turn:
        return Turn.of(self.rules, self.position, self.side, self.roll)


def random_case(variant: tuple[str, dict[str, str]], chance: Random) -> Case:
    rules_id, options = variant
    rules = rule_set(rules_id, options)
    roll = (chance.randint(1, 6), chance.randint(1, 6))
    side = chance.choice(list(Side))
    return Case(rules, tuple(options.items()), _position(rules, chance), side, roll)


def _position(rules: RuleSet, chance: Random) -> Position:
    if rules.layout.points == 16:
        game = naive_pawns.Game(rules.id.removeprefix("backgammon-dice-"), rules.signs)
        return of_pawns(rules, naive_pawns.random_position(game, chance))
    small = rules.layout.points == 6
    text = naive.random_position(chance) if small else naive24.random_position(rules.id, chance)
    return parse_position(text, rules.layout)


def of_pawns(rules: RuleSet, found: naive_pawns.Position) -> Position:
    """The oracle's position as the engine's; pawns off lose their faces."""
    white, black = (_places(found, side) for side in ("white", "black"))
    if rules.pawn_die:
        return pawns.of_faces(rules, Side.WHITE, white, black, found.score)
    return Position(_counts(rules, white), _counts(rules, black))


def _places(position: naive_pawns.Position, side: str) -> tuple[tuple[str, ...], ...]:
    found: list[list[str]] = [[] for _ in range(naive_pawns.OFF)]
    for owner, at, face in position.pawns:
        if owner == side and at != naive_pawns.OFF:
            found[at].append("".join(face))
    return tuple(tuple(sorted(faces)) for faces in found)


def _counts(rules: RuleSet, places: tuple[tuple[str, ...], ...]) -> tuple[int, ...]:
    counts = tuple(map(len, places))
    return (*counts, rules.layout.checkers - sum(counts))
