"""What the board says of its game, through its page."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from typing import Any

from minigam.errors import HardwareError

ADDRESS = "127.0.0.1"
ANSWER_SECONDS = 5.0
MOST_BYTES = 1_000_000
FLEETING = ("message", "spoken")
"""What a restart may lose: the words about the last touches."""


@dataclass(frozen=True)
class Page:
    """A board's page, at a port of this machine. Its methods raise `HardwareError` for none."""

    port: int

    def state(self) -> dict[str, Any]:
        """The snapshot."""
        found: dict[str, Any] = self._get("/api/state")
        return found

    def lasting(self) -> dict[str, Any]:
        """The snapshot, but for what a restart may lose."""
        return {key: value for key, value in self.state().items() if key not in FLEETING}

    def meanings(self) -> dict[str, str]:
        """What each lane says, by zone, and `dice` and `turn`."""
        return {name: light["meaning"] for name, light in self._get("/api/lights").items()}

    def trouble(self) -> str | None:
        """What keeps the board from working; None where nothing does."""
        found: str | None = self._get("/api/health")["board"]["trouble"]
        return found

    def _get(self, path: str) -> Any:
        try:
            with closing(HTTPConnection(ADDRESS, self.port, timeout=ANSWER_SECONDS)) as page:
                page.request("GET", path)
                return json.loads(page.getresponse().read(MOST_BYTES))
        except (OSError, HTTPException, ValueError) as fault:
            raise HardwareError(f"the page at port {self.port} does not answer: {fault}") from fault
