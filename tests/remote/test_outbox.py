"""What is still to be sent: the newest state of each topic, and the log before them."""

from dataclasses import replace

from minigam.remote.game_log import LogBook
from minigam.remote.log_message import Ask
from minigam.remote.outbox import Outbox, Outgoing
from minigam.rules.actions import Begun, Named
from minigam.rules.terms import Terms
from tests.rules.two_boards import MEETING

ONE_BOARD = replace(MEETING, boards=(MEETING.boards[0],) * 2)


def sent(box: Outbox) -> list[tuple[str, str]]:
    found = []
    while message := box.next():
        found.append((message.topic, message.text if message.topic != "log" else "..."))
        assert message.retain is (message.topic != "log")
        box.confirmed(message)
    return found


def outbox(book: LogBook | None = None) -> Outbox:
    return Outbox(book or LogBook(), "log", lambda _: "5e" * 64)


def test_the_last_state_wins_and_goes_once() -> None:
    box = outbox()
    for number in range(1000):
        box.put("a", str(number))
        box.put("b", str(-number))
    assert sent(box) == [("a", "999"), ("b", "-999")]
    box.put("a", "999")
    assert sent(box) == []


def test_a_state_that_changes_while_it_is_on_its_way_goes_again() -> None:
    box = outbox()
    box.put("a", "1")
    message = box.next()
    assert message == Outgoing("a", "1", retain=True)
    box.put("a", "2")
    box.confirmed(message)
    assert sent(box) == [("a", "2")]


def test_the_log_goes_before_states() -> None:
    book = LogBook()
    box = outbox(book)
    box.put("a", "1")
    book.stored(1, [Begun(Terms("minigam"))])
    assert sent(box) == [("log", "..."), ("a", "1")]


def test_a_new_connection_is_sent_everything_again() -> None:
    book = LogBook()
    box = outbox(book)
    box.put_all({"a": "1", "gone": ""})
    book.stored(1, [Begun(Terms("minigam"))])
    first = sent(box)
    box.connected()
    assert sent(box) == first == [("log", "..."), ("a", "1"), ("gone", "")]


def test_who_asks_without_end_keeps_nothing_else_from_being_sent() -> None:
    book = LogBook()
    box = outbox(book)
    book.stored(1, [Begun(Terms("minigam"))])
    assert sent(box) == [("log", "...")]
    book.stored(1, [Named(("Ann", "Bob"))])
    box.put("state", "1")
    box.send("join", "hello")
    found = []
    for moment in range(8):
        box.send("log", str(moment), "game 2")  # and as many messages of a game with another board
        assert book.ask(Ask(0, game=1), float(moment))
        message = box.next()
        assert message
        kind = "answer" if message.part and message.part.is_answer else message.subject
        found.append((message.topic, kind))
        box.confirmed(message)
    answer, other = ("log", "answer"), ("log", "game 2")
    assert found[:4] == [("join", ""), ("state", None), answer, ("log", None)]
    assert found[4:] == [other, answer, other, answer]


def test_who_sends_is_woken_by_news_alone() -> None:
    box, woken = outbox(), []
    box.on_change = lambda: woken.append(1)
    box.put("a", "1")
    box.put("a", "1")
    assert len(woken) == 1
    box.log_changed()
    assert len(woken) == 2


def test_a_message_goes_once_and_the_newest_about_a_subject() -> None:
    box = outbox()
    box.put("a", "1")
    for number in range(1000):
        box.send("log", str(number), "game 7")
    box.send("log", "x", "game 8")
    message = box.next()
    assert message == Outgoing("log", "999", retain=False, subject="game 7")
    box.send("log", "1000", "game 7")  # while the one before is on its way
    box.confirmed(message)
    assert sent(box) == [("a", "1"), ("log", "..."), ("log", "...")]
    box.send("log", "1001", "game 7")
    box.connected()  # the session of the game sends what is true now
    assert sent(box) == [("a", "1")]


def test_the_log_of_a_game_between_two_boards_is_sent_by_its_session() -> None:
    book = LogBook()
    box = outbox(book)
    book.stored(1, [Begun(Terms("minigam", meeting=MEETING))])
    assert sent(box) == []
    book.stored(2, [Begun(Terms("minigam", meeting=ONE_BOARD))])
    assert sent(box) == [("log", "...")]
