"""What systemd and a Pi's firmware say, asked through their own programs."""

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass

from minigam.errors import ProgramError

ANSWER_SECONDS = 10.0
UNIT = "minigam"

LOW_VOLTAGE, CAPPED, THROTTLED, HOT = range(4)
_WORDS = {
    LOW_VOLTAGE: "the voltage is too low",
    CAPPED: "the processor's clock is capped",
    THROTTLED: "the processor is slowed down",
    HOT: "it is close to too hot",
}
"""Bits of `vcgencmd get_throttled`; the same 16 bits higher: at some time since the start.
https://www.raspberrypi.com/documentation/computers/os.html#get_throttled"""
_SINCE_START = 16


@dataclass(frozen=True)
class Power:
    """Voltage and heat, as the bits that the firmware sets.

    >>> power = Power(0x50001)
    >>> power.now, power.earlier
    (('the voltage is too low',), ('the processor is slowed down',))
    """

    bits: int

    @property
    def now(self) -> tuple[str, ...]:
        """What is wrong at this moment."""
        return tuple(_WORDS[bit] for bit in self._set(0))

    @property
    def earlier(self) -> tuple[str, ...]:
        """What was wrong since the start and is not now."""
        now = set(self._set(0))
        return tuple(_WORDS[bit] for bit in self._set(_SINCE_START) if bit not in now)

    def _set(self, shift: int) -> Iterator[int]:
        return (bit for bit in _WORDS if self.bits >> shift >> bit & 1)


@dataclass(frozen=True)
class Unit:
    """The daemon as systemd sees it."""

    load: str
    """`loaded`, or `not-found`."""
    active: str
    sub: str
    enabled: str
    user: str
    """Empty for root."""
    restarts: str
    """How often systemd has started it again by itself."""

    @property
    def installed(self) -> bool:
        """Whether there is such a unit at all."""
        return self.load == "loaded"


def ask_power() -> Power:
    """What `vcgencmd` says; raise `ProgramError` where it says nothing of use."""
    said = _answer("vcgencmd", "get_throttled")
    try:
        return Power(int(said.strip().removeprefix("throttled="), 16))
    except ValueError:
        raise ProgramError(f"expected throttled=0x... of vcgencmd, got {said.strip()!r}") from None


def ask_unit() -> Unit:
    """What `systemctl` says of the daemon's unit; raise `ProgramError` where it says nothing."""
    names = ("LoadState", "ActiveState", "SubState", "UnitFileState", "User", "NRestarts")
    said = _answer("systemctl", "show", UNIT, f"--property={','.join(names)}")
    found = dict(line.partition("=")[::2] for line in said.splitlines())
    return Unit(*(found.get(name, "") for name in names))


def _answer(*command: str) -> str:
    try:
        return subprocess.run(
            command, capture_output=True, text=True, timeout=ANSWER_SECONDS, check=True
        ).stdout
    except FileNotFoundError:
        raise ProgramError(f"{command[0]} is not installed") from None
    except (OSError, subprocess.SubprocessError) as fault:
        raise ProgramError(f"{command[0]} gave no answer: {fault}") from None
