"""A system with an installed version, and releases that are signed by real keys."""

import os
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from minigam.update.install import KEY
from tests.cli import commands
from tests.cli.commands import Run
from tests.systemd.box import Box, box_in
from tests.update.releases import Files, Keys, files_of, keys_in, tar


@dataclass(frozen=True)
class Maker:
    """Makes releases of the clone in a system."""

    box: Box
    keys: Keys
    stick: Path

    def files(self, version: str) -> Files:
        self.box.put_version(version)
        return files_of(self.box.root / "clone", version)

    def release(self, version: str, name: str = "") -> Path:
        """A signed release on the stick."""
        file = self.stick / (name or f"minigam-{version}.tar")
        file.write_bytes(tar(self.files(version)))
        self.keys.sign(file)
        return file


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return partial(commands.run, capsys)


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Box:
    box = box_in(tmp_path / "system")
    fakes = box.root / "fakes"
    monkeypatch.setenv("ROOT", str(box.root))
    monkeypatch.setenv("FAKES", str(fakes))
    monkeypatch.setenv("PATH", f"{fakes}:{os.environ['PATH']}")
    return box


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Keys:
    return keys_in(tmp_path_factory.mktemp("keys") / "own")


@pytest.fixture
def maker(box: Box, keys: Keys) -> Maker:
    """With a stick, and the public key where it is trusted."""
    key = box.root / KEY
    key.parent.mkdir(parents=True)
    key.write_bytes(keys.public.read_bytes())
    stick = box.root / "media/pi/STICK"
    stick.mkdir(parents=True)
    return Maker(box, keys, stick)
