"""The shipped unit on what it takes for a Pi 4: touched by the kernel's lines, seen on its SPI.

disk.sh makes the machine; where it cannot, it says what is missing.
"""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from minigam.board.profile import load_profile
from minigam.hil.bench_report import CaseOutcome, from_json
from tests.hil.noted import keep, note_faults
from tests.hil.virtual.jig import BENCH, PICO
from tests.hil.virtual.machine import CLONE, SHARED, SOURCE, VirtualMachine, virtual_machine

pytestmark = [pytest.mark.virtual, pytest.mark.slow]

BUTTONS, JUMPERS = "quarter-buttons", "jumpers"
HERE = Path("/run/bench")
"""Where the jig writes, in the guest."""
PYTHON = "/opt/minigam/current/bin/python"
CASES = {
    BUTTONS: ("inputs", "game", "touch", "killed", "hung", "dark"),
    PICO: ("unplugged",),
    JUMPERS: ("inputs", "first-bit"),
}
"""Of `minigam hil`: those that show what no other tier can, since a start takes many seconds."""
KEPT = {BUTTONS: "virtual", PICO: "virtual-pico", JUMPERS: "virtual-jumpers"}
"""Under what names the reports are."""
CASE_SECONDS = 300.0
"""Thrice what the longest takes where nothing else runs."""
FRAMES = 100
Tell = Callable[[str], None]


@pytest.fixture(scope="module")
def machine() -> Iterator[VirtualMachine]:
    """It has booted, with what kernel.sh and disk.sh keep."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "minigam"
    with (
        TemporaryDirectory() as folder,
        virtual_machine(Path(folder), cache / "kernel", cache / "bench") as machine,
    ):
        yield machine


@pytest.fixture(scope="module")
def wire(machine: VirtualMachine) -> Callable[[str], None]:
    """Wires a jig to a board, in place of the one before."""
    wired: list[str] = []

    def to(board: str) -> None:
        if wired[-1:] == [board]:
            return
        machine.run("systemctl", "stop", "bench-jig")
        machine.ask("rm", "-rf", str(HERE))
        paths = f"PYTHONPATH={SOURCE / 'controller'}:{SOURCE}"
        unit = ("systemd-run", "-q", "--unit=bench-jig", "--collect", "-E", paths)
        what = ("jumpers",) if board == JUMPERS else ("jig", board)
        machine.ask(*unit, PYTHON, "-m", f"tests.hil.virtual.{what[0]}", *what[1:], str(HERE))
        machine.ask("sh", "-c", f"until [ -e {HERE / BENCH} ]; do sleep 0.1; done")
        wired.append(board)

    return to


@pytest.fixture
def tell(capsys: pytest.CaptureFixture[str]) -> Tell:
    """Print a figure where people see it."""

    def say(what: str) -> None:
        with capsys.disabled():
            print(f"\n    {what}", end="")

    return say


def show(machine: VirtualMachine, name: str) -> str:
    """A property of the unit."""
    return machine.ask("systemctl", "show", "minigam", f"--property={name}", "--value").strip()


def test_the_shipped_unit_is_ready_on_what_it_takes_for_a_pi_4(
    machine: VirtualMachine, tell: Tell
) -> None:
    assert machine.ask("systemctl", "is-system-running", "--wait") == "running\n"
    began, ready = (
        int(show(machine, f"{name}TimestampMonotonic")) / 1e6
        for name in ("InactiveExit", "ActiveEnter")
    )
    tell(f"power to ready: {ready:.1f} s; of it the unit: {ready - began:.1f} s")
    installed = machine.ask("cat", "/etc/systemd/system/minigam.service")
    assert installed == (CLONE / "systemd" / "minigam.service").read_text()
    assert show(machine, "DropInPaths") == ""
    said = machine.ask("minigam", "doctor").splitlines()
    for line in (
        "ok    machine  Raspberry Pi 4 Model B Rev 1.2",
        f"ok    board    {BUTTONS}: Quarter board with buttons",
        "ok    pins     can be used",
        "ok    strip    GPIO 10 can be used",
    ):
        assert line in said


def test_the_page_tells_the_very_bytes_that_went_out(
    machine: VirtualMachine, wire: Callable[[str], None]
) -> None:
    wire(BUTTONS)
    ask = "from urllib.request import urlopen as u; print(u('http://127.0.0.1:8080/api/lights').read().decode())"
    for _ in range(5):
        lights = json.loads(machine.ask("python3", "-c", ask))
        lines = machine.ask("tail", "-n", str(FRAMES), str(HERE / "wire")).splitlines()
        assert sent_for(lights) in [line.split()[1] for line in lines]


def sent_for(lights: dict[str, Any]) -> str:
    """The bytes of a frame, in the strip's own order and in hexadecimal digits."""
    strip = load_profile(BUTTONS).strip
    pixels = [(0, 0, 0)] * strip.pixels
    for name, segment in strip.segments.items():
        pixels[segment.first : segment.first + segment.count] = lights[name]["colors"]
    places = ["RGB".index(channel) for channel in strip.order]
    return bytes(pixel[place] for pixel in pixels for place in places).hex()


@pytest.mark.timeout(len(CASES[BUTTONS]) * CASE_SECONDS)
@pytest.mark.parametrize("board", CASES)
def test_minigam_hil_finds_no_fault(
    board: str, machine: VirtualMachine, wire: Callable[[str], None], tell: Tell
) -> None:
    wire(board)
    cases = CASES[board]
    chosen = [word for case in cases for word in ("--case", case)]
    tried = ("minigam", "hil", str(HERE / BENCH), "--report", str(SHARED / board), *chosen)
    code, said = machine.run(*tried, seconds=len(cases) * CASE_SECONDS)
    for line in said.splitlines():
        tell(line)
    report = from_json((machine.shared / f"{board}.json").read_text())
    keep(KEPT[board], report)
    verdicts = {finding.case: finding.verdict for finding in report.findings}
    if code:  # what the jig or the daemon said of it
        tell(machine.ask("journalctl", "--no-pager", "-u", "bench-jig", "-u", "minigam"))
    assert (verdicts, code) == (dict.fromkeys(cases, CaseOutcome.PASSED), 0)
    note_faults(5, report)
