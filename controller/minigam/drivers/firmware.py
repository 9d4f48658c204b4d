"""Puts the firmware of a board, with its settings, or of a jig onto a Pico, through mpremote."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from minigam.board.pico_settings import settings
from minigam.board.profile_model import Profile
from minigam.drivers.interfaces import Listeners
from minigam.drivers.jig import Jig
from minigam.drivers.pico import pico_board, start_with_prompt
from minigam.drivers.serialport import Port
from minigam.errors import HardwareError, ProgramError, shortened
from minigam.link.chain_words import UNREADABLE
from minigam.link.jig import Identity
from minigam.link.session import SILENT

FOLDER, JIG = "firmware", "jig"
SHARED = ("clock.py", "codec.py", "port.py")
"""Of the boards' firmware, for the jig's too."""
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
    ['board.json', 'clock.py', 'codec.py']
    """
    text = json.dumps(settings(profile), indent=1) + "\n"
    return {**_sources(files("minigam") / FOLDER), SETTINGS: text.encode()}


def jig_files() -> dict[str, bytes]:
    """What belongs onto a jig's Pico, by name; it needs no settings.

    >>> sorted(jig_files())[:3]
    ['clock.py', 'codec.py', 'device.py']
    """
    board = files("minigam") / FOLDER
    shared = {name: (board / name).read_bytes() for name in SHARED}
    return {**shared, **_sources(board / JIG)}


def _sources(folder: Traversable) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.name.endswith(".py")}


def write_files(contents: Mapping[str, bytes], folder: Path) -> list[Path]:
    """Write files into a folder, which is made where it is not there; raise `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
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
    yield from _copy(firmware_files(profile), path, open_port, program)
    trouble = _met(profile, open_port)
    yield f"It is the Pico of {profile.name} now ({settings(profile)['hash']})."
    yield trouble or "Its sensors and buttons can be read."


def install_jig(
    path: str, open_port: Callable[[], Port], program: Program = mpremote
) -> Iterator[str]:
    """As `install`, with the jig's firmware: it needs no board and no settings."""
    yield from _copy(jig_files(), path, open_port, program)
    identity = _met_jig(open_port)
    version = ".".join(map(str, identity.firmware))
    yield f"It is a jig now (firmware {version}); it watches a strip's wire at GP{identity.strip}."


def _copy(
    contents: Mapping[str, bytes], path: str, open_port: Callable[[], Port], program: Program
) -> Iterator[str]:
    yield f"The Pico is at {path}; it is asked for MicroPython's prompt."
    _ask_for_the_prompt(open_port)
    _wait_for_the_prompt(path, program)
    yield f"{len(contents)} files are copied."
    with TemporaryDirectory(prefix="minigam-firmware-") as folder:
        copied = [str(file) for file in write_files(contents, Path(folder))]
        program(["connect", path, "fs", "cp", *copied, ":", "+", "reset"])
    yield "It starts again."


def _ask_for_the_prompt(open_port: Callable[[], Port]) -> None:
    """A Pico without the firmware does not answer; and a port may go before it has."""
    with closing(open_port()) as port, suppress(OSError):
        start_with_prompt(port)


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


def _met_jig(open_port: Callable[[], Port]) -> Identity:
    """Who the jig is, as soon as it has started."""
    end = monotonic() + START_SECONDS
    while True:
        try:
            with Jig(open_port()) as jig:
                return jig.identity
        except HardwareError as fault:
            if monotonic() > end:
                raise HardwareError(f"the firmware does not start as it should: {fault}") from fault
        sleep(AGAIN_SECONDS)


def _met(profile: Profile, open_port: Callable[[], Port]) -> str | None:
    """What hinders the firmware's play, though it is the right one; None where nothing does."""
    troubles: Queue[str | None] = Queue()
    listeners = Listeners(lambda *_: None, troubles.put, lambda: None)
    end, words = monotonic() + START_SECONDS, SILENT
    with closing(pico_board(profile, open_port, listeners)) as board:
        while board.levels().keys() != set(profile.input_names):
            if monotonic() > end:
                raise HardwareError(f"the firmware does not start as it should: {words}")
            with suppress(Empty):
                words = troubles.get(timeout=LOOK_SECONDS) or words
            if words.startswith(UNREADABLE):
                return words
    return None
