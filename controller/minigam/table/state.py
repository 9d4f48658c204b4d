"""A game at the table as one immutable value: the game itself, and what people do about it.

The journal holds the game, as the actions that `act` applies; all else is forgotten when the plug
is pulled, and only ever makes the table refuse more.
"""

from dataclasses import dataclass, field, replace
from enum import Enum

from minigam.rules.actions import Action, Begun
from minigam.rules.assessment import PlayAssessment
from minigam.rules.game import Game
from minigam.rules.plays import Turn
from minigam.rules.position import Position, Side
from minigam.rules.steps import Step
from minigam.rules.writer import writer
from minigam.table.events import ASKING, NOBODY, UNHEARD, Felt, Invites, Opened, OtherBoard
from minigam.table.requests_to_other import ToOther
from minigam.table.setup import Setup
from minigam.words import Words


class Phase(Enum):
    """What the table waits for."""

    ATTRACT = "attract"
    """Nobody plays: zones set up the next game, roll starts it."""
    OPENING = "opening"
    """Each side gives its press (or die) for the opening roll."""
    THROWING = "throwing"
    """The dice were asked for and are on their way."""
    TO_THROW = "to-throw"
    """The side on turn may roll."""
    COPYING = "copying"
    """The play that the other board has confirmed is made by hand at this one."""
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
    """A resignation waits to be proposed, or accepted: see `proposals`."""
    SETTING_UP = "setting-up"
    """Likewise, that the set-up was wrong."""
    GAME_OVER = "game-over"
    """The result stands; zones stand for what comes next."""
    STOPPED = "stopped"
    """The game with the other board cannot go on: it can only be left."""
    CLOSED = "closed"
    """This game has ended; the next one is being opened."""


FREE = (Phase.ATTRACT, Phase.GAME_OVER, Phase.STOPPED)
"""The phases in which no game is left for another one."""


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
    """How far a computer seat has come with its decision to double before its roll, or to take."""

    NONE = "none"
    """It has nothing to decide, or the question was forgotten."""
    WAITING = "waiting"
    """It lets a moment pass, in which the last play or the double can be taken back."""
    ASKED = "asked"
    """Its decision is awaited."""
    ROLLS = "rolls"
    """It does not double: its dice, rolled by hand, may be entered."""


@dataclass(frozen=True)
class Transient:
    """What is said and asked for at the moment."""

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
    verdict: PlayAssessment | None = None
    """On the play that a person confirmed last."""
    full: bool = False
    """Whether the disk has no room for another game."""
    invites: Invites = NOBODY
    """The board's invitation to another one."""
    hands_off: str | None = None
    """The input that must be released before anything counts again."""
    cursor: int = 0
    """Which of the things to choose from a board without zones to tap offers now."""
    felt: Felt | None = None
    """What the board shows that is not expected, where it feels its checkers."""
    cube: CubeQuestion = CubeQuestion.NONE
    """Whether a computer seat doubles before its roll."""
    judged_to_resign: int = -1
    """How many turns and doubles there were when a computer seat saw last whether to resign.
    -1: it has not."""
    resigned: int = 0
    """The most that a computer seat has offered to resign for in this game."""


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
class Tutorial:
    """How far the first game has come: see `lessons`."""

    learnt: int = 0
    """How many lessons are over."""


@dataclass(frozen=True)
class State:
    """Everything the table knows."""

    setup: Setup
    """As agreed for this game, and what else could be."""
    game: Game
    cover: Phase | None = None
    """What lies over the game: nobody plays yet, a menu, a pause or a proposal."""
    rolling: bool = False
    """Whether the dice were asked for."""
    choosing_rules: bool = False
    """Whether, while nobody plays, zones stand for the rules' options: see `rule_choices`."""
    entered: tuple[int, ...] = ()
    """Hand-rolled dice entered so far for the next roll."""
    plan: tuple[Step, ...] | None = None
    """A computer seat's play for this turn."""
    selected: Picked | None = None
    proposal: Proposal | None = None
    """What waits for the other side's consent."""
    resign_points: int = 1
    """What a resignation is offered for: 1, or 2 for a gammon, 3 for a backgammon."""
    rebuilding: Side | None = None
    """Which side is set up again after a spill, on a board that feels its checkers."""
    next_game: Opened | None = None
    """What follows when this game is left."""
    before: Setup | None = None
    """What was set up before the first game, or one that is played on, and is again after it."""
    tutorial: Tutorial | None = None
    """In the first game, of which the journal holds nothing; None in every other."""
    other: OtherBoard = UNHEARD
    """What is known of the other board, in a game with one."""
    copied: tuple[int, int] = (0, 0)
    """How many steps of the other board's last play are made by hand here, after so many rolls:
    the rolls come first."""
    decided: tuple[Action, ...] = field(default=(), compare=False)
    """What the last event has decided, for the journal."""
    asked: tuple[ToOther, ...] = field(default=(), compare=False)
    """What the last event asks of the other board beside that."""
    transient: Transient = Transient()

    # The game

    @property
    def agreed(self) -> Setup:
        """What is set up when this game is left."""
        return self.before or self.setup

    @property
    def position(self) -> Position:
        """The position before the roll being played; the last one of a game that is over."""
        return self.game.shown_position if self.game.result else self.game.position

    @property
    def turn(self) -> Turn | None:
        """The turn being played, or confirmed last."""
        return (
            None if self.game.result and self.game.turn else self.game.turn or self.game.confirmed
        )

    # Phases

    @property
    def phase(self) -> Phase:
        """What the table waits for."""
        if self.other.stopped or self.is_deserted:
            return Phase.CLOSED if self.cover is Phase.CLOSED else Phase.STOPPED
        return self.cover or self.under

    @property
    def is_free(self) -> bool:
        """Whether another game can begin, and none is left for it."""
        return self.phase in FREE and self.tutorial is None

    @property
    def under(self) -> Phase:
        """The phase of play, whatever covers it."""
        game = self.game
        if game.result:
            return Phase.GAME_OVER
        if game.doubled:
            return Phase.DOUBLED
        if turn := game.turn:
            ended = Phase.TURN_OVER if turn.steps else Phase.PASSING
            return Phase.MOVING if turn.next_steps else ended
        if self.rolling or self._owes_opening or self._awaits_dice:
            return Phase.THROWING
        if self.to_copy:
            return Phase.COPYING
        return Phase.OPENING if game.side is None else Phase.TO_THROW

    @property
    def _owes_opening(self) -> bool:
        """Whether both sides have pressed for the opening roll, and it has not come yet."""
        return self.in_opening and not self.game.rolls and None not in self.game.numbers

    @property
    def active_phase(self) -> Phase:
        """The phase of play, looking under a menu, a pause, a proposal or a double."""
        if self.cover is Phase.ATTRACT:
            return Phase.ATTRACT
        return Phase.TO_THROW if self.under is Phase.DOUBLED else self.under

    @property
    def asked_about(self) -> Turn | None:
        """The turn that advice is still wanted on: as it stands, or from its beginning."""
        advice, turn = self.transient.advice, self.turn
        if advice is None or self.transient.advised is not None or turn is None:
            return None
        return turn.with_steps(()) if advice is Advice.PLAY else turn

    @property
    def is_set_out(self) -> bool:
        """Whether people put checkers where it is played on from, on a board that feels none."""
        unseen = not (self.setup.felt or self.setup.by_hand or self.cover)
        return unseen and self.game.terms.is_played_on and not self.game.rolls

    @property
    def computer_moves(self) -> bool:
        """Whether a computer seat of this board is on turn."""
        return self.game.side is not None and self.is_computer(self.game.side)

    @property
    def in_opening(self) -> bool:
        """Whether nobody has won the opening roll yet."""
        return self.game.side is None

    # Two boards

    def is_here(self, side: Side) -> bool:
        """Whether a side plays at this board; else another board decides for it."""
        meeting = self.game.terms.meeting
        if meeting is None or not meeting.shared:
            return True
        return side.of(meeting.boards) == self.setup.key

    def is_person(self, side: Side) -> bool:
        """Whether a person at this board plays a side."""
        return self.is_here(side) and self.setup.is_human(side)

    def is_computer(self, side: Side) -> bool:
        """Whether a computer seat of this board plays a side."""
        return self.is_here(side) and not self.setup.is_human(side)

    @property
    def away(self) -> Side | None:
        """The side at the other board; None in a game at one board."""
        return next((side for side in Side if not self.is_here(side)), None)

    @property
    def own(self) -> Side | None:
        """The side at this board, in a game with another one."""
        return self.away.other if self.away else None

    @property
    def awaits_away(self) -> bool:
        """Whether the other board acts next, and nothing can be played here until it has.

        In the opening, and while its play is made by hand here, this board's player is awaited.
        """
        game = self.game
        if not game.terms.shared or game.result:
            return False
        if self.other.asking:
            return True
        return self.under not in (Phase.OPENING, Phase.COPYING) and not self.is_here(writer(game))

    @property
    def is_deserted(self) -> bool:
        """Whether the player at the other board has left an unfinished game."""
        return self.other.left and self.game.terms.shared and self.game.result is None

    @property
    def is_left(self) -> bool:
        """Whether this board's player has left an unfinished game."""
        return self.cover is Phase.CLOSED and self.game.result is None

    @property
    def to_copy(self) -> tuple[Step, ...]:
        """The steps of the other board's last play that are still to be made by hand here.

        A board that feels its checkers sees by itself what is missing, and a screen draws it.
        """
        turn, own = self.game.confirmed, self.own
        if own is None or turn is None or turn.side is own or self.game.side is not own:
            return ()
        if self.setup.felt or self.setup.on_screen:
            return ()
        rolls, made = self.copied
        return turn.steps[made if rolls == len(self.game.rolls) else 0 :]

    @property
    def _awaits_dice(self) -> bool:
        """Whether the players have done their part, and both boards' secrets are on their way."""
        game, own = self.game, self.own
        if own is None:
            return False
        if game.side is None:
            return game.has_shared(own) or (
                None in game.promises and game.terms.starter is not None
            )
        return game.roll_is_due


def act(state: State, *following: Action) -> State:
    """The state in which that is decided; raise `IllegalPlayError` where it may not be."""
    game = state.game.follow(following)
    setup = state.setup
    if game.terms is not state.game.terms:
        setup = setup.agreeing(game.terms)
    return replace(state, setup=setup, game=game, decided=(*state.decided, *following))


def set_up(state: State, setup: Setup) -> State:
    """The state while nobody plays, with another agreement."""
    return replace(state, setup=setup, game=Game.begin(setup.terms()))


def begin(state: State) -> State:
    """The game that was set up begins."""
    begun = Begun(state.game.terms)
    return replace(state, cover=None, choosing_rules=False, decided=(*state.decided, begun))


WITH_TURN = (Phase.MOVING, Phase.TURN_OVER, Phase.PASSING)


def opened(event: Opened) -> State:
    """The state that a game begins with, or is set up in.

    >>> opened(Opened(Setup())).phase
    <Phase.ATTRACT: 'attract'>
    """
    terms = event.terms or event.setup.terms(
        event.standing, event.starter, event.banks, event.start
    )
    state = State(event.setup, Game.begin(terms), cover=Phase.ATTRACT, before=event.before)
    if not event.started:
        return state
    return _set_out(begin(state)) if event.start else begin(state)


def _set_out(state: State) -> State:
    """The game that has begun elsewhere: a board that feels checkers cannot tell whose they are."""
    put = Words(
        "The game is played on from there: put every checker where the lights show.",
        page="The game is played on from there.",
        watching="A game is played on from an earlier one.",
    )
    transient = replace(state.transient, notice=Notice("played-on", put), serial=1, showing=True)
    return replace(state, rebuilding=Side.WHITE if state.setup.felt else None, transient=transient)


def resumed(game: Game, setup: Setup, *, left: bool = False) -> State:
    """The state of a game that goes on: menus are closed, and nothing is said.

    With a clock it is paused until somebody is there: nobody's time runs, and no computer plays on
    until it would. `setup` was agreed last at this board, and says what else could be. `left`:
    whether this board has left it, which no action of a game between two boards says.
    """
    before = setup if game.terms.is_played_on or game.terms.shared else None
    is_timed = game.clock is not None and game.result is None
    cover = Phase.PAUSED if is_timed else None
    other = ASKING if game.terms.shared and game.closed is None else UNHEARD
    state = State(setup.agreeing(game.terms), game, cover=cover, before=before, other=other)
    if game.abandoned or (left and game.terms.shared and game.result is None):
        return replace(state, cover=Phase.CLOSED, next_game=Opened(state.agreed))
    return state
