"""`minigam settings`: what a board's owner has set, and changing it while no daemon runs."""

import argparse
import json
import time
from pathlib import Path
from typing import Any

from minigam.board.profile import load_profile
from minigam.cli.common import add_board, add_data, pairs
from minigam.daemon.board_secrets import load_password
from minigam.daemon.config import Config
from minigam.daemon.settings import ALL, AS_USUAL
from minigam.daemon.settings_store import (
    BROKER_PASSWORD,
    NEW_PIN,
    PIN,
    SettingsFile,
    SettingsStore,
    settings_store_for,
)
from minigam.journal.data_folder import lock_data_folder
from minigam.rules.ruleset import RULE_SETS

NOTHING = {
    "games": "all that fit the board",
    "levels": "none: only people play",
    "language": "as the page's browser says",
    "night": "never",
    "idle": "never",
    "rest": "never",
    "broker": "none",
    "board_name": "this machine's name",
}
"""What an empty value, or 0, means."""
TRUTHS = {"true": True, "false": False, "on": True, "off": False}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "changes",
        nargs="*",
        metavar="NAME=VALUE",
        help="such as idle=5, levels=easy,hard, night= or pin=2580",
    )
    add_board(parser)
    parser.add_argument("--rules", choices=list(RULE_SETS), help="as for minigam run")
    text = "set the password for the MQTT broker to what is in this file"
    parser.add_argument("--broker-password-file", type=Path, metavar="FILE", help=text)
    add_data(parser)


def run(options: argparse.Namespace) -> int:
    """Print or change them. Whoever may write the file need not know the PIN."""
    config = Config(board=options.board, rules=options.rules, data=options.data)
    profile = load_profile(config.board_name)
    file = SettingsFile(config.data_folder, profile)
    changes = pairs(options.changes, flag="")
    if changes or options.broker_password_file:
        wanted = _wanted(dict(changes))
        if options.broker_password_file:
            wanted[BROKER_PASSWORD] = load_password(options.broker_password_file)
        SettingsStore(file, time.monotonic).check(wanted)  # before a folder is made for the lock
        with lock_data_folder(config.data_folder):
            settings_store_for(config.data_folder, profile, time.monotonic).set(wanted)
    store = settings_store_for(config.data_folder, profile, time.monotonic)
    for line in (f"# board: {profile.name}, in {file.path}", *store.faults, *_lines(store)):
        print(line)
    return 0


def _lines(store: SettingsStore) -> list[str]:
    listed = store.listed()
    secrets = {BROKER_PASSWORD: listed[BROKER_PASSWORD], PIN: listed["locked"]}
    values = {**listed["settings"], **secrets}
    return [_line(name, value) for name, value in values.items()]


def _line(name: str, value: Any) -> str:
    """A setting as the file has it.

    >>> _line("idle", 0), _line("idle", 2.5), _line("tones", False)
    ('idle = 0  # never', 'idle = 2.5', 'tones = false')
    """
    said = f"{name} = {json.dumps(value, ensure_ascii=False)}"
    return said if value or name not in NOTHING else f"{said}  # {NOTHING[name]}"


def _wanted(changes: dict[str, str]) -> dict[str, Any]:
    """What was typed, as values."""
    usual = AS_USUAL.listed()
    wanted = {name: read(text, usual.get(name)) for name, text in changes.items() if name != PIN}
    if PIN in changes:
        wanted[NEW_PIN] = changes[PIN]
    return wanted


def read(text: str, usual: Any) -> Any:
    """A value as it is typed, of the kind of the usual one; another text, and `all`, as it is.

    >>> read("off", True), read("2.5", 10.0), read("easy,hard", []), read("", []), read("x", 70)
    (False, 2.5, ['easy', 'hard'], [], 'x')
    >>> read("all", [])
    'all'
    """
    if isinstance(usual, list) and text != ALL:
        return [name for name in text.split(",") if name]
    if isinstance(usual, bool):
        return TRUTHS.get(text, text)
    try:
        return type(usual)(text) if isinstance(usual, int | float) else text
    except ValueError:
        return text
