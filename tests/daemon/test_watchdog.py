"""When the watchdog is fed, and what the service manager is told when it is not."""

import asyncio
import logging
from types import SimpleNamespace
from typing import Any

import pytest

from minigam.daemon.watchdog import SILENT, STUCK, WELL, feeding, health_problem
from minigam.errors import JournalError
from tests.daemon.serving import Managed

READY, FED, STOPPING = "READY=1", "WATCHDOG=1", "STOPPING=1"
AT_ONCE = "3"
"""Microseconds of patience: a heart that beats as fast as the loop turns."""


def unexpected(task: asyncio.Task[None]) -> None:
    assert task.cancelled()


async def test_a_board_that_works_feeds_the_watchdog(manager: Managed) -> None:
    systemd = manager(WATCHDOG_USEC=AT_ONCE)
    async with feeding(systemd.service, lambda: None, unexpected):
        assert await systemd.takes(5) == [READY, FED, f"STATUS={WELL}", FED, FED]


async def test_a_board_that_does_not_work_starves_it_until_it_works_again(
    manager: Managed, caplog: pytest.LogCaptureFixture
) -> None:
    """What is wrong is told once, each time."""
    signs = iter([None, STUCK, STUCK, SILENT, None, None])
    well, stuck, silent = f"STATUS={WELL}", f"STATUS={STUCK}", f"STATUS={SILENT}"
    systemd = manager(WATCHDOG_USEC=AT_ONCE)
    async with feeding(systemd.service, lambda: next(signs, STUCK), unexpected):
        heard = await systemd.takes(9)
    assert heard == [READY, FED, well, stuck, silent, FED, well, FED, stuck]
    assert [record.message for record in caplog.records if record.levelno == logging.ERROR] == [
        f"the watchdog is not fed: {wrong}" for wrong in (STUCK, SILENT, STUCK)
    ]


async def test_a_manager_without_a_watchdog_hears_of_the_start_and_the_end(
    manager: Managed,
) -> None:
    systemd = manager()
    async with feeding(systemd.service, lambda: str(1 // 0), lambda _: None):
        await asyncio.sleep(0)
    assert await systemd.takes(2) == [READY, STOPPING]


async def test_it_beats_three_times_in_the_patience(
    manager: Managed, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    wait = asyncio.sleep

    async def noted(seconds: float) -> None:
        slept.append(seconds)
        await wait(0)

    monkeypatch.setattr(asyncio, "sleep", noted)
    systemd = manager(WATCHDOG_USEC="12000000")
    async with feeding(systemd.service, lambda: None, unexpected):
        await systemd.takes(4)
    assert set(slept) == {4.0}


async def test_a_heart_that_stops_is_told(manager: Managed) -> None:
    """An error of our own in the signs must not look like a slow board."""
    stopped = asyncio.get_running_loop().create_future()
    systemd = manager(WATCHDOG_USEC=AT_ONCE)

    def note(task: asyncio.Task[None]) -> None:
        stopped.set_result(task.exception())

    async with feeding(systemd.service, lambda: str(1 // 0), note):
        assert isinstance(await stopped, ZeroDivisionError)


def part(alive: bool) -> Any:
    return SimpleNamespace(alive=alive)


def journal(fault: str | None = None) -> Any:
    def check() -> None:
        if fault:
            raise JournalError(fault)

    return SimpleNamespace(check=check)


@pytest.mark.parametrize(
    ("inputs", "strip", "fault", "sign"),
    [
        (True, True, None, None),
        (False, True, None, SILENT),
        (True, False, None, STUCK),
        (True, True, "the disk is gone", "the disk is gone"),
    ],
)
def test_inputs_strip_and_journal_must_all_work(
    inputs: bool, strip: bool, fault: str | None, sign: str | None
) -> None:
    assert health_problem(part(inputs), part(strip), journal(fault)) == sign
