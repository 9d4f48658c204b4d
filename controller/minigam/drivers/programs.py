"""Programs beside this one."""

from __future__ import annotations

import os
import signal
from asyncio.subprocess import Process
from contextlib import suppress


async def end(process: Process) -> None:
    """Leave no process behind, nor any that it started in its own session."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.communicate()
