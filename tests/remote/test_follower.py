"""A copy of a game's log that only reads: of a game between two boards, or at one."""

from collections.abc import Sequence
from random import Random

import pytest

from minigam.remote.divergence import DivergenceCause
from minigam.remote.follower import Followed, Follower
from minigam.remote.keys import SigningKey
from minigam.remote.log_message import Ask, Claim, GameId, LogMessage
from minigam.remote.replica import Ignored
from minigam.remote.signed import log_text
from minigam.rules.actions import Action, Begun, Confirmed, Rolled
from minigam.rules.hash_chain import chain_head, encode_action
from minigam.rules.terms import Terms
from tests.remote.hostile import KEYS
from tests.remote.replicas import GAME, WHOLE, message
from tests.rules.two_boards import TwoBoards

ACTIONS = TwoBoards(WHOLE, Random(1)).play()
ENTRIES = list(map(encode_action, ACTIONS))
KEY = KEYS[0]


def follower() -> Follower:
    return Follower(tuple(key.public for key in KEYS), GAME)


def test_it_takes_what_either_board_sends() -> None:
    found = follower().receive(message(ENTRIES[:5], KEYS[0]))
    assert found.actions == tuple(ACTIONS[:5])
    found = found.follower.receive(message(ENTRIES[:9], KEYS[1], 4))
    assert found.actions == tuple(ACTIONS[5:9])
    assert found.follower.signatures.keys() == {KEYS[1].public}
    again = found.follower.receive(message(ENTRIES[:9], KEYS[0], 4))
    assert again.actions == ()
    assert again.follower.signatures.keys() == {key.public for key in KEYS}
    older = again.follower.receive(message(ENTRIES[:5], KEYS[0]))
    assert older == Followed(again.follower)


def test_it_asks_for_what_it_lacks() -> None:
    found = follower().receive(message(ENTRIES[:9], KEYS[0], 5))
    assert found == Followed(follower(), ask=Ask(0, GAME))


def test_it_stops_where_the_two_boards_differ() -> None:
    one = follower().receive(message(ENTRIES[:9], KEYS[0])).follower
    other = [*ENTRIES[:7], encode_action(Confirmed()), *ENTRIES[8:10]]
    found = one.receive(message(other, KEYS[1])).follower
    assert found.divergence is not None
    assert (found.divergence.entry, found.divergence.cause) == (8, DivergenceCause.PAST)
    after = found.receive(message(ENTRIES[:12], KEYS[0], 9))
    assert after == Followed(found, ignored=Ignored.STOPPED)


def test_it_stops_at_dice_that_were_not_rolled() -> None:
    at = next(n for n, action in enumerate(ACTIONS) if isinstance(action, Rolled))
    rolled = ACTIONS[at]
    assert isinstance(rolled, Rolled)
    false = Rolled((rolled.dice[0], rolled.dice[1] % 6 + 1))
    found = follower().receive(message([*ENTRIES[:at], encode_action(false)], KEYS[0])).follower
    assert found.divergence is not None
    assert (found.divergence.entry, found.divergence.cause) == (at + 1, DivergenceCause.DICE)


def test_others_are_not_followed() -> None:
    stranger = SigningKey.from_bytes(bytes(32))
    assert follower().receive(message(ENTRIES[:5], stranger)).ignored is Ignored.SIGNATURE
    other = message(ENTRIES[:5], KEYS[0], id=GameId(GAME.meeting, 9))
    assert follower().receive(other).ignored is Ignored.OTHER_GAME


# ---- A game at one board, outside meetings -------------------------------------------------------

ALONE: list[Action] = [Begun(Terms("minigam", by_hand=True)), Rolled((5, 2))]


def of_one_board(actions: Sequence[Action], game: int = 17) -> LogMessage:
    entries = tuple(map(encode_action, actions))
    head = chain_head(entries)
    signature = KEY.sign(log_text(None, 0, len(entries), head))
    return LogMessage(game, GameId(), Claim(len(entries), head, signature), 0, entries)


def test_a_game_at_one_board_is_followed() -> None:
    found = Follower((KEY.public,), number=17).receive(of_one_board(ALONE))
    assert found.actions == tuple(ALONE)
    assert found.follower.log.game is not None
    assert found.follower.log.game.rolls == (((5, 2), ()),)


@pytest.mark.parametrize("game", [16, 18])
def test_another_game_of_that_board_is_not(game: int) -> None:
    found = Follower((KEY.public,), number=17).receive(of_one_board(ALONE, game))
    assert found.ignored is Ignored.OTHER_GAME


def test_what_the_rules_forbid_is_not_followed() -> None:
    found = Follower((KEY.public,), number=17).receive(of_one_board([*ALONE, Rolled((1, 2))]))
    assert found.actions == ()
    assert found.follower.divergence is not None
    assert (found.follower.divergence.entry, found.follower.divergence.cause) == (
        3,
        DivergenceCause.RULES,
    )
