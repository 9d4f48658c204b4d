"""The byte vectors of `hardware/PROTOCOL.md`, which the tests of both sides read."""

import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

PROTOCOL = Path(__file__).parents[2] / "hardware/PROTOCOL.md"
MESSAGE = re.compile(r"^\| (\w+) \| `(\{.*\})` \| `([0-9a-f ]+)` \|$", re.MULTILINE)
STREAM = re.compile(r"^\| `([0-9a-f ]+)` \| ((?:`[0-9a-f ]+`(?:, )?)*) \| (.+) \|$", re.MULTILINE)


class MessageVector(NamedTuple):
    """A message, its fields as JSON has them, and its frame with both borders."""

    message: str
    fields: dict[str, Any]
    frame: bytes

    def built(self, module: ModuleType) -> Any:
        """The message, of the class that a module has for it."""
        values = {name: self._value(name, module) for name in self.fields}
        return getattr(module, self.message)(**values)

    def _value(self, name: str, module: ModuleType) -> Any:
        value = self.fields[name]
        if name == "data":
            return bytes.fromhex(value)
        if name == "fault" and value:
            return module.ChainFault(*value)
        return tuple(value) if isinstance(value, list) else value


class StreamVector(NamedTuple):
    """Bytes as they come, the payloads in them, and what is odd about them."""

    stream: bytes
    payloads: list[bytes]
    oddity: str


def message_vectors() -> list[MessageVector]:
    """Of the boards' messages."""
    return _messages(0)


def jig_vectors() -> list[MessageVector]:
    return _messages(1)


def _messages(part: int) -> list[MessageVector]:
    """Of a part of the page: that on boards, or that on jigs."""
    text = PROTOCOL.read_text().split("\n## Jig\n")[part]
    return [
        MessageVector(message, json.loads(fields), bytes.fromhex(frame))
        for message, fields, frame in MESSAGE.findall(text)
    ]


def stream_vectors() -> list[StreamVector]:
    return [
        StreamVector(
            bytes.fromhex(stream), [bytes.fromhex(each) for each in payloads.split("`")[1::2]], why
        )
        for stream, payloads, why in STREAM.findall(PROTOCOL.read_text())
    ]
