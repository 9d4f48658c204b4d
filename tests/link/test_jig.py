"""A talk with the jig's own firmware, over lines that are good, split, lossy and late."""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigam.errors import HardwareError, UnreadableError
from minigam.link import jig
from minigam.link.codec import LONGEST_PAYLOAD, encode
from minigam.link.jig import (
    Answer,
    Carried,
    Drive,
    Driven,
    Identity,
    Meet,
    Meter,
    Metered,
    Question,
    Refused,
    Talk,
    Time,
    Timed,
    Watch,
    read_answer,
    whole,
)
from minigam.link.messages import Board, Bye, Gone, Hello
from minigam.link.session import Expected, LinkSession, Trouble
from tests.firmware.loading import load_of_the_jig
from tests.link.lossy import Line
from tests.link.vectors import MessageVector, jig_vectors

device = load_of_the_jig("device")

STEP = 0.002
"""Seconds of a turn."""
NUMBERS = (2, 3, 28)
STRIP = 22
ITSELF = Identity(5, 1, (0, 1, 0), STRIP, NUMBERS, "made up")
BYTE, PAIR = st.integers(0, 255), st.integers(0, 0xFFFF)
NUMBER, WORD, LONG = st.integers(1, 255), st.integers(0, 2**32 - 1), st.integers(0, 2**64 - 1)
GAPS = st.lists(st.integers(1, 0xFFFF), max_size=jig.MOST_GAPS).map(tuple)
PINS = st.sets(st.integers(0, 31)).map(sorted).map(tuple)
ANSWERS: st.SearchStrategy[Answer] = st.one_of(
    st.builds(
        Identity, BYTE, st.just(1), st.tuples(BYTE, BYTE, BYTE), BYTE, PINS, st.text(max_size=50)
    ),
    st.builds(Driven, BYTE, LONG),
    st.builds(Carried, BYTE, PAIR, LONG, PAIR, PAIR, st.binary(max_size=jig.LONGEST_PIECE)),
    st.builds(Timed, BYTE, st.just(()) | st.tuples(*[WORD] * jig.WIDTHS)),
    st.builds(Metered, BYTE, PAIR, st.integers(-(2**31), 2**31 - 1)),
    st.builds(Metered, BYTE),
    st.builds(Refused, BYTE),
    st.builds(Gone, BYTE),
)


@dataclass
class Bench:
    """What the jig's pins, wire and meter are: all that it has done is written down."""

    numbers: tuple[int, ...] = NUMBERS
    pin: int = STRIP
    lost: int = 0
    done: list[tuple[Any, ...]] = field(default_factory=list)
    frames: deque[tuple[int, bytes]] = field(default_factory=deque)
    widths: tuple[int, ...] | None = None
    said: tuple[int, int] | None = None

    def drive(self, pin: int, low: bool, gaps: Sequence[int]) -> int:
        self.done.append((pin, low, *gaps))
        return 1000 * len(self.done)

    def let_go(self) -> None:
        self.done.append(("let go",))

    def next(self) -> tuple[int, bytes] | None:
        return self.frames.popleft() if self.frames else None

    def forget(self) -> None:
        self.frames.clear()

    def measure(self) -> None:
        self.done.append(("measure",))

    def measured(self) -> tuple[int, ...] | None:
        return self.widths

    def read(self) -> tuple[int, int] | None:
        return self.said


class Pair:
    """Both ends of a cable, whose bytes come late, in pieces, and harmed."""

    def __init__(self, rate: float = 0.0, seed: int = 1, late: int = 0, key: int = 77) -> None:
        """`late`: up to so many turns."""
        self.now = 0.0
        self.bench = Bench()
        self.up, self.down = Line(rate, seed), Line(rate, seed + 1)
        self._random, self._late = Random(seed), late
        self._to_jig, self._to_us = deque[int](), deque[int]()
        self.talk = Talk(key)
        self.restart()

    def restart(self) -> None:
        self.device = device.Device("made up", self.bench, self.bench, self.bench)

    def turn(self) -> None:
        self.now += STEP
        self._to_jig += self.down.carry(self.talk.due(self.now))
        self.device.receive(self._some(self._to_jig), round(1000 * self.now))
        self._to_us += self.up.carry(self.device.due(round(1000 * self.now)))
        self.talk.receive(self._some(self._to_us))

    def answer(self, question: Question | None = None, turns: int = 50_000) -> Answer:
        if question is None:
            self.talk.meet(self.now)
        else:
            self.talk.ask(question, self.now)
        for _ in range(turns):
            self.turn()
            if self.talk.answer:
                return self.talk.answer
        raise AssertionError(f"expected an answer to {question}, got none")

    def _some(self, waiting: deque[int]) -> bytes:
        """What has arrived by now."""
        if self._late and self._random.randrange(self._late):
            return b""
        count = self._random.randint(0, len(waiting)) if self._late else len(waiting)
        return bytes(waiting.popleft() for _ in range(count))


def met(rate: float = 0.0, seed: int = 1, late: int = 0) -> Pair:
    pair = Pair(rate, seed, late)
    pair.answer()
    pair.bench.done.clear()
    return pair


@pytest.fixture
def pair() -> Pair:
    return met()


@pytest.fixture
def holding(pair: Pair) -> Pair:
    """The jig holds pin 2."""
    pair.answer(Drive(0, 2, True))
    return pair


# Messages


@given(ANSWERS)
def test_every_answer_is_read_as_it_was_written(answer: Answer) -> None:
    assert read_answer(answer.payload()) == answer
    assert len(answer.payload()) <= LONGEST_PAYLOAD


@given(st.binary(max_size=LONGEST_PAYLOAD))
def test_any_payload_is_an_answer_or_unreadable(payload: bytes) -> None:
    try:
        read_answer(payload)
    except UnreadableError:
        return


def test_some_of_the_widths_are_no_answer() -> None:
    with pytest.raises(UnreadableError, match="expected 7 widths, got 1"):
        read_answer(bytes([Timed.KIND, 7, 0, 0, 0, 0]))


def test_the_longest_fit_a_frame() -> None:
    longest: list[Question | Answer] = [
        Drive(1, 2, True, (1,) * jig.MOST_GAPS),
        Carried(1, 0, 0, 1, 0, bytes(jig.LONGEST_PIECE)),
    ]
    assert [LONGEST_PAYLOAD - len(message.payload()) for message in longest] == [1, 0]


@pytest.mark.parametrize("vector", jig_vectors())
def test_the_vectors_messages_have_these_bytes(vector: MessageVector) -> None:
    message: Question | Answer = vector.built(jig)
    assert encode(message.payload()) == vector.frame
    if isinstance(message, Answer):
        assert read_answer(message.payload()) == message


def test_every_message_has_a_vector() -> None:
    kinds = {kind.__name__ for kind in (*Question.__args__, *Answer.__args__)}
    assert {vector.message for vector in jig_vectors()} == kinds - {"Bye", "Gone"}


def test_both_sides_speak_of_the_same() -> None:
    kinds = (*Question.__args__, *Answer.__args__, Hello)
    theirs = {kind: getattr(device, kind.__name__.upper()) for kind in kinds}
    assert theirs == {kind: kind.KIND for kind in kinds}
    assert (jig.VERSION, jig.UNASKED) == (device.VERSION, device.UNASKED)
    assert jig.LONGEST_BOUNCE == device.LONGEST_BOUNCE_US
    assert 1000 * jig.ALONE_SECONDS == device.ALONE_MS > jig.LONGEST_WAIT
    assert device.PIECE <= jig.LONGEST_PIECE


# Questions and answers


def test_a_jig_says_who_it_is_and_lets_go_of_all() -> None:
    pair = Pair()
    assert pair.answer() == pair.talk.identity == replace(ITSELF, number=78)
    assert pair.bench.done == [("let go",)]


def test_what_is_asked_is_done_and_answered(pair: Pair) -> None:
    assert pair.answer(Drive(0, 3, True, (500, 70))) == Driven(79, 1000)
    assert pair.answer(Drive(0, 3, False)) == Driven(80, 2000)
    assert pair.answer(Drive(0, 4, True)) == Refused(81)
    assert pair.answer(Meter(0)) == Metered(82)
    pair.bench.said = (5012, -40)
    assert pair.answer(Meter(0)) == Metered(83, 5012, -40)
    assert pair.answer(Bye(0)) == Gone(84)
    assert pair.bench.done == [(3, True, 500, 70), (3, False), ("let go",)]
    assert not pair.device.prompt_wanted
    assert pair.answer(Bye(0, restart=True)) == Gone(85)
    assert pair.device.prompt_wanted


def test_a_frame_comes_in_pieces_and_the_lost_are_counted(pair: Pair) -> None:
    data = Random(1).randbytes(600)
    pair.bench.frames += [(7_000_000_000, data), (7_000_900_000, b"abc")]
    pair.bench.lost = 5
    pieces = [pair.answer(Watch(0)) for _ in range(9)]
    assert [(p.lost, p.at, p.size, p.first) for p in pieces if isinstance(p, Carried)] == [
        (5, 7_000_000_000, 600, 0),
        *((5, 7_000_000_000, 600, first) for first in range(96, 600, 96)),
        (5, 7_000_900_000, 3, 0),
        (5, 0, 0, 0),
    ]
    carried = iter([p for p in pieces if isinstance(p, Carried)])
    assert whole(carried) == Carried(79, 5, 7_000_000_000, 600, 0, data)
    assert [piece.data for piece in carried] == [b"abc", b""]


FIRST = Carried(1, 0, 5, 3, 0, b"a")


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        ([FIRST, replace(FIRST, first=2)], r"byte \(5, 3, 1\), got \(5, 3, 2\)"),
        ([replace(FIRST, first=1)], r"byte \(5, 3, 0\), got \(5, 3, 1\)"),
        ([FIRST, replace(FIRST, at=6, first=1)], r"byte \(5, 3, 1\), got \(6, 3, 1\)"),
        ([FIRST, replace(FIRST, size=4, first=1)], r"byte \(5, 3, 1\), got \(5, 4, 1\)"),
        ([FIRST, replace(FIRST, first=1, data=b"")], "bytes up to 3 of a frame, got 1"),
        ([FIRST, replace(FIRST, first=1, data=b"bcd")], "bytes up to 3 of a frame, got 4"),
        ([replace(FIRST, size=0)], "bytes up to 0 of a frame, got 1"),
        ([FIRST], "its end is missing"),
        ([], "its end is missing"),
    ],
    ids=["hole", "no start", "other time", "other size", "empty", "long", "none", "short", "no"],
)
def test_what_is_no_whole_frame_is_refused(pieces: list[Carried], text: str) -> None:
    with pytest.raises(UnreadableError, match=text):
        whole(pieces)


def test_a_measurement_is_answered_when_it_is_done_or_its_time_is_up(pair: Pair) -> None:
    assert pair.answer(Time(0, 300)) == Timed(79, ())
    assert 0.3 <= pair.now < 0.35
    pair.talk.ask(Time(0, jig.LONGEST_WAIT), pair.now)
    for _ in range(500):
        pair.turn()
    assert pair.talk.answer is None
    pair.bench.widths = tuple(range(jig.WIDTHS))
    pair.turn()
    assert pair.talk.answer == Timed(80, tuple(range(jig.WIDTHS)))
    assert pair.bench.done == [("measure",)] * 2


def test_another_question_ends_a_measurement(pair: Pair) -> None:
    pair.talk.ask(Time(0, jig.LONGEST_WAIT), pair.now)
    pair.turn()
    assert pair.answer(Meter(0)) == Metered(80)
    pair.bench.widths = (1,) * jig.WIDTHS
    assert not pair.device.measuring
    assert pair.device.due(0) == b""


LINES = pytest.mark.parametrize(
    ("rate", "late"),
    [(0.0, 0), (0.01, 0), (0.0, 9), (0.01, 9)],
    ids=["good", "lossy", "late", "lossy and late"],
)


@LINES
def test_nothing_is_done_twice_and_nothing_left_out(rate: float, late: int) -> None:
    """Numbers go round; an answer that is lost is given again as it was."""
    pair, random = met(rate, 5, late), Random(2)
    asked, answered = list[tuple[Any, ...]](), list[int]()
    for _ in range(300):
        pin, gaps = random.choice(NUMBERS), tuple(random.choices(range(1, 60_000), k=2))
        low = random.random() < 0.5
        asked.append((pin, low, *gaps))
        answer = pair.answer(Drive(0, pin, low, gaps))
        assert isinstance(answer, Driven)
        answered.append(answer.at)
    assert pair.bench.done == asked
    assert answered == [1000 * place for place in range(1, 301)]
    assert bool(pair.up.harmed) == bool(rate)


@LINES
def test_every_frame_arrives_whole_and_once(rate: float, late: int) -> None:
    pair, random = met(rate, 6, late), Random(3)
    carried = [(at, random.randbytes(random.randrange(1, 400))) for at in range(1, 30)]
    pair.bench.frames += carried
    found: list[tuple[int, bytes]] = []
    while not found or found[-1][1]:
        frame = whole(answer for answer in asked_for_ever(pair) if isinstance(answer, Carried))
        found.append((frame.at, frame.data))
    assert found[:-1] == carried


def asked_for_ever(pair: Pair) -> Iterator[Answer]:
    while True:
        yield pair.answer(Watch(0))


@LINES
@given(seed=st.integers(0, 1000))
def test_a_repeated_greeting_lets_go_of_nothing(rate: float, late: int, seed: int) -> None:
    pair = met(rate, seed, late)
    pair.answer(Drive(0, 2, True))
    pair.device.receive(encode(Meet(78, 77).payload()), 0)
    for _ in range(20):
        pair.turn()
    assert pair.bench.done == [(2, True)]


def test_an_old_question_is_not_done_again(holding: Pair) -> None:
    holding.answer(Drive(0, 2, False))
    holding.device.receive(encode(Drive(79, 2, True).payload()), 0)
    assert holding.device.due(0) == b""
    assert holding.bench.done == [(2, True), (2, False)]


def test_another_key_begins_anew(pair: Pair) -> None:
    pair.bench.frames.append((1, b"old"))
    pair.talk = Talk(78)
    pair.answer()
    assert pair.bench.done == [("let go",)]
    assert pair.answer(Watch(0)) == Carried(80, 0, 0, 0, 0, b"")


@pytest.mark.parametrize(
    "payload",
    [
        *("12 4f", "12 4f 02", "14 4f 01"),
        *("12 4f 02 01 ff", "12 4f 02 01 f401", "12 4f 02 01 f401 f401 f401"),
        "12 4f 02 01" + "ffff" * 16,
    ],
)
def test_half_a_question_is_refused_and_so_are_odd_gaps_and_a_bounce_too_long(
    payload: str, pair: Pair
) -> None:
    pair.device.receive(encode(bytes.fromhex(payload)), 0)
    assert pair.device.due(0) == encode(Refused(0x4F).payload())
    assert pair.bench.done == []


@given(st.binary(max_size=600))
def test_garbage_harms_no_jig(garbage: bytes) -> None:
    pair = met()
    pair.device.receive(garbage, 0)
    pair.device.receive(b"\0", 0)
    assert pair.answer(Drive(0, 2, True)) == Driven(79, 1000)


# Those who are not who they should be


def told(text: str) -> pytest.RaisesExc[HardwareError]:
    return pytest.raises(HardwareError, match=f"^{re.escape(text)}$")


def test_a_jig_that_has_started_again_says_so(pair: Pair) -> None:
    pair.restart()
    with told(jig.HAS_LET_GO):
        pair.answer(Drive(0, 2, True))
    assert pair.bench.done == []


def alone(pair: Pair, seconds: float) -> None:
    """The controller is silent, while the jig goes on to look at its cable."""
    pair.now += seconds
    pair.device.receive(b"", round(1000 * pair.now))


def test_a_jig_left_alone_lets_go_of_what_it_holds_and_says_so(holding: Pair) -> None:
    holding.answer(Drive(0, 3, True, (500, 70)))
    alone(holding, jig.ALONE_SECONDS - 0.01)
    assert holding.bench.done == [(2, True), (3, True, 500, 70)]
    alone(holding, 0.01)
    assert holding.bench.done[2:] == [("let go",)]
    alone(holding, jig.ALONE_SECONDS)
    with told(jig.HAS_LET_GO):
        holding.answer(Drive(0, 2, False))
    assert holding.bench.done[3:] == []


def test_a_question_that_comes_too_late_finds_all_let_go(holding: Pair) -> None:
    """Where the jig itself was held up."""
    holding.now += jig.ALONE_SECONDS
    with pytest.raises(HardwareError, match="nobody asked it for 120 s"):
        holding.answer(Drive(0, 3, True))
    assert holding.bench.done == [(2, True), ("let go",)]


def test_who_holds_nothing_may_be_silent(holding: Pair) -> None:
    holding.answer(Drive(0, 2, False))
    alone(holding, 10 * jig.ALONE_SECONDS)
    assert holding.answer(Drive(0, 3, True)) == Driven(81, 3000)
    assert holding.bench.done == [(2, True), (2, False), (3, True)]


def test_questions_keep_a_pin_held_and_so_do_repeated_ones(holding: Pair) -> None:
    for _ in range(3):
        alone(holding, jig.ALONE_SECONDS - 1)
        holding.answer(Meter(0))
    repeated = encode(Meter(82).payload())
    for _ in range(3):
        alone(holding, jig.ALONE_SECONDS - 1)
        holding.device.receive(repeated, round(1000 * holding.now))
    assert holding.bench.done == [(2, True)]


@pytest.mark.parametrize("message", [Drive(77, 2, True), Hello(1)])
def test_what_is_no_question_of_its_controller_keeps_no_pin(
    message: Drive | Hello, holding: Pair
) -> None:
    alone(holding, jig.ALONE_SECONDS - 1)
    holding.device.receive(encode(message.payload()), round(1000 * holding.now))
    alone(holding, 1)
    assert holding.bench.done == [(2, True), ("let go",)]


def test_a_jig_of_another_version_is_refused_and_holds_nothing() -> None:
    with told(f"the jig speaks version 9 of the protocol, and minigam version 1: {jig.INSTALL}"):
        Talk(1).receive(encode(bytes([0x91, 2, 9, 1, 2, 3])))
    pair = Pair()
    pair.device.receive(encode(Meet(5, 1, version=2).payload()), 0)
    assert pair.device.due(0) == encode(ITSELF.payload())
    assert pair.bench.done == []


@pytest.mark.parametrize("name", ["quarter-hall", ""], ids=["with settings", "bare"])
def test_a_board_where_the_jig_should_be_is_refused(name: str) -> None:
    board = Board(0, 2, False, 3, 4, (0, 2, 0), "00" * 8, name)
    with told(jig.A_BOARD.format(name=name or jig.BARE_NAME)):
        Talk(1).receive(encode(board.payload()))


def test_a_jig_where_the_board_should_be_is_refused(pair: Pair) -> None:
    """The session goes on to look: the right one may be plugged in."""
    session = LinkSession(Expected("quarter-hall", "00" * 8, 3, 4), 0.0)
    news = []
    for turn in range(200):
        pair.device.receive(session.due(turn * STEP), turn)
        news += session.receive(pair.device.due(turn), turn * STEP)
    assert news == [Trouble(jig.A_JIG)]
    assert pair.bench.done == []
