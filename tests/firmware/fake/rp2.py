"""A state machine for MicroPython's unix port: what goes out is kept in the file `strip`."""


class PIO:
    """Constants."""

    OUT_LOW = SHIFT_LEFT = 0
    JOIN_TX = 1


def asm_pio(**_settings: int):
    """A program that is never assembled."""
    return lambda program: program


class StateMachine:
    """Takes bytes as a WS2812's wire would."""

    def __init__(self, _number: int, _program, freq: int, sideset_base) -> None:
        """As on a Pico."""
        self._pin = sideset_base
        if freq != 8_000_000:
            raise ValueError("a bit would not take 1.25 us")

    def active(self, _on: int) -> None:
        """Begin."""

    def put(self, data: bytes, shift: int) -> None:
        """Send each byte, from its highest bit on."""
        if shift != 24:
            raise ValueError("the highest bits would not go out first")
        with open("strip", "wb") as file:
            file.write(data)
