"""The checks behind `minigam doctor`: hardware, software and data folder."""

import getpass
import json
import platform
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from minigam import __version__
from minigam.board.profile import load_profile
from minigam.board.profile_model import GPIO, PICO, Profile
from minigam.cli.system import UNIT, Unit, ask_power, ask_unit
from minigam.daemon.config import HERE, tables_folder
from minigam.drivers.gpio import pin_faults
from minigam.drivers.pi import Pi, strip_faults
from minigam.drivers.pico import expected_board, met
from minigam.drivers.serialport import Port, open_pico, pico_path
from minigam.errors import (
    MinigamError,
    NoTablebaseError,
    ProgramError,
    TablebaseError,
    UnknownNameError,
)
from minigam.files.ownership import nearest_folder
from minigam.journal.atomic_replace import is_pending
from minigam.journal.data_folder import journal_to_read
from minigam.journal.recovery import damage_in, noted_damage, put_aside
from minigam.journal.rescue import damaged_games
from minigam.journal.store import FILE_NAME, is_plain_file
from minigam.link.session import firmware_fault
from minigam.rules.ruleset import rules_of_variant
from minigam.solver.tablebase import SUFFIX, TablebaseStore

ANSWER_SECONDS = 3.0
LEAST_FREE = 100_000_000
"""Bytes of disk: a table takes 16 million, a game some thousands."""
SYSTEMD = "run/systemd/system"
"""Is there where systemd is in charge."""
SUPPLY = (
    "use the supply made for this Pi and a short cable, and feed the lights from one of their own"
)
RESCUE = "`minigam rescue FOLDER` writes what can be read of it"
ASK_POWER = "only root and members of the group video may ask: run this with sudo"
COOLING = "if the voltage is well, give it air"


class CheckStatus(Enum):
    """What there is to say of something."""

    FINE = "ok"
    NOTE = "note"
    """Nothing is wrong, but somebody may have expected it."""
    FAULT = "FAULT"


@dataclass(frozen=True)
class Check:
    """One thing that was looked at."""

    verdict: CheckStatus
    about: str
    text: str


@dataclass(frozen=True)
class DoctorTarget:
    """What is looked at, and where."""

    board: str
    """The profile's name or path."""
    data: Path
    port: int
    """Where the daemon would listen."""
    pi: Pi = field(default_factory=Pi)
    pico_path: Callable[[], str] = pico_path
    open_pico: Callable[[], Port] = open_pico
    named: bool = True
    """Whether somebody has said which board it is."""


@dataclass(frozen=True)
class Running:
    """A daemon that answers."""

    board: str
    health: dict[str, Any]

    @property
    def faults(self) -> Iterator[str]:
        """What it says is wrong."""
        if trouble := self.health["board"]["trouble"]:
            yield trouble
        for found in self.health["inputs"]:
            yield found["text"]
        for part in ("disk", "journal"):
            if text := self.health[part]["text"]:
                yield text


def checkup(target: DoctorTarget, running: Running | MinigamError | None) -> Iterator[Check]:
    """Everything, in the order in which one would look; `running` as `find_daemon` has it."""
    yield _fine("minigam", f"{__version__}, on Python {platform.python_version()}")
    yield _fine("machine", target.pi.model or f"{platform.machine()}, not a Raspberry Pi")
    if target.pi.is_a_pi:
        yield from _power()
    yield from _reported("board", lambda: _board(target, running))
    yield from _reported("games", lambda: _games(target.data))
    yield from _reported("tables", lambda: _tables(target.data))
    yield _disk(target.data)
    if (target.pi.root / SYSTEMD).exists():
        yield from _reported("service", _service)
    yield from _daemon(target.port, running)


def find_daemon(port: int) -> Running | MinigamError | None:
    """The daemon at a port of this machine; None where nobody listens.

    An error, not raised, where something else answers there.
    """
    try:
        health, board = _asked(port, "/api/health"), _asked(port, "/api/board")
        found = Running(board["name"], health)
        list(found.faults)
    except ConnectionRefusedError:
        return None
    except (OSError, HTTPException, ValueError, LookupError, TypeError):
        return MinigamError(f"what answers at port {port} is no minigam of this version")
    return found


def _asked(port: int, path: str) -> Any:
    with closing(HTTPConnection(HERE, port, timeout=ANSWER_SECONDS)) as connection:
        connection.request("GET", path)
        return json.loads(connection.getresponse().read())


_fine = partial(Check, CheckStatus.FINE)
_note = partial(Check, CheckStatus.NOTE)
_fault = partial(Check, CheckStatus.FAULT)


def _reported(about: str, look: Callable[[], Iterator[Check]]) -> Iterator[Check]:
    """The result of a look; an error is a finding too."""
    try:
        yield from look()
    except (MinigamError, OSError) as fault:
        yield _fault(about, str(fault))


# The machine


def _power() -> Iterator[Check]:
    try:
        power = ask_power()
    except ProgramError as fault:
        yield _note("power", f"{fault}; {ASK_POWER}")
        return
    if power.now:
        yield _fault("power", f"{', '.join(power.now)}: {SUPPLY}; {COOLING}")
    if power.earlier:
        yield _note("power", f"since the start for a while: {', '.join(power.earlier)}: {SUPPLY}")
    if not power.bits:
        yield _fine("power", "voltage and heat are well, and were since the start")


def _service() -> Iterator[Check]:
    unit = ask_unit()
    if not unit.installed:
        yield _note("service", "not installed, so nothing starts at boot: run `sudo make install`")
        return
    yield _started(unit)
    if unit.enabled != "enabled":
        yield _note("service", f"does not start at boot: run `sudo systemctl enable {UNIT}`")
    if unit.restarts.strip("0"):
        again = f"systemd had to start it again {unit.restarts} times"
        yield _note("service", f"{again}: `journalctl -u {UNIT} -e` says why")
    if (me := getpass.getuser()) != unit.user:
        look = f"sudo -u {unit.user or 'root'} minigam doctor --data /var/lib/{UNIT}"
        yield _note(
            "service", f"you looked as {me}, with your own games: `{look}` looks as it does"
        )


def _started(unit: Unit) -> Check:
    if unit.active == "inactive":
        return _note("service", f"is not started: run `sudo systemctl start {UNIT}`")
    if unit.active != "active":
        now = f"is {unit.active} ({unit.sub})"
        return _fault("service", f"{now}: `journalctl -u {UNIT} -e` says why")
    if unit.user in ("", "root"):
        return _fault(
            "service", "runs as root, where a user of its own is expected: run `sudo make install`"
        )
    return _fine("service", f"runs as the user {unit.user}")


# The board


def _board(target: DoctorTarget, running: Running | MinigamError | None) -> Iterator[Check]:
    profile = load_profile(target.board)
    yield _fine("board", f"{profile.name}: {profile.title}")
    yield from _meant(target, profile, running)
    if profile.driver == GPIO:
        yield from _pins(target.pi, profile)
    elif profile.driver == PICO:
        in_use = isinstance(running, Running) and running.board == profile.name
        yield from _reported("pico", lambda: _pico(target, profile, in_use))


def _meant(
    target: DoctorTarget, profile: Profile, running: Running | MinigamError | None
) -> Iterator[Check]:
    """Whether this is the board that somebody wants to have looked at."""
    if isinstance(running, Running):
        if running.board != profile.name:
            other = f"the daemon plays on another one, {running.board}"
            yield _note("board", f"{other}: name that with --board to have it looked at")
    elif not target.named:
        yield _note("board", "is taken for this one, since none was named: name it with --board")


def _pins(pi: Pi, profile: Profile) -> Iterator[Check]:
    yield from _found("pins", pin_faults(pi), "can be used")
    gpio, pixels = profile.strip.gpio, profile.strip.pixels
    yield from _found("strip", strip_faults(pi, gpio, pixels), f"GPIO {gpio} can be used")


def _found(about: str, faults: Iterator[str], fine: str) -> Iterator[Check]:
    found = [_fault(about, fault) for fault in faults]
    yield from found or [_fine(about, fine)]


def _pico(target: DoctorTarget, profile: Profile, in_use: bool) -> Iterator[Check]:
    yield _fine("pico", f"found at {target.pico_path()}")
    if in_use:
        yield _note("pico", "the daemon talks with it, and says below whether all is well")
        return
    with closing(target.open_pico()) as port:
        board, trouble = met(port, expected_board(profile))
    if board:
        version = ".".join(map(str, board.firmware))
        made_for = f"{board.name} ({board.hash})" if board.name else "no profile yet"
        yield _fine("pico", f"firmware {version}, made for {made_for}")
        if (old := firmware_fault(board)) and not trouble:
            yield _note("pico", old)
    if trouble:
        yield _fault("pico", trouble)


# What is kept


def _games(data: Path) -> Iterator[Check]:
    file = data / FILE_NAME
    if is_pending(data):
        yield _note("games", "a restore was broken off: the next command goes on with it")
        return
    for aside in put_aside(data):
        why = aside.why.replace("\n", "; ")
        yield _note("games", f"a damaged journal was put aside, {aside.path}: {why}; {RESCUE}")
    if not is_plain_file(file):
        yield _note("games", f"none yet in {data}")
        return
    with journal_to_read(file) as journal:
        if damage := noted_damage(file) or damage_in(journal):
            text = f"{file} is damaged: {damage}; start minigam again, and its games are recovered"
            yield _fault("games", text)
        for _, damage in damaged_games(journal):
            yield _fault("games", f"{damage}; {RESCUE}")
        games = len(journal.numbers())
        size = sum(part.stat().st_size for part in data.glob(f"{FILE_NAME}*"))  # with what waits
    yield _fine("games", f"{games} in {file}, {_size(size)}")


def _tables(data: Path) -> Iterator[Check]:
    tables = TablebaseStore(tables_folder(data))
    files = sorted(tables.folder.glob(f"*{SUFFIX}"))
    if not files:
        yield _note("tables", "none: nobody plays perfectly, hints or teaches by exact values")
    for file in files:
        try:
            tables.table(rules_of_variant(file.stem))
            yield _fine("tables", f"{file.stem}, {_size(file.stat().st_size)}")
        except UnknownNameError:
            yield _note("tables", f"{file.name} is of no game that there is")
        except (NoTablebaseError, TablebaseError) as fault:
            yield _fault("tables", str(fault))


def _disk(data: Path) -> Check:
    there = nearest_folder(data.absolute())
    free = shutil.disk_usage(there).free
    text = f"{_size(free)} are free in {there}"
    if free >= LEAST_FREE:
        return _fine("disk", text)
    return _fault("disk", f"expected {_size(LEAST_FREE)}, but {text}: make room")


def _size(size: int) -> str:
    """A number of bytes in words.

    >>> _size(999), _size(40_960), _size(16_123_000), _size(12_000_000_000)
    ('1 kB', '41 kB', '16 MB', '12 GB')
    """
    for unit, bytes_of_it in (("GB", 10**9), ("MB", 10**6)):
        if size >= bytes_of_it:
            return f"{round(size / bytes_of_it)} {unit}"
    return f"{round(size / 1000)} kB"


# The daemon


def _daemon(port: int, running: Running | MinigamError | None) -> Iterator[Check]:
    if running is None:
        yield _note("daemon", f"none runs at port {port}")
    elif isinstance(running, MinigamError):
        yield _fault("daemon", str(running))
    else:
        yield _fine("daemon", f"runs at port {port}, on the board {running.board}")
        yield from _found("inputs", running.faults, "none looks faulty")
