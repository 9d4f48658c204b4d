"""The port to NetworkManager, against Debian's mock of it on a real bus."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from minigam.errors import ProgramError
from minigam.provisioning.choices import Security, Wifi
from minigam.provisioning.interfaces import Found, JoinError
from minigam.provisioning.network_manager import ADDRESS, NetworkManager
from minigam.provisioning.secret import Secret
from minigam.provisioning.setup_network import JoinFailure
from tests.provisioning.mocked import ENTERPRISE, PSK, SAE, Mocked, system_bus

pytestmark = pytest.mark.networkmanager
PASSWORD = "correct horse"
HOME = Wifi(b"home", Secret(PASSWORD))


@pytest.fixture(autouse=True)
def _bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with system_bus(tmp_path) as address:
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        yield


@asynccontextmanager
async def ready(wifi: bool = True) -> AsyncIterator[tuple[NetworkManager, Mocked]]:
    mocked = await Mocked.connect()
    if wifi:
        await mocked.add_wifi()
    manager = await NetworkManager.connect()
    manager.scan_seconds = manager.online_seconds = 0.0
    try:
        yield manager, mocked
    finally:
        manager.bus.close()
        mocked.close()


async def test_networks_are_listed_once_the_strongest_first() -> None:
    async with ready() as (manager, mocked):
        await mocked.add_access_point("0", "home", 40, PSK)
        await mocked.add_access_point("1", "home", 80, PSK)
        await mocked.add_access_point("2", "Café", 60, 0)
        await mocked.add_access_point("3", "new", 50, SAE)
        await mocked.add_access_point("4", "both", 45, PSK | SAE)
        await mocked.add_access_point("5", "work", 30, ENTERPRISE)
        await mocked.add_access_point("6", "", 99, PSK)
        assert await manager.found() == [
            Found(b"home", 80, Security.PSK),
            Found("Café".encode(), 60, Security.NONE),
            Found(b"new", 50, Security.SAE),
            Found(b"both", 45, Security.PSK),
            Found(b"work", 30, Security.OTHER),
        ]


async def test_the_access_point_is_made_and_ends_without_a_trace() -> None:
    async with ready() as (manager, mocked):
        assert await manager.open(b"minigam-4F2A", Secret("12345612")) == ADDRESS
        (made,) = await mocked.connections()
        assert made["connection"]["autoconnect"] is False
        assert made["802-11-wireless"] == {"ssid": b"minigam-4F2A", "mode": "ap", "band": "bg"}
        assert made["802-11-wireless-security"]["key-mgmt"] == "wpa-psk"
        assert made["802-11-wireless-security"]["proto"] == ["rsn"]
        assert made["ipv4"]["method"] == "shared"
        options = await mocked.options_of("AddAndActivateConnection2")
        assert options == {"persist": "volatile", "bind-activation": "dbus-client"}
        await manager.close()
        assert await mocked.connections() == []
        await manager.close()


async def test_a_network_is_joined_and_kept() -> None:
    async with ready() as (manager, mocked):
        await manager.join(HOME)
        (made,) = await mocked.connections()
        assert made["connection"]["autoconnect"] is True
        assert made["802-11-wireless"]["ssid"] == b"home"
        assert made["802-11-wireless-security"] == {"key-mgmt": "wpa-psk", "psk": PASSWORD}


@pytest.mark.parametrize(
    ("wifi", "security"),
    [
        (Wifi(b"cafe", None, Security.NONE), None),
        (Wifi(b"new", Secret(PASSWORD), Security.SAE), {"key-mgmt": "sae", "psk": PASSWORD}),
    ],
    ids=["open", "WPA3"],
)
async def test_each_kind_of_network_is_joined_in_its_way(
    wifi: Wifi, security: dict[str, str] | None
) -> None:
    async with ready() as (manager, mocked):
        await manager.join(wifi)
        (made,) = await mocked.connections()
        assert made.get("802-11-wireless-security") == security


@pytest.mark.parametrize(
    ("reason", "failure"),
    [
        (7, JoinFailure.WRONG_PASSWORD),
        (8, JoinFailure.WRONG_PASSWORD),
        (53, JoinFailure.NOT_FOUND),
        (5, JoinFailure.NO_ADDRESS),
        (17, JoinFailure.NO_ADDRESS),
        (11, JoinFailure.TIMED_OUT),
        (36, JoinFailure.REFUSED),
    ],
)
@pytest.mark.parametrize("keep", [False, True], ids=["phone", "file"])
async def test_a_network_that_cannot_be_joined_says_why(
    keep: bool, reason: int, failure: JoinFailure
) -> None:
    """A phone's choice is forgotten, since it is asked again; a file's is tried again."""
    async with ready() as (manager, mocked):
        await mocked.wait_for_the_test()
        joining = asyncio.create_task(manager.join(HOME, keep=keep))
        await mocked.end(await mocked.active(), 4, reason)
        with pytest.raises(JoinError) as caught:
            await joining
        assert caught.value.failure is failure
        assert PASSWORD not in str(caught.value)
        assert len(await mocked.connections()) == keep


async def test_one_that_takes_its_time_is_waited_for() -> None:
    async with ready() as (manager, mocked):
        await mocked.wait_for_the_test()
        joining = asyncio.create_task(manager.join(HOME))
        active = await mocked.active()
        assert not joining.done()
        await mocked.end(active, 2)
        await joining


async def test_whether_there_is_a_network() -> None:
    async with ready() as (manager, mocked):
        for state, online in ((70, True), (60, True), (50, False), (20, False)):
            await mocked.state(state)
            assert await manager.is_online() is online
        manager.online_seconds = 30.0
        waiting = asyncio.create_task(manager.is_online())
        while not waiting.done():
            await mocked.state(40)
            await mocked.state(60)
        assert await waiting


async def test_a_machine_without_wi_fi_says_so() -> None:
    async with ready(wifi=False) as (manager, _):
        with pytest.raises(ProgramError, match="expected a Wi-Fi device"):
            await manager.found()


async def test_a_machine_without_d_bus_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere")
    with pytest.raises(ProgramError, match="expected the system's D-Bus"):
        await NetworkManager.connect()
