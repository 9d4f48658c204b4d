"""`make arena`: how strong the computer players are, each figure with a 95 % interval.

All of it takes many hours on one core. One part at a time, of some games only or with fewer games:
make arena ARENA="ladder backgammon --number 1000"
"""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from minigam.rules.ruleset import RULE_SETS
from tests.arena import against_gnubg, exact, ladder, positions


@dataclass(frozen=True)
class Part:
    """What can be measured."""

    says: Callable[[str, int], Iterator[str]]
    """Lines about a game, from so many games, turns or positions."""
    number: int
    games: tuple[str, ...] = tuple(RULE_SETS)
    """The games that it is for."""


PARTS = {
    "ladder": Part(ladder.levels, 10_000),
    "before": Part(ladder.before, 2_000),
    "exact": Part(exact.given_away, 10_000, ("minigam", "minigam-full-entry", "hypergammon")),
    "money": Part(against_gnubg.money, 5_000, ("backgammon", "portes")),
    "matches": Part(against_gnubg.matches, 1_000, ("backgammon",)),
    "equities": Part(positions.equities, 2_000, ("backgammon",)),
    "cube": Part(positions.cube, 1_000, ("backgammon",)),
}


FEWEST, MOST = 20, 1_000_000
"""Of fewer there is no interval."""


def _number(text: str) -> int:
    if text.isdecimal() and FEWEST <= int(text) <= MOST:
        return int(text)
    raise argparse.ArgumentTypeError(
        f"expected a whole number from {FEWEST} to {MOST}, got {text!r}"
    )


def main() -> None:
    """Print what is asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.arena",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("part", nargs="?", choices=PARTS, help="all, where none is named")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(RULE_SETS)}")
    text = f"games, turns or positions, {FEWEST} to {MOST}"
    parser.add_argument("--number", type=_number, help=text)
    asked = parser.parse_args()
    known = PARTS[asked.part].games if asked.part else ()
    if unknown := [game for game in asked.games if game not in known]:
        parser.error(f"expected {asked.part} of {', '.join(known)}, got {unknown[0]}")
    for name, part in PARTS.items():
        if asked.part not in (None, name):
            continue
        for game in asked.games or part.games:
            for line in part.says(game, asked.number or part.number):
                print(f"{name}, {game}: {line}", flush=True)


if __name__ == "__main__":
    main()
