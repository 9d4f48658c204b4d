"""Which Raspberry Pi this is, and what a strip needs there that is missing."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from minigam.errors import HardwareError

GPIO_CHIP = "dev/gpiochip0"
GPIO_MEMORY = "dev/gpiomem"
SPI = "dev/spidev0.0"
PIO = "dev/pio0"
SPI_PIN = 10
SPI_BUFFER = "sys/module/spidev/parameters/bufsiz"
SPI_BYTES = 4096
"""What the kernel takes through SPI at once, where nobody asked for more: spidev's `bufsiz`."""
BYTES_A_PIXEL, BYTES_A_RESET = 12, 20
"""What rpi_ws281x keeps of it: three bits of SPI for each of a pixel's 32, and a pause of 55 us."""
NEWEST_CHIP = "brcm,bcm2712"
"""What a Pi 5, 500 and Compute Module 5 are built on."""

OFF_A_PI = "off a Pi use `--board sim`"
INSTALL = "run `pip install 'minigam[pi]'`"
INSTALL_5 = "run `pip install 'minigam[pi5]'`"
GROUP = 'run `sudo usermod -aG {group} "$USER"` and log in again'
PIO_RULE = 'SUBSYSTEM=="*-pio", GROUP="gpio", MODE="0660"'


class Access(Enum):
    """What may be done with a device."""

    OPEN = "open"
    REFUSED = "refused"
    """It is there, but not for this user."""
    MISSING = "missing"


def may_use(path: Path) -> bool:
    """Whether this user may read and write a file."""
    return os.access(path, os.R_OK | os.W_OK)


def installed_version(distribution: str) -> str | None:
    """The version of a distribution; None where it is not installed."""
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


@dataclass(frozen=True)
class Pi:
    """A Raspberry Pi as its files show it; or another machine, which has none of them."""

    root: Path = Path("/")
    """Where all files are looked for."""
    is_root: bool = os.geteuid() == 0
    may_use: Callable[[Path], bool] = may_use
    has_module: Callable[[str], bool] = lambda name: find_spec(name) is not None
    """Whether a module could be imported."""

    @property
    def model(self) -> str:
        """Such as `Raspberry Pi 4 Model B Rev 1.2`; empty where nothing says so."""
        return self._device_tree("model")

    @property
    def is_a_pi(self) -> bool:
        """Whether this is a Raspberry Pi at all."""
        return self.model.startswith("Raspberry Pi")

    @property
    def is_pi_5(self) -> bool:
        """Whether it is a Pi 5 or its kin, whose pins hang on a chip of their own, the RP1."""
        return NEWEST_CHIP in self._device_tree("compatible").split("\0")

    @property
    def spi_bytes(self) -> int:
        """How much the kernel takes through SPI at once; its default, on another machine too."""
        path = self.root / SPI_BUFFER
        return int(path.read_text()) if path.exists() else SPI_BYTES

    def access(self, device: str) -> Access:
        """Whether a device is there, and for this user."""
        path = self.root / device
        if not path.exists():
            return Access.MISSING
        return Access.OPEN if self.may_use(path) else Access.REFUSED

    def _device_tree(self, name: str) -> str:
        """A text of the device tree; several are parted by zeros, and a zero ends the last."""
        path = self.root / "proc/device-tree" / name
        return path.read_text().rstrip("\0") if path.exists() else ""


def check_strip(pi: Pi, gpio: int, pixels: int) -> None:
    """Raise `HardwareError` for the first thing that keeps a strip on this pin from being lit."""
    for fault in strip_faults(pi, gpio, pixels):
        raise HardwareError(f"the strip on GPIO {gpio} cannot be used: {fault}")


def strip_faults(pi: Pi, gpio: int, pixels: int) -> Iterator[str]:
    """What is missing, and what to do about it.

    A Pi 5 feeds a strip on any pin through the RP1's PIO; older ones on GPIO 10 through SPI, and
    on the others through PWM or PCM, for which rpi_ws281x maps memory that is root's alone.
    """
    if not pi.is_a_pi:
        yield f"expected a Raspberry Pi, got {pi.model or 'another machine'}; {OFF_A_PI}"
    elif pi.is_pi_5:
        yield from _missing_modules(pi, "gpiod", "adafruit_raspberry_pi5_neopixel_write")
        yield from _pio_faults(pi)
    else:
        yield from _missing_modules(pi, "gpiod", "_rpi_ws281x")
        yield from _spi_faults(pi) if gpio == SPI_PIN else _root_faults(pi)
        yield from too_long(pi, gpio, pixels)


def too_long(pi: Pi, gpio: int, pixels: int) -> Iterator[str]:
    """That a strip has more pixels than go through SPI at once, and how to have it take more."""
    most = (pi.spi_bytes - BYTES_A_RESET) // BYTES_A_PIXEL
    if gpio != SPI_PIN or pi.is_pi_5 or pixels <= most:
        return
    needed = SPI_BYTES
    while needed < pixels * BYTES_A_PIXEL + BYTES_A_RESET:
        needed *= 2
    yield (
        f"expected at most {most} pixels, which is what SPI takes at once, got {pixels}; write "
        f"spidev.bufsiz={needed} at the end of the line in /boot/firmware/cmdline.txt and restart"
    )


def _missing_modules(pi: Pi, *modules: str) -> Iterator[str]:
    for module in modules:
        if not pi.has_module(module):
            install = INSTALL_5 if pi.is_pi_5 else INSTALL
            yield f"a {pi.model} needs the module {module}, which is not installed; {install}"


def _pio_faults(pi: Pi) -> Iterator[str]:
    access = pi.access(PIO)
    if access is Access.MISSING:
        update = "`sudo apt full-upgrade`, `sudo rpi-eeprom-update -a` and restart"
        yield f"expected /{PIO}, got none; a newer kernel and firmware bring it: {update}"
    if access is Access.REFUSED:
        rule = f"put the line `{PIO_RULE}` into /etc/udev/rules.d/99-com.rules and restart"
        yield f"/{PIO} is not for this user; {rule}, and {GROUP.format(group='gpio')}"


def _spi_faults(pi: Pi) -> Iterator[str]:
    access = pi.access(SPI)
    if access is Access.MISSING:
        yield f"expected /{SPI}, got none; run `sudo raspi-config nonint do_spi 0`"
    if access is Access.REFUSED:
        yield f"/{SPI} is not for this user; {GROUP.format(group='spi')}"
    if pi.access(GPIO_MEMORY) is Access.REFUSED:
        yield f"/{GPIO_MEMORY} is not for this user; {GROUP.format(group='gpio')}"


def _root_faults(pi: Pi) -> Iterator[str]:
    if not pi.is_root:
        yield (
            f"on a {pi.model} only root may use this pin; "
            f"wire the strip to GPIO {SPI_PIN}, which needs no root, and say so in the profile"
        )
