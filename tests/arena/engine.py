"""GNU Backgammon as a player, and as a judge of many positions: one process, many questions."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import IO, Any

from minigam.daemon.opponent import best_of, board, xgid
from minigam.drivers.gnubg import answers, command, find_gnubg, moved, question
from minigam.rules.cube import Cube
from minigam.rules.match import Standing
from minigam.rules.plays import Turn, completions
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import Step

AtStake = tuple[Cube, Standing]
"""What a game is played for."""


@dataclass(frozen=True)
class Engine:
    """A running GNU Backgammon that looks so many plies ahead."""

    questions: IO[str]
    said: IO[str]
    plies: int

    def choose(self, turn: Turn, at_stake: AtStake) -> tuple[Step, ...]:
        """Its play."""
        if not turn.next_steps:
            return ()
        dice = f"{turn.dice[0]}{turn.dice[-1]}"
        before = board(turn.before, turn.side)
        text = xgid(turn.rules, turn.before, turn.side, dice, *at_stake)
        plays = self._ask(text, "plays", turn.rules.cube)
        ranked = [moved(before, pairs) for pairs in plays]
        return best_of(ranked, completions(turn), turn.side).steps

    def doubles(
        self, rules: RuleSet, position: Position, side: Side, cube: Cube, standing: Standing
    ) -> bool:
        """Whether it doubles before its roll."""
        return bool(self._ask(xgid(rules, position, side, "00", cube, standing), "doubles"))

    def takes(
        self, rules: RuleSet, position: Position, doubler: Side, cube: Cube, standing: Standing
    ) -> bool:
        """Whether it takes the double of a side that is about to roll."""
        return bool(self._ask(xgid(rules, position, doubler, "00", cube, standing), "takes"))

    def _ask(self, text: str, want: str, cubeful: bool = True) -> Any:
        self.questions.write(question(text, want, self.plies, cubeful))
        self.questions.flush()
        for line in self.said:
            if found := answers(line):
                return found[0][1]
        raise AssertionError("expected an answer from gnubg, which has ended")


@contextmanager
def engine(plies: int) -> Iterator[Engine]:
    """GNU Backgammon, until it is not needed any more."""
    program = find_gnubg()
    assert program, "expected gnubg: sudo apt install gnubg"
    with TemporaryDirectory() as prefs:
        process = subprocess.Popen(
            command(program, prefs),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={"LC_ALL": "C", "HOME": prefs},
        )
        with process:
            assert process.stdin
            assert process.stdout
            yield Engine(process.stdin, process.stdout, plies)
