"""What the units and the files beside them say."""

import shlex
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "systemd"
BOARD, KIOSK = "minigam.service", "minigam-kiosk.service"
CLUB = "minigam-club.service"
UPDATE, REQUESTS = "minigam-update.service", "minigam-update.path"
SETUP, SETUP_FILE = "minigam-setup.service", "minigam-setup-file.service"
POLICY = FOLDER / "minigam-kiosk-policy.json"
Settings = dict[str, list[str]]


def lines(name: str) -> list[str]:
    """What a file says beside its comments; a line that goes on in the next is one.

    >>> lines("minigam.modules-load.conf")
    ['cdc_acm', 'spidev']
    """
    text = (FOLDER / name).read_text("utf-8").replace("\\\n", " ")
    return [line.strip() for line in text.splitlines() if line and line[0] not in "#;"]


def settings(unit: str) -> Settings:
    """Every value that a unit gives each name, in order.

    >>> settings(BOARD)["ExecStopPost"]
    ['/opt/minigam/current/bin/minigam dark --board ${BOARD}']
    """
    found: Settings = {}
    for line in lines(unit):
        name, is_setting, value = line.partition("=")
        if is_setting:
            found.setdefault(name, []).append(value)
    return found


def command(unit: str) -> list[str]:
    """The words that a unit starts.

    >>> command(BOARD)
    ['/opt/minigam/current/bin/minigam', 'run', '--board', '${BOARD}', '$OPTIONS']
    """
    (words,) = settings(unit)["ExecStart"]
    return shlex.split(words)
