"""A board that asks to join no more, and is accepted all the same."""

from dataclasses import replace

from minigam.remote.answer_limit import ANSWERS
from minigam.remote.keys import SigningKey
from minigam.remote.log_message import GameId, LogMessage, parse_log
from minigam.remote.peer_session import LocalBoard
from minigam.remote.replica import Replica
from minigam.remote.topics import Topics
from minigam.remote.withdrawal import MOST, Withdrawals
from minigam.rules.actions import Begun
from minigam.rules.hash_chain import encode_action
from tests.remote.hostile import KEYS, MEETING, terms_of
from tests.remote.reading import valid
from tests.remote.replicas import message

INVITER, JOINER = KEYS
OWN = LocalBoard(JOINER.public, JOINER.sign)
THIRD = SigningKey.from_bytes(b"t" * 32).public
BEGUN = [Begun(replace(terms_of("minigam"), meeting=replace(MEETING, number=1)))]
ASKED = Withdrawals().plus(MEETING.id, "oak")


def begun(meeting: str = MEETING.id, joiner: str = JOINER.public) -> LogMessage:
    """What the inviter sends: the game has begun."""
    pair = (INVITER.public, joiner)
    terms = replace(BEGUN[0].terms, meeting=replace(MEETING, number=1, id=meeting, boards=pair))
    return message([encode_action(Begun(terms))], INVITER, id=GameId(meeting, 1))


def test_the_inviter_is_sent_that_the_player_has_left() -> None:
    begins = message([*map(encode_action, BEGUN)], INVITER, id=GameId(MEETING.id, 1))
    _, text = ASKED.log_received("oak", begins, OWN, 0.0)
    assert text
    valid("log", text.encode())
    found = Replica.of(INVITER.public, BEGUN).receive(parse_log(text.encode()))
    assert (found.replica.peer_status.left, found.replica.divergence) == (True, None)
    assert found.replica.acknowledged == 0


def test_nothing_else_is_answered() -> None:
    other, later = begun("ee" * 16), replace(begun(), id=GameId(MEETING.id, 2))
    assert ASKED.log_received("ash", begun(), OWN, 0.0) == (ASKED, None)
    assert ASKED.log_received("oak", other, OWN, 0.0) == (ASKED, None)
    assert ASKED.log_received("oak", later, OWN, 0.0) == (ASKED, None)
    for part in (replace(begun(), since=1), replace(begun(), entries=())):
        assert ASKED.log_received("oak", part, OWN, 0.0) == (ASKED, None)
    odd = replace(begun(), entries=(b"{}",))
    assert ASKED.log_received("oak", odd, OWN, 0.0) == (ASKED, None)


def test_each_is_answered_until_the_board_asks_for_it_again() -> None:
    """Whoever asked somewhere else, or entered a wrong code, once said nothing any more."""
    both = ASKED.plus("ee" * 16, "ash")
    assert both.followed == {Topics("oak").log, Topics("ash").log}
    both, first = both.log_received("oak", begun(), OWN, 0.0)
    both, second = both.log_received("ash", begun("ee" * 16), OWN, 0.0)
    assert first
    assert second
    again = both.without(MEETING.id)
    assert again.log_received("oak", begun(), OWN, 0.0) == (again, None)
    assert again.followed == {Topics("ash").log}


def test_a_game_with_another_board_needs_no_answer() -> None:
    after, text = ASKED.log_received("oak", begun(joiner=THIRD), OWN, 0.0)
    assert (after, text) == (Withdrawals(), None)


def test_the_newest_ones_are_remembered() -> None:
    withdrawn = ASKED
    for at in range(MOST):
        withdrawn = withdrawn.plus(f"{at:032x}", f"board-{at}")
    assert withdrawn.followed == {Topics(f"board-{at}").log for at in range(MOST)}


def test_a_flood_is_answered_so_often_and_no_more() -> None:
    after, answers = ASKED, []
    for _ in range(50):
        after, text = after.log_received("oak", begun(), OWN, 0.0)
        answers.append(text)
    assert sum(map(bool, answers)) == ANSWERS.at_once
