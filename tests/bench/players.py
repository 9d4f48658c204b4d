"""Computer players: what a choice costs, how many positions are judged, and what it keeps."""

import subprocess
import sys
from random import Random
from statistics import mean, median
from time import process_time

import numpy as np

from minigam.daemon.trained_players import TrainedPlayers
from minigam.players.boards import rows
from minigam.players.evaluate import Evaluator
from minigam.rules.plays import Turn, result
from minigam.rules.position import Side
from minigam.rules.ruleset import BACKGAMMON

TURNS = 1000
LEVELS = ("medium", "hard", "expert")
BATCH = 100_000


def _turns(players: TrainedPlayers, chance: Random) -> list[Turn]:
    """Turns of games that `hard` plays against itself."""
    found, position, side = list[Turn](), BACKGAMMON.start, Side.WHITE
    while len(found) < TURNS:
        turn = Turn.of(BACKGAMMON, position, side, (chance.randint(1, 6), chance.randint(1, 6)))
        found.append(turn)
        position, side = turn.after(players.choose(turn, "hard", str(len(found)))), side.other
        if result(BACKGAMMON, position):
            position = BACKGAMMON.start
    return found


def _choices(players: TrainedPlayers, turns: list[Turn], level: str) -> list[float]:
    """Milliseconds of CPU for each choice, the shortest first."""
    taken = []
    for number, turn in enumerate(turns):
        begun = process_time()
        players.choose(turn, level, str(number))
        taken.append(1000 * (process_time() - begun))
    return sorted(taken)


def _judged(turns: list[Turn]) -> float:
    """Positions a CPU second, many in one call."""
    model = Evaluator.of(BACKGAMMON).model
    own, theirs = rows([(turn.before, turn.side) for turn in turns])
    many = np.tile(own, (BATCH // TURNS, 1)), np.tile(theirs, (BATCH // TURNS, 1))
    begun = process_time()
    model.points(*many)
    return BATCH / (process_time() - begun)


KEPT = """
from pathlib import Path
from resource import getpagesize
from minigam.daemon import app  # all that the daemon needs anyway
from minigam.daemon.trained_players import TrainedPlayers
from minigam.rules.plays import Turn
from minigam.rules.position import Side
from minigam.rules.ruleset import BACKGAMMON

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * getpagesize() / 1e6

before = resident()
TrainedPlayers().choose(Turn.of(BACKGAMMON, BACKGAMMON.start, Side.WHITE, (3, 1)), "expert", "")
print(resident() - before)
"""


def _kept() -> float:
    """Megabytes that the daemon needs more once a computer has played."""
    program = [sys.executable, "-c", KEPT]
    return float(subprocess.run(program, check=True, capture_output=True, text=True).stdout)


def report() -> str:
    """The figures as Markdown."""
    players = TrainedPlayers()
    turns = _turns(players, Random(1))
    table = "\n".join(
        f"| `{level}` | {median(taken):.1f} | {mean(taken):.1f} | {taken[TURNS * 99 // 100]:.1f} |"
        for level in LEVELS
        for taken in [_choices(players, turns, level)]
    )
    return f"""\
## Computer players

A choice in {TURNS:,} backgammon turns, legal plays included, in milliseconds of CPU:

| level | median | mean | 99th percentile |
|---|---|---|---|
{table}

In one call, {_judged(turns) / 1000:,.0f} thousand positions are judged in a CPU second. Once a
computer has played, the daemon keeps {_kept():.0f} MB more, numpy included.
"""
