"""What the set-up needs of the machine, and of the board's lights."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from minigam.errors import ProgramError
from minigam.provisioning.choices import Choices, Security, Wifi
from minigam.provisioning.secret import Secret
from minigam.provisioning.setup_network import JoinFailure


@dataclass(frozen=True)
class Found:
    """A network that was found nearby."""

    ssid: bytes
    strength: int
    """In percent."""
    security: Security


class JoinError(ProgramError):
    """A network that could not be joined; the reason is a value."""

    def __init__(self, failure: JoinFailure, message: str) -> None:
        """`message` is for the log; people read `setup_network.failure_words`."""
        super().__init__(message)
        self.failure = failure


class NetworkPort(Protocol):
    """The machine's networks. Every method raises `ProgramError` where that cannot be."""

    async def is_online(self) -> bool:
        """Whether this machine is in a network already."""
        ...

    async def found(self) -> Sequence[Found]:
        """Scan: one entry for each network, the strongest first."""
        ...

    async def open(self, ssid: bytes, secret: Secret) -> str:
        """Make an access point with WPA2; the address of this machine in it."""
        ...

    async def close(self) -> None:
        """End the access point, if it is on."""
        ...

    async def join(self, wifi: Wifi) -> None:
        """Join a network, now and at every start; raise `JoinError` where that fails."""
        ...


class Machine(Protocol):
    """What else is set up."""

    async def apply(self, choices: Choices) -> None:
        """Keep the choices, rename the machine, and restart the daemon with them."""
        ...


class CodeLights(Protocol):
    """The lights of the board's dice."""

    async def show(self, code: str, seconds: float) -> None:
        """Show a code for so long at most; without a daemon nothing is shown."""
        ...

    async def hide(self) -> None:
        """Show the game again."""
        ...
