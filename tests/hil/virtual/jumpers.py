"""`python -m tests.hil.virtual.jumpers FOLDER`: jumpers from the Pi's free pins to its own inputs.

In the guest, as root: what a free pin pulls down, pulls its input down too, and a frame on
the strip's wire is an edge at the pin that listens. Writes a bench without a jig into FOLDER.
"""

import re
import sys
from pathlib import Path
from threading import Thread
from time import sleep

from minigam.board.profile import load_profile
from tests.hil.benches import QUIET, TIMED
from tests.hil.virtual.jig import BENCH
from tests.hil.virtual.lines import KernelLines
from tests.hil.virtual.strip import watch

BOARD = "quarter-buttons"
FREE = (2, 3, 7, 8, 9, 11, 14, 15, 18, 19, 20, 21, 0)
LISTENS = 1
STATES = Path("/sys/kernel/debug/gpio")
LOW = re.compile(rb"^ gpio-(\d+) .*\) out lo", re.MULTILINE)
LOOK_SECONDS = 0.005


def main(folder: str) -> None:
    there, inputs = Path(folder), load_profile(BOARD).inputs
    there.mkdir(parents=True, exist_ok=True)
    wired = "".join(f"{name} = {pin}\n" for name, pin in zip(inputs, FREE, strict=True))
    top = f'title = "Jumpers"\nboard = "{BOARD}"\ntouches = {TIMED}\nquiet = {QUIET}\n'
    jig = f'[jig]\nport = "loopback"\nlistens = {LISTENS}\n[jig.inputs]\n{wired}'
    (there / BENCH).write_text(f"{top}service = true\n{jig}")
    jumpers = KernelLines(FREE)
    for place in range(len(FREE)):
        jumpers.drive(place, False)  # what lets go of it leaves it to the input's own pull-up
    Thread(target=mirror, args=(list(inputs.values()),), daemon=True).start()
    ear = KernelLines([LISTENS])
    ear.drive(0, True)

    def edge(_sent: object) -> None:
        ear.drive(0, False)
        ear.drive(0, True)

    watch(edge)


def mirror(inputs: list[int]) -> None:
    """Each free pin's level, at its input."""
    lines, base = KernelLines(inputs), first_number()
    held: set[int] = set()
    while True:
        low = pulled(STATES.read_bytes(), base)
        for place, pin in enumerate(FREE):
            if (pin in low) != (pin in held):
                lines.drive(place, pin in low)
        held = low
        sleep(LOOK_SECONDS)


def pulled(states: bytes, base: int) -> set[int]:
    """The pins that are pulled down.

    Bytes, since the kernel lists a line's user out of memory that it may have just freed: of a line
    that somebody else gives back, the name is anything.

    >>> pulled(b" gpio-972 (  |mini\\xbb\\xea ) in  lo \\n gpio-973 (  |minigam hil ) out lo", 970)
    {3}
    """
    return {int(number) - base for number in LOW.findall(states)}


def first_number() -> int:
    """What the kernel calls the chip's first line."""
    (base,) = Path("/sys/class/gpio").glob("gpiochip*/base")
    return int(base.read_text())


if __name__ == "__main__":
    main(*sys.argv[1:])
