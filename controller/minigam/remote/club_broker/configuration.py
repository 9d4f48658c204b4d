"""Mosquitto's settings for a club: TLS and a password or certificate, and limits."""

from collections.abc import Collection
from pathlib import Path
from typing import Final

from minigam.errors import UnreadableError
from minigam.remote.club_broker.access_list import writable_topics
from minigam.remote.club_broker.users import User
from minigam.remote.payload_reading import MOST_PACKET_BYTES

CONF: Final = "minigam.conf"
AUTHORITY: Final = "ca.crt"
SERVER: Final = "server.pem"
REVOKED: Final = "revoked.pem"
PASSWORDS: Final = "passwords"
ACCESS: Final = "access"
"""Names of the files in the broker's folder.

The certificate and its key are one file, so that a cut of power leaves no two that do not fit."""
MOST_CONNECTIONS: Final = 500
"""A listener: 50 boards, their phones' pages and Home Assistant take a fifth of it."""
MOST_QUEUED_BYTES: Final = 2**21
"""That wait for one user: all retained messages of 50 boards have 0.6 MB."""
OTHER_BYTES: Final = 2**26
"""For connections, subscriptions and what Mosquitto itself needs."""


def most_memory(users: Collection[User]) -> int:
    """Bytes for all that these users may make the broker keep, however large they write it."""
    retained = len(writable_topics(users)) * MOST_PACKET_BYTES
    return retained + len(users) * MOST_QUEUED_BYTES + OTHER_BYTES


def broker_settings(folder: Path, port: int, users: Collection[User]) -> str:
    """The listeners, who may connect, and limits. `folder`: of the files that they name.

    Rights are the same at both ports, so they are not settings of a listener: a listener that
    somebody adds beside these needs a password too. Raises `UnreadableError` for a folder whose
    name cannot stand in such a file.
    """
    tls = f"""cafile {_place(folder, AUTHORITY)}
certfile {_place(folder, SERVER)}
keyfile {_place(folder, SERVER)}
tls_version tlsv1.2
max_connections {MOST_CONNECTIONS}
use_username_as_clientid true
"""
    return f"""# `minigam club` writes this file, also again: put your own lines into another one.
# Who may connect, and what each may read and write.
allow_anonymous false
password_file {_place(folder, PASSWORDS)}
acl_file {_place(folder, ACCESS)}

# One that sends too much, or reads too slowly, costs the others nothing.
max_packet_size {MOST_PACKET_BYTES}
max_inflight_messages 20
max_queued_messages 1000
max_queued_bytes {MOST_QUEUED_BYTES}
# Enough for the largest message at each topic that a user may write, and for all that waits.
memory_limit {most_memory(users)}
# A user that is away for longer fetches all retained messages again.
persistent_client_expiration 7d

# Nothing is stored: boards and the club publish all of their state at each connection.
persistence false
set_tcp_nodelay true

# Users with a password. A user has one connection: nobody can end that of another by its client id.
listener {port}
{tls}
# Users with a certificate, which is their name.
listener {port + 1}
{tls}require_certificate true
use_identity_as_username true
crlfile {_place(folder, REVOKED)}
"""


def whole_settings(folder: Path, user: str) -> str:
    """The settings of a broker that has no others, such as Debian's in /etc/mosquitto.

    `user`: of this machine, whose the folder is. Mosquitto that root starts becomes that user.
    """
    return f"""# mosquitto -c THIS-FILE starts a broker of its own with these.
user {user}
include_dir {_place(folder, "")}
"""


def _place(folder: Path, name: str) -> str:
    path = str(folder / name)
    if not path.isprintable() or path != path.strip() or not folder.is_absolute():
        raise UnreadableError(
            f"expected a folder whose whole name Mosquitto can read from its settings, got {path!r}"
        )
    return path
