"""What a machine says of itself, and every reason why a strip cannot be lit there."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from minigam.drivers.pi import Access, Pi, check_strip, may_use, strip_faults
from minigam.drivers.pixels import pi_pin
from minigam.errors import HardwareError
from tests.drivers.shim.preload import PI_3, PI_4, PI_5, ZERO_2_W, Model, write_pi

AGAIN = '"$USER"` and log in again'
SPI, MEMORY, PIO = "dev/spidev0.0", "dev/gpiomem", "dev/pio0"
PWM_PINS = (12, 18, 21)
OLDER = pytest.mark.parametrize("model", [ZERO_2_W, PI_3, PI_4], ids=lambda model: model.name)


def make(root: Path, model: Model) -> Pi:
    """A Pi with everything that a strip needs, for a user who is not root."""
    write_pi(root, model)
    for device in (SPI, MEMORY, PIO):
        (root / device).touch()
    return Pi(root, is_root=False, has_module=lambda _name: True)


def lacking(pi: Pi, *devices: str) -> Pi:
    for device in devices:
        (pi.root / device).unlink()
    return pi


def refusing(pi: Pi, *devices: str) -> Pi:
    return replace(pi, may_use=lambda path: path not in [pi.root / device for device in devices])


@pytest.mark.parametrize("model", [ZERO_2_W, PI_3, PI_4, PI_5], ids=lambda model: model.name)
def test_a_pi_knows_itself(tmp_path: Path, model: Model) -> None:
    pi = make(tmp_path, model)
    assert (pi.model, pi.is_a_pi, pi.is_pi_5) == (model.name, True, model is PI_5)


ROCK = Model("Radxa ROCK 5B", "00000000", "rockchip,rk3588")


@pytest.mark.parametrize(
    ("model", "name", "got"), [(None, "", "another machine"), (ROCK, ROCK.name, ROCK.name)]
)
def test_another_machine_is_none(model: Model | None, name: str, got: str, tmp_path: Path) -> None:
    pi = make(tmp_path, model) if model else Pi(tmp_path)
    assert (pi.model, pi.is_a_pi, pi.is_pi_5) == (name, False, False)
    fault = f"expected a Raspberry Pi, got {got}; off a Pi use `--board sim`"
    assert list(strip_faults(pi, 10, 96)) == [fault]
    with pytest.raises(HardwareError) as caught:
        pi_pin(pi, 10, 96)
    assert str(caught.value) == f"the strip on GPIO 10 cannot be used: {fault}"


def test_access(tmp_path: Path) -> None:
    pi = refusing(lacking(make(tmp_path, PI_4), PIO), SPI)
    found = [pi.access(device) for device in (MEMORY, SPI, PIO)]
    assert found == [Access.OPEN, Access.REFUSED, Access.MISSING]


def test_what_this_user_may_use(tmp_path: Path) -> None:
    file = tmp_path / "file"
    assert not may_use(file)
    file.touch()
    assert may_use(file)


@OLDER
def test_gpio_10_goes_through_spi_without_root(tmp_path: Path, model: Model) -> None:
    assert list(strip_faults(lacking(make(tmp_path, model), PIO), 10, 96)) == []


@OLDER
@pytest.mark.parametrize("gpio", PWM_PINS)
def test_the_other_pins_are_roots(tmp_path: Path, model: Model, gpio: int) -> None:
    pi = lacking(make(tmp_path, model), SPI)
    assert list(strip_faults(pi, gpio, 96)) == [
        f"on a {model.name} only root may use this pin; "
        "wire the strip to GPIO 10, which needs no root, and say so in the profile"
    ]
    assert list(strip_faults(replace(pi, is_root=True), gpio, 96)) == []


@pytest.mark.parametrize("gpio", [10, *PWM_PINS])
def test_a_pi_5_uses_its_pio_on_any_pin(tmp_path: Path, gpio: int) -> None:
    assert list(strip_faults(lacking(make(tmp_path, PI_5), SPI, MEMORY), gpio, 96)) == []


Spoil = Callable[[Pi], Pi]


@pytest.mark.parametrize(
    ("model", "spoil", "fault"),
    [
        (
            PI_4,
            lambda pi: lacking(pi, SPI),
            "expected /dev/spidev0.0, got none; run `sudo raspi-config nonint do_spi 0`",
        ),
        (
            PI_4,
            lambda pi: refusing(pi, SPI),
            f"/dev/spidev0.0 is not for this user; run `sudo usermod -aG spi {AGAIN}",
        ),
        (
            PI_4,
            lambda pi: refusing(pi, MEMORY),
            f"/dev/gpiomem is not for this user; run `sudo usermod -aG gpio {AGAIN}",
        ),
        (
            PI_5,
            lambda pi: lacking(pi, PIO),
            "expected /dev/pio0, got none; a newer kernel and firmware bring it: "
            "`sudo apt full-upgrade`, `sudo rpi-eeprom-update -a` and restart",
        ),
        (
            PI_5,
            lambda pi: refusing(pi, PIO),
            '/dev/pio0 is not for this user; put the line `SUBSYSTEM=="*-pio", GROUP="gpio", '
            'MODE="0660"` into /etc/udev/rules.d/99-com.rules and restart, '
            f"and run `sudo usermod -aG gpio {AGAIN}",
        ),
    ],
    ids=["no SPI", "no group spi", "no group gpio", "no PIO", "no PIO for this user"],
)
def test_what_is_missing_and_what_to_do(
    tmp_path: Path, model: Model, spoil: Spoil, fault: str
) -> None:
    pi = spoil(make(tmp_path, model))
    assert list(strip_faults(pi, 10, 96)) == [fault]
    with pytest.raises(HardwareError) as caught:
        check_strip(pi, 10, 96)
    assert str(caught.value) == f"the strip on GPIO 10 cannot be used: {fault}"


@pytest.mark.parametrize(
    ("model", "module", "extra"),
    [
        (PI_4, "_rpi_ws281x", "pi"),
        (PI_4, "gpiod", "pi"),
        (PI_5, "adafruit_raspberry_pi5_neopixel_write", "pi5"),
    ],
)
def test_a_module_that_is_missing_and_how_to_install_it(
    tmp_path: Path, model: Model, module: str, extra: str
) -> None:
    pi = replace(make(tmp_path, model), has_module=lambda name: name != module)
    assert list(strip_faults(pi, 10, 96)) == [
        f"a {model.name} needs the module {module}, which is not installed; "
        f"run `pip install 'minigam[{extra}]'`"
    ]


LONGEST = 339
"""With the kernel's default of 4,096 bytes (https://github.com/jgarff/rpi_ws281x/issues/473)."""


@OLDER
def test_more_pixels_than_spi_takes_at_once_are_refused(tmp_path: Path, model: Model) -> None:
    pi = make(tmp_path, model)
    assert list(strip_faults(pi, 10, LONGEST)) == []
    assert list(strip_faults(pi, 10, LONGEST + 1)) == [
        "expected at most 339 pixels, which is what SPI takes at once, got 340; write "
        "spidev.bufsiz=8192 at the end of the line in /boot/firmware/cmdline.txt and restart"
    ]
    assert "spidev.bufsiz=32768" in next(strip_faults(pi, 10, 2000))


@OLDER
def test_a_larger_buffer_takes_more(tmp_path: Path, model: Model) -> None:
    pi = make(tmp_path, model)
    buffer = pi.root / "sys/module/spidev/parameters/bufsiz"
    buffer.parent.mkdir(parents=True)
    buffer.write_text("8192\n")
    assert [list(strip_faults(pi, 10, pixels)) for pixels in (340, 681)] == [[], []]
    assert "at most 681 pixels" in next(strip_faults(pi, 10, 682))


@pytest.mark.parametrize(("model", "gpio"), [(PI_5, 10), (PI_4, 18)])
def test_without_spi_a_strip_may_be_longer(tmp_path: Path, model: Model, gpio: int) -> None:
    pi = replace(make(tmp_path, model), is_root=True)
    assert list(strip_faults(pi, gpio, 2000)) == []
