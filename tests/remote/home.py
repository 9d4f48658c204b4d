"""A released Home Assistant reads what a board has published: `home.py PORT BOARD`.

Run it with a Python that has homeassistant 2024.3.3 and paho-mqtt 1.6.1, which minigam itself has
not: they want other versions of what minigam uses. It connects to the broker on that port of this
machine, waits for the board's entities, prints them as JSON, and on standard input takes services
to call, such as `button press button.board_7_new_game {}`, one a line, printing them again after
each.
"""

import asyncio
import json
import socket
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from homeassistant import bootstrap, config_entries, loader
from homeassistant.auth import auth_manager_from_config
from homeassistant.core import HomeAssistant
from homeassistant.helpers import device_registry
from homeassistant.setup import async_setup_component

SETTLE_SECONDS = 3.0
"""Home Assistant collects what it discovers for a while."""
FIRST_SECONDS = 10.0


async def home(folder: str, port: int) -> HomeAssistant:
    hass = HomeAssistant(folder)
    loader.async_setup(hass)
    hass.config_entries = config_entries.ConfigEntries(hass, {})
    hass.config.skip_pip = True
    await bootstrap.async_load_base_functionality(hass)
    hass.auth = await auth_manager_from_config(hass, [], [])
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        http = {"server_host": "127.0.0.1", "server_port": free.getsockname()[1]}
    assert await async_setup_component(hass, "http", {"http": http})
    entry = config_entries.ConfigEntry(
        version=1,
        minor_version=1,
        domain="mqtt",
        title="broker",
        data={"broker": "127.0.0.1", "port": port, "discovery": True},
        source="user",
    )
    await hass.config_entries.async_add(entry)
    await hass.async_start()
    return hass


def seen(hass: HomeAssistant, board: str) -> dict[str, Any]:
    devices = device_registry.async_get(hass).devices.values()
    device = next((each for each in devices if each.name == board), None)
    return {
        "device": device and {"model": device.model, "sw_version": device.sw_version},
        "states": {
            state.entity_id: state.state
            for state in hass.states.async_all()
            if board.replace("-", "_") in state.entity_id
        },
    }


async def main(port: int, board: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "configuration.yaml").touch()
        hass = await home(folder, port)
        await asyncio.sleep(FIRST_SECONDS)
        print(json.dumps(seen(hass, board)), flush=True)
        while line := await asyncio.to_thread(sys.stdin.readline):
            domain, service, entity, data = line.split(maxsplit=3)
            await hass.services.async_call(
                domain, service, {"entity_id": entity, **json.loads(data)}, blocking=True
            )
            await asyncio.sleep(SETTLE_SECONDS)
            print(json.dumps(seen(hass, board)), flush=True)
        await hass.async_stop()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2]))
