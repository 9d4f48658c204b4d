"""Reports readiness, signs of life and status to systemd, by the protocol of sd_notify.

The messages and where they go: https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html
"""

import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from socket import AF_UNIX, SOCK_DGRAM, socket
from threading import Event, Thread

log = logging.getLogger(__name__)

ABSTRACT = "@"
"""Begins the address of a socket that is in no folder."""
MORE_SECONDS, ASKED_AGAIN = 60.0, 3
"""How long a start may go on each time that it asks, and how often it asks in that time."""


class SystemdNotifier:
    """Tells the service manager how it goes; where there is none, all of this does nothing.

    >>> service = SystemdNotifier({})
    >>> service.ready()
    >>> print(service.patience)
    None
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        """`environment`: where the service manager has left its address and its patience."""
        self._address = _address(environment.get("NOTIFY_SOCKET", ""))
        self.patience = _patience(environment) if self._address else None
        """Seconds without a sign of life after which it starts this process again; None: never."""

    @contextmanager
    def waiting(self, seconds: float = MORE_SECONDS) -> Iterator[None]:
        """Keep the start from being ended while the block, which may take minutes, goes on.

        It would be begun anew, and ended again, for ever.
        """
        over, word = Event(), f"EXTEND_TIMEOUT_USEC={round(seconds * 1e6)}"

        def ask() -> None:
            while not over.wait(seconds / ASKED_AGAIN):
                self._notify(word)

        asking = Thread(target=ask, name="waiting", daemon=True)
        asking.start()
        try:
            yield
        finally:
            over.set()
            asking.join()

    def ready(self) -> None:
        """The start is over: what comes after this in the boot may begin."""
        self._notify("READY=1")

    def alive(self) -> None:
        """A sign of life."""
        self._notify("WATCHDOG=1")

    def status(self, text: str) -> None:
        """A sentence for people, in one line; `systemctl status` shows it."""
        self._notify(f"STATUS={' '.join(text.split())}")

    def stopping(self) -> None:
        """The end has begun."""
        self._notify("STOPPING=1")

    def _notify(self, word: str) -> None:
        """Never wait, never fail: a service manager that does not hear ends no game."""
        if not self._address:
            return
        try:
            with socket(AF_UNIX, SOCK_DGRAM) as sender:
                sender.setblocking(False)
                sender.sendto(word.encode(), self._address)
        except OSError as fault:
            log.warning("the service manager could not be sent %s: %s", word, fault)


def _address(value: str) -> bytes:
    """As the kernel wants it; empty for none, and for a kind that is no socket of this machine."""
    if value.startswith(ABSTRACT):
        return b"\0" + os.fsencode(value.removeprefix(ABSTRACT))
    return os.fsencode(value) if value.startswith("/") else b""


def _patience(environment: Mapping[str, str]) -> float | None:
    """What it expects of another process, such as our parent, is not ours to give."""
    wanted = environment.get("WATCHDOG_USEC", "")
    ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    return int(wanted) / 1e6 if ours and wanted.isdecimal() and int(wanted) else None
