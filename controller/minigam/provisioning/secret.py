"""A text that is never shown: the password of a Wi-Fi network."""

from hmac import compare_digest
from typing import NoReturn

HIDDEN = "***"


class Secret:
    """A password. Only who asks for the text with `reveal` gets it.

    It cannot be pickled or turned into JSON, and every way to print it prints `***`.

    >>> secret = Secret("open sesame")
    >>> secret, f"{secret}", [secret]
    (***, '***', [***])
    >>> secret.reveal()
    'open sesame'
    >>> secret == Secret("open sesame"), secret == "open sesame"
    (True, False)
    """

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        """Keep the text."""
        self._text = text

    def reveal(self) -> str:
        """The text, for the one who needs it: NetworkManager."""
        return self._text

    def __repr__(self) -> str:
        """As it is printed."""
        return HIDDEN

    __str__ = __repr__

    def __eq__(self, other: object) -> bool:
        """Whether both are the same; the time taken does not depend on where they differ."""
        if not isinstance(other, Secret):
            return NotImplemented
        return compare_digest(self._text.encode(), other._text.encode())

    def __hash__(self) -> int:
        """Of the kind, not of the text."""
        return hash(Secret)

    def __reduce__(self) -> NoReturn:
        """Raise `TypeError`: a pickled secret could be read."""
        raise TypeError("a secret cannot be pickled or copied: pass the object itself on")
