"""The first minute as a whole: the daemon's dice, a phone's form, and NetworkManager's mock."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path

import pytest

from minigam.provisioning.boards import real_boards
from minigam.provisioning.choices import Choices, Wifi
from minigam.provisioning.code_lights import DaemonLights
from minigam.provisioning.network_manager import ADDRESS as SETUP_ADDRESS
from minigam.provisioning.network_manager import NetworkManager
from minigam.provisioning.portal import PortalView, serve_portal
from minigam.provisioning.provisioner import Provisioner
from minigam.provisioning.secret import Secret
from minigam.provisioning.setup_network import Stage
from minigam.web.language import Languages
from tests.daemon.serving import Served, Start
from tests.provisioning.mocked import PSK, Mocked, system_bus
from tests.provisioning.serving import ADDRESS, SETUP
from tests.provisioning.test_provisioner import FakeMachine, send_form

pytestmark = pytest.mark.networkmanager
CODE = "12345612"
CHOICES = Choices("de", "quarter-hall", "kitchen", Wifi(b"home", Secret("correct horse")))


@pytest.fixture(autouse=True)
def _bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with system_bus(tmp_path) as address:
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        yield


class Phone:
    """Somebody who reads the dice, joins the setup network and fills in the form."""

    def __init__(self, served: Served, mocked: Mocked, port: int) -> None:
        self._served, self._mocked, self._port = served, mocked, port
        self.provisioner: Provisioner
        self.now = 0.0
        self.dice = ""

    async def wait(self, _event: asyncio.Event, seconds: float) -> None:
        if self.provisioner.state.stage is not Stage.OPEN:
            self.now += seconds
            return
        while (shown := self._served.table.pairing.setup) is None:
            await asyncio.sleep(0)
        self.dice = shown.code
        (network,) = await self._mocked.connections()
        assert network["802-11-wireless"]["ssid"] == SETUP.encode()
        assert network["802-11-wireless-security"]["psk"] == self.dice
        await send_form(f"http://{ADDRESS}:{self._port}", CHOICES)


async def test_a_board_without_a_network_is_in_one_a_minute_later(
    tmp_path: Path, start: Start, port: int
) -> None:
    def serve(address: str, view: PortalView) -> AbstractAsyncContextManager[None]:
        assert address == SETUP_ADDRESS
        return at_port(ADDRESS, view)

    at_port = partial(
        serve_portal,
        boards=real_boards(),
        languages=list(Languages()),
        board_port=8080,
        page_port=port,
    )
    async with start() as served, Mocked.connected() as mocked:
        await mocked.add_wifi()
        await mocked.add_access_point("0", "home", 70, PSK)
        networks = await NetworkManager.connect()
        networks.scan_seconds = 0.0
        phone = Phone(served, mocked, port)
        machine, lights = FakeMachine(tmp_path), DaemonLights(served.port, SETUP)
        phone.provisioner = Provisioner(
            SETUP, CODE, networks, machine, lights, serve, lambda: phone.now, phone.wait
        )
        assert await phone.provisioner.run() == CHOICES
        assert [each.ssid for each in phone.provisioner.found] == [b"home"]
        (joined,) = await mocked.connections()
        assert phone.dice == CODE
        assert served.table.pairing.setup is None
        networks.bus.close()
    assert joined["802-11-wireless"]["ssid"] == b"home"
    assert joined["802-11-wireless-security"]["psk"] == "correct horse"
    assert joined["connection"]["autoconnect"] is True
    assert machine.started == 1
    assert "BOARD=quarter-hall" in (tmp_path / "options").read_text()
