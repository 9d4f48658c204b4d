"""A released Home Assistant finds a board by itself, shows it, and controls it.

Home Assistant is no dependency of minigam's: `MINIGAM_HOME_ASSISTANT` names a Python that has it,
made by `python3.11 -m venv DIR && DIR/bin/pip install homeassistant==2024.3.3 paho-mqtt==1.6.1`.
"""

import asyncio
import json
import os
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any

import pytest

from minigam.daemon.config import Config
from tests.daemon.serving import serving
from tests.remote.mosquitto import Mosquitto

PYTHON = os.environ.get("MINIGAM_HOME_ASSISTANT", "")
SCRIPT = Path(__file__).with_name("home.py")
SECONDS = 120.0

pytestmark = [
    pytest.mark.mosquitto,
    pytest.mark.slow,
    pytest.mark.skipif(not PYTHON, reason="needs a Home Assistant: see MINIGAM_HOME_ASSISTANT"),
]


class Home:
    """A Home Assistant beside the test."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def seen(self) -> Any:
        assert self._process.stdout
        return json.loads(await self._process.stdout.readline())

    async def call(self, domain: str, service: str, thing: str, **data: Any) -> dict[str, str]:
        """The states of all entities afterwards."""
        assert self._process.stdin
        entity = f"{domain}.board_7_{thing}"
        self._process.stdin.write(f"{domain} {service} {entity} {json.dumps(data)}\n".encode())
        states: dict[str, str] = (await self.seen())["states"]
        return states


def test_a_home_finds_shows_and_controls_a_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker = Mosquitto(tmp_path / "broker")
    config = Config(board="sim", data=tmp_path, broker=broker.address, remote_name="board-7")

    async def main() -> None:
        async with serving(config, monkeypatch, SECONDS) as served:
            served.daemon.settings.set({"remote_control": True})
            await served.touch.tap("roll")
            command = (PYTHON, str(SCRIPT), str(broker.port), "board-7")
            environment = {**os.environ, "PYTHONPATH": ""}
            process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, env=environment
            )
            home = Home(process)
            assert await home.seen() == {
                "device": {"model": "Quarter board, simulated", "sw_version": "0.1.0"},
                "states": {
                    "sensor.board_7_score": "0-0",
                    "sensor.board_7_turn": "none",
                    "sensor.board_7_phase": "opening",
                    "sensor.board_7_roll": "none",
                    "sensor.board_7_result": "none",
                    "sensor.board_7_game": "Minigam",
                    "binary_sensor.board_7_problem": "off",
                    "switch.board_7_night": "off",
                    "number.board_7_brightness": "100",
                    "button.board_7_new_game": "unknown",
                },
            }
            states = await home.call("number", "set_value", "brightness", value=35)
            assert states["number.board_7_brightness"] == "35"
            assert served.daemon.settings.settings.brightness == 35
            states = await home.call("switch", "turn_on", "night")
            assert states["switch.board_7_night"] == "on"
            states = await home.call("switch", "turn_off", "night")
            assert states["switch.board_7_night"] == "off"
            states = await home.call("button", "press", "new_game")
            assert states["sensor.board_7_phase"] == "attract"
            process.terminate()
            await process.wait()

    try:
        asyncio.run(main())
    finally:
        broker.close()
