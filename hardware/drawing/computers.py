"""The computer on a sheet: only the pins that the sheet uses, each with what for."""

from collections.abc import Mapping

from hardware.drawing.items import CARD, PI, PI_SOCKET, PICO, PICO_SOCKET
from hardware.drawing.wiring import Part
from minigam.board.header import GROUND, POWER_3V3, Header, header_of
from minigam.board.header import PI as PI_HEADER
from minigam.board.header import PICO as PICO_HEADER
from minigam.board.profile_model import Profile

PI_NAME, PICO_NAME = "Pi", "Pico"
USB, USB_POWER = "USB", "USB-C"
"""Sockets, beside the pins of the header."""
PI_HOLDS = {PI: 1, CARD: 1}


def computer(profile: Profile, used: Mapping[str, str]) -> Part:
    """The computer that has the profile's pins."""
    return pico(used) if profile.on_a_pico else pi(used)


def name_of(profile: Profile) -> str:
    """The name of that computer on the sheets."""
    return PICO_NAME if profile.on_a_pico else PI_NAME


def pi(used: Mapping[str, str]) -> Part:
    """A Raspberry Pi with a socket on its header; `used`: what each pin or socket is for."""
    return Part(
        PI_NAME, "Raspberry Pi, 40-pin header", _pins(PI_HEADER, used), PI_HOLDS | {PI_SOCKET: 1}
    )


def pico(used: Mapping[str, str]) -> Part:
    """A Raspberry Pi Pico; `used`: what each pin or socket is for."""
    holds = {PICO: 1, PICO_SOCKET: 2}
    return Part(PICO_NAME, "Raspberry Pi Pico", _pins(PICO_HEADER, used), holds)


def _pins(header: Header, used: Mapping[str, str]) -> dict[str, str]:
    return {pin: _label(header, pin, use) for pin, use in used.items()}


def _label(header: Header, pin: str, use: str) -> str:
    label = header.label(int(pin)) if pin.isdecimal() else ""
    return " ".join(part for part in (label, use) if part)


def pin(profile: Profile, gpio: int) -> str:
    """The pin of a GPIO of the profile's computer."""
    return str(header_of(profile).pin(gpio))


def ground(profile: Profile, beside: str) -> str:
    """The ground pin nearest to another pin."""
    return str(header_of(profile).nearest(GROUND, int(beside)))


def power_3v3(profile: Profile, beside: str) -> str:
    """The 3.3 V pin nearest to another pin."""
    return str(header_of(profile).nearest(POWER_3V3, int(beside)))
