"""Reads what others have sent: bounded JSON objects of a version that this minigam knows."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from minigam.errors import MinigamError, UnreadableError, said, shortened
from minigam.json_text import parse_json
from minigam.validation import TABLE

VERSION = 1
"""Of every message so far."""
MOST_BYTES: Mapping[str, int] = {
    "invite": 8 * 1024,
    "join": 8 * 1024,
    "info": 8 * 1024,
    "snapshot": 16 * 1024,
    "match": 8 * 1024,
    "ask": 2 * 1024,
    "command": 2 * 1024,
    "log": 96 * 1024,
}
"""Of a message, by its kind: a longer one is not read. Honest ones have a third of it at most."""
MOST_VALUES = 8 * 1024
"""Of a message, lists and objects counted: so much is read in some 20 ms.

A log of 1,000 actions has some 4,000."""
MOST_PACKET_BYTES = max(MOST_BYTES.values()) + 1024
"""Of any message with its topic, as it comes from a broker."""
Read = TypeVar("Read")


def read_payload(
    kind: str, payload: bytes, what: str, parse: Callable[[dict[str, Any]], Read]
) -> Read:
    """What a function makes of a payload's fields.

    `kind`: of `MOST_BYTES`. `what`: what it should be, for the message of the `UnreadableError`
    that is raised for anything else: no JSON object, too long, of another version, or refused by
    `parse` with a `ValueError` or another error of minigam.

    >>> read_payload("ask", b'{"v": 1, "from": 4}', "a question", lambda given: given["from"])
    4
    >>> read_payload("ask", b'{"v": 2}', "a question", lambda given: given["from"])
    Traceback (most recent call last):
    minigam.errors.UnreadableError: cannot read a question: expected version 1, got 2: update \
minigam on both boards
    """
    try:
        _check_size(payload, MOST_BYTES[kind])
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


def _check_size(payload: bytes, most: int) -> None:
    if len(payload) > most:
        raise ValueError(f"expected at most {most} bytes, got {len(payload)}")
    values = sum(map(payload.count, (b",", b"[", b"{")))
    if values > MOST_VALUES:
        raise ValueError(f"expected at most {MOST_VALUES} values, got some {values}")
