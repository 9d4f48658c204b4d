"""A board's logs: a follower that is sent whatever arrives has every action, once."""

from itertools import count
from random import Random

import pytest

from minigam.remote.answer_limit import ANSWERS
from minigam.remote.game_log import MOST_AT_ONCE, MOST_LOGS, LogBook, LogPart
from minigam.remote.keys import SigningKey
from minigam.remote.log_message import Ask, GameId, parse_log
from minigam.rules.actions import Action, Begun, Named, NumberGiven
from minigam.rules.hash_chain import chain_head, encode_action
from minigam.rules.meeting import Meeting
from minigam.rules.position import Side
from minigam.rules.terms import Terms

KEY = SigningKey.from_bytes(bytes(range(32)))
BEGUN = Begun(Terms("minigam"))


def actions(count: int, first: Action = BEGUN) -> list[Action]:
    return [first, *(NumberGiven(Side.WHITE, number) for number in range(count - 1))]


def taken(book: LogBook) -> list[LogPart]:
    """All that there is to send, by a broker that confirms each part."""
    parts = []
    while part := book.next(KEY.sign) or book.next_answer(KEY.sign):
        book.confirmed(part)
        parts.append(part)
    return parts


def entries(parts: list[LogPart], known: list[bytes] | None = None) -> list[bytes]:
    """What a follower has; each part must fit, and be what the board has signed."""
    found = list(known or [])
    for part in parts:
        message = parse_log(part.text.encode())
        assert message.since <= len(found)
        found = [*found[: message.since], *message.entries]
        assert (message.claim.seq, message.claim.head) == (len(found), chain_head(found))
        assert message.claim.is_by(KEY.public, message.id)
    return found


def test_what_was_stored_is_sent_once() -> None:
    book, all_of_it = LogBook(), actions(5)
    book.stored(1, all_of_it[:2])
    first = taken(book)
    book.stored(1, all_of_it[2:])
    second = taken(book)
    assert [(part.start, part.seq) for part in (*first, *second)] == [(0, 2), (2, 5)]
    assert entries([*first, *second]) == [encode_action(action) for action in all_of_it]
    assert taken(book) == []


def test_a_long_log_goes_in_parts_each_signed_for_itself() -> None:
    book, all_of_it = LogBook(), actions(2 * MOST_AT_ONCE + 7)
    book.stored(1, all_of_it)
    parts = taken(book)
    assert [part.seq for part in parts] == [50, 100, 107]
    assert entries(parts) == [encode_action(action) for action in all_of_it]


def test_what_the_broker_has_not_confirmed_is_sent_again() -> None:
    book = LogBook()
    book.stored(1, actions(3))
    lost = book.next(KEY.sign)
    assert lost == book.next(KEY.sign)
    book.stored(1, [NumberGiven(Side.BLACK, 4)])
    assert len(entries(taken(book))) == 4


def test_a_new_connection_says_how_far_the_present_game_is() -> None:
    book = LogBook()
    book.stored(1, actions(3))
    book.stored(2, actions(2))
    taken(book)
    book.announce()
    (part,) = taken(book)
    message = parse_log(part.text.encode())
    assert (message.game, message.claim.seq, message.entries) == (2, 2, ())


def test_games_that_the_broker_has_missed_come_first() -> None:
    book = LogBook()
    for game in (1, 2, 3):
        book.stored(game, actions(game + 1))
    assert [(part.game, part.seq) for part in taken(book)] == [(1, 2), (2, 3), (3, 4)]


@pytest.mark.parametrize(("since", "expected"), [(0, 4), (3, 1), (4, 0), (90, 0)])
def test_who_asks_is_sent_the_rest(since: int, expected: int) -> None:
    book = LogBook()
    book.stored(7, actions(4))
    taken(book)
    assert book.ask(Ask(since, game=7), 0.0)
    (part,) = taken(book)
    assert len(parse_log(part.text.encode()).entries) == expected


def test_who_asks_while_a_part_is_on_its_way_is_answered_all_the_same() -> None:
    book = LogBook()
    book.stored(1, actions(6))
    on_its_way = book.next(KEY.sign)
    assert on_its_way
    book.confirmed(on_its_way)
    book.stored(1, [NumberGiven(Side.BLACK, 4)])
    on_its_way = book.next(KEY.sign)
    assert on_its_way
    book.ask(Ask(2, game=1), 0.0)
    book.confirmed(on_its_way)
    (part,) = taken(book)
    assert (part.start, part.seq) == (2, 7)


def test_too_many_questions_are_not_answered() -> None:
    book = LogBook()
    book.stored(1, actions(2 * MOST_AT_ONCE))
    taken(book)
    parts = []
    for moment in range(60 * 50):  # a minute, at fifty a second
        assert book.ask(Ask(0, game=1), moment / 50)
        parts += taken(book)
    most = ANSWERS.at_once + 60 * ANSWERS.a_second
    assert len(parts) == 2 * (most - 1)  # the last token comes as the minute ends
    assert book.ask(Ask(0, game=2), 59.99)  # not even by looking into the journal


def test_a_game_of_a_meeting_is_asked_for_by_it() -> None:
    meeting = Meeting("0c" * 16, 2, ("ab" * 32, "ab" * 32))  # of a club, at one board
    book = LogBook()
    book.stored(4, actions(3, Begun(Terms("minigam", meeting=meeting))))
    (part,) = taken(book)
    assert parse_log(part.text.encode()).id == GameId("0c" * 16, 2)
    assert book.ask(Ask(1, GameId("0c" * 16, 2)), 0.0)
    assert not book.ask(Ask(1, GameId("0c" * 16, 3)), 0.0)
    assert not book.ask(Ask(1, game=5), 0.0)
    (part,) = taken(book)
    assert (part.game, part.start, part.seq) == (4, 1, 3)


def test_an_earlier_game_is_sent_where_somebody_asks_for_it() -> None:
    book, earlier = LogBook(), [encode_action(action) for action in actions(4)]
    book.stored(9, actions(2))
    taken(book)
    assert not book.ask(Ask(0, game=3), 0.0)
    book.restore(3, earlier, 0)
    assert entries(taken(book)) == earlier
    assert book.ask(Ask(2, game=3), 0.0)
    assert entries(taken(book), earlier[:2]) == earlier
    book.stored(9, [NumberGiven(Side.BLACK, 4)])
    (part,) = taken(book)
    assert (part.game, part.start, part.seq) == (9, 2, 3)


def test_the_last_games_are_kept_and_the_present_one_always() -> None:
    book = LogBook()
    for game in range(1, 100):
        book.stored(game, actions(1))
    for game in range(100, 200):
        book.restore(game, [b"{}"], 0)
    assert len(taken(book)) <= MOST_LOGS
    assert book.ask(Ask(0, game=99), 0.0)


def test_actions_of_a_game_whose_beginning_is_unknown_are_not_sent() -> None:
    book = LogBook()
    book.stored(5, [Named(("Ann", "Bob"))])
    book.stored(5, [])
    assert taken(book) == []


@pytest.mark.parametrize("seed", range(20))
def test_a_broker_that_dies_at_any_moment_loses_nothing(seed: int) -> None:
    chance, book, follower, times = Random(seed), LogBook(), list[bytes](), count()
    all_of_it = actions(120)
    left = list(all_of_it)
    while left or chance.random() < 0.8:
        more = chance.randrange(4)
        book.stored(1, left[:more])
        del left[:more]
        if part := book.next(KEY.sign) or book.next_answer(KEY.sign):
            arrives, is_confirmed = chance.random() < 0.7, chance.random() < 0.7
            if arrives and parse_log(part.text.encode()).since <= len(follower):
                follower = entries([part], follower)
            if is_confirmed:
                book.confirmed(part)
        if chance.random() < 0.1:
            book.announce()
        if chance.random() < 0.2:  # it lacks something
            book.ask(Ask(len(follower), game=1), next(times))
    book.ask(Ask(len(follower), game=1), next(times))
    assert entries(taken(book), follower) == [encode_action(action) for action in all_of_it]
