"""The serial port protocol, and a Pico's USB port through pyserial."""

import os
import select
import termios
from collections.abc import Iterator
from contextlib import closing, contextmanager
from errno import EACCES, EAGAIN, EBUSY, ENODEV
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Protocol

from minigam.errors import HardwareError
from minigam.link.codec import Decoder, encode
from minigam.link.jig import is_a_jig
from minigam.link.messages import Board, Hello

BY_ID = Path("/dev/serial/by-id")
PICO = "usb-*MicroPython*"
"""The name that udev gives to a Pico with MicroPython."""
A_BOARDS, A_JIGS = "the board's Pico", "the jig"
"""Whose a port is, for those who read that it cannot be opened."""
REFUSED = "is another program using it, or is this user not in the group dialout?"
ELSEWHERE = "is that its port, and is it plugged in?"
WRITE_SECONDS = 3.0
"""After which a port that takes nothing counts as gone."""
READ_AT_ONCE = 4096
MEET_SECONDS = 0.5
"""For a Pico to say whether it is a jig."""


class Port(Protocol):
    """Where bytes come and go. All but `wake` and `close` raise `OSError` once it is gone."""

    def read(self, seconds: float) -> bytes:
        """What has come; waits for it no longer than this, or until `wake`."""

    def write(self, data: bytes) -> None:
        """Send bytes."""

    def wake(self) -> None:
        """From any thread: end a `read` that waits, or the next one."""

    def close(self) -> None:
        """Give the port back."""


class SerialPort:
    """A serial port that nobody else may open meanwhile."""

    def __init__(self, path: str, whose: str = A_BOARDS) -> None:
        """Open it; raise `HardwareError`, which names whose it is, where that is not possible."""
        import serial

        try:
            with _as_os_errors():
                self._serial = serial.Serial(
                    path, exclusive=True, timeout=0, write_timeout=WRITE_SECONDS
                )
        except (OSError, ValueError) as fault:  # no path at all is a `ValueError`
            taken = isinstance(fault, OSError) and fault.errno in (EACCES, EAGAIN, EBUSY)
            hint = REFUSED if taken else ELSEWHERE
            raise HardwareError(f"{whose} cannot be opened: {fault}; {hint}") from fault
        self._lock = Lock()
        self._woken, self._waker = os.pipe()
        os.set_blocking(self._waker, False)

    def read(self, seconds: float) -> bytes:
        """See `Port`."""
        ready, _, _ = select.select([self._serial, self._woken], [], [], max(0.0, seconds))
        if self._woken in ready:
            os.read(self._woken, READ_AT_ONCE)
        if self._serial not in ready:
            return b""
        if not (data := os.read(self._serial.fileno(), READ_AT_ONCE)):
            raise OSError(ENODEV, "the port is gone")
        return data

    def write(self, data: bytes) -> None:
        """See `Port`."""
        with _as_os_errors():
            self._serial.write(data)

    def wake(self) -> None:
        """See `Port`."""
        with self._lock:
            # A pipe that is full wakes all the same.
            if self._waker >= 0 and select.select([], [self._waker], [], 0)[1]:
                os.write(self._waker, b"!")

    def close(self) -> None:
        """See `Port`."""
        with self._lock:
            if self._waker < 0:
                return
            os.close(self._waker)
            os.close(self._woken)
            self._waker = -1
        self._serial.close()


def pico_path(folder: Path = BY_ID, whose: str = A_BOARDS) -> str:
    """Where the one Pico is; raise `HardwareError` for none, or more than one.

    `whose`: what is missing where there is none.

    A jig beside it does not count, nor does one that another program has open.
    """
    found = sorted(str(path) for path in folder.glob(PICO))
    if not found:
        raise HardwareError(f"{whose} is not there: plug its USB cable into the Pi")
    boards = _boards(found) if len(found) > 1 else found
    if len(boards) != 1:
        names = ", ".join(found)
        raise HardwareError(f"expected one Pico, got {len(found)}: {names}; unplug the others")
    return boards[0]


def jig_path(folder: Path = BY_ID) -> str:
    """Where the one jig is; raise `HardwareError` for none, or more than one."""
    found = sorted(str(path) for path in folder.glob(PICO))
    jigs, _, taken = _distinguished(found)
    if len(jigs) != 1:
        names = ", ".join(jigs or found) or "no Pico at all"
        help_ = "name its port in the bench's file, or run `minigam firmware install --jig`"
        if taken and not jigs:
            help_ = f"another program uses {', '.join(taken)}, end it; or {help_}"
        raise HardwareError(f"expected one jig, got {len(jigs)} ({names}): {help_}")
    return jigs[0]


def _boards(paths: list[str]) -> list[str]:
    """Those where there is no jig; only where there are none, those that cannot be opened."""
    _, others, taken = _distinguished(paths)
    return others or taken


def _distinguished(paths: list[str]) -> tuple[list[str], list[str], list[str]]:
    """Jigs, Picos that are none, and those that cannot be opened."""
    jigs, others, taken = list[str](), list[str](), list[str]()
    for path in paths:
        try:
            (jigs if _is_a_jig(path) else others).append(path)
        except OSError:
            taken.append(path)
    return jigs, others, taken


def _is_a_jig(path: str) -> bool:
    """It answers any `Hello`, while no board begins a session with one of version 0."""
    with closing(SerialPort(path)) as port:
        decoder, end = Decoder(), monotonic() + MEET_SECONDS
        port.write(encode(Hello(1, version=0).payload()))
        while (left := end - monotonic()) > 0:
            for payload in decoder.feed(port.read(left)):
                if is_a_jig(payload):
                    return True
                if payload[0] == Board.KIND:
                    return False
    return False


def open_pico() -> SerialPort:
    """The port of the Pico that is plugged in; raise `HardwareError` where there is none."""
    return SerialPort(pico_path())


@contextmanager
def _as_os_errors() -> Iterator[None]:
    """Of a port that goes away, `termios.error` is the one fault that is no `OSError`."""
    try:
        yield
    except termios.error as fault:
        raise OSError(*fault.args) from fault
