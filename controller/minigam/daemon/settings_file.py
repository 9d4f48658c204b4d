"""A board's settings as a file that people may edit: `DATA/settings/PROFILE.toml`.

What cannot be used is told in a sentence, and the default stands in its place: a board in a café
starts by itself, where nobody reads why it does not, and a wrong setting is no reason not to play.
"""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from minigam.board.profile import Profile
from minigam.board.profile_writer import profile_text
from minigam.daemon.settings import AS_USUAL, SECRET, Settings, checked
from minigam.errors import JournalError, SettingsError, shortened
from minigam.journal.small_files import small_text, write_whole
from minigam.journal.store import is_plain_file
from minigam.table.setup import games_for

FOLDER = "settings"
LOCKED = "the settings stay locked until `minigam settings pin=` takes the PIN away"
COMMENTS = (
    "This board's settings; what is not here is as usual. docs/playing.md explains each.",
    "minigam writes this file anew when they are changed on the page; comments are lost then.",
)


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
