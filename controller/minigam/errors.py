"""Every error minigam raises on purpose, as one tree.

A message says what was expected, what was got and what to do. The leaves also inherit the
builtin they resemble, so `except ValueError` works where people expect it to.

    MinigamError
    ├── UnreadableError (ValueError)       a text that is not in the promised form
    ├── IllegalPlayError (ValueError)      readable, but against the rules
    ├── AmbiguousPlayError (ValueError)    readable, but means more than one legal play
    ├── CannotHoldError (ValueError)       a game that a format has no room for
    ├── UnknownNameError (LookupError)     no such rule set, option, level, game or profile
    ├── ProfileError (ValueError)          a board profile with faults: all of them
    ├── SettingsError (ValueError)         a setting that is none, or that cannot be kept
    ├── RequestError (ValueError)          a request (engine line, HTTP body) out of its form
    ├── NoTableError (LookupError)         no exact values for a game here
    ├── TableError (ValueError)            a table of exact values that cannot be used
    ├── BackupError (ValueError)           a backup that cannot be used
    ├── ExistsError (FileExistsError)      a file that is there already, where a new one was wanted
    ├── JournalError (OSError)             the journal cannot be opened, read or written
    ├── HardwareError (OSError)            a pin, strip or other part cannot be used
    ├── BusyError (OSError)                a port or data folder is in use by another program
    ├── ProgramError (OSError)             another program is missing, or gives no answer
    └── BenchError (OSError)               a board on a bench did not do what it has to
"""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 300
LONGEST_VALUE = 200


def shortened(text: object, longest: int = LONGEST) -> str:
    """What others have said, for a message: on one line, and cut off where it is too long.

    >>> shortened("Tree 2\\npage 3"), shortened("x" * 100, longest=8)
    ('Tree 2 page 3', 'xxxxx...')
    """
    line = " ".join(str(text).splitlines())
    return line if len(line) <= longest else f"{line[: longest - 3]}..."


def said(value: object) -> str:
    """A value as it is written; a number or a list may be too long for that.

    >>> said([1, "a"]), said(1 << 20_000)
    ("[1, 'a']", 'what is too long to be told')
    """
    try:
        return repr(value)
    except (ValueError, RecursionError):
        return "what is too long to be told"


class MinigamError(Exception):
    """The root: everything a person can be told about in one sentence."""

    code = "error"


class UnreadableError(MinigamError, ValueError):
    """A text that is not in the promised form."""

    code = "unreadable"


class IllegalPlayError(MinigamError, ValueError):
    """A step or play that can be read but breaks the rules."""

    code = "illegal"


class AmbiguousPlayError(MinigamError, ValueError):
    """A play text that several legal plays fit."""

    code = "ambiguous"


class CannotHoldError(MinigamError, ValueError):
    """A game, position or number that a format has no room for."""

    code = "cannot-hold"


class UnknownNameError(MinigamError, LookupError):
    """A name that is not among those that exist."""

    code = "unknown-name"

    def __init__(self, what: str, got: str, known: Iterable[str] = ()) -> None:
        """Say which kind of name was wanted, what was got and what there is."""
        names = shortened(", ".join(known))
        choices = f"; expected one of: {names}" if names else ""
        super().__init__(f"unknown {what} {shortened(repr(got), LONGEST_VALUE)}{choices}")


class ProfileError(MinigamError, ValueError):
    """A board's or bench's profile that cannot be used; `faults` lists every reason, one a line."""

    code = "bad-profile"

    def __init__(self, file: str, faults: tuple[str, ...], what: str = "board profile") -> None:
        """Keep the faults apart, and join them for people. `what`: the file describes."""
        self.faults = faults
        lines = "".join(f"\n  {file}: {fault}" for fault in faults)
        super().__init__(f"the {what} cannot be used, {len(faults)} fault(s):{lines}")


class SettingsError(MinigamError, ValueError):
    """A setting that is none, or that cannot be kept."""

    code = "bad-settings"


class RequestError(MinigamError, ValueError):
    """A request that is not in the promised form."""

    code = "bad-request"


class NoTableError(MinigamError, LookupError):
    """There are no exact values for a game here."""

    code = "no-table"


class TableError(MinigamError, ValueError):
    """A file of exact values that is damaged, cut off, or of another game."""

    code = "bad-table"


class BackupError(MinigamError, ValueError):
    """A backup that is damaged, none at all, or has no folder to be in; nothing was changed."""

    code = "bad-backup"


class ExistsError(MinigamError, FileExistsError):
    """A file that is there already, where a new one was to be written; it was not touched."""

    code = "exists"

    def __init__(self, path: object) -> None:
        """Say which file, and how to go on."""
        super().__init__(f"{path} exists already: choose another name, or delete it first")


class JournalError(MinigamError, OSError):
    """The journal cannot be opened, read or written."""

    code = "journal"


class HardwareError(MinigamError, OSError):
    """A pin, strip or other part cannot be used."""

    code = "hardware"


class BusyError(MinigamError, OSError):
    """A port or data folder is in use by another program."""

    code = "busy"


class ProgramError(MinigamError, OSError):
    """Another program is missing, or gives no answer that can be used."""

    code = "program"


class BenchError(MinigamError, OSError):
    """A board on a bench did not do what it has to."""

    code = "bench"
