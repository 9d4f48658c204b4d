"""The jig's pure modules, here and in MicroPython."""

import json
import subprocess
import sys
import tracemalloc
from itertools import pairwise
from struct import pack
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from minigam.link.jig import WIDTHS
from tests.firmware.loading import FIRMWARE, JIG, load_of_the_jig
from tests.firmware.unix import micropython
from tests.link.vectors import jig_vectors

frames = load_of_the_jig("frames")
ina219 = load_of_the_jig("ina219")

CYCLE = 8.0
"""Nanoseconds."""
FRAMES = st.lists(st.binary(min_size=1, max_size=20), max_size=10)


def words(data: bytes) -> bytes:
    """As the state machine pushes a frame, with its end."""
    return b"".join(pack("<H", byte) for byte in data) + b"\xff\xff"


def in_pieces(data: bytes, ends: list[int]) -> list[bytes]:
    """Whole words, cut at these places."""
    places = [0, *sorted(2 * end for end in ends if 2 * end < len(data)), len(data)]
    return [data[first:end] for first, end in pairwise(places)]


def taken(kept: Any) -> list[tuple[int, bytes]]:
    found = []
    while frame := kept.next():
        found.append(frame)
    return found


@given(FRAMES, st.lists(st.integers(0, 200)))
@example([b"\xff\xff\xff", b"\xff"], [])
def test_words_are_cut_into_frames_with_their_times(carried: list[bytes], ends: list[int]) -> None:
    """The times of frames that are still on their way may come before them."""
    kept, began = frames.Frames(), list(range(100, 100 + len(carried)))
    pieces = in_pieces(b"".join(map(words, carried)), ends)
    for place, piece in enumerate(pieces):
        kept.take(piece, [] if place else began)
    assert taken(kept) == list(zip(began, carried, strict=True))
    assert kept.lost == 0


MISS, FORGET = "miss", "forget"
A, B, BC, D = words(b"a"), words(b"b"), words(b"bc"), words(b"d")
ODD: dict[str, tuple[list[Any], list[tuple[int, bytes]], int]] = {
    "a spike is no frame and takes its time with it": (
        [(words(b"") + A, [1, 2])],
        [(2, b"a")],
        0,
    ),
    "behind words that were missed it begins with a whole frame": (
        [(BC[:2], [1]), MISS, (BC[:2], [2]), (BC[2:], []), (D, [3])],
        [(3, b"d")],
        1,
    ),
    "a frame without a time is lost and so is the next": (
        [(A + B, [1]), (BC, [2]), (D, [3])],
        [(1, b"a"), (3, b"d")],
        1,
    ),
    "what is whole is forgotten and what is not goes on": (
        [(A + BC[:2], [1, 2]), FORGET, (BC[2:], [])],
        [(2, b"bc")],
        0,
    ),
}
"""What comes, which frames are taken of it, and how many are lost."""


@pytest.mark.parametrize(("comes", "found", "lost"), ODD.values(), ids=ODD)
def test_of_odd_words(comes: list[Any], found: list[tuple[int, bytes]], lost: int) -> None:
    kept = frames.Frames()
    for each in comes:
        getattr(kept, each)() if isinstance(each, str) else kept.take(*each)
    assert (taken(kept), kept.lost) == (found, lost)


@pytest.mark.parametrize(
    ("size", "most"), [(1, frames.MOST_WAITING), (frames.MOST_BYTES // 10, 10)]
)
def test_the_newest_are_kept_and_fewer_of_long_ones(size: int, most: int) -> None:
    kept = frames.Frames()
    for place in range(most + 2):
        kept.take(words(bytes([place]) * size), [place])
    assert kept.lost == 2
    assert [at for at, _ in taken(kept)] == list(range(2, most + 2))
    kept.take(words(bytes(size)), [most + 2])
    kept.forget()
    for place in range(most):
        kept.take(words(bytes(size)), [place])
    assert kept.lost == 0


@given(st.lists(st.integers(0, 2 * frames.LONGEST + 10)))
def test_a_frame_too_long_is_lost_wherever_it_is_cut(ends: list[int]) -> None:
    """How much of it there is at a time, too: behind it, it begins with a whole frame."""
    for size, count in ((frames.LONGEST, 1), (frames.LONGEST + 1, 0)):
        kept = frames.Frames()
        for place, piece in enumerate(in_pieces(words(bytes(size)), ends)):
            kept.take(piece, [] if place else [1])
        assert kept.lost == 1 - count
        assert taken(kept) == [(1, bytes(size))] * count
        kept.take(words(b"good"), [2])
        assert taken(kept) == [(2, b"good")]


def test_a_wire_that_is_never_silent_takes_no_memory() -> None:
    kept, ring = frames.Frames(), bytes(0x3FFE)
    kept.take(ring[:1000], [1])
    tracemalloc.start()
    for _ in range(1000):
        kept.take(ring, [])
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 3 * len(ring)
    assert kept.lost == 1
    kept.take(words(b"rest"), [])
    kept.take(words(b"good"), [2])
    assert taken(kept) == [(2, b"good")]


# Widths


def counts(*nanoseconds: int) -> list[int]:
    """What the state machine pushes for a low, a high and so on, of multiples of 16 and 8 more."""
    spent = (4, 3)
    return [
        frames.NO_X - (round(each / CYCLE) - spent[place % 2]) // 2
        for place, each in enumerate(nanoseconds)
    ]


def test_widths_are_those_of_the_first_whole_frame() -> None:
    seen = counts(
        *(32, 264, 1024),  # the end of one that has begun already
        *(872, 80_000, 264, 992, 872, 384, 280, 1008, 888, 352, 872, 65_536),
        *(408, 1600, 1000),
    )
    assert frames.widths(seen, CYCLE) == (264, 280, 872, 888, 1240, 1288, 80_000)


@pytest.mark.parametrize(
    ("seen", "found"),
    [
        ([], None),
        ([80_000], None),
        ([32, 264, 992], None),
        ([32, 264, 80_000], None),
        ([80_000, 264], (264, 264, 0, 0, 0, 0, 80_000)),
        ([80_000, 872], (0, 0, 872, 872, 0, 0, 80_000)),
        ([80_000, 264, 992], (264, 264, 0, 0, 1256, 1256, 80_000)),
        ([80_000, 264, 992, 264], (264, 264, 0, 0, 1256, 1256, 80_000)),
    ],
)
def test_of_too_little_there_is_little_to_say(
    seen: list[int], found: tuple[int, ...] | None
) -> None:
    assert frames.widths(counts(*seen), CYCLE) == found


def test_a_long_silence_is_cut_to_what_can_be_told() -> None:
    found = frames.widths([0, *counts(0, 872)[1:]], CYCLE)
    assert found == (0, 0, 872, 872, 0, 0, 2**32 - 1)
    assert len(found) == WIDTHS


# The meter


class Bus:
    """An I2C bus with an INA219, or none."""

    def __init__(self, *registers: int) -> None:
        self._registers = registers

    def readfrom_mem(self, address: int, register: int, size: int) -> bytes:
        if address != 0x40 or not self._registers:
            raise OSError(5)
        return self._registers[register - 1].to_bytes(size, "big")


@pytest.mark.parametrize(
    ("registers", "said"),
    [
        ((), None),
        ((0x0000, 0x0000), (0, 0)),
        ((0x0FA0, 0x2712), (4 * 0x4E2, 40_000)),  # 0.4 A through 0.1 ohm; two flags below the volts
        ((0xFFFF, 0x0008), (4, -10)),
        ((0x8300, 0x9C40), (4 * 0x1388, -320_000)),  # the data sheet's end of the scale
    ],
)
def test_the_meter_says_volts_and_those_over_the_shunt(
    registers: tuple[int, ...], said: tuple[int, int] | None
) -> None:
    assert ina219.Meter(Bus(*registers)).read() == said


# In MicroPython


@pytest.mark.micropython
def test_in_micropython_it_does_the_same() -> None:
    """The vectors' questions to a device, words and widths: each as here."""
    program = """
import json, sys
from device import Device
from frames import Frames, widths

class Bench:
    numbers, pin, lost = (0, 3, 28), 22, 0
    def __init__(self): self.done, self.kept = [], Frames()
    def drive(self, *how): self.done.append(how); return 5_000_000_000
    def let_go(self): self.done.append(("let go",))
    def forget(self): pass
    def next(self): return self.kept.next()
    def measure(self): pass
    def measured(self): return (1, 2, 3, 4, 5, 6, 0xFFFFFFFF)
    def read(self): return 5012, -1500

told = json.loads(sys.stdin.read())
bench = Bench()
bench.kept.take(bytes(told["words"]), told["began"])
device = Device("pico", bench, bench, bench)
said = []
for question in told["questions"]:
    device.receive(bytes(question), 0)
    said.append(list(device.due(0)))
print(json.dumps([said, bench.done, widths(told["counts"], 8.0)]))
"""
    told = {
        "words": list(words(bytes(range(200))) + words(b"\xff\xff")),
        "began": [5_000_000_000, 5_000_001_000],
        "questions": [list(each) for each in questions()],
        "counts": counts(80_000, 264, 992, 872, 384, 280),
    }
    here, there = (
        subprocess.run(
            [python, "-c", program],
            env={path: f"{JIG}:{FIRMWARE}"},
            input=json.dumps(told),
            capture_output=True,
            text=True,
            check=True,
        )
        for python, path in ((sys.executable, "PYTHONPATH"), (micropython(), "MICROPYPATH"))
    )
    said, done, measured = json.loads(there.stdout)
    assert [said, done, measured] == json.loads(here.stdout)
    assert all(said)
    assert done == [["let go"], [3, True, []], [28, False, [500, 65535]]]


def questions() -> list[bytes]:
    """The vectors', from a meeting on, and some more."""
    asked = ("Meet", "Drive", "Watch", "Time", "Meter")
    by_number = {
        each.fields["number"]: each.frame
        for each in jig_vectors()
        if each.message in asked and each.fields["number"] >= 78
    }
    return [by_number[number] for number in sorted(by_number)]
