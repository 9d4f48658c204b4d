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

    def __init__(self, number: int, _program, freq: int, sideset_base) -> None:
        self._pin = sideset_base
        if number or freq != 16_000_000:
            raise ValueError("a bit would not take 1.25 us, or another machine would")

    def active(self, _on: int) -> None:
        """Begin."""


class DMA:
    """Takes bytes to where a state machine takes them from."""

    def pack_ctrl(self, size: int, inc_write: bool, treq_sel: int) -> tuple:
        return size, inc_write, treq_sel

    def active(self) -> bool:
        """All goes out at once."""
        return False

    def config(self, read, write: int, count: int, ctrl: tuple, trigger: bool) -> None:
        """Send each byte, from its highest bit on."""
        if (write, ctrl, trigger) != (0x50200010, (0, False, 0), True):
            raise ValueError("the bytes would not go out one by one, as the wire takes them")
        with open("strip", "wb") as file:
            file.write(bytes(read)[:count])
