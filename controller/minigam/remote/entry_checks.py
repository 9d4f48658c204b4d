"""Whether an action may be the next entry of a game between two boards, and why not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from minigam.dice.shared_rolls import MOST_SHARED_ROLLS, follows
from minigam.remote.derived_roll import derived_roll
from minigam.remote.divergence import DivergenceCause
from minigam.remote.game_status import Answer
from minigam.remote.log import Log, parse_entry
from minigam.rules.actions import (
    Abandoned,
    Action,
    Closed,
    FlagFell,
    Named,
    Resigned,
    Rolled,
    Shared,
    TimePassed,
)
from minigam.rules.game import NEVER_PLAYED, Game
from minigam.rules.hash_chain import closed_action
from minigam.rules.position import Side
from minigam.rules.writer import writer

OF_ONE_BOARD = (Abandoned, Named)
"""What the rules allow, but no board may write into the common log: names are agreed before."""


MOST_TOGETHER = 10_000
"""Entries that two boards write in a game, the closing not counted. Boards that play at random
write some 1,000 in a long game; people take steps back too, and write time. It bounds what a board
that takes steps back for ever makes of the other one: at most some seconds at each start."""
LAST_TOUCH = 100
"""A board writes no more once so many are left, for one touch may write several."""


@dataclass(frozen=True)
class Rejected:
    """Why an action may not be the next entry."""

    cause: DivergenceCause
    detail: str


@dataclass(frozen=True)
class Sender:
    """Who writes, and what the other side has accepted."""

    key: str
    """The public key of its board."""
    consents: tuple[Answer, ...] = ()
    """Answers of the other side to offers of resignation."""

    def side(self, game: Game) -> Side:
        """The side that its board has now."""
        meeting = game.terms.meeting
        assert meeting is not None
        return Side.WHITE if meeting.boards[0] == self.key else Side.BLACK


def checked(log: Log, entry: bytes, sender: Sender | None) -> Log | Rejected:
    """The log with an entry that was received, or why it is wrong.

    `sender`: None where only the rules, the dice and the result are checked, as a follower does.
    """
    try:
        action = parse_entry(entry)
    except ValueError as fault:
        return Rejected(DivergenceCause.FORM, str(fault))
    return appended(log, action, sender)


def appended(log: Log, action: Action, sender: Sender | None) -> Log | Rejected:
    """The log with an action, or why it may not follow."""
    if sender and log.game and (wrong := _not_senders(log, log.game, action, sender)):
        return wrong
    if log.game and (wrong := _forged(log, log.game, action)):
        return wrong
    if log.game and log.game.terms.shared and not log.game.has_ended and len(log) >= MOST_TOGETHER:
        return Rejected(DivergenceCause.RULES, f"a game has at most {MOST_TOGETHER} actions")
    try:
        return log.append(action)
    except NEVER_PLAYED as fault:
        return Rejected(DivergenceCause.RULES, str(fault))


def is_too_long(log: Log) -> bool:
    """Whether a game has become so long that no board writes more of it."""
    ended = log.game is not None and log.game.has_ended
    return not ended and len(log) > MOST_TOGETHER - LAST_TOUCH


def _not_senders(log: Log, game: Game, action: Action, sender: Sender) -> Rejected | None:
    """Why the sender's board may not write it."""
    side = sender.side(game)
    if isinstance(action, OF_ONE_BOARD):
        return Rejected(DivergenceCause.KIND, f"no board writes {action} into a common log")
    if writer(game) is not side:
        return Rejected(
            DivergenceCause.PLACE, f"{side.other.value}'s board has to write, not {side.value}'s"
        )
    if isinstance(action, TimePassed | FlagFell) and game.acting is not side:
        return Rejected(
            DivergenceCause.PLACE, f"the clock of {side.other.value} is its own board's"
        )
    if isinstance(action, Resigned):
        return _not_agreed(log, action, side, sender.consents)
    return None


def _not_agreed(
    log: Log, action: Resigned, side: Side, consents: Iterable[Answer]
) -> Rejected | None:
    if action.side is not side:
        return Rejected(
            DivergenceCause.PLACE, f"only {action.side.value}'s board may resign for it"
        )
    for answer in consents:
        if answer.accept and answer.points == action.points and log.stands(answer.at):
            return None
    return Rejected(
        DivergenceCause.RESIGNATION, f"nobody accepted a resignation for {action.points} points"
    )


def _forged(log: Log, game: Game, action: Action) -> Rejected | None:
    """Why an action that stands for something computed is not what it has to be."""
    match action:
        case Closed() if game.has_ended and action != (closed := closed_action(game, log.entries)):
            return Rejected(DivergenceCause.RESULT, f"expected {closed}, got {action}")
        case Shared(side, secret) if game.terms.shared:
            given = side.of(game.shares)
            if len(given) >= MOST_SHARED_ROLLS:
                detail = f"a promise is made of {MOST_SHARED_ROLLS} secrets"
                return Rejected(DivergenceCause.SHARE, detail)
            before = (side.of(game.promises), *given)[-1]
            if before is not None and not follows(before, secret):
                return Rejected(DivergenceCause.SHARE, f"no hash of it is {before}: {secret}")
        case Rolled(dice, pawns) if game.terms.shared and all(map(game.has_shared, Side)):
            derived = derived_roll(game)
            if (dice, pawns) != (derived.dice, derived.pawns):
                return Rejected(DivergenceCause.DICE, f"expected {derived}, got {action}")
    return None
