"""An event that wakes who waits for it some time after it was set, and costs nothing until then."""

import asyncio


class DelayedEvent:
    """What a touch sets: the strip's thread needs Python right after it, so no task wakes then.

    >>> async def example() -> None:
    ...     event = DelayedEvent(0.01)
    ...     event.set(); event.set()
    ...     await event.wait()  # returns once: 10 ms after the first of the two
    >>> asyncio.run(example())
    """

    def __init__(self, seconds: float) -> None:
        """`seconds`: from the first `set` until `wait` returns; more of them meanwhile are one."""
        self._seconds = seconds
        self._set = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None

    def set(self) -> None:
        """Wake who waits, or will wait, after the delay. Call it on the event loop."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, self._fire)

    def _fire(self) -> None:
        self._timer = None
        self._set.set()

    async def wait(self) -> None:
        """Wait for it, and clear it: what is set from now on is for the next wait."""
        await self._set.wait()
        self._set.clear()
