"""The whole of a game at the table, as one immutable value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from minigam.game.clock import Clock, wound
from minigam.game.events import Felt, Opened, Sealed
from minigam.game.setup import Setup
from minigam.rules.cube import CENTRED, Cube
from minigam.rules.match import Score, Standing, is_over
from minigam.rules.notation import format_steps
from minigam.rules.pawns import thrown_with
from minigam.rules.plays import Result, Turn
from minigam.rules.position import Position, Side
from minigam.rules.record import Action, Played, Start
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import Step
from minigam.words import Words


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
    DOUBLED = "doubled"
    """A double waits to be taken or dropped."""
    RESIGNING = "resigning"
    """A resignation waits to be proposed, or accepted: see `consent`."""
    SETTING_UP = "setting-up"
    """Likewise, that the set-up was wrong."""
    GAME_OVER = "game-over"
    """The result stands; zones stand for what comes next."""
    CLOSED = "closed"
    """This chapter has ended; the next one is being opened."""


@dataclass(frozen=True)
class Notice:
    """News, or the reason why a tap was refused."""

    code: str
    text: Words
    zone: str | None = None
    """The zone whose error light it explains."""


class Advice(Enum):
    """What somebody wants to know before a turn ends."""

    STEP = "step"
    """The next step."""
    PLAY = "play"
    """The whole of the turn, from its beginning."""


class CubeQuestion(Enum):
    """How far a computer seat has come with its decision to double before its roll."""

    NONE = "none"
    """It has nothing to decide, or the question was forgotten."""
    WAITING = "waiting"
    """It lets a moment pass, in which the last play can be taken back."""
    ASKED = "asked"
    """Its decision is awaited."""
    ROLLS = "rolls"
    """It does not double: its dice, thrown by hand, may be entered."""


@dataclass(frozen=True)
class Verdict:
    """What a person's play gave away: see `events.Assessed`."""

    played: Played
    best: str
    win: float
    equity: float

    @property
    def was_best(self) -> bool:
        """Whether no play was better."""
        return self.equity == 0


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
    advice: Advice | None = None
    """What was asked for since the last touch."""
    advised: tuple[Step, ...] | None = None
    """The steps that answer it, as soon as they are known."""
    judged: int = 0
    """How many turns and doubles there were when a play was judged last, or could not be."""
    verdict: Verdict | None = None
    """On the play that a person confirmed last."""
    full: bool = False
    """Whether the disk has no room for another game."""
    hands_off: str | None = None
    """The input that must be released before anything counts again."""
    cursor: int = 0
    """Which of the things to choose from a board without zones to tap offers now."""
    felt: Felt | None = None
    """What the board shows that is not expected, where it feels its checkers."""
    cube: CubeQuestion = CubeQuestion.NONE
    """Whether a computer seat doubles before its roll."""


@dataclass(frozen=True)
class Picked:
    """A checker that is picked up, and the places tapped for it since."""

    place: int
    """Its track index."""
    face: str = ""
    """Its face, where checkers have them."""
    larger: bool = False
    """Whether of two dice that take it to the same place the larger is spent."""
    path: tuple[int, ...] = ()
    partner: str = ""
    """The face of the pawn that it changes places with."""


@dataclass(frozen=True)
class Proposal:
    """What a side has proposed and the other one has not answered; the phase says what it is."""

    by: Side
    own_button: bool
    """Whether its own roll button said so: then the other's own answers."""


@dataclass(frozen=True)
class State:
    """Everything the machine knows."""

    setup: Setup
    standing: Standing
    """Where the match stood when this game began."""
    score: Score
    """White's and black's points now."""
    position: Position
    phase: Phase = Phase.ATTRACT
    choosing_rules: bool = False
    """Whether, while nobody plays, zones stand for the rules' options: see `rule_choices`."""
    under: Phase = Phase.ATTRACT
    """The phase that a menu, pause or proposal covers, or that a chapter was closed in."""
    side: Side | None = None
    """Whose turn it is."""
    starter: Side | None = None
    """Who begins without an opening throw."""
    start: Start | None = None
    """Where the game began; None: as its rules say."""
    swapped: bool = False
    """Whether the sides have changed colours after the opening throw."""
    cube: Cube = CENTRED
    offered_by: Side | None = None
    """Who has doubled and waits for an answer."""
    commitment: str | None = None
    entropy: tuple[int | None, int | None] = (None, None)
    """White's and black's number for the dice."""
    secret: str | None = None
    """The dice secret, once revealed."""
    throws: tuple[tuple[int, int], ...] = ()
    """Every throw so far; in the opening white's die, then black's."""
    pawns: tuple[tuple[int, ...], ...] = ()
    """The numbers of the pawns thrown with each throw."""
    entered: tuple[int, ...] = ()
    """Hand-thrown dice entered so far for the next throw."""
    turn: Turn | None = None
    """The turn being played, or confirmed last."""
    plan: tuple[Step, ...] | None = None
    """A computer seat's play for this turn."""
    selected: Picked | None = None
    actions: tuple[Action, ...] = ()
    """Every turn and double so far."""
    proposal: Proposal | None = None
    """What waits for the other side's consent."""
    needs_consent: bool = True
    """Whether anything does: see `Opened.consent`."""
    resign_points: int = 1
    """What a resignation is offered for: 1, or 2 for a gammon, 3 for a backgammon."""
    rebuilding: Side | None = None
    """Which side is set up again after a spill, on a board that feels its checkers."""
    clock: Clock | None = None
    """What time each side has, where there is a clock."""
    result: Result | None = None
    """Who has won, and the points that the match counts."""
    ended_by: str = "off"
    """How: `off`, `resigned`, `dropped` or `time`."""
    seal: Sealed | None = None
    """What the game came to, as it was written down when it was over or abandoned."""
    next_chapter: Opened | None = None
    """What follows when this chapter is closed."""
    transient: Transient = Transient()

    @property
    def rules(self) -> RuleSet:
        """The rule set being played."""
        return self.setup.rules

    @property
    def first(self) -> Start:
        """Where the checkers and the cube stood before the first throw."""
        return self.start or Start(self.rules.start)

    @property
    def plays(self) -> tuple[Played, ...]:
        """Every confirmed turn."""
        return tuple(action for action in self.actions if isinstance(action, Played))

    @property
    def asked_about(self) -> Turn | None:
        """The turn that advice is still wanted on: as it stands, or from its beginning."""
        advice, turn = self.transient.advice, self.turn
        if advice is None or self.transient.advised is not None or turn is None:
            return None
        return turn.with_steps(()) if advice is Advice.PLAY else turn

    @property
    def match_over(self) -> bool:
        """Whether a side has won the match."""
        return is_over(self.rules, self.score)

    @property
    def has_begun(self) -> bool:
        """Whether dice were thrown or promised, or it begins elsewhere: else nobody has played."""
        return bool(self.throws or self.commitment or self.start)

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
        live = self.active_phase in WITH_TURN
        return self.turn.position if self.turn and live else self.position

    @property
    def active_phase(self) -> Phase:
        """The phase of play, looking under a menu, a pause or a proposal."""
        return self.under if self.phase in COVERS else self.phase

    def durable(self) -> State:
        """The state without what a pulled plug forgets."""
        return self if self.transient == Transient() else replace(self, transient=Transient())

    def lasts_like(self, other: State) -> bool:
        """Whether a pulled plug would leave the same of both."""
        return self is other or replace(self, transient=other.transient) == other


def with_colours_changed(state: State) -> State:
    """The same game, the players having changed colours: whoever was to play still is."""
    return replace(
        state,
        setup=state.setup.swapped(),
        standing=replace(state.standing, score=state.standing.score[::-1]),
        score=state.score[::-1],
        side=state.side.other if state.side else None,
        swapped=not state.swapped,
        clock=state.clock.swapped() if state.clock else None,
    )


Throw = tuple[tuple[int, int], tuple[int, ...]]
"""Two dice, and the pawns thrown with them."""


def opening_throws(state: State) -> tuple[Throw, ...]:
    """The throws that decided who begins: ties, and the last one."""
    if state.starter:
        return ()
    throws = tuple(zip(state.throws, state.pawns, strict=True))
    ties = next((n for n, (dice, _) in enumerate(throws) if dice[0] != dice[1]), len(throws))
    return throws[: ties + 1]


def unplayed_throws(state: State) -> tuple[Throw, ...]:
    """The throws that are to be played, and are not yet confirmed."""
    throws, opening = tuple(zip(state.throws, state.pawns, strict=True)), opening_throws(state)
    decided = bool(opening) and opening[-1][0][0] != opening[-1][0][1]
    first = opening[-1:] if decided and not state.rules.throws_again else ()
    return (*first, *throws[len(opening) :])[len(state.plays) :]


def pawns_to_throw(state: State) -> int:
    """How many pawns the next throw rolls along."""
    return thrown_with(state.rules, state.position, state.side)


COVERS = (
    *(Phase.MENU, Phase.PAUSED, Phase.RESIGNING, Phase.SETTING_UP),
    *(Phase.DOUBLED, Phase.CLOSED),
)
WITH_TURN = (Phase.MOVING, Phase.TURN_OVER, Phase.PASSING)


def opened(event: Opened) -> State:
    """The state that a chapter begins with.

    >>> opened(Opened(Setup())).phase
    <Phase.ATTRACT: 'attract'>
    """
    phase = Phase.OPENING if event.started else Phase.ATTRACT
    starter, side = event.starter, None
    if event.started and starter and event.setup.by_hand:  # no opening throw, and no presses
        phase, side = Phase.TO_THROW, starter
    standing = Standing(event.score, event.crawford_played)
    rules = event.setup.rules
    clock, first = wound(event.setup.limits, event.banks), event.start or Start(rules.start)
    state = State(event.setup, standing, event.score, first.position, phase, cube=first.cube)
    state = replace(state, side=side, starter=starter, start=event.start, clock=clock)
    return replace(state, needs_consent=event.consent)


def played(state: State, turn: Turn) -> Played:
    """The record of a confirmed turn."""
    text = format_steps(turn.rules.layout, turn.steps)
    dice, pawns = unplayed_throws(state)[0]
    return Played(turn.side, dice, text, pawns)
