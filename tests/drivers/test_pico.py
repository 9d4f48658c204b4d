"""A board on a Pico: what goes wrong with cables, firmware and sensors, and that play goes on."""

import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from minigam.board.animation import Animation, Playing
from minigam.drivers import pico
from minigam.drivers.pico import UNPLUGGED, PicoBoard, met, start_with_prompt
from minigam.drivers.serialport import Port, SerialPort
from minigam.drivers.simulated_pico import CUT, SimulatedPico
from minigam.errors import HardwareError
from minigam.link import session
from minigam.link.chain_words import chain_words
from minigam.link.jig import A_JIG
from minigam.link.messages import Board, Level
from minigam.link.session import BARE, SILENT, Expected
from tests.drivers.pico_rig import (
    DEAF,
    HASH,
    MISSING,
    NAMES,
    Rig,
    expected,
    over_a_terminal,
    simulated,
)
from tests.hil.jig_server import JigServer

DATA_CUT = chain_words(CUT)
NOBODY_KNOWS = [(name, None) for name in NAMES]
ALL_FREE = [(name, False) for name in NAMES]
FREE = dict.fromkeys(NAMES, False)
RED, BLUE = (255, 0, 0), (0, 0, 255)
RED_BLUE, DARK = b"\x00\xff\x00\x00\x00\xff", bytes(6)


@pytest.fixture(params=[simulated, over_a_terminal])
def rig(request: pytest.FixtureRequest) -> Rig:
    make: Callable[[], Rig] = request.param
    return make()


@pytest.fixture
def board(rig: Rig) -> Iterator[PicoBoard]:
    opened = rig.meet()
    yield opened
    opened.close()


OLD = (
    "the board's Pico has firmware 0.2.0, and this minigam brings 0.3.0: "
    "run `minigam firmware install`"
)


def test_an_old_firmware_plays_and_is_named_once_in_the_log(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(session, "FIRMWARE", (0, 3, 0))
    board = rig.start()
    rig.pico.put("point-2", Level.SOUTH)
    assert rig.next_edges(1) == [("point-2", True)]
    board.close()
    assert [record.getMessage() for record in caplog.records] == [OLD]


def test_what_is_occupied_at_the_start_is_told(rig: Rig) -> None:
    rig.pico.put("point-2", Level.SOUTH)
    board = rig.start()
    assert rig.next_edges(1) == [("point-2", True)]
    assert board.levels() == {**FREE, "point-2": True}
    board.close()
    assert rig.edges.empty()
    assert rig.troubles.empty()


def test_what_is_unknown_at_the_start_is_not_told_but_missing(rig: Rig) -> None:
    rig.pico.break_chain()
    board = rig.start()
    assert rig.next_trouble() == DATA_CUT
    assert board.levels() == {"roll": False}
    rig.pico.press("point-1")
    rig.pico.break_chain(None)
    assert rig.next_edges(1) == [("point-1", True)]
    assert rig.next_trouble() is None
    board.close()
    assert rig.edges.empty()


def test_a_broken_chain_is_reported_however_late_the_port_opened(rig: Rig) -> None:
    may_open, open_port = threading.Event(), rig.open_port

    def open_late() -> Port:
        may_open.wait()
        return open_port()

    rig.open_port = open_late
    threading.Timer(0.05, may_open.set).start()
    board = rig.meet()
    rig.pico.break_chain()
    assert rig.next_edges(2) == NOBODY_KNOWS[:2]
    board.close()


def test_unplugged_and_plugged_in_again_it_goes_on(rig: Rig, board: PicoBoard) -> None:
    rig.show(board, (RED, BLUE))
    rig.pico.press("roll")
    assert rig.next_edges(1) == [("roll", True)]
    rig.pico.unplug()
    assert rig.next_edges(3) == NOBODY_KNOWS
    assert board.levels() == {}
    assert [rig.next_trouble(), rig.next_trouble()] == [UNPLUGGED, MISSING]
    rig.pico.release("roll")
    rig.pico.press("point-1")
    rig.pico.replug()
    assert rig.next_edges(3) == [("point-1", True), ("point-2", False), ("roll", False)]
    assert rig.next_trouble() is None
    rig.wait_for_a_frame()
    assert (rig.pico.shown, board.sent) == (RED_BLUE, RED_BLUE)


def test_a_pico_that_is_missing_at_the_start_is_waited_for(rig: Rig) -> None:
    rig.pico.unplug()
    board = rig.start()
    board.show((RED, BLUE))
    assert rig.next_trouble() == MISSING
    assert (board.levels(), board.sent) == ({}, b"")
    rig.pico.replug()
    assert rig.next_trouble() is None
    assert board.levels() == FREE
    rig.wait_for_a_frame()
    board.close()
    assert rig.edges.empty()


def test_a_restart_is_no_trouble_and_the_strip_is_lit_again(rig: Rig, board: PicoBoard) -> None:
    rig.show(board, (RED, BLUE))
    rig.pico.reset()
    rig.wait_for_a_frame()
    assert rig.pico.shown == RED_BLUE
    rig.pico.press("roll")
    assert rig.next_edges(1) == [("roll", True)]
    assert rig.troubles.empty()


def test_a_stalled_pico_is_lost_and_found_again(rig: Rig, board: PicoBoard) -> None:
    rig.pico.stalled = True
    assert rig.next_edges(3) == NOBODY_KNOWS
    assert rig.next_trouble() == SILENT
    rig.pico.stalled = False
    assert rig.next_edges(3) == ALL_FREE
    assert rig.next_trouble() is None
    assert board.levels() == FREE


def test_a_broken_chain_hides_the_sensors_only(rig: Rig, board: PicoBoard) -> None:
    rig.pico.break_chain()
    assert rig.next_edges(2) == NOBODY_KNOWS[:2]
    assert rig.next_trouble() == DATA_CUT
    assert (board.levels(), board.look_seconds) == ({"roll": False}, 0.25)
    rig.pico.press("roll")
    assert rig.next_edges(1) == [("roll", True)]
    rig.pico.break_chain(None)
    assert rig.next_edges(2) == ALL_FREE[:2]
    assert rig.next_trouble() is None
    assert (len(board.levels()), board.look_seconds) == (3, 1.0)


def test_another_boards_settings_are_refused_until_they_fit(rig: Rig) -> None:
    rig.pico.install(Expected("", "0" * 16, 3, 2))
    board = rig.start()
    board.show((RED, BLUE))
    assert rig.next_trouble() == BARE
    assert (board.levels(), rig.pico.shown) == ({}, DARK)
    rig.pico.install(expected())
    assert rig.next_trouble() is None
    assert board.levels() == FREE
    board.close()


def test_a_closed_board_is_dark_and_can_be_closed_again(rig: Rig) -> None:
    before = set(threading.enumerate())
    board = rig.start()
    rig.show(board, (RED, BLUE))
    board.close()
    board.close()
    assert (rig.pico.shown, board.sent, board.levels()) == (DARK, DARK, {})
    assert not board.alive
    assert not {thread for thread in set(threading.enumerate()) - before if thread.name == "pico"}


def test_a_board_of_a_simulated_pico_has_one_thread() -> None:
    before, rig = set(threading.enumerate()), simulated()
    board = rig.meet()
    assert [thread.name for thread in set(threading.enumerate()) - before] == ["pico"]
    board.close()


def test_closing_does_not_wait_for_a_pico_that_is_not_there() -> None:
    rig = simulated()
    rig.pico.unplug()
    board = rig.start()
    assert rig.next_trouble() == MISSING
    board.close()
    assert board.sent == b""


def test_closing_waits_for_a_stalled_pico_no_longer_than_half_a_second() -> None:
    rig = simulated()
    board = rig.start()
    rig.show(board, (RED, BLUE))
    rig.pico.stalled = True
    board.close()
    assert board.sent == RED_BLUE  # it goes dark by itself later


def test_closing_does_not_wait_for_a_port_that_hangs(caplog: pytest.LogCaptureFixture) -> None:
    asked, through = threading.Event(), threading.Event()

    def open_port() -> Port:
        asked.set()
        assert through.wait(20)
        raise OSError("gone")

    before = threading.active_count()
    board = PicoBoard(expected(), NAMES, "GRB", open_port, DEAF, close_seconds=0.0)
    assert asked.wait(20)
    board.close()
    board.close()
    told = ["the board's Pico takes nothing any more: plug its USB cable in again"]
    assert (caplog.messages, threading.active_count()) == (told, before + 1)
    through.set()
    (thread,) = (each for each in threading.enumerate() if each.name == "pico")
    thread.join(20)


def test_a_pico_is_asked_for_its_prompt_whatever_its_settings(rig: Rig) -> None:
    port = rig.open_port()
    assert start_with_prompt(port)
    rig.pico.stalled = True
    assert not start_with_prompt(port)
    port.close()


def test_the_newest_frame_is_what_remains(rig: Rig, board: PicoBoard) -> None:
    for color in range(256):
        board.show(((color, 0, 0), (0, 0, color)))
    while board.sent != b"\x00\xff\x00\x00\x00\xff":
        rig.wait_for_a_frame()
    assert rig.pico.shown == board.sent


def test_a_change_soon_after_a_frame_is_sent_though_an_answer_comes_between(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as a light that blinks beside one that moves in steps."""
    rig.pico.unplug()
    board = rig.start()
    colors = [0, *[1] * 10]
    playing = Playing(Animation(len(colors), lambda number: ((colors[number], 0, 0),) * 2))
    for number in range(len(colors)):
        playing.animation.frame(number)
    shown, due = list[int](), list[float]()
    wanted = SimpleNamespace(show=lambda data: shown.append(data[1]))
    for now in (0.0, 0.06, 0.1):
        monkeypatch.setattr("minigam.drivers.pico.monotonic", lambda now=now: now)
        due.append(board._show(cast(session.LinkSession, wanted), playing))
    board.close()
    assert shown == [0, 1]
    assert due == pytest.approx([0.1, 0.1, 0.55])


def test_a_frame_of_another_length_is_a_hardware_error(board: PicoBoard) -> None:
    with pytest.raises(HardwareError) as caught:
        board.show((RED,))
    assert str(caught.value) == "the strip cannot be lit: expected 2 pixels, got 1"


def test_as_many_names_as_inputs_are_needed() -> None:
    pico = SimulatedPico(expected(), NAMES)
    with pytest.raises(ValueError, match=r"^expected 3 names of inputs, got 1$"):
        PicoBoard(expected(), ["roll"], "GRB", pico.open, DEAF)


def test_a_fault_of_our_own_is_told_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    def open_port() -> Port:
        raise RuntimeError("no such thing")

    rig = Rig(simulated().pico, expected(), open_port)
    board = rig.start()
    sentence = "the talk with the board's Pico has failed: no such thing"
    assert rig.next_trouble() == sentence
    board.close()
    assert not board.alive
    with pytest.raises(HardwareError, match=f"^{sentence}$"):
        board.show((RED, BLUE))
    assert [(record.levelno, record.getMessage()) for record in caplog.records] == [
        (logging.ERROR, "the talk with the board's Pico has failed")
    ]


def met_at(rig: Rig, wanted: Expected) -> tuple[Board | None, str | None]:
    port = rig.open_port()
    found = met(port, wanted)
    port.close()
    return found


def test_a_pico_says_what_it_is_and_is_dark_again(rig: Rig) -> None:
    told, trouble = met_at(rig, expected())
    assert told is not None
    assert (told.name, told.hash, told.inputs, trouble) == ("quarter-hall", HASH, 3, None)
    assert not any(rig.pico.shown)


def test_what_keeps_a_pico_from_being_played_on_is_said() -> None:
    broken, silent = simulated(), simulated()
    broken.pico.break_chain()
    silent.pico.stalled = True
    other, refusal = met_at(simulated(), replace(expected(), name="full-24-hall"))
    told, trouble = met_at(broken, expected())
    assert (other and other.name, told and told.name) == ("quarter-hall", "quarter-hall")
    assert "another profile" in (refusal or "")
    assert trouble == DATA_CUT
    assert met_at(silent, expected()) == (None, SILENT)


def test_a_jig_alone_is_left_alone_until_the_board_is_plugged_in(
    jig: JigServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pico, "LONGEST_PAUSE_SECONDS", 0.01)
    rig = simulated()
    ports: list[Port] = [SerialPort(jig.path)]
    rig.open_port = lambda: ports.pop() if ports else rig.pico.open()
    board = rig.meet()
    assert [rig.next_trouble(), rig.next_trouble()] == [A_JIG, None]
    assert board.levels() == FREE
    SerialPort(jig.path).close()  # it has been given back
    board.close()
