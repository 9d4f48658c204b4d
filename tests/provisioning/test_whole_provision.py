"""`minigam provision --file` as a process, on a real bus with Debian's mock of NetworkManager."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from minigam.cli.provision import _by_phone, _from_file, _set_up
from minigam.errors import ExitStatus
from minigam.provisioning.bus import Bus
from minigam.provisioning.choices import Choices, Wifi
from minigam.provisioning.machine import HOSTNAME, SYSTEMD, UNIT, LocalMachine
from minigam.provisioning.network_manager import NetworkManager
from tests.provisioning.mocked import MOCK, PYTHON, Mocked, system_bus

pytestmark = pytest.mark.networkmanager
EXAMPLE = Path(__file__).parents[2] / "systemd/image/minigam.toml"
PASSWORD = "correct horse"
FILE = f"""name = "kitchen"
board = "quarter-hall"
[wifi]
name = "home"
password = "{PASSWORD}"
"""


@pytest.fixture(name="address", autouse=True)
def _address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with system_bus(tmp_path) as address:
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        yield address


@contextmanager
def mocked_service(name: str, path: str, interface: str) -> Iterator[None]:
    """An object of a service that a test may ask what was called."""
    command = [PYTHON, "-m", "dbusmock", "--system", name, path, interface]
    with subprocess.Popen(command, env=os.environ, stdout=subprocess.DEVNULL) as mock:
        try:
            yield
        finally:
            mock.terminate()


async def owned(bus: Bus, name: str) -> None:
    names = bus.to("org.freedesktop.DBus")
    path, interface = "/org/freedesktop/DBus", "org.freedesktop.DBus"
    while not (await names.call(path, interface, "NameHasOwner", "s", name))[0]:
        pass


def provision(boot: Path, state: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "minigam", "-v", "provision"]
    more = ["--file", str(boot / "minigam.toml"), "--state", str(state)]
    return subprocess.run([*command, *more], capture_output=True, text=True, check=False)


@pytest.fixture(name="folders")
def _folders(tmp_path: Path) -> tuple[Path, Path]:
    folders = tmp_path / "boot", tmp_path / "state"
    for folder in folders:
        folder.mkdir()
    return folders


async def test_a_card_s_file_reaches_network_manager_and_its_password_nothing_else(
    folders: tuple[Path, Path],
) -> None:
    boot, state = folders
    (boot / "minigam.toml").write_text(FILE)
    async with Mocked.connected() as mocked:
        await mocked.add_wifi()
        done = await asyncio.to_thread(provision, boot, state)
        made = await mocked.connections()
        again = await asyncio.to_thread(provision, boot, state)
        assert await mocked.connections() == made
    assert done.returncode == ExitStatus.OK, done.stderr
    assert "was applied" in done.stdout
    assert "the name stays as it is" in done.stderr  # there is no hostnamed on this bus
    assert [each["802-11-wireless-security"]["psk"] for each in made] == [PASSWORD]
    assert "BOARD=quarter-hall" in (state / "options").read_text()
    files = [path.read_text() for folder in folders for path in folder.iterdir()]
    assert len(files) == 4
    assert not [text for text in (*files, done.stdout, done.stderr) if PASSWORD in text]
    assert "nothing to do" in again.stdout


async def test_the_file_of_a_flashed_card_leaves_the_set_up_to_a_phone(
    folders: tuple[Path, Path],
) -> None:
    boot, state = folders
    shutil.copy(EXAMPLE, boot / "minigam.toml")
    async with Mocked.connected():
        done = await asyncio.to_thread(provision, boot, state)
    assert (done.returncode, done.stderr) == (ExitStatus.OK, "")
    assert [path.name for path in state.iterdir()] == ["applied"]
    assert _set_up(state) == ""


async def test_a_file_that_names_the_board_only_leaves_the_wifi_to_a_phone(
    folders: tuple[Path, Path],
) -> None:
    boot, state = folders
    (boot / "minigam.toml").write_text('board = "quarter-hall"\n')
    async with Mocked.connected():
        done = await asyncio.to_thread(provision, boot, state)
    assert done.returncode == ExitStatus.OK
    assert "BOARD=quarter-hall" in (state / "options").read_text()
    assert _set_up(state) == ""


async def test_no_setup_network_is_made_while_the_file_s_wifi_is_joined(
    folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    boot, state = folders
    (boot / "minigam.toml").write_text(FILE)
    reasons = []

    async def join(_self: NetworkManager, _wifi: Wifi, keep: bool = False) -> None:
        reasons.append((_set_up(state), keep))

    monkeypatch.setattr(NetworkManager, "join", join)
    async with Mocked.connected():
        await _from_file(boot / "minigam.toml", state)
    assert reasons == [("the board was set up, or nobody wanted to", True)]


async def test_a_start_without_wifi_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def offline(_self: NetworkManager) -> bool:
        return False

    monkeypatch.setattr(NetworkManager, "is_online", offline)
    async with Mocked.connected():
        assert await _by_phone(False, tmp_path, 8080) == ExitStatus.OK
    assert capsys.readouterr().out == "nothing to do: this machine has no Wi-Fi\n"
    assert _set_up(tmp_path) == ""


async def test_a_file_that_is_wrong_ends_the_command_with_a_sentence(
    folders: tuple[Path, Path],
) -> None:
    boot, state = folders
    (boot / "minigam.toml").write_text(FILE.replace("kitchen", "my kitchen"))
    async with Mocked.connected():
        done = await asyncio.to_thread(provision, boot, state)
    assert done.returncode == ExitStatus.USAGE
    assert "name: A name has letters" in done.stderr
    assert "name: A name has letters" in (boot / "minigam-error.txt").read_text()
    assert PASSWORD not in done.stderr
    assert list(state.iterdir()) == []


async def test_the_machine_is_renamed_and_the_daemon_started_anew(tmp_path: Path) -> None:
    bus = await Bus.connect(HOSTNAME)
    hostname, manager = "/org/freedesktop/hostname1", "/org/freedesktop/systemd1"
    with (
        mocked_service(HOSTNAME, hostname, HOSTNAME),
        mocked_service(SYSTEMD, manager, f"{SYSTEMD}.Manager"),
    ):
        for name in (HOSTNAME, SYSTEMD):
            await owned(bus, name)
        for member in ("SetStaticHostname", "SetHostname"):
            await bus.call(hostname, MOCK, "AddMethod", "sssss", HOSTNAME, member, "sb", "", "")
        systemd = bus.to(SYSTEMD)
        restart = (f"{SYSTEMD}.Manager", "RestartUnit", "ss", "o", "ret = '/job'")
        await systemd.call(manager, MOCK, "AddMethod", "sssss", *restart)
        machine = LocalMachine(tmp_path, bus)
        await machine.apply(Choices("de", "quarter-hall", "kitchen", None))
        (named,) = await bus.call(hostname, MOCK, "GetCalls")
        (started,) = await systemd.call(manager, MOCK, "GetCalls")
    calls = [(member, [it.value for it in values]) for _, member, values in (*named, *started)]
    assert calls == [
        ("SetStaticHostname", ["kitchen", False]),
        ("SetHostname", ["kitchen", False]),
        ("RestartUnit", [UNIT, "replace"]),
    ]
    assert "--lang de" in (tmp_path / "options").read_text()
    bus.close()
