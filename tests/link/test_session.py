"""The controller's side, against a board that says and does what the test wants."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigam.link.chain_words import chain_words
from minigam.link.codec import Decoder, encode
from minigam.link.messages import (
    FIRMWARE,
    VERSION,
    Board,
    Bye,
    ChainFault,
    Gone,
    Hello,
    Level,
    Light,
    Lit,
    Message,
    Seen,
    State,
    read_message,
)
from minigam.link.session import (
    BARE,
    LOST_SECONDS,
    SILENT,
    Expected,
    LinkSession,
    News,
    Reading,
    Trouble,
    firmware_fault,
)

HASH = "0123456789abcdef"
EMPTY, NORTH, SOUTH, UNKNOWN = Level

REST = (EMPTY, EMPTY, EMPTY)
PRESSED = (EMPTY, NORTH, EMPTY)
LOST = [Reading((UNKNOWN, UNKNOWN, UNKNOWN)), Trouble(SILENT)]
WELL = [Reading(REST), Trouble(None)]
FAULTS = st.sampled_from([None, ChainFault(1, 0, False)])
ANOTHER = (
    f"the board's Pico was set up for another profile, expected quarter-hall ({HASH}), got {{}}: "
    "run `minigam firmware install`"
)
RED_FIRST = bytes([0, 255, 0]) + bytes(9)


def board(
    nonce: int, name: str = "quarter-hall", known: str = HASH, version: int = VERSION
) -> Board:
    return Board(nonce, version, False, 3, 4, FIRMWARE, known, name)


def test_an_old_firmware_is_named() -> None:
    old = replace(board(1), firmware=(0, 0, 9))
    assert firmware_fault(board(1)) is None
    assert firmware_fault(old) == (
        "the board's Pico has firmware 0.0.9, and this minigam brings 0.2.0: "
        "run `minigam firmware install`"
    )


def state(number: int, levels: tuple[Level, ...] = REST, fault: ChainFault | None = None) -> State:
    return State(number, fault, levels)


class Wire:
    """Passes messages to a session, and says what it sends."""

    def __init__(self) -> None:
        self.now = 100.0
        self.session = LinkSession(Expected("quarter-hall", HASH, inputs=3, pixels=4), self.now)
        self._decoder = Decoder()

    def says(self, *messages: Message) -> list[News]:
        """The board says something."""
        data = b"".join(encode(message.payload()) for message in messages)
        return self.session.receive(data, self.now)

    def sent(self) -> list[Message]:
        """What the session sends now."""
        return [read_message(each) for each in self._decoder.feed(self.session.due(self.now))]

    def passes(self, seconds: float, to: Callable[[Message], None] = lambda _: None) -> list[News]:
        """Time passes, from deadline to deadline; what is sent goes `to` somewhere."""
        end, news = self.now + seconds, list[News]()
        while True:
            news += self.session.receive(b"", self.now)
            for message in self.sent():
                to(message)
            following = self.session.deadline(self.now)
            assert following > self.now, "a deadline that has passed would be a busy loop"
            if following > end:
                self.now = end
                return news
            self.now = following

    def join(self) -> list[News]:
        """A handshake, and the first state."""
        (hello,) = self.sent()
        assert isinstance(hello, Hello)
        return self.says(board(hello.nonce), state(10))


@pytest.fixture
def wire() -> Wire:
    return Wire()


@pytest.fixture
def joined(wire: Wire) -> Wire:
    wire.join()
    wire.sent()
    return wire


# Joining


def test_it_asks_with_growing_pauses_until_the_board_answers(wire: Wire) -> None:
    asked: list[tuple[float, Message]] = []
    wire.passes(0.8, lambda message: asked.append((round(wire.now - 100, 3), message)))
    assert asked == [(at, Hello(1)) for at in (0.0, 0.1, 0.3, 0.55, 0.8)]


def test_a_board_that_fits_is_joined_and_read(wire: Wire) -> None:
    assert wire.join() == WELL
    assert wire.sent() == [Seen(10)]
    assert wire.session.board == board(1)


def test_before_the_handshake_nothing_of_a_board_is_believed(wire: Wire) -> None:
    assert wire.says(board(0), state(10, PRESSED), board(9), state(11, PRESSED)) == []
    assert wire.sent() == [Hello(1)]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (board(1, name="", known="0" * 16), BARE),
        (board(1, known="f" * 16), ANOTHER.format(f"quarter-hall ({'f' * 16})")),
        (board(1, name="other"), ANOTHER.format(f"other ({HASH})")),
        (
            board(1, version=3),
            "the board's Pico speaks version 3 of the protocol, and minigam version 2: "
            "run `minigam firmware install`",
        ),
    ],
    ids=["bare", "another hash", "another name", "another version"],
)
def test_another_board_is_refused_and_the_reason_says_what_to_do(
    wire: Wire, answer: Message, sentence: str
) -> None:
    wire.sent()
    wire.session.show(RED_FIRST)
    assert wire.says(answer, state(1, PRESSED)) == [Trouble(sentence)]
    asked: list[Message] = []
    assert wire.passes(2.0, asked.append) == []
    assert set(asked) == {Hello(1)}  # and no light
    assert wire.says(board(1), state(1)) == WELL  # installed meanwhile


# States


def test_each_state_is_seen_and_read_once(joined: Wire) -> None:
    assert joined.says(state(11, PRESSED)) == [Reading(PRESSED)]
    assert joined.sent() == [Seen(11)]
    assert joined.says(state(11, PRESSED)) == []
    assert joined.sent() == [Seen(11)]  # the first answer may have been lost


@pytest.mark.parametrize("number", [9, 12, 138])
def test_a_wrong_number_begins_a_new_session(joined: Wire, number: int) -> None:
    assert joined.says(state(number, PRESSED)) == []
    assert joined.sent() == [Hello(2)]
    assert joined.says(board(2), state(number, PRESSED)) == [Reading(PRESSED)]


def test_a_restart_begins_a_new_session_and_no_state_is_lost(joined: Wire) -> None:
    assert joined.says(board(0)) == []
    assert joined.sent() == [Hello(2)]
    assert joined.says(board(1), state(0, PRESSED)) == []  # a late answer of the last session
    assert joined.says(board(2), state(0, PRESSED)) == [Reading(PRESSED)]


def test_a_broken_chain_is_reported_and_buttons_go_on(joined: Wire) -> None:
    broken = (UNKNOWN, UNKNOWN, EMPTY)
    fault = ChainFault(4, 0xFF, False)
    named = Trouble(chain_words(fault))
    assert joined.says(state(11, broken, fault)) == [Reading(broken), named]
    pressed = (UNKNOWN, UNKNOWN, NORTH)
    assert joined.says(state(12, pressed, fault)) == [Reading(pressed)]
    assert joined.says(state(13)) == WELL


def test_states_of_another_size_are_silence(joined: Wire) -> None:
    def repeat(_message: Message) -> None:
        joined.says(State(11, None, (EMPTY,) * 4))

    assert joined.passes(LOST_SECONDS, repeat) == LOST


# Loss


def test_a_silent_board_is_lost_in_time_and_told_once(joined: Wire) -> None:
    assert joined.passes(LOST_SECONDS - 0.01) == []
    assert joined.passes(0.01) == LOST
    assert joined.passes(60) == []


def test_a_lost_board_is_joined_again(joined: Wire) -> None:
    asked: list[Message] = []
    joined.passes(LOST_SECONDS, asked.append)
    assert asked[-1] == Hello(2)
    assert joined.says(board(2), state(3)) == WELL


def test_a_flood_of_noise_is_a_lost_board(joined: Wire) -> None:
    news = []
    for _ in range(31):
        joined.now += 0.1
        news += joined.session.receive(b"\x05\x00garbage\x00" * 500, joined.now)
        joined.sent()
    assert news == LOST


def test_states_in_one_piece_of_data_are_all_read_and_answered_once(joined: Wire) -> None:
    flood = [state(number % 256, (REST, PRESSED)[number % 2]) for number in range(11, 1011)]
    assert joined.says(*flood) == [Reading(each.levels) for each in flood]
    assert joined.sent() == [Seen(1010 % 256)]


def test_a_board_that_answers_no_light_is_lost(joined: Wire) -> None:
    joined.session.show(RED_FIRST)
    news = []
    for _ in range(4):
        news += joined.passes(0.9) + joined.says(state(10))
    assert news == LOST


@pytest.mark.parametrize("greetings", [[], [board(0)]], ids=["never heard", "greets for ever"])
def test_a_board_that_cannot_be_joined_is_lost(greetings: list[Message], wire: Wire) -> None:
    news = []
    for _ in range(10):
        news += wire.passes(1.0) + wire.says(*greetings)
    assert news == [Trouble(SILENT)]


# Leaving


def test_leaving_is_repeated_until_answered(joined: Wire) -> None:
    joined.session.show(RED_FIRST)
    (light,) = joined.sent()
    assert isinstance(light, Light)
    joined.says(Lit(light.number))
    joined.session.leave(joined.now)
    sent: list[Message] = []
    joined.passes(0.2, sent.append)
    bye = sent[0]
    assert isinstance(bye, Bye)
    assert sent == [bye] * 3
    joined.says(Gone((bye.number + 1) % 256))
    assert not joined.session.over
    joined.says(Gone(bye.number))
    assert (joined.session.over, joined.session.shown, joined.sent()) == (True, bytes(12), [])


def test_leaving_may_ask_for_the_prompt_also_without_a_session(wire: Wire) -> None:
    wire.session.leave(wire.now, restart=True)
    (bye,) = wire.sent()
    assert isinstance(bye, Bye)
    assert bye.restart


# Whatever comes

MESSAGES = st.one_of(
    st.builds(board, st.integers(0, 3), version=st.integers(1, VERSION)),
    st.builds(state, st.integers(9, 14), st.sampled_from([REST, PRESSED]), FAULTS),
    st.builds(Lit, st.integers(0, 3)),
    st.builds(Gone, st.integers(0, 3)),
)
PIECES = st.one_of(MESSAGES.map(lambda message: encode(message.payload())), st.binary(max_size=30))


@given(st.lists(st.tuples(PIECES, st.floats(0, 4)), max_size=30))
def test_whatever_a_board_says_it_can_be_joined_again(turns: list[tuple[bytes, float]]) -> None:
    wire = Wire()
    for data, pause in turns:
        wire.session.receive(data, wire.now)
        wire.session.show(RED_FIRST)
        wire.passes(pause)
    asked: list[Message] = []
    wire.says(board(0))
    wire.passes(10, asked.append)
    assert isinstance(asked[-1], Hello)
    wire.says(board(asked[-1].nonce), state(77, PRESSED))
    assert wire.says(state(78, REST)) == [Reading(REST)]
