"""What the daemon is started with, and where things are on this machine."""

import os
from dataclasses import dataclass, replace
from pathlib import Path

from minigam.board.profile import Profile
from minigam.drivers.pi import Pi
from minigam.errors import (
    JournalError,
    NoTablebaseError,
    ProgramError,
    UnknownNameError,
    UnsolvableError,
)
from minigam.rules.ruleset import RULE_SETS, RuleSet
from minigam.rules.terms import PERSON
from minigam.solver.rule_numbers import why_never_solved
from minigam.solver.tablebase import how_to_build
from minigam.table.setup import GNUBG, PERFECT, Setup, games_for
from minigam.web.cards import check_cards

DEFAULT_PORT = 8080
HERE = "127.0.0.1"
"""The address that only programs of this machine reach."""
SIM = "sim"
SIMULATED = {6: SIM, 16: "dice-16", 24: "full-24"}
"""The simulated board of so many points."""
NOT_INSTALLED = "gnubg is not installed: sudo apt install gnubg, or choose another level"


@dataclass(frozen=True)
class Config:
    """One start of the daemon; None where nothing was asked for."""

    board: str | None = None
    rules: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    white: str | None = None
    black: str | None = None
    hints: bool = False
    teacher: bool = False
    dice: str | None = None
    clock: str | None = None
    flag: str | None = None
    stake: str | None = None
    port: int = DEFAULT_PORT
    listen: str | None = None
    """The address at which others may watch; empty for all of this machine's."""
    data: Path | None = None
    solve: bool = False
    """Whether a table that is missing is made meanwhile."""
    language: str | None = None
    """The tag of the language of the page and of speech."""
    speech: bool = False
    """Whether the board itself says aloud what happens."""
    broker: str | None = None
    """The address of an MQTT broker; None: as in the settings."""
    remote_name: str | None = None
    """The board's name there."""
    broker_password_file: Path | None = None
    """The file with the password for the broker."""
    broker_ca: Path | None = None
    """The authorities that the broker's certificate is checked by."""
    broker_certificate: Path | None = None
    """The board's own certificate, and its key in the same file or in the next one."""
    broker_key: Path | None = None
    trace: Path | None = None
    """Where to write down what the inputs say."""

    @property
    def board_name(self) -> str:
        """The profile to use: on a Pi the reference board, elsewhere the simulated one.

        `sim` is the simulated board on which the asked-for rules are played.
        """
        board = self.board or ("quarter-buttons" if on_a_pi() else SIM)
        if board != SIM or self.rules is None or self.rules not in RULE_SETS:
            return board
        return SIMULATED[RULE_SETS[self.rules].layout.points]

    @property
    def data_folder(self) -> Path:
        """Where games are kept."""
        return self.data or default_data_folder()

    @property
    def asks_for_setup(self) -> bool:
        """Whether anything about the game was asked for."""
        seats, clock = (self.white, self.black), (self.clock, self.flag)
        others = (self.dice, self.stake, *clock, self.hints, self.teacher)
        return any((self.rules, self.options, *seats, *others))

    def setup(self, profile: Profile, gnubg: bool, solved: tuple[str, ...] = ()) -> Setup:
        """What is asked for, with gnubg or not, and where these games are solved.

        Raises `UnknownNameError` for what does not fit the board or the game, `CardError` for a
        game of the board without a rules card, `ProgramError` where gnubg is asked for and
        missing, and `NoTablebaseError` for `perfect` without a tablebase, unless that is made
        meanwhile: `Setup.where` says what there is until then. It is raised for `solve` too, where
        the game that is named can have none.
        """
        games = games_for(profile.points)
        if not games:
            raise UnknownNameError("game for a board with so many points", str(profile.points))
        check_cards(games)
        setup = Setup(
            rules_id=self.rules or games[0],
            options=self.options,
            games=games,
            solved=solved,
        )
        setup = at_board(setup, profile)
        if not setup.is_solved:
            self._need_no_table(setup.rules)
        setup = replace(
            setup,
            solved=tuple(dict.fromkeys((*solved, setup.rules.variant))),
            white=self.white or PERSON,
            black=self.black or PERSON,
            hints=self.hints,
            teacher=self.teacher,
            dice=self.dice or setup.dice,
            clock=self.clock or setup.clock,
            flag=self.flag or setup.flag,
            stake=self.stake or setup.stake,
            gnubg=gnubg,
        )
        if not gnubg and GNUBG in (setup.white, setup.black):
            raise ProgramError(NOT_INSTALLED)
        return setup

    @property
    def unusual_folder(self) -> Path | None:
        """The folder of the games, where it is not the usual one."""
        return None if self.data == default_data_folder() else self.data

    @property
    def wants_table(self) -> bool:
        """Whether it asks for what needs exact values: a perfect opponent."""
        return PERFECT in (self.white, self.black)

    def _need_no_table(self, rules: RuleSet) -> None:
        never = why_never_solved(rules)
        named = self.rules is not None  # else another game of the board may be meant
        data = self.unusual_folder
        for wanted, what, instead in (
            (self.wants_table, "play perfectly", "choose another level"),
            (self.solve and named, "solve", "play without --solve"),
        ):
            if wanted and never:
                raise UnsolvableError(f"{never}, or {instead}")
            if wanted and not self.solve:
                raise NoTablebaseError(
                    f"there is no table of {rules.title} to {what} by: "
                    f"{how_to_build(rules, data)}, start with --solve, or {instead}"
                )


def at_board(setup: Setup, profile: Profile, key: str = "") -> Setup:
    """The same agreement at that board: a game may be gone on with at another.

    `key`: the board's public key, where it plays with other boards.

    >>> from minigam.board.profile import load_profile
    >>> at_board(Setup(felt=True), load_profile("sim")).on_screen
    True
    """
    return replace(setup, felt=profile.feels, on_screen=profile.on_screen, key=key)


def on_a_pi() -> bool:
    """Whether this machine is a Raspberry Pi."""
    return Pi().is_a_pi


def default_data_folder() -> Path:
    """Where games are kept: systemd's state folder, else the user's data folder.

    Raises `JournalError` for a user without a home.
    """
    if state := os.environ.get("STATE_DIRECTORY"):
        return Path(state)
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else _home() / ".local" / "share") / "minigam"


def tables_folder(data: Path) -> Path:
    """Where tables of exact values are."""
    return data / "tables"


def weights_folder(data: Path) -> Path:
    """Where networks of one's own are, each named for its game, such as `minigam.weights`."""
    return data / "weights"


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:
        raise JournalError(
            "expected a home folder to keep the games in, got none: name a folder with --data"
        ) from None
