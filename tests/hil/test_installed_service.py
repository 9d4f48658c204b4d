"""The service is tried with games of its own, then is as it was; this systemctl only notes."""

import os
import signal
from pathlib import Path

import pytest

from minigam.errors import HardwareError
from minigam.hil import installed_service
from minigam.hil.installed_service import InstalledService

SYSTEMCTL = """#!/bin/sh
echo "$*" >>{notes}
[ "$1" != is-active ] || cat {state}
[ "$1" != {refused} ] || {{ echo 'Access denied' >&2; exit 4; }}
"""


class Systemd:
    """What is asked of it."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._notes, self.state = folder, folder / "notes", folder / "state"
        self.refuse("nothing")
        self.state.write_text("active\n")

    def refuse(self, word: str) -> None:
        program = self._folder / "systemctl"
        program.write_text(SYSTEMCTL.format(notes=self._notes, state=self.state, refused=word))
        program.chmod(0o755)

    def asked(self) -> list[str]:
        """Since last asked."""
        said = self._notes.read_text().splitlines()
        self._notes.unlink()
        return said


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Systemd:
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(installed_service, "DROP_IN", tmp_path / "minigam.service.d" / "bench.conf")
    monkeypatch.setattr(installed_service, "STATE", tmp_path / "games")
    monkeypatch.setattr(installed_service, "TRACE", tmp_path / "games" / "bench-trace-")
    monkeypatch.setattr(installed_service, "COPIES", tmp_path / "games" / "bench-board")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    (tmp_path / "games" / "bench").mkdir(parents=True)
    return Systemd(tmp_path)


def test_it_plays_with_games_of_its_own(systemd: Systemd, tmp_path: Path) -> None:
    games = tmp_path / "games"
    (games / "bench-trace-0").write_text("of another run")
    tried = InstalledService("sim")
    tried.start()
    assert systemd.asked() == [
        "is-active minigam.service",
        "stop minigam.service",
        "daemon-reload",
        "restart minigam.service",
    ]
    assert list(games.iterdir()) == []
    assert installed_service.DROP_IN.read_text() == (
        "[Service]\nExecStart=\nExecStart=/opt/minigam/current/bin/minigam record "
        f"{games}/bench-trace-${{INVOCATION_ID}} --board sim --data {games}/bench\n"
    )
    assert tried.trace() == ""
    (games / "bench-trace-1").write_text("trace")
    assert tried.trace() == "trace"
    tried.send(signal.SIGSTOP)
    assert systemd.asked() == ["kill --kill-whom=main --signal=SIGSTOP minigam.service"]


@pytest.mark.parametrize(
    ("state", "word"),
    [("active", "restart"), ("activating", "restart"), ("inactive", "stop"), ("failed", "stop")],
)
def test_it_is_left_as_it_was(state: str, word: str, systemd: Systemd, tmp_path: Path) -> None:
    systemd.state.write_text(f"{state}\n")
    tried = InstalledService("sim")
    tried.start()
    (tmp_path / "games" / "bench-trace-1").write_text("trace")
    systemd.asked()
    tried.close()
    assert systemd.asked() == ["daemon-reload", f"{word} minigam.service"]
    assert not installed_service.DROP_IN.exists()
    assert list((tmp_path / "games").iterdir()) == []


def test_what_systemd_refuses_is_told(systemd: Systemd) -> None:
    systemd.refuse("stop")
    with pytest.raises(HardwareError) as told:
        InstalledService("sim").start()
    assert str(told.value) == "systemctl stop minigam.service: Access denied"


@pytest.mark.usefixtures("systemd")
def test_a_board_of_ones_own_is_where_the_service_sees_it(tmp_path: Path) -> None:
    mine = tmp_path / "my 100% board.toml"
    mine.write_text('extends = "sim"')
    tried = InstalledService(str(mine))
    tried.start()
    copy = tmp_path / "games" / "bench-board" / "my 100% board.toml"
    assert copy.read_text() == 'extends = "sim"'
    assert copy.stat().st_mode & 0o777 == 0o644
    quoted = str(copy).replace("%", "%%")
    assert f' --board "{quoted}" --data ' in installed_service.DROP_IN.read_text()
    tried.close()
    assert not copy.parent.exists()


@pytest.mark.usefixtures("systemd")
def test_only_root_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(HardwareError, match="expected root, to try the service: sudo minigam hil"):
        InstalledService("sim")


def test_a_machine_without_systemd_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(HardwareError, match="take `service` out of the bench"):
        InstalledService("sim")
