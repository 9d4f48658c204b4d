"""The cases, on the simulated board: all hold on a right one, and tell what is wrong with one."""

from collections.abc import Sequence, Set
from importlib.util import find_spec
from pathlib import Path

import pytest

from minigam.board.profile import load_profile
from minigam.cli.main import main
from minigam.drivers.simulated_jig import Move
from minigam.hil.bench_report import CaseOutcome, Report, from_json
from minigam.hil.cases import CASES
from tests.drivers.shim.preload import build
from tests.faults import note
from tests.firmware.boards import NEEDS_UF2, UF2
from tests.hil.benches import (
    NO_HURRY,
    TIMED,
    Mixed,
    Wrong,
    mock_bench,
    right,
    shim_bench,
    simulated_text,
)
from tests.hil.emulated import emulated_bench, emulated_felt_bench
from tests.hil.noted import FELT_BOARDS, keep, note_faults
from tests.hil.pico import unix_bench, unix_felt_bench

SIM = load_profile("sim")
NOT_HERE = {"wire", "current", "hung", "unplugged"}


def reported(bench: Path, cases: Sequence[str]) -> Report:
    """What `minigam hil` writes into its report."""
    chosen, folder = [word for name in cases for word in ("--case", name)], bench.parent
    status = main(["hil", str(bench), "--report", str(folder / "report"), *chosen])
    report = from_json((folder / "report.json").read_text())
    assert status == int(not report.holds)
    return report


def holds(tier: int, name: str, bench: Path, missing: Set[str] = NOT_HERE) -> None:
    """Every case at this tier, but those that it has not what they need for."""
    report = reported(bench, ())
    verdicts = {finding.case: finding.verdict for finding in report.findings}
    assert verdicts == {
        case.name: CaseOutcome.NOT_DONE if case.name in missing else CaseOutcome.PASSED
        for case in CASES
    }
    keep(name, report)
    note_faults(tier, report)


@pytest.mark.timed
@pytest.mark.slow
def test_every_case_holds_on_mock_pins(tmp_path: Path) -> None:
    with mock_bench(tmp_path) as bench:
        holds(1, "mock", bench)


@pytest.mark.timed
@pytest.mark.slow
@pytest.mark.shim
@pytest.mark.skipif(not find_spec("lgpio"), reason="needs lgpio (see docs/building.md)")
def test_every_case_holds_on_the_real_lgpio(tmp_path: Path) -> None:
    with shim_bench(tmp_path, build(tmp_path)) as bench:
        holds(2, "lgpio", bench)


FELT_NOT_HERE = NOT_HERE - {"unplugged"}
BY_HAND_SECONDS = 3600.0
"""An emulated Pico reads its sensors slowly; and where a zone has two places only, hands that
lift and put a checker a hundred times have to pause."""


@pytest.mark.timeout(BY_HAND_SECONDS)
@pytest.mark.parametrize(
    "board",
    [
        pytest.param("quarter-hall", marks=[pytest.mark.timed, pytest.mark.slow]),
        pytest.param("dice-16-hall", marks=pytest.mark.long),
        pytest.param("full-24-hall", marks=pytest.mark.long),
    ],
)
def test_every_case_holds_by_hand_on_a_simulated_pico(board: str, tmp_path: Path) -> None:
    """On boards that feel their checkers."""
    bench = tmp_path / "bench.toml"
    bench.write_text(simulated_text(board))
    holds(1, f"{board}-simulated", bench, FELT_NOT_HERE)


@pytest.mark.long
@pytest.mark.micropython
@pytest.mark.timeout(BY_HAND_SECONDS)
@pytest.mark.parametrize("board", FELT_BOARDS)
def test_every_case_holds_by_hand_with_the_picos_firmware(board: str, tmp_path: Path) -> None:
    with unix_felt_bench(tmp_path, board) as bench:
        holds(3, f"{board}-unix", bench, FELT_NOT_HERE)


@pytest.mark.long
@pytest.mark.emulator
@pytest.mark.timeout(BY_HAND_SECONDS)
@NEEDS_UF2
@pytest.mark.parametrize("board", FELT_BOARDS)
def test_every_case_holds_by_hand_on_an_emulated_pico(board: str, tmp_path: Path) -> None:
    """But for bounce, as below; and the emulator has no cable to pull."""
    with emulated_felt_bench(tmp_path, UF2, board) as bench:
        holds(4, f"{board}-emulated", bench, NOT_HERE | {"bounce"})


@pytest.mark.timed
@pytest.mark.slow
@pytest.mark.micropython
def test_every_case_holds_with_the_picos_firmware(tmp_path: Path) -> None:
    with unix_bench(tmp_path) as bench:
        holds(3, "unix", bench, NOT_HERE - {"unplugged"})


@pytest.mark.timed
@pytest.mark.slow
@pytest.mark.emulator
@NEEDS_UF2
def test_every_case_holds_on_an_emulated_pico(tmp_path: Path) -> None:
    """But for bounce, whose gaps are in this machine's time, and not in the emulator's."""
    with emulated_bench(tmp_path, UF2) as bench:
        holds(4, "emulated", bench, NOT_HERE | {"bounce"})


def test_a_board_that_is_late_with_its_lights_fails(tmp_path: Path) -> None:
    with mock_bench(tmp_path) as bench:
        text = bench.read_text().replace(f"touches = {TIMED}", "touches = 2")
        bench.write_text(text.replace(NO_HURRY, "lit_ms = 1"))
        (found,) = reported(bench, ["touch"]).findings
    assert found.verdict is CaseOutcome.FAILED
    assert found.text.startswith("99 of 100 touches, in ms: expected 0 to 1, got ")


def pin(name: str) -> int:
    return SIM.input_names.index(name)


def crossed(move: Move, number: int, low: bool) -> None:
    """Two points' wires are swapped."""
    swap = {pin("point-1"): pin("point-2"), pin("point-2"): pin("point-1")}
    move(swap.get(number, number), low)


def joined(move: Move, number: int, low: bool) -> None:
    """Two points' wires touch."""
    for each in {number, *({pin("point-5"), pin("point-4")} if number == pin("point-4") else {})}:
        move(each, low)


def cut(move: Move, number: int, low: bool) -> None:
    """A wire is broken."""
    if number != pin("undo"):
        move(number, low)


def swapped(data: bytes) -> bytes:
    """Two lanes of the strip are where the other should be."""
    one, other = (SIM.strip.segments[name] for name in ("point-1", "point-2"))
    mixed = bytearray(data)
    for here, there in ((one, other), (other, one)):
        mixed[3 * here.first : 3 * (here.first + here.count)] = data[
            3 * there.first : 3 * (there.first + there.count)
        ]
    return bytes(mixed)


def discoloured(data: bytes) -> bytes:
    """The strip takes its colours in another order."""
    return bytes(data[at + place] for at in range(0, len(data), 3) for place in (1, 0, 2))


def dead_pixels(data: bytes) -> bytes:
    """The strip ends early."""
    return data[:120] + bytes(len(data) - 120)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("case", "wrong", "mixed", "text"),
    [
        ("inputs", crossed, bytes, "expected point-1 to be pressed and released within 5 s"),
        ("inputs", joined, bytes, "expected point-4 alone, got point-4, point-5"),
        ("inputs", cut, bytes, "expected undo to be pressed and released within 5 s"),
        ("lanes", right, swapped, "expected point-1 in red on the strip within 10 s"),
        ("lanes", right, dead_pixels, "in red on the strip within 10 s"),
        ("ready", right, discoloured, "expected the lights to agree with the page: "),
    ],
)
def test_a_wrong_board_fails_and_says_why(
    case: str, wrong: Wrong, mixed: Mixed, text: str, tmp_path: Path
) -> None:
    with mock_bench(tmp_path, wrong, mixed) as bench:
        (found,) = reported(bench, [case]).findings
    assert found.verdict is CaseOutcome.FAILED
    assert text in found.text
    note("a wrongly wired board", 1, 1, "the bench names the fault")
