"""A chain of hashes over a game's actions: its head is the code that players can note.

Each link is the SHA-256 of the link before and of an action's JSON, so whoever changes, drops, adds
or swaps an action changes every link after it. How to compute it by hand: `docs/dice.md`.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from functools import reduce

from minigam.errors import UnreadableError
from minigam.rules.action_json import action_to_json
from minigam.rules.actions import ABANDONED, Action, Closed
from minigam.rules.game import Game

FIRST = hashlib.sha256(b"minigam game 1").hexdigest()
"""The link before the first action."""
SHORT = 16
"""How many of the 64 digits people note: trying out games until one fits takes 2**64 tries."""
GROUP = 4
_CODE = re.compile(rf"[0-9a-f]{{{SHORT},64}}")


def encode_action(action: Action) -> bytes:
    """An action as it stands in the journal: JSON without spaces.

    >>> from minigam.rules.actions import Revealed
    >>> encode_action(Revealed("ab"))
    b'{"action":"reveal","v":1,"secret":"ab"}'
    """
    return json.dumps(action_to_json(action), separators=(",", ":")).encode()


def next_hash(before: str, entry: bytes) -> str:
    """The link of an entry, from the one before: 64 digits.

    >>> next_hash(FIRST, b"{}")[:8]
    '3125c9f0'
    """
    return hashlib.sha256(f"{before}\n".encode() + entry).hexdigest()


def chain_head(entries: Iterable[bytes]) -> str:
    """The last link of a game's entries.

    >>> chain_head([]) == FIRST
    True
    """
    return reduce(next_hash, entries, FIRST)


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


def closed_action(game: Game, entries: Sequence[bytes]) -> Closed:
    """The last action of a game that is over or abandoned; `entries`: all of its actions so far.

    >>> from minigam.rules.terms import Terms
    >>> closed_action(Game.begin(Terms("minigam")), [b"{}"]).ended_by
    'abandoned'
    """
    won = game.result
    return Closed(
        winner=won.winner if won else None,
        points=won.points if won else 0,
        kind=won.kind if won else "",
        ended_by=game.ended_by if won else ABANDONED,
        turns=len(game.plays),
        actions=len(entries),
        code=chain_head(entries),
    )
