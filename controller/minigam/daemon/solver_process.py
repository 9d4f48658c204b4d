"""Makes a missing table of exact values: runs `minigam solve` as a low-priority process.

A process and not a thread: what it takes of memory ends with it, and the game need not wait for it.
Whatever becomes of it, the game goes on; what it has done is kept for the next start.
"""

import asyncio
import json
import logging
import shutil
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from collections.abc import AsyncIterator, Callable, Sequence
from math import ceil, isfinite
from pathlib import Path
from typing import Any

from minigam.drivers.child_process import running
from minigam.errors import shortened
from minigam.rules.ruleset import RuleSet
from minigam.solver.rule_numbers import why_never_solved
from minigam.solver.tablebase import how_to_build
from minigam.table.setup import PERFECT, STAND_IN
from minigam.table.solving import Solving

log = logging.getLogger(__name__)

GENTLY = (("nice", "-n", "19"), ("ionice", "-t", "-c", "3"), ("choom", "-n", "1000", "--"))
"""What starts a program so that it is last for the processor and the disk, and the first to go
where memory ends; each where it is installed."""
NEWS_SECONDS = 20.0
"""How long the display says that the work is done."""
MOST_DONE = 0.99
"""How much is done at most before the table is there."""


class SolverProcess:
    """Has the table of one game made."""

    def __init__(self, rules: RuleSet, command: Sequence[str], tell: Callable[[], None]) -> None:
        """`command` makes it (see `command`); `tell` is called when there is something new."""
        self.solving: Solving | None = Solving(rules.title)
        """What there is to say of it; None when that is old."""
        self._rules = rules
        self._command = command
        self._tell = tell
        self._last_words = ""

    async def run(self) -> None:
        """Have it made, and say how that goes. If this is cancelled no program is left behind."""
        status = await self._ended()
        if status:
            why = reason(status, self._last_words)
            log.warning("%s was not solved: %s", self._rules.title, why)
            self._say(Solving(self._rules.title, failure=why))
            return
        self._say(Solving(self._rules.title, 1.0, 0))
        await asyncio.sleep(NEWS_SECONDS)
        self._say(None)

    def handle(self, solved: Sequence[str]) -> None:
        """There are tables of these games now: whoever made them, a failure is old then."""
        if self.solving and self.solving.failure and self._rules.variant in solved:
            self._say(None)

    async def _ended(self) -> int:
        """The program's exit status, as `asyncio` has it."""
        solver = running(*self._command, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT)
        try:
            async with solver as process:
                async for line in _lines(process):
                    self._hear(line)
                return await process.wait()
        except OSError as fault:
            self._last_words = str(fault)
            return 1

    def _hear(self, line: str) -> None:
        found = progress(self._rules.title, line)
        if found:
            self._say(found)
        elif line:
            self._last_words = line

    def _say(self, solving: Solving | None) -> None:
        if solving != self.solving:
            self.solving = solving
            self._tell()


async def _lines(process: Process) -> AsyncIterator[str]:
    assert process.stdout is not None
    while True:
        try:
            line = await process.stdout.readline()
        except ValueError:  # too long to be of use
            continue
        if not line:
            return
        yield line.decode(errors="replace").strip()


def command(rules: RuleSet, data: Path) -> list[str]:
    """How to make a table in a data folder and take little for it."""
    values = rules.option_values().items()
    options = [word for name, value in values for word in ("--option", f"{name}={value}")]
    gently = [word for start in GENTLY if shutil.which(start[0]) for word in start]
    solve = [sys.executable, "-P", "-m", "minigam", "solve", "--small", "--progress", "lines"]
    return [*gently, *solve, "--rules", rules.id, *options, "--data", str(data)]


def progress(title: str, line: str) -> Solving | None:
    """What a line of `minigam solve --progress lines` says; None for any other.

    >>> progress("Minigam", '{"done": 0.3141, "left": 23.2}')
    Solving(title='Minigam', done=0.31, seconds=24, failure=None)
    """
    try:
        body = json.loads(line)
        done, left = body["done"], body["left"]
    except (ValueError, KeyError, TypeError):
        return None
    if not _is_amount(done) or not (left is None or _is_amount(left)):
        return None
    return Solving(title, min(round(done, 2), MOST_DONE), None if left is None else ceil(left))


def _is_amount(value: Any) -> bool:
    return type(value) in (int, float) and isfinite(value) and value >= 0


def reason(status: int, last_words: str) -> str:
    """Why a program has failed: its last words, if it could say any.

    >>> reason(1, "minigam: No space left on device"), reason(-9, "")
    ('No space left on device', 'its program was ended (Killed); is there too little memory?')
    """
    if status < 0:
        asked = "; is there too little memory?" if -status == signal.SIGKILL else ""
        return f"its program was ended ({signal.strsignal(-status) or -status}){asked}"
    return shortened(last_words.removeprefix("minigam: ") or f"its program ended with {status}")


def solver_process_of(
    rules: RuleSet,
    data: Path,
    solve: bool,
    say: Callable[[str], None],
    tell: Callable[[], None],
    wanted: bool = False,
    unusual: Path | None = None,
) -> SolverProcess | None:
    """Who makes the table that a game has not, if it is to be made; `say` prints what happens.

    `wanted`: somebody asked for what needs the table. Only then is it said how to make it;
    `unusual`: in which folder, where that is not the usual one.
    """
    if never := why_never_solved(rules):
        if solve:
            say(f"there is nothing to solve: {never}")
        return None
    if not solve:
        if wanted:
            say(
                f"there is no table of {rules.title} for perfect play: "
                f"{how_to_build(rules, unusual)}, or start with --solve"
            )
        return None
    say(
        f"{rules.title} is being solved, the page shows how far; "
        f"until then {STAND_IN} plays in the place of {PERFECT}"
    )
    return SolverProcess(rules, command(rules, data), tell)
