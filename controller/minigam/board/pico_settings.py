"""The board settings sent to a Pico, and the hash that both ends compare."""

import hashlib
import json
from typing import Any

from minigam.board.profile_model import Profile, Sensors, ShiftRegisterChain
from minigam.board.profile_values import CHAIN, MULTIPLEXERS

HASH_DIGITS = 16


def settings(profile: Profile) -> dict[str, Any]:
    """The firmware's `board.json`: see `hardware/PROTOCOL.md`.

    >>> from minigam.board.profile import load_profile
    >>> settings(load_profile("quarter-hall"))["strip"]
    {'gpio': 16, 'pixels': 96}
    """
    strip = profile.strip
    fields = {
        "name": profile.name,
        "buttons": list(profile.inputs.values()),
        "scan": _scan(profile.sensors) if profile.sensors else None,
        "strip": {"gpio": strip.gpio, "pixels": strip.pixels},
    }
    return {**fields, "hash": _hash(fields)}


def _scan(sensors: Sensors) -> dict[str, Any]:
    scan = sensors.scan
    if isinstance(scan, ShiftRegisterChain):
        pins = {"load": scan.load, "clock": scan.clock, "data": scan.data}
        return {"kind": CHAIN, **pins, "sensors": sensors.count}
    pins_of = {"select": list(scan.select), "data": list(scan.data)}
    return {"kind": MULTIPLEXERS, **pins_of, "sensors": sensors.count}


def _hash(fields: dict[str, Any]) -> str:
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:HASH_DIGITS]
