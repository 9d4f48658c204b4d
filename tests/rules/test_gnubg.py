"""Another program's judgement: GNU Backgammon finds the same plays legal, position by position.

It runs as a program of its own and is asked in its own words; no line of it is used here.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from minigam.rules.plays import legal_plays, result
from minigam.rules.position import Position, Side, format_position, parse_position
from minigam.rules.ruleset import RULE_SETS, RuleSet
from tests.rules import inside_gnubg, naive24

pytestmark = [pytest.mark.gnubg, pytest.mark.slow]

CASES = 2500
PROCESSES = 8
"""gnubg rests some ten milliseconds over every question, so that many can share a core."""
SECONDS = 300
Board = tuple[tuple[int, ...], tuple[int, ...]]
"""The side that waits, then the mover: points 1 to 24 by own numbers, then the bar."""
Make = Callable[[str, Random], Iterator["Case"]]


@dataclass(frozen=True)
class Case:
    """A roll to be played."""

    rules: RuleSet
    text: str
    side: Side
    roll: tuple[int, int]

    @property
    def xgid(self) -> str:
        turn = 1 if self.side is Side.WHITE else -1
        return f"{self.text}:0:0:{turn}:{self.roll[0]}{self.roll[1]}:0:0:0:0:10"

    @property
    def before(self) -> Position:
        return parse_position(self.text, self.rules.layout)

    @property
    def board(self) -> Board:
        return board(self.before, self.side)

    def ends(self) -> set[Board]:
        """Where the roll may lead."""
        plays = legal_plays(self.rules, self.before, self.side, self.roll)
        return {board(play.position, self.side) for play in plays}


def board(position: Position, side: Side) -> Board:
    theirs, own = (position.track(one)[-2::-1] for one in (side.other, side))
    return theirs, own


def moved(before: Board, moves: list[list[int]]) -> Board:
    """A board after (from, to) pairs, 25 the bar and 0 off; what stood alone there is hit."""
    theirs, own = map(list, before)
    for source, target in moves:
        own[source - 1] -= 1
        if target:
            own[target - 1] += 1
            if theirs[24 - target]:
                theirs[24 - target] -= 1
                theirs[24] += 1
    return tuple(theirs), tuple(own)


def placed(game: str, chance: Random) -> Iterator[Case]:
    """Checkers anywhere: many on bars, against primes, and nearly home."""
    while True:
        text, roll = naive24.random_position(game, chance), naive24.throw(chance)
        yield Case(RULE_SETS[game], text, chance.choice(list(Side)), roll)


def played(game: str, chance: Random) -> Iterator[Case]:
    """The turns of random games, from the start to the last checker."""
    rules = RULE_SETS[game]
    while True:
        position, side = rules.start, chance.choice(list(Side))
        while result(rules, position) is None:
            roll = naive24.throw(chance)
            yield Case(rules, format_position(position, rules.layout), side, roll)
            position = chance.choice(legal_plays(rules, position, side, roll)).position
            side = side.other


Answer = tuple[Board, set[Board]]
"""What gnubg understood of a case, and where it says that the roll may lead."""


def asked_of_many(cases: list[Case], prefs: Path) -> list[Answer]:
    size = -(-len(cases) // PROCESSES)
    batches = [cases[at : at + size] for at in range(0, len(cases), size)]
    folders = [prefs / str(number) for number in range(len(batches))]
    with ThreadPoolExecutor(len(batches)) as pool:
        return [answer for found in pool.map(asked, batches, folders) for answer in found]


def asked(cases: list[Case], prefs: Path) -> list[Answer]:
    program = shutil.which("gnubg", path=f"{os.environ['PATH']}:/usr/games")
    assert program, "expected gnubg: sudo apt install gnubg, or leave it out with --skip-gnubg"
    run = [program, "-t", "-q", "-r", "-s", str(prefs), "-p", inside_gnubg.__file__]
    questions = "".join(f"{case.xgid}\n" for case in cases)
    answer = subprocess.run(
        run, input=questions, capture_output=True, text=True, timeout=SECONDS, check=True
    ).stdout
    marked = [line for line in answer.splitlines() if line.startswith(inside_gnubg.MARK)]
    return [judged(*json.loads(line.removeprefix(inside_gnubg.MARK))) for line in marked]


def judged(seen: list[list[int]], plays: list[list[list[int]]]) -> Answer:
    """Where nothing can be played gnubg lists nothing, and the position stays."""
    before = tuple(seen[0]), tuple(seen[1])
    return before, {moved(before, moves) for moves in plays} or {before}


@pytest.mark.parametrize("make", [placed, played])
@pytest.mark.parametrize("game", ["backgammon", "hypergammon"])
def test_gnubg_finds_the_same_plays(game: str, make: Make, tmp_path: Path) -> None:
    cases = list(islice(make(game, Random(f"gnubg {game}")), CASES))
    answers = asked_of_many(cases, tmp_path)
    for case, (understood, ends) in zip(cases, answers, strict=True):
        assert understood == case.board, case.xgid
        assert ends <= case.ends(), case.xgid
        check_kindness(case, case.ends() - ends)
    if game == "backgammon":
        check_variety(cases, [ends for _, ends in answers])


def check_kindness(case: Case, ours_alone: set[Board]) -> None:
    """Bearing the last checker off is enough, even where hitting on its way took both dice.

    What was not hit stands in the winner's home: the game is worth the same.
    """
    assert not any(any(own) for _, own in ours_alone), case.xgid
    if ours_alone:
        plays = legal_plays(case.rules, case.before, case.side, case.roll)
        worth = {result(case.rules, play.position) for play in plays}
        assert len(worth - {None}) == 1, case.xgid


def check_variety(cases: list[Case], ends: list[set[Board]]) -> None:
    """The cases try what there is to try."""
    both = list(zip((case.board for case in cases), ends, strict=True))
    counts = {
        "doubles": sum(case.roll[0] == case.roll[1] for case in cases),
        "on the bar": sum(own[24] > 0 for (_, own), _ in both),
        "at home": sum(not any(own[6:]) for (_, own), _ in both),
        "hits": sum(any(to[24] > theirs[24] for to, _ in found) for (theirs, _), found in both),
        "nothing to play": sum(found == {before} for before, found in both),
    }
    assert min(counts.values()) > CASES / 50, counts
