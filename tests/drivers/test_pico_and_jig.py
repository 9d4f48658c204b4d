"""A board's Pico and a jig on one machine: neither is taken for the other."""

from __future__ import annotations

import os
import pty
import tty
from collections.abc import Callable
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest

from minigam.drivers import pico, serialport
from minigam.drivers.interfaces import Listeners
from minigam.drivers.pico import PicoBoard
from minigam.drivers.serialport import Port, SerialPort, jig_path, pico_path
from minigam.errors import HardwareError
from minigam.link.codec import Decoder, encode
from minigam.link.jig import A_JIG
from minigam.link.messages import Board, Hello, read_message
from tests.drivers.pico_rig import NAMES, PATIENCE, expected, simulated
from tests.hil.jig_server import JigServer

NAME = "usb-MicroPython_Board_in_FS_mode_{}-if00"


class Answering:
    """A board's Pico that says who it is, on a terminal, and notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Hello] = []
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.path = os.ttyname(self._slave)
        Thread(target=self._answer, daemon=True).start()

    def _answer(self) -> None:
        decoder = Decoder()
        while True:
            for payload in decoder.feed(os.read(self._master, 4096)):
                hello = read_message(payload)
                assert isinstance(hello, Hello)
                self.asked.append(hello)
                board = Board(hello.nonce, 1, False, 3, 2, (0, 1, 0), "00" * 8, "quarter-hall")
                os.write(self._master, encode(board.payload()))


def plugged(folder: Path, *paths: str) -> list[str]:
    """As udev names them."""
    found = [folder / NAME.format(place) for place in range(len(paths))]
    for link, path in zip(found, paths, strict=True):
        link.symlink_to(path)
    return list(map(str, found))


def test_the_board_is_found_beside_a_jig(tmp_path: Path, jig: JigServer) -> None:
    board = Answering()
    _, second = plugged(tmp_path, jig.path, board.path)
    assert pico_path(tmp_path) == second
    assert board.asked == [Hello(1, version=0)]  # which begins no session


@pytest.mark.parametrize(
    ("wanted", "find", "in_use"),
    [("board", pico_path, "jig"), ("board", pico_path, "board"), ("jig", jig_path, "board")],
)
def test_one_is_found_beside_the_other_though_a_program_uses_one(
    wanted: str, find: Callable[[Path], str], in_use: str, tmp_path: Path, jig: JigServer
) -> None:
    paths = {"board": Answering().path, "jig": jig.path}
    port = SerialPort(paths[in_use])
    _, second = plugged(tmp_path, *(paths[name] for name in paths if name != wanted), paths[wanted])
    assert find(tmp_path) == second
    port.close()


def test_a_jig_in_use_is_no_jig_to_be_had(tmp_path: Path, jig: JigServer) -> None:
    in_use = SerialPort(jig.path)
    (path,) = plugged(tmp_path, jig.path)
    with pytest.raises(HardwareError) as told:
        jig_path(tmp_path)
    assert str(told.value) == (
        f"expected one jig, got 0 ({path}): another program uses {path}, end it; or name its port "
        "in the bench's file, or run `minigam firmware install --jig`"
    )
    in_use.close()


def test_a_pico_that_says_nothing_may_be_the_board(
    tmp_path: Path, jig: JigServer, terminal: tuple[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serialport, "MEET_SECONDS", 0.1)
    _, second = plugged(tmp_path, jig.path, terminal[1])
    assert pico_path(tmp_path) == second


def test_two_boards_are_one_too_many(tmp_path: Path, jig: JigServer) -> None:
    found = plugged(tmp_path, Answering().path, jig.path, Answering().path)
    with pytest.raises(HardwareError) as told:
        pico_path(tmp_path)
    assert str(told.value) == f"expected one Pico, got 3: {', '.join(found)}; unplug the others"


def test_a_jig_alone_is_left_alone_until_the_board_is_plugged_in(
    jig: JigServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pico, "LONGEST_PAUSE_SECONDS", 0.01)
    rig = simulated()
    ports: list[Port] = [SerialPort(jig.path)]
    told: Queue[str | None] = Queue()
    board = PicoBoard(
        expected(),
        NAMES,
        "GRB",
        lambda: ports.pop() if ports else rig.pico.open(),
        Listeners(lambda *_: None, told.put, lambda: None),
    )
    assert [told.get(timeout=PATIENCE), told.get(timeout=PATIENCE)] == [A_JIG, None]
    assert rig.pico.wait_until_met(PATIENCE)
    assert board.levels() == dict.fromkeys(NAMES, False)
    SerialPort(jig.path).close()  # it has been given back
    board.close()
