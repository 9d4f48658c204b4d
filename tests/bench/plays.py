"""Every legal play of 20,000 rolls from random games of backgammon: ours, and bgsage's in C++."""

from collections.abc import Callable
from importlib.metadata import version
from itertools import islice
from random import Random
from time import process_time
from typing import Any

from minigam.rules.plays import legal_plays, result
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import BACKGAMMON
from tests.bench import batch

ROLLS = 20_000
ROUNDS = 5
Case = tuple[Position, Side, tuple[int, int]]


def workload() -> list[Case]:
    """Positions and rolls of random games, always the same."""
    return list(islice(_turns(Random(1)), ROLLS))


def _turns(chance: Random) -> Any:
    while True:
        position, side = BACKGAMMON.start, Side.WHITE
        while result(BACKGAMMON, position) is None:
            roll = chance.randint(1, 6), chance.randint(1, 6)
            yield position, side, roll
            position = chance.choice(legal_plays(BACKGAMMON, position, side, roll)).position
            side = side.other


def as_bgsage(position: Position, side: Side) -> list[int]:
    """A position as bgsage counts: the mover's checkers by its own numbers, theirs negative.

    [0] is the bar of the other side and [25] the mover's; the bars are counted without a sign.
    """
    own, theirs = position.track(side), position.track(side.other)
    points = [own[25 - number] - theirs[number] for number in range(1, 25)]
    return [theirs[0], *points, own[0]]


def _bgsage() -> Callable[[list[int], int, int], list[list[int]]]:
    """Its list of results; it is installed for `make bench` alone."""
    import bgsage

    plays: Callable[[list[int], int, int], list[list[int]]] = bgsage.possible_moves
    return plays


def check(cases: list[Case]) -> int:
    """How many plays there are; fails where the two find different ones."""
    plays, theirs = 0, _bgsage()
    for position, side, roll in cases:
        ours = legal_plays(BACKGAMMON, position, side, roll)
        ends = {tuple(as_bgsage(play.position, side)) for play in ours}
        board = as_bgsage(position, side)
        others = {tuple(found) for found in theirs(board, *roll)}
        # Where nothing can be played bgsage lists nothing. Bearing the last checker off is enough
        # for it, even where hitting on the way takes both dice; the game is over either way.
        won = any(result(BACKGAMMON, play.position) for play in ours)
        assert ends == (others or {tuple(board)}) or (won and others < ends), (position, roll)
        plays += len(ends)
    return plays


def _rolls_a_second(work: Callable[[], object]) -> float:
    begun = process_time()
    work()
    return ROLLS / (process_time() - begun)


def report() -> str:
    """The figures as Markdown; the best of some rounds, taken in turns."""
    cases = workload()
    plays, theirs = check(cases), _bgsage()
    boards = [(as_bgsage(position, side), *roll) for position, side, roll in cases]
    works: dict[str, Callable[[], object]] = {
        "`legal_plays`: the steps of every play": lambda: [
            legal_plays(BACKGAMMON, *case) for case in cases
        ],
        "`legal_plays`: also the position after every play": lambda: [
            [play.position for play in legal_plays(BACKGAMMON, *case)] for case in cases
        ],
        **batch.works(cases),
        f"bgsage {version('bgsage')} (C++): every position": lambda: [
            theirs(*board) for board in boards
        ],
    }
    speeds = dict.fromkeys(works, 0.0)
    for _ in range(ROUNDS):
        for name, work in works.items():
            speeds[name] = max(speeds[name], _rolls_a_second(work))
    *_, measure = speeds.values()
    lines = "\n".join(
        f"| {name} | {speed:,.0f} | {speed / measure:.2f} |" for name, speed in speeds.items()
    )
    return f"""\
## Legal plays

{ROLLS:,} rolls from random games of backgammon have {plays:,} legal plays. All programs
find the same plays. One thread.

| call | rolls per CPU second | times bgsage |
|---|---|---|
{lines}
"""
