"""Verifies a stored game: all of it by the rules, its rolls by their promise, its end by its seal.

What it cannot find, and what the game's code is for: `docs/dice.md`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from hashlib import sha256
from typing import Any

from minigam.dice.audit import Record as Rolls
from minigam.dice.audit import audit
from minigam.errors import CannotHoldError, MinigamError
from minigam.game.archive import record_of
from minigam.game.events import Event, Opened, Revealed, Sealed, Thrown
from minigam.game.replay import replay_strictly
from minigam.game.seal import code_of, sealed
from minigam.game.state import Phase, State
from minigam.game.summary import summary_of, summary_to_json
from minigam.journal.store import DamagedGameError, Journal, NoSecretError
from minigam.rules.files.code import short_code
from minigam.rules.record import walked

NOT_OVER = "the game is not over, so its secret is not revealed yet"
BY_HAND = "the dice were thrown by hand"
_JUDGED = ("judged", "lost")
"""What only a table of exact values can say of a game."""
_WRONG = (MinigamError, ValueError, TypeError, LookupError, ArithmeticError, AssertionError)
"""What an event that was never played may lead to."""


class Verdict(Enum):
    """What a verification comes to; the value is what is printed."""

    YES = "yes"
    NO = "NO"
    IMPORTED = "imported"
    """Nothing is wrong, but the game came from a file: nobody promised anything here."""
    UNKNOWN = "cannot tell"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    about: str
    """`rules`, `dice`, `end`, `list` or `code`."""
    ok: bool | None
    """None: it cannot be told."""
    text: str


@dataclass(frozen=True)
class Verification:
    """What was found in a game."""

    game: int
    imported: bool
    code: str
    """The code that the players may have noted; empty while there is none."""
    findings: tuple[Finding, ...]

    @property
    def verdict(self) -> Verdict:
        """The worst of the findings."""
        if any(finding.ok is False for finding in self.findings):
            return Verdict.NO
        if self.imported:
            return Verdict.IMPORTED
        unknown = any(finding.ok is None for finding in self.findings)
        return Verdict.UNKNOWN if unknown else Verdict.YES

    @property
    def reason(self) -> str:
        """The verdict in a sentence: what is wrong, where something is."""
        if self.verdict is Verdict.YES:
            return "the game was played as the journal says"
        if self.verdict is Verdict.IMPORTED:
            return "nothing was promised here"
        wanted = False if self.verdict is Verdict.NO else None
        return next(finding.text for finding in self.findings if finding.ok is wanted)


def verify(journal: Journal, number: int, noted: str = "") -> Verification:
    """Verify a game; `noted`: the code, or its first digits, that a player has noted.

    A game that cannot be read was not played as the journal says. Raises `UnknownNameError` for no
    such game, and `JournalError` for a journal that cannot be read at all.
    """
    try:
        events = journal.events(number)
    except DamagedGameError as fault:
        return Verification(number, False, "", (Finding("list", False, str(fault)),))
    return _Game(journal, number, events).verified(noted)


NEVER_BEGUN = Finding("end", None, "the game was never begun")


class _Game:
    """A game that is being verified."""

    def __init__(self, journal: Journal, number: int, events: Sequence[Event]) -> None:
        self._journal = journal
        self._number = number
        self._events = events
        self._states: list[State] = []
        """After each event, as far as they are sound."""
        self._fault = self._replayed()
        first = events[0] if events else None
        self._opened = first if isinstance(first, Opened) else None
        self._imported = self._opened is not None and self._opened.imported

    def _replayed(self) -> str:
        """Replay all events; what is wrong with the first that is, or nothing."""
        try:
            for state in replay_strictly(self._events):
                self._states.append(state)
        except _WRONG as fault:
            at = len(self._states)
            name = type(self._events[at]).__name__.lower()
            return f"event {at + 1} ({name}) was not played: {fault}"
        return "" if self._states else "the game has no events"

    def verified(self, noted: str) -> Verification:
        """All that is found."""
        code = self._code()
        if self._is_closed_unbegun():
            found = (NEVER_BEGUN, *self._stored(), *self._listed())
            return Verification(self._number, self._imported, "", found)
        findings = [self._rules(), *self._dice(), *self._stored()]
        if not self._fault:
            findings += [*self._end(), *self._listed()]
        if noted:
            findings.append(_compared(noted, code))
        return Verification(self._number, self._imported, short_code(code), tuple(findings))

    def _is_closed_unbegun(self) -> bool:
        """Whether a new game was chosen before this one began."""
        state = self._states[-1] if self._states and not self._fault else None
        return state is not None and state.phase is Phase.CLOSED and not state.has_begun

    def _code(self) -> str:
        state = self._states[-1] if self._states else None
        if state is None or self._fault:
            return ""
        if state.seal:
            return state.seal.code
        return code_of(state) if self._imported else ""

    # The rules

    def _rules(self) -> Finding:
        if self._fault:
            return Finding("rules", False, self._fault)
        state = self._states[-1]
        try:
            walked(record_of(state))
        except CannotHoldError:
            pass  # a corrected set-up: no file can hold that moment
        except MinigamError as fault:
            return Finding("rules", False, f"the plays break the rules: {fault}")
        return Finding("rules", True, f"turns: {len(state.plays)}, each as the rules allow")

    # The dice

    def _dice(self) -> Iterator[Finding]:
        state = self._states[-1] if self._states else None
        throws = tuple((*e.dice, *e.pawns) for e in self._events if isinstance(e, Thrown))
        if state is None:
            return
        if state.setup.by_hand:
            yield Finding("dice", None, BY_HAND)
        elif state.commitment or throws:
            yield self._rolls(state, state.commitment, throws)
        else:
            yield Finding("dice", None, "no dice were thrown in this game")

    def _rolls(
        self, state: State, commitment: str | None, throws: tuple[tuple[int, ...], ...]
    ) -> Finding:
        revealed = [event.secret for event in self._events if isinstance(event, Revealed)]
        secret = revealed[0] if revealed else self._kept_secret()
        white, black = state.entropy
        if secret is None:
            return Finding(
                "dice", False, "the dice secret is missing: it is neither kept nor shown"
            )
        if commitment is None or (throws and (white is None or black is None)):
            return Finding(
                "dice", False, "the promise, or a side's number, is missing before the first roll"
            )
        found = audit(Rolls(commitment, secret, (white or 0, black or 0), throws))
        if not found.fair:
            return Finding("dice", False, found.reason)
        if not revealed:
            return Finding("dice", None, NOT_OVER)
        if self._imported:
            return Finding("dice", True, "the rolls fit the proof that the file brought along")
        return Finding("dice", True, found.reason)

    def _kept_secret(self) -> str | None:
        try:
            return self._journal.secret(self._number).hex()
        except NoSecretError:
            return None

    # The end

    def _end(self) -> Iterator[Finding]:
        if self._imported:
            return
        state, entries = self._states[-1], self._journal.entries(self._number)
        for at, event in enumerate(self._events):
            if isinstance(event, Sealed):
                yield from _differences(event, sealed(self._states[at - 1], entries[:at]))
        if state.seal is None:
            yield self._without_seal(state)
        else:
            yield Finding("end", True, f"{_outcome(state.seal)}, as the journal closed it")

    def _without_seal(self, state: State) -> Finding:
        over = state.result is not None or state.phase is Phase.CLOSED
        if not over and (later := self._later()):
            return Finding(
                "end",
                False,
                f"the end is missing: game {later} was begun at this board, which closes this one",
            )
        if self._opened and not self._opened.consent:
            return self._of_before()
        if over:
            return Finding("end", False, "the end is missing: the game is over but was not closed")
        return Finding("end", None, "the game is not over")

    def _of_before(self) -> Finding:
        """No game of an older version was closed; none of theirs follows one of this version's."""
        earlier = (number for number in self._journal.numbers() if number < self._number)
        for number in earlier:
            first = self._opening_of(number)
            if first and first.consent and not first.imported:
                text = (
                    f"the end is missing: no older version played this, for game {number} is newer"
                )
                return Finding("end", False, text)
        return Finding("end", None, "an older version played this game, which closed none")

    def _later(self) -> int | None:
        """The next game that was begun at the same board."""
        numbers = [number for number in self._journal.numbers() if number > self._number]
        return next((number for number in numbers if self._same_board(number)), None)

    def _same_board(self, number: int) -> bool:
        first = self._opening_of(number)
        if self._opened is None or first is None or first.imported:
            return False
        return self._opened.setup.board == first.setup.board

    def _opening_of(self, number: int) -> Opened | None:
        """How another game begins; None where that cannot be read."""
        try:
            first, *_ = self._journal.events(number)
        except (DamagedGameError, ValueError):
            return None
        return first if isinstance(first, Opened) else None

    # The file

    def _stored(self) -> Iterator[Finding]:
        """Whether all events are in one place, numbered without a gap, and no secret is left."""
        with self._journal.reading() as db:
            rows = db.execute(
                "SELECT number FROM event WHERE chapter = ? ORDER BY number", (self._number,)
            ).fetchall()
            packed, secret = db.execute(
                "SELECT packed IS NOT NULL, secret FROM chapter WHERE id = ?", (self._number,)
            ).fetchone()
        if packed and rows:
            yield Finding("list", False, f"events: {len(rows)} stand beside the packed game")
        elif [number for (number,) in rows] != list(range(1, len(rows) + 1)):
            yield Finding("list", False, "events are missing: their numbers have a gap")
        if secret is not None and any(isinstance(event, Revealed) for event in self._events):
            yield Finding("list", False, "a dice secret is kept although one was shown")
        if isinstance(secret, bytes) and not self._is_promised(secret):
            yield Finding("list", False, "the dice secret that is kept is not the promised one")

    def _is_promised(self, secret: bytes) -> bool:
        state = self._states[-1] if self._states else None
        return state is not None and state.commitment == sha256(secret).hexdigest()

    def _listed(self) -> Iterator[Finding]:
        """Whether the list of games and the statistics say the same of it."""
        with self._journal.reading() as db:
            row = db.execute(
                "SELECT s.body, s.opened_at = c.opened_at FROM summary AS s JOIN chapter AS c"
                " ON c.id = s.chapter WHERE s.chapter = ?",
                (self._number,),
            ).fetchone()
        if row is None:
            return
        expected = _plain(summary_to_json(summary_of(self._states[-1], self._imported)))
        found = _read(row[0])
        wrong = [name for name in {**found, **expected} if found.get(name) != expected.get(name)]
        wrong = [name for name in wrong if name not in _JUDGED]
        if not found or not row[1] or wrong:
            what = ", ".join(wrong) or "when it was begun"
            yield Finding("list", False, f"the list of games says otherwise: {what}")


def _read(body: object) -> dict[str, Any]:
    try:
        found = json.loads(body) if isinstance(body, str) else None
    except (ValueError, RecursionError):
        found = None
    return found if isinstance(found, dict) else {}


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


def _compared(noted: str, code: str) -> Finding:
    if code.startswith(noted):
        return Finding("code", True, f"{short_code(code, len(noted))}, as it was noted")
    pairs = enumerate(zip(noted, code, strict=False))
    same = next((at for at, (one, other) in pairs if one != other), len(code))
    got = short_code(code, same + 1) or "none"
    return Finding(
        "code", False, f"the noted code is {short_code(noted, same + 1)}, this game's is {got}"
    )


def _differences(found: Sealed, expected: Sealed) -> Iterator[Finding]:
    """Where the journal closed a game otherwise than it was played."""
    for field in fields(Sealed):
        one, other = getattr(found, field.name), getattr(expected, field.name)
        if one != other:
            text = (
                f"the journal closed the game with {field.name} {one}, played again it has {other}"
            )
            yield Finding("end", False, text)


def _outcome(seal: Sealed) -> str:
    if seal.winner is None:
        return "the game was abandoned"
    return f"{seal.winner.value} won {seal.points} ({seal.kind}, {seal.ended_by})"
