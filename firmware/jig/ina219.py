"""The meter: an INA219 in the strip's supply.

Source: Texas Instruments INA219 data sheet (SBOS448), section 8.6: the shunt's voltage in register
1, in 10 uV, signed; the bus's in register 2 from bit 3 on, in 4 mV. As it starts it measures both
over and over, up to 32 V and 320 mV; the current needs no calibration: it is voltage by resistance.
"""

ADDRESS = 0x40
SHUNT, BUS = 1, 2


class Meter:
    """On an I2C bus, where there may be none."""

    def __init__(self, bus) -> None:
        """`bus`: a `machine.I2C`."""
        self._bus = bus

    def read(self) -> tuple | None:
        """Millivolts of the supply, and microvolts over the shunt."""
        try:
            return (self._register(BUS) >> 3) * 4, _signed(self._register(SHUNT)) * 10
        except OSError:
            return None

    def _register(self, register: int) -> int:
        return int.from_bytes(self._bus.readfrom_mem(ADDRESS, register, 2), "big")


def _signed(number: int) -> int:
    return number - 0x10000 if number & 0x8000 else number
