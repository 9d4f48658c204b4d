"""Swiss pairing: a matching of least cost among all that there are.

What is sought comes in this order, each only where all before it are equal:

1. nobody has a second bye, or one after a win without play;
2. nobody meets somebody again;
3. the bye goes to a player with the fewest wins;
4. who meets has won as often: the sum of the squared differences is the least;
5. lots, drawn from the evening's seed.

The first four are rules 2 to 5 of FIDE's basic rules for Swiss systems
(https://handbook.fide.com/chapter/C0401202507). Of FIDE's Dutch system nothing else is taken: no
upper half against lower half, no floats, and no colours, since a side is no advantage here. Where
there is no way around it, 1 and 2 are broken as seldom as possible.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from minigam.remote.club.contest import Pairs
from minigam.remote.club.extra import need_extra

LOT_BITS = 48
"""Of a pair's lot: so many that two matchings are hardly ever worth the same."""


@dataclass(frozen=True)
class Candidate:
    """A player who is to be paired."""

    number: int
    wins: int
    met: tuple[int, ...] = ()
    """All opponents so far, each as often as they met."""
    had_bye: bool = False
    """Whether a win was got without play."""


@dataclass(frozen=True)
class Cost:
    """What is wrong with a pair, worst first; costs of a matching's pairs add up."""

    second_byes: int = 0
    rematches: int = 0
    bye_wins: int = 0
    difference: int = 0
    """Squared."""
    lot: int = 0


def pair_swiss(candidates: Sequence[Candidate], seed: int, number: int) -> Pairs:
    """The pairs of a round, best players first, and the bye, if any, last.

    `number`: of the round. The order of the candidates does not matter. Raises `ProgramError` where
    the extra `club` is not installed.

    >>> four = [Candidate(1, 1, (2,)), Candidate(2, 0, (1,)), Candidate(3, 1), Candidate(4, 0)]
    >>> pair_swiss(four, seed=0, number=2)
    ((1, 3), (2, 4))
    """
    need_extra()
    import networkx  # here, because no other command needs it

    costs = dict(pair_costs(candidates, seed, number))
    graph = networkx.Graph()
    for (one, two), weight in zip(costs, _weights([*costs.values()]), strict=True):
        graph.add_edge(one, two, weight=-weight)
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    return _ordered(candidates, matched)


def pair_costs(
    candidates: Sequence[Candidate], seed: int, number: int
) -> Iterator[tuple[tuple[int, int], Cost]]:
    """What each pair costs; with an odd number of players each is paired with 0, the bye, too."""
    for one, two in combinations(sorted(candidates, key=lambda player: player.number), 2):
        cost = Cost(
            rematches=one.met.count(two.number),
            difference=(one.wins - two.wins) ** 2,
            lot=_lot(seed, number, one.number, two.number),
        )
        yield (one.number, two.number), cost
    if len(candidates) % 2:
        for player in candidates:
            lot = _lot(seed, number, 0, player.number)
            yield (0, player.number), Cost(int(player.had_bye), 0, player.wins, 0, lot)


def _lot(seed: int, number: int, one: int, two: int) -> int:
    """A pair's lot: the same on every machine and with every version of Python."""
    drawn = hashlib.sha256(f"minigam lot 1:{seed}:{number}:{one}:{two}".encode()).digest()
    return int.from_bytes(drawn[: LOT_BITS // 8])


def _weights(costs: Sequence[Cost]) -> Iterator[int]:
    """Each cost as one number, in which what comes first outweighs all of what comes after it."""
    parts = [
        (cost.second_byes, cost.rematches, cost.bye_wins, cost.difference, cost.lot)
        for cost in costs
    ]
    room = [len(costs) * max(column, default=0) + 1 for column in zip(*parts, strict=True)]
    for part in parts:
        weight = 0
        for value, most in zip(part, room, strict=True):
            weight = weight * most + value
        yield weight


def _ordered(candidates: Sequence[Candidate], matched: set[tuple[int, int]]) -> Pairs:
    wins = {player.number: player.wins for player in candidates}
    pairs = [sorted(pair) for pair in matched]
    met = [(one, two) for one, two in pairs if one]
    met.sort(key=lambda pair: (-wins[pair[0]] - wins[pair[1]], pair))
    return (*met, *((two, None) for one, two in pairs if not one))
