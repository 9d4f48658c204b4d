"""`minigam.toml`, the file on the boot partition that sets a board up without a phone. Pure.

Its example, with every key, is `systemd/image/minigam.toml`.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from minigam.errors import SettingsError
from minigam.provisioning.choices import DEFAULT_NAME, Choices, ChoicesError, Field, Offered
from minigam.validation import FLAG, TABLE, TEXT, Kind

NAME = "minigam.toml"
ERROR_NAME = "minigam-error.txt"
DEFAULT_LANGUAGE, DEFAULT_BOARD = "en", "quarter-buttons"
KEYS: Mapping[str, Kind] = {"language": TEXT, "board": TEXT, "name": TEXT, "wifi": TABLE}
WIFI_KEYS: Mapping[str, Kind] = {"name": TEXT, "password": TEXT, "hidden": FLAG, "joined": FLAG}
IN_FILE = {Field.NETWORK: "wifi.name", Field.SECRET: "wifi.password"}
"""Where a field has another name here than in the form."""
JOINED = "joined = true"
"""Stands in the password's place once NetworkManager has it; shorter than any password's line."""
_PASSWORD = re.compile(r"^[ \t]*(?:password|\"password\"|'password')[ \t]*=.*$", re.MULTILINE)


@dataclass(frozen=True)
class SetupFile:
    """What such a file asks for."""

    choices: Choices | None
    """None where each line is a comment, as in the file that a flashed card has."""
    is_joined: bool
    """Whether its Wi-Fi was joined before, and the password removed."""


def read_setup_file(text: str, offered: Offered) -> SetupFile:
    """What a file asks for; raise `SettingsError` with a line for every fault.

    No message contains a password, nor any other value of the file.

    >>> offered = Offered(["en"], ["quarter-buttons"])
    >>> read_setup_file('[wifi]\\nname = "home"\\npassword = "open sesame"', offered).choices.wifi
    Wifi(ssid=b'home', secret=***, security=<Security.PSK: 'psk'>, hidden=False)
    >>> read_setup_file("# nothing but comments", offered).choices is None
    True
    """
    table = _table(text)
    wifi = table.get("wifi", {})
    faults = [*_faults_of(table, KEYS, "")]
    if isinstance(wifi, dict):
        faults += _faults_of(wifi, WIFI_KEYS, "wifi.")
        if not faults and "wifi" in table and "name" not in wifi:
            faults.append("wifi.name: expected the name of your Wi-Fi, found none")
    if faults:
        raise _refused(faults)
    if not table:
        return SetupFile(None, is_joined=False)
    joined = wifi.get("joined", False) and "password" not in wifi
    try:
        choices = offered.read(
            language=table.get("language", DEFAULT_LANGUAGE),
            board=table.get("board", DEFAULT_BOARD),
            name=table.get("name", DEFAULT_NAME),
            ssid=None if joined or not wifi else wifi["name"].encode(),
            secret=wifi.get("password", ""),
            hidden=wifi.get("hidden", False),
        )
    except ChoicesError as fault:
        raise _refused(_in_file(fault, offered)) from None
    return SetupFile(choices, joined)


def _table(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as fault:
        found = re.search(r"at line (\d+)", str(fault))
        where = f"line {found[1]}" if found else "its end"
        wrong = 'expected TOML, such as name = "kitchen": are the quotes in pairs?'
        if "overwrite" in str(fault):
            wrong = "this was set above: is the line [wifi] missing before the Wi-Fi's lines?"
        raise _refused([f"{where}: {wrong}"]) from None


def _faults_of(table: Mapping[str, Any], keys: Mapping[str, Kind], where: str) -> Iterable[str]:
    for key, value in table.items():
        if key not in keys:
            known = ", ".join(keys)
            shown = "a key of [wifi]" if where else _shown(key)
            yield f"{shown}: unknown; expected one of: {known}"
        elif not keys[key].fits(value):
            yield f"{where}{key}: expected {keys[key].expected}, got something else"


def _shown(key: str) -> str:
    """A key, unless it may be a password on the wrong side; of the Wi-Fi's, any may be."""
    return key if re.fullmatch("[a-z_-]{1,20}", key) else "a key"


def _in_file(fault: ChoicesError, offered: Offered) -> Iterable[str]:
    known = {Field.LANGUAGE: offered.languages, Field.BOARD: offered.boards}
    for field, text in fault.faults.items():
        names = f" They are: {', '.join(sorted(known[field]))}." if field in known else ""
        yield f"{IN_FILE.get(field, field.value)}: {text}{names}"


def _refused(faults: Iterable[str]) -> SettingsError:
    lines = "".join(f"\n  {fault}" for fault in faults)
    return SettingsError(f"{NAME} cannot be used, and nothing was changed:{lines}")


def without_password(text: str) -> str:
    """The file once NetworkManager has the password: as long as before, and with `JOINED` instead.

    As long, so that it is written over the old one in its place. Where the password is not on a
    line of its own, the file is written anew, without comments.

    >>> without_password('[wifi]\\nname = "home"\\npassword = "open sesame" # ours')
    '[wifi]\\nname = "home"\\njoined = true                  '
    """
    wifi = tomllib.loads(text).get("wifi", {})
    if "password" not in wifi:
        return text
    secret = wifi["password"]
    line = "" if "joined" in wifi else JOINED
    changed = _PASSWORD.sub(lambda found: line.ljust(len(found[0].encode())), text, count=1)
    if not _has(changed, secret):
        return changed
    return _anew(tomllib.loads(text)).ljust(len(text.encode()))


def _has(text: str, secret: str) -> bool:
    """Whether a password is in a text still, or it cannot be read any more."""
    try:
        return secret in text or "password" in tomllib.loads(text).get("wifi", {})
    except ValueError:
        return True


def _anew(table: Mapping[str, Any]) -> str:
    """The file with its values alone."""
    lines = [
        f"{key} = {_quoted(table[key])}" for key in ("language", "board", "name") if key in table
    ]
    wifi = [f"name = {_quoted(table['wifi']['name'])}", JOINED]
    return "\n".join([*lines, "[wifi]", *wifi]) + "\n"


def _quoted(text: str) -> str:
    """A text as TOML's basic string: all but plain ASCII as code points.

    >>> _quoted('a"b')
    '"a\\\\u0022b"'
    """
    plain = "".join(
        each if each.isascii() and each.isprintable() and each not in '"\\' else _code(each)
        for each in text
    )
    return f'"{plain}"'


def _code(letter: str) -> str:
    number = ord(letter)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
