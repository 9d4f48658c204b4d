"""What one has to buy: the items of the lists of parts, with makers' numbers and prices."""

import re
from dataclasses import dataclass

from minigam.board.profile_model import Profile

_VALUE = re.compile(r", ([\d.]+) (p|n|µ|m|k|)(Ω|F)\b")
_FACTOR = {"p": 1e-12, "n": 1e-9, "µ": 1e-6, "m": 1e-3, "": 1.0, "k": 1e3}


@dataclass(frozen=True)
class Item:
    """Something to buy."""

    name: str
    maker: str
    """Empty where any maker's will do."""
    number: str
    """The maker's own number of one that fits."""
    cents: int
    """About what one piece costs a hobbyist, in euro cents of 2026: our estimate."""
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

    @property
    def value(self) -> float:
        """Ohms or farads of a resistor or capacitor; `ValueError` for anything else.

        >>> C100N.value, SHUNT.value
        (1e-07, 0.005)
        """
        found = _VALUE.search(self.name)
        if not found:
            raise ValueError(f"expected a value in {self.name!r}")
        return round(float(found[1]) * _FACTOR[found[2]], 15)


PI = Item("Raspberry Pi 4 Model B, 2 GB", "Raspberry Pi", "RPI4-MODBP-2GB", 5000)
PI_SUPPLY = Item("Supply for the Pi, USB-C, 15 W, with your country's plug", "", "", 900)
PI_SOCKET = Item("Socket for the Pi's header, 2 x 20 pins, 2.54 mm", "", "", 200)
CARD = Item("Card for the Pi, microSD, 32 GB, class A1", "", "", 800)
PICO = Item("Raspberry Pi Pico H", "Raspberry Pi", "SC0917", 600)
PICO_SOCKET = Item("Socket strip for the Pico, 20 pins, 2.54 mm", "", "", 100)
USB_CABLE = Item("USB cable, A to micro-B, with data lines, 0.5 m", "", "", 400)
SUPPLY = Item("Supply, 5 V, 5 A, plug 5.5 x 2.1 mm", "Mean Well", "GST40A05-P1J", 2200)
MAINS = Item("Mains cable with a C13 socket, and your country's plug", "", "", 500)
JACK = Item("Socket for the supply's plug", "Switchcraft", "722A", 400)
FUSE = Item(
    "Electronic fuse TPS2553-1, SOT-23-6",
    *("Texas Instruments", "TPS2553DBVR-1", 120),
    confirmed=False,
)
FUSE_ADAPTER = Item("Adapter from SOT-23-6 to DIP-6, with pins", "", "", 40)
LEVER = Item("Lever connector, five wires", "Wago", "221-415", 80)
SHIFTER = Item("Level shifter 74AHCT125, DIP-14", "Texas Instruments", "SN74AHCT125N", 80)
REGISTER = Item(
    "Shift register 74HCS165, SO-16", "Texas Instruments", "SN74HCS165DR", 70, confirmed=False
)
ADAPTER = Item("Adapter from SO-16 to DIP-16, with pins", "", "", 60)
SENSOR = Item(
    "Hall switch, 9.5 mT, TO-92", "Texas Instruments", "DRV5032AJLPG", 90, confirmed=False
)
METER = Item(
    "Current meter INA219 on a board; optional, minigam does not read it", "Adafruit", "904", 1000
)
SHUNT = Item(
    "Shunt for the meter if it is there, 5 mΩ, 1 W, size 2512",
    *("Vishay", "WSL25125L000FEA", 80),
)
R100 = Item("Resistor, 100 Ω, 0.25 W", "Yageo", "MFR-25FBF52-100R", 5)
R330 = Item("Resistor, 330 Ω, 0.25 W", "Yageo", "MFR-25FBF52-330R", 5)
R1K = Item("Resistor, 1 kΩ, 0.25 W", "Yageo", "MFR-25FBF52-1K", 5)
R10K = Item("Resistor, 10 kΩ, 0.25 W", "Yageo", "MFR-25FBF52-10K", 5)
R15K = Item("Resistor, 15 kΩ, 1 %, 0.25 W", "Yageo", "MFR-25FBF52-15K", 5)
R100K = Item("Resistor, 100 kΩ, 0.25 W", "Yageo", "MFR-25FBF52-100K", 5)
NETWORK = Item("Resistor network, 8 x 10 kΩ to one pin", "Bourns", "4609X-101-103LF", 60)
C100N = Item("Capacitor, 100 nF, ceramic, 5 mm", "Kemet", "C322C104K5R5TA", 15)
C470P = Item("Capacitor, 470 pF, C0G, 5 mm", "Kemet", "C322C471J1G5TA", 20, confirmed=False)
C1N2 = Item("Capacitor, 1.2 nF, C0G, 5 mm", "Kemet", "C322C122J1G5TA", 20, confirmed=False)
C1U = Item("Capacitor, 1 µF, ceramic, 5 mm", "Kemet", "C330C105K5R5TA", 30, confirmed=False)
C470U = Item(
    "Capacitor, 470 µF, 10 V, electrolytic", "Panasonic", "EEU-FR1A471", 40, confirmed=False
)
PLUG = Item("Pin header, JST XH, 5 pins", "JST", "B5B-XH-A", 15)
HOUSING = Item("Housing, JST XH, 5 contacts", "JST", "XHP-5", 10)
CONTACT = Item("Crimp contact, JST XH, 0.08 to 0.33 mm²", "JST", "SXH-001T-P0.6", 5)
CRIMP_TOOL = Item("Crimp tool for JST XH, 0.08 to 0.33 mm²", "", "", 3000)
RIBBON = Item("Metre of ribbon cable, 5 x 0.14 mm²", "", "", 100, in_one=1000)
SENSOR_CABLE = Item("Metre of cable, 3 x 0.14 mm²", "", "", 80, in_one=1000)
STRIP_CABLE = Item("Metre of cable, 3 x 0.5 mm²", "", "", 150, in_one=1000)
TOUCH = Item("Push button, 12 x 12 mm, with cap B32-1610", "Omron", "B3F-4055", 80)
BUTTON = Item("Push button, 24 mm, to snap in", "Sanwa", "OBSF-24", 300)
LANE_PIXEL = Item("Pixel of a WS2812B strip, 5 V, 30 a metre", "", "", 30)
ROUND_PIXEL = Item("Pixel WS2812B on a round board of 10 mm", "", "", 40)
CHECKER = Item("Checker, 27 x 7 mm", "", "", 30)
MAGNET = Item("Magnet, disc 10 x 2 mm, N35", "", "", 35)
XH_2 = Item("Housing, JST XH, 2 contacts", "JST", "XHP-2", 5)
XH_3 = Item("Housing, JST XH, 3 contacts", "JST", "XHP-3", 6)
XH_4 = Item("Housing, JST XH, 4 contacts", "JST", "XHP-4", 8)
VH_2 = Item("Housing, JST VH, 2 contacts", "JST", "VHR-2N", 10)
VH_CONTACT = Item("Crimp contact, JST VH, 0.33 to 0.83 mm²", "JST", "SVH-21T-P1.1", 8)
VH_TOOL = Item("Crimp tool for JST VH, 0.5 mm²", "", "", 3000)
PIN_5 = Item(
    "Housing for a pin header of 2.54 mm, 5 contacts",
    *("Harwin", "M20-1060500", 15),
    confirmed=False,
)
PIN_CONTACT = Item(
    "Crimp contact for the housing of 2.54 mm", "Harwin", "M20-1180042", 10, confirmed=False
)
CAP = Item("Cap for the button of a lane", "Omron", "B32-1610", 30)
M3_10 = Item("Screw M3 x 10, flat head", "", "", 5)
M3_12 = Item("Screw M3 x 12, flat head", "", "", 5)
M3_NUT = Item("Nut M3", "", "", 3)
SPACER_PI = Item("Spacer, 11 mm, M2.5, hexagonal, inner thread", "", "", 25)
M25_6 = Item("Screw M2.5 x 6", "", "", 6)
FOOT = Item("Spacer, 5 mm, for M3, round: below the base board", "", "", 10)
FOOT_SCREW = Item("Wood screw 3 x 12 mm, pan head, for that spacer", "", "", 4)
PI_FOOT = Item("Spacer, 5 mm, for M2.5, round: below the Pi", "", "", 10)
PI_FOOT_SCREW = Item("Wood screw 2.5 x 12 mm, pan head, for that spacer", "", "", 4)
HIGH_FOOT = Item("Spacer, 15 mm, M3, hexagonal, inner thread: below the base board", "", "", 30)
M3_6 = Item("Screw M3 x 6, for that spacer", "", "", 5)
RIM_SCREW = Item("Wood screw 3 x 20 mm, flat head", "", "", 4)


def computer(profile: Profile) -> Item:
    """What has the profile's pins."""
    return PICO if profile.on_a_pico else PI
