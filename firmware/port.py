"""The USB cable, and the way to MicroPython's prompt.

Nothing listens for Ctrl-C (see `main.py`), a byte like any other in a frame: the way to the prompt
is the controller's `Bye` (or the button BOOTSEL).
"""

import os
import select
import sys
import time

import machine

PROMPT_FILE = "prompt"
"""While it is there, the next start leaves the Pico to MicroPython's prompt."""
READ_AT_ONCE = 64
"""Bytes: as many as a packet of USB holds, so that other work goes on in between."""


class Port:
    """The USB cable: MicroPython's standard input and output."""

    def __init__(self) -> None:
        """Open it; what has come since the Pico started is there."""
        self._input, self._output = sys.stdin.buffer, sys.stdout.buffer
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)

    def read(self) -> bytes:
        """What has come; waits a millisecond for it."""
        data = bytearray()
        ready, read = self._poll.poll, self._input.read
        wait = 1
        while len(data) < READ_AT_ONCE and ready(wait):
            data.append(read(1)[0])  # nothing to be read would mean that the port is closed
            wait = 0
        return bytes(data)

    def write(self, data: bytes) -> None:
        """Send; what nobody fetches is dropped by MicroPython after half a second."""
        if data:
            self._output.write(data)


def prompt_wanted() -> bool:
    """Has the controller asked for the prompt? Once only."""
    if PROMPT_FILE not in os.listdir():
        return False
    os.remove(PROMPT_FILE)
    return True


def start_with_prompt() -> None:
    """Start again, without the firmware."""
    with open(PROMPT_FILE, "w"):
        pass
    time.sleep_ms(100)  # for the last frame to get away
    machine.reset()
