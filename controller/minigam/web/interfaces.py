"""What the server needs: a view to show, settings, and fingers to touch with."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from minigam.words import Language

Name = Callable[[str, str], None]
"""Takes white's and black's name; raises `UnreadableError` for what is none."""
Star = Callable[[int, bool], None]
"""Keeps a game for ever, or no longer; raises `UnknownNameError` for no such game."""

Sure = Callable[[], None]
"""Raises what has come between a touch that was asked for and its making."""


def nothing_between() -> None:
    """A `Sure` that never objects: for touches that nobody can forbid any more."""


class PageSource(Protocol):
    """What the server shows."""

    def board(self) -> dict[str, Any]:
        """The board's shape."""

    def state(self) -> dict[str, Any]:
        """The present snapshot."""

    def lights(self, here: bool) -> dict[str, Any]:
        """What is lit; the code for a phone only for who is `here`."""

    def pixels(self, here: bool) -> str:
        """Every pixel's colour, `rrggbb` each; likewise."""

    def health(self) -> dict[str, Any]:
        """Which inputs look faulty, and whether the board works."""

    def card(self) -> dict[str, Any]:
        """The rules card of the present game."""

    def setup(self) -> dict[str, Any]:
        """The form of the set-up, and whether it can be filled in now."""

    def language(self) -> str | None:
        """The tag of the language that the board is set to; None: each page chooses."""

    def reading(self, language: Language) -> Language:
        """A language as people at this board read it: with the board's numbers, or each side's."""

    async def games(self, before: int | None) -> dict[str, Any]:
        """A page of the list of games, newest first; `before`: those with a lower number."""

    async def game(self, number: int) -> dict[str, Any]:
        """A game that is over, or was left, to replay."""

    async def exercises(self, before: int | None) -> dict[str, Any]:
        """What people played wrong in some of the newest games; `before`: as in `games`."""

    async def statistics(self) -> dict[str, Any]:
        """What all games came to."""

    async def report(self, number: int | None, language: Language) -> str:
        """A game judged turn by turn, as a page; None for the present one."""


class SettingsStore(Protocol):
    """The board's settings."""

    def listed(self) -> dict[str, Any]:
        """The settings, whether a PIN guards them, and what some of them can be."""

    async def change(self, changes: Mapping[str, Any]) -> None:
        """Change these settings, at once and for good."""


class Updates(Protocol):
    """Updates of minigam, which another program installs."""

    def listed(self) -> dict[str, Any]:
        """Whether updates can be asked for, what is installed and offered, and how far one is."""

    async def ask(self, what: str, pin: object) -> None:
        """Ask for something: `look` for what is offered, or `install` it at the end of the game.

        Raises `UnknownNameError` for something else, and as `SettingsStore.change` for the PIN.
        """


class Invitations(Protocol):
    """Games with a friend's board."""

    def ask(self, what: str, code: tuple[int, ...]) -> None:
        """Do something by name: `invite`, `join`, `accept`, `refuse` or `cancel`.

        `code`: six dice, of the invitation to join; else empty. Raises `UnknownNameError` for
        another name, and `InvitationError` where that cannot be done now.
        """


class InputInjector(Protocol):
    """Presses inputs."""

    async def tap(self, name: str, sure: Sure = nothing_between) -> None:
        """Press and release an input, and return when the touch has been taken in.

        `sure` is asked once more just before the press.
        """

    async def hold(self, names: list[str], seconds: float, sure: Sure = nothing_between) -> None:
        """Press inputs together for some seconds; `sure` as in `tap`."""

    async def command(self, name: str, sure: Sure = nothing_between) -> None:
        """Ask for something by name; `sure` as in `tap`.

        Raises `UnknownNameError`, with all names, for one that is unknown.
        """

    async def move(self, start: str, end: str | None, sure: Sure = nothing_between) -> None:
        """Move a checker from one zone to another, near or far; `sure` as in `tap`.

        To no zone, it is only picked up. Raises `UnknownNameError` for a zone that there is not,
        and `WrongBoardError` where the board feels its checkers.
        """

    async def play_on(self, game: int, at: int, sure: Sure = nothing_between) -> None:
        """Begin a game from a frame of an earlier one: see `PageSource.game`; `sure` as in `tap`.

        Raises `UnknownNameError` for a game or frame that there is not, and `PlayOnError` where no
        game can begin from it here.
        """

    async def set_up(self, values: Mapping[str, object], sure: Sure = nothing_between) -> None:
        """Fill in the form of the set-up; `sure` as in `tap`.

        Raises `RequestError` where a game is going on, and `UnknownNameError` or `UnreadableError`
        for a field or value that there is not; then nothing is set.
        """


class Touch(InputInjector, Protocol):
    """A simulated board's hand; `sure` as in `InputInjector.tap`."""

    async def place(self, zone: str, count: int, sure: Sure = nothing_between) -> None:
        """Put so many checkers on a zone, on a board that feels them."""

    async def lay(self, sure: Sure = nothing_between) -> None:
        """Put all checkers where the game has them, on a board that feels them."""
