"""What a Pico does from its start on: it scans, lights, and talks with the controller.

The watchdog starts it again when it hangs. It never listens for Ctrl-C, a byte like any other in a
frame: the way to MicroPython's prompt is the controller's `Bye` (or the button BOOTSEL).
"""

import os
import select
import sys
import time

import machine
import micropython

WATCHDOG_MS = 2000
PROMPT_FILE = "prompt"
"""While it is there, the next start leaves the Pico to MicroPython's prompt."""
READ_AT_ONCE = 64
"""Bytes: as many as a packet of USB holds, so that scanning goes on in between."""


class Clock:
    """Milliseconds since the start; unlike `ticks_ms` they never begin anew."""

    def __init__(self) -> None:
        """Start at 0."""
        self._now = 0
        self._ticks = time.ticks_ms()

    def now(self) -> int:
        """To be asked at least every six days."""
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now


class Port:
    """The USB cable: MicroPython's standard input and output."""

    def __init__(self) -> None:
        """From here on 3 is no Ctrl-C."""
        micropython.kbd_intr(-1)
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


def parts(board: dict) -> tuple:
    """Settings, scanner and strip; without any where the settings make no sense."""
    from scan import Scanner
    from settings import BARE
    from strip import Strip

    try:
        return board, Scanner(board), Strip(board["strip"])
    except (AttributeError, KeyError, TypeError, ValueError):
        return parts(BARE)


def run() -> None:
    """Play, for ever."""
    port = Port()  # first of all: to compile the other modules takes time, and frames may come
    from debounce import Debouncer
    from device import Device
    from settings import load

    board, scanner, strip = parts(load())
    clock = Clock()
    debouncer = Debouncer(scanner.inputs + 1)
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    while not debouncer.take(scanner.read(), clock.now()):
        watchdog.feed()  # until the first levels are certain there is nothing to say
    restarted = machine.reset_cause() == machine.WDT_RESET
    levels = debouncer.levels
    device = Device(board, levels[:-1], strip, restarted, clock.now())
    device.sense(levels[:-1], levels[-1] == 1, clock.now())  # the chain may be broken already
    while not device.prompt_wanted:
        watchdog.feed()
        device.receive(port.read(), clock.now())
        if debouncer.take(scanner.read(), clock.now()):
            levels = debouncer.levels
            device.sense(levels[:-1], levels[-1] == 1, clock.now())
        port.write(device.due(clock.now()))
    port.write(device.due(clock.now()))
    start_with_prompt()


if not prompt_wanted():
    run()
