"""espeak-ng as a program beside this one: it speaks a text, the newest first."""

import asyncio
import logging
import shutil
from asyncio.subprocess import DEVNULL, PIPE, Process

from minigam.drivers.child_process import running

log = logging.getLogger(__name__)

PROGRAM = "espeak-ng"
SECONDS = 60.0
"""When a text is given up: a sound device that hangs must not silence the rest."""


def find_espeak() -> str | None:
    """The path of the program; None where it is not installed."""
    return shutil.which(PROGRAM)


class Speech:
    """A voice. What is overtaken before its turn comes is never said."""

    def __init__(self, program: str, voice: str, seconds: float = SECONDS) -> None:
        """`program`: its path; `voice`: a language's tag; `seconds`: when a text is given up."""
        self._command = [program, "-v", voice, "--stdin"]
        self._seconds = seconds
        self._next = ""
        self._news = asyncio.Event()
        self._process: Process | None = None
        self._is_told = False

    def say(self, text: str, at_once: bool = False) -> None:
        """Have it said when the present text is over; `at_once` cuts that off."""
        self._next = text
        self._news.set()
        if at_once and self._process and self._process.returncode is None:
            self._process.kill()

    async def run(self) -> None:
        """Speak for ever. A voice that fails is logged once, and hinders nothing."""
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                await self._speak(self._next)
            except (OSError, TimeoutError) as fault:
                self._fail(f"{fault or 'it does not end'}")

    async def _speak(self, text: str) -> None:
        spoken = running(*self._command, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL)
        async with spoken as process, asyncio.timeout(self._seconds):
            self._process = process
            await process.communicate(text.encode())
        if process.returncode and process.returncode > 0:
            self._fail(f"it ends with {process.returncode}")

    def _fail(self, why: str) -> None:
        level = logging.DEBUG if self._is_told else logging.WARNING
        self._is_told = True
        log.log(level, "%s does not speak: %s", self._command[0], why)
