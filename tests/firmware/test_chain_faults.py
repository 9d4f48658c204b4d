"""Every fault of a chain, at its beginning, middle and end: what is said of it names the place.

The real `scan.py` reads chains whose wires and chips are modelled one by one.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from types import ModuleType
from typing import Any

import pytest

from minigam.link.chain_words import SHORTED, chain_words
from minigam.link.messages import CHECKS, ChainFault
from tests.firmware.chain_model import CLOCK, CORNERS, DATA, LOAD, Chain, End
from tests.firmware.loading import load

UNKNOWN = 3
PINS = {LOAD: 2, CLOCK: 3, DATA: 4}
SCANS = 8
"""Enough for registers that are never loaded to hold nothing but what came in at their end."""


@pytest.fixture(scope="module")
def scan() -> Iterator[ModuleType]:
    machine = ModuleType("machine")
    vars(machine).update(Pin=object, SoftSPI=object)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "machine", machine)
        yield load("scan")


def pins_on(chain: Chain) -> type:
    """MicroPython's `Pin`, wired to a chain."""
    lines = {pin: line for line, pin in PINS.items()}

    class Pin:
        IN, OUT, PULL_UP = range(3)

        def __init__(self, pin: int, _mode: int, _pull: int = -1, value: int | None = None) -> None:
            self._line = lines[pin]
            if value is not None:
                chain.drive(self._line, value)

        def __call__(self, level: int) -> None:
            chain.drive(self._line, level)

    return Pin


def spi_on(chain: Chain) -> type:
    """MicroPython's `SoftSPI` with a clock that rests high: it reads, and then lets it rise."""

    class SoftSPI:
        def __init__(self, _baudrate: int, *, polarity: int, phase: int, **_pins: object) -> None:
            assert (polarity, phase) == (1, 0)

        def readinto(self, into: bytearray, out: int) -> None:
            assert out == 0xFF  # the load line's
            for place in range(len(into)):
                into[place] = sum(self._bit() << at for at in range(7, -1, -1))

        def _bit(self) -> int:
            chain.drive(CLOCK, 0)
            bit = chain.read()
            chain.drive(CLOCK, 1)
            return bit

    return SoftSPI


def wired(scan: ModuleType, chain: Chain, boards: int | None = None) -> Any:
    """The firmware's reader of a chain; `boards`: how many it should have."""
    chain.wire_up()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scan, "Pin", pins_on(chain))
        patch.setattr(scan, "SoftSPI", spi_on(chain))
        pins = {name.lower(): pin for name, pin in PINS.items()}
        return scan.Chain({**pins, "sensors": 8 * (boards or chain.boards)})


def scanned(scan: ModuleType, chain: Chain) -> tuple[bytearray, ChainFault | None]:
    """What a Pico finds on a chain, after some scans."""
    found = wired(scan, chain)
    levels = bytearray(8 * chain.boards)
    board = [found.read(levels) for _ in range(SCANS)][-1]
    return levels, ChainFault(*found.fault) if board else None


Source = Callable[[], Callable[[], int]]
"""Begins what a chip does by chance anew for each chain, so that no test depends on others."""


@dataclass(frozen=True)
class Fault:
    """Something that is wrong at a board, or in the cable that leads to it."""

    name: str
    put_in: Callable[[Chain, int], None]
    wires: tuple[str, ...] = ()
    """Of which one must be named, with its place."""
    register: str = ""
    """What else may be named instead, with its board."""

    @property
    def kind(self) -> str:
        """A group of faults, for counting."""
        kinds = ("cut", "touches GND", "touches 3V3", "touches", "crossed", "check bit")
        return next((kind for kind in kinds if kind in self.name), "registers")

    def is_named_exactly(self, board: int, words: str) -> bool:
        """Whether the board or its cable is named, not only a range of boards or the whole chain.

        The sentence may go on with other places to look at.
        """
        words = words.partition(SHORTED)[0]
        at_cable = f"between B{board - 1} and B{board}" if board > 1 else "between the Pico and B1"
        if self.register and self.register in words and f"B{board}" in words:
            return True
        return at_cable in words and any(wire in words for wire in self.wires)

    def is_named(self, board: int, words: str) -> bool:
        if self.register and f"B{board} " in words and self.register in words:
            return True
        return any(wire in words and _leads_to(board, words) for wire in self.wires)


def _leads_to(board: int, words: str) -> bool:
    """Whether a sentence sends one to the cable in front of a board."""
    near = f"B{board - 1}" if board > 1 else "the Pico"
    if f"between {near} and B{board}" in words or "anywhere on the chain" in words:
        return True
    return any(f"from the Pico to B{far}," in words for far in range(board, 99))


def board_at(place: str, boards: int) -> int:
    return {"first": 1, "middle": (boards + 1) // 2, "last": boards}[place]


def cut(line: str, chain: Chain, board: int) -> None:
    chain.cut.add((line, board))


def touching(line: str, other: str, chain: Chain, board: int) -> None:
    there = other if other in ("GND", "3V3") else End(other, board, False)
    chain.shorts.append((End(line, board, False), there))


def crossed(line: str, other: str, chain: Chain, board: int) -> None:
    ends = End(line, board, False), End(other, board, False)
    chain.crossed |= {ends[0]: ends[1], ends[1]: ends[0]}


def clocked(registers: tuple[int, ...], source: Source, chain: Chain, board: int) -> None:
    edges = source()
    for register in registers:
        chain.registers[board - 1][register].edges = edges


def halved(chain: Chain, board: int) -> None:
    chain.split.add(board)


def tied(at: int, source: Source, chain: Chain, board: int) -> None:
    chain.ties[board, at] = source()


def always(value: int) -> Callable[[], int]:
    return lambda: value


def sometimes(value: int, usually: int, seed: int) -> Callable[[], int]:
    chance = Random(seed)
    return lambda: value if chance.random() < 0.06 else usually


def either(seed: int) -> Callable[[], int]:
    return partial(Random(seed).randrange, 2)


U1, U2, BOTH = (0,), (1,), (0, 1)
PAIRS = ((LOAD, CLOCK), (LOAD, DATA), (CLOCK, DATA))
FAULTS = [
    *(Fault(f"{line} cut", partial(cut, line), (line,)) for line in PINS),
    *(
        Fault(f"{line} touches {rail}", partial(touching, line, rail), (line,))
        for line in PINS
        for rail in ("GND", "3V3")
    ),
    *(Fault(f"{a} touches {b}", partial(touching, a, b), (a, b)) for a, b in PAIRS),
    *(Fault(f"{a} and {b} crossed", partial(crossed, a, b), (a, b)) for a, b in PAIRS),
    Fault("clocked twice", partial(clocked, BOTH, partial(always, 2)), (CLOCK,), "registers"),
    Fault("U1 clocked twice", partial(clocked, U1, partial(always, 2)), (CLOCK,), "registers"),
    Fault("U2 clocked twice", partial(clocked, U2, partial(always, 2)), (CLOCK,), "U2"),
    Fault(
        "now and then twice",
        partial(clocked, BOTH, partial(sometimes, 2, 1, 1)),
        (CLOCK,),
        "registers",
    ),
    Fault(
        "now and then not",
        partial(clocked, BOTH, partial(sometimes, 0, 1, 2)),
        (CLOCK,),
        "registers",
    ),
    Fault("U1 not clocked", partial(clocked, U1, partial(always, 0)), (CLOCK,), "registers"),
    Fault("U2 not clocked", partial(clocked, U2, partial(always, 0)), (), "U2"),
    Fault("U1 and U2 not joined", halved, (), "U2"),
    *(
        Fault(f"check bit {at} wrong", partial(tied, at, partial(always, bit)), (), "registers")
        for at, bit in ((0, 1), (2, 0), (4, 0), (6, 1))
    ),
    Fault("check bit 1 floats", partial(tied, 1, partial(either, 3)), (), "registers"),
    Fault("check bit 7 floats", partial(tied, 7, partial(either, 4)), (), "registers"),
]
AS_GOOD_AS_CUT = 200e3
"""Ohms of a joint through which no level comes."""
PLACES = ("first", "middle", "last")
SHARES = {
    "cut": (9, 0),
    "touches GND": (5, 4),
    "touches 3V3": (4, 5),
    "crossed": (9, 0),
    "registers": (22, 2),
    "check bit": (18, 0),
}
"""Of each kind how many faults are named exactly, and how many by a range only.

Where a clock or load line keeps one level, all boards fall silent.
"""
TOUCHING = {"middle": (6, 6), "low": (2, 2), "wide": (2, 2), "high": (6, 7)}
"""How many of 9 wires that touch another are named exactly, in a chain of 4 boards and of 10.

With all of `SHARES` that is 73, 69, 69 and 73 or 74 of 87.
"""
BOARDS = [
    pytest.param(4, id="short"),
    pytest.param(10, id="quarter-hall", marks=pytest.mark.slow),
    pytest.param(20, id="dice-16-hall", marks=pytest.mark.long),
    pytest.param(32, id="full-24-hall", marks=pytest.mark.long),
]


def test_both_sides_know_the_same_check_bits(scan: ModuleType) -> None:
    assert scan.CHECKS == CHECKS


def test_a_whole_chain_is_read_as_it_is(scan: ModuleType) -> None:
    chain = Chain(3)
    chain.occupied = {0, 7, 8, 12, 23}
    levels, fault = scanned(scan, chain)
    assert {place for place, level in enumerate(levels) if level} == chain.occupied
    assert fault is None


@pytest.mark.parametrize("boards", BOARDS)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("ohms", [2e3, 47e3, AS_GOOD_AS_CUT])
def test_a_bad_joint_does_nothing_or_is_named(
    scan: ModuleType, ohms: float, boards: int, place: str
) -> None:
    board = board_at(place, boards)
    for line in PINS:
        chain = Chain(boards)
        chain.occupied = {3, 8 * board - 5, 8 * boards - 1}
        chain.weak[line, board] = 1 / ohms
        levels, found = scanned(scan, chain)
        if found or ohms == AS_GOOD_AS_CUT:
            assert found
            bad = Fault(line, lambda *_: None, (line,))
            assert set(levels) == {UNKNOWN}
            assert bad.is_named(board, chain_words(found)), (line, chain_words(found))
        else:
            assert {at for at, level in enumerate(levels) if level} == chain.occupied


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("boards", BOARDS)
def test_every_fault_is_noticed_and_named(scan: ModuleType, boards: int, place: str) -> None:
    """Faults of LOAD, CLOCK, DATA and the chips; cut 3V3 and GND wires are not among them.

    Registers behind a cut 3V3 wire are fed through the clamp diodes of their inputs and may go on
    as if nothing were wrong: the measurements before the first switch-on find such a wire.
    """
    wrong, _ = named_of_all(scan, boards, "middle", place)
    assert wrong == {}


@pytest.mark.parametrize(
    "boards",
    [pytest.param(4, id="short"), pytest.param(10, id="quarter-hall", marks=pytest.mark.long)],
)
@pytest.mark.parametrize("corner", CORNERS)
def test_how_many_faults_are_named_exactly(scan: ModuleType, boards: int, corner: str) -> None:
    """At every corner of the data sheet; of the first, middle and last board."""
    shares: dict[str, Counter[bool]] = {}
    for place in PLACES:
        wrong, exactly = named_of_all(scan, boards, corner, place)
        assert wrong == {}
        for fault in FAULTS:
            shares.setdefault(fault.kind, Counter())[exactly[fault.name]] += 1
    counted = {kind: (share[True], share[False]) for kind, share in shares.items()}
    exact = TOUCHING[corner][boards > 4]
    assert counted == SHARES | {"touches": (exact, 9 - exact)}


def named_of_all(
    scan: ModuleType, boards: int, corner: str, place: str
) -> tuple[dict[str, str], dict[str, bool]]:
    """What is said wrongly of faults, and of each one whether it is named exactly."""
    board = board_at(place, boards)
    wrong, exactly = {}, {}
    for fault in FAULTS:
        chain = Chain(boards, corner)
        chain.occupied = {3, 8 * board - 5, 8 * boards - 1}
        fault.put_in(chain, board)
        levels, found = scanned(scan, chain)
        words = chain_words(found) if found else "nothing"
        if set(levels) != {UNKNOWN} or not fault.is_named(board, words):
            wrong[fault.name] = words
        exactly[fault.name] = fault.is_named_exactly(board, words)
    return wrong, exactly


@pytest.mark.parametrize("more", [1, 2])
def test_a_board_too_many_is_named(scan: ModuleType, more: int) -> None:
    found = wired(scan, Chain(3 + more), boards=3)
    levels = bytearray(24)
    assert found.read(levels) == 4
    assert set(levels) == {UNKNOWN}
    assert chain_words(ChainFault(*found.fault)).endswith(
        "a board B4 answers too: there is a register board too many in the chain"
    )


def test_a_board_too_few_is_named_as_the_last_one(scan: ModuleType) -> None:
    found = wired(scan, Chain(2), boards=3)
    assert found.read(bytearray(24)) == 3
    assert "nothing comes from B3" in chain_words(ChainFault(*found.fault))


def test_a_chain_is_believed_again_after_some_scans_without_a_fault(scan: ModuleType) -> None:
    chain = Chain(2)
    found = wired(scan, chain)
    levels = bytearray(16)
    assert found.read(levels) == 0
    chain.cut = {(DATA, 2)}
    chain.wire_up()
    assert (found.read(levels), found.fault) == (2, (2, 0xFF, False))
    chain.cut = set()
    chain.wire_up()
    broken = [found.read(levels) for _ in range(scan.DOUBT)]
    assert broken == [2] * (scan.DOUBT - 1) + [0]
    assert levels == bytearray(16)


def test_of_several_faults_the_first_board_of_the_last_scans_is_named(scan: ModuleType) -> None:
    chain = Chain(3)
    chain.cut = {(DATA, 3)}
    found = wired(scan, chain)

    def named(cuts: set[tuple[str, int]], scans: int = 1) -> tuple[int, int, bool]:
        chain.cut = cuts
        chain.wire_up()
        for _ in range(scans):
            assert found.read(bytearray(24)) == found.fault[0]
        fault: tuple[int, int, bool] = found.fault
        return fault

    last, first = (3, 0xFF, False), (2, 0, False)
    assert named({(DATA, 3)}) == last
    assert named({(CLOCK, 2)}) == first
    assert named({(DATA, 3)}, scan.DOUBT - 1) == first
    assert named({(CLOCK, 2)}) == first
    assert named({(DATA, 3)}, scan.DOUBT) == first
    assert named({(DATA, 3)}) == last
    assert named({(CLOCK, 2)}) == first
    assert named({(CLOCK, 2)}, 2 * scan.DOUBT) == first
