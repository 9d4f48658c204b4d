"""Runs Python programs over the shim: a library that stands in for a Pi's devices."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[2]
SECONDS = 60.0


@dataclass(frozen=True)
class Model:
    """A Raspberry Pi as its device tree shows it."""

    name: str
    revision: str
    """Eight hexadecimal digits (Raspberry Pi's documentation, new-style revision codes)."""
    chip: str


ZERO_2_W = Model("Raspberry Pi Zero 2 W Rev 1.0", "00902120", "brcm,bcm2837")
PI_3 = Model("Raspberry Pi 3 Model B Rev 1.2", "00a02082", "brcm,bcm2837")
PI_4 = Model("Raspberry Pi 4 Model B Rev 1.2", "00c03112", "brcm,bcm2711")
PI_5 = Model("Raspberry Pi 5 Model B Rev 1.0", "00c04170", "brcm,bcm2712")


def build(folder: Path) -> Path:
    """Compile the shim; the library's path."""
    library = folder / "devices.so"
    strict = ["-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC"]
    subprocess.run(["cc", *strict, "-o", library, HERE / "devices.c"], check=True)
    return library


def write_tree(root: Path, model: Model) -> None:
    """What of a Pi's device tree says which Pi it is, in place of another's."""
    tree = root / "proc/device-tree"
    (tree / "system").mkdir(parents=True, exist_ok=True)
    (tree / "system/linux,revision").write_bytes(bytes.fromhex(model.revision))
    (tree / "model").write_text(f"{model.name}\0")
    (tree / "compatible").write_text(f"raspberrypi,some-model\0{model.chip}\0")


def write_pi(root: Path, model: Model) -> None:
    write_tree(root, model)
    (root / "proc/cpuinfo").write_text(f"Revision\t: {model.revision.lstrip('0')}\n")
    (root / "dev").mkdir()
    (root / "dev/gpiochip0").touch()


class Machine:
    """A Pi in a folder, on which programs run."""

    def __init__(self, library: Path, folder: Path, model: Model = PI_4) -> None:
        """Lay it out: its root, a working folder and one for temporary files."""
        self.root, self.home, self.tmp = folder / "root", folder / "home", folder / "tmp"
        for made in (self.root, self.home, self.tmp):
            made.mkdir()
        write_pi(self.root, model)
        self.environment = {
            **{name: value for name, value in os.environ.items() if "BLINKA" not in name},
            "LD_PRELOAD": str(library),
            "MINIGAM_SHIM_ROOT": str(self.root),
            "TMPDIR": str(self.tmp),
            "PYTHONPATH": os.pathsep.join(str(REPOSITORY / path) for path in ("controller", ".")),
        }

    def python(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *arguments]
        return subprocess.run(
            command,
            cwd=self.home,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )

    def case(self, name: str) -> Any:
        """What one of `cases` found, in a program of its own that ends well."""
        done = self.python("-m", "tests.drivers.shim.cases", name)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)
