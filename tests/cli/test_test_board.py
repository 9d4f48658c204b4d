"""`minigam test-board` on simulated boards: every light once, and what the inputs say."""

import signal
import subprocess
from argparse import Namespace
from dataclasses import replace

import pytest

from minigam.board.current_limit import current_ma
from minigam.board.debounce import Change
from minigam.board.profile import load_profile
from minigam.board.profile_model import Profile
from minigam.board.verdict import Verdict
from minigam.cli import test_board
from minigam.cli.test_board import COLORS, lanes, light_all, lit, show_inputs
from minigam.cli.workbench import Workbench, on_the_bench
from tests.daemon.benches import Board, watched
from tests.e2e.daemon import MINIGAM, PATIENCE_SECONDS

HALL = load_profile("sim-hall")
WHITE, DARK = (255, 255, 255), (0, 0, 0)


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Board:
    return watched(monkeypatch)


@pytest.mark.parametrize("name", ["sim", "sim-hall", "full-24-hall", "dice-16"])
def test_every_pixel_of_every_lane_is_lit_in_every_colour_within_the_budget(name: str) -> None:
    strip = load_profile(name).strip
    for (said, frames), (zone, segment) in zip(lanes(strip), strip.segments.items(), strict=True):
        assert said == f"{zone}: pixels {segment.pixels[0]} to {segment.pixels[-1]}"
        shown = list(frames)
        assert len(shown) == len(COLORS) * segment.count
        for number, frame in enumerate(shown):
            lit_pixels = [pixel for pixel, color in enumerate(frame) if any(color)]
            assert lit_pixels == list(segment.pixels)[: number % segment.count + 1]
            assert current_ma(frame, strip.budget.led_ma) <= strip.budget.total_ma
        firsts = [frame[segment.first] for frame in shown[:: segment.count]]
        assert firsts == list(COLORS.values())


def test_a_lane_that_is_too_much_for_the_supply_is_dimmed() -> None:
    strip = replace(HALL.strip, budget=replace(HALL.strip.budget, total_ma=200.0))
    (_, frames), *_ = lanes(strip)
    last = list(frames)[-1]
    assert 0 < last[0][0] < 255
    assert current_ma(last, 55) <= 200


@pytest.mark.parametrize("name", ["sim", "sim-hall"])
def test_lights_are_shown_and_go_out(name: str, board: Board) -> None:
    profile, said = load_profile(name), list[str]()
    with on_the_bench(profile, said.append) as bench:
        light_all(profile.strip, bench, said.append, pause=0.0)
    assert said[1:] == [text for text, _ in lanes(profile.strip)]
    assert board.dark


@pytest.mark.parametrize(
    ("profile_name", "name", "words"),
    [
        ("sim-hall", "point-3/2", ["(sensor 33): occupied", "(sensor 33): free"]),
        ("sim-hall", "undo", ["(GPIO 12): pressed", "(GPIO 12): released"]),
        ("sim", "point-3", ["(GPIO 22): pressed", "(GPIO 22): released"]),
    ],
)
def test_each_change_is_said(profile_name: str, name: str, words: list[str], board: Board) -> None:
    profile, said = load_profile(profile_name), list[str]()

    def say(line: str) -> None:
        said.append(line)
        if len(said) == 3:
            raise KeyboardInterrupt
        (board.hand.press if len(said) == 1 else board.hand.release)(name)

    with pytest.raises(KeyboardInterrupt), on_the_bench(profile, say) as bench:
        show_inputs(profile, bench, say, Verdict(profile, {}))
    assert said[1:] == [f"{name} {word}" for word in words]
    assert board.dark


@pytest.mark.parametrize(("touches", "status"), [((), 0), (("undo",), 1)])
def test_it_ends_with_a_verdict(
    touches: tuple[str, ...],
    status: int,
    board: Board,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def touch(_profile: Profile, bench: Workbench, _say: object, verdict: Verdict) -> None:
        for name in touches:
            verdict.take(Change(name, True, bench.now))
            verdict.take(Change(name, False, bench.now))
        raise KeyboardInterrupt

    monkeypatch.setattr(test_board, "light_all", lambda *_: None)
    monkeypatch.setattr(test_board, "show_inputs", touch)
    assert test_board.run(Namespace(board="sim")) == status
    said = capsys.readouterr().out.splitlines()
    assert said[:2] == ["", "1 of 13 inputs were seen." if touches else "Nothing was touched."]
    assert len(said) == (14 if touches else 2)
    assert board.dark


def test_what_is_on_has_its_own_light() -> None:
    frame = lit(HALL, {"point-3/2", "roll-black"})
    assert {pixel: color for pixel, color in enumerate(frame) if color != DARK} == {
        33: WHITE,
        95: WHITE,
    }
    assert set(lit(HALL, set())) == {DARK}


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_in_order(ending: signal.Signals) -> None:
    command = [*MINIGAM, "test-board", "--board", "sim"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline().startswith(b"Each lane fills up")
        process.send_signal(ending)
        _, told = process.communicate(timeout=PATIENCE_SECONDS)
    assert (process.returncode, told) == (0, b"")
