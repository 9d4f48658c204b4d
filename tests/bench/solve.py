"""Games solved, and gnubg's own solver of hypergammon beside it, with two checkers."""

import re
import resource
import subprocess
import tempfile
from dataclasses import dataclass
from time import process_time

from minigam.rules.plays import legal_plays
from minigam.rules.position import Side
from minigam.rules.ruleset import HYPERGAMMON, MINIGAM, MINIGAM_FULL_ENTRY, RuleSet
from minigam.rules.steps import ROLLS
from minigam.solver.prepared import PreparedGame
from minigam.solver.solve import Solver, solver_of
from tests.solver import games
from tests.solver.games import few_checkers

MAKEHYPER = "/usr/games/makehyper"
PUBLISHED = 0.0836795444708631
"""What the winner of hypergammon's opening roll has (Keith, 2001): cubeless, gammons counted."""


@dataclass(frozen=True)
class Solved:
    name: str
    seconds: float
    """Of one CPU."""
    sweeps: float
    """Looks at each position."""
    positions: int
    width: float
    """Of the widest bracket; 0 where nothing is proven."""

    @property
    def speed(self) -> float:
        """Looks at a position a CPU second."""
        return self.positions * self.sweeps / self.seconds

    def row(self, beside: float) -> str:
        width = f"{self.width:.1e}" if self.width else "not proven"
        return (
            f"| {self.name} | {self.seconds:.1f} | {self.sweeps:.0f} | {width} | "
            f"{self.speed / 1e6:.2f} M | {self.speed / beside:.0f} |"
        )


def ours(name: str, rules: RuleSet) -> tuple[Solved, Solver]:
    """A game solved from nothing; values only, as makehyper has them without a cube."""
    begun = process_time()
    solver = solver_of(PreparedGame.of(rules))
    solver.chances = None
    for _ in solver.run():
        pass
    seconds, size = process_time() - begun, solver.game.index.size
    return Solved(name, seconds, solver.swept / size, size, 2 * solver.bound), solver


def makehyper(positions: int) -> Solved:
    """Debian's makehyper with two checkers."""
    before = _children()
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [MAKEHYPER, "-c", "2", "-n"], cwd=folder, check=True, capture_output=True, text=True
        )
    sweeps = len(re.findall(r"\*\*\* Iteration", done.stdout + done.stderr))
    return Solved("`makehyper -c 2`, to 1e-5", _children() - before, sweeps, positions, 0)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def opening_winner(solver: Solver) -> float:
    index, total = solver.game.index, 0.0
    for roll in ROLLS:
        if roll[0] != roll[1]:
            plays = legal_plays(HYPERGAMMON, HYPERGAMMON.start, Side.WHITE, roll)
            after = [games.number(index, play.position, Side.WHITE) for play in plays]
            total += float(max(solver.values[after]))
    return total / 15


def report() -> str:
    """The figures as Markdown. A first game is solved unseen: machine code is made once."""
    ours("", few_checkers(1))
    two, _ = ours("hypergammon with two checkers", few_checkers(2))
    theirs = makehyper(two.positions)
    found = [ours("Minigam", MINIGAM)[0], ours("Minigam, full entry", MINIGAM_FULL_ENTRY)[0]]
    three, solver = ours("hypergammon", HYPERGAMMON)
    winner = opening_winner(solver)
    rows = "\n".join(one.row(theirs.speed) for one in (theirs, two, *found, three))
    return f"""\
## Solving games

One thread, from an empty table, without the time to compile. A sweep updates every position once.
The width is that of the widest [bracket](solved.md#how-exact-the-values-are) around a value.
`makehyper` is GNU Backgammon's solver for hypergammon.

| game | CPU seconds | sweeps | width | positions swept per CPU second | times makehyper |
|---|---|---|---|---|---|
{rows}

In hypergammon the winner of the opening roll wins {winner:+.13f} points on average. The published
value is {PUBLISHED:+.13f}. They differ by {abs(winner - PUBLISHED):.0e}.
"""
