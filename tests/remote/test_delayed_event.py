"""An event that costs nothing until some time after it was set."""

import asyncio

from minigam.remote.delayed_event import DelayedEvent

TURNS = 5
"""Of the loop: enough for a task that waits to go on."""


async def has_gone_on(task: "asyncio.Task[None]") -> bool:
    for _ in range(TURNS):
        await asyncio.sleep(0)
    return task.done()


def test_who_waits_sleeps_on_until_the_time_is_over() -> None:
    async def main() -> None:
        event = DelayedEvent(3600.0)
        waiting = asyncio.create_task(event.wait())
        event.set()
        assert not await has_gone_on(waiting)
        waiting.cancel()

    asyncio.run(main())


def test_it_is_set_so_long_after_the_first_of_several() -> None:
    async def main() -> None:
        clock = asyncio.get_running_loop().time
        event, before = DelayedEvent(0.02), clock()
        event.set()
        event.set()
        await event.wait()
        assert clock() - before >= 0.019  # the loop's clock has a resolution
        again = asyncio.create_task(event.wait())
        assert not await has_gone_on(again)  # the second one was the same
        event.set()
        await again

    asyncio.run(main())


def test_what_is_set_before_anybody_waits_is_not_lost() -> None:
    async def main() -> None:
        event, passed = DelayedEvent(0.0), asyncio.Event()
        event.set()
        asyncio.get_running_loop().call_later(0.001, passed.set)
        await passed.wait()
        await event.wait()

    asyncio.run(main())
