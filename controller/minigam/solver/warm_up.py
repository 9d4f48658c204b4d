"""`python -m minigam.solver.warm_up`: all machine code of solving is made, and kept for others.

To make it takes tens of megabytes, which only the end of a program gives back.
"""

from dataclasses import replace

from minigam.rules.position import Layout, Position
from minigam.rules.ruleset import MINIGAM
from minigam.solver.prepared import PreparedGame
from minigam.solver.solve import solver_of


def warm_up() -> None:
    """Solve a game of a few positions."""
    layout, track = Layout(points=3, checkers=2, rising=True), (2, 0, 0, 0, 0)
    rules = replace(MINIGAM, layout=layout, start=Position(track, track))
    list(solver_of(PreparedGame.of(rules)).run())


if __name__ == "__main__":
    warm_up()
