"""Refusals of what phones ask; `web.requests` has the rest."""

from __future__ import annotations

from minigam.errors import RequestError


class PairingError(RequestError):
    """A phone that cannot be paired, now or here."""

    code = "pairing"


class WrongCodeError(RequestError):
    """Not the code that the board shows."""

    code = "wrong-code"


class TooOftenError(RequestError):
    """A request that comes too soon."""

    code = "too-often"

    def __init__(self, message: str, seconds: float) -> None:
        """`seconds`: when to ask again."""
        super().__init__(message)
        self.seconds = seconds
