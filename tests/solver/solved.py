"""Tables that the tests share: solved once a run, by whoever asks first."""

import fcntl
import hashlib
import tempfile
from pathlib import Path

import minigam
from minigam.cli.main import main
from minigam.rules.ruleset import rule_set
from minigam.solver.tablebase import Tablebase, file_name

SOLVER = Path(minigam.__file__).parent / "solver"


def data_folder(rules_id: str = "minigam") -> Path:
    """A data folder with the table of a game. It is others' too: nothing else may be kept there."""
    sources = b"".join(path.read_bytes() for path in sorted(SOLVER.glob("*.py")))
    version = hashlib.sha256(sources).hexdigest()[:12]  # solved anew when the solver has changed
    folder = Path(tempfile.gettempdir()) / f"minigam-tables-{version}"
    folder.mkdir(exist_ok=True)
    with (folder / f"{rules_id}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "tables" / file_name(rule_set(rules_id))).exists():
            assert main(["solve", "--rules", rules_id, "--data", str(folder)]) == 0
    return folder


def table(rules_id: str) -> Tablebase:
    return Tablebase(data_folder(rules_id) / "tables" / file_name(rule_set(rules_id)))
