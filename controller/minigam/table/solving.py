"""How far the solving of a game is, which another program does meanwhile: for displays."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Solving:
    """One look at the work."""

    title: str
    """The game's name for people."""
    done: float | None = None
    """The share that is done, up to 1; None while the program gets ready."""
    seconds: int | None = None
    """How long it will still take; None where that is not known."""
    failure: str | None = None
    """Why it has ended before its time."""
