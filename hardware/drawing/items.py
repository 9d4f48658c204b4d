"""What one has to buy: the items of the lists of parts, with makers' numbers and price classes."""

from dataclasses import dataclass
from enum import Enum

from minigam.board.profile_model import Profile


class Price(Enum):
    """About what one piece costs a hobbyist, in euros of 2026."""

    A = "up to 0.50"
    B = "up to 2"
    C = "up to 10"
    D = "up to 50"
    E = "more than 50"


@dataclass(frozen=True)
class Item:
    """Something to buy."""

    name: str
    maker: str
    """Empty where any maker's will do."""
    number: str
    """The maker's own number of one that fits."""
    price: Price
    """Of one piece."""
    confirmed: bool = True
    """Whether the number was found in a data sheet or in others' lists of parts."""
    in_one: int = 1
    """How many of what the sheets count are in one piece: a metre of cable has 1000 mm."""

    @property
    def told_number(self) -> str:
        """The maker's number, and that it is only a guess where it is one."""
        return self.number if self.confirmed else f"{self.number} (not confirmed)"

    def pieces(self, counted: int) -> int:
        """How many pieces to buy.

        >>> STRIP_CABLE.pieces(4440), PICO.pieces(1)
        (5, 1)
        """
        return -(-counted // self.in_one)


PI = Item("Raspberry Pi 4 Model B, 2 GB", "Raspberry Pi", "RPI4-MODBP-2GB", Price.E)
PI_SUPPLY = Item("Supply for the Pi, USB-C, 15 W", "Raspberry Pi", "SC0218", Price.C)
CARD = Item("Card for the Pi, microSD, 32 GB, class A1", "", "", Price.C)
PICO = Item("Raspberry Pi Pico H", "Raspberry Pi", "SC0917", Price.C)
USB_CABLE = Item("USB cable, A to micro-B, with data lines, 0.5 m", "", "", Price.C)
SUPPLY = Item("Supply, 5 V, 5 A, plug 5.5 x 2.1 mm", "Mean Well", "GST40A05-P1J", Price.D)
JACK = Item("Socket for the supply's plug", "Switchcraft", "722A", Price.C)
FUSE = Item(
    "Electronic fuse TPS2553-1, SOT-23-6",
    *("Texas Instruments", "TPS2553DBVR-1", Price.B),
    confirmed=False,
)
FUSE_ADAPTER = Item("Adapter from SOT-23-6 to DIP-6, with pins", "", "", Price.A)
LEVER = Item("Lever connector, five wires", "Wago", "221-415", Price.B)
SHIFTER = Item("Level shifter 74AHCT125, DIP-14", "Texas Instruments", "SN74AHCT125N", Price.B)
REGISTER = Item(
    "Shift register 74HCS165, SO-16", "Texas Instruments", "SN74HCS165DR", Price.B, confirmed=False
)
ADAPTER = Item("Adapter from SO-16 to DIP-16, with pins", "", "", Price.B)
SENSOR = Item(
    "Hall switch, 9.5 mT, TO-92", "Texas Instruments", "DRV5032AJLPG", Price.B, confirmed=False
)
METER = Item(
    "Current meter INA219 on a board; optional, no software reads it", "Adafruit", "904", Price.C
)
SHUNT = Item(
    "Shunt for the meter if it is there, 20 mΩ, 1 W, size 2512",
    *("Vishay", "WSL2512R0200FEA", Price.B),
)
R100 = Item("Resistor, 100 Ω, 0.25 W", "Yageo", "MFR-25FBF52-100R", Price.A)
R330 = Item("Resistor, 330 Ω, 0.25 W", "Yageo", "MFR-25FBF52-330R", Price.A)
R1K = Item("Resistor, 1 kΩ, 0.25 W", "Yageo", "MFR-25FBF52-1K", Price.A)
R10K = Item("Resistor, 10 kΩ, 0.25 W", "Yageo", "MFR-25FBF52-10K", Price.A)
R15K = Item("Resistor, 15 kΩ, 1 %, 0.25 W", "Yageo", "MFR-25FBF52-15K", Price.A)
R100K = Item("Resistor, 100 kΩ, 0.25 W", "Yageo", "MFR-25FBF52-100K", Price.A)
NETWORK = Item("Resistor network, 8 x 10 kΩ to one pin", "Bourns", "4609X-101-103LF", Price.B)
C100N = Item("Capacitor, 100 nF, ceramic, 5 mm", "Kemet", "C320C104K5R5TA", Price.A)
C1U = Item("Capacitor, 1 µF, ceramic, 5 mm", "Kemet", "C330C105K5R5TA", Price.A, confirmed=False)
C470U = Item(
    "Capacitor, 470 µF, 10 V, electrolytic", "Panasonic", "EEU-FR1A471", Price.A, confirmed=False
)
PLUG = Item("Pin header, JST XH, 5 pins", "JST", "B5B-XH-A", Price.A)
HOUSING = Item("Housing for it, 5 contacts", "JST", "XHP-5", Price.A)
CONTACT = Item("Crimp contact for the housing", "JST", "SXH-001T-P0.6", Price.A)
CRIMP_TOOL = Item("Crimp tool for JST XH, 0.08 to 0.33 mm²", "", "", Price.D)
RIBBON = Item("Metre of ribbon cable, 5 x 0.14 mm²", "", "", Price.B, in_one=1000)
SENSOR_CABLE = Item("Metre of cable, 3 x 0.14 mm²", "", "", Price.B, in_one=1000)
STRIP_CABLE = Item("Metre of cable, 3 x 0.5 mm²", "", "", Price.B, in_one=1000)
TOUCH = Item("Push button, 12 x 12 mm, with cap B32-1610", "Omron", "B3F-4055", Price.B)
BUTTON = Item("Push button, 24 mm, to snap in", "Sanwa", "OBSF-24", Price.C)
LANE_PIXEL = Item("Pixel of a WS2812B strip, 5 V, 30 a metre", "", "", Price.A)
ROUND_PIXEL = Item("Pixel WS2812B on a round board of 10 mm", "", "", Price.A)
CHECKER = Item("Checker, 27 x 7 mm", "", "", Price.A)
MAGNET = Item("Magnet, disc 10 x 2 mm, N35", "", "", Price.A)


def computer(profile: Profile) -> Item:
    """What has the profile's pins."""
    return PICO if profile.on_a_pico else PI
