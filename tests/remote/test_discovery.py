"""What Home Assistant is sent: one retained message an entity, each by its documented form."""

import json
from typing import Any

import pytest

from minigam.remote.control import COMMANDS, Brightness, NewGame, Night, parse_command
from minigam.remote.discovery import discovery
from minigam.remote.payloads import Identity
from minigam.remote.topics import Topics

TOPICS = Topics("board-7")
BOARD = Identity("board-7", "ab" * 32, "1.2.3", "sim", "Quarter board", 6, feels=False)
SENSORS = ["score", "turn", "phase", "roll", "result", "game"]


def found(control: bool) -> dict[str, str]:
    return discovery(TOPICS, BOARD, ["attract", "moving"], control)


def config(component: str, thing: str) -> dict[str, Any]:
    text = found(True)[f"homeassistant/{component}/board-7/{thing}/config"]
    body: dict[str, Any] = json.loads(text)
    return body


def test_the_entities() -> None:
    shown = [f"homeassistant/sensor/board-7/{thing}/config" for thing in SENSORS]
    assert list(found(True)) == [
        *shown,
        "homeassistant/binary_sensor/board-7/problem/config",
        "homeassistant/switch/board-7/night/config",
        "homeassistant/number/board-7/brightness/config",
        "homeassistant/button/board-7/new-game/config",
    ]


def test_where_nobody_may_control_the_board_its_controls_are_taken_away() -> None:
    empty = [topic for topic, text in found(False).items() if not text]
    assert [topic.split("/")[1] for topic in empty] == ["switch", "number", "button"]
    assert found(False).keys() == found(True).keys()


@pytest.mark.parametrize("text", found(True).values())
def test_all_entities_are_of_one_device_and_go_with_it(text: str) -> None:
    body = json.loads(text)
    assert body["device"] == {
        "identifiers": ["minigam-abababababababab"],
        "name": "board-7",
        "manufacturer": "minigam",
        "model": "Quarter board",
        "sw_version": "1.2.3",
    }
    assert body["availability_topic"] == "minigam/1/board/board-7/availability"


def test_each_entity_is_another() -> None:
    ids = [json.loads(text)["unique_id"] for text in found(True).values()]
    assert len(set(ids)) == len(ids) == 10


def test_what_a_home_sends_are_commands() -> None:
    night, press = config("switch", "night"), config("button", "new-game")
    brightness = config("number", "brightness")
    sent = {
        night["payload_on"]: Night(True),
        night["payload_off"]: Night(False),
        press["payload_press"]: NewGame(),
        brightness["command_template"].replace("{{ value | int }}", "70"): Brightness(70),
    }
    topics = [night["command_topic"]] * 2 + [press["command_topic"], brightness["command_topic"]]
    names = [topic.removeprefix(TOPICS.command("")) for topic in topics]
    commands = zip(names, sent, strict=True)
    assert [parse_command(name, text.encode()) for name, text in commands] == [*sent.values()]
    assert set(names) == set(COMMANDS)
