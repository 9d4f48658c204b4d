"""Applies `minigam.toml` of the boot partition: once, and again each time that it was changed."""

import asyncio
import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from minigam.errors import MinigamError, ProgramError, SettingsError
from minigam.provisioning.choices import Choices, Offered, Wifi
from minigam.provisioning.interfaces import JoinError
from minigam.provisioning.machine import write_whole
from minigam.provisioning.setup_file import ERROR_NAME, read_setup_file, without_password
from minigam.provisioning.setup_network import JOIN_SECONDS, JoinFailure, failure_words

log = logging.getLogger(__name__)

APPLIED = "applied"
"""In the state folder: the SHA-256 of the file as it was left, without its password."""
MOST_BYTES = 2**16


class FileNetworks(Protocol):
    """Networks that are joined now, or later by NetworkManager."""

    async def join(self, wifi: Wifi, keep: bool = False) -> None:
        """See `network_manager.NetworkManager.join`."""
        ...


class FileMachine(Protocol):
    """Where the choices go before the daemon starts."""

    async def keep(self, choices: Choices) -> None:
        """See `machine.LocalMachine.keep`."""
        ...


@dataclass(frozen=True)
class BootFile:
    """A file, and what was done with it."""

    path: Path
    state: Path
    """The folder that remembers which file was applied."""

    def text(self) -> str | None:
        """The file's text; None where there is none, or where it was applied already.

        Raises `SettingsError` where it cannot be read.
        """
        try:
            with self.path.open("rb") as file:
                body = file.read(MOST_BYTES + 1)
            text = body.decode("utf-8-sig")
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as fault:
            kind = fault.strerror if isinstance(fault, OSError) else "it is no UTF-8"
            raise SettingsError(f"{self.path.name} cannot be read: {kind}") from None
        if len(body) > MOST_BYTES:
            raise SettingsError(f"expected {self.path.name} to be small, got more than 64 KiB")
        return None if self._last() == _digest(body) else text

    def _last(self) -> str:
        try:
            return (self.state / APPLIED).read_text("ascii").strip()
        except (OSError, ValueError):
            return ""

    def done(self) -> None:
        """Remember the file as it is now."""
        write_whole(self.state / APPLIED, _digest(self.path.read_bytes()) + "\n")

    def remove_password(self, text: str) -> None:
        """Write the file over in its place, so that the card keeps no copy of the old one."""
        changed = without_password(text).encode()
        if changed != text.encode():
            with self.path.open("r+b") as file:
                file.write(changed)
                file.truncate()
                file.flush()
                os.fsync(file.fileno())

    def complain(self, text: str) -> None:
        """Say beside the file what is wrong; an empty text removes what was said before."""
        beside = self.path.with_name(ERROR_NAME)
        if text:
            write_whole(beside, f"{text}\r\n".replace("\n", "\r\n").replace("\r\r", "\r"))
        else:
            beside.unlink(missing_ok=True)


async def apply_file(
    file: BootFile,
    offered: Offered,
    machine: FileMachine,
    networks: FileNetworks,
    ready: Callable[[Choices], None],
) -> bool:
    """Apply a file that is new or was changed; whether there was one that asks for something.

    `ready` is called when the daemon may start, before a network is joined. Raises `MinigamError`
    for what is wrong, which then stands beside the file too.
    """
    try:
        text = file.text()
        if text is None:
            return False
        choices = read_setup_file(text, offered).choices
        if choices is not None:
            await machine.keep(choices)
            ready(choices)
            if choices.wifi is not None:
                await _join(file, text, networks, choices.wifi)
        file.complain("")
        file.done()
    except MinigamError as fault:
        file.complain(str(fault))
        raise
    return choices is not None


async def _join(file: BootFile, text: str, networks: FileNetworks, wifi: Wifi) -> None:
    """Join; once NetworkManager has the password, it goes from the file, however joining ends."""
    try:
        async with asyncio.timeout(JOIN_SECONDS):
            await networks.join(wifi, keep=True)
    except (JoinError, TimeoutError) as fault:
        failure = fault.failure if isinstance(fault, JoinError) else JoinFailure.TIMED_OUT
        file.remove_password(text)
        file.done()
        raise ProgramError(
            f"{failure_words(failure, wifi.title)} The board keeps trying. To change the password, "
            f"write a line with it into {file.path.name} again."
        ) from None
    file.remove_password(text)


def _digest(body: bytes) -> str:
    return sha256(body).hexdigest()
