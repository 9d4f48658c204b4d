"""The serial port, and a board's Pico and a jig on one machine: neither is taken for the other."""

import os
import pty
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest

from minigam.drivers import serialport
from minigam.drivers.serialport import SerialPort, jig_path, pico_path
from minigam.errors import HardwareError
from minigam.link.codec import Decoder, encode
from minigam.link.messages import Board, Hello, read_message
from tests.drivers.pico_rig import MISSING
from tests.hil.jig_server import JigServer

NAME = "usb-MicroPython_Board_in_FS_mode_{}-if00"


@pytest.fixture
def cable() -> Iterator[tuple[int, SerialPort]]:
    """The other end of a port's, and the port."""
    master, slave = pty.openpty()
    port = SerialPort(os.ttyname(slave))
    os.close(slave)
    yield master, port
    port.close()


def test_a_port_reads_what_has_come_and_every_byte(cable: tuple[int, SerialPort]) -> None:
    master, port = cable
    every = bytes(range(256))
    os.write(master, every)
    assert port.read(20) == every
    port.write(every)
    assert os.read(master, 256) == every
    assert port.read(0) == b""
    os.close(master)


def test_a_port_can_be_woken_often_and_is_then_at_rest(cable: tuple[int, SerialPort]) -> None:
    master, port = cable
    for _ in range(100_000):  # more than a pipe holds
        port.wake()
    os.write(master, b"x")
    assert port.read(20) == b"x"
    port.close()
    port.close()
    port.wake()
    os.close(master)


def test_a_port_that_is_gone_is_an_os_error(cable: tuple[int, SerialPort]) -> None:
    master, port = cable
    os.close(master)
    with pytest.raises(OSError, match=r"."):
        port.read(20)
    with pytest.raises(OSError, match=r"."):
        port.write(b"x")


def test_a_port_that_is_ready_but_has_nothing_is_gone(
    cable: tuple[int, SerialPort], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a serial port says that has hung up."""
    master, port = cable
    os.write(master, b"x")
    monkeypatch.setattr("minigam.drivers.serialport.os.read", lambda *_: b"")
    with pytest.raises(OSError, match="the port is gone"):
        port.read(20)


def test_a_port_is_opened_by_one_only(terminal: tuple[int, str]) -> None:
    port = SerialPort(terminal[1])
    with pytest.raises(HardwareError, match=r"^the board's Pico cannot be opened: .*dialout\?$"):
        SerialPort(terminal[1])
    port.close()


def test_the_pico_is_found_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(HardwareError) as caught:
        pico_path(tmp_path / "by-id")
    assert str(caught.value) == MISSING
    one = tmp_path / "usb-MicroPython_Board_in_FS_mode_e66118604b4a5b2f-if00"
    for name in (one.name, "usb-Arduino_LLC_Leonardo-if00"):
        (tmp_path / name).touch()
    assert pico_path(tmp_path) == str(one)
    other = tmp_path / "usb-MicroPython_Board_in_FS_mode_f00-if00"
    other.touch()
    with pytest.raises(HardwareError) as caught:
        pico_path(tmp_path)
    assert str(caught.value) == f"expected one Pico, got 2: {one}, {other}; unplug the others"


# A board beside a jig


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
                board = Board(hello.nonce, 2, False, 3, 2, (0, 2, 0), "00" * 8, "quarter-hall")
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
