"""A club's folder: the register of its users, and the files that its broker and boards read.

club.json          the register: all other lists are made of it
private/ca.key     the key of the club's certificate authority
broker/            what Mosquitto reads, and nothing more
users/NAME.json    what a board is given
mosquitto.conf     starts a broker of its own
"""

from __future__ import annotations

import os
import pwd
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Final

from minigam.errors import ExistsError, UnreadableError
from minigam.files.lock import folder_locked
from minigam.files.ownership import give_to_owner, nearest_folder
from minigam.files.small_files import small_text, sync, write_whole
from minigam.remote.club_broker.access_list import access_list
from minigam.remote.club_broker.configuration import (
    ACCESS,
    AUTHORITY,
    CONF,
    PASSWORDS,
    REVOKED,
    SERVER,
    broker_settings,
    whole_settings,
)
from minigam.remote.club_broker.credentials import (
    Credentials,
    format_credentials,
    separate_files,
)
from minigam.remote.club_broker.users import Members, format_members, parse_members

if TYPE_CHECKING:
    from minigam.remote.club_broker.certificates import Authority, Pair

REGISTER: Final = "club.json"
AUTHORITY_KEY: Final = "private/ca.key"
BROKER: Final = "broker"
USERS: Final = "users"
WHOLE: Final = "mosquitto.conf"


class ClubFolder:
    """The files of one club; a change is written so that a cut of power leaves it whole."""

    def __init__(self, folder: Path, final: Path | None = None) -> None:
        """Nothing is read yet. `final`: where the folder will be once it is finished."""
        self.folder = folder.absolute()
        self._broker = self.folder / BROKER
        self._final = (final or folder).absolute() / BROKER
        """What Mosquitto's settings call its folder."""

    @property
    def is_there(self) -> bool:
        """Whether it is a club's."""
        return (self.folder / REGISTER).exists()

    def members(self) -> Members:
        """Who may use the broker; raise `UnreadableError` where this is no club's folder."""
        path = self.folder / REGISTER
        try:
            return parse_members(small_text(path), str(path))
        except (FileNotFoundError, NotADirectoryError):
            raise UnreadableError(
                f"expected a club's folder, found no {REGISTER} in {self.folder}: make one with "
                f"minigam club init {self.folder}"
            ) from None
        except UnicodeDecodeError:
            raise UnreadableError(f"expected a text in {path}, got something else") from None

    def authority(self) -> Authority:
        """Who signs; raise `UnreadableError` where its files are no such."""
        from minigam.remote.club_broker.certificates import (  # here, as it takes long
            Authority,
            Pair,
        )

        certificate = small_text(self._broker / AUTHORITY)
        return Authority(Pair(certificate, small_text(self.folder / AUTHORITY_KEY)))

    def server(self) -> str:
        """The broker's certificate and its key, as PEM."""
        return small_text(self._broker / SERVER)

    def given_to(self, name: str) -> Path:
        """The folder of what a user is given."""
        return self.folder / USERS / name

    def give(self, credentials: Credentials) -> None:
        """Write it."""
        name = credentials.name
        files = separate_files(credentials) | {f"{name}.json": format_credentials(credentials)}
        for file, text in files.items():
            write_whole(self.folder / USERS, f"{name}/{file}", text)

    def take_away(self, name: str) -> None:
        """Delete what is there still of what a user was given."""
        if self.given_to(name).exists():
            shutil.rmtree(self.given_to(name))

    def create(self, members: Members, authority: Authority, now: datetime) -> None:
        """Make the folder: all of it, or nothing.

        Raises `ExistsError` for one that is there and not empty, and `OSError`.
        """
        parent = self.folder.parent
        parent.mkdir(parents=True, exist_ok=True)
        with _unfinished(parent) as new:
            unfinished = ClubFolder(new, self.folder)
            (new / USERS).mkdir(0o700)
            give_to_owner(new, [new / USERS])
            server = authority.server(members.hosts, now)
            write_whole(new, AUTHORITY_KEY, authority.pair.key)
            write_whole(new, f"{BROKER}/{AUTHORITY}", authority.pair.certificate)
            write_whole(new, WHOLE, whole_settings(self._broker, _owner(self.folder)))
            unfinished._write_server(server)
            unfinished.save(members, authority, now)
            _put(new, self.folder)
        sync(parent)

    def save(self, members: Members, authority: Authority, now: datetime) -> None:
        """Write what the broker reads, then the register that it is made of.

        Where this is broken off, the same command does it again.
        """
        self._write_for_broker(
            {
                CONF: broker_settings(self._final, members.port, members.users),
                PASSWORDS: members.password_file(),
                ACCESS: access_list(members.users, members.revoked),
                REVOKED: authority.revocation_list(members.revoked, now),
            }
        )
        write_whole(self.folder, REGISTER, format_members(members))

    def renew(self, hosts: tuple[str, ...], now: datetime) -> Pair:
        """Give the broker a new certificate, for these names; and write all settings again."""
        members, authority = replace(self.members(), hosts=hosts), self.authority()
        server = authority.server(hosts, now)
        self._write_server(server)
        write_whole(self.folder, WHOLE, whole_settings(self._broker, _owner(self.folder)))
        self.save(members, authority, now)
        return server

    def _write_server(self, server: Pair) -> None:
        self._write_for_broker({SERVER: f"{server.key}{server.certificate}"})

    def _write_for_broker(self, files: Mapping[str, str]) -> None:
        """The folder's owner may be the broker's own user, and so is then the files'."""
        for name, text in files.items():
            write_whole(self._broker, name, text)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """One change at a time; raise `BusyError` beside another, `UnreadableError` for no club."""
        self.members()
        busy = f"another minigam changes {self.folder}: try again"
        with folder_locked(self.folder.resolve(), busy):
            yield


@contextmanager
def _unfinished(parent: Path) -> Iterator[Path]:
    new = Path(mkdtemp(prefix=".minigam-club-", dir=parent))
    try:
        yield new
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _owner(folder: Path) -> str:
    """The user whose a folder is, or will be."""
    return pwd.getpwuid(nearest_folder(folder).stat().st_uid).pw_name


def _put(new: Path, folder: Path) -> None:
    try:
        new.rename(folder)  # also over an empty folder
    except OSError:
        if os.path.lexists(folder):
            raise ExistsError(folder) from None
        raise
