"""Rules cards: a game's rules in a few lines, for the screen."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def card(rules_id: str) -> dict[str, Any]:
    """The card of a rule set: its title and sections of lines.

    >>> card("minigam")["title"]
    'Minigam'
    """
    file = files("minigam.kiosk") / "cards" / f"{rules_id}.json"
    loaded: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return loaded
