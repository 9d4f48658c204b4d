"""Who may use a club's broker: its users, and the certificates that were taken back."""

import json
import re
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from enum import StrEnum
from ipaddress import ip_address
from typing import Any, Final, Self

from minigam.errors import ExistsError, UnknownNameError, UnreadableError, shortened
from minigam.json_text import parse_json
from minigam.remote.names import check_name
from minigam.validation import LIST, TABLE, TEXT, Kind, list_of, one_of, whole

VERSION: Final = 1
_HOST = re.compile(
    r"(?=.{1,253}\Z)[a-z0-9]([a-z0-9-]{0,62})(\.[a-z0-9]([a-z0-9-]{0,62}))*", re.ASCII
)
_HASH = re.compile(r"\$7\$\d{1,7}\$[A-Za-z0-9+/]{16}\$[A-Za-z0-9+/]{86}==", re.ASCII)
_HEX = re.compile(r"[0-9a-f]{1,40}", re.ASCII)


class Role(StrEnum):
    """What a user is, and so what it may do: see `access_list.access_list`."""

    BOARD = "board"
    """A board, which writes under its own name."""
    CLUB = "club"
    """The service of a club's evening."""
    HOME_ASSISTANT = "home-assistant"
    WATCHER = "watcher"
    """Whoever only looks: a screen, a script."""


@dataclass(frozen=True)
class User:
    """One who may connect, by a password or by a certificate."""

    name: str
    role: Role
    added: str
    """When, in ISO 8601."""
    password: str = ""
    """Its hash, as `passwords.hash_password` makes it; empty: by a certificate."""
    serial: str = ""
    """The certificate's number, in hex; empty: by a password."""

    @property
    def by_certificate(self) -> bool:
        """Whether it shows a certificate in place of a password."""
        return bool(self.serial)


@dataclass(frozen=True)
class Revoked:
    """A certificate that is valid no longer."""

    serial: str
    at: str
    """When it was taken back, in ISO 8601."""
    name: str
    """The user's that had it; empty where an earlier version of minigam has not noted it."""


@dataclass(frozen=True)
class Members:
    """All that a broker's files are made of, beside the keys.

    >>> club = Members(("pi.local",), 8883).with_user(User("a", Role.BOARD, "", password="$7$"))
    >>> [user.name for user in club.users], club.without("a").users
    (['a'], ())
    """

    hosts: tuple[str, ...]
    """The broker's names and addresses; boards use the first."""
    port: int
    """For users with a password; those with a certificate connect to the next."""
    users: tuple[User, ...] = ()
    revoked: tuple[Revoked, ...] = ()

    @property
    def certificate_port(self) -> int:
        """Where a certificate is asked for."""
        return self.port + 1

    def find(self, name: str) -> User | None:
        """The user of a name, if there is one."""
        return next((user for user in self.users if user.name == name), None)

    def was_revoked(self, name: str) -> bool:
        """Whether a certificate of this name was taken back: its connection may still be open."""
        return any(each.name == name for each in self.revoked)

    def with_user(self, user: User) -> Self:
        """With one more; raise `ExistsError` for a name that is taken."""
        if self.find(user.name):
            raise ExistsError(f"the user {user.name}")
        return replace(self, users=tuple(sorted((*self.users, user), key=lambda each: each.name)))

    def without(self, name: str, at: str = "") -> Self:
        """Without one, whose certificate is valid no longer; raise `UnknownNameError` for none."""
        gone = self.find(name)
        if gone is None:
            raise UnknownNameError("user", name, [user.name for user in self.users])
        more = (Revoked(gone.serial, at, name),) if gone.by_certificate else ()
        users = tuple(user for user in self.users if user != gone)
        return replace(self, users=users, revoked=(*self.revoked, *more))

    def password_file(self) -> str:
        """Mosquitto's password file."""
        lines = (f"{user.name}:{user.password}\n" for user in self.users if user.password)
        return "".join(lines)


def check_host(text: str) -> str:
    """A broker's name or address itself; raise `UnreadableError` for any other text.

    >>> check_host("pi.local"), check_host("fd00::7")
    ('pi.local', 'fd00::7')
    """
    try:
        return str(ip_address(text)) if "%" not in text else _bad_host(text)
    except ValueError:
        lower = text.lower()
        return lower if _HOST.fullmatch(lower) and not _like_ipv4(lower) else _bad_host(text)


def _like_ipv4(text: str) -> bool:
    """Whether the last part is a number, as of no name there is."""
    return text.rpartition(".")[2].isdigit()


def _bad_host(text: str) -> str:
    raise UnreadableError(
        "expected a host's name or address, such as club.local or 192.168.1.7, got "
        f"{shortened(repr(text))}"
    )


# As text

_PORT = whole(1, 65534, "a port")
_MAYBE_HEX = Kind("a number in hex, or nothing", lambda text: text == "" or _is_hex(text))
_MAYBE_HASH = Kind("a password's hash, or nothing", lambda text: text == "" or _is_hash(text))
_HEX_TEXT = Kind("a number in hex", lambda text: _is_hex(text))
_TIME = Kind("a time in ISO 8601, with its zone", lambda text: _is_time(text))
_HOSTS = list_of(TEXT, "a list of hosts")


def _is_hex(text: object) -> bool:
    return isinstance(text, str) and _HEX.fullmatch(text) is not None


def _is_hash(text: object) -> bool:
    return isinstance(text, str) and _HASH.fullmatch(text) is not None


def _is_time(text: object) -> bool:
    if not isinstance(text, str):
        return False
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def format_members(members: Members) -> str:
    """As a JSON text, which `parse_members` reads."""
    return json.dumps({"v": VERSION, **asdict(members)}, indent=1) + "\n"


def parse_members(text: str, where: str = "club.json") -> Members:
    """From a JSON text; raise `UnreadableError` for another one. `where`: it stands, for people."""
    try:
        return _members(TABLE.read(parse_json(text)))
    except (ValueError, LookupError) as fault:
        what = f"a field {fault}" if isinstance(fault, KeyError) else fault
        raise UnreadableError(
            f"{where} cannot be used: {shortened(what)}; put back a copy of the folder"
        ) from None


def _members(tree: dict[str, Any]) -> Members:
    whole(VERSION, VERSION).read(tree["v"], "v")
    users = [_user(TABLE.read(each, "users")) for each in LIST.read(tree["users"], "users")]
    revoked = [TABLE.read(each, "revoked") for each in LIST.read(tree["revoked"], "revoked")]
    names = [user.name for user in users]
    if len(set(names)) < len(names):
        raise ValueError("a user is there twice")
    hosts = tuple(map(check_host, _HOSTS.read(tree["hosts"], "hosts")))
    if not hosts:
        raise ValueError("hosts: expected at least one, got none")
    return Members(
        hosts,
        _PORT.read(tree["port"], "port"),
        tuple(users),
        tuple(
            Revoked(
                _HEX_TEXT.read(each["serial"], "serial"),
                _TIME.read(each["at"], "at"),
                _name(each["name"]) if each.get("name") else "",
            )
            for each in revoked
        ),
    )


def _name(value: object) -> str:
    return check_name(TEXT.read(value, "name"), "a user's name")


def _user(tree: dict[str, Any]) -> User:
    role = Role(one_of([role.value for role in Role]).read(tree["role"], "role"))
    found = User(
        _name(tree["name"]),
        role,
        _TIME.read(tree["added"], "added"),
        _MAYBE_HASH.read(tree["password"], "password"),
        _MAYBE_HEX.read(tree["serial"], "serial"),
    )
    if bool(found.password) == bool(found.serial):
        raise ValueError(f"{found.name}: expected a password's hash or a certificate's number")
    return found
