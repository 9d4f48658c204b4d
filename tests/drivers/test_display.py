"""A display over a false wlr-randr on PATH; for the real one see `tests/systemd/test_kiosk.py`."""

from pathlib import Path

import pytest

from minigam.drivers.display import PROGRAM, switch
from minigam.errors import ProgramError

TWO = """#!/bin/sh
echo "$*" >> "{notes}"
[ $# = 0 ] && printf 'HDMI-A-1 "Some (make)"\\n  Enabled: yes\\nDSI-1 "null"\\n  Position: 0,0\\n'
exit 0
"""
NONE = (
    '#!/bin/sh\necho "compositor doesn\'t support wlr-output-management-unstable-v1" >&2\nexit 1\n'
)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder of programs."""
    monkeypatch.setenv("PATH", f"{tmp_path}")
    return tmp_path


def put(folder: Path, script: str) -> Path:
    """That program; and the file where it notes what it is asked."""
    path, notes = folder / PROGRAM, folder / "notes"
    path.write_text(script.format(notes=notes))
    path.chmod(0o755)
    return notes


@pytest.mark.parametrize("make", ["Some (make)", "Ger\\344t"])
def test_every_output_is_switched_at_once_whatever_its_make(programs: Path, make: str) -> None:
    notes = put(programs, TWO.replace("Some (make)", make))
    switch(lit=False)
    switch(lit=True)
    assert notes.read_text().splitlines() == [
        "",
        "--output HDMI-A-1 --off --output DSI-1 --off",
        "",
        "--output HDMI-A-1 --on --output DSI-1 --on",
    ]


@pytest.mark.usefixtures("programs")
def test_a_program_that_is_missing_is_named_with_its_package() -> None:
    with pytest.raises(ProgramError, match=r"^wlr-randr is not installed: sudo apt install wlr-"):
        switch(lit=False)


@pytest.mark.parametrize(
    ("mode", "reason"),
    [(0o755, "compositor doesn't support wlr-output-ma"), (0o644, ".*Permission")],
    ids=["cannot switch", "cannot be started"],
)
def test_what_cannot_be_done_is_told_in_words(mode: int, reason: str, programs: Path) -> None:
    put(programs, NONE)
    (programs / PROGRAM).chmod(mode)
    with pytest.raises(ProgramError, match=f"^wlr-randr cannot switch the display: {reason}"):
        switch(lit=False)
