"""Starts and stops child processes."""

import os
import signal
from asyncio import create_subprocess_exec
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any


@asynccontextmanager
async def running(*command: str, **options: Any) -> AsyncIterator[Process]:
    """A program in a session of its own: Ctrl-C is for the daemon, which ends it in order.

    `options`: of `asyncio.create_subprocess_exec`. The end of the block leaves no process behind,
    nor any that it started. Raises `OSError` where it cannot be started.
    """
    process = await create_subprocess_exec(*command, start_new_session=True, **options)
    try:
        yield process
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.communicate()
