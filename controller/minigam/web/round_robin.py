"""Does guests' work in small pieces, in turn, so that the game's own work comes between.

One event loop serves the board and everybody who watches. A tap passes through it in some five
rounds, so guests may fill no round: a few pieces of their work are done, then they wait until the
loop has rested as much as is their due.
"""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeVar

AT_ONCE = 4
"""Light pieces of work in one round, such as to send a text that is made already."""
SHORTEST_SECONDS = 0.001
"""Between two rounds: as short as an event loop can wait."""
LONGEST_SECONDS = 0.05
"""Between two rounds at most: guests are slowed down, never starved."""
REST = 4.0
"""For each second in which the loop has worked since the last round, so many have to pass."""
LONGEST_REST_SECONDS = 1.0
"""Between two of guests' questions at most."""
Clock = Callable[[], float]
Found = TypeVar("Found")


class RoundRobin:
    """Queue of guests' pieces of work, first come, first served."""

    def __init__(self, worked: Clock = time.thread_time) -> None:
        """`worked`: for how many seconds this thread has worked, as a clock."""
        self._worked = worked
        self._queue: deque[tuple[Callable[[], None], bool]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._last_worked = 0.0
        self._last_round = 0.0

    def ask(self, work: Callable[[], None], *, heavy: bool = False) -> None:
        """Have a piece of work done when its turn comes; a `heavy` one is its round's last."""
        self._queue.append((work, heavy))
        if self._timer is None:
            self._plan(asyncio.get_running_loop(), 0.0)

    async def wait(self) -> None:
        """Wait for a turn."""
        turn = asyncio.get_running_loop().create_future()
        self.ask(lambda: None if turn.done() else turn.set_result(None))
        await turn

    def _plan(self, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        self._timer = loop.call_later(seconds, self._round)

    def _round(self) -> None:
        loop = asyncio.get_running_loop()
        now, worked = loop.time(), self._worked()
        due = rest(worked - self._last_worked, now - self._last_round)
        if due > 0:
            self._plan(loop, due)
            return
        self._last_round, self._last_worked, self._timer = now, worked, None
        for _ in range(min(AT_ONCE, len(self._queue))):
            work, heavy = self._queue.popleft()
            work()
            if heavy:
                break
        if self._queue and self._timer is None:
            self._plan(loop, SHORTEST_SECONDS)


def rest(worked: float, passed: float) -> float:
    """How many seconds guests have to wait, after a round that began `passed` seconds ago.

    `worked`: for how many of them the loop was busy, with guests or with the game.

    >>> rest(worked=0.002, passed=0.003), rest(worked=0.002, passed=0.009)
    (0.005, 0.0)
    >>> rest(worked=10.0, passed=0.01), rest(worked=10.0, passed=0.06)
    (0.04, 0.0)
    """
    due = min(REST * worked, LONGEST_SECONDS) - passed
    return max(0.0, round(due, 6))


class Questions:
    """Guests' questions that are answered beside the game: one at a time, and a rest after each.

    A thread of its own takes the processor, and Python itself, from the game all the same; and what
    the board's own page asks waits for one guest at most.
    """

    def __init__(self, clock: Clock = time.monotonic) -> None:
        """`clock` counts seconds."""
        self._clock = clock
        self._one = asyncio.Lock()

    async def answer(self, question: Callable[[], Awaitable[Found]]) -> Found:
        """Ask it when its turn comes."""
        await self._one.acquire()
        began = self._clock()
        try:
            return await question()
        finally:
            due = min(REST * (self._clock() - began), LONGEST_REST_SECONDS)
            asyncio.get_running_loop().call_later(due, self._one.release)
