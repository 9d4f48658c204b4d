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
    ├── BrokerError (ValueError)           an MQTT broker's address or files that cannot be used
    ├── RequestError (ValueError)          a request (engine line, HTTP body) out of its form
    ├── CardError (LookupError)             a game's rules card that is missing or damaged
    ├── NoTablebaseError (LookupError)     no exact values for a game here
    │   └── UnsolvableError                no exact values can be made for that game
    ├── TablebaseError (ValueError)        a table of exact values that cannot be used
    ├── WeightsError (ValueError)          a computer player's weights that cannot be used
    ├── BackupError (ValueError)           a backup that cannot be used
    ├── UpdateError (ValueError)           a release that cannot be used; nothing was changed
    │   ├── UpdateUnavailableError         what an update needs is missing: a key, room, an answer
    │   └── UpdateFailedError              the installer has failed, and went back
    ├── ClubError (ValueError)           what a club's evening cannot do, or cannot be read from
    ├── ClubStoreError (OSError)         the file of a club's evening cannot be used
    ├── ExistsError (FileExistsError)      a file that is there already, where a new one was wanted
    ├── JournalError (OSError)             the journal cannot be opened, read or written
    ├── HardwareError (OSError)            a pin, strip or other part cannot be used
    ├── BusyError (OSError)                a port or data folder is in use by another program
    ├── ProgramError (OSError)             another program is missing, or gives no answer
    └── BenchError (OSError)               a board on a bench did not do what it has to

`ExitStatus` is the one table of what a command's exit status means, and every error has its own.
"""

from collections.abc import Iterable
from enum import IntEnum
from errno import ELOOP, ENAMETOOLONG
from typing import ClassVar

from minigam.words import Words

LONGEST = 300
LONGEST_VALUE = 200


def shortened(text: object, longest: int = LONGEST) -> str:
    """What others have said, for a message: on one line, and cut off where it is too long.

    >>> shortened("Tree 2\\npage 3"), shortened("x" * 100, longest=8)
    ('Tree 2 page 3', 'xxxxx...')
    """
    line = " ".join(str(text).splitlines())
    return line if len(line) <= longest else f"{line[: longest - 3]}..."


MOST_LINES, LONGEST_LINE = 50, 1000
"""Of a message that ends a command: room for every name there is, and for a path in a sentence."""


def bounded(text: object) -> str:
    """A message that may have several lines, with its beginning and end where it is too long.

    What was got stands in the middle of a sentence, what to do at its end: so the middle is left
    out of a line.

    >>> bounded("expected a play, got " + "8/7 " * 1000 + ": see docs/rules.md")[-28:]
    ' 8/7 8/7 : see docs/rules.md'
    >>> bounded("fault\\n" * 60).splitlines()[-1]
    '... and 11 more lines'
    """
    lines = str(text).splitlines()
    if len(lines) > MOST_LINES:
        rest = len(lines) - MOST_LINES + 1
        lines[MOST_LINES - 1 :] = [f"... and {rest} more lines"]
    return "\n".join(map(_without_middle, lines))


def _without_middle(line: str) -> str:
    if len(line) <= LONGEST_LINE:
        return line
    end = LONGEST_LINE // 3
    return f"{line[: LONGEST_LINE - end]} ... {line[-end:]}"


TOO_LONG = "a value that is too long to show"
NOT_SHOWN = "a value that cannot be shown"
LONGEST_SAID = 2000
"""Characters; a sentence about it is shortened further."""


def said(value: object) -> str:
    """A value as it is written, unless that is too long, as of a number or a list may be.

    Never raises, whatever the `__repr__` of a person's own class does.

    >>> said([1, "a"]), said(1 << 20_000), said([0] * 1000)
    ("[1, 'a']", 'a value that is too long to show', 'a value that is too long to show')
    """
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # from which length on differs between Pythons
        return TOO_LONG
    except Exception:
        return NOT_SHOWN
    return text if len(text) <= LONGEST_SAID else TOO_LONG


class ExitStatus(IntEnum):
    """The exit status of every command: the same number for the same kind of outcome."""

    OK = 0
    """Done; where the command answers a question, the answer is yes, or nothing is wrong."""
    NEGATIVE = 1
    """The command has looked, and the answer is no: something is wrong, or has failed."""
    USAGE = 2
    """What was given cannot be used: an argument, a name, a path, or the text of a file."""
    UNAVAILABLE = 3
    """What it needs is missing, busy or broken: a board, a program, a table, games, a disk."""
    INTERNAL = 70
    """A bug in minigam: a traceback says where."""
    INTERRUPTED = 130
    """Ended by Ctrl-C, as shells say it of SIGINT."""
    BROKEN_PIPE = 141
    """Nobody reads the output any more, as shells say it of SIGPIPE."""


class MinigamError(Exception):
    """The root: every fault that one sentence explains to a person."""

    code = "error"
    status: ClassVar[ExitStatus] = ExitStatus.UNAVAILABLE
    """The exit status of a command that this error ends."""


class UnreadableError(MinigamError, ValueError):
    """A text that is not in the promised form."""

    code = "unreadable"
    status = ExitStatus.USAGE


class IllegalPlayError(MinigamError, ValueError):
    """A step or play that can be read but breaks the rules."""

    code = "illegal"
    status = ExitStatus.USAGE

    def __init__(self, message: str, reason: object = None) -> None:
        """`reason`: the same as a value, where a game has one: `rules.action_refusals.Refusal`."""
        super().__init__(message)
        self.reason = reason


class AmbiguousPlayError(MinigamError, ValueError):
    """A play text that several legal plays fit."""

    code = "ambiguous"
    status = ExitStatus.USAGE


class CannotHoldError(MinigamError, ValueError):
    """A game, position or number that a format has no room for."""

    code = "cannot-hold"
    status = ExitStatus.USAGE


class UnknownNameError(MinigamError, LookupError):
    """A name that is not among those that exist."""

    code = "unknown-name"
    status = ExitStatus.USAGE

    def __init__(self, what: str, got: str, known: Iterable[str] = ()) -> None:
        """Say which kind of name was wanted, what was got and what there is.

        `what`: in `Words` where a page can ask for such a name.
        """
        names, value = shortened(", ".join(known)), shortened(repr(got), LONGEST_VALUE)
        if names:
            text = Words(
                "unknown {what} {got}; expected one of: {known}", what=what, got=value, known=names
            )
        else:
            text = Words("unknown {what} {got}", what=what, got=value)
        super().__init__(text)


class ProfileError(MinigamError, ValueError):
    """A board's or bench's profile that cannot be used; `faults` lists every reason, one a line."""

    code = "bad-profile"
    status = ExitStatus.USAGE

    def __init__(self, file: str, faults: tuple[str, ...], what: str = "board profile") -> None:
        """Keep the faults apart, and join them for people. `what`: the file describes."""
        self.faults = faults
        lines = "".join(f"\n  {file}: {fault}" for fault in faults)
        super().__init__(f"the {what} cannot be used, {len(faults)} fault(s):{lines}")


class SettingsError(MinigamError, ValueError):
    """A setting that is none, or that cannot be kept."""

    code = "bad-settings"
    status = ExitStatus.USAGE


class BrokerError(MinigamError, ValueError):
    """An address, a name or files for an MQTT broker that cannot be used."""

    code = "bad-broker"
    status = ExitStatus.USAGE


class RequestError(MinigamError, ValueError):
    """A request that is not in the promised form."""

    code = "bad-request"
    status = ExitStatus.USAGE


class CardError(MinigamError, LookupError):
    """A game's rules card that is missing or damaged."""

    code = "bad-card"


class NoTablebaseError(MinigamError, LookupError):
    """There are no exact values for a game here."""

    code = "no-table"


class UnsolvableError(NoTablebaseError):
    """Nobody can have exact values of that game: it is too large, or is not decided by them."""

    status = ExitStatus.USAGE


class TablebaseError(MinigamError, ValueError):
    """A file of exact values that is damaged, cut off, or of another game."""

    code = "bad-table"


class WeightsError(MinigamError, ValueError):
    """A computer player's weights that are missing, damaged, or of another game."""

    code = "weights"


class BackupError(MinigamError, ValueError):
    """A backup that is damaged, none at all, or has no folder to be in; nothing was changed."""

    code = "bad-backup"
    status = ExitStatus.USAGE


class UpdateError(MinigamError, ValueError):
    """A release that is not signed, not whole, or not newer; nothing was changed."""

    code = "bad-update"
    status = ExitStatus.USAGE


class UpdateUnavailableError(UpdateError):
    """What an update needs is missing: rights, a trusted key, room on the disk, an answer."""

    status = ExitStatus.UNAVAILABLE


class UpdateFailedError(UpdateError):
    """The installer has failed, and the version of before plays again."""

    status = ExitStatus.NEGATIVE


class ClubError(MinigamError, ValueError):
    """Something that a club's evening cannot do now, or a text that none can be read from."""

    code = "club"
    status = ExitStatus.USAGE


class ClubStoreError(MinigamError, OSError):
    """The file of a club's evening is damaged, or cannot be opened, read or written."""

    code = "club-store"


class ExistsError(MinigamError, FileExistsError):
    """A file that is there already, where a new one was to be written; it was not touched."""

    code = "exists"
    status = ExitStatus.USAGE

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
    status = ExitStatus.NEGATIVE


_WRONG_PATHS = (FileExistsError, FileNotFoundError, IsADirectoryError, NotADirectoryError)
_WRONG_PATH_NUMBERS = {ELOOP, ENAMETOOLONG}
"""Those of `OSError` that have no class of their own."""


def status_of(fault: BaseException | None) -> ExitStatus:
    """The exit status of a command that ends with this exception.

    A path that does not lead to what was expected is the caller's; any other `OSError` is the
    machine's.

    >>> status_of(UnknownNameError("game", "7")).name, status_of(FileNotFoundError()).name
    ('USAGE', 'USAGE')
    >>> status_of(OSError(ENAMETOOLONG, "File name too long")).name
    'USAGE'
    >>> status_of(PermissionError()).name, status_of(ZeroDivisionError()).name
    ('UNAVAILABLE', 'INTERNAL')
    """
    match fault:
        case MinigamError():
            return fault.status
        case KeyboardInterrupt():
            return ExitStatus.INTERRUPTED
        case BrokenPipeError():
            return ExitStatus.BROKEN_PIPE
        case OSError():
            wrong = isinstance(fault, _WRONG_PATHS) or fault.errno in _WRONG_PATH_NUMBERS
            return ExitStatus.USAGE if wrong else ExitStatus.UNAVAILABLE
    return ExitStatus.INTERNAL
