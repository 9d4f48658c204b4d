"""The board's settings, as the controller has written them into `board.json`."""

import json

BARE = {"name": "", "hash": "0" * 16, "buttons": [], "scan": None, "strip": None}
"""Of a Pico that has no settings yet."""


def load(path: str = "board.json") -> dict:
    """What the file says; `BARE` where there is none, or none that can be read."""
    try:
        with open(path) as file:
            return json.load(file)
    except (OSError, ValueError):
        return BARE
