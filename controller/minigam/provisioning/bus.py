"""Calls on the system's D-Bus, and signals of it; each failure is a `ProgramError`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from dbus_fast import BusType, Message, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.errors import AuthError

from minigam.errors import ProgramError, shortened

PROPERTIES = "org.freedesktop.DBus.Properties"
ROOT = "/"
Heard = Callable[[str, str, list[Any]], None]
"""Called with the object's path, the signal's name and its values."""


class Bus:
    """The system's bus, as one service of it is used."""

    def __init__(self, bus: MessageBus, service: str) -> None:
        """`service`: the name that is called, such as `org.freedesktop.NetworkManager`."""
        self._bus = bus
        self.service = service

    @classmethod
    async def connect(cls, service: str) -> Bus:
        """Connect; raise `ProgramError` where there is no bus."""
        try:
            return cls(await MessageBus(bus_type=BusType.SYSTEM).connect(), service)
        except (OSError, AuthError, EOFError) as fault:
            raise ProgramError(
                f"expected the system's D-Bus, found none: {shortened(fault)}: "
                "install dbus and network-manager"
            ) from None

    def to(self, service: str) -> Bus:
        """The same connection, for another service."""
        return Bus(self._bus, service)

    def close(self) -> None:
        """End the connection."""
        self._bus.disconnect()

    async def call(
        self, path: str, interface: str, member: str, signature: str = "", *values: Any
    ) -> list[Any]:
        """Call a method; what it returns. No message has a value that was passed."""
        request = Message(
            destination=self.service,
            path=path,
            interface=interface,
            member=member,
            signature=signature,
            body=list(values),
        )
        try:
            reply = await self._bus.call(request)
        except (OSError, EOFError) as fault:
            raise ProgramError(f"D-Bus is gone: {shortened(fault)}") from None
        if reply is None or reply.message_type is MessageType.ERROR:
            name = reply.error_name if reply else "no reply"
            reason = reply.body[0] if reply and reply.body else ""
            raise ProgramError(f"{self.service} refused {member}: {name}: {shortened(reason)}")
        return list(reply.body)

    async def value(self, path: str, interface: str, name: str) -> Any:
        """A property."""
        (variant,) = await self.call(path, PROPERTIES, "Get", "ss", interface, name)
        return variant.value

    async def values(self, path: str, interface: str) -> dict[str, Any]:
        """All properties of an interface."""
        (found,) = await self.call(path, PROPERTIES, "GetAll", "s", interface)
        return {name: variant.value for name, variant in found.items()}

    async def listen(self) -> None:
        """From now on the service's signals reach `heard`."""
        rule = f"type='signal',sender='{self.service}'"
        await self.to("org.freedesktop.DBus").call(
            "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch", "s", rule
        )

    @contextmanager
    def heard(self, what: Heard) -> Iterator[None]:
        """Call a function with each signal."""

        def handle(message: Message) -> None:
            if message.message_type is MessageType.SIGNAL:
                what(message.path or ROOT, message.member or "", list(message.body))

        self._bus.add_message_handler(handle)
        try:
            yield
        finally:
            self._bus.remove_message_handler(handle)


async def within(seconds: float, event: asyncio.Event) -> bool:
    """Wait for an event; whether it came in time."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return False
    return True


__all__ = ["Bus", "Variant", "within"]
