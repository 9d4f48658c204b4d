"""Verifies a stored game: the rules, the promises of dice and the final hash.

What it cannot find, and what the game's code is for: `docs/dice.md`.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from enum import Enum
from hashlib import sha256
from typing import Any

from minigam.dice.provably_fair import DiceProof as Rolls
from minigam.dice.provably_fair import audit
from minigam.dice.shared_rolls import SharedProof, audit_shared, commitment
from minigam.errors import IllegalPlayError, shortened
from minigam.journal.meetings import kept_beside
from minigam.journal.schema import board_key
from minigam.journal.store import DamagedGameError, Journal, NoSecretError
from minigam.rules.actions import Abandoned, Action, Begun, Closed, Committed, Named, Revealed
from minigam.rules.cube import CENTRED
from minigam.rules.game import NEVER_PLAYED, Game
from minigam.rules.hash_chain import closed_action, short_code
from minigam.rules.match import Standing
from minigam.rules.meeting import Meeting
from minigam.rules.terms import Terms
from minigam.table.names import is_taken
from minigam.table.summary import summary_of, summary_to_json

NOT_OVER = "the game is not over, so its secret is not revealed yet"
BY_HAND = "the dice were rolled by hand"
_JUDGED = ("judged", "lost")
"""What only a table of exact values can say of a game."""


class VerifyStatus(Enum):
    """What a verification comes to; the value is what is printed."""

    YES = "yes"
    NO = "NO"
    IMPORTED = "imported"
    """Nothing is wrong, but the game came from a file: nobody promised anything here."""
    UNKNOWN = "cannot tell"


@dataclass(frozen=True)
class VerificationCheck:
    """One thing that was looked at."""

    about: str
    """`rules`, `dice`, `boards`, `end`, `list`, `code` or `signed`."""
    ok: bool | None
    """None: nobody can know."""
    text: str


@dataclass(frozen=True)
class Verification:
    """What was found in a game."""

    game: int
    imported: bool
    code: str
    """The code that the players may have noted; empty while there is none."""
    findings: tuple[VerificationCheck, ...]

    @property
    def verdict(self) -> VerifyStatus:
        """The worst of the findings."""
        if any(finding.ok is False for finding in self.findings):
            return VerifyStatus.NO
        if self.imported:
            return VerifyStatus.IMPORTED
        unknown = any(finding.ok is None for finding in self.findings)
        return VerifyStatus.UNKNOWN if unknown else VerifyStatus.YES

    @property
    def reason(self) -> str:
        """The verdict in a sentence: what is wrong, where something is."""
        if self.verdict is VerifyStatus.YES:
            return "the game was played as the journal says"
        if self.verdict is VerifyStatus.IMPORTED:
            return "nothing was promised here"
        wanted = False if self.verdict is VerifyStatus.NO else None
        return next(finding.text for finding in self.findings if finding.ok is wanted)


KeptCheck = Callable[[Meeting, Sequence[bytes], object], tuple[bool, str]]
"""Whether what a board keeps beside a game with another board fits its actions (as the journal has
them), and what it proves: see `remote.kept.check_kept`, which this room may not import."""


def verify(
    journal: Journal, number: int, noted: str = "", check_kept: KeptCheck | None = None
) -> Verification:
    """Verify a game; `noted`: the code, or its first digits, that a player has noted.

    `check_kept`: checks the other board's signature, where one is kept; None: it is not looked at.
    A game that cannot be read was not played as the journal says. Raises `UnknownNameError` for no
    such game, and `JournalError` for a journal that cannot be read at all.
    """
    try:
        actions = journal.actions(number)
    except DamagedGameError as fault:
        return Verification(number, False, "", (VerificationCheck("list", False, str(fault)),))
    found = _Game(journal, number, actions).verified(noted)
    signed = _signed(journal, number, actions, check_kept)
    return replace(found, findings=(*found.findings, *signed))


def _signed(
    journal: Journal, number: int, actions: Sequence[Action], check_kept: KeptCheck | None
) -> Iterator[VerificationCheck]:
    """What the other board has signed, in a game between two boards."""
    first, kept = actions[0] if actions else None, kept_beside(journal, number)
    meeting = first.terms.meeting if isinstance(first, Begun) else None
    if check_kept and kept is not None and meeting and meeting.shared:
        yield VerificationCheck("signed", *check_kept(meeting, journal.entries(number), kept))


NEVER_BEGUN = VerificationCheck("end", None, "the game was never begun")


class _Game:
    def __init__(self, journal: Journal, number: int, actions: Sequence[Action]) -> None:
        self._journal = journal
        self._number = number
        self._actions = actions
        self._games: list[Game] = []
        """After each action, as far as they are sound."""
        self._fault = self._replayed()
        first = actions[0] if actions else None
        self._imported = isinstance(first, Begun) and first.terms.imported

    @property
    def _last(self) -> Game | None:
        return self._games[-1] if self._games else None

    def _replayed(self) -> str:
        """Apply all actions; what is wrong with the first that is, or nothing."""
        try:
            for action in self._actions:
                self._games.append(_applied(self._last, action))
        except NEVER_PLAYED as fault:
            at = len(self._games)
            name = type(self._actions[at]).__name__.lower()
            return f"action {at + 1} ({name}) was not played: {fault}"
        return "" if self._games else "the game has no actions"

    def verified(self, noted: str) -> Verification:
        code = self._code()
        begun = not self._is_closed_unbegun()
        findings = [self._rules()] if begun else [NEVER_BEGUN]
        if begun and self._last is not None:
            findings.append(VerificationCheck("dice", *self._rolls(self._last)))
            findings += _boards_of(self._last.terms)
        findings += (VerificationCheck("list", False, text) for text in self._stored())
        if begun and not self._fault:
            findings += self._end()
        if not self._fault:
            findings += self._listed()
        if noted:
            findings.append(_compared(noted, code))
        shown = short_code(code) if begun else ""
        return Verification(self._number, self._imported, shown, tuple(findings))

    def _is_closed_unbegun(self) -> bool:
        """Whether it was abandoned before anything was rolled."""
        game = self._last
        return game is not None and not self._fault and game.abandoned and not game.has_begun

    def _code(self) -> str:
        game = self._last
        return game.closed.code if game and game.closed and not self._fault else ""

    # The rules

    def _rules(self) -> VerificationCheck:
        if self._fault or self._last is None:
            return VerificationCheck("rules", False, self._fault)
        return VerificationCheck(
            "rules", True, f"turns: {len(self._last.plays)}, each as the rules allow"
        )

    # The dice

    def _rolls(self, game: Game) -> tuple[bool | None, str]:
        """Whether the rolls are those that were promised, and why."""
        throws = tuple((*dice, *pawns) for dice, pawns in game.rolls)
        if game.terms.by_hand:
            return None, BY_HAND
        if game.terms.shared:
            found = audit_shared(shared_proof(game))
            return found.fair, found.reason
        if not (game.commitment or throws):
            return None, "no dice were rolled in this game"
        secret = game.secret or self._kept_secret()
        white, black = game.numbers
        if secret is None:
            return False, "the dice secret is missing: it is neither kept nor shown"
        if game.commitment is None or (throws and (white is None or black is None)):
            return False, "the promise, or a side's number, is missing before the first roll"
        found = audit(Rolls(game.commitment, secret, (white or 0, black or 0), throws))
        if not found.fair:
            return False, found.reason
        if not game.secret:
            return None, NOT_OVER
        if self._imported:
            return True, "the rolls fit the proof that the file brought along"
        return True, found.reason

    def _kept_secret(self) -> str | None:
        try:
            return self._journal.secret(self._number).hex()
        except NoSecretError:
            return None

    # The end

    def _end(self) -> Iterator[VerificationCheck]:
        game = self._last
        if self._imported or game is None:
            return
        entries = self._journal.entries(self._number)
        for at, action in enumerate(self._actions):
            if isinstance(action, Closed):
                yield from _differences(action, closed_action(self._games[at - 1], entries[:at]))
        if game.closed is None:
            yield VerificationCheck("end", *self._without_end(game))
        else:
            yield VerificationCheck(
                "end", True, f"{_outcome(game.closed)}, as the journal closed it"
            )

    def _without_end(self, game: Game) -> tuple[bool | None, str]:
        if game.result or game.abandoned:
            return False, "the end is missing: the game is over but was not closed"
        if later := self._later():
            begun = f"game {later} was begun at this board, which closes this one"
            return False, f"the end is missing: {begun}"
        return None, "the game is not over"

    def _later(self) -> int | None:
        """The next game that was begun at the same board."""
        found: int | None = self._journal.value(
            "SELECT min(id) FROM game WHERE id > ?"
            " AND board = (SELECT board FROM game WHERE id = ?)",
            self._number,
            self._number,
        )
        return found

    # The file

    def _stored(self) -> Iterator[str]:
        """Whether all actions are in one place, and no secret is left; the chain shows a gap."""
        rows = self._journal.value("SELECT count(*) FROM action WHERE game = ?", self._number)
        ((packed, secret, board),) = self._journal.rows(
            "SELECT packed IS NOT NULL, secret, board FROM game WHERE id = ?", self._number
        )
        if packed and rows:
            yield f"actions: {rows} stand beside the packed game"
        if self._last and board not in _boards(self._last.terms):
            yield f"no such board can have played it: {shortened(board)}"
        if secret is not None and any(isinstance(action, Revealed) for action in self._actions):
            yield "a dice secret is kept although one was shown"
        if isinstance(secret, bytes) and not (self._last and _is_promised(self._last, secret)):
            yield "the dice secret that is kept is not the promised one"

    def _listed(self) -> Iterator[VerificationCheck]:
        """Whether the list of games and the statistics say the same of it."""
        rows = self._journal.rows(
            "SELECT s.body, s.opened_at = c.opened_at FROM summary AS s JOIN game AS c"
            " ON c.id = s.game WHERE s.game = ?",
            self._number,
        )
        if not rows:
            return
        ((body, same_time),) = rows
        expected = json.loads(json.dumps(summary_to_json(summary_of(self._games[-1]))))
        found = _read(body)
        wrong = [name for name in {**found, **expected} if found.get(name) != expected.get(name)]
        wrong = [name for name in wrong if name not in _JUDGED]
        if not found or not same_time or wrong:
            what = ", ".join(wrong) or "when it was begun"
            yield VerificationCheck("list", False, f"the list of games says otherwise: {what}")


def _applied(game: Game | None, action: Action) -> Game:
    """The game after an action; raise `IllegalPlayError` for one that no board has written."""
    if game is None:
        if not isinstance(action, Begun):
            raise IllegalPlayError("expected the game's beginning")
        check_beginning(action.terms)
        return Game.begin(action.terms)
    if game.terms.imported and isinstance(action, Abandoned | Closed):
        raise IllegalPlayError("no board closes a game that comes from a file")
    if isinstance(action, Named) and not game.terms.imported and any(map(is_taken, action.names)):
        raise IllegalPlayError(TAKEN)
    if game.terms.by_hand and isinstance(action, Committed):
        raise IllegalPlayError("nobody promises dice that are rolled by hand")
    if game.closed and not isinstance(action, Named):
        raise IllegalPlayError("the game is closed")
    return game.apply(action)


def _is_promised(game: Game, secret: bytes) -> bool:
    """Whether the dice come from a secret that is kept; between two boards, from its own seed."""
    if game.terms.shared:
        return commitment(secret) in game.promises
    return game.commitment == sha256(secret).hexdigest()


def shared_proof(game: Game) -> SharedProof:
    """What an audit of the dice needs, of a game between two boards."""
    throws = tuple((*dice, *pawns) for dice, pawns in game.rolls)
    early = len(game.opening) if game.swapped else 0
    return SharedProof(game.promises, game.shares, throws, early)


def _boards_of(terms: Terms) -> Iterator[VerificationCheck]:
    """The boards of a meeting: whose journals have the same game is known by their keys."""
    if terms.meeting is None:
        return
    white, black = map(short_code, terms.meeting.boards)
    text = f"one, with the key {white}"
    if terms.shared:
        both = f"the keys {white} (white) and {black} (black)"
        text = f"two, with {both}: compare the game's code with the other board's"
    yield VerificationCheck("boards", True, text)


def _boards(terms: Terms) -> tuple[str | None, ...]:
    """The kinds of board that a game may have been played on; None: a file's, on none."""
    points = terms.rules.layout.points
    return (None,) if terms.imported else (board_key(points, False), board_key(points, True))


TAKEN = "nobody can be called as the board calls a side or a computer"


def check_beginning(terms: Terms) -> None:
    """Raise `IllegalPlayError` for a beginning that no board has made; files may begin anywhere."""
    rules, score = terms.rules, terms.score
    if terms.imported:
        return
    if any(map(is_taken, terms.names)):
        raise IllegalPlayError(TAKEN)
    if terms.is_played_on and (rules.length or any(score) or terms.first.cube != CENTRED):
        raise IllegalPlayError("a game that is played on is a single one, its cube in the middle")
    if terms.starter and not (rules.winner_starts or terms.is_played_on):
        raise IllegalPlayError(f"in {rules.title} nobody begins without an opening roll")
    near = rules.length - 1
    both = rules.cube and rules.crawford and min(score) == near > 0
    if terms.crawford_played and not (Standing(score).is_crawford(rules) or both):
        raise IllegalPlayError("the Crawford game cannot have been played with that score")
    if both and not terms.crawford_played:
        raise IllegalPlayError("the Crawford game must have been played with that score")


def _read(body: object) -> dict[str, Any]:
    try:
        found = json.loads(body) if isinstance(body, str) else None
    except (ValueError, RecursionError):
        found = None
    return found if isinstance(found, dict) else {}


def _compared(noted: str, code: str) -> VerificationCheck:
    if code.startswith(noted):
        return VerificationCheck("code", True, f"{short_code(code, len(noted))}, as it was noted")
    pairs = enumerate(zip(noted, code, strict=False))
    same = next((at for at, (one, other) in pairs if one != other), len(code))
    got = short_code(code, same + 1) or "none"
    return VerificationCheck(
        "code", False, f"the noted code is {short_code(noted, same + 1)}, this game's is {got}"
    )


def _differences(found: Closed, expected: Closed) -> Iterator[VerificationCheck]:
    """Where the journal closed a game otherwise than it was played."""
    for field in fields(Closed):
        one, other = getattr(found, field.name), getattr(expected, field.name)
        if one != other:
            text = (
                f"the journal closed the game with {field.name} {one}, played again it has {other}"
            )
            yield VerificationCheck("end", False, text)


def _outcome(end: Closed) -> str:
    if end.winner is None:
        return "the game was drawn" if end.kind else "the game was abandoned"
    return f"{end.winner.value} won {end.points} ({end.kind}, {end.ended_by})"
