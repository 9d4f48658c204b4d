"""The whole firmware in MicroPython's unix port, with a board of the controller's on its cable."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest

from minigam.board.light_meanings import Color
from minigam.board.pico_settings import settings
from minigam.board.profile import load_profile
from minigam.drivers.pico import PicoBoard, start_with_prompt
from minigam.drivers.simulated_pico import CUT
from minigam.link.chain_words import chain_words
from minigam.link.messages import Level
from minigam.link.session import BARE, Expected, LinkSession, Reading
from tests.drivers.pico_rig import Heard
from tests.faults import STATES, note
from tests.firmware.boards import HASH, board_json, chain
from tests.firmware.unix import PWRON_RESET, WDT_RESET, UnixPico
from tests.link.lossy import Line

DATA_CUT = chain_words(CUT)
pytestmark = pytest.mark.micropython

MUX = {"kind": "cd74hc4067", "select": [2, 3, 4, 5], "data": [6, 7, 8], "sensors": 40}
CHAIN, MULTIPLEXERS, BUTTONS = (board_json(3, 96, scan) for scan in (chain(80), MUX, None))


def names_of(inputs: int) -> list[str]:
    return [f"input-{place}" for place in range(inputs)]


@dataclass(frozen=True)
class Bench:
    """Starts firmware and boards, which are stopped with `opened`."""

    folder: Path
    opened: ExitStack

    def pico(self, board: dict[str, Any] | None, inputs: int, haste: int = 1) -> UnixPico:
        pico = UnixPico(self.folder, board, inputs, haste)
        self.opened.callback(pico.close)
        return pico

    def board(
        self, pico: UnixPico, inputs: int, told: dict[str, Any] = CHAIN
    ) -> tuple[PicoBoard, Heard]:
        known = Expected(told["name"], told["hash"], inputs, told["strip"]["pixels"])
        heard = Heard()
        board = PicoBoard(known, names_of(inputs), "GRB", pico.open, heard.listeners)
        self.opened.callback(board.close)
        return board, heard


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with ExitStack() as opened:
        yield Bench(tmp_path, opened)


def some_color(random: Random) -> Color:
    red, green, blue = random.randbytes(3)
    return red, green, blue


def levels(inputs: int, *occupied: int) -> list[int]:
    return [int(place in occupied) for place in range(inputs)]


@pytest.mark.parametrize(
    ("board", "inputs"),
    [(CHAIN, 83), (MULTIPLEXERS, 43), (BUTTONS, 3)],
    ids=["chain", "mux", "buttons"],
)
def test_every_input_is_told_by_its_own_number(
    bench: Bench, board: dict[str, Any], inputs: int
) -> None:
    pico = bench.pico(board, inputs)
    opened, heard = bench.board(pico, inputs)
    names = names_of(inputs)
    for place, name in enumerate(names):
        pico.put(levels(inputs, place))
        assert heard.next_edges(1) == [(name, True)]
        pico.put(levels(inputs))
        assert heard.next_edges(1) == [(name, False)]
    assert opened.levels() == dict.fromkeys(names, False)
    assert heard.edges.empty()
    assert heard.troubles.empty()


def test_the_settings_of_a_real_profile_are_understood(bench: Bench) -> None:
    told = settings(load_profile("quarter-hall"))
    inputs = told["scan"]["sensors"] + len(told["buttons"])
    pico = bench.pico(told, inputs)
    pico.put(levels(inputs, 0, inputs - 1))
    _, heard = bench.board(pico, inputs, told)
    first, last = names_of(inputs)[0], names_of(inputs)[-1]
    told_of = {*heard.next_edges(2)}  # read in turn: either first
    assert told_of == {(first, True), (last, True)}


def test_the_strip_gets_the_same_bytes_and_goes_dark_at_the_end(bench: Bench) -> None:
    pico = bench.pico(CHAIN, 83)
    board, heard = bench.board(pico, 83)
    random = Random(1)
    for _ in range(20):
        frame = tuple(some_color(random) for _ in range(96))
        board.show(frame)
        heard.wait_for_a_frame()
        assert pico.strip() == board.sent == bytes(c for r, g, b in frame for c in (g, r, b))
    board.close()
    assert pico.strip() == board.sent == bytes(288)


def test_what_hangs_is_started_again_and_goes_on(bench: Bench) -> None:
    pico = bench.pico(CHAIN, 83)
    board, heard = bench.board(pico, 83)
    pico.put(levels(83, 7))
    assert heard.next_edges(1) == [("input-7", True)]
    red = ((255, 0, 0),) * 96
    board.show(red)
    heard.wait_for_a_frame()
    pico.hang()
    pico.put(levels(83, 80))
    assert heard.next_edges(2) == [("input-7", False), ("input-80", True)]
    heard.wait_for_a_frame()
    assert pico.strip() == bytes([0, 255, 0]) * 96
    assert pico.starts == [PWRON_RESET, WDT_RESET]


@pytest.mark.slow
def test_what_is_well_is_left_alone_by_the_watchdog(bench: Bench) -> None:
    pico = bench.pico(CHAIN, 83)
    board, heard = bench.board(pico, 83)
    board.show(((255, 0, 0),) * 96)
    for _ in range(2):  # the second time to refresh it, long after the watchdog would have bitten
        heard.wait_for_a_frame()
    assert pico.starts == [PWRON_RESET]
    assert heard.edges.empty()


def test_a_broken_chain_is_told_and_buttons_go_on_also_after_a_restart(bench: Bench) -> None:
    pico = bench.pico(CHAIN, 83)
    board, heard = bench.board(pico, 83)
    pico.put(levels(83, 80))
    assert heard.next_edges(1) == [("input-80", True)]
    pico.break_chain(True)
    assert heard.next_trouble() == DATA_CUT
    assert board.levels() == {"input-80": True, "input-81": False, "input-82": False}
    pico.hang()
    pico.put(levels(83, 81))
    while heard.next_edges(1) != [("input-81", True)]:
        pass
    assert pico.starts == [PWRON_RESET, WDT_RESET]
    assert heard.troubles.empty()
    assert board.levels() == {"input-80": False, "input-81": True, "input-82": False}
    pico.break_chain(False)
    assert heard.next_trouble() is None
    assert len(board.levels()) == 83


@pytest.mark.parametrize(
    "board",
    [None, {**CHAIN, "scan": {"kind": "other"}}, {**CHAIN, "strip": {"gpio": 16}}, {"name": "x"}],
    ids=["none", "another kind", "no pixels", "half"],
)
def test_a_pico_without_sensible_settings_says_that_it_is_bare(
    bench: Bench, board: dict[str, Any] | None
) -> None:
    _, heard = bench.board(bench.pico(board, 83), 83)
    assert heard.next_trouble() == BARE


def test_asked_for_it_leaves_the_pico_to_the_prompt_once(bench: Bench) -> None:
    pico = bench.pico(CHAIN, 83)
    port = pico.open()
    assert start_with_prompt(port)
    port.close()
    pico.wait_for_the_prompt()
    assert pico.starts == [PWRON_RESET, WDT_RESET]
    assert "prompt" not in pico.files()


@pytest.mark.slow
def test_many_frames_on_a_bad_line_lose_no_state(bench: Bench) -> None:
    """With 100,000 frames it takes two minutes; it was run so once."""
    pico = bench.pico(CHAIN, 83, HASTE)
    frames, harmed, sensed, read = on_a_bad_line(pico, FRAMES)
    print(f"{frames} frames, {harmed} bytes harmed, {len(sensed)} states")
    assert [levels for levels, _ in groupby(read) if Level.UNKNOWN not in levels] == sensed
    assert pico.starts == [PWRON_RESET]
    assert frames >= FRAMES
    assert harmed > FRAMES // 10
    note("a byte on the Pico's cable damaged or lost", 3, harmed, STATES)


FRAMES = 20_000
HASTE = 4
"""How much quicker than real time both ends live in this test. Where a machine is busy for most of
a second, the board is lost meanwhile: then nothing is known, but no state is lost."""


def on_a_bad_line(pico: UnixPico, frames: int) -> tuple[int, int, list[list[int]], list[list[int]]]:
    """Frames sent, bytes harmed, the levels put one after the other, and those read."""
    port = pico.open()
    up, down, random = Line(0.01, 1), Line(0.01, 2), Random(3)
    session = LinkSession(Expected("quarter-hall", HASH, 83, 96), HASTE * monotonic())
    now, read = levels(83), list[list[int]]()
    sensed = [list(now)]
    end = monotonic() + 500
    while (up.frames + down.frames < frames or read[-1:] != sensed[-1:]) and monotonic() < end:
        if read[-1:] == sensed[-1:]:
            now[random.randrange(83)] ^= 1
            pico.put(now)
            sensed.append(list(now))
            session.show(random.randbytes(3) + bytes(285))
        at = HASTE * monotonic()
        port.write(down.carry(session.due(at)))
        data = up.carry(port.read((session.deadline(at) - at) / HASTE))
        news = session.receive(data, HASTE * monotonic())
        read += [list(map(int, each.levels)) for each in news if isinstance(each, Reading)]
    port.close()
    return up.frames + down.frames, up.harmed + down.harmed, sensed, read
