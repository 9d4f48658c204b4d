"""What the daemon and the updater, which is root, write for each other: a request and a status.

The request lies in a folder of the daemon's user. It chooses between two actions and nothing else:
where releases come from is in root's own file, and only signed ones count.
"""

from __future__ import annotations

import json
import os
import stat
from contextlib import suppress
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from minigam.errors import UpdateUnavailableError, shortened

REQUEST = "run/minigam/update-request"
"""Within the root. The daemon's folder is gone when it stops, and the request with it."""
STATUS = "run/minigam-update/status.json"
"""In a folder of root's, which all may read: root writes nothing where another may put a link."""
MOST_BYTES = 4096


class Wanted(Enum):
    """What the staff asks for."""

    LOOK = "look"
    """Say what is offered."""
    INSTALL = "install"
    """Install the newest at the end of the game, if it is newer than what is installed."""


class Step(Enum):
    """How far an update is."""

    LOOKED = "looked"
    """Nothing is under way; `offered` is the newest that was found, if any."""
    CHECKING = "checking"
    """Sources are read, a release is copied and its signature verified."""
    INSTALLING = "installing"
    WAITING = "waiting"
    """The new version is built and waits for the end of the game."""
    DONE = "done"
    FAILED = "failed"
    """`text` says why; what was installed before plays."""


UNDER_WAY = (Step.CHECKING, Step.INSTALLING, Step.WAITING)


@dataclass(frozen=True)
class Status:
    """What the updater says, for the page."""

    step: Step
    installed: str = ""
    """The version's number."""
    offered: str = ""
    """The newest release's; empty where none is offered."""
    source: str = ""
    """Where that one is."""
    text: str = ""
    """A sentence of the updater's."""


def as_json(status: Status) -> str:
    """A status as a text.

    >>> read_status(as_json(Status(Step.DONE, "0.2.0")))
    Status(step=<Step.DONE: 'done'>, installed='0.2.0', offered='', source='', text='')
    """
    return json.dumps({**asdict(status), "step": status.step.value})


def read_status(text: str) -> Status | None:
    """A status from its text; None for another text."""
    try:
        tree: dict[str, Any] = json.loads(text)
        words = {name: tree[name] for name in ("installed", "offered", "source", "text")}
        step = Step(tree["step"])
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return Status(step, **words) if all(isinstance(it, str) for it in words.values()) else None


def load_status(root: Path) -> Status | None:
    """The status that the updater has written; None where there is none."""
    try:
        with (root / STATUS).open("rb") as file:
            return read_status(file.read(MOST_BYTES).decode("utf-8", "replace"))
    except OSError:
        return None


def save_status(root: Path, status: Status) -> None:
    """Write the status for the daemon; raise `OSError`. The folder is root's own."""
    path = root / STATUS
    path.parent.mkdir(mode=0o755, exist_ok=True)
    new = path.with_name("status.new")
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o644)
    with open(handle, "w", encoding="utf-8") as file:
        file.write(as_json(_short(status)))
    new.replace(path)


def _short(status: Status) -> Status:
    cut = {name: shortened(getattr(status, name)) for name in ("source", "text")}
    return Status(status.step, status.installed, status.offered, **cut)


def ask_for(root: Path, wanted: Wanted) -> None:
    """Write a request for the updater, as the daemon.

    Raises `UpdateUnavailableError` where the daemon was not started by its unit.
    """
    path = root / REQUEST
    new = path.with_name("update-request.new")
    try:
        new.write_text(wanted.value, "ascii")
        new.replace(path)
    except OSError as fault:
        raise UpdateUnavailableError(f"{path} cannot be written: {fault.strerror}") from None


def take_request(root: Path) -> Wanted | None:
    """Take the daemon's request away and return it; None where there is none that can be read.

    The folder is another user's: a link is not followed, a pipe not waited for, and little is read.
    """
    path, text = root / REQUEST, b""
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(handle, "rb") as file:
            if stat.S_ISREG(os.fstat(handle).st_mode):
                text = file.read(MOST_BYTES)
    with suppress(OSError):
        path.unlink()
    with suppress(ValueError):
        return Wanted(text.decode("ascii").strip())
    return None
