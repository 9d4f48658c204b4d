"""A display that follows what a board says on its page."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager

import pytest

from minigam.daemon.display import follow
from minigam.errors import ProgramError
from tests.beside import beside
from tests.web.serving import Site, serving

PATIENCE_SECONDS = 20.0
SOON = 0.01


class Display:
    """Notes how it is switched; `faults`: what keeps it from being switched, one after another."""

    def __init__(self, *faults: str) -> None:
        self.switched: asyncio.Queue[bool | str] = asyncio.Queue()
        self._faults: Iterator[str] = iter(faults)

    def switch(self, lit: bool) -> None:
        fault = next(self._faults, None)
        self.switched.put_nowait(fault or lit)
        if fault:
            raise ProgramError(fault)


def following(display: Display, port: int) -> AbstractAsyncContextManager[None]:
    return beside(follow(port, display.switch, SOON), PATIENCE_SECONDS)


@asynccontextmanager
async def board() -> AsyncIterator[Site]:
    """A page whose listeners have nothing to hear but what is shown."""
    async with serving() as site:
        site.show(blank=False)
        yield site


@pytest.mark.parametrize(("faults", "first"), [([], False), (["too slow"], "too slow")])
async def test_it_goes_dark_with_the_board_and_is_lit_again(
    faults: list[str], first: bool | str
) -> None:
    display = Display(*faults)
    async with board() as site, following(display, site.port):
        site.show(blank=True)
        assert await display.switched.get() == first
        if not faults:
            site.show(blank=True)
        site.show(blank=False)
        assert await display.switched.get() is True


async def test_it_is_lit_where_the_board_is_gone() -> None:
    display = Display()
    async with AsyncExitStack() as stack:
        async with board() as site:
            await stack.enter_async_context(following(display, site.port))
            site.show(blank=True)
            assert await display.switched.get() is False
        assert await display.switched.get() is True


async def test_what_cannot_be_switched_is_told_once_and_tried_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    display = Display("no display", "no display")
    async with board() as site, following(display, site.port):
        for seen in ("no display", "no display", False):
            site.show(blank=True)
            assert await display.switched.get() == seen
    assert caplog.messages.count("no display") == 1
    assert caplog.record_tuples[0][1] == logging.WARNING
