"""The first part of a run in a Pi's system: `python3 -m tests.pi.installing MODEL FIGURES`.

It needs a mount namespace of its own, root, the network, and nothing but the system's Python. What
it found is written as JSON.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from time import monotonic
from typing import Any

from tests.drivers.shim.preload import write_tree
from tests.pi.models import MODELS
from tests.pi.pip_log import built
from tests.pi.pretend import become_a_pi

OPT = Path("/opt/minigam")
CURRENT = OPT / "current"
CONFIG = Path("/boot/firmware/config.txt")
LOG = Path("/tmp/pip.log")


def main(model: str, figures: str) -> None:
    become_a_pi()
    write_tree(Path("/"), MODELS[model])
    # A wheel that an earlier run has built is built again, since this one counts what is.
    shutil.rmtree(Path.home() / ".cache/pip/wheels", ignore_errors=True)
    CONFIG.parent.mkdir(parents=True)
    CONFIG.write_text("# as Raspberry Pi OS has it\n[all]\n")
    began = monotonic()
    command = ["make", "--no-print-directory", "install", "YES=1"]
    subprocess.run(command, env={**os.environ, "PIP_LOG": str(LOG)}, check=True)
    Path(figures).write_text(json.dumps(_figures(monotonic() - began)))


def _figures(seconds: float) -> dict[str, Any]:
    return {
        "python": sys.version.split()[0],
        "seconds": round(seconds),
        "built": built(LOG.read_text("utf-8", "replace").splitlines()),
        "installed": {each["name"]: each["version"] for each in _installed()},
        "mb": round(int(_output("du", "-skx", str(OPT)).split()[0]) / 1024),
        "config": CONFIG.read_text("utf-8"),
    }


def _installed() -> list[dict[str, str]]:
    command = (str(CURRENT / "bin/pip"), "list", "--format=json", "--disable-pip-version-check")
    found: list[dict[str, str]] = json.loads(_output(*command))
    return found


def _output(*command: str) -> str:
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


if __name__ == "__main__":
    main(*sys.argv[1:])
