"""The display of a Wayland session, switched off and on by wlr-randr.

Compositors that have the protocol wlr-output-management take it: cage 0.2.0 has it, 0.1.4 not yet.
"""

import subprocess
from subprocess import CalledProcessError, SubprocessError

from minigam.errors import ProgramError, shortened

PROGRAM = "wlr-randr"
SECONDS = 10.0
"""For an answer: a display may take a while to find its picture."""


def switch(lit: bool) -> None:
    """Switch every output of this session on or off.

    Raises `ProgramError` where that cannot be.
    """
    word = "--on" if lit else "--off"
    _ask(*(option for name in outputs(_ask()) for option in ("--output", name, word)))


def outputs(listed: str) -> tuple[str, ...]:
    """The names in what wlr-randr lists: what it says of each is indented below it.

    >>> outputs('HDMI-A-1 "Iiyama 24"\\n  Enabled: yes\\nDSI-1 "(null)"\\n  Enabled: no\\n')
    ('HDMI-A-1', 'DSI-1')
    """
    lines = (line for line in listed.splitlines() if line and not line[0].isspace())
    return tuple(line.partition(" ")[0] for line in lines)


def _ask(*options: str) -> str:
    try:
        return subprocess.run(
            (PROGRAM, *options),
            capture_output=True,
            text=True,
            errors="replace",  # a display may be called anything
            timeout=SECONDS,
            check=True,
        ).stdout
    except FileNotFoundError:
        raise ProgramError(f"{PROGRAM} is not installed: sudo apt install {PROGRAM}") from None
    except CalledProcessError as fault:
        said = shortened(fault.stderr.strip())
        raise ProgramError(f"{PROGRAM} cannot switch the display: {said}") from None
    except (OSError, SubprocessError) as fault:
        raise ProgramError(f"{PROGRAM} cannot switch the display: {fault}") from None
