"""The libraries of a Pi, each used as far as it goes without a chip.

`python -m tests.pi.libraries NAME`, by the Python of an installed minigam, in a system whose files
say which Pi it is and that has no devices, prints what the function found, as JSON.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

STRIP_PIN = 10


def numpy() -> Any:
    """A product of matrices, which its compiled part works out."""
    module = import_module("numpy")
    return int((module.arange(6).reshape(2, 3) @ module.arange(6).reshape(3, 2)).sum())


def aiohttp() -> Any:
    """Whether its parser is the compiled one."""
    return import_module("aiohttp.http_parser").HttpRequestParser.__module__


def lgpio() -> Any:
    """Its error, from its C part."""
    module = import_module("lgpio")
    return _refused(lambda: module.gpiochip_open(0))


def gpiozero() -> Any:
    """What its factory says."""
    return _refused(import_module("gpiozero.pins.lgpio").LGPIOFactory)


def rpi_gpio() -> Any:
    """Which Pi it takes this for, and what it says when it opens the pins."""
    module = import_module("RPi.GPIO")
    return [module.RPI_INFO["TYPE"], _refused(lambda: module.setmode(module.BCM))]


def gpiod() -> Any:
    """Its C part, asked about a chip that is not there, and about a file that is none."""
    module = import_module("gpiod")
    nothing = module.is_gpiochip_device("/dev/null")
    return [nothing, _refused(lambda: module.Chip("/dev/gpiochip0"))]


def rpi_ws281x() -> Any:
    """What its C part says of a strip on the pin of SPI."""
    module = import_module("rpi_ws281x")
    return _refused(module.PixelStrip(2, STRIP_PIN).begin)


def blinka() -> Any:
    """Which board it takes this for, and by which module it would feed a strip."""
    board, write = import_module("board"), import_module("neopixel_write")
    import_module("neopixel")
    return [board.board_id, write._neopixel.__name__]


def pi5_writer() -> Any:
    """What its compiled part says of a Pi 5's pin; only `pi5` has it."""
    module = import_module("adafruit_raspberry_pi5_neopixel_write")
    pin = SimpleNamespace(_pin=SimpleNamespace(id=STRIP_PIN))
    return _refused(lambda: module.neopixel_write(pin, bytearray(3)))


def mpremote() -> Any:
    """What it says without a Pico."""
    command = (Path(sys.prefix) / "bin/mpremote", "connect", "auto")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return (done.stdout + done.stderr).strip()


def _refused(attempt: Callable[[], object]) -> str:
    """The message of what was raised."""
    try:
        attempt()
    except Exception as fault:
        return f"{type(fault).__name__}: {fault}"
    raise AssertionError("expected it to be refused")


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[1]]()))
