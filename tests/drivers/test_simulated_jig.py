"""A jig that is a program, and the simulated board that it moves."""

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest

from minigam.board.profile import load_profile
from minigam.daemon.hardware import open_parts
from minigam.drivers import simulated_jig
from minigam.drivers.interfaces import Listeners
from minigam.drivers.jig_interface import Frame, JigInterface
from minigam.drivers.simulated_jig import JIG_VARIABLE, JigLink, SimulatedJig
from minigam.errors import HardwareError

PATIENCE_SECONDS = 10.0


@pytest.fixture
def jig() -> Iterator[SimulatedJig]:
    with SimulatedJig(range(100)) as jig:
        yield jig


def test_it_is_a_jig(jig: SimulatedJig) -> None:
    as_jig: JigInterface = jig
    assert (as_jig.timing(), as_jig.current(0.1), as_jig.frames(0.0)) == (None, None, [])


def listening(jig: SimulatedJig) -> list[tuple[int, bool]]:
    """Which inputs a board is told to be low or not, filled as it is told."""
    heard: list[tuple[int, bool]] = []
    JigLink(jig.path, lambda number, low: heard.append((number, low)))
    return heard


def test_an_input_that_is_pressed_before_anything_was_shown_is_heard(jig: SimulatedJig) -> None:
    heard = listening(jig)
    jig.drive(3, True)
    jig.drive(3, False)
    assert heard == [(3, True), (3, False)]


def test_a_board_that_comes_later_finds_what_is_held(jig: SimulatedJig) -> None:
    for number, low in ((5, True), (4, True), (3, True), (4, False)):
        jig.drive(number, low)
    assert listening(jig) == [(3, True), (5, True)]


def test_a_contact_that_bounces_ends_as_it_began(jig: SimulatedJig) -> None:
    heard = listening(jig)
    first = jig.drive(1, False)
    assert jig.bounce(1, True, (0.0001, 0.0001)) >= first
    assert heard == [(1, False), (1, True), (1, False), (1, True)]


def test_frames_arrive_in_their_order_with_their_times(jig: SimulatedJig) -> None:
    link = JigLink(jig.path, lambda _number, _low: None)
    before = jig.drive(0, True)
    for data in (b"\x01\x02\x03", b"\x00\x00\x00"):
        link.sent(data)
    found: list[Frame] = []
    while len(found) < 2:
        found += jig.frames(PATIENCE_SECONDS)
    assert [frame.data for frame in found] == [b"\x01\x02\x03", b"\x00\x00\x00"]
    assert before < found[0].at <= found[1].at


@pytest.mark.parametrize("left", [b"", b"0.5 0102", b"0.5 010", b"nonsense 00\n"])
def test_a_board_that_is_killed_amid_a_line_makes_room_for_the_next(
    left: bytes, jig: SimulatedJig
) -> None:
    with socket.socket(socket.AF_UNIX) as board:
        board.connect(str(jig.path))
        board.sendall(left)
    heard = listening(jig)
    jig.drive(0, True)
    assert heard == [(0, True)]


def test_a_jig_that_is_silent_is_not_waited_for_without_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulated_jig, "ANSWER_SECONDS", 0.05)
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(tmp_path / "socket"))
        silent.listen()
        with pytest.raises(HardwareError, match=r"expected a simulated jig at .*: timed out"):
            JigLink(tmp_path / "socket", lambda _number, _low: None)


def test_a_closed_jig_leaves_nothing_and_its_board_goes_on(jig: SimulatedJig) -> None:
    link = JigLink(jig.path, lambda _number, _low: None)
    jig.drive(0, True)
    folder = jig.path.parent
    jig.close()
    link.sent(b"\x00")
    assert not folder.exists()


def test_a_board_without_its_jig_is_refused(tmp_path: Path) -> None:
    with pytest.raises(HardwareError, match=f"expected a simulated jig at .* .{JIG_VARIABLE}.: "):
        JigLink(tmp_path / "socket", lambda _number, _low: None)


def test_a_folder_whose_name_is_too_long_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = tmp_path / ("x" * 120)
    deep.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(deep))
    with pytest.raises(HardwareError, match="AF_UNIX path too long; set TMPDIR"):
        SimulatedJig(())
    assert list(deep.iterdir()) == []


def test_a_jig_that_closes_while_a_board_connects_is_refused(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
        listener.listen()

        def hang_up() -> None:
            listener.accept()[0].close()

        thread = Thread(target=hang_up)
        thread.start()
        with pytest.raises(HardwareError, match="it is closed"):
            JigLink(tmp_path / "socket", lambda _number, _low: None)
        thread.join()


class Opened:
    """A board that the daemon's parts have opened for a jig, and what it hears."""

    def __init__(self, name: str) -> None:
        self.profile = load_profile(name)
        self._edges = Queue[tuple[str, bool | None]]()
        self.parts = open_parts(
            self.profile,
            Listeners(lambda *edge: self._edges.put(edge[:2]), lambda _words: None, lambda: None),
        )

    def takes(self, name: str, pressed: bool) -> bool:
        """Wait until it does."""
        while self._edges.get(timeout=PATIENCE_SECONDS) != (name, pressed):
            pass
        return True


@pytest.fixture
def open_board(
    jig: SimulatedJig, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str], Opened]]:
    """Opens one, as its environment says."""
    monkeypatch.setenv(JIG_VARIABLE, str(jig.path))
    with ExitStack() as stack:

        def opened(name: str) -> Opened:
            board = Opened(name)
            stack.callback(board.parts.close)
            return board

        yield opened


@pytest.mark.parametrize("name", ["sim", "quarter-buttons", "sim-hall", "quarter-hall"])
def test_every_board_is_opened_without_its_hardware(
    name: str, jig: SimulatedJig, open_board: Callable[[str], Opened]
) -> None:
    """Its last input is heard, its strip is seen, and at the end it is dark."""
    board = open_board(name)
    names, parts = board.profile.input_names, board.parts
    assert parts.hand is None
    for low in (True, False):
        jig.drive(len(names) - 1, low)
        assert board.takes(names[-1], low)
    parts.strip.show(((255, 0, 0),) * board.profile.strip.pixels)
    (lit,) = jig.frames(PATIENCE_SECONDS)
    assert lit.data == parts.strip.sent
    assert sum(lit.data) == 255 * board.profile.strip.pixels
    parts.close()
    (dark,) = jig.frames(PATIENCE_SECONDS)
    assert dark.data == bytes(3 * board.profile.strip.pixels)


def test_a_picos_cable_is_cut_and_joined(
    jig: SimulatedJig, open_board: Callable[[str], Opened]
) -> None:
    board = open_board("sim-hall")
    cable = len(board.profile.input_names)
    undo = cable - 1
    jig.drive(cable, False)  # it was never cut
    jig.drive(undo, True)
    assert board.takes("undo", True)
    jig.drive(cable, True)
    jig.drive(undo, False)
    jig.drive(cable, False)
    assert board.takes("undo", False)
