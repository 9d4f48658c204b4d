"""What writes into a data folder is killed at every call that changes a file there.

Restore, what finishes a restore, backup, import and prune: whoever opens the folder next finds the
games of before or those of after, whole, and the command can be given again.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.docs.pages import ROOT
from tests.faults import note
from tests.journal.killing.shim import Count, build, environment
from tests.tiers import some

pytestmark = pytest.mark.shim
SAMPLE = 37
"""In the quick tests every so-manieth call; a prime, so that it falls on each kind."""
STATES = {
    "restore": {"old", "new"},
    "restore-finish": {"new"},
    "backup": {"none", "written"},
    "import": {"old", "new"},
    "import-first": {"old", "new"},
    "prune": {"old", "one is gone", "new"},
}
"""Each command, and what it may leave."""
CAME = "the next command found the games of before or of after, whole, and went on"


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("kill"))


def killed(case: str, step: int, library: Path, folder: Path) -> dict[str, Any]:
    """See `server`."""
    state, place = folder / "state", folder / "folders"
    Count(state)
    place.mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "tests.journal.killing.server", case, place, str(step)],
        cwd=ROOT,
        env=environment(library, place / "place", state),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("case", STATES)
def test_a_command_killed_at_some_of_its_calls(case: str, library: Path, tmp_path: Path) -> None:
    found = killed(case, SAMPLE, library, tmp_path)
    assert set(found["found"]) <= STATES[case]


@pytest.mark.parametrize("case", some(sorted(STATES, key="import".__ne__), 1))
def test_a_command_killed_at_each_of_its_calls(case: str, library: Path, tmp_path: Path) -> None:
    found = killed(case, 1, library, tmp_path)
    assert set(found["found"]) == STATES[case]
    times = sum(found["found"].values())
    assert times == sum(found["calls"].values()) > 10
    note(f"{case}: killed at each call that changes a file", 1, times, CAME)
