"""The JSON Schemas of the payloads, as they ship with the package."""

import json
from importlib.resources import files
from typing import Any

NAMES = (
    *("info", "snapshot", "health", "control", "log", "ask", "invite", "join"),
    *("command-new-game", "command-night", "command-brightness", "match"),
)
"""The topics below a board's root, and a club's `match`; `availability` is a word, and no JSON."""


def schema(name: str) -> dict[str, Any]:
    """The schema of a topic's payload; `LookupError` for no such topic.

    >>> schema("control")["required"]
    ['v', 'allowed', 'night', 'brightness']
    """
    if name not in NAMES:
        raise LookupError(f"expected one of {', '.join(NAMES)}, got {name!r}")
    found: dict[str, Any] = json.loads(
        (files("minigam.remote.schemas") / f"{name}.json").read_text("utf-8")
    )
    return found
