"""What is set up on this machine: the service's options, its name, and the daemon started anew."""

import logging
import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from minigam.errors import ProgramError
from minigam.provisioning import options_file
from minigam.provisioning.bus import Bus
from minigam.provisioning.choices import Choices

log = logging.getLogger(__name__)

HOSTNAME, SYSTEMD = "org.freedesktop.hostname1", "org.freedesktop.systemd1"
UNIT = "minigam.service"
MACHINE_ID = Path("/etc/machine-id")
DIGITS = 4


def setup_name(machine_id: str) -> str:
    """The setup network's name: the same for a machine at every start.

    It has no part of the id itself, which is not for others.

    >>> setup_name("4c1f3e8a5d0b4f7e9a2c6d8e1b3f5a70")
    'minigam-6551'
    """
    return f"minigam-{sha256(b'minigam setup ' + machine_id.encode()).hexdigest()[:DIGITS].upper()}"


def write_whole(path: Path, text: str) -> None:
    """Put a text into a file; a cut of power leaves the new text or the one before."""
    unfinished = path.with_name(f"{path.name}.new")
    with unfinished.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


@dataclass(frozen=True)
class LocalMachine:
    """This machine; see `interfaces.Machine`."""

    folder: Path
    """Where the service's options are kept."""
    bus: Bus

    async def keep(self, choices: Choices) -> None:
        """Write the service's options, and rename the machine; where that fails, the log has it."""
        write_whole(self.folder / options_file.NAME, options_file.options_text(choices))
        try:
            await self._rename(choices.name)
        except ProgramError as fault:
            log.warning("the name stays as it is: %s", fault)

    async def apply(self, choices: Choices) -> None:
        """Keep the choices, and start the daemon with them."""
        await self.keep(choices)
        await self.bus.to(SYSTEMD).call(
            "/org/freedesktop/systemd1",
            f"{SYSTEMD}.Manager",
            "RestartUnit",
            "ss",
            UNIT,
            "replace",
        )

    async def _rename(self, name: str) -> None:
        """The machine's name now, and after the next start; Avahi announces it."""
        for member in ("SetStaticHostname", "SetHostname"):
            await self.bus.to(HOSTNAME).call(
                "/org/freedesktop/hostname1", HOSTNAME, member, "sb", name, False
            )
