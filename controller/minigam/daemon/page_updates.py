"""Updates as the page shows them, and asks for them; `update.status` says who does what."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from minigam import __version__
from minigam.errors import UnknownNameError
from minigam.update.status import REQUEST, Status, Step, Wanted, ask_for, load_status

UNIT = "etc/systemd/system/minigam-update.path"
"""What waits for requests, where minigam is installed."""
UNKNOWN = "unknown"
"""The step where nobody has looked since the system started."""


class PageUpdates:
    """The daemon's side: it reads the updater's status and writes requests, and is not root."""

    def __init__(self, check_pin: Callable[[object], Awaitable[None]], root: Path) -> None:
        """`check_pin`: raises where a PIN is needed and this is not it; `root`: of the system."""
        self._check_pin = check_pin
        self._root = root

    def listed(self) -> dict[str, Any]:
        """See `web.interfaces.Updates`."""
        found = load_status(self._root)
        step = found.step.value if found else UNKNOWN
        about = asdict(found or Status(Step.LOOKED))
        fields = {**about, "step": step, "installed": __version__}
        return {"available": self._is_available(), **fields}

    def _is_available(self) -> bool:
        folder = (self._root / REQUEST).parent
        return (self._root / UNIT).exists() and os.access(folder, os.W_OK)

    async def ask(self, what: str, pin: object) -> None:
        """See `web.interfaces.Updates`."""
        known = [each.value for each in Wanted]
        if what not in known:
            raise UnknownNameError("request", what, known)
        await self._check_pin(pin)
        await asyncio.to_thread(ask_for, self._root, Wanted(what))
