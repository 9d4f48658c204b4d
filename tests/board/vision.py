"""How colours look to eyes that lack a kind of cone, or see no colours at all.

The matrices are those of G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-
based Model for Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and
Computer Graphics 15 (6), 2009, pages 1291-1298, for the severity 1.0. They take amounts of light.
"""

from itertools import starmap
from math import dist

from minigam.board.light_meanings import Color
from minigam.board.screen_color import LUMINANCE

Light = tuple[float, ...]
"""Amounts of red, green and blue light, from 0 to 1."""
VISIONS: dict[str, tuple[Light, Light, Light]] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "grey": (LUMINANCE, LUMINANCE, LUMINANCE),
}
TO_XYZ = ((0.4124, 0.3576, 0.1805), LUMINANCE, (0.0193, 0.1192, 0.9505))
"""From light in sRGB's primaries to CIE XYZ (IEC 61966-2-1)."""


def seen(light: Light, vision: str) -> Light:
    """What an eye makes of a light."""
    return tuple(min(1.0, max(0.0, value)) for value in _times(VISIONS[vision], light))


def of_strip(color: Color) -> Light:
    """The light of a pixel: its bytes are amounts of light."""
    return tuple(byte / 255 for byte in color)


def of_screen(color: Color) -> Light:
    """The light of a colour on a screen, which is written in sRGB."""
    return tuple(
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in of_strip(color)
    )


def lab(light: Light) -> Light:
    """Lightness L*, a* and b* of CIE 1976, beside the white of sRGB."""
    white = _times(TO_XYZ, (1.0, 1.0, 1.0))
    x, y, z = starmap(_root, zip(_times(TO_XYZ, light), white, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Light, other: Light) -> float:
    """How far two lights are apart for an eye: CIE 1976."""
    return dist(lab(one), lab(other))


def _root(value: float, white: float) -> float:
    share = value / white
    return float(share ** (1 / 3)) if share > (6 / 29) ** 3 else 841 / 108 * share + 4 / 29


def _times(matrix: tuple[Light, ...], light: Light) -> Light:
    return tuple(sum(a * b for a, b in zip(row, light, strict=True)) for row in matrix)
