"""A game's code: one fingerprint of the whole game, short enough to be noted on paper.

How to compute it by hand: `docs/dice.md`.
"""

from __future__ import annotations

import hashlib
import json
import re

from minigam.errors import UnreadableError
from minigam.rules.files.jsonfile import game_fields
from minigam.rules.record import Record

SHORT = 16
"""How many of the 64 digits people note: trying out games until one fits takes 2**64 tries."""
GROUP = 4
_CODE = re.compile(rf"[0-9a-f]{{{SHORT},64}}")


def full_code(record: Record) -> str:
    """The SHA-256, in hex, of a game as JSON: players, options, rolls, plays, result and proof.

    All that `minigam export` writes is in it, but for the time of day: two games that differ in
    anything else have different codes. The object's keys are sorted and nothing stands between
    its parts, so the layout of a file does not matter.

    >>> full_code(Record("minigam"))[:16]
    '37c2c44ddccceb1c'
    """
    game = {name: value for name, value in game_fields(record) if name != "at"}
    text = json.dumps(game, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def short_code(code: str, least: int = SHORT) -> str:
    """The part of a code that people note, in groups; empty where there is no code.

    `least`: how many digits it shows at least, in whole groups.

    >>> short_code("0123456789abcdef" * 4)
    '0123-4567-89ab-cdef'
    >>> short_code("0123456789abcdef" * 4, 17)
    '0123-4567-89ab-cdef-0123'
    """
    noted = code[: max(SHORT, -(-least // GROUP) * GROUP)]
    return "-".join(noted[at : at + GROUP] for at in range(0, len(noted), GROUP))


def parse_code(text: str) -> str:
    """A noted code without its dashes and spaces; raise `UnreadableError` for anything else.

    >>> parse_code("0123-4567-89AB-CDEF")
    '0123456789abcdef'
    """
    found = re.sub(r"[\s-]", "", text).lower()
    if not _CODE.fullmatch(found):
        raise UnreadableError(f"expected a code like 0123-4567-89ab-cdef, got {text!r}")
    return found
