"""The pins of a Pi's and a Pico's headers, and what a board uses them for, drawn in plain text.

Sources: Raspberry Pi documentation, "GPIO and the 40-pin header"; Pico datasheet, section 2.1
"Pico pinout". Pins of a header are counted from 1, as these documents do.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from minigam.board.profile_checks import used_pins
from minigam.board.profile_model import Profile

GROUND = "GND"
POWER_3V3 = "3V3"


@dataclass(frozen=True)
class Header:
    """The pins of one computer's board."""

    title: str
    """Whose header it is, and how to hold it."""
    prefix: str
    """What comes before a GPIO's number in a label."""
    labels: tuple[str, ...]
    """What each pin is, from pin 1."""
    rows: tuple[tuple[int, int], ...]
    """The two pins that lie side by side, from the top."""

    def label(self, pin: int) -> str:
        """What a pin is.

        >>> PI.label(6), PICO.label(40)
        ('GND', 'VBUS')
        """
        return self.labels[pin - 1]

    def pin(self, gpio: int) -> int:
        """The pin of a GPIO number; `ValueError` if it is not on the header.

        >>> PI.pin(17), PICO.pin(16)
        (11, 21)
        """
        return self.labels.index(f"{self.prefix}{gpio}") + 1

    def nearest(self, label: str, pin: int) -> int:
        """The pin of that label which lies nearest to another, counted along the header.

        >>> PI.nearest(GROUND, PI.pin(10))
        20
        """
        having = [number for number, found in enumerate(self.labels, 1) if found == label]
        return min(having, key=lambda number: abs(number - pin))


PI = Header(
    title="Raspberry Pi, its header on the right and pin 1 at the top",
    prefix="GPIO",
    labels=(
        *("3V3", "5V", "GPIO2", "5V", "GPIO3", "GND", "GPIO4", "GPIO14", "GND", "GPIO15"),
        *("GPIO17", "GPIO18", "GPIO27", "GND", "GPIO22", "GPIO23", "3V3", "GPIO24", "GPIO10"),
        *("GND", "GPIO9", "GPIO25", "GPIO11", "GPIO8", "GND", "GPIO7", "GPIO0", "GPIO1", "GPIO5"),
        *("GND", "GPIO6", "GPIO12", "GPIO13", "GND", "GPIO19", "GPIO16", "GPIO26", "GPIO20"),
        *("GND", "GPIO21"),
    ),
    rows=tuple((pin, pin + 1) for pin in range(1, 41, 2)),
)
PICO = Header(
    title="Raspberry Pi Pico from above, USB at the top",
    prefix="GP",
    labels=(
        *("GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7"),
        *("GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15"),
        *("GP16", "GP17", "GND", "GP18", "GP19", "GP20", "GP21", "GND", "GP22", "RUN"),
        *("GP26", "GP27", "AGND", "GP28", "ADC_VREF", "3V3", "3V3_EN", "GND", "VSYS", "VBUS"),
    ),
    rows=tuple((pin, 41 - pin) for pin in range(1, 21)),
)


def header_of(profile: Profile) -> Header:
    """The header whose pins that profile names."""
    return PICO if profile.on_a_pico else PI


def uses(profile: Profile) -> dict[int, str]:
    """What the board uses each pin of its header for, from the strip to the last input.

    >>> from minigam.board.profile import load_profile
    >>> uses(load_profile("quarter-hall"))[4]
    'load'
    """
    header = header_of(profile)
    parts = ((key.partition("."), gpio) for key, gpio in used_pins(profile))
    return {header.pin(gpio): part if part == "strip" else name for (part, _, name), gpio in parts}


def drawing(header: Header, used: Mapping[int, str]) -> list[str]:
    """The header's lines as one sees it, with what each pin is used for at its side."""
    left = [_left(header, one, used) for one, _ in header.rows]
    width = max(map(len, left))
    right = [_right(header, other, used) for _, other in header.rows]
    rows = zip(left, right, strict=True)
    return [header.title, *(f"{a:>{width}} | {b}".rstrip() for a, b in rows)]


def _left(header: Header, pin: int, used: Mapping[int, str]) -> str:
    use = f"{used[pin]} -- " if pin in used else ""
    return f"{use}{header.label(pin):8} {pin:2}"


def _right(header: Header, pin: int, used: Mapping[int, str]) -> str:
    use = f" -- {used[pin]}" if pin in used else ""
    return f"{pin:<2} {header.label(pin):8}{use}"
