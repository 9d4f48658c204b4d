"""What the first set-up asks for, with its rules. Pure.

Sources: host names by RFC 1123, 2.1; names and passwords of Wi-Fi networks by IEEE 802.11-2020,
9.4.2.2 and J.4.1.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum

from minigam.errors import RequestError
from minigam.provisioning.secret import Secret
from minigam.words import Words

LONGEST_NAME, LONGEST_SSID = 63, 32
LEAST_SECRET, MOST_SECRET, KEY_DIGITS = 8, 63, 64
DEFAULT_NAME = "minigam"
_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")
_KEY = re.compile("[0-9A-Fa-f]{64}")


class Field(Enum):
    """What is asked for; the value is its name in forms and files."""

    LANGUAGE = "language"
    NETWORK = "network"
    SECRET = "password"
    BOARD = "board"
    NAME = "name"


class Security(Enum):
    """How a Wi-Fi network is protected."""

    NONE = "none"
    PSK = "psk"
    """WPA2, or WPA2 and WPA3: one password for everybody."""
    SAE = "sae"
    """WPA3 only: one password too."""
    OTHER = "other"
    """WEP, or a network where everybody has a user name: it cannot be joined here."""


@dataclass(frozen=True)
class Wifi:
    """A Wi-Fi network to join."""

    ssid: bytes
    """Its name, 1 to 32 bytes; nothing says that they are text."""
    secret: Secret | None = None
    """None for a network without a password."""
    security: Security = Security.PSK
    hidden: bool = False
    """Whether it does not announce its name."""

    @property
    def title(self) -> str:
        """Its name, to be read."""
        return readable(self.ssid)


def readable(ssid: bytes) -> str:
    """The name of a network as text; bytes that are no text are shown as such.

    >>> readable("Café".encode()), readable(b"a\\xff\\x1b")
    ('Café', 'a\\\\xff\\\\x1b')
    """
    text = ssid.decode("utf-8", "backslashreplace")
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode("ascii")
        for each in text
    )


@dataclass(frozen=True)
class Choices:
    """What somebody has chosen."""

    language: str
    board: str
    name: str
    wifi: Wifi | None
    """None where the board uses a cable, or stays in the network that it has."""


class ChoicesError(RequestError):
    """Choices that cannot be used; `faults` has a sentence for each field."""

    def __init__(self, faults: Mapping[Field, Words]) -> None:
        """Keep the faults apart, and join them for people."""
        self.faults = dict(faults)
        super().__init__("; ".join(f"{field.value}: {text}" for field, text in faults.items()))


@dataclass(frozen=True)
class Offered:
    """What there is to choose from."""

    languages: Collection[str]
    """Tags, such as `de`."""
    boards: Collection[str]
    """Names of board profiles."""

    def read(
        self,
        *,
        language: str,
        board: str,
        name: str,
        ssid: bytes | None,
        secret: str,
        security: Security | None = None,
        hidden: bool = False,
    ) -> Choices:
        """The choices that were entered; `ssid` is None for no Wi-Fi.

        `security` is None where nobody has seen the network: then the password decides. Raises
        `ChoicesError` with every fault.

        >>> offered = Offered(["en"], ["quarter-hall"])
        >>> entered = {"language": "en", "board": "quarter-hall", "name": " Kitchen "}
        >>> offered.read(**entered, ssid=b"home", secret="open sesame").wifi
        Wifi(ssid=b'home', secret=***, security=<Security.PSK: 'psk'>, hidden=False)
        >>> try:
        ...     offered.read(**entered, ssid=b"home", secret="sesame")
        ... except ChoicesError as fault:
        ...     print(fault)
        password: A Wi-Fi password has 8 to 63 characters.
        """
        name = name.strip().lower() or DEFAULT_NAME
        faults: dict[Field, Words] = {}
        if language not in self.languages:
            faults[Field.LANGUAGE] = Words("Choose one of the languages.")
        if board not in self.boards:
            faults[Field.BOARD] = Words("Choose one of the boards.")
        if fault := fault_of_name(name):
            faults[Field.NAME] = fault
        security = security or (Security.PSK if secret else Security.NONE)
        if ssid is not None and (fault := fault_of_ssid(ssid, security)):
            faults[Field.NETWORK] = fault
        elif ssid is not None and (fault := fault_of_secret(secret, security)):
            faults[Field.SECRET] = fault
        if faults:
            raise ChoicesError(faults)
        kept = Secret(secret) if security is not Security.NONE else None
        wifi = None if ssid is None else Wifi(ssid, kept, security, hidden)
        return Choices(language, board, name, wifi)


def fault_of_name(name: str) -> Words | None:
    """Why a board cannot have that name in the network; None where it can.

    >>> fault_of_name("kitchen-2"), fault_of_name("localhost") is None
    (None, False)
    """
    if len(name) > LONGEST_NAME or not _NAME.fullmatch(name):
        return Words(
            "A name has letters from a to z, digits and hyphens, 63 at most, "
            "and no hyphen at its ends."
        )
    if name == "localhost" or name.isdecimal():
        return Words("This name means something else in a network: choose another.")
    return None


def fault_of_ssid(ssid: bytes, security: Security) -> Words | None:
    """Why a network cannot be joined by its name and kind; None where it can.

    >>> fault_of_ssid(b"", Security.PSK)
    'Choose your Wi-Fi, or type its name.'
    """
    if not ssid:
        return Words("Choose your Wi-Fi, or type its name.")
    if len(ssid) > LONGEST_SSID:
        return Words("The name of a Wi-Fi has 32 bytes at most.")
    if security is Security.OTHER:
        return Words(
            "This Wi-Fi wants a user name, or uses the old WEP: the board cannot join it. "
            "Choose another."
        )
    return None


def fault_of_secret(secret: str, security: Security) -> Words | None:
    """Why a password cannot be right; None where it may be.

    64 hexadecimal digits are a key, which has no shorter form.

    >>> fault_of_secret("12345678", Security.PSK), fault_of_secret("0" * 64, Security.PSK)
    (None, None)
    """
    if security is Security.NONE:
        return None
    if not secret:
        return Words("This Wi-Fi needs its password.")
    size = len(secret.encode("utf-8", "surrogatepass"))
    is_key = _KEY.fullmatch(secret) and security is Security.PSK
    if not is_key and not LEAST_SECRET <= size <= MOST_SECRET:
        return Words("A Wi-Fi password has 8 to 63 characters.")
    if any(letter < " " or letter == "\x7f" or "\ud800" <= letter <= "\udfff" for letter in secret):
        return Words("A Wi-Fi password has no line breaks or other control characters.")
    return None
