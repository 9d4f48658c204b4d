"""The small file that a board is given: where the broker is, and how it proves who it is."""

import json
from dataclasses import asdict, dataclass
from typing import Final

from minigam.errors import UnreadableError, shortened
from minigam.json_text import parse_json
from minigam.remote.names import check_name
from minigam.validation import TABLE, TEXT, whole

VERSION: Final = 1
SCHEME: Final = "mqtts://"


@dataclass(frozen=True)
class Credentials:
    """What a user of a club's broker connects with.

    >>> parse_credentials(format_credentials(Credentials("mqtts://pi:8883", "a", "-", "secret")))
    Credentials(broker='mqtts://pi:8883', name='a', ca='-', password=..., key=...)
    """

    broker: str
    """Such as `mqtts://club.local:8883`."""
    name: str
    ca: str
    """The certificate of the club's authority, as PEM."""
    password: str = ""
    """Empty: by a certificate."""
    certificate: str = ""
    """As PEM; empty: by a password."""
    key: str = ""

    def __repr__(self) -> str:
        """Without what is secret, for logs."""
        shown = f"broker={self.broker!r}, name={self.name!r}, ca={self.ca!r}"
        return f"Credentials({shown}, password=..., key=...)"


def separate_files(credentials: Credentials) -> dict[str, str]:
    """The same for programs that want a file for each, such as Home Assistant.

    >>> sorted(separate_files(Credentials("mqtts://pi:8883", "a", "-", "secret")))
    ['ca.crt', 'password']
    """
    found = {
        "ca.crt": credentials.ca,
        "password": credentials.password,
        "own.crt": credentials.certificate,
        "own.key": credentials.key,
    }
    return {name: text for name, text in found.items() if text}


def format_credentials(credentials: Credentials) -> str:
    """As a JSON text."""
    fields = {name: value for name, value in asdict(credentials).items() if value}
    return json.dumps({"v": VERSION, **fields}, indent=1) + "\n"


def parse_credentials(text: str, where: str = "this file") -> Credentials:
    """From a JSON text; raise `UnreadableError` for another one. `where`: it stands, for people."""
    try:
        tree = TABLE.read(parse_json(text))
        whole(VERSION, VERSION).read(tree.get("v"), "v")
        words = {
            name: TEXT.read(tree.get(name, ""), name)
            for name in ("broker", "name", "ca", "password", "certificate", "key")
        }
        return _checked(Credentials(**words))
    except ValueError as fault:
        raise UnreadableError(
            f"{where} cannot be used: {shortened(fault)}; minigam club add makes such a file"
        ) from None


def _checked(found: Credentials) -> Credentials:
    check_name(found.name)
    if not found.broker.startswith(SCHEME):
        raise ValueError(f"broker: expected {SCHEME}HOST:PORT, got {found.broker!r}")
    if not found.ca:
        raise ValueError("ca: expected the club's certificate, got none")
    if bool(found.password) == bool(found.certificate and found.key):
        raise ValueError("expected a password, or a certificate with its key")
    return found
