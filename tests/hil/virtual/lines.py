"""What a jig in the virtual machine is wired to: the kernel's pins, or a Pico on USB."""

from collections.abc import Sequence
from pathlib import Path
from shutil import rmtree

from minigam.board.pico_settings import settings
from minigam.board.profile_model import Profile
from tests.firmware.unix import UnixPico

PULLS = Path("/sys/devices/platform/gpio-sim.0/gpiochip0")
GADGET = Path("/sys/kernel/config/usb_gadget/pico")
CONTROLLER = Path("/sys/class/udc")
GADGET_PORT = "/dev/ttyGS0"
PICO = {
    "idVendor": "0x2e8a",
    "idProduct": "0x0005",
    "strings/0x409/manufacturer": "MicroPython",
    "strings/0x409/product": "Board in FS mode",
    "strings/0x409/serialnumber": "e6614103e7452d2f",
}
"""As a Pico with MicroPython tells it."""


class KernelLines:
    """The pins of gpio-sim: a line that is pulled down is closed to ground."""

    def __init__(self, gpios: Sequence[int]) -> None:
        """`gpios`: the Pi's, in the order of the jig's pins."""
        self._gpios = gpios

    def drive(self, pin: int, low: bool) -> None:
        pull = PULLS / f"sim_gpio{self._gpios[pin]}" / "pull"
        pull.write_text("pull-down" if low else "pull-up")


class UsbLines:
    """A Pico's inputs, and behind them one pin for its cable, which is cut while that is low."""

    def __init__(self, profile: Profile, inputs: Sequence[str], folder: Path) -> None:
        """`inputs`: of the profile, in the order of the jig's pins; `folder`: the Pico's files."""
        self._told, names = settings(profile), profile.input_names
        self._places = [names.index(name) for name in inputs]
        self._levels = [0] * len(names)
        self._folder = folder
        self._pico: UnixPico | None = None
        make_gadget()
        self._plug(True)

    @property
    def cable(self) -> int:
        return len(self._places)

    def drive(self, pin: int, low: bool) -> None:
        if pin == self.cable:
            self._plug(not low)
            return
        self._levels[self._places[pin]] = int(low)
        if self._pico:
            self._pico.put(self._levels)

    def _plug(self, plugged: bool) -> None:
        """It has power while it is plugged in, and starts anew with each plug."""
        if plugged and not self._pico:
            connect(True)
            rmtree(self._folder, ignore_errors=True)
            self._folder.mkdir(parents=True)
            inputs = len(self._levels)
            self._pico = UnixPico(self._folder, self._told, inputs, port=GADGET_PORT)
            self._pico.put(self._levels)
        elif self._pico and not plugged:
            self._pico.close()
            self._pico = None
            connect(False)


def make_gadget() -> None:
    """A serial port on USB that is not plugged in yet."""
    function, configuration = GADGET / "functions/acm.usb0", GADGET / "configs/c.1"
    for folder in (GADGET / "strings/0x409", function, configuration):
        folder.mkdir(parents=True)
    for name, value in PICO.items():
        (GADGET / name).write_text(value)
    (configuration / "acm.usb0").symlink_to(function)


def connect(plugged: bool) -> None:
    """Plug the gadget in, or pull it."""
    (controller,) = (each.name for each in CONTROLLER.iterdir())
    (GADGET / "UDC").write_text(f"{controller if plugged else ''}\n")
