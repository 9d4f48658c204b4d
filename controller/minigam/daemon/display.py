"""The kiosk's display follows its board, from the kiosk's own session: see `minigam display`."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable

from aiohttp import ClientError, ClientSession, WSMsgType

from minigam.daemon.config import HERE
from minigam.errors import ProgramError

log = logging.getLogger(__name__)

RETRY_SECONDS = 2.0
HEARTBEAT_SECONDS = 20.0
Switch = Callable[[bool], None]
"""Switches the display on or off; raises `ProgramError` where it cannot."""


async def follow(port: int, switch: Switch, retry: float = RETRY_SECONDS) -> None:
    """For ever: dark when the board at this port says so, and lit in any other case.

    What cannot be switched is logged, and tried again when the board says more.
    """
    lit: bool | None = True
    logged = ""
    async for wanted in _wanted(port, retry):
        if wanted is lit:
            continue
        try:
            switch(wanted)
            lit = wanted
        except ProgramError as fault:
            lit = None  # it may be switched for all that
            log.log(logging.DEBUG if logged == str(fault) else logging.WARNING, "%s", fault)
            logged = str(fault)


def _is_blank(said: str) -> bool:
    """What a board says of its display; one that says something else is no board.

    >>> _is_blank('{"blank": true}'), _is_blank('{"error": {}}'), _is_blank("[1]"), _is_blank("?")
    (True, False, False, False)
    """
    try:
        snapshot = json.loads(said)
    except (ValueError, RecursionError):
        return False
    return isinstance(snapshot, dict) and snapshot.get("blank") is True


async def _wanted(port: int, retry: float) -> AsyncIterator[bool]:
    """Whether the display is to be lit, as often as the board says something.

    A board that is gone wants it lit: the page says then what is wrong.
    """
    url = f"ws://{HERE}:{port}/api/events"
    while True:
        try:
            async with (
                ClientSession() as client,
                client.ws_connect(url, heartbeat=HEARTBEAT_SECONDS) as socket,
            ):
                async for message in socket:
                    if message.type is WSMsgType.TEXT:
                        yield not _is_blank(message.data)
        except (ClientError, OSError) as fault:
            log.info("the board does not answer: %s", fault)
        yield True
        await asyncio.sleep(retry)
