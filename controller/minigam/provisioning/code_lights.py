"""Shows the setup network's code on the board's dice: asks the daemon on this machine."""

import asyncio
import logging

from aiohttp import ClientError, ClientSession, ClientTimeout

log = logging.getLogger(__name__)

ROUTE = "/api/setup-network"
AGAIN_SECONDS = 2.0
"""The daemon may start at the same time: it is asked again after so long."""
ASK_SECONDS = 5.0


class DaemonLights:
    """The dice of the daemon at a port; see `interfaces.CodeLights`."""

    def __init__(self, port: int, network: str) -> None:
        """`network`: the setup network's name, which people at the board read."""
        self._network = network
        self._url = f"http://127.0.0.1:{port}{ROUTE}"
        self._asking: asyncio.Task[None] | None = None

    async def show(self, code: str, seconds: float) -> None:
        """Show a code for so long at most, as soon as there is a daemon."""
        await self.hide()
        self._asking = asyncio.create_task(self._until_shown(code, seconds))

    async def hide(self) -> None:
        """Show the game again."""
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None
            await self._ask("", 0.0)

    async def _until_shown(self, code: str, seconds: float) -> None:
        ends = asyncio.get_running_loop().time() + seconds
        while (left := ends - asyncio.get_running_loop().time()) > 0:
            if await self._ask(code, left):
                return
            await asyncio.sleep(AGAIN_SECONDS)

    async def _ask(self, code: str, seconds: float) -> bool:
        """Whether the daemon has taken it; the log has why not, without the code."""
        timeout = ClientTimeout(total=ASK_SECONDS)
        body = {"network": self._network, "code": code, "seconds": seconds}
        try:
            async with (
                ClientSession(timeout=timeout) as session,
                session.post(self._url, json=body) as answer,
            ):
                if answer.status != 200:
                    log.warning("the dice show no code: the daemon answers %s", answer.status)
                return answer.status == 200
        except (ClientError, TimeoutError) as fault:
            log.info("the daemon does not answer yet: %s", type(fault).__name__)
            return False
