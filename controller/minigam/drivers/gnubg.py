"""GNU Backgammon as a program beside this one: a question in, an answer out.

Every question has a process of its own. Starting one takes a fifth of a second; and nothing that
it could get wrong lasts longer than its answer.
"""

import asyncio
import json
import os
import shutil
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Sequence
from tempfile import TemporaryDirectory
from typing import Any

from minigam.drivers import inside_gnubg
from minigam.drivers.child_process import running
from minigam.errors import ProgramError, shortened

PROGRAM = "gnubg"
GAMES_FOLDER = "/usr/games"
"""Where Debian keeps it: services and root do not search there."""
SECONDS = 30.0
"""When a question is given up."""
COMMANDS = (
    "set threads 1",
    "set display off",
    "set player 0 human",
    "set player 1 human",
    "set automatic game off",
    "set automatic roll off",
)
"""It is asked, and plays nothing itself."""

Counts = tuple[int, ...]
"""A side's checkers on its own points 1 to 24, then on its bar."""
Board = tuple[Counts, Counts]
"""The side that waits, then the mover."""


def find_gnubg() -> str | None:
    """The path of the program; None where it is not installed."""
    return shutil.which(PROGRAM, path=os.pathsep.join((os.environ.get("PATH", ""), GAMES_FOLDER)))


def question(
    xgid: str, want: str, plies: int = 2, cubeful: bool = True, boards: Sequence[Board] = ()
) -> str:
    """A line for `inside_gnubg`."""
    judge = "set evaluation chequerplay evaluation"
    commands = (f"{judge} plies {plies}", f"{judge} cubeful {'on' if cubeful else 'off'}")
    about = {"xgid": xgid, "want": want, "plies": plies, "boards": boards}
    return json.dumps({"commands": [*COMMANDS, *commands], **about}) + "\n"


def command(program: str, prefs: str) -> list[str]:
    """How to start it: without a window, a sound or the user's own settings."""
    return [program, "-t", "-q", "-r", "-s", prefs, "-p", inside_gnubg.__file__]


def answers(said: str) -> list[tuple[Board, Any]]:
    """Each marked line: the board that was understood, and the answer.

    >>> answers('talk\\nminigam: [[[0, 1], [2, 0]], true]\\n')
    [(((0, 1), (2, 0)), True)]
    """
    lines = [line for line in said.splitlines() if line.startswith(inside_gnubg.MARK)]
    return [_answer(json.loads(line.removeprefix(inside_gnubg.MARK))) for line in lines]


def _answer(body: Any) -> tuple[Board, Any]:
    (theirs, own), answer = body
    return (tuple(theirs), tuple(own)), answer


def moved(board: Board, moves: list[list[int]]) -> Board:
    """A board after the mover's (from, to) pairs; what stood alone there is hit.

    >>> theirs, own = moved(((1, *[0] * 24), (*[0] * 23, 1, 0)), [[24, 0]])
    >>> (sum(theirs), sum(own)), moved(((1, *[0] * 24), (*[0] * 24, 1)), [[25, 24]])[0][24]
    ((1, 0), 1)
    """
    theirs, own = list(board[0]), list(board[1])
    for source, target in moves:
        own[source - 1] -= 1
        if target:
            own[target - 1] += 1
            if theirs[24 - target]:
                theirs[24 - target] -= 1
                theirs[24] += 1
    return tuple(theirs), tuple(own)


ROUNDING = 0.001
MOST_POINTS = 100.0
"""More than any choice about the cube is worth, at stake 1."""


def _numbers(answer: Any, number: int, least: float, most: float) -> list[float]:
    parts = answer if isinstance(answer, list) else []
    if len(parts) == number and all(_is_within(part, least, most) for part in parts):
        return parts
    expected = f"{number} numbers from {least:g} to {most:g}"
    raise ProgramError(f"expected {expected} from {PROGRAM}, got {shortened(repr(answer))}")


def _is_within(part: Any, least: float, most: float) -> bool:
    return isinstance(part, int | float) and least - ROUNDING <= part <= most + ROUNDING


class Gnubg:
    """The installed program."""

    def __init__(self, program: str, seconds: float = SECONDS) -> None:
        """`program`: its path; `seconds`: when a question is given up."""
        self._program = program
        self._seconds = seconds

    async def plays(self, xgid: str, board: Board, cubeful: bool) -> list[Board]:
        """Where a roll may lead, best first; raise `ProgramError` where it gives no answer."""
        moves = await self._ask(question(xgid, "plays", cubeful=cubeful), board)
        try:
            return [moved(board, pairs) for pairs in moves]
        except (TypeError, ValueError, IndexError):
            raise ProgramError(f"expected plays from {PROGRAM}, got {moves!r}") from None

    async def takes(self, xgid: str, board: Board) -> bool:
        """Whether the mover's double is taken; raise `ProgramError` where it gives no answer."""
        return await self._is(question(xgid, "takes"), board)

    async def doubles(self, xgid: str, board: Board) -> bool:
        """Whether the mover doubles before its roll; raise `ProgramError` for no answer."""
        return await self._is(question(xgid, "doubles"), board)

    async def cube(self, xgid: str, board: Board) -> list[float]:
        """What it is worth to the mover to roll, to be taken and to be dropped; points at stake 1.

        Raises `ProgramError` where it gives no answer.
        """
        answer = await self._ask(question(xgid, "cube"), board)
        return _numbers(answer, 3, -MOST_POINTS, MOST_POINTS)

    async def chances(self, xgid: str, board: Board, boards: Sequence[Board]) -> list[list[float]]:
        """Of each of some boards, for its mover, without a cube: see `inside_gnubg.chances`.

        `xgid` and `board` are any position. Raises `ProgramError` where it gives no answer.
        """
        answer = await self._ask(question(xgid, "chances", boards=boards), board)
        if not isinstance(answer, list) or len(answer) != len(boards):
            raise ProgramError(f"expected {len(boards)} answers from {PROGRAM}, got {answer!r}")
        return [_numbers(part, 5, 0.0, 1.0) for part in answer]

    async def _is(self, line: str, board: Board) -> bool:
        answer = await self._ask(line, board)
        if not isinstance(answer, bool):
            raise ProgramError(f"expected yes or no from {PROGRAM}, got {answer!r}")
        return answer

    async def _ask(self, line: str, board: Board) -> Any:
        said = await self._said(line)
        try:
            ((understood, answer),) = answers(said)
        except (TypeError, ValueError, RecursionError):
            raise ProgramError(f"expected one answer from {PROGRAM}, got {said[-200:]!r}") from None
        if understood != board:
            raise ProgramError(f"expected {PROGRAM} to see {board}, got {understood}")
        return answer

    async def _said(self, line: str) -> str:
        try:
            with TemporaryDirectory(prefix="minigam-gnubg-") as prefs:
                asked = running(
                    *command(self._program, prefs),
                    stdin=PIPE,
                    stdout=PIPE,
                    stderr=DEVNULL,
                    env={**os.environ, "LC_ALL": "C"},  # it would translate what it says
                )
                async with asked as process, asyncio.timeout(self._seconds):
                    said, _ = await process.communicate(line.encode())
                return said.decode(errors="replace")
        except TimeoutError:
            text = f"expected an answer within {self._seconds:g} seconds, got none"
            raise ProgramError(f"{self._program}: {text}") from None
        except OSError as fault:
            raise ProgramError(f"{self._program} cannot be run: {fault}") from None
