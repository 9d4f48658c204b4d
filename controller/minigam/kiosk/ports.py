"""What the server needs: a view to show, and on simulated boards a hand to touch with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from minigam.words import Language

Name = Callable[[str, str], None]
"""Takes white's and black's name; raises `UnreadableError` for what is none."""


class View(Protocol):
    """What the server shows."""

    def board(self) -> dict[str, Any]:
        """The board's shape."""

    def state(self) -> dict[str, Any]:
        """The present snapshot."""

    def lights(self) -> dict[str, Any]:
        """What is lit."""

    def pixels(self) -> str:
        """Every pixel's colour, `rrggbb` each."""

    def health(self) -> dict[str, Any]:
        """Which inputs look ill, and whether the board works."""

    def card(self) -> dict[str, Any]:
        """The rules card of the present game."""

    def language(self) -> str | None:
        """The tag of the language that the board is set to; None: each page chooses."""

    def games(self, before: int | None) -> dict[str, Any]:
        """A page of the list of games, newest first; `before`: those with a lower number."""

    def game(self, number: int) -> dict[str, Any]:
        """A game that is over, or was left, to replay."""

    async def statistics(self) -> dict[str, Any]:
        """What all games came to."""

    async def report(self, number: int | None, language: Language) -> str:
        """A game judged turn by turn, as a page; None for the present one."""


class Desk(Protocol):
    """The board's settings."""

    def listed(self) -> dict[str, Any]:
        """The settings, whether a PIN guards them, and what some of them can be."""

    async def change(self, changes: Mapping[str, Any]) -> None:
        """Change these settings, at once and for good."""


class Touch(Protocol):
    """A simulated board's hand."""

    async def tap(self, name: str) -> None:
        """Press and release an input, and return when the touch has been taken in."""

    async def hold(self, names: list[str], seconds: float) -> None:
        """Press inputs together for some seconds."""

    async def place(self, zone: str, count: int) -> None:
        """Put so many checkers on a zone, on a board that feels them."""

    async def lay(self) -> None:
        """Put all checkers where the game has them, on a board that feels them."""
