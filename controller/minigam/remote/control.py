"""Commands to a board by MQTT, strictly read: what its owner may allow others to do."""

from dataclasses import dataclass
from typing import Any

from minigam.errors import UnreadableError, said, shortened
from minigam.remote.payload_reading import read_payload
from minigam.validation import FLAG, whole

LEAST_BRIGHTNESS, MOST_BRIGHTNESS = 5, 100
NEW_GAME, NIGHT, BRIGHTNESS = "new-game", "night", "brightness"
COMMANDS = (NEW_GAME, NIGHT, BRIGHTNESS)


@dataclass(frozen=True)
class NewGame:
    """Set up another game; an unfinished one stays in the list."""


@dataclass(frozen=True)
class Night:
    """Put the board to sleep as at night, or wake it."""

    on: bool


@dataclass(frozen=True)
class Brightness:
    """How bright the lights are, in percent."""

    percent: int


RemoteCommand = NewGame | Night | Brightness
_PERCENT = whole(LEAST_BRIGHTNESS, MOST_BRIGHTNESS)


def parse_command(name: str, payload: bytes) -> RemoteCommand:
    """A command of that name; raise `UnreadableError` for anything else.

    >>> parse_command("brightness", b'{"v":1,"value":40}')
    Brightness(percent=40)
    """
    if name not in COMMANDS:
        known = ", ".join(COMMANDS)
        raise UnreadableError(shortened(f"expected a command of {known}, got {said(name)}"))

    def parse(given: dict[str, Any]) -> RemoteCommand:
        if name == NEW_GAME:
            return NewGame()
        if name == NIGHT:
            return Night(FLAG.read(given.get("value"), "value"))
        return Brightness(_PERCENT.read(given.get("value"), "value"))

    return read_payload("command", payload, f"the command {name}", parse)
