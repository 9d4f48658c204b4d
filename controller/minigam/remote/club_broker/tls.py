"""How a board proves to a club's broker who it is, and believes no other broker."""

import ssl
from pathlib import Path
from tempfile import TemporaryDirectory

from minigam.errors import UnreadableError
from minigam.remote.club_broker.credentials import Credentials


def client_context(credentials: Credentials) -> ssl.SSLContext:
    """TLS for a connection to that club's broker: its own authority is believed, and no other.

    Raises `UnreadableError` where the certificates or the key cannot be used.
    """
    try:
        context = ssl.create_default_context(cadata=credentials.ca)
        if credentials.certificate:
            _load_own(context, credentials)
    except (ssl.SSLError, ValueError):
        raise UnreadableError(
            f"the certificates of {credentials.name} cannot be used: make new ones with "
            "minigam club revoke and minigam club add --certificate"
        ) from None
    return context


def _load_own(context: ssl.SSLContext, credentials: Credentials) -> None:
    """Python reads them from a file only: from one that is this user's alone, and gone at once."""
    with TemporaryDirectory(prefix="minigam-") as folder:
        file = Path(folder) / "own.pem"
        file.touch(0o600)
        file.write_text(f"{credentials.key}\n{credentials.certificate}", "ascii")
        context.load_cert_chain(file)
