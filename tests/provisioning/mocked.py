"""A private system bus with dbusmock's NetworkManager, which Debian's own Python runs."""

from __future__ import annotations

import os
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from minigam.errors import ProgramError
from minigam.provisioning.bus import Bus, Variant
from minigam.provisioning.network_manager import MANAGER, SERVICE

PYTHON = "/usr/bin/python3"
"""Debian's: python3-dbusmock is one of its packages."""
MOCK = "org.freedesktop.DBus.Mock"
DEVICE = f"{MANAGER}/Devices/wlan0"
CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type><keep_umask/><listen>unix:path={socket}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
  </policy>
</busconfig>
"""
WAITING = "self.AddActiveConnection([args[1]], {made}, args[2], 'a', dbus.UInt32(1))"
"""In place of the template's own: the connection waits for what a test makes of it."""
ACTIVE = "self.activate_connection(self, {made}, args[1], args[2])"
BOTH = "made = self.SettingsAddConnection(args[0]); ret = made, {active}, args[3]"
"""`AddAndActivateConnection2`, which the template lacks; it answers with the options."""
PSK, SAE, ENTERPRISE = 0x100, 0x400, 0x200


@contextmanager
def system_bus(folder: Path) -> Iterator[str]:
    """A bus with NetworkManager's mock on it; its address."""
    socket = folder / "bus"
    config = folder / "bus.conf"
    config.write_text(CONFIG.format(socket=socket))
    address = f"unix:path={socket}"
    environment = {**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": address}
    started = ["dbus-daemon", f"--config-file={config}", "--nofork", "--print-address=1"]
    with subprocess.Popen(started, stdout=subprocess.PIPE) as daemon:
        assert daemon.stdout
        daemon.stdout.readline()
        mock = subprocess.Popen(
            [PYTHON, "-m", "dbusmock", "--system", "--template", "networkmanager"],
            env=environment,
            stdout=subprocess.DEVNULL,
        )
        try:
            yield address
        finally:
            mock.terminate()
            mock.wait()
            daemon.terminate()


class Mocked:
    """What a test makes NetworkManager do and say."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    @classmethod
    async def connect(cls) -> Mocked:
        """Wait until the mock is there."""
        bus = await Bus.connect(SERVICE)
        names = bus.to("org.freedesktop.DBus")
        while True:
            (owned,) = await names.call(
                "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", "s", SERVICE
            )
            if owned:
                mocked = cls(bus)
                await mocked._add_both(ACTIVE)
                return mocked

    @classmethod
    @asynccontextmanager
    async def connected(cls) -> AsyncIterator[Mocked]:
        mocked = await cls.connect()
        try:
            yield mocked
        finally:
            mocked.close()

    def close(self) -> None:
        self._bus.close()

    async def mock(self, path: str, member: str, signature: str, *values: Any) -> list[Any]:
        return await self._bus.call(path, MOCK, member, signature, *values)

    async def add_wifi(self) -> None:
        await self.mock(MANAGER, "AddWiFiDevice", "ssi", "wlan0", "wlan0", 30)

    async def add_access_point(self, name: str, ssid: str, strength: int, keys: int) -> None:
        values = (DEVICE, name, ssid, "00:23:f8:7e:12:bb", 2, 2425, 5400, strength, keys)
        await self.mock(MANAGER, "AddAccessPoint", "ssssuuuyu", *values)

    async def wait_for_the_test(self) -> None:
        """From now on a connection that is activated stays in the state ACTIVATING."""
        waiting = f"ret = {WAITING.format(made='args[0]')}"
        await self.mock(
            MANAGER, "AddMethod", "sssss", SERVICE, "ActivateConnection", "ooo", "o", waiting
        )
        await self._add_both(WAITING)

    async def options_of(self, member: str) -> dict[str, Any]:
        """The last argument with which the manager's method was called last."""
        (calls,) = await self.mock(MANAGER, "GetMethodCalls", "s", member)
        *_, (_, values) = calls
        return {name: value.value for name, value in values[-1].value.items()}

    async def _add_both(self, active: str) -> None:
        code = BOTH.format(active=active.format(made="made"))
        signatures = ("a{sa{sv}}ooa{sv}", "ooa{sv}")
        member = "AddAndActivateConnection2"
        await self.mock(MANAGER, "AddMethod", "sssss", SERVICE, member, *signatures, code)

    async def end(self, active: str, state: int, reason: int = 0) -> None:
        """An active connection gets its last state; a reason is that of the device."""
        if reason:
            values = [Variant("u", 120), Variant("u", 60), Variant("u", reason)]
            await self.mock(
                DEVICE, "EmitSignal", "sssav", f"{SERVICE}.Device", "StateChanged", "uuu", values
            )
        interface = f"{SERVICE}.Connection.Active"
        changed = {"State": Variant("u", state)}
        await self.mock(active, "UpdateProperties", "sa{sv}", interface, changed)

    async def state(self, state: int) -> None:
        await self.mock(MANAGER, "SetGlobalConnectionState", "u", state)

    async def connections(self) -> list[dict[str, dict[str, Any]]]:
        """The settings of every connection that NetworkManager has."""
        settings = f"{SERVICE}.Settings"
        (paths,) = await self._bus.call(f"{MANAGER}/Settings", settings, "ListConnections")
        found = []
        for path in paths:
            (each,) = await self._bus.call(path, f"{settings}.Connection", "GetSettings")
            found.append(
                {name: {key: it.value for key, it in part.items()} for name, part in each.items()}
            )
        return found

    async def active(self) -> str:
        """Wait for the active connection that waits for the test."""
        while True:
            try:
                paths = await self._bus.value(MANAGER, SERVICE, "ActiveConnections")
            except ProgramError:
                continue
            for path in paths:
                if path.endswith("/a"):
                    return str(path)
