"""Another program's judgement: GNU Backgammon finds the same plays legal, position by position.

It runs as a program of its own and is asked in its own words: no line of it is used here.
"""

import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from minigam.daemon.opponent import board, xgid
from minigam.drivers import gnubg
from minigam.drivers.gnubg import Board
from minigam.rules.cube import CENTRED
from minigam.rules.match import Standing
from minigam.rules.plays import legal_plays, result
from minigam.rules.position import Position, Side, format_position, parse_position
from minigam.rules.ruleset import RULE_SETS, RuleSet
from tests.rules import naive24

pytestmark = [pytest.mark.gnubg, pytest.mark.slow]

CASES = 2500
PROCESSES = 8
"""gnubg rests some ten milliseconds over every question, so that many can share a core."""
SECONDS = 300
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
        dice = f"{self.roll[0]}{self.roll[1]}"
        return xgid(self.rules, self.before, self.side, dice, CENTRED, Standing())

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
    program = gnubg.find_gnubg()
    assert program, "expected gnubg: sudo apt install gnubg, or leave it out with --skip-gnubg"
    said = subprocess.run(
        gnubg.command(program, str(prefs)),
        input="".join(gnubg.question(case.xgid, "plays", plies=0) for case in cases),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=True,
    ).stdout
    return [judged(*answer) for answer in gnubg.answers(said)]


def judged(before: Board, plays: list[list[list[int]]]) -> Answer:
    """Where nothing can be played gnubg lists nothing, and the position stays."""
    return before, {gnubg.moved(before, moves) for moves in plays} or {before}


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
