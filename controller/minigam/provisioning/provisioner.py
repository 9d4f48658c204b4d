"""Runs the setup network from its first second to its last: scan, access point, page, join."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field

from minigam.errors import MinigamError, ProgramError
from minigam.provisioning.choices import Choices
from minigam.provisioning.interfaces import CodeLights, Found, JoinError, Machine, NetworkPort
from minigam.provisioning.portal import PortalView
from minigam.provisioning.secret import Secret
from minigam.provisioning.setup_network import (
    JOIN_SECONDS,
    OPEN_SECONDS,
    JoinFailure,
    SetupNetwork,
    Stage,
)

log = logging.getLogger(__name__)

Serve = Callable[[str, PortalView], AbstractAsyncContextManager[None]]
"""Serves the page at an address of this machine."""
Wait = Callable[[asyncio.Event, float], Awaitable[None]]
"""Waits for an event, for so many seconds at most."""


async def wait_for(event: asyncio.Event, seconds: float) -> None:
    """Wait for an event, for so many seconds at most."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        pass


@dataclass(eq=False)
class Provisioner:
    """One setup network; what its page shows, as `portal.PortalView`."""

    network: str
    """Its name, such as `minigam-4F2A`."""
    code: str
    """Its password: the digits that the dice show."""
    ports: NetworkPort
    machine: Machine
    lights: CodeLights
    serve: Serve
    clock: Callable[[], float]
    """Seconds that never jump."""
    wait: Wait = wait_for
    state: SetupNetwork = field(default_factory=SetupNetwork)
    found: Sequence[Found] = ()

    def __post_init__(self) -> None:
        """Nothing happens yet."""
        self._news = asyncio.Event()

    def visit(self) -> None:
        """Somebody looks at the form."""
        self.state = self.state.visited(self.clock())

    def choose(self, choices: Choices) -> None:
        """Somebody has sent it; raise `IllegalPlayError` where it is too late."""
        self.state = self.state.chosen(choices, self.clock())
        log.info("chosen: board %s, name %s", choices.board, choices.name)
        self._news.set()

    async def run(self) -> Choices | None:
        """Keep it open until something was chosen that works; None where nobody has chosen.

        Raises `ProgramError` where this machine cannot make a network.
        """
        self.state = self.state.opened(self.clock())
        while self.state.stage is Stage.OPEN:
            if await self._open():
                await self._join()
        if self.state.stage is not Stage.JOINED or self.state.choices is None:
            log.info("nobody has chosen anything: the setup network has ended")
            return None
        await self.machine.apply(self.state.choices)
        return self.state.choices

    async def _open(self) -> bool:
        """The access point with its page, until time or a choice ends it; whether one has."""
        try:
            self.found = await self.ports.found()
        except ProgramError as fault:
            log.warning("no network was found: %s", fault)
        try:
            address = await self._access_point()
            self.state = self.state.opened(self.clock())
            await self.lights.show(self.code, OPEN_SECONDS)
            log.info("the setup network %s is on at %s", self.network, address)
            async with self.serve(address, self):
                await self._until_left()
        finally:
            await self.lights.hide()
            await self.ports.close()
        return self.state.stage is Stage.JOINING

    async def _access_point(self) -> str:
        """Make the access point; its address."""
        try:
            async with asyncio.timeout(JOIN_SECONDS):
                return await self.ports.open(self.network.encode(), Secret(self.code))
        except TimeoutError:
            raise ProgramError(
                f"expected an access point within {JOIN_SECONDS:.0f} s, got none: "
                "journalctl -u NetworkManager says why"
            ) from None

    async def _until_left(self) -> None:
        while self.state.stage in (Stage.OPEN, Stage.LEAVING):
            self._news.clear()
            await self.wait(self._news, self.state.deadline - self.clock())
            self.state = self.state.ticked(self.clock())

    async def _join(self) -> None:
        """Join the network that was chosen; the state says whether that worked."""
        choices = self.state.choices
        assert choices is not None
        if choices.wifi is not None:
            try:
                async with asyncio.timeout(JOIN_SECONDS):
                    await self.ports.join(choices.wifi)
            except (MinigamError, TimeoutError) as fault:
                failure = _failure(fault)
                log.warning("the network could not be joined (%s): %s", failure.value, fault)
                self.state = self.state.failed(failure, self.clock())
                return
        self.state = self.state.joined()


def _failure(fault: Exception) -> JoinFailure:
    if isinstance(fault, JoinError):
        return fault.failure
    return JoinFailure.TIMED_OUT if isinstance(fault, TimeoutError) else JoinFailure.REFUSED
