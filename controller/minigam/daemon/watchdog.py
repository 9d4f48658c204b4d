"""Notifies systemd's watchdog only while inputs, strip and journal work."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from minigam.drivers.interfaces import Inputs, Strip
from minigam.drivers.systemd import SystemdNotifier
from minigam.errors import JournalError
from minigam.journal.store import Journal

log = logging.getLogger(__name__)

BEATS = 3
"""In the time of the service manager's patience: two may be missed."""
WELL = "The board works"
SILENT = "the board's inputs are silent: the thread behind them is dead"
STUCK = "the strip is stuck: its thread is dead, or a frame does not get out"

Signs = Callable[[], str | None]
"""What does not work, in a sentence for people; None while all does."""
Done = Callable[[asyncio.Task[None]], None]


@asynccontextmanager
async def feeding(service: SystemdNotifier, signs: Signs, done: Done) -> AsyncIterator[None]:
    """Enter when the page listens and the board is open; `done` hears of a heart that stops.

    Where the signs are bad nothing is fed, so that the service manager starts the daemon again,
    unless they are good again before its patience ends.
    """
    service.ready()
    heart = asyncio.get_running_loop().create_task(_beat(service, signs))
    heart.add_done_callback(done)
    try:
        yield
    finally:
        heart.cancel()
        service.stopping()


def health_problem(inputs: Inputs, strip: Strip, journal: Journal) -> str | None:
    """See `Signs`."""
    if not inputs.alive:
        return SILENT
    if not strip.alive:
        return STUCK
    try:
        journal.check()
    except JournalError as fault:
        return str(fault)
    return None


async def _beat(service: SystemdNotifier, signs: Signs) -> None:
    reported: str | None = ""
    while service.patience:
        wrong = signs()
        if not wrong:
            service.alive()
        if wrong != reported:
            _notify(service, wrong)
            reported = wrong
        await asyncio.sleep(service.patience / BEATS)


def _notify(service: SystemdNotifier, wrong: str | None) -> None:
    if wrong:
        log.error("the watchdog is not fed: %s", wrong)
    service.status(wrong or WELL)
