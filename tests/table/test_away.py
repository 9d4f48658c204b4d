"""The table of a game between two boards: two tables, each of which receives what the other does.

In each game here Ann has white and Ben black; black wins the opening roll with 2 and 3.
"""

import random
from dataclasses import replace
from typing import Any

import pytest

from minigam.errors import IllegalPlayError, RequestError
from minigam.rules.actions import Begun, Named, Resigned, Rolled, TimePassed
from minigam.rules.clock import TimeControl
from minigam.rules.game import Game
from minigam.rules.meeting import Meeting
from minigam.rules.position import Side
from minigam.rules.record import RESIGNED
from minigam.rules.terms import Terms
from minigam.table import timing
from minigam.table.effects import GiveShare, timers, wants
from minigam.table.events import (
    ASKING,
    Command,
    Commanded,
    Elapsed,
    Event,
    Held,
    Moved,
    Opened,
    Received,
    ResignationAnswered,
    Tapped,
)
from minigam.table.machine import step
from minigam.table.requests_to_other import (
    AnswerOffer,
    Leave,
    OfferResignation,
    Pause,
    WithdrawOffer,
)
from minigam.table.setup import Setup
from minigam.table.state import Phase, opened, resumed
from minigam.words import Words
from tests.rules.two_boards import MEETING
from tests.table.joined import BUTTONS, FELT, SCREEN, Joined, begun, terms_of
from tests.table.play import started
from tests.table.random_pairs import RandomPair
from tests.tiers import some

ON_TURN = "Ben is on turn at the other board."
GAMES: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    ("minigam", ()),
    ("backgammon", (("length", "3"),)),
    ("backgammon-money", ()),
    ("hypergammon", ()),
    ("backgammon-dice-basic", ()),
    ("plakoto", ()),
)
ROLL = Tapped("roll", 1)
BOARDS = (BUTTONS, FELT, SCREEN)


def after_a_turn(**kinds: Any) -> Joined:
    """Ben has played, and Ann is to copy his play, or to roll."""
    joined = begun(**kinds)
    joined.play_turn()
    return joined


def played_at_random(number: int) -> RandomPair:
    rules_id, options = GAMES[number % len(GAMES)]
    rng = random.Random(number)
    terms = terms_of(rules_id, options=options)
    pair = RandomPair(terms, rng.choice(BOARDS), rng.choice(BOARDS))
    pair.rng, pair.restarts = rng, rng.choice((0, 0.02))
    pair.play()
    return pair


@pytest.mark.parametrize("number", [0])
def test_a_whole_game_by_touches_at_both_boards(number: int) -> None:
    pair = played_at_random(number)
    assert [board.state.phase for board in pair.boards] == [Phase.GAME_OVER] * 2
    assert pair.game.closed


@pytest.mark.parametrize("number", some(range(1, 40), 13))
def test_whole_games_of_every_kind_at_boards_of_every_kind(number: int) -> None:
    assert played_at_random(number).game.closed


def test_black_may_press_for_the_opening_roll_before_white() -> None:
    joined = Joined(terms_of())
    joined.tap(joined.black, "roll")
    assert (joined.black.prompt, joined.game.shares) == (
        "Ann presses roll at the other board.",
        ((), ()),
    )
    assert joined.black.seen["waits_for"] == "white"
    joined.tap(joined.white, "roll")
    assert joined.game.rolls == (((2, 3), ()),)
    assert [board.state.phase for board in joined.boards] == [Phase.MOVING] * 2


def test_white_shares_at_once_and_waits_for_black() -> None:
    joined = Joined(terms_of())
    joined.tap(joined.white, "roll", "roll")
    assert [len(shares) for shares in joined.game.shares] == [1, 0]
    assert (joined.white.code, joined.white.said) == (
        "away",
        "Ben presses roll at the other board.",
    )
    assert joined.white.seen["waits_for"] == "black"
    joined.white.restart()
    assert joined.white.state.phase is Phase.THROWING


@pytest.mark.parametrize(
    "event",
    [
        Moved("bar-white", "point-2"),
        Held("roll"),
        Commanded(Command.DOUBLE),
        Commanded(Command.HINT),
        Commanded(Command.BEST_PLAY),
        Commanded(Command.RESIGN),
    ],
)
def test_nothing_is_played_here_while_the_other_board_acts(event: Any) -> None:
    joined = begun()
    before = joined.white.state
    after = step(before, event)
    assert after.transient.notice
    assert (after.transient.notice.code, after.transient.notice.text) == ("away", ON_TURN)
    assert (after, after.decided, after.asked) == (
        replace(before, transient=after.transient),
        (),
        (),
    )


def test_what_a_display_shows_of_the_other_side() -> None:
    joined = begun()
    white, black = joined.white.seen, joined.black.seen
    assert white["away"] == {
        "side": "black",
        "connected": True,
        "awaited": True,
        "left": False,
        "stopped": None,
    }
    assert [white[name] for name in ("sources", "targets", "may_end", "commands")] == [
        [],
        [],
        False,
        ["menu", "new-game"],
    ]
    assert not white["controls"]["roll"]["live"]
    assert not white["controls"]["undo"]["live"]
    assert (black["away"]["side"], black["away"]["awaited"]) == ("white", False)
    assert black["sources"]
    joined.white.hear(connected=False)
    assert joined.white.prompt == (
        f"{ON_TURN} Ben's board is not connected: the game goes on when it is."
    )
    joined.white.hear(cut_off=True)
    assert joined.white.prompt == (
        f"{ON_TURN} This board has no connection to its broker: the game goes on when it has."
    )
    assert opened(Opened(Setup())).away is None


def test_a_received_action_is_never_among_what_is_to_be_stored() -> None:
    joined = begun()
    stepped = joined.play_turn().journal[6]
    state = begun().white.state
    after = step(state, Received(stepped))
    assert after.decided == ()
    assert after.game.turn
    assert len(after.game.turn.steps) == 1


def test_nothing_is_received_in_a_game_at_one_board() -> None:
    state = opened(Opened(Setup(), started=True))
    with pytest.raises(IllegalPlayError, match="between two boards"):
        step(state, Received(Rolled((5, 2))))


def test_a_share_for_the_other_sides_roll_is_given_by_itself_under_a_menu_too() -> None:
    joined = after_a_turn(white=SCREEN)
    joined.do(joined.black, Commanded(Command.MENU))
    joined.tap(joined.white, "roll")
    assert joined.game.turn
    assert joined.game.turn.side is Side.WHITE
    assert joined.black.state.phase is Phase.MENU


def test_an_own_roll_needs_a_press_and_the_other_boards_share() -> None:
    joined = after_a_turn(white=SCREEN)
    white = joined.white
    assert wants(white.state) == ()
    pressed = step(white.state, ROLL)
    assert wants(pressed) == (GiveShare(Side.WHITE),)
    white.do(ROLL)
    assert white.state.phase is Phase.THROWING
    assert white.state.awaits_away
    white.restart()
    assert white.state.phase is Phase.THROWING
    joined.settle()
    assert white.state.phase in (Phase.MOVING, Phase.PASSING)


# Copying


def test_the_other_sides_play_is_made_by_hand_step_by_step() -> None:
    joined = after_a_turn()
    white, steps = joined.white, joined.game.plays[-1]
    assert (white.state.phase, steps.side) == (Phase.COPYING, Side.BLACK)
    first = white.seen["step"]
    assert white.prompt.startswith("Make Ben's move: black's bar to ")
    joined.tap(white, "bar-white")
    assert (white.code, white.said.partition(":")[0]) == ("away-step", "First make Ben's move")
    joined.do(white, Commanded(Command.DOUBLE))
    assert (white.code, white.state.phase) == ("away-step", Phase.COPYING)
    joined.tap(white, first["from"], first["to"])
    second = white.seen["step"]
    joined.tap(white, "undo")
    assert white.seen["step"] == first
    joined.tap(white, "undo")
    assert white.code == "nothing-to-undo"
    joined.tap(white, first["to"], second["to"])
    assert (white.state.phase, white.seen["step"]) == (Phase.TO_THROW, None)
    white.restart()
    assert (white.state.phase, white.seen["step"]) == (Phase.COPYING, first)
    joined.tap(white, "roll")
    assert (white.state.phase, white.state.transient.dead) == (Phase.TO_THROW, True)
    assert len(joined.game.rolls) == 1


@pytest.mark.parametrize("kind", [FELT, SCREEN])
def test_a_board_that_feels_or_draws_its_checkers_asks_for_no_copy(kind: dict[str, Any]) -> None:
    assert after_a_turn(white=kind).white.state.phase is Phase.TO_THROW


def test_a_confirmed_play_counts() -> None:
    joined = after_a_turn(white=SCREEN)
    joined.tap(joined.white, "undo")
    assert joined.white.said == "A confirmed play counts: both boards have it."
    joined.tap(joined.black, "undo")
    assert joined.black.said == "Ann is on turn at the other board."


# The clock


def test_each_board_measures_its_own_sides_time() -> None:
    joined = begun(terms_of(clock=TimeControl("1:00+2")))
    white, black = joined.white.state, joined.black.state
    assert (timing.running(white), timing.running(black)) == (None, (Side.BLACK, 0))
    assert timing.displayed(white) == timing.displayed(black) == (Side.BLACK, 0)
    joined.do(joined.black, TimePassed(5000))
    assert joined.white.seen["clock"] == joined.black.seen["clock"]


# Resignation, pause, leaving


def offered() -> Joined:
    """Ben has offered to resign."""
    joined = begun()
    joined.do(joined.black, Commanded(Command.RESIGN))
    joined.tap(joined.black, "roll")
    return joined


def test_a_resignation_is_offered_and_accepted() -> None:
    joined = offered()
    assert joined.black.asked == [OfferResignation(1)]
    assert joined.black.prompt.endswith("Ann has to answer at the other board; undo takes it back.")
    joined.tap(joined.black, "wait", "roll")
    assert joined.black.code == "resigning"
    assert (joined.white.state.phase, joined.white.seen["proposal"]) == (
        Phase.RESIGNING,
        {"what": "resignation", "by": "black", "answers": "white", "points": 1},
    )
    joined.white.restart()
    joined.black.restart()
    assert [board.state.phase for board in joined.boards] == [Phase.RESIGNING] * 2
    joined.tap(joined.white, "bar-white")
    assert joined.white.asked == [AnswerOffer(True)]
    assert Resigned(Side.BLACK, 1) in joined.white.journal
    assert joined.game.ended_by == RESIGNED


def test_a_resignation_is_declined() -> None:
    joined = offered()
    joined.tap(joined.white, "off-white")
    assert joined.white.asked == [AnswerOffer(False)]
    assert (joined.black.code, joined.black.said) == ("declined", "Ann plays on.")
    assert [board.state.phase for board in joined.boards] == [Phase.MOVING] * 2


def test_a_resignation_is_taken_back() -> None:
    joined = offered()
    joined.tap(joined.black, "undo")
    assert joined.black.asked == [OfferResignation(1), WithdrawOffer()]
    assert [board.state.phase for board in joined.boards] == [Phase.MOVING] * 2


def test_a_computer_of_this_board_answers_a_resignation() -> None:
    joined = Joined(terms_of(seats=("easy", "human")))
    joined.tap(joined.black, "roll")
    joined.do(joined.black, Commanded(Command.RESIGN))
    joined.tap(joined.black, "roll")
    joined.do(joined.white, ResignationAnswered(True))
    assert (joined.white.asked, joined.game.ended_by) == ([AnswerOffer(True)], RESIGNED)


@pytest.mark.parametrize("first", [0, 1])
def test_either_board_pauses_and_either_goes_on(first: int) -> None:
    joined = begun()
    one, other = joined.boards[first], joined.boards[1 - first]
    joined.do(one, Commanded(Command.MENU))
    joined.tap(one, "point-2")
    assert [board.state.phase for board in joined.boards] == [Phase.PAUSED] * 2
    other.restart()
    assert other.state.phase is Phase.PAUSED
    joined.tap(other, "roll")
    assert [board.state.phase for board in joined.boards] == [Phase.MOVING] * 2
    assert (one.asked, other.asked) == ([Pause(True)], [Pause(False)])


def test_a_player_leaves_and_the_other_can_only_leave_too() -> None:
    joined = begun()
    joined.do(joined.white, Commanded(Command.NEW_GAME))
    assert (joined.white.asked, joined.white.state.phase) == ([Leave()], Phase.ATTRACT)
    assert joined.white.journal == joined.black.journal
    black = joined.black
    assert black.state.phase is Phase.STOPPED
    assert black.prompt == "Ann has left the game. Hold roll and undo for a new game."
    for name in ("roll", "undo", "point-1"):
        black.do(Tapped(name, 1))
        assert (black.code, black.said) == ("stopped", "Ann has left the game.")
    assert black.seen["commands"] == ["new-game"]
    black.do(Held("roll+undo"))
    assert black.seen["phase"] == "attract"


def test_a_game_that_has_stopped_writes_nothing_more() -> None:
    joined = begun()
    joined.black.hear(stopped=Words("The game has stopped."))
    black = joined.black
    assert (black.state.phase, wants(black.state)) == (Phase.STOPPED, ())
    assert black.seen["away"]["stopped"] == "The game has stopped."
    assert [timer.name for timer in timers(black.state)] == ["notice"]


def test_the_names_stand() -> None:
    with pytest.raises(RequestError, match="agreed on the names"):
        step(begun().white.state, Named(("Eve", "Ben")))


def test_a_clubs_names_stand_at_its_one_board() -> None:
    """A game with other names would not count for the club."""
    ours = Meeting("0c" * 16, 1, ("ab" * 32, "ab" * 32))
    terms = Terms("minigam", names=("Ann", "Ben"), meeting=ours)
    state = replace(started((5, 2)).state, game=Game.of([Begun(terms)]))
    with pytest.raises(RequestError, match="The club has given the names"):
        step(state, Named(("Eve", "Ben")))


# The end


def ended(following: Terms | None) -> Joined:
    joined = offered()
    joined.tap(joined.white, "bar-white", "wait")
    joined.tap(joined.black, "wait")
    for board in joined.boards:
        board.hear(following=following)
    return joined


def test_the_meetings_next_game_begins_with_its_agreed_terms() -> None:
    terms = terms_of(score=(1, 0))
    following = replace(terms, meeting=replace(MEETING, number=2))
    joined = ended(following)
    assert [choice["name"] for choice in joined.white.seen["choices"]] == ["Next game", "New game"]
    for board in joined.boards:
        board.do(ROLL)
    joined.settle()
    assert joined.game.terms == following
    assert None not in joined.game.promises


def test_a_board_says_that_the_other_one_has_begun_the_next_game() -> None:
    following = terms_of(score=(1, 0), meeting=replace(MEETING, number=2))
    joined = ended(following)
    assert "ready" not in joined.black.prompt
    joined.black.hear(awaits_next=True)
    assert joined.black.prompt.endswith(
        "Ann's board is ready for the next game. Press roll for the next game."
    )
    joined.black.do(ROLL)
    assert joined.black.state.game.terms == following


def test_without_a_next_game_a_new_one_is_set_up() -> None:
    joined = ended(None)
    assert [choice["name"] for choice in joined.white.seen["choices"]] == ["New game"]
    joined.white.do(ROLL)
    assert (joined.white.state.phase, joined.white.state.setup.names) == (Phase.ATTRACT, ("", ""))


@pytest.mark.parametrize("event", [Tapped("roll", 1), Commanded(Command.DOUBLE), Elapsed("dead")])
def test_after_a_restart_nothing_is_written_before_the_other_board_has_answered(
    event: Event,
) -> None:
    joined = begun(terms_of(clock=TimeControl("1:00+2")), SCREEN, SCREEN)
    joined.play_turn()
    board = joined.acting
    count = len(board.journal)
    board.state = resumed(Game.of(board.journal), board.state.agreed)
    assert board.state.other == ASKING
    board.do(Tapped("roll", 1))  # the game goes on: with a clock it is paused
    board.do(event)
    assert timing.running(board.state) is None
    assert (len(board.journal), wants(board.state), board.sent) == (count, (), [Pause(False)])
    away = "Black" if board.own is Side.WHITE else "White"
    name = {"White": "Ann", "Black": "Ben"}[away]
    assert board.prompt == f"{name}'s board is not connected: the game goes on when it is."
    board.hear(connected=True, asking=True)
    assert board.prompt == f"The game goes on once {name}'s board has answered."
    board.hear(asking=False)
    joined.tap(board, "roll")
    assert len(board.journal) > count


def test_a_share_that_was_owed_is_given_once_the_other_board_has_answered() -> None:
    joined = begun(None, SCREEN, SCREEN)
    joined.play_turn()
    board = next(each for each in joined.boards if each is not joined.acting)
    board.state = resumed(Game.of(board.journal), board.state.agreed)
    joined.tap(joined.acting, "roll")
    assert board.journal[-1] == joined.acting.journal[-1]
    assert wants(board.state) == ()
    board.hear()
    joined.settle()
    assert joined.game.turn
