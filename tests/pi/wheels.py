"""The packages of a Pi's system, by systemd/wheels.sh in a root of its architecture."""

import hashlib
import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bare.root import CLONE, Bare

SYSTEM = Bare("trixie", "root", "arm64")
SECONDS = 3000.0
COMMAND = (
    "apt-get -qq update && apt-get -qq install -y gcc python3-dev python3-venv >/dev/null"
    " && systemd/wheels.sh /root/wheels"
)


def wheels() -> Path:
    """A folder aarch64-cp313, which is kept in the user's cache until other packages are locked."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "minigam"
    there = base / "pi" / "wheels" / _made_of()
    if not there.exists():
        shutil.rmtree(there.parent, ignore_errors=True)
        pip = base / f"pip-{SYSTEM}"
        pip.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix="minigam-") as work:
            log = Path(work) / "log"
            status = SYSTEM.run(("sh", "-c", COMMAND), Path(work), log, pip, SECONDS)
            assert status == 0, log.read_text("utf-8", "replace")[-5000:]
            new = there.with_name("new")
            shutil.copytree(Path(work) / "upper/root/wheels", new)
            new.rename(there)
    (folder,) = there.iterdir()
    return folder


def _made_of() -> str:
    files = sorted((CLONE / "requirements").glob("*.txt"))
    texts = [file.read_bytes() for file in (*files, CLONE / "systemd/wheels.sh")]
    return hashlib.sha256(b"".join(texts)).hexdigest()[:16]
