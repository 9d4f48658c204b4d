"""A colour of the strip as a screen shows it. Pure."""

from minigam.board.light_meanings import Color

LUMINANCE = (0.2126, 0.7152, 0.0722)
"""What red, green and blue light add to the brightness (ITU-R BT.709)."""
LEAST = 0.4
"""The least brightness: a contrast of 6 to 1 on the dark field of the board."""


def on_screen(color: Color) -> Color:
    """The same hue in sRGB, lifted to a brightness that is legible on the page's dark board.

    A strip's bytes are amounts of light, and a screen's are not (IEC 61966-2-1). What is too dark
    is mixed with white light.

    >>> on_screen((255, 255, 255)), on_screen((255, 0, 0))
    ((255, 255, 255), (255, 134, 134))
    """
    light = [byte / 255 for byte in color]
    bright = sum(share * value for share, value in zip(LUMINANCE, light, strict=True))
    white = max(0.0, (LEAST - bright) / (1 - bright)) if bright < 1 else 0.0
    red, green, blue = (round(255 * _encoded(value + (1 - value) * white)) for value in light)
    return red, green, blue


def _encoded(light: float) -> float:
    """An amount of light as sRGB writes it."""
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
