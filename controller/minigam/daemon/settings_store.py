"""Loads, reports and saves a board's settings, and checks the PIN for changes."""

import asyncio
import os
import re
import secrets
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from minigam.board.profile import Profile
from minigam.board.profile_writer import profile_text
from minigam.daemon.board_secrets import IS_PASSWORD, PasswordFile
from minigam.daemon.settings import AS_USUAL, SECRET, Settings, checked, levels_for
from minigam.daemon.staff_pin import (
    SALT_BYTES,
    PinAttempts,
    PinAttemptsFile,
    hash_pin,
    is_pin,
    verify_pin,
)
from minigam.errors import JournalError, SettingsError, shortened
from minigam.files.small_files import small_text, write_whole
from minigam.journal.store import is_plain_file
from minigam.rules.ruleset import RULE_SETS
from minigam.table.setup import games_for
from minigam.web.requests import LockedError, TooManyTriesError
from minigam.words import Words, span

FOLDER = "settings"
LOCKED = "the settings stay locked until `minigam settings pin=` takes the PIN away"
COMMENTS = (
    "This board's settings; what is not here is as usual. docs/playing.md explains each.",
    "minigam writes this file anew when they are changed on the page; comments are lost then.",
)
PIN, NEW_PIN, BROKER_PASSWORD = "pin", "new_pin", "broker_password"
"""What a change may hold beside settings."""


@dataclass(frozen=True)
class Loaded:
    """What a file says."""

    settings: Settings
    faults: tuple[str, ...] = ()
    """What in it cannot be used, in a sentence each."""
    readable: bool = True
    """Whether it may be written again: what nobody can read may hold what somebody wants."""


class SettingsFile:
    """One profile's file in a data folder."""

    def __init__(self, data: Path, profile: Profile) -> None:
        """It need not exist."""
        self._data = data
        self._name = f"{FOLDER}/{profile.name}.toml"
        self.path = data / self._name
        self.games = games_for(profile.points)
        """The games that fit the board."""

    def load(self) -> Loaded:
        """The settings in it; the defaults where there is no file, or for what cannot be used."""
        try:
            if not is_plain_file(Path(os.path.realpath(self.path))):  # a pipe would never end
                return Loaded(AS_USUAL)
            text = small_text(self.path, "utf-8-sig")  # some editors begin a file with a mark
            table = tomllib.loads(text)
        except JournalError as fault:
            return self._unreadable(str(fault))
        except OSError as fault:
            return self._unreadable(f"cannot be read: {fault.strerror}")
        except (ValueError, RecursionError) as fault:
            return self._unreadable(shortened(f"expected TOML, got: {fault}"))
        return self._read(table, text)

    def _unreadable(self, why: str) -> Loaded:
        return Loaded(AS_USUAL, (f"{self.path}: {why}; all settings are the usual ones",), False)

    def _read(self, table: dict[str, Any], text: str) -> Loaded:
        found, faults = {}, []
        for name, value in table.items():
            try:
                found[name] = checked(name, value, self.games)
            except SettingsError as fault:
                if name == SECRET:  # what was locked stays so, though no PIN fits
                    found[name] = "?"
                faults.append(self._noted(name, text, fault))
        return Loaded(Settings(**found), tuple(faults))

    def _noted(self, name: str, text: str, fault: SettingsError) -> str:
        instead = LOCKED if name == SECRET else "the usual value is used"
        return f"{self.path}, line {_line_of(name, text)}: {fault}; {instead}"

    def save(self, settings: Settings) -> None:
        """Write them: a whole file or the one before, whatever happens meanwhile.

        Raises `SettingsError` where that fails.
        """
        try:
            write_whole(self._data, self._name, profile_text(settings.kept(), COMMENTS))
        except OSError as fault:
            raise SettingsError(
                f"expected to write {self.path}, got: {fault.strerror}; is the disk full?"
            ) from None


def _line_of(name: str, text: str) -> int:
    """The line of a file's key, from 1."""
    key = re.search(rf"^[ \t]*\[*[ \t]*[\"']?{re.escape(name)}\b", text, re.MULTILINE)
    return text.count("\n", 0, key.start()) + 1 if key else 1


class SettingsStore:
    """One board's settings, their file, and who may change them."""

    def __init__(
        self,
        file: SettingsFile,
        clock: Callable[[], float],
        gnubg: bool = False,
        tries: PinAttemptsFile | None = None,
        password: PasswordFile | None = None,
    ) -> None:
        """Read the files. `clock`: seconds since the boot; `gnubg`: whether that is there.

        `tries`: where wrong PINs are kept; None: they count until this store is gone. `password`:
        where the broker's is kept; None: there is none, and none can be set.
        """
        loaded = file.load()
        self.settings = loaded.settings
        self.faults = loaded.faults
        """What in the file cannot be used, in a sentence each."""
        self.on_change: Callable[[Settings], None] = lambda _: None
        self._readable = loaded.readable
        self._file = file
        self._clock = clock
        self._levels = levels_for(file.games, gnubg)
        self._tries_file = tries
        self._tries = tries.load(clock()) if tries else PinAttempts()
        self._password = password
        self._one_by_one = asyncio.Lock()

    @property
    def broker_password(self) -> str:
        """The one that was set; empty: none."""
        return self._password.password if self._password else ""

    def listed(self) -> dict[str, Any]:
        """See `web.interfaces.SettingsStore`."""
        return {
            "settings": self.settings.listed(),
            "locked": bool(self.settings.lock),
            "broker_password": bool(self.broker_password),
            "games": {name: Words(RULE_SETS[name].title) for name in self._file.games},
            "levels": list(self._levels),
        }

    async def change(self, changes: Mapping[str, Any]) -> None:
        """See `web.interfaces.SettingsStore`."""
        async with self._one_by_one:
            if self.settings.lock:
                await self._ask_pin(changes.get(PIN))
            own = {name: value for name, value in changes.items() if name != PIN}
            self._keep(await asyncio.to_thread(self._wanted, own), own.get(BROKER_PASSWORD))

    async def check_pin(self, pin: object) -> None:
        """Raise `LockedError` or `TooManyTriesError` where a PIN is set and this is not it."""
        async with self._one_by_one:
            if self.settings.lock:
                await self._ask_pin(pin)

    def set(self, changes: Mapping[str, Any]) -> None:
        """Change these, `new_pin` too, for who may write the file; raise `SettingsError`."""
        self._keep(self._wanted(changes), changes.get(BROKER_PASSWORD))

    def check(self, changes: Mapping[str, Any]) -> None:
        """Raise `SettingsError` as `set` would, and change nothing."""
        self._wanted(changes)

    def _keep(self, wanted: Settings, password: str | None) -> None:
        if self._password and password is not None and password != self.broker_password:
            self._password.set(password)
            self.on_change(self.settings)
        if wanted != self.settings:
            self._file.save(wanted)
            if wanted.lock != self.settings.lock:  # none of them was at this PIN
                self._forget_tries()
            self.settings = wanted
            self.on_change(wanted)

    def _wanted(self, changes: Mapping[str, Any]) -> Settings:
        if not self._readable:
            why = self.faults[0]
            raise SettingsError(Words("First put the file right, or delete it: {why}", why=why))
        if SECRET in changes:
            raise SettingsError(f"{SECRET}: expected {NEW_PIN} instead")
        if BROKER_PASSWORD in changes:
            _check_password(changes[BROKER_PASSWORD])
        beside = (NEW_PIN, BROKER_PASSWORD)
        own = {name: value for name, value in changes.items() if name not in beside}
        wanted = self.settings.changed(own, self._file.games)
        if NEW_PIN in changes:
            wanted = replace(wanted, lock=_lock_for(changes[NEW_PIN]))
        return wanted

    async def _ask_pin(self, pin: object) -> None:
        """Raise `LockedError` for another PIN than the staff's, `TooManyTriesError` after some."""
        if wait := self._tries.wait(self._clock()):
            raise TooManyTriesError(
                Words(
                    "There were too many wrong PINs: not even the right one is taken for {time}.",
                    time=span(wait),
                )
            )
        if pin is None:
            raise LockedError(Words("The settings are locked: type the staff's PIN."))
        if not isinstance(pin, str) or not await asyncio.to_thread(
            verify_pin, pin, self.settings.lock
        ):
            self._tries.wrong(self._clock())
            await asyncio.to_thread(self._keep_tries)  # before the answer is known
            raise LockedError(self._why_wrong())
        await asyncio.to_thread(self._forget_tries)

    def _keep_tries(self) -> None:
        if self._tries_file:
            self._tries_file.save(self._tries)

    def _forget_tries(self) -> None:
        if self._tries.count:
            self._tries.right()
            self._keep_tries()

    def _why_wrong(self) -> Words:
        """What is said of a wrong PIN, and how long the next one has to wait."""
        if wait := self._tries.wait(self._clock()):
            return Words(
                "This is not the staff's PIN. Wait for {time} before you try again.",
                time=span(wait),
            )
        return Words("This is not the staff's PIN.")


def settings_store_for(
    data: Path, profile: Profile, clock: Callable[[], float], gnubg: bool = False
) -> SettingsStore:
    """The settings of a board whose files are in a data folder."""
    tries, password = PinAttemptsFile(data, profile.name), PasswordFile(data)
    return SettingsStore(SettingsFile(data, profile), clock, gnubg, tries, password)


def _check_password(value: object) -> None:
    """Raise `SettingsError`, which never quotes it, for what cannot be a broker's password."""
    if not IS_PASSWORD.fits(value):
        raise SettingsError(f"{BROKER_PASSWORD}: expected {IS_PASSWORD.expected}")


def _lock_for(pin: object) -> str:
    """What is kept of a new PIN; nothing of an empty one."""
    if pin == "":
        return ""
    if not isinstance(pin, str) or not is_pin(pin):
        raise SettingsError(Words("A PIN has 4 to 12 digits, and nothing else."))
    return hash_pin(pin, secrets.token_bytes(SALT_BYTES))
