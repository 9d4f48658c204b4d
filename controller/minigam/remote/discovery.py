"""Presents a board to Home Assistant, which finds devices by MQTT.

Each entity is a retained message of its own, in the form that every release of Home Assistant reads
(https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery). Its templates take their values
from the board's topics; what has to be compared is compared there.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from minigam.remote.control import (
    BRIGHTNESS,
    LEAST_BRIGHTNESS,
    MOST_BRIGHTNESS,
    NEW_GAME,
    NIGHT,
)
from minigam.remote.payloads import OFFLINE, ONLINE, Identity, payload
from minigam.remote.topics import Topics

SCORE = "{{ value_json.score.white }}-{{ value_json.score.black }}"
TURN = "{{ value_json.turn or 'none' }}"
RESULT = (
    "{% if value_json.result %}{{ value_json.result.winner }} {{ value_json.result.points }}"
    "{% else %}none{% endif %}"
)
PROBLEM = "{{ 'OFF' if value_json.ok else 'ON' }}"
LAST_ROLL = (
    "{% set dice = value_json.dice | map(attribute='value') | join('-') %}"
    "{{ dice if dice else this.state if this.state not in ('unknown', 'unavailable') else 'none' }}"
)
SIDES = ("white", "black")


@dataclass(frozen=True)
class Entity:
    """One thing that a home can show or do."""

    thing: str
    """Of `topics.COMPONENTS`."""
    config: Mapping[str, Any]


def discovery(
    topics: Topics, board: Identity, phases: Sequence[str], control: bool
) -> dict[str, str]:
    """The configuration of each entity by its topic; an empty text takes one away.

    `phases`: all words that a snapshot's `phase` can be; `control`: whether the board may be
    controlled from elsewhere.
    """
    controls = _controls(topics)
    shown = {_topic(topics, it): _text(topics, board, it) for it in _sensors(topics, phases)}
    others = {_topic(topics, it): _text(topics, board, it) if control else "" for it in controls}
    return shown | others


def _topic(topics: Topics, entity: Entity) -> str:
    return topics.discovery(entity.thing)


def _text(topics: Topics, board: Identity, entity: Entity) -> str:
    common = {
        "unique_id": f"minigam-{board.key[:16]}-{entity.thing}",
        "object_id": f"{topics.name}_{entity.thing}",
        "availability_topic": topics.availability,
        "payload_available": ONLINE,
        "payload_not_available": OFFLINE,
        "qos": 1,
        "device": {
            "identifiers": [f"minigam-{board.key[:16]}"],
            "name": topics.name,
            "manufacturer": "minigam",
            "model": board.title,
            "sw_version": board.version,
        },
        "origin": {"name": "minigam", "sw_version": board.version},
    }
    return json.dumps({**entity.config, **common}, ensure_ascii=False, separators=(",", ":"))


def _sensors(topics: Topics, phases: Sequence[str]) -> list[Entity]:
    def sensor(thing: str, name: str, icon: str, template: str, **more: Any) -> Entity:
        config = {
            "name": name,
            "icon": f"mdi:{icon}",
            "state_topic": topics.snapshot,
            "value_template": template,
            **more,
        }
        return Entity(thing, config)

    turns, enum = [*SIDES, "none"], "enum"
    phase = "{{ value_json.phase }}"
    problem = {
        "name": "Problem",
        "device_class": "problem",
        "entity_category": "diagnostic",
        "state_topic": topics.health,
        "value_template": PROBLEM,
        "json_attributes_topic": topics.health,
    }
    return [
        sensor("score", "Score", "scoreboard", SCORE),
        sensor("turn", "Turn", "account-switch", TURN, device_class=enum, options=turns),
        sensor("phase", "Phase", "state-machine", phase, device_class=enum, options=list(phases)),
        sensor("roll", "Last roll", "dice-multiple", LAST_ROLL),
        sensor("result", "Result", "trophy", RESULT),
        sensor("game", "Game", "checkerboard", "{{ value_json.title }}"),
        Entity("problem", problem),
    ]


def _controls(topics: Topics) -> list[Entity]:
    on, off = payload({"value": True}), payload({"value": False})
    night = {
        "name": "Night",
        "icon": "mdi:weather-night",
        "state_topic": topics.control,
        "value_template": "{{ 'on' if value_json.night else 'off' }}",
        "state_on": "on",
        "state_off": "off",
        "command_topic": topics.command(NIGHT),
        "payload_on": on,
        "payload_off": off,
    }
    brightness = {
        "name": "Brightness",
        "icon": "mdi:brightness-6",
        "entity_category": "config",
        "state_topic": topics.control,
        "value_template": "{{ value_json.brightness }}",
        "command_topic": topics.command(BRIGHTNESS),
        "command_template": '{"v":1,"value":{{ value | int }}}',
        "min": LEAST_BRIGHTNESS,
        "max": MOST_BRIGHTNESS,
        "step": 5,
        "unit_of_measurement": "%",
    }
    new_game = {
        "name": "New game",
        "icon": "mdi:flag-checkered",
        "command_topic": topics.command(NEW_GAME),
        "payload_press": payload({}),
    }
    return [
        Entity(NIGHT, night),
        Entity(BRIGHTNESS, brightness),
        Entity(NEW_GAME, new_game),
    ]
