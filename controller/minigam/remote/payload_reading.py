"""Reads what others have sent: bounded JSON objects of a version that this minigam knows."""

from collections.abc import Callable
from typing import Any, TypeVar

from minigam.errors import MinigamError, UnreadableError, said, shortened
from minigam.json_text import parse_json
from minigam.validation import TABLE

VERSION = 1
"""Of every message so far."""
MOST_BYTES = 256 * 1024
"""Of a message. A longer one is not read."""
Read = TypeVar("Read")


def read_payload(payload: bytes, what: str, parse: Callable[[dict[str, Any]], Read]) -> Read:
    """What a function makes of a payload's fields.

    `what`: what it should be, for the message of the `UnreadableError` that is raised for anything
    else: no JSON object, too long, of another version, or refused by `parse` with a `ValueError` or
    another error of minigam.

    >>> read_payload(b'{"v": 1, "from": 4}', "a question", lambda given: given["from"])
    4
    >>> read_payload(b'{"v": 2}', "a question", lambda given: given["from"])
    Traceback (most recent call last):
    minigam.errors.UnreadableError: cannot read a question: expected version 1, got 2: update \
minigam on both boards
    """
    try:
        if len(payload) > MOST_BYTES:
            raise ValueError(f"expected at most {MOST_BYTES} bytes, got {len(payload)}")
        given = TABLE.read(parse_json(payload))
        version = given.get("v")
        if type(version) is not int or version != VERSION:
            got = said(version)
            raise ValueError(
                f"expected version {VERSION}, got {got}: update minigam on both boards"
            )
        return parse(given)
    except (ValueError, MinigamError) as fault:
        raise UnreadableError(f"cannot read {what}: {shortened(fault)}") from None
