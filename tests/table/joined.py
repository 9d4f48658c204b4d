"""Two tables of one game, each at its own board: what one decides, the other receives."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from minigam.dice.shared_rolls import shared_roll
from minigam.rules.actions import Action, Begun, Promised, Rolled, Shared
from minigam.rules.game import Game
from minigam.rules.hash_chain import closed_action, encode_action
from minigam.rules.position import Side
from minigam.rules.terms import Terms
from minigam.table.effects import (
    CloseGame,
    Effect,
    GivePromise,
    GiveShare,
    RollDice,
    StartNextGame,
    wants,
)
from minigam.table.events import Elapsed, Event, Met, Opened, OtherBoard, Received, Tapped
from minigam.table.machine import step
from minigam.table.requests_to_other import (
    AnswerOffer,
    Leave,
    OfferResignation,
    Pause,
    ToOther,
    WithdrawOffer,
)
from minigam.table.setup import Setup, games_for
from minigam.table.snapshot import snapshot
from minigam.table.state import State, opened, resumed
from tests.rules.two_boards import CHAINS, MEETING
from tests.table.taps import taps_for

KINDS = (GivePromise, GiveShare, RollDice, CloseGame, StartNextGame)
"""What a daemon does at once for a table."""
BUTTONS: dict[str, Any] = {}
FELT: dict[str, Any] = {"felt": True}
SCREEN: dict[str, Any] = {"on_screen": True}


def terms_of(rules_id: str = "minigam", **others: Any) -> Terms:
    """The terms of Ann, with white, and Ben."""
    options = others.pop("options", ())
    others = {"meeting": MEETING, **others}
    return Terms(rules_id, options, names=("Ann", "Ben"), **others)


class Board:
    """One of the two boards."""

    def __init__(self, key: str, setup: Setup, chain: Sequence[bytes]) -> None:
        self.state: State = opened(Opened(replace(setup, key=key)))
        self.chain = chain
        self.journal: list[Action] = []
        """The game, as this board's journal has it."""
        self.sent: list[Action | ToOther] = []
        """What the other board has not received yet."""
        self.asked: list[ToOther] = []
        """All that was asked of the other board."""
        self.known = OtherBoard(connected=True)
        """What this board's daemon says of the other one."""

    def do(self, event: Event) -> None:
        """One event, and all that the table wants then."""
        self._follow(event)
        while effect := next((want for want in wants(self.state) if isinstance(want, KINDS)), None):
            self._follow(self._reply(effect))

    def _follow(self, event: Event) -> None:
        self.state = step(self.state, event)
        for action in self.state.decided:
            if isinstance(action, Begun):
                self.journal = [action]
            else:
                self.journal.append(action)
                self.sent.append(action)
        self.sent += self.state.asked
        self.asked += self.state.asked

    def _reply(self, effect: Effect) -> Event:
        game = self.state.game
        number = len(game.rolls) + 1
        match effect:
            case GivePromise(side):
                return Promised(side, self.chain[0].hex())
            case GiveShare(side):
                return Shared(side, self.chain[number].hex())
            case RollDice():
                white, black = (bytes.fromhex(shares[-1]) for shares in game.shares)
                one, other, *pawns = shared_roll(white, black, number, effect.pawns)
                return Rolled((one, other), tuple(pawns))
            case CloseGame():
                return closed_action(game, [encode_action(each) for each in self.journal])
            case StartNextGame(following):
                return following
        raise AssertionError(effect)

    def hear(self, **changes: Any) -> None:
        """The daemon says what has changed of the other board."""
        self.known = replace(self.known, **changes)
        self.do(self.known)

    def receive(self, action: Action) -> None:
        """The other board's action is in the journal before the table has it."""
        self.journal.append(action)
        self.do(Received(action))

    def restart(self) -> None:
        """The daemon starts again: it has the journal, and what is known of the other board."""
        self.state = resumed(Game.of(self.journal), self.state.agreed)
        self.hear()

    @property
    def own(self) -> Side:
        assert self.state.own is not None
        return self.state.own

    @property
    def code(self) -> str:
        """Of the last notice."""
        notice = self.state.transient.notice
        return notice.code if notice else ""

    @property
    def said(self) -> str:
        """Its words."""
        notice = self.state.transient.notice
        return notice.text if notice else ""

    @property
    def seen(self) -> dict[str, Any]:
        """What a display shows."""
        return snapshot(self.state, 1)

    @property
    def prompt(self) -> str:
        text: str = self.seen["prompt"]["text"]
        return text


class Joined:
    """Both boards: whatever one sends, the other gets before the next touch."""

    def __init__(
        self, terms: Terms, white: dict[str, Any] = BUTTONS, black: dict[str, Any] = BUTTONS
    ) -> None:
        games = games_for(terms.rules.layout.points)
        assert terms.meeting is not None
        self.white, self.black = (
            Board(key, Setup(games[0], games=games, **kind), chain)
            for key, kind, chain in zip(terms.meeting.boards, (white, black), CHAINS, strict=True)
        )
        for board in self.boards:
            board.do(Met(terms))
            board.hear()
        self.settle()

    @property
    def boards(self) -> tuple[Board, Board]:
        return self.white, self.black

    def tap(self, board: Board, *inputs: str) -> None:
        """Touches at one board; `wait` is until roll is no longer deaf."""
        for name in inputs:
            self.do(board, Elapsed("dead") if name == "wait" else Tapped(name, 1))

    def do(self, board: Board, event: Event) -> None:
        board.do(event)
        self.settle()

    def settle(self) -> None:
        """Deliver until both are silent; both have the same game then."""
        while any(board.sent for board in self.boards):
            for board, other in (self.boards, self.boards[::-1]):
                while board.sent:
                    _deliver(board, other, board.sent.pop(0))
        assert self.white.journal == self.black.journal
        white, black = (board.state.game for board in self.boards)
        assert white == black or white.terms.meeting != black.terms.meeting  # one has left

    def play_turn(self) -> Board:
        """The side on turn makes the first steps that it may, and confirms; its board."""
        board = self.acting
        while (turn := self.game.turn) and turn.next_steps:
            self.tap(board, *taps_for(board.state, turn.next_steps[0]))
        self.tap(board, "roll", "wait")
        return board

    @property
    def game(self) -> Game:
        return self.white.state.game

    @property
    def acting(self) -> Board:
        """The board of the side on turn, or of the one that has to answer."""
        return next(board for board in self.boards if board.own is self.game.acting)


def _deliver(sender: Board, receiver: Board, sent: Action | ToOther) -> None:
    match sent:
        case Pause(paused):
            sender.hear(paused=paused)
            receiver.hear(paused=paused)
        case Leave():
            receiver.hear(left=True)
        case OfferResignation(points):
            sender.hear(offered=points, answer=None)
            receiver.hear(offer=points)
        case WithdrawOffer():
            sender.hear(offered=None)
            receiver.hear(offer=None)
        case AnswerOffer(accept):
            sender.hear(offer=None)
            receiver.hear(answer=accept)
            receiver.hear(offered=None)
        case _:
            receiver.receive(sent)


def begun(
    terms: Terms | None = None, white: dict[str, Any] = BUTTONS, black: dict[str, Any] = BUTTONS
) -> Joined:
    """A game after its opening roll."""
    joined = Joined(terms or terms_of(), white, black)
    while joined.game.side is None:
        for board in joined.boards:
            joined.tap(board, "roll")
    return joined
