"""What a rig makes of a wire and of a program that are not as they should be."""

import re
from contextlib import closing
from unittest.mock import create_autospec

import pytest

from minigam.drivers.jig_interface import Frame, JigInterface
from minigam.errors import BenchError, HardwareError
from minigam.hil.bench import parse_bench
from minigam.hil.program import DaemonUnderTest, Program
from minigam.hil.rig import Page, Rig
from minigam.table.trace import Level, first_line, format_line

BENCH = 'title = "T"\nboard = "sim"\n[jig]\n'


def rig_with(frame: bytes, bench: str = BENCH) -> Rig:
    jig, daemon, page = (
        create_autospec(kind, instance=True) for kind in (JigInterface, DaemonUnderTest, Page)
    )
    jig.frames.return_value = [Frame(1.0, frame)]
    return Rig(parse_bench(bench, "b.toml"), jig, daemon, page, print)


def test_a_frame_that_lost_bytes_is_told() -> None:
    rig = rig_with(bytes(286), f"{BENCH}strip = true")
    expected = "expected frames of 288 bytes on the wire, got one of 286; is the jig's ground"
    with pytest.raises(BenchError, match=re.escape(expected)):
        rig.frames(0.0)


def test_who_only_hears_when_a_frame_begins_gets_no_bytes() -> None:
    assert rig_with(b"").frames(0.0) == [(1.0, ())]


def test_a_daemon_that_is_not_there_is_told() -> None:
    expected = r"cannot be started: .*'/no/such/program'"
    with (
        closing(Program((), ["/no/such/program"])) as program,
        pytest.raises(HardwareError, match=expected),
    ):
        program.start()


def test_a_release_that_is_told_twice_is_one() -> None:
    """By a second look, and then with its own time."""
    rig = rig_with(b"")
    lines = [(1.0, True), (1.2, False), (1.1, False)]
    told = [format_line(Level(at, "roll", pressed)) for at, pressed in lines]
    daemon = create_autospec(DaemonUnderTest, instance=True)
    daemon.trace.return_value = "\n".join([first_line("sim"), *told, ""])
    rig.daemon = daemon
    assert rig.until_pressed("roll", 0) == ["roll"]
