"""A board's name among others: a part of its topics, and its user name at the broker."""

import re

from minigam.errors import BrokerError, said, shortened
from minigam.remote.names import LONGEST, is_name

USUAL = "minigam"
"""Where the machine's name has nothing that a board's may have."""
EXPECTED = f"a name of 1 to {LONGEST} small letters, digits and dashes, such as board-7"


def is_board_name(text: object) -> bool:
    """Whether this may be a board's name.

    >>> [is_board_name(text) for text in ("board-7", "-7", "Board", "a" * 33, None)]
    [True, False, False, False, False]
    """
    return isinstance(text, str) and is_name(text)


def check_board_name(text: str) -> str:
    """The name itself; raise `BrokerError` for what is none."""
    if not is_board_name(text):
        raise BrokerError(shortened(f"expected {EXPECTED}, got {said(text)}"))
    return text


def board_name_of(host: str) -> str:
    """A machine's name made fit to be a board's.

    >>> board_name_of("Living_Room.local"), board_name_of("--")
    ('living-room', 'minigam')
    """
    first = host.partition(".")[0].lower()
    fit = re.sub(r"[^a-z0-9-]+", "-", first).strip("-")[:LONGEST].strip("-")
    return fit or USUAL
