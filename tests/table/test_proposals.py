"""What one side may do alone: never resign for the other, nor void what the other agreed to."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace

import pytest

from minigam.rules.actions import Closed, Resigned, Revealed
from minigam.rules.cube import CENTRED
from minigam.rules.position import Side
from minigam.rules.record import CubeAction, Played
from minigam.table.announcements import Tone, spoken
from minigam.table.effects import AnswerResignation, wants
from minigam.table.events import (
    Command,
    Commanded,
    Elapsed,
    Event,
    Held,
    ResignationAnswered,
    Tapped,
)
from minigam.table.light_scene import turn_pixels
from minigam.table.machine import step
from minigam.table.rolling import presser
from minigam.table.setup import Setup
from minigam.table.state import Phase, State, resumed
from minigam.table.timing import running
from minigam.table.two_buttons import meant
from tests.table.felt_board import felt_setup
from tests.table.play import Play, agreed, silent

GAMMON = agreed("backgammon")
FELT = felt_setup("backgammon")
DEEP = 4
"""So many touches, one after the other."""
ZONES = ("bar-white", "bar-black", "off-white", "off-black", *(f"point-{n}" for n in range(1, 7)))


def opening(setup: Setup, *taps: str) -> Play:
    play = Play(setup, [(3, 1), (6, 2), (5, 5), (4, 2)])
    play.tap("roll", *taps)
    return play


def touched(play: Play, *taps: str) -> Play:
    play.tap(*taps)
    return play


def moving(setup: Setup) -> Play:
    """White plays a three and a one."""
    return opening(setup, "roll-white", "roll-black")


def played(setup: Setup) -> Play:
    """White's play is confirmed: black may roll or double."""
    play = moving(replace(setup, felt=False))
    play.tap("point-8", "point-5", "point-6", "point-5", "roll-white", "wait")
    play.state = replace(play.state, setup=setup)
    return play


def thrown(setup: Setup) -> Play:
    """Black plays its first roll."""
    return touched(played(setup), "roll-black")


def doubled(setup: Setup) -> Play:
    """Black has doubled; white is to answer."""
    return touched(played(setup), "hold roll")


def taken(setup: Setup) -> Play:
    """White owns the cube at two, and black rolls."""
    play = doubled(setup)
    play.state = step(play.state, Tapped("bar-white", 0))
    assert play.state.phase is (Phase.TO_THROW if not setup.felt else play.state.phase)
    return play


def taken_and_thrown(setup: Setup) -> Play:
    return touched(taken(setup), "roll-black")


STARTS: dict[str, Callable[[Setup], Play]] = {
    "opening": opening,
    "one has pressed": lambda setup: opening(setup, "roll-white"),
    "moving": moving,
    "played": played,
    "thrown": thrown,
    "doubled": doubled,
    "taken": taken,
    "taken, rolled": taken_and_thrown,
    "menu of the opening": lambda setup: touched(opening(setup), "hold undo"),
    "menu": lambda setup: touched(moving(setup), "hold undo"),
    "menu after a take": lambda setup: touched(taken_and_thrown(setup), "hold undo"),
}


@dataclass(frozen=True)
class Board:
    """What a side has to touch."""

    setup: Setup
    own: bool
    """Whether each side has a roll button of its own."""

    def touches(self, state: State, side: Side) -> Iterator[Event]:
        roll = f"roll-{side.value}" if self.own else "roll"
        for name in (*self._zones(state, side), "undo", roll):
            yield Tapped(name, 7)
        yield from (Held("undo"), Held(roll))

    def _zones(self, state: State, side: Side) -> Iterator[str]:
        """While one side has to answer the other, each answers on its own bar and off tray."""
        answers = state.proposal or state.game.offered_by
        for zone in () if self.setup.felt else ZONES:
            if not (answers and zone.endswith(side.other.value)):
                yield zone

    def may_touch(self, state: State, side: Side) -> bool:
        """On a board with one roll button a side keeps its hands off in the other's moment."""
        nobodys = state.game.side is None and state.phase is not Phase.RESIGNING
        return self.own or nobodys or presser(state) is side


BOARDS = {
    "two roll buttons": Board(GAMMON, True),
    "one roll button": Board(GAMMON, False),
    "felt": Board(FELT, True),
}


def after(state: State, touch: Event) -> State:
    """With the time passed in which roll is deaf."""
    event = meant(state, touch) if isinstance(touch, Tapped) else touch
    return step(step(state, event), Elapsed("dead"))


def essence(state: State) -> Hashable:
    """What tells two states apart that one side can come to."""
    turn = state.turn.steps if state.turn else None
    proposed = (state.proposal, state.resign_points, state.game.offered_by, state.entered)
    made = (state.game.entries, turn, state.selected, state.game.rolls, state.game.numbers)
    here = (state.phase, state.under, state.game.side, state.game.result, state.transient.cursor)
    return *proposed, *made, *here


def reached(board: Board, start: State, side: Side) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Every state that one side alone comes to, and how."""
    known, now = {essence(start)}, [(start, tuple[Event, ...]())]
    for _ in range(DEEP + 4 * board.setup.felt):  # there undo only goes on to the next choice
        following = []
        for state, way in now:
            for touch in board.touches(state, side) if board.may_touch(state, side) else ():
                found = after(state, touch)
                if essence(found) not in known:
                    known.add(essence(found))
                    following.append((found, (*way, touch)))
                    yield found, (*way, touch)
        now = following


def voided(start: State, found: State, side: Side) -> bool:
    """Whether what both had agreed to, or the other side has decided, is gone.

    Either side may take back the last play until the next roll; a double, who has doubled.
    """
    open_ended = start.active_phase is Phase.TO_THROW and isinstance(start.game.entries[-1], Played)
    kept = len(start.game.entries) - open_ended - 2 * (start.game.offered_by is side)
    return found.game.entries[:kept] != start.game.entries[:kept]


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("name", STARTS)
@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_one_side_alone_neither_resigns_for_the_other_nor_voids_anything(
    board: Board, name: str, side: Side
) -> None:
    start = STARTS[name](board.setup).state
    for state, way in reached(board, start, side):
        resigned = state.game.ended_by == "resigned" and state.game.result
        assert not resigned or resigned.winner is not side, way
        assert not voided(start, state, side), way
        assert not doubled_for(start, state, side.other), way


def doubled_for(start: State, found: State, other: Side) -> bool:
    """Whether a side that has done nothing has doubled since."""
    new = found.game.entries[len(start.game.entries) :]
    return CubeAction(other, "double") in new


# ---- What both agree to --------------------------------------------------------------------------


def at_choice(play: Play, name: str) -> None:
    """By the menu: on a felt board undo goes on to a choice, and roll takes it."""
    play.tap("hold undo")
    if play.state.setup.felt:
        play.go_to(name)
        play.tap("roll-white", "wait")
    else:
        play.tap(name)


def told(play: Play) -> tuple[object, str, object]:
    """What a display is told of it."""
    found = play.seen
    return found["proposal"], found["prompt"]["text"], found["controls"]["roll"]


def test_with_two_buttons_each_side_says_it_with_its_own() -> None:
    play = thrown(GAMMON)
    at_choice(play, "Resign")
    play.tap("undo")
    assert play.state.phase is Phase.MOVING
    at_choice(play, "Resign")
    play.tap("point-2")
    assert told(play) == (
        None,
        "Resign a gammon? It costs 2 points. Press roll to propose it: the other side must accept. "
        "Undo plays on.",
        {"live": True, "label": "Offer to resign"},
    )
    assert play.seen["offered"] == "point-2"
    before = play.state
    play.tap("roll-white")
    assert told(play) == (
        {"what": "resignation", "by": "white", "answers": "black", "points": 2},
        "White offers to resign a gammon. It costs 2 points. Black accepts with roll; with undo, "
        "play goes on.",
        {"live": False, "label": "Accept"},
    )
    assert turn_pixels(play.state) == (False, True)
    heard = spoken(before, play.state)
    assert heard is not None
    assert (heard.tone, heard.text) == (
        Tone.TURN,
        "White offers to resign a gammon. It costs 2 points. Black accepts with roll; with undo, "
        "play goes on.",
    )
    play.tap("roll-black")
    assert (play.state.phase, play.code) == (Phase.RESIGNING, "too-soon")
    play.tap("wait", "bar-black")
    assert play.said == "Black accepts with roll; with undo, play goes on."
    play.tap("roll-white")
    assert (play.state.phase, play.code) == (Phase.RESIGNING, "not-your-turn")
    play.tap("roll-black")
    assert (play.said, play.state.game.score) == ("White has resigned.", (0, 2))


def test_with_one_button_the_side_on_turn_offers_and_the_others_zones_answer() -> None:
    play = thrown(GAMMON)
    at_choice(play, "Resign")
    play.tap("roll")
    assert told(play) == (
        {"what": "resignation", "by": "black", "answers": "white", "points": 1},
        "Black offers to resign a single game. It costs 1 point. White's bar accepts, white's "
        "off tray declines; undo plays on.",
        {"live": False, "label": "Accept"},
    )
    assert play.choices == {"bar-white": "Accept", "off-white": "Decline"}
    play.tap("wait", "roll")
    assert (play.state.phase, play.code) == (Phase.RESIGNING, "resigning")
    play.tap("off-white")
    assert (play.state.phase, play.state.proposal) == (Phase.MOVING, None)
    at_choice(play, "Resign")
    play.tap("roll", "bar-white")
    assert (play.said, play.state.game.score) == ("Black has resigned.", (1, 0))


def test_who_asks_cannot_answer_with_the_pages_only_roll() -> None:
    for setup in (GAMMON, FELT):
        play = thrown(setup)
        at_choice(play, "Resign")
        play.tap("roll-black")
        assert play.state.proposal is not None
        assert play.seen["controls"]["roll"]["live"] is False
        play = doubled(setup)
        assert play.seen["controls"]["roll"]["live"] is False


def test_of_two_people_nobody_resigns_before_somebody_is_on_turn() -> None:
    play = opening(GAMMON)
    assert "resign" not in play.seen["commands"]
    play.do(Commanded(Command.RESIGN))
    assert (play.state.phase, play.said) == (Phase.OPENING, "Nobody can resign now.")
    play.tap("hold undo")
    assert "Resign" not in play.choices.values()
    alone = opening(replace(GAMMON, black="easy"))
    alone.do(Commanded(Command.RESIGN))
    alone.tap("roll", "wait")
    alone.do(ResignationAnswered(True))
    assert alone.said == "White has resigned."


# ---- A computer answers --------------------------------------------------------------------------


def offered(board: str, *zones: str) -> Play:
    """White, at its play, has offered a computer to resign."""
    play = moving(replace(BOARDS[board].setup, black="expert"))
    play.do(Commanded(Command.RESIGN))
    if BOARDS[board].setup.felt:
        play.go_to("Offer to resign")
        play.tap("wait")
    play.tap(*zones, "roll-white" if BOARDS[board].own else "roll", "wait")
    return play


@pytest.mark.parametrize("board", BOARDS)
def test_a_computer_is_asked_where_it_could_win_more(board: str) -> None:
    play = offered(board)
    state = play.state
    at_stake = state.game.cube, state.game.standing
    asked = AnswerResignation(
        "expert", state.game.rules, state.position, Side.WHITE, Side.WHITE, 1, *at_stake
    )
    assert wants(state) == (asked,)
    assert play.prompt == (
        "White offers to resign a single game. It costs 1 point. The computer answers."
    )
    assert play.seen["controls"]["roll"]["live"] is False
    for button in ("roll-white", "roll-black", "roll", "bar-black"):
        play.tap(button, "wait")
        assert (play.state.proposal, play.state.game.result) == (state.proposal, None)
    play.do(ResignationAnswered(True))
    assert play.seen["result"] == {"winner": "black", "points": 1, "kind": "resigned"}


@pytest.mark.parametrize("board", BOARDS)
def test_what_it_declines_costs_nothing_and_can_be_offered_again(board: str) -> None:
    play = offered(board)
    decided = len(play.decided)
    play.do(ResignationAnswered(False))
    assert (play.state.phase, play.state.proposal) == (Phase.MOVING, None)
    assert play.said == "Black, the computer, plays on: it can win more."
    assert len(play.decided) == decided
    play.do(ResignationAnswered(True))  # too late: nothing is offered any more
    assert play.state.game.result is None


@pytest.mark.parametrize("board", BOARDS)
def test_for_all_that_it_can_win_it_is_not_asked(board: str) -> None:
    found = offered(board, "point-3") if not BOARDS[board].setup.felt else None
    if found:
        assert found.seen["result"] == {"winner": "black", "points": 3, "kind": "resigned"}


def test_undo_takes_the_offer_back_before_the_answer() -> None:
    play = offered("one roll button")
    play.tap("undo")
    assert (play.state.phase, play.state.proposal, wants(play.state)) == (Phase.MOVING, None, ())


def test_nobody_offers_for_the_computer() -> None:
    """On a board with a roll button for each side, the computer's is nobody's."""
    play = moving(replace(GAMMON, black="expert"))
    play.do(Commanded(Command.RESIGN))
    play.tap("roll-black")
    assert (play.state.proposal, play.said) == (None, "Only white's roll button works now.")


@pytest.mark.parametrize("board", BOARDS)
def test_a_taken_cube_is_void_only_when_both_say_that_the_set_up_was_wrong(board: str) -> None:
    play = taken_and_thrown(BOARDS[board].setup)
    at_choice(play, "Set-up was wrong")
    assert play.prompt.startswith("Wrong set-up: take all back?")
    own = BOARDS[board].own
    play.tap("roll-black" if own else "roll")
    assert play.seen["proposal"] == {
        "what": "set-up",
        "by": "black",
        "answers": "white",
        "points": None,
    }
    assert play.prompt.startswith("Black wants to take everything back: the set-up was wrong.")
    play.tap("wait")
    assert play.state.game.cube.value == 2
    play.tap("roll-white" if own else "bar-white")
    assert (play.state.game.cube, play.state.game.entries, play.state.game.side) == (
        CENTRED,
        (),
        Side.WHITE,
    )
    assert play.state.transient.showing


def test_undo_leaves_all_as_it_was() -> None:
    play = taken_and_thrown(GAMMON)
    before = silent(play.state)
    at_choice(play, "Set-up was wrong")
    play.tap("point-3")
    assert play.code == "setting-up"
    play.tap("roll-black", "undo")
    assert silent(play.state) == before


@pytest.mark.parametrize("felt", [False, True])
def test_a_person_alone_puts_a_wrong_set_up_right_against_a_computer(felt: bool) -> None:
    """A computer sees no board, and people make its moves: it agrees at once."""
    play = moving(replace(GAMMON, black="easy", felt=felt))
    at_choice(play, "Set-up was wrong")
    assert "Press roll to take all back" in play.prompt or felt
    play.tap("roll-black")
    assert play.code == "not-your-turn"
    play.tap("roll-white")
    assert (play.state.phase, play.code) == (Phase.MOVING, "set-up")


def test_where_no_person_plays_nobody_can_resign() -> None:
    play = moving(replace(GAMMON, white="easy", black="easy"))
    play.tap("hold undo")
    assert "Resign" not in play.choices.values()
    play.tap("point-4")
    assert play.code == "no-choice"


def test_the_clock_stands_while_the_other_side_is_asked_and_not_before() -> None:
    play = thrown(replace(GAMMON, clock="usual"))
    at_choice(play, "Resign")
    assert running(play.state) is not None
    play.tap("roll-black")
    assert running(play.state) is None


def test_a_proposal_is_not_in_the_journal_and_what_both_agree_to_is() -> None:
    """After a restart the game goes on, and whoever proposed something does so again."""
    play = Play(GAMMON, [(3, 1)])
    play.tap("roll", "roll", "roll")
    before = play.state
    for answer in ("off-black", "bar-black"):
        at_choice(play, "Resign")
        play.tap("point-3", "confirm")
        assert (play.state.phase, play.replayed) == (Phase.RESIGNING, before.game)
        assert resumed(play.replayed, GAMMON) == silent(before)
        play.tap(answer)
        assert play.replayed == play.state.game
    assert play.state.game.score == (0, 3)
    assert [type(action) for action in play.decided[-3:]] == [Resigned, Revealed, Closed]
