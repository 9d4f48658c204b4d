"""The controller's end of a jig's cable: the jig's own firmware in a thread, on a real terminal."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from minigam.drivers.jig import GONE, MIXED_UP, SILENT, Jig, open_jig
from minigam.drivers.jig_interface import Frame, Span, Supply, Timing
from minigam.drivers.serialport import SerialPort
from minigam.errors import HardwareError
from minigam.link.codec import Decoder, encode
from minigam.link.jig import A_BOARD, MOST_GAPS, VERSION, Carried, Identity
from minigam.link.messages import Board, Gone
from tests.hil.jig_server import ALL_PINS, MOST_WAITING, JigServer


@dataclass
class Rig:
    """A jig whose pins are written down, and whose clock stands still."""

    moved: list[tuple[int, bool]] = field(default_factory=list)
    widths: tuple[int, ...] | None = None
    said: tuple[int, int] | None = None
    now: float = 100.0

    def __post_init__(self) -> None:
        self.server = JigServer(
            self,
            clock=lambda: self.now,
            widths=lambda: self.widths,
            said=lambda: self.said,
        )

    def drive(self, pin: int, low: bool) -> None:
        self.moved.append((pin, low))
        self.now += 0.001

    def open(self) -> Jig:
        return Jig(SerialPort(self.server.path))


@pytest.fixture
def rig() -> Iterator[Rig]:
    made = Rig()
    yield made
    made.server.close()


def test_pins_are_driven_and_all_let_go_at_the_end(rig: Rig) -> None:
    with rig.open() as jig:
        assert jig.identity.name == "virtual"
        assert jig.identity.pins == ALL_PINS
        moves = [(3, True), (28, True), (3, False)]
        assert [jig.drive(*move) for move in moves] == [0.0, 0.001, 0.002]
        assert rig.moved == moves
        rig.moved.clear()
    assert rig.moved == [(28, False)]
    jig.close()
    assert rig.moved == [(28, False)]


def test_a_contact_bounces(rig: Rig) -> None:
    with rig.open() as jig:
        assert jig.bounce(3, True, [0.002, 0.001]) == 0.0
        assert jig.bounce(3, False, []) == 0.003
    assert rig.moved == [(3, True), (3, False), (3, True), (3, False)]


@pytest.mark.parametrize(
    "gaps", [[0.001], [0.001] * (MOST_GAPS + 1), [0.1, 0.1], [0.0, 0.001], [0.06] * 18]
)
def test_other_gaps_are_refused(gaps: list[float], rig: Rig) -> None:
    with rig.open() as jig, pytest.raises(ValueError, match="expected "):
        jig.bounce(3, True, gaps)
    assert rig.moved == []


def test_a_pin_that_the_jig_has_not_is_refused(rig: Rig) -> None:
    with rig.open() as jig, pytest.raises(HardwareError) as told:
        jig.drive(22, True)
    pins = ", ".join(map(str, ALL_PINS))
    assert str(told.value) == f"expected a pin that the jig can drive, got 22; these: {pins}"


def test_frames_come_whole_and_once_unless_there_are_too_many(rig: Rig) -> None:
    long = bytes(range(256)) * 2
    with rig.open() as jig:
        rig.server.carried(100.5, long)
        rig.server.carried(101.25, b"\0\1\2")
        assert jig.frames(5.0) == [Frame(0.5, long), Frame(1.25, b"\0\1\2")]
        assert (jig.frames(0.0), jig.lost) == ([], 0)
        for place in range(MOST_WAITING + 3):  # the newest are kept, and the others counted
            rig.server.carried(101.0 + place, bytes([place]))
        assert [frame.data[0] for frame in jig.frames(5.0)] == list(range(3, MOST_WAITING + 3))
        assert jig.lost == 3


def test_the_first_frame_is_waited_for(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    with rig.open() as jig:
        asked = list[None]()

        def late() -> tuple[int, bytes] | None:
            asked.append(None)
            return (7_000_000, b"abc") if len(asked) == 5 else None

        monkeypatch.setattr(rig.server.wire, "next", late)
        assert jig.frames(60.0) == [Frame(7.0, b"abc")]
        assert len(asked) == 6


def test_a_wire_that_never_rests_is_no_trap(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    with rig.open() as jig:
        monkeypatch.setattr(rig.server.wire, "next", lambda: (7_000_000, b"abc"))
        assert jig.frames(60.0) == [Frame(7.0, b"abc")] * MOST_WAITING


class Scripted:
    """A port with a jig behind it that answers so; the cable is pulled behind its last answer."""

    def __init__(self, *answers: Identity | Carried) -> None:
        self._answers = list(answers)
        self._decoder = Decoder()
        self._sent = b""
        self.closed = False

    def write(self, data: bytes) -> None:
        for payload in self._decoder.feed(data):
            answer = self._answers.pop(0) if self._answers else Gone(0)
            self._sent += encode(replace(answer, number=payload[1]).payload())

    def read(self, _seconds: float) -> bytes:
        sent, self._sent = self._sent, b""
        if not sent and not self._answers:
            raise OSError(5, "Input/output error")
        return sent

    def wake(self) -> None:
        """Nobody does."""

    def close(self) -> None:
        self.closed = True


IDENTITY = Identity(0, VERSION, (0, 1, 0), 22, ALL_PINS, "scripted")
NOTHING = Carried(0, 0, 0, 0, 0, b"")
PIECE = Carried(0, 0, 7_000_000, 3, 0, b"a")


@pytest.mark.parametrize(
    ("next_", "why"),
    [
        (replace(PIECE, first=1, data=b""), "expected bytes up to 3 of a frame, got 1"),
        (
            replace(PIECE, at=9, first=1),
            "expected a frame's time, size and byte (7000000, 3, 1), got (9, 3, 1)",
        ),
    ],
    ids=["empty", "another frame's"],
)
def test_pieces_of_no_frame_are_told_at_once(next_: Carried, why: str) -> None:
    with Jig(Scripted(IDENTITY, PIECE, next_, NOTHING)) as jig:
        with pytest.raises(HardwareError) as told:
            jig.frames(60.0)
        assert str(told.value) == f"{MIXED_UP} ({why})"
        assert jig.frames(0.0) == []


def test_a_jig_that_is_unplugged_between_two_questions_is_told() -> None:
    port = Scripted(IDENTITY, NOTHING)
    with Jig(port) as jig, pytest.raises(HardwareError) as told:
        jig.frames(60.0)
    assert str(told.value) == f"{GONE} ([Errno 5] Input/output error)"
    assert port.closed


@pytest.mark.parametrize("name", ["none", "no\0ne"])
def test_a_port_without_a_jig_is_told(name: str, tmp_path: Path) -> None:
    with pytest.raises(HardwareError, match=r"^the jig cannot be opened: .*plugged in\?$"):
        open_jig(str(tmp_path / name))


def test_timing_is_in_seconds(rig: Rig) -> None:
    with rig.open() as jig:
        assert jig.timing(0.0) is None  # without a frame
        rig.widths = (250, 264, 872, 888, 1240, 1256, 512_000)
        assert jig.timing() == Timing(
            Span(250 / 1e9, 264 / 1e9),
            Span(872 / 1e9, 888 / 1e9),
            Span(1240 / 1e9, 1256 / 1e9),
            512_000 / 1e9,
        )
        rig.widths = (0, 0, 872, 888, 0, 0, 512_000)
        assert jig.timing() == Timing(None, Span(872 / 1e9, 888 / 1e9), None, 512_000 / 1e9)


def test_current_is_what_the_shunt_says(rig: Rig) -> None:
    with rig.open() as jig:
        assert jig.current(0.1) is None
        rig.said = (5012, -15_000)
        assert jig.current(0.1) == Supply(5.012, -0.15)
        assert jig.current(0.01) == Supply(5.012, -1.5)


def test_a_jig_that_does_not_answer_is_given_up(terminal: tuple[int, str]) -> None:
    _, path = terminal
    with pytest.raises(HardwareError) as told:
        Jig(SerialPort(path), patience=0.2)
    assert str(told.value) == SILENT
    SerialPort(path).close()  # it has been given back


def test_a_jig_that_is_unplugged_is_told(rig: Rig) -> None:
    jig = rig.open()
    rig.server.close()
    with pytest.raises(HardwareError, match="the jig is gone: plug its USB cable in again"):
        jig.drive(3, True)
    jig.close()
    rig.__post_init__()


def test_a_board_at_the_jigs_port_is_refused_at_once(terminal: tuple[int, str]) -> None:
    master, path = terminal
    board = Board(0, 2, False, 3, 4, (0, 2, 0), "00" * 8, "quarter-hall")
    port = SerialPort(path)
    os.write(master, encode(board.payload()))
    with pytest.raises(HardwareError) as told:
        Jig(port, patience=60.0)
    assert str(told.value) == A_BOARD.format(name="quarter-hall")
