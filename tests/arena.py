"""`make arena`: how the levels of each game compare, 10,000 games a pair.

All games take some hours on one core; `--pairs 500` is a quick look.
"""

import argparse

from minigam.players.ladder import rungs
from minigam.rules.ruleset import RULE_SETS
from tests.players.rolls import results_of

SEED = 20261127


def main() -> None:
    """Print each level of the games asked for against the level below it."""
    parser = argparse.ArgumentParser(prog="python -m tests.arena", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(RULE_SETS)}")
    parser.add_argument("--pairs", type=int, default=5000, help="pairs of games")
    asked = parser.parse_args()
    for name in asked.games or RULE_SETS:
        rules = RULE_SETS[name]
        for rung in rungs(rules, results_of(rules), asked.pairs, SEED):
            print(f"{name}: {rung}", flush=True)


if __name__ == "__main__":
    main()
