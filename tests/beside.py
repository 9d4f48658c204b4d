"""What goes on for ever beside a test."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any


@asynccontextmanager
async def beside(work: Coroutine[Any, Any, None], seconds: float) -> AsyncIterator[None]:
    """Have it done meanwhile, and ended after; what takes longer than so many seconds fails."""
    task = asyncio.create_task(work)
    try:
        async with asyncio.timeout(seconds):
            yield
    finally:
        task.cancel()
        await asyncio.wait([task])
