"""Connects phone pairing to HTTP requests, the board's lights and the pairings file."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from minigam.errors import JournalError
from minigam.files.small_files import small_text, write_whole
from minigam.journal.store import is_plain_file
from minigam.pairing.ceremony import (
    CODE_SECONDS,
    PRESS_SECONDS,
    TRIES,
    Pairing,
    PairingError,
    Stage,
    fresh_code,
)
from minigam.pairing.phone_sessions import (
    MOST_SESSIONS,
    TOKEN_BYTES,
    PhoneSession,
    Sessions,
    sessions_from,
)
from minigam.words import Words, wordings

log = logging.getLogger(__name__)

FILE_NAME = "pairings.json"
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")

TICKET_BYTES = 16
MESSAGE = "pairing"
LOCKED = "pairing-locked"
SETUP = "setup-network"
"""Codes of the messages to people at the board."""


def this_boot(path: Path = BOOT_ID) -> str:
    """A name of the time since the machine was switched on; where it has none, one of its own."""
    try:
        return path.read_text("ascii").strip()
    except (OSError, ValueError):
        return secrets.token_hex(16)


class PairingsFile:
    """`pairings.json` in a data folder."""

    def __init__(self, folder: Path, boot: str) -> None:
        """`boot`: see `this_boot`."""
        self._folder = folder
        self._path = folder / FILE_NAME
        self._boot = boot

    def read(self) -> Sessions:
        """Who is paired; nobody where the file is damaged, which is logged."""
        try:
            if not is_plain_file(self._path):
                return Sessions(self._boot)
            return sessions_from(small_text(self._path), self._boot)
        except (JournalError, OSError, ValueError) as fault:
            log.warning("%s cannot be read, so no phone is paired: %s", self._path, fault)
            return Sessions(self._boot)

    def write(self, sessions: Sessions) -> None:
        """Keep them through a cut of power; raise `JournalError` where that cannot be."""
        try:
            write_whole(self._folder, FILE_NAME, sessions.text())
        except OSError as fault:
            raise JournalError(
                f"{self._path} cannot be written: {fault.strerror}; what was changed holds until "
                "the next start only"
            ) from None


@dataclass(eq=False)
class Phones:
    """Pairs phones; raises `PairingError` and others of `pairing.ceremony` for what cannot be."""

    _pairing: Pairing
    _file: PairingsFile
    why_not: str | None
    """Why no phone can be paired with this board; None where one can."""
    address: str | None
    """Where others than this machine find the page; None where they cannot."""
    _changed: Callable[[], None]
    """Called when a phone has changed what the board says."""
    on_revoke: Callable[[], None] = lambda: None
    on_setup_shown: Callable[[], None] = lambda: None
    _kind: str = ""
    """Which phone is being paired: its kind, then its name."""

    def __post_init__(self) -> None:
        """Read who is paired."""
        self._sessions = self._file.read()
        self._news = asyncio.Event()

    @property
    def waits_for_press(self) -> bool:
        """Whether a phone waits for the press on the board."""
        return self._pairing.stage() is Stage.PRESS

    def ask(self, kind: str) -> dict[str, Any]:
        """Show a code for a phone of that kind; what it needs to type it."""
        if self.why_not:
            raise PairingError(self.why_not)
        if len(self._sessions.listed(_now())) >= MOST_SESSIONS:
            raise PairingError(
                Words.counted(
                    "1 phone is paired: end it at the board's page.",
                    "{number} phones are paired: end one at the board's page.",
                    MOST_SESSIONS,
                )
            )
        ticket, code = secrets.token_urlsafe(TICKET_BYTES), fresh_code(secrets.randbelow)
        self._pairing.ask(ticket, code, _now())
        self._kind = kind
        self._changed()
        return {"ticket": ticket, "seconds": CODE_SECONDS, "tries": TRIES}

    def type(self, ticket: str, code: str) -> dict[str, Any]:
        """Take in what a phone has seen."""
        try:
            self._pairing.type(ticket, code, _now())
        finally:  # a wrong code changes it too: the board may be locked
            self._changed()
        return {"seconds": PRESS_SECONDS}

    async def pressed(self, ticket: str, name: str) -> tuple[str, PhoneSession]:
        """Wait for the press on the board; the token of the new session, and the session.

        The message at the board has the name: two may be alike.
        """
        if self._pairing.stage(ticket) is Stage.PRESS:
            self._kind = name
            self._changed()
        while self._pairing.stage(ticket) is Stage.PRESS:
            self._news.clear()
            await self._news.wait()
        if not self._pairing.collect(ticket, _now()):
            raise PairingError(Words("Nobody pressed roll on the board: pair this phone again."))
        return self._let_in(name)

    def _let_in(self, name: str) -> tuple[str, PhoneSession]:
        token = secrets.token_urlsafe(TOKEN_BYTES)
        session = self._sessions.add(name, token, _now())
        try:
            self._file.write(self._sessions)
        except JournalError as fault:  # it is good for as long as the daemon runs
            log.warning("a pairing will be forgotten: %s", fault)
        return token, session

    def leave(self, ticket: str) -> None:
        """A phone wants no more."""
        self._pairing.leave(ticket, _now())
        self._changed()

    def show_setup(self, network: str, code: str, seconds: float) -> None:
        """Show the setup network's code on the dice; see `ceremony.Pairing.show_setup`."""
        if self.why_not:
            raise PairingError(self.why_not)
        self._pairing.show_setup(network, code, seconds, _now())
        self.on_setup_shown()
        self._changed()

    def session(self, token: str) -> PhoneSession | None:
        """Whose token it is, while that is good."""
        return self._sessions.of(token, _now())

    def listed(self) -> list[tuple[PhoneSession, float]]:
        """The phones that are paired, and for how many seconds more."""
        now = _now()
        return [(session, session.ends - now) for session in self._sessions.listed(now)]

    def revoke(self, number: int) -> None:
        """End a pairing at once; raise `UnknownNameError` where there is none of that number.

        It holds at once, whatever becomes of the file.
        """
        self._sessions.revoke(number)
        self.on_revoke()
        self._file.write(self._sessions)

    def look(self) -> None:
        """The table has heard something: who waits looks again."""
        self._news.set()

    @property
    def message(self) -> dict[str, str] | None:
        """What people at the board read about this."""
        match self._pairing.stage():
            case Stage.SHOWING:
                text = Words(
                    "Someone pairs a phone ({kind}): type there what the board's dice show. "
                    "Undo sends it away.",
                    page="Someone pairs a phone ({kind}): type there what the board's dice show.",
                    kind=self._kind,
                )
                return {"code": MESSAGE, **wordings(text)}
            case Stage.PRESS:
                text = Words(
                    "Let the phone in ({kind})? Press roll on the board; undo: no.",
                    page="Let the phone in ({kind})?",
                    watching="A phone waits to be let in at the board.",
                    kind=self._kind,
                )
                return {"code": MESSAGE, **wordings(text)}
        if self._pairing.is_locked:
            text = Words(
                "Someone has typed many wrong codes: no phone can be paired for some minutes."
            )
            return {"code": LOCKED, **wordings(text)}
        if setup := self._pairing.setup:
            text = Words(
                "To set the board up, join the Wi-Fi {network} with a phone; "
                "its password is what the board's dice show. Undo hides it.",
                page="To set the board up, join the Wi-Fi {network} with a phone; "
                "its password is what the board's dice show.",
                watching="The board is being set up.",
                network=setup.network,
            )
            return {"code": SETUP, **wordings(text)}
        return None

    @property
    def controls(self) -> dict[str, Any]:
        """What roll and undo do meanwhile, beside what they do in the game."""
        stage = self._pairing.stage()
        if stage is Stage.NONE and self._pairing.setup:
            return {"undo": {"live": True, "label": Words("Hide the code"), "held": None}}
        if stage is Stage.NONE:
            return {}
        undo = {"undo": {"live": True, "label": Words("Send it away"), "held": None}}
        if stage is Stage.SHOWING:
            return undo
        return {**undo, "roll": {"live": True, "label": Words("Let the phone in")}}


def _now() -> float:
    return asyncio.get_running_loop().time()
