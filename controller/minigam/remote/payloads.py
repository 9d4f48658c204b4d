"""What a board says about itself by MQTT, as JSON texts. Their schemas: `schemas`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from minigam.remote.payload_reading import VERSION

ONLINE, OFFLINE = "online", "offline"
"""The two payloads of `availability`: words, as brokers and homes expect them."""
FULL = "full"


@dataclass(frozen=True)
class Identity:
    """A board, as it presents itself."""

    name: str
    """Among others: see `board_name`."""
    key: str
    """Its public key."""
    version: str
    """Of minigam."""
    profile: str
    title: str
    """What the board's profile is called."""
    points: int
    feels: bool
    """Whether it feels its checkers."""


def payload(fields: Mapping[str, Any]) -> str:
    """A payload with the contract's version.

    >>> payload({"night": False})
    '{"v":1,"night":false}'
    """
    return json.dumps({"v": VERSION, **fields}, ensure_ascii=False, separators=(",", ":"))


def info(board: Identity) -> str:
    """What board it is."""
    return payload(
        {
            "name": board.name,
            "version": board.version,
            "profile": board.profile,
            "title": board.title,
            "points": board.points,
            "feels": board.feels,
            "key": board.key,
        }
    )


def health(found: Mapping[str, Any]) -> str:
    """Whether the board works: as `GET /api/health`, and in one word.

    The bytes that are free change all the time: they are left out, or each look would be news.
    """
    disk = {name: value for name, value in found["disk"].items() if name != "free"}
    return payload({"ok": is_well(found), **found, "disk": disk})


def is_well(found: Mapping[str, Any]) -> bool:
    """Whether a health has no finding at all."""
    board, journal = found["board"], found["journal"]
    faults = (found["inputs"], board["trouble"], journal["stopped"], journal["text"])
    return board["alive"] and found["disk"]["room"] != FULL and not any(faults)


def control(allowed: bool, night: bool, brightness: int) -> str:
    """Whether others may control the board, and how it is set."""
    return payload({"allowed": allowed, "night": night, "brightness": brightness})
