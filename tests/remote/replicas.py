"""Copies of a game at two boards, at any moment of it, and what a board that cheats may send."""

from collections.abc import Callable, Sequence
from random import Random

from minigam.remote.divergence import DivergenceCause
from minigam.remote.game_status import GameStatus, SignedStatus
from minigam.remote.kept import Kept
from minigam.remote.keys import SigningKey
from minigam.remote.log_message import Claim, GameId, LogMessage
from minigam.remote.replica import Received, Replica
from minigam.remote.signed import log_text
from minigam.rules.actions import (
    Action,
)
from minigam.rules.clock import TimeControl
from minigam.rules.game import Game
from minigam.rules.hash_chain import chain_head, encode_action
from minigam.rules.position import Side
from minigam.rules.terms import Terms
from minigam.rules.writer import writer
from tests.remote.hostile import KEYS, MEETING, terms_of
from tests.rules.two_boards import TwoBoards

CLOCK = TimeControl("1:00+2")
GAME = GameId(MEETING.id, MEETING.number)
WHOLE = terms_of("minigam")


def played(until: Callable[[Game], bool], terms: Terms = WHOLE, seed: int = 1) -> TwoBoards:
    """A game up to the first moment at which something holds."""
    game = TwoBoards(terms, Random(seed))
    while not until(game.game):
        assert game.game.closed is None, "expected such a moment"
        game.do(game.decided())
    return game


def honest_against(cheater: Side, actions: Sequence[Action], kept: Kept | None = None) -> Replica:
    return Replica.of(cheater.other.of(KEYS).public, actions, kept=kept)


def message(
    entries: Sequence[bytes],
    key: SigningKey,
    since: int = 0,
    id: GameId = GAME,
    consent: SignedStatus | None = None,
) -> LogMessage:
    """What a board sends that keeps to no rules: any entries, well signed."""
    head = chain_head(entries)
    signature = key.sign(log_text(id.meeting, id.number, len(entries), head))
    claim = Claim(len(entries), head, signature)
    return LogMessage(0, id, claim, since, tuple(entries[since:]), consent=consent)


def forged(
    game: TwoBoards, *more: Action, cheater: Side, consent: SignedStatus | None = None
) -> Received:
    """What the honest board makes of a log that the cheater continues."""
    entries = [*map(encode_action, game.actions), *map(encode_action, more)]
    since = len(game.actions)
    return honest_against(cheater, game.actions).receive(
        message(entries, cheater.of(KEYS), since, consent=consent)
    )


def found(received: Received) -> tuple[int, Side | None, DivergenceCause]:
    assert received.actions == ()
    divergence = received.replica.divergence
    assert divergence is not None
    return divergence.entry, divergence.side, divergence.cause


def next_share(game: Game) -> bool:
    """Somebody has to share, and it is not the first roll."""
    return len(game.rolls) > 1 and game.turn is None and not game.doubled and not game.result


def delivered(sender: Replica, receiver: Replica) -> Replica:
    """What the receiver is after the sender's message."""
    key = KEYS[[each.public for each in KEYS].index(sender.key)]
    received = receiver.receive(sender.message(key.sign))
    assert received.ignored is None
    return received.replica


def two(until: Callable[[Game], bool]) -> tuple[Replica, Replica]:
    """Both copies of a game: first of who writes now."""
    game = played(until)
    side = writer(game.game)
    return tuple(honest_against(other, game.actions) for other in (side.other, side))  # type: ignore


def in_turn(game: Game) -> bool:
    return game.turn is not None and len(game.plays) > 1


def signed(status: GameStatus, key: SigningKey, id: GameId = GAME) -> SignedStatus:
    assert id.meeting
    return SignedStatus.of(status, id.meeting, id.number, key.sign)


def at_share() -> TwoBoards:
    return played(next_share)
