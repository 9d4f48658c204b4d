"""Builds a support bundle without private data.

No dice secrets, no names of players: of the journal it holds no more than how many games there are.
No home folders and no host name either.
"""

import json
import platform
import re
import socket
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from minigam.board.profile import built_in_boards
from minigam.cli.output import write_file
from minigam.drivers.pi import installed_version

DISTRIBUTIONS = (
    *("minigam", "gpiozero", "lgpio", "rpi-lgpio", "RPi.GPIO", "rpi_ws281x", "gpiod"),
    *("Adafruit-Blinka", "adafruit-circuitpython-neopixel", "pyserial", "aiohttp", "numba"),
)
HOMES = re.compile(r"/(?:home|Users)/[^/\s]+")
OUR_OWN = ("localhost", "minigam")
"""Host names that tell nobody anything."""


@dataclass(frozen=True)
class Private:
    """What must not be passed on."""

    home: str
    host: str

    def hidden(self, text: str) -> str:
        """A text without it.

        >>> Private("/root", "attic").hidden("attic: /root/games, /home/ann/b.toml, latticed")
        'HOST: ~/games, ~/b.toml, latticed'
        """
        text = re.sub(rf"{re.escape(self.home)}(?![\w.-])", "~", text) if self.home[1:] else text
        text = HOMES.sub("~", text)
        for name in {self.host, self.host.partition(".")[0]} - {"", *OUR_OWN}:
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "HOST", text)
        return text


def of_this_machine() -> Private:
    """The home folder and the host name here."""
    try:
        home = str(Path.home())
    except RuntimeError:
        home = ""
    return Private(home, socket.gethostname())


def write_support(file: Path, report: str, board: str, health: Any, private: Private) -> None:
    """Pack it; a file of that name is replaced. `health`: what the daemon says, or None."""
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as packed:
        for name, text in _texts(report, board, health).items():
            packed.writestr(name, private.hidden(text))
    write_file(file, content.getvalue())


def _texts(report: str, board: str, health: Any) -> Mapping[str, str]:
    return {
        "doctor.txt": report,
        "versions.txt": "".join(f"{line}\n" for line in _versions()),
        "health.json": json.dumps(health, indent=2) + "\n",
        "profile.toml": _profile(board),
    }


def _versions() -> Iterator[str]:
    yield f"python {platform.python_version()}"
    yield f"{platform.system()} {platform.release()} {platform.machine()}"
    for name in DISTRIBUTIONS:
        yield f"{name} {installed_version(name) or 'is not installed'}"


def _profile(board: str) -> str:
    """The profile as it stands in its file, or why it cannot be read."""
    try:
        return built_in_boards().get(board, Path(board)).read_text("utf-8")
    except (OSError, ValueError) as fault:
        return f"# cannot be read: {fault}\n"
