"""A board's own key and its broker's password: files that no page, backup or report holds.

They are in the folder `remote` of the data folder, each its owner's alone. A backup leaves the
folder out: put back on another board it must not make two boards the same.
"""

import logging
from collections.abc import Callable
from pathlib import Path

from minigam.errors import BrokerError, MinigamError, SettingsError
from minigam.files.small_files import small_text, write_whole
from minigam.journal.store import is_plain_file
from minigam.remote.broker import Certificates
from minigam.rules.meeting import KEY as KEY_DIGITS
from minigam.validation import Kind

FOLDER = "remote"
KEY, PASSWORD = f"{FOLDER}/key", f"{FOLDER}/password"
PUBLIC_KEY = f"{FOLDER}/key.pub"
CA, CERTIFICATE, CERTIFICATE_KEY = "ca.pem", "certificate.pem", "certificate-key.pem"
"""Files for TLS that are used where they are there."""
LONGEST = 200
IS_PASSWORD = Kind(
    f"a password of at most {LONGEST} characters, or an empty text",
    lambda value: isinstance(value, str) and len(value) <= LONGEST and value.isprintable(),
)
log = logging.getLogger(__name__)


def load_password(file: Path) -> str:
    """The password in a file, without the end of its line; raise `BrokerError` for none."""
    try:
        text = small_text(file).rstrip("\r\n")
    except FileNotFoundError:
        raise BrokerError(f"expected a password in {file}, got no file") from None
    except (OSError, ValueError) as fault:
        what = getattr(fault, "strerror", None) or "it holds no UTF-8"
        raise BrokerError(f"expected a password in {file}, got: {what}") from None
    if not text or not IS_PASSWORD.fits(text):
        raise BrokerError(f"expected {IS_PASSWORD.expected} in {file}, and not an empty one")
    return text


class PasswordFile:
    """The password that was set for the broker, beside the settings."""

    def __init__(self, data: Path) -> None:
        """It need not exist."""
        self._data = data
        self.password = self._load()
        """Empty: there is none."""

    def _load(self) -> str:
        path = self._data / PASSWORD
        try:
            return load_password(path) if is_plain_file(path) else ""
        except (MinigamError, OSError) as fault:
            log.warning("the broker's password cannot be used: %s", fault)
            return ""

    def set(self, password: str) -> None:
        """Keep another one, or none; raise `SettingsError` where that fails."""
        path = self._data / PASSWORD
        try:
            if password:
                write_whole(self._data, PASSWORD, f"{password}\n")
            else:
                path.unlink(missing_ok=True)
        except OSError as fault:
            raise SettingsError(
                f"expected to write {path}, got: {fault.strerror}; is the disk full?"
            ) from None
        self.password = password


def own_key_text(data: Path, make: Callable[[], str]) -> str:
    """The board's own key as its file has it, made at first use.

    `make`: a new key as text. Raises `BrokerError` where it can be neither read nor written: a
    board that took a new key each time would be another one each time.
    """
    path = data / KEY
    try:
        if is_plain_file(path):
            return small_text(path).strip()
        text = make()
        write_whole(data, KEY, f"{text}\n")
    except (MinigamError, OSError, ValueError) as fault:
        raise BrokerError(f"the board's own key {path} cannot be used: {fault}") from None
    return text


def public_key_text(data: Path) -> str:
    """The board's public key, as it was written beside its own; empty where there is none.

    So a board without a broker knows itself too, and loads no library for it.
    """
    path = data / PUBLIC_KEY
    try:
        text = small_text(path).strip() if is_plain_file(path) else ""
    except (MinigamError, OSError, ValueError) as fault:
        log.warning("the board's public key cannot be used: %s", fault)
        return ""
    return text if KEY_DIGITS.fits(text) else ""


def keep_public_key(data: Path, key: str) -> None:
    """Write the public key beside the board's own; raise `BrokerError` where that fails."""
    if public_key_text(data) == key:
        return
    try:
        write_whole(data, PUBLIC_KEY, f"{key}\n")
    except (MinigamError, OSError) as fault:
        raise BrokerError(f"the board's public key cannot be written: {fault}") from None


def certificates_in(data: Path) -> Certificates:
    """The files for TLS that are beside the key."""
    paths = (data / FOLDER / name for name in (CA, CERTIFICATE, CERTIFICATE_KEY))
    return Certificates(*(path if path.exists() else None for path in paths))
