"""The firmware is put onto an emulated RP2040 by the real mpremote, through a pseudo-terminal."""

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from itertools import repeat
from threading import Thread

import pytest

from minigam.board.pico_settings import settings
from minigam.board.profile import load_profile
from minigam.drivers import jig
from minigam.drivers.firmware import install, install_jig
from minigam.drivers.serialport import SerialPort
from minigam.drivers.simulated_pico import CUT
from minigam.link import session
from minigam.link.chain_words import chain_words
from tests.firmware.boards import EMULATED, UF2

DATA_CUT = chain_words(CUT)
pytestmark = EMULATED
LISTENING = "PTY REPL listening on "
HALL = load_profile("quarter-hall")


@pytest.fixture
def path() -> Iterator[str]:
    """The port of a Pico with nothing but MicroPython."""
    pytest.importorskip("mpremote", reason="mpremote is not here (pip install mpremote)")
    command = ["-m", "rp2040py", "--log-level", "info", "micropython", "--pty", "--image", UF2]
    with subprocess.Popen(
        [sys.executable, *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout
        line = next(line for line in process.stdout if LISTENING in line)
        reader = Thread(target=process.stdout.read)  # it goes on to talk
        reader.start()
        yield line.partition(LISTENING)[2].split()[0]
        process.kill()
        reader.join()


def test_onto_a_jig_and_back(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each firmware leads to the prompt for the other's sake.

    What they hear first, while they still start, is full of what MicroPython takes for Ctrl-C.
    """
    monkeypatch.setattr(jig, "randbits", lambda _bits: 0x03030303)
    monkeypatch.setattr(session, "count", lambda: repeat(2))
    open_port = partial(SerialPort, path)
    is_a_jig = "It is a jig now (firmware 0.1.0); it watches a strip's wire at GP22."
    assert list(install_jig(path, open_port))[-1] == is_a_jig
    assert list(install(HALL, path, open_port))[-1] == DATA_CUT
    assert list(install_jig(path, open_port))[-1] == is_a_jig


def test_onto_a_bare_pico_and_once_more(path: str) -> None:
    """The second time the firmware itself has to lead to the prompt. No sensor is wired."""
    for _ in range(2):
        assert list(install(HALL, path, partial(SerialPort, path)))[-2:] == [
            f"It is the Pico of quarter-hall now ({settings(HALL)['hash']}).",
            DATA_CUT,
        ]
