"""`minigam club`: the broker of a club, who may use it, and the service of an evening."""

import argparse
import secrets
import shlex
import socket
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from minigam.cli import club_evening
from minigam.cli.club_folder import WHOLE, ClubFolder
from minigam.cli.output import path_to_write
from minigam.errors import ExistsError, UnreadableError
from minigam.remote.club_broker.credentials import SCHEME, Credentials
from minigam.remote.club_broker.passwords import SALT_BYTES, hash_password, new_password
from minigam.remote.club_broker.users import Members, Role, User, check_host
from minigam.remote.names import check_name

DEFAULT_PORT: Final = 8883
HERE: Final = ("localhost", "127.0.0.1", "::1")
"""A board on the broker's own machine."""
ELSEWHERE: Final = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that nobody has (RFC 5737, RFC 3849): nothing is sent to them."""
SOON: Final = timedelta(days=60)
NAME, BY_CERTIFICATE = "a user's name", "certificate"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    for name, (text, add, action) in ACTIONS.items():
        command = actions.add_parser(name, help=text, description=text)
        what = "the evening's folder" if action is _evening else "the club's folder"
        command.add_argument("folder", type=path_to_write, metavar="DIR", help=what)
        add(command)
        command.set_defaults(action=action)


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    options.action(ClubFolder(options.folder), options, _now())
    return 0


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


# A club


def _add_init(command: argparse.ArgumentParser) -> None:
    _add_hosts(command, "the machine's own")
    command.add_argument(
        "--port",
        type=_port,
        default=DEFAULT_PORT,
        help="for users with a password (default: %(default)s); the next port is for certificates",
    )


def _add_hosts(command: argparse.ArgumentParser, default: str) -> None:
    text = "a name or address of the broker's machine; may be given again, the first is what "
    text += f"boards use (default: {default})"
    command.add_argument("--host", action="append", default=[], metavar="NAME", help=text)


def _port(text: str) -> int:
    if text.isdecimal() and 0 < int(text) < 2**16 - 1:
        return int(text)
    raise argparse.ArgumentTypeError(f"expected a port from 1 to 65534, got {text!r}")


def _init(club: ClubFolder, options: argparse.Namespace, now: datetime) -> None:
    if club.is_there:
        _say_there(club, options)
        return
    _refuse_others_files(club)
    from minigam.remote.club_broker.certificates import Authority  # here, as it takes long

    members = Members(_hosts(options.host) if options.host else hosts_here(), options.port)
    authority = Authority.create(members.hosts[0], now)
    club.create(members, authority, now)
    print(f"the club's folder is {club.folder}: keep a copy of it where nobody else reads it")
    print(f"boards find the broker at {_address(members)}, with a certificate at", end=" ")
    print(f"port {members.certificate_port}")
    print(f"next: mosquitto -c {shlex.quote(str(club.folder / WHOLE))}")
    print(f"      minigam club add {shlex.quote(str(club.folder))} BOARD-NAME")


def _say_there(club: ClubFolder, options: argparse.Namespace) -> None:
    """An `init` that was done changes nothing; raise `UnreadableError` where it would."""
    members = club.members()
    if options.host and _hosts(options.host) != members.hosts:
        raise UnreadableError(
            f"expected the hosts that this club has, {', '.join(members.hosts)}, got others: give "
            "the broker a certificate for others with minigam club renew --host"
        )
    print(f"there already, and left as it is: {club.folder}")


def _refuse_others_files(club: ClubFolder) -> None:
    """Before keys are made; raise `ExistsError`."""
    folder = club.folder
    if folder.is_symlink() or (folder.exists() and not (folder.is_dir() and _is_empty(folder))):
        raise ExistsError(folder)


def _is_empty(folder: Path) -> bool:
    return next(folder.iterdir(), None) is None


def _hosts(given: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*map(check_host, given), *HERE)))


def hosts_here() -> tuple[str, ...]:
    """This machine's names and addresses, first the one by which others find it."""
    from minigam.daemon.http_port import names_here  # here, as it imports asyncio

    names = [name for name in names_here() if name != HERE[0]]
    return tuple(dict.fromkeys((*names, *_addresses_here(), *HERE)))


def _addresses_here() -> list[str]:
    """Those by which this machine reaches others, if it is in a network."""
    found = []
    for family, elsewhere in ELSEWHERE.items():
        with suppress(OSError), closing(socket.socket(family, socket.SOCK_DGRAM)) as probe:
            probe.connect((elsewhere, 9))
            found.append(probe.getsockname()[0])
    return found


def _address(members: Members, user: User | None = None) -> str:
    host = members.hosts[0]
    port = members.certificate_port if user and user.by_certificate else members.port
    return f"{SCHEME}{f'[{host}]' if ':' in host else host}:{port}"


def _add_renew(command: argparse.ArgumentParser) -> None:
    _add_hosts(command, "as before")


def _renew(club: ClubFolder, options: argparse.Namespace, now: datetime) -> None:
    with club.locked():
        hosts = _hosts(options.host) if options.host else club.members().hosts
        server = club.renew(hosts, now)
    print(f"the broker's new certificate is valid until {server.ends:%Y-%m-%d}")
    _say_reload()


# Its users


def _add_user(command: argparse.ArgumentParser) -> None:
    command.add_argument("name", metavar="NAME", help="the user's name: of a board, the board's")
    roles = [role.value for role in Role]
    text = "what it may do (default: %(default)s); see docs/club-network.md"
    command.add_argument("--role", choices=roles, default=Role.BOARD.value, help=text)
    text = "a certificate in place of a password"
    command.add_argument("--certificate", action="store_true", help=text)


def _add(club: ClubFolder, options: argparse.Namespace, now: datetime) -> None:
    name, role = check_name(options.name, NAME), Role(options.role)
    with club.locked():
        members = club.members()
        if there := members.find(name):
            _say_same(there, role, options, club.given_to(name))
            return
        authority = club.authority()
        if options.certificate:
            pair = authority.client(name, now)
            user = User(name, role, now.isoformat(), serial=pair.serial)
            secret = {"certificate": pair.certificate, "key": pair.key}
        else:
            password = new_password(secrets.choice)
            hashed = hash_password(password, secrets.token_bytes(SALT_BYTES))
            user = User(name, role, now.isoformat(), password=hashed)
            secret = {"password": password}
        members = members.with_user(user)
        given = Credentials(_address(members, user), name, authority.pair.certificate, **secret)
        club.give(given)
        club.save(members, authority, now)
    print(f"{name} may use {given.broker}, in the role {role}")
    if given.password:
        print(f"password, shown only now: {given.password}")
    print(f"for {name}, and nobody else: {club.given_to(name)}; delete that once {name} has it")
    if members.was_revoked(name):
        print(f"a connection with {name}'s revoked certificate may still be open, so end it:")
        print("next: sudo systemctl restart mosquitto (not reload: it would get its rights back)")
    else:
        _say_reload()


def _say_same(there: User, role: Role, options: argparse.Namespace, given: Path) -> None:
    """Raise `UnreadableError` where the user of this name is another kind of user."""
    if (there.role, there.by_certificate) != (role, options.certificate):
        raise UnreadableError(
            f"expected a name that nobody has, got {there.name}, which is there as {_kind(there)}: "
            "take another name, or take that user away first with minigam club revoke"
        )
    print(f"{there.name} is there already, as {_kind(there)}; it was given {given}")
    print("for a new one: minigam club revoke, then minigam club add again")


def _kind(user: User) -> str:
    return f"{user.role} with a {'certificate' if user.by_certificate else 'password'}"


def _add_name(command: argparse.ArgumentParser) -> None:
    command.add_argument("name", metavar="NAME", help="the user's name")


def _revoke(club: ClubFolder, options: argparse.Namespace, now: datetime) -> None:
    name = check_name(options.name, NAME)
    with club.locked():
        members = club.members().without(name, now.isoformat())
        club.save(members, club.authority(), now)
        club.take_away(name)
    print(f"{name} may use the broker no longer, once the broker has read this:")
    _say_reload()


def _list(club: ClubFolder, _options: argparse.Namespace, now: datetime) -> None:
    members = club.members()
    from minigam.remote.club_broker.certificates import Pair  # here, as it takes long

    ends = Pair(club.server(), "").ends
    print(f"broker: {_address(members)}; for certificates: port {members.certificate_port}")
    print(f"hosts: {', '.join(members.hosts)}")
    print(f"its certificate: valid until {ends:%Y-%m-%d}{_advice(ends - now)}")
    for user in members.users:
        by = BY_CERTIFICATE if user.by_certificate else "password"
        print(f"{user.name:32}  {user.role:14}  {by:11}  since {user.added[:10]}")
    if not members.users:
        print("no users yet: minigam club add")


def _advice(left: timedelta) -> str:
    """What to do about a certificate that is valid for so long.

    >>> _advice(timedelta(days=100)), _advice(timedelta(days=1))
    ('', ': minigam club renew')
    """
    return ": minigam club renew" if left < SOON else ""


# An evening


def _evening(club: ClubFolder, options: argparse.Namespace, _now: datetime) -> None:
    club_evening.run(club.folder, options)


def _say_reload() -> None:
    print("next: sudo systemctl reload mosquitto (or send the broker the signal HUP)")


def _nothing(_command: argparse.ArgumentParser) -> None:
    """Nothing more than the folder."""


ACTIONS = {
    "init": ("make a club's folder: keys, certificates and Mosquitto's settings", _add_init, _init),
    "add": ("make a user of the broker, such as a board", _add_user, _add),
    "revoke": ("take that away from a user, such as a board that was stolen", _add_name, _revoke),
    "list": ("list the users, and until when the certificate is valid", _nothing, _list),
    "renew": ("give the broker a new certificate, also for other names", _add_renew, _renew),
    "run": (
        "run an evening: players, rounds, results from the boards, and its two pages",
        club_evening.add_arguments,
        _evening,
    ),
}
"""What can be done: a sentence, what adds the arguments, and what does it."""
