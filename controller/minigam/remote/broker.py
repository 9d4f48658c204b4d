"""Which MQTT broker a board connects to, and as whom."""

from dataclasses import dataclass, field, replace
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit

from minigam.errors import BrokerError, shortened

TLS, PLAIN = "mqtts", "mqtt"
PORTS = {TLS: 8883, PLAIN: 1883}
"""What the standard has registered: https://www.iana.org/assignments/service-names-port-numbers."""
LONGEST = 300
EXPECTED = f"an address such as {TLS}://broker.example"


@dataclass(frozen=True)
class Certificates:
    """Files for TLS; None where there is none."""

    ca: Path | None = None
    """The authorities that are believed, in place of the system's."""
    certificate: Path | None = None
    """The board's own, in place of a password."""
    key: Path | None = None
    """The private key of that."""


@dataclass(frozen=True)
class Broker:
    """A broker, and who the board is there.

    >>> print(parse_broker("mqtts://anna:secret@broker.example"))
    mqtts://broker.example:8883
    """

    host: str
    port: int
    tls: bool
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    certificates: Certificates = Certificates()

    def __str__(self) -> str:
        """Its address, without user and password."""
        scheme, host = TLS if self.tls else PLAIN, self.host
        return f"{scheme}://{f'[{host}]' if ':' in host else host}:{self.port}"

    def with_login(self, user: str, password: str | None) -> "Broker":
        """The same with a password; `user` where the address names none.

        Raises `BrokerError` where others in the network could read the password.
        """
        if password is None:
            return self
        found = replace(self, user=self.user or user, password=password)
        found.check()
        return found

    def check(self) -> None:
        """Raise `BrokerError` where others in the network could read the password."""
        if self.password is not None and not self.tls and not is_this_machine(self.host):
            raise BrokerError(
                f"expected {TLS}://{self.host}, got {PLAIN}:// and a password for another machine: "
                f"everybody in the network could read it; use {TLS}://"
            )


def parse_broker(text: str) -> Broker:
    """A broker's address; raise `BrokerError` for anything else, without quoting a password.

    >>> parse_broker("mqtt://localhost:1884").port
    1884
    >>> parse_broker("https://broker.example")
    Traceback (most recent call last):
    minigam.errors.BrokerError: expected an address such as mqtts://broker.example, got https://...
    """
    parts = _split(text)
    if parts.scheme not in PORTS:
        got = f"{parts.scheme}://..." if "://" in text else "no mqtts:// before the name"
        raise BrokerError(shortened(f"expected {EXPECTED}, got {got}"))
    try:
        port = parts.port
    except ValueError:
        raise BrokerError("expected a port from 1 to 65535 after the broker's name") from None
    if not parts.hostname or port == 0 or not _is_host(parts.hostname):
        raise BrokerError(f"expected {EXPECTED}, got no name of a machine, or port 0")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise BrokerError(f"expected {EXPECTED}, got more after the name and port")
    broker = Broker(
        parts.hostname,
        port or PORTS[parts.scheme],
        parts.scheme == TLS,
        None if parts.username is None else unquote(parts.username),
        None if parts.password is None else unquote(parts.password),
    )
    if broker.password is not None and not broker.user:
        raise BrokerError("expected a user's name before the password in the broker's address")
    broker.check()
    return broker


def _split(text: str) -> SplitResult:
    if len(text) > LONGEST or not text.isprintable() or " " in text:
        raise BrokerError(f"expected {EXPECTED}, of at most {LONGEST} characters without spaces")
    try:
        return urlsplit(text)
    except ValueError:
        raise BrokerError(f"expected {EXPECTED}, got a name that is none") from None


def _is_host(name: str) -> bool:
    return all(letter.isalnum() or letter in ".-_:" for letter in name)


def is_this_machine(host: str) -> bool:
    """Whether a name is that of the machine itself.

    >>> [is_this_machine(host) for host in ("localhost", "127.0.0.1", "::1", "192.168.1.7")]
    [True, True, True, False]
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
