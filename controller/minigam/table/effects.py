"""Reads off a state what has to be done for it, such as a roll, and which timers run.

Effects are read off the state, never remembered beside it: after a restart the same state asks for
the same things again, and a thing already done is no longer asked for.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from minigam.rules.cube import CENTRED, Cube
from minigam.rules.game import Game
from minigam.rules.match import FRESH, Standing
from minigam.rules.plays import Turn
from minigam.rules.position import Position, Side
from minigam.rules.record import Played
from minigam.rules.ruleset import RuleSet
from minigam.rules.writer import writer
from minigam.table import computer_resigning
from minigam.table.computer_doubling import decides
from minigam.table.events import Opened
from minigam.table.proposals import asks_computer
from minigam.table.sensed import is_held_up
from minigam.table.state import Advice, CubeQuestion, Phase, State
from minigam.table.suggestions import next_planned
from minigam.table.teaching import awaits_reader, to_assess

COMPUTER_SECONDS = 1.0
"""How long a computer seat waits with its roll, and on a screen with each step, to be seen."""
VERDICT_SECONDS = 4.0
"""How long a computer seat waits with its roll while a person reads what a play gave away."""
WITHDRAW_SECONDS = 2.5
"""How long a computer seat waits with its answer to a double: time to withdraw a slip."""
PASS_SECONDS = 2.5
TIE_SECONDS = 2.0
DEAD_SECONDS = 0.8
NOTICE_SECONDS = 6.0
POSITION_SECONDS = 6.0


@dataclass(frozen=True)
class Commit:
    """Make a secret for the dice and say its hash."""


@dataclass(frozen=True)
class ChooseDiceNumber:
    """Give a computer seat's number for the dice."""

    side: Side


@dataclass(frozen=True)
class GivePromise:
    """Draw this board's seed for a game with another board, and promise it."""

    side: Side


@dataclass(frozen=True)
class GiveShare:
    """Give this board's secret for the coming roll to the other board."""

    side: Side


@dataclass(frozen=True)
class RollDice:
    """Roll the dice."""

    number: int
    pawns: int = 0
    """How many pawns are rolled with them."""


@dataclass(frozen=True)
class ChoosePlay:
    """Choose a computer seat's play, or a suggestion for a person."""

    turn: Turn
    level: str
    hint: bool
    cube: Cube = CENTRED
    standing: Standing = FRESH
    seed: str = ""
    """What decides among equal plays: see `seed_of`."""


@dataclass(frozen=True)
class AssessPlay:
    """Judge a person's play by exact values."""

    turn: Turn
    played: Played
    number: int
    """Which of all turns and doubles it was: see `events.Assessed`."""


@dataclass(frozen=True)
class FindBestPlay:
    """Find the best play of a turn by exact values, for a person who asks."""

    turn: Turn


@dataclass(frozen=True)
class _Decision:
    """What a computer seat has to know to decide about the cube, or to resign."""

    side: Side
    level: str
    rules: RuleSet
    position: Position
    cube: Cube
    """As it is now: before the double."""
    standing: Standing


class AnswerDouble(_Decision):
    """Answer a double for a computer seat."""


class DecideDouble(_Decision):
    """Decide whether a computer seat doubles before its roll."""


class JudgeToResign(_Decision):
    """Judge whether a computer seat had better resign before its roll, and for how much."""


@dataclass(frozen=True)
class AnswerResignation:
    """Answer a resignation for a computer seat."""

    level: str
    rules: RuleSet
    position: Position
    on_roll: Side
    """Whose turn it is; a roll that is being played counts as one to come."""
    resigns: Side
    points: int
    """What is offered: 1 for a single game, 2 for a gammon, 3 for a backgammon."""
    cube: Cube
    standing: Standing


@dataclass(frozen=True)
class Reveal:
    """Say the dice secret."""


@dataclass(frozen=True)
class CloseGame:
    """Write down what the game came to."""


@dataclass(frozen=True)
class StartNextGame:
    """Begin the next game."""

    following: Opened


@dataclass(frozen=True)
class Timer:
    """Say when some seconds have passed in this state."""

    name: str
    seconds: float
    mark: Hashable
    """Two timers of one name and different marks are different: the later starts anew."""


Effect = (
    Commit
    | ChooseDiceNumber
    | GivePromise
    | GiveShare
    | RollDice
    | ChoosePlay
    | AssessPlay
    | FindBestPlay
    | AnswerDouble
    | DecideDouble
    | AnswerResignation
    | JudgeToResign
    | Reveal
    | CloseGame
    | StartNextGame
)


def wants(state: State) -> tuple[Effect, ...]:
    """What must be done now, most urgent first.

    >>> from minigam.table.events import Opened
    >>> from minigam.table.setup import Setup
    >>> from minigam.table.state import opened
    >>> wants(opened(Opened(Setup(), started=True)))
    (Commit(),)
    """
    return tuple(_wants(state))


def _wants(state: State) -> Iterator[Effect]:
    shared = state.game.terms.shared
    if state.other.asking and state.next_game is None:
        return
    if shared and state.cover is not Phase.ATTRACT and state.phase is not Phase.STOPPED:
        yield from _shared_wants(state)
    if state.next_game or state.phase is Phase.GAME_OVER:
        yield from _closing_wants(state)
    elif state.phase is Phase.OPENING and not (state.setup.by_hand or shared):
        yield from _opening_wants(state)
    elif state.phase is Phase.THROWING and not shared:
        yield RollDice(len(state.game.rolls) + 1, state.game.pawns_to_roll)
    elif state.phase is Phase.DOUBLED and state.game.offered_by:
        if state.transient.cube is CubeQuestion.ASKED:
            yield _decision(state, state.game.offered_by.other, AnswerDouble)
    elif state.phase is Phase.RESIGNING and asks_computer(state):
        yield _resignation(state)
    elif state.phase is Phase.TO_THROW:
        if turn := to_assess(state):
            yield AssessPlay(turn, state.game.plays[-1], len(state.game.entries))
        elif state.game.side and computer_resigning.asks(state):
            yield _decision(state, state.game.side, JudgeToResign)
        elif state.game.side and state.transient.cube is CubeQuestion.ASKED:
            yield _decision(state, state.game.side, DecideDouble)
    elif state.phase in (Phase.MOVING, Phase.TURN_OVER) and state.turn:
        yield from _moving_wants(state, state.turn)


def _shared_wants(state: State) -> Iterator[Effect]:
    """What this board writes by itself in a game with another one, under a menu or a pause too."""
    game, side = state.game, writer(state.game)
    if not state.is_here(side) or state.is_left or state.other.asking:
        return
    if game.result:
        if game.closed is None:
            yield CloseGame()
    elif side.of(game.promises) is None:
        yield GivePromise(side)
    elif game.turn is None and not game.doubled:
        if all(map(game.has_shared, Side)):
            yield RollDice(len(game.rolls) + 1, game.pawns_to_roll)
        elif _gives_share(state, side):
            yield GiveShare(side)


def _gives_share(state: State, side: Side) -> bool:
    """Whether its player has pressed roll, or need not: for the other's roll, or as a computer."""
    side_on_turn = state.game.side
    if side_on_turn is None:
        return state.rolling or state.is_computer(side)
    return state.rolling or side_on_turn is not side


def _opening_wants(state: State) -> Iterator[Effect]:
    if state.game.commitment is None:
        yield Commit()
        return
    for side, number in zip(Side, state.game.numbers, strict=True):
        if number is None and not state.setup.is_human(side):
            yield ChooseDiceNumber(side)


def _closing_wants(state: State) -> Iterator[Effect]:
    """A game that is over, or abandoned for another one, first shows its dice secret."""
    game = state.game
    stored = state.cover is not Phase.ATTRACT and state.tutorial is None
    if state.game.terms.shared:
        stored = False  # see `_shared_wants`
    if stored and (game.result or game.abandoned):
        if game.commitment and game.secret is None:
            yield Reveal()
            return
        if game.has_begun and game.closed is None:
            yield CloseGame()
            return
    if state.next_game:
        yield StartNextGame(state.next_game)


def _decision(
    state: State, side: Side, decision: type[AnswerDouble | DecideDouble | JudgeToResign]
) -> AnswerDouble | DecideDouble | JudgeToResign:
    level, game = state.setup.seat(side), state.game
    return decision(side, level, game.rules, state.position, game.cube, game.standing)


def _resignation(state: State) -> AnswerResignation:
    game, by = state.game, state.proposal.by if state.proposal else Side.WHITE
    level, on_roll = state.setup.seat(by.other), game.side or by
    at_stake = game.cube, game.standing
    return AnswerResignation(
        level, game.rules, state.position, on_roll, by, state.resign_points, *at_stake
    )


def _moving_wants(state: State, turn: Turn) -> Iterator[Effect]:
    if state.computer_moves and state.plan is None:
        yield _choice(state, turn, state.setup.seat(turn.side))
    elif asked := state.asked_about:
        yield _question(state, asked)


def _question(state: State, turn: Turn) -> ChoosePlay | FindBestPlay:
    if state.transient.advice is Advice.PLAY:
        return FindBestPlay(turn)
    return _choice(state, turn, state.setup.hint_level, hint=True)


def _choice(state: State, turn: Turn, level: str, hint: bool = False) -> ChoosePlay:
    game = state.game
    return ChoosePlay(turn, level, hint, game.cube, game.standing, seed_of(game))


def seed_of(game: Game) -> str:
    """What decides among equal plays of a turn: the same for all of it, also after a restart.

    Everybody may know it: before a roll it says no more about a computer's play than an order that
    is always the same would, and the rolls to come depend on the secret, which nobody knows.

    >>> from minigam.table.setup import Setup
    >>> seed_of(Game.begin(Setup().terms()))
    'None ()'
    """
    return f"{game.commitment} {game.rolls}"


def timers(state: State) -> tuple[Timer, ...]:
    """The timers that should be running now."""
    return tuple(_timers(state))


def _timers(state: State) -> Iterator[Timer]:
    count = len(state.game.rolls)
    if state.transient.notice:
        yield Timer("notice", NOTICE_SECONDS, state.transient.serial)
    if state.transient.dead:
        yield Timer("dead", DEAD_SECONDS, count)
    if state.transient.showing:
        yield Timer("position", POSITION_SECONDS, count)
    if state.transient.hands_off or is_held_up(state) or state.other.asking:
        return
    if state.phase is Phase.OPENING and count and not state.setup.by_hand:
        yield Timer("again", TIE_SECONDS, count)
    if state.phase is Phase.PASSING and not state.setup.by_hand and not state.awaits_away:
        yield Timer("pass", PASS_SECONDS, count)
    seconds = VERDICT_SECONDS if awaits_reader(state) else COMPUTER_SECONDS
    if decides(state):
        seconds = WITHDRAW_SECONDS if state.phase is Phase.DOUBLED else seconds
        if state.transient.cube in (CubeQuestion.NONE, CubeQuestion.WAITING):
            yield Timer("cube", seconds, (count, seconds))
    elif state.setup.on_screen and next_planned(state) and state.turn:
        yield Timer("step", COMPUTER_SECONDS, (count, len(state.turn.steps)))
    elif state.phase is Phase.TO_THROW and state.computer_moves and not state.setup.by_hand:
        yield Timer("computer", seconds, (count, seconds))
