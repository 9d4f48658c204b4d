"""The machine's networks, by NetworkManager's D-Bus interface.

Source: https://networkmanager.dev/docs/api/latest/spec.html. Only NetworkManager gets a password,
in a message on the bus, which nobody else can read.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from minigam.errors import ProgramError
from minigam.provisioning.bus import Bus, Variant, within
from minigam.provisioning.choices import Security, Wifi
from minigam.provisioning.interfaces import Found, JoinError
from minigam.provisioning.secret import Secret
from minigam.provisioning.setup_network import JoinFailure

log = logging.getLogger(__name__)

SERVICE = "org.freedesktop.NetworkManager"
MANAGER, SETTINGS = "/org/freedesktop/NetworkManager", "/org/freedesktop/NetworkManager/Settings"
DEVICE, WIRELESS = f"{SERVICE}.Device", f"{SERVICE}.Device.Wireless"
ACCESS_POINT, ACTIVE = f"{SERVICE}.AccessPoint", f"{SERVICE}.Connection.Active"
CONNECTION = f"{SERVICE}.Settings.Connection"
NOTHING = "/"
"""In place of an object's path: no particular one."""
WIFI_DEVICE = 2
CONNECTED_SITE = 60
"""`NMState`: from here on others can be reached."""
ACTIVATED, DEACTIVATED = 2, 4
"""`NMActiveConnectionState`."""
FAILED = 120
"""`NMDeviceState`."""
PRIVACY = 0x1
PSK, SAE, ANY_KEY = 0x100, 0x400, 0x100 | 0x200 | 0x400 | 0x800 | 0x1000 | 0x2000
"""`NM80211ApSecurityFlags`: how keys are agreed on."""
ADDRESS, PREFIX = "10.42.0.1", 24
"""Of this machine in its own network."""
SCAN_SECONDS, ONLINE_SECONDS = 10.0, 20.0
SETUP_ID = "minigam setup"
ENDS_WITH_US = {"persist": Variant("s", "volatile"), "bind-activation": Variant("s", "dbus-client")}
"""Whatever ends this program ends its access point too, and nothing of it is kept."""
REASONS = {
    **dict.fromkeys((7, 8), JoinFailure.WRONG_PASSWORD),
    **dict.fromkeys((5, 6, 15, 16, 17), JoinFailure.NO_ADDRESS),
    11: JoinFailure.TIMED_OUT,
    53: JoinFailure.NOT_FOUND,
}
"""`NMDeviceStateReason` of a device that has failed."""
Connection = Mapping[str, Mapping[str, Variant]]


@dataclass(eq=False)
class NetworkManager:
    """Networks by NetworkManager; see `interfaces.NetworkPort`."""

    bus: Bus
    scan_seconds: float = SCAN_SECONDS
    online_seconds: float = ONLINE_SECONDS
    _opened: str | None = None
    """The access point's connection while it is on."""

    @classmethod
    async def connect(cls) -> NetworkManager:
        """Connect; raise `ProgramError` where there is no D-Bus."""
        bus = await Bus.connect(SERVICE)
        await bus.listen()
        return cls(bus)

    async def is_online(self) -> bool:
        """Whether this machine is in a network, or is so soon."""
        online = asyncio.Event()

        def heard(path: str, member: str, values: list[Any]) -> None:
            if (path, member) == (MANAGER, "StateChanged") and values[0] >= CONNECTED_SITE:
                online.set()

        with self.bus.heard(heard):
            if await self.bus.value(MANAGER, SERVICE, "State") >= CONNECTED_SITE:
                return True
            return await within(self.online_seconds, online)

    async def has_wifi(self) -> bool:
        """Whether this machine has a Wi-Fi device."""
        return await self._find_device() is not None

    async def found(self) -> Sequence[Found]:
        """Scan; one entry for each network, the strongest first."""
        device = await self._device()
        await self._scan(device)
        (paths,) = await self.bus.call(device, WIRELESS, "GetAllAccessPoints")
        best: dict[bytes, Found] = {}
        for path in paths:
            try:
                found = _found(await self.bus.values(path, ACCESS_POINT))
            except ProgramError:  # it is gone meanwhile
                continue
            kept = best.get(found.ssid)
            if found.ssid.strip(b"\0") and (kept is None or found.strength > kept.strength):
                best[found.ssid] = found
        return sorted(best.values(), key=lambda each: -each.strength)

    async def _scan(self, device: str) -> None:
        """Look around anew; where that is refused, what was found before must do."""
        done = asyncio.Event()

        def heard(path: str, member: str, values: list[Any]) -> None:
            if (path, member) == (device, "PropertiesChanged") and "LastScan" in values[1]:
                done.set()

        with self.bus.heard(heard):
            try:
                await self.bus.call(device, WIRELESS, "RequestScan", "a{sv}", {})
            except ProgramError as fault:
                log.info("no new scan: %s", fault)
                return
            await within(self.scan_seconds, done)

    async def open(self, ssid: bytes, secret: Secret) -> str:
        """Make the access point; its address. It is never kept on disk."""
        await self.close()
        device = await self._device()

        async def make() -> str:
            made, active, _ = await self.bus.call(
                MANAGER,
                SERVICE,
                "AddAndActivateConnection2",
                "a{sa{sv}}ooa{sv}",
                access_point(ssid, secret),
                device,
                NOTHING,
                ENDS_WITH_US,
            )
            self._opened = str(made)
            return str(active)

        try:
            await self._until_active(device, make)
        except ProgramError:
            await self.close()
            raise
        return ADDRESS

    async def close(self) -> None:
        """End the access point, if it is on."""
        if self._opened:
            made, self._opened = self._opened, None
            await self._delete(made)

    async def join(self, wifi: Wifi, keep: bool = False) -> None:
        """Join a network, and keep it for every start.

        It is kept once it was joined; with `keep` at once, so that NetworkManager tries again.
        Raises `JoinError` where it cannot be joined.
        """
        device = await self._device()
        member = "AddConnection" if keep else "AddConnectionUnsaved"
        (made,) = await self.bus.call(
            SETTINGS, f"{SERVICE}.Settings", member, "a{sa{sv}}", to_join(wifi, lasting=keep)
        )

        async def activate() -> str:
            values = (made, device, NOTHING)
            (active,) = await self.bus.call(MANAGER, SERVICE, "ActivateConnection", "ooo", *values)
            return str(active)

        try:
            await self._until_active(device, activate)
        except ProgramError:
            if not keep:
                await self._delete(made)
            raise
        if not keep:
            await self.bus.call(made, CONNECTION, "Update", "a{sa{sv}}", to_join(wifi))

    async def _until_active(self, device: str, activate: Callable[[], Awaitable[str]]) -> None:
        """Activate a connection, and wait until it is active; raise `JoinError` if it fails.

        `activate`: asks for it; the path of the active connection.
        """
        news, failed = asyncio.Event(), [0]

        def heard(path: str, member: str, values: list[Any]) -> None:
            if (path, member) == (device, "StateChanged") and values[0] == FAILED:
                failed.append(values[2])
            news.set()

        with self.bus.heard(heard):
            active = await activate()
            while (state := await self._state(active)) != ACTIVATED:
                if state == DEACTIVATED:
                    reason = failed[-1]
                    raise JoinError(
                        REASONS.get(reason, JoinFailure.REFUSED),
                        f"NetworkManager could not join the network: device reason {reason}",
                    )
                await news.wait()
                news.clear()

    async def _state(self, active: str) -> int:
        """An active connection's state; one that is gone has ended."""
        try:
            return int(await self.bus.value(active, ACTIVE, "State"))
        except ProgramError:
            return DEACTIVATED

    async def _delete(self, made: str) -> None:
        try:
            await self.bus.call(made, CONNECTION, "Delete")
        except ProgramError as fault:
            log.warning("a connection may be left behind: %s", fault)

    async def _device(self) -> str:
        """The first Wi-Fi device."""
        if device := await self._find_device():
            return device
        raise ProgramError("expected a Wi-Fi device, found none: connect the board by a cable")

    async def _find_device(self) -> str | None:
        (paths,) = await self.bus.call(MANAGER, SERVICE, "GetDevices")
        for path in sorted(paths):
            if await self.bus.value(path, DEVICE, "DeviceType") == WIFI_DEVICE:
                return str(path)
        return None


def _found(values: Mapping[str, Any]) -> Found:
    keys = values["WpaFlags"] | values["RsnFlags"]
    if keys & PSK:
        security = Security.PSK
    elif keys & SAE:
        security = Security.SAE
    elif keys & ANY_KEY or values["Flags"] & PRIVACY:
        security = Security.OTHER
    else:
        security = Security.NONE
    return Found(bytes(values["Ssid"]), int(values["Strength"]), security)


def access_point(ssid: bytes, secret: Secret) -> Connection:
    """The connection that makes an access point with WPA2, shared so that phones get addresses."""
    return {
        "connection": {
            "id": Variant("s", SETUP_ID),
            "type": Variant("s", "802-11-wireless"),
            "autoconnect": Variant("b", False),
        },
        "802-11-wireless": {
            "ssid": Variant("ay", ssid),
            "mode": Variant("s", "ap"),
            "band": Variant("s", "bg"),
        },
        "802-11-wireless-security": {
            "key-mgmt": Variant("s", "wpa-psk"),
            "proto": Variant("as", ["rsn"]),
            "pairwise": Variant("as", ["ccmp"]),
            "group": Variant("as", ["ccmp"]),
            "psk": Variant("s", secret.reveal()),
        },
        "ipv4": {
            "method": Variant("s", "shared"),
            "address-data": Variant(
                "aa{sv}", [{"address": Variant("s", ADDRESS), "prefix": Variant("u", PREFIX)}]
            ),
        },
        "ipv6": {"method": Variant("s", "disabled")},
    }


def to_join(wifi: Wifi, lasting: bool = True) -> Connection:
    """The connection that joins a network; `lasting`: whether at every start."""
    connection: dict[str, Mapping[str, Variant]] = {
        "connection": {
            "id": Variant("s", f"minigam {wifi.title}"),
            "type": Variant("s", "802-11-wireless"),
            "autoconnect": Variant("b", lasting),
        },
        "802-11-wireless": {
            "ssid": Variant("ay", wifi.ssid),
            "mode": Variant("s", "infrastructure"),
            "hidden": Variant("b", wifi.hidden),
        },
        "ipv4": {"method": Variant("s", "auto")},
        "ipv6": {"method": Variant("s", "auto")},
    }
    if wifi.secret is not None:
        key = "sae" if wifi.security is Security.SAE else "wpa-psk"
        connection["802-11-wireless-security"] = {
            "key-mgmt": Variant("s", key),
            "psk": Variant("s", wifi.secret.reveal()),
        }
    return connection
