"""Whether a game's actions and its boards' signatures prove its result.

Who receives a result, such as a club, believes no more than this.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from minigam.dice.provably_fair import DiceProof, audit
from minigam.remote.entry_checks import Rejected, appended
from minigam.remote.keys import verify
from minigam.remote.log import EMPTY, Log
from minigam.remote.signed import log_text
from minigam.rules.actions import Action, Begun
from minigam.rules.game import Game
from minigam.rules.meeting import Meeting
from minigam.rules.position import Side


@dataclass(frozen=True)
class Proven:
    """The game was played so: by its rules, with these dice, and its boards have signed it."""

    game: Game
    meeting: Meeting
    """Which game of which meeting; its boards in the colours of the end."""
    code: str
    """The head of the chain of hashes over all its actions."""
    fair_dice: bool
    """False where people rolled real dice, which nobody can verify."""


@dataclass(frozen=True)
class Unproven:
    """The first thing that is missing or wrong."""

    reason: str


def prove(
    actions: Iterable[Action],
    signatures: Mapping[str, str],
    boards: Collection[str] | None = None,
) -> Proven | Unproven:
    """Replay a game of a meeting, and check its dice, its closing and who has signed it.

    `signatures`: of the whole log, by public key. `boards`: the public keys of the boards that may
    have played it; None: of any.

    >>> prove([], {})
    Unproven(reason='expected a game that is closed, got no action')
    """
    log: Log | Rejected = EMPTY
    for number, action in enumerate(actions, start=1):
        log = appended(log, action, None) if isinstance(log, Log) else log
        if isinstance(log, Rejected):
            return Unproven(f"action {number} ({log.cause.value}): {log.detail}")
    game = log.game if isinstance(log, Log) else None
    if game is None or not isinstance(log, Log):
        return Unproven("expected a game that is closed, got no action")
    wrong = _unfinished(log, game) or _dice_fault(game) or _unsigned(log, game, signatures, boards)
    meeting = game.terms.meeting
    if wrong or meeting is None:
        return Unproven(wrong)
    return Proven(game, meeting, log.head, not game.terms.by_hand)


def _unfinished(log: Log, game: Game) -> str:
    begun = log.action(0)
    if game.terms.meeting is None or not isinstance(begun, Begun) or game.terms.imported:
        return "expected a game of a meeting, got another one"
    if game.closed is None or game.result is None:
        return "expected a game that was played to its end and closed, got an unfinished one"
    return ""


def _dice_fault(game: Game) -> str:
    """What is wrong with the dice; those of two boards were checked with each action."""
    if game.terms.by_hand or game.terms.shared:
        return ""
    white, black = game.numbers
    if game.commitment is None or white is None or black is None:
        return "" if not game.rolls else "expected dice that were promised before the first roll"
    rolls = tuple((*dice, *pawns) for dice, pawns in game.rolls)
    found = audit(DiceProof(game.commitment, game.secret, (white, black), rolls))
    return "" if found.fair else found.reason


def _unsigned(
    log: Log, game: Game, signatures: Mapping[str, str], boards: Collection[str] | None
) -> str:
    meeting = game.terms.meeting
    assert meeting is not None
    text = log_text(meeting.id, meeting.number, len(log), log.head)
    for side in Side:
        key = side.of(meeting.boards)
        if boards is not None and key not in boards:
            return f"{side.value}'s board, {key[:16]}..., is none of those that may play"
        if key not in signatures:
            return f"expected the signature of {side.value}'s board, {key[:16]}..., got none"
        if not verify(key, text, signatures[key]):
            return f"the signature of {side.value}'s board, {key[:16]}..., is of another log"
    return ""
