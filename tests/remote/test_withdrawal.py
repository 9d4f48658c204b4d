"""A board that asks to join no more, and is accepted all the same."""

from dataclasses import replace

from minigam.remote.answer_limit import ANSWERS
from minigam.remote.log_message import GameId, LogMessage, parse_log
from minigam.remote.replica import Replica
from minigam.remote.withdrawal import Withdrawal
from minigam.rules.actions import Begun
from minigam.rules.hash_chain import encode_action
from tests.remote.hostile import KEYS, MEETING, terms_of
from tests.remote.reading import valid
from tests.remote.replicas import message

INVITER, JOINER = KEYS
BEGUN = [Begun(replace(terms_of("minigam"), meeting=replace(MEETING, number=1)))]
ASKED = Withdrawal("oak", MEETING.id, 600.0)


def begun() -> LogMessage:
    """What the inviter sends: the game has begun."""
    return message([*map(encode_action, BEGUN)], INVITER, id=GameId(MEETING.id, 1))


def test_the_inviter_is_sent_that_the_player_has_left() -> None:
    _, text = ASKED.log_received("oak", begun(), JOINER.sign, 0.0)
    assert text
    valid("log", text.encode())
    found = Replica.of(INVITER.public, BEGUN).receive(parse_log(text.encode()))
    assert (found.replica.peer_status.left, found.replica.divergence) == (True, None)
    assert found.replica.acknowledged == 0


def test_nothing_else_is_answered() -> None:
    assert ASKED.log_received("ash", begun(), JOINER.sign, 0.0) == (ASKED, None)
    assert ASKED.log_received("oak", begun(), JOINER.sign, 600.0) == (ASKED, None)
    other = replace(begun(), id=GameId("ee" * 16, 1))
    assert ASKED.log_received("oak", other, JOINER.sign, 0.0) == (ASKED, None)
    assert ASKED.followed(600.0) == frozenset()


def test_a_flood_is_answered_so_often_and_no_more() -> None:
    after, answers = ASKED, []
    for _ in range(50):
        after, text = after.log_received("oak", begun(), JOINER.sign, 0.0)
        answers.append(text)
    assert sum(map(bool, answers)) == ANSWERS.at_once
