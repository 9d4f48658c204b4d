"""The whole of a game at the table, as one immutable value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from minigam.game.events import Opened
from minigam.game.setup import Setup
from minigam.rules.notation import format_steps
from minigam.rules.plays import Result, Turn
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import Step


class Phase(Enum):
    """What the table waits for."""

    ATTRACT = "attract"
    """Nobody plays: zones set up the next game, roll starts it."""
    OPENING = "opening"
    """Each side gives its press (or die) for the opening throw."""
    THROWING = "throwing"
    """The dice were asked for and are on their way."""
    TO_THROW = "to-throw"
    """The side on turn may throw."""
    MOVING = "moving"
    """Steps are being made."""
    TURN_OVER = "turn-over"
    """All that can be played is played: roll confirms, undo takes back."""
    PASSING = "passing"
    """The roll cannot be played at all."""
    MENU = "menu"
    """Zones stand for things to do."""
    PAUSED = "paused"
    """Nothing happens until somebody touches the board."""
    RESIGNING = "resigning"
    """A resignation waits for consent."""
    GAME_OVER = "game-over"
    """The result stands; zones stand for what comes next."""
    CLOSED = "closed"
    """This chapter has ended; the next one is being opened."""


@dataclass(frozen=True)
class Notice:
    """News, or the reason why a tap was refused."""

    code: str
    text: str
    zone: str | None = None
    """The zone whose error light it explains."""


@dataclass(frozen=True)
class Played:
    """A confirmed turn."""

    side: Side
    roll: tuple[int, int]
    play: str


@dataclass(frozen=True)
class Transient:
    """What is forgotten when the plug is pulled. It may only ever make the machine refuse more."""

    notice: Notice | None = None
    serial: int = 0
    """How many notices there were: tells apart two equal ones in a row."""
    showing: bool = False
    """Whether the lights show where the checkers stand."""
    dead: bool = False
    """Whether roll is deaf for a moment after a confirmation."""
    hint: tuple[Step, ...] = ()
    hint_wanted: bool = False
    hands_off: str | None = None
    """The input that must be released before anything counts again."""


@dataclass(frozen=True)
class State:
    """Everything the machine knows."""

    setup: Setup
    score: tuple[int, int]
    position: Position
    phase: Phase = Phase.ATTRACT
    under: Phase = Phase.ATTRACT
    """The phase that a menu, pause or resignation covers, or that a chapter was closed in."""
    side: Side | None = None
    """Whose turn it is."""
    commitment: str | None = None
    entropy: tuple[int | None, int | None] = (None, None)
    """White's and black's number for the dice."""
    secret: str | None = None
    """The dice secret, once revealed."""
    throws: tuple[tuple[int, int], ...] = ()
    """Every throw so far; in the opening white's die, then black's."""
    entered: tuple[int, ...] = ()
    """Hand-thrown dice entered so far for the next throw."""
    turn: Turn | None = None
    """The turn being played, or confirmed last."""
    plan: tuple[Step, ...] | None = None
    """A computer seat's play for this turn."""
    selected: int | None = None
    """The picked-up checker's track index."""
    plays: tuple[Played, ...] = ()
    result: Result | None = None
    resigned: bool = False
    """Whether the result is a resignation's."""
    next_chapter: Opened | None = None
    """What follows when this chapter is closed."""
    transient: Transient = Transient()

    @property
    def rules(self) -> RuleSet:
        """The rule set being played."""
        return self.setup.rules

    @property
    def computer_moves(self) -> bool:
        """Whether a computer seat is on turn."""
        return self.side is not None and not self.setup.is_human(self.side)

    @property
    def in_opening(self) -> bool:
        """Whether nobody has won the opening throw yet."""
        return self.side is None

    @property
    def shown_position(self) -> Position:
        """The position after the steps made so far."""
        live = self.active_phase in _WITH_TURN
        return self.turn.position if self.turn and live else self.position

    @property
    def active_phase(self) -> Phase:
        """The phase of play, looking under a menu, a pause or a resignation."""
        return self.under if self.phase in COVERS else self.phase

    def durable(self) -> State:
        """The state without what a pulled plug forgets."""
        return replace(self, transient=Transient())


COVERS = (Phase.MENU, Phase.PAUSED, Phase.RESIGNING, Phase.CLOSED)
_WITH_TURN = (Phase.MOVING, Phase.TURN_OVER, Phase.PASSING)


def opened(event: Opened) -> State:
    """The state that a chapter begins with.

    >>> opened(Opened(Setup())).phase
    <Phase.ATTRACT: 'attract'>
    """
    phase = Phase.OPENING if event.started else Phase.ATTRACT
    return State(event.setup, event.score, event.setup.rules.start, phase)


def played(turn: Turn, roll: tuple[int, int]) -> Played:
    """The record of a confirmed turn."""
    return Played(turn.side, roll, format_steps(turn.rules.layout, turn.steps))
