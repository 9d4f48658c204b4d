"""Puts the firmware and a board's settings onto a Pico that runs MicroPython, through mpremote."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from minigam.board.parts import Profile
from minigam.board.pico_settings import settings
from minigam.drivers.pico import PicoBoard, start_with_prompt
from minigam.drivers.ports import Listeners
from minigam.drivers.serialport import Port
from minigam.errors import HardwareError, ProgramError, shortened
from minigam.link.session import CHAIN_BROKEN, SILENT, Expected

FOLDER = "firmware"
SETTINGS = "board.json"
MISSING = "expected the program mpremote, got none: run `pip install mpremote`"
NO_PROMPT = (
    "the Pico does not come to MicroPython's prompt: hold BOOTSEL while plugging it in, copy "
    "MicroPython's UF2 file onto it, and try again"
)
PROMPT_SECONDS = 15.0
"""For a Pico to start with the prompt, and its port to be there again."""
AGAIN_SECONDS = 0.5
COPY_SECONDS = 120.0
START_SECONDS = 20.0
"""For the firmware to start and to say what it was made for."""
LOOK_SECONDS = 0.05
FORGET_PROMPT = "import os; 'prompt' in os.listdir() and os.remove('prompt')"
"""mpremote's Ctrl-C may have ended `main.py` before that took back its wish to start like this."""
Program = Callable[[Sequence[str]], None]
"""Runs mpremote with these arguments; raises `ProgramError` where it fails."""


def firmware_files(profile: Profile) -> dict[str, bytes]:
    """What belongs onto the profile's Pico, by name: the firmware, and `board.json`.

    >>> from minigam.board.profile import load_profile
    >>> sorted(firmware_files(load_profile("quarter-hall")))[:3]
    ['board.json', 'codec.py', 'debounce.py']
    """
    sources = [file for file in (files("minigam") / FOLDER).iterdir() if file.name.endswith(".py")]
    told = json.dumps(settings(profile), indent=1) + "\n"
    return {**{file.name: file.read_bytes() for file in sources}, SETTINGS: told.encode()}


def write_files(profile: Profile, folder: Path) -> list[Path]:
    """Write them into a folder, which is made where it is not there; raise `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    contents = firmware_files(profile)
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return [folder / name for name in sorted(contents)]


def mpremote(arguments: Sequence[str]) -> None:
    """Run mpremote; raise `ProgramError` where it is missing or fails."""
    if find_spec("mpremote") is None:
        raise ProgramError(MISSING)
    command = [sys.executable, "-m", "mpremote", *arguments]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=COPY_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise ProgramError(f"mpremote has not come to an end in {COPY_SECONDS:.0f} s") from None
    if done.returncode:
        said = shortened((done.stderr or done.stdout).strip()) or f"status {done.returncode}"
        raise ProgramError(f"mpremote has failed: {said}")


def install(
    profile: Profile,
    path: str,
    open_port: Callable[[], Port],
    program: Program = mpremote,
) -> Iterator[str]:
    """Put the firmware onto the Pico at a serial port; what is done now, in sentences.

    Raises `ProgramError` and `HardwareError`.
    """
    yield f"The Pico is at {path}; it is asked for MicroPython's prompt."
    _ask_for_the_prompt(open_port)
    _wait_for_the_prompt(path, program)
    contents = firmware_files(profile)
    yield f"{len(contents)} files are copied."
    with TemporaryDirectory(prefix="minigam-firmware-") as folder:
        copied = [str(file) for file in write_files(profile, Path(folder))]
        program(["connect", path, "fs", "cp", *copied, ":", "+", "reset"])
    yield "It starts again."
    told = settings(profile)
    trouble = _met(profile, told["hash"], open_port)
    yield f"It is the Pico of {profile.name} now ({told['hash']})."
    yield trouble or "Its sensors and buttons can be read."


def _ask_for_the_prompt(open_port: Callable[[], Port]) -> None:
    """A Pico without the firmware does not answer; and a port may go before it has."""
    port = open_port()
    try:
        with suppress(OSError):
            start_with_prompt(port)
    finally:
        port.close()


def _wait_for_the_prompt(path: str, program: Program) -> None:
    """While a Pico starts, its port is gone, or still the one that is going."""
    end = monotonic() + PROMPT_SECONDS
    while True:
        try:
            program(["connect", path, "exec", FORGET_PROMPT])
            return
        except ProgramError as fault:
            if str(fault) == MISSING:
                raise
            if monotonic() > end:
                raise HardwareError(f"{NO_PROMPT} ({fault})") from fault
        sleep(AGAIN_SECONDS)


def _met(profile: Profile, hash_: str, open_port: Callable[[], Port]) -> str | None:
    """What hinders the firmware's play, though it is the right one; None where nothing does."""
    troubles: SimpleQueue[str | None] = SimpleQueue()
    names = profile.input_names
    board = PicoBoard(
        Expected(profile.name, hash_, len(names), profile.strip.pixels),
        names,
        profile.strip.order,
        open_port,
        Listeners(lambda _name, _pressed: None, troubles.put, lambda: None),
    )
    end, words = monotonic() + START_SECONDS, SILENT
    try:
        while board.levels().keys() != set(names):
            if monotonic() > end:
                raise HardwareError(f"the firmware does not start as it should: {words}")
            with suppress(Empty):
                words = troubles.get(timeout=LOOK_SECONDS) or words
            if words == CHAIN_BROKEN:
                return words
        return None
    finally:
        board.close()
