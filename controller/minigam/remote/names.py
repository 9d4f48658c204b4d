"""What a board, or another user of a broker, may be called: one rule for topics and passwords."""

import re
from typing import Final

from minigam.errors import UnreadableError, shortened

LONGEST: Final = 32
"""Characters of a name."""
_NAME = re.compile(rf"[a-z0-9][a-z0-9-]{{0,{LONGEST - 1}}}", re.ASCII)


def is_name(text: str) -> bool:
    r"""Whether a text can be a name: no topic, file or list of users is damaged by it.

    >>> is_name("table-7"), is_name("Table 7"), is_name("a/b"), is_name("#"), is_name("a\n")
    (True, False, False, False, False)
    """
    return _NAME.fullmatch(text) is not None


def check_name(text: str, what: str = "a board's name") -> str:
    """The name itself; raise `UnreadableError` for any other text. `what`: the name is of.

    >>> check_name("table-7")
    'table-7'
    >>> check_name("Table 7")
    Traceback (most recent call last):
    ...
    minigam.errors.UnreadableError: expected a board's name of 1 to 32 characters a-z, 0-9 and -, \
with no - at the beginning, such as table-7; got 'Table 7'
    """
    if not is_name(text):
        raise UnreadableError(
            f"expected {what} of 1 to {LONGEST} characters a-z, 0-9 and -, with no - at the "
            f"beginning, such as table-7; got {shortened(repr(text))}"
        )
    return text
