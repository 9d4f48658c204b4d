"""Benches without hardware: the same cases, and another thing behind the jig's pins."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from minigam.board.profile import load_profile
from tests.hil.bridge import Bridge, Mixed, Wrong, right

TIMED, QUIET = 20, 3
"""Fewer than on a bench of people."""


@dataclass(frozen=True)
class Words:
    """What differs between benches, as it stands in their files."""

    board: str
    top: str = ""
    jig: str = ""


def bench_text(port: str, words: Words, wired: dict[str, int]) -> str:
    """A bench's file."""
    inputs = "".join(f"{name} = {pin}\n" for name, pin in wired.items())
    return (
        f'title = "{words.board}"\nboard = "{words.board}"\ntouches = {TIMED}\nquiet = {QUIET}\n'
        f'{words.top}\n[jig]\nport = "{port}"\nstrip = true\nmeasures = false\n{words.jig}\n'
        f"[jig.inputs]\n{inputs}"
    )


@contextmanager
def mock_bench(folder: Path, wrong: Wrong = right, mixed: Mixed = bytes) -> Iterator[Path]:
    """A bench's file: the simulated board, which may be wired wrongly."""
    place = folder / "socket"
    bridge = Bridge(place, wrong, mixed)
    wired = dict(load_profile("sim").inputs)
    command = [sys.executable, "-m", "tests.hil.mock_board", str(place)]
    file = folder / "mock.toml"
    file.write_text(bench_text(bridge.jig.path, Words("sim", f"command = {command}"), wired))
    try:
        yield file
    finally:
        bridge.close()
