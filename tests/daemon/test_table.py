"""A table's own work: what joins touches, journal, dice and lights."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from minigam.board.light_meanings import Meaning
from minigam.board.lighting import Mark
from minigam.dice import provably_fair
from minigam.errors import JournalError
from minigam.journal.schema import board_key
from minigam.journal.store import FILE_NAME
from minigam.rules.actions import (
    Abandoned,
    Action,
    Begun,
    Closed,
    Committed,
    NumberGiven,
    Revealed,
    Rolled,
    Stepped,
)
from minigam.rules.cube import CENTRED
from minigam.rules.match import FRESH
from minigam.rules.position import Side
from minigam.rules.steps import Step
from minigam.table.effects import DEAD_SECONDS, AnswerDouble, AssessPlay, ChoosePlay
from minigam.table.events import Answered, Assessed, Opened
from minigam.table.rolling import presser
from minigam.table.setup import LEVELS, Setup, games_for
from minigam.table.state import Phase, Picked
from minigam.table.suggestions import chosen
from minigam.table.zones import all_zones
from tests.daemon.rig import (
    START_MICROS,
    TOUCH_SECONDS,
    Lights,
    Rig,
    kept,
    lit,
    play_a_turn,
    to_first_turn,
    unsaid,
)
from tests.hil.pico import board_text


@pytest.fixture(name="board")
def a_board(tmp_path: Path) -> Iterator[Rig]:
    """In its first turn."""
    with Rig(tmp_path, Opened(Setup())) as board:
        to_first_turn(board)
        yield board


def at_table(board: Rig) -> tuple[int | None, Phase]:
    return board.table.number, board.table.state.phase


def kinds(board: Rig) -> list[type[Action]]:
    return [type(action) for action in board.journal.actions(board.number)]


FORGET_LAST = "DELETE FROM action WHERE number = (SELECT max(number) FROM action)"
"""The plug was pulled before the last action of the only game was stored."""


def change(folder: Path, statement: str) -> None:
    """Change the journal behind the daemon's back."""
    with sqlite3.connect(folder / FILE_NAME) as database:
        database.execute(statement)
    database.close()


def test_a_game_begins_with_a_promise_then_both_numbers_then_the_throw(tmp_path: Path) -> None:
    with Rig(tmp_path, Opened(Setup())) as board:
        board.tap("roll")
        board.tap("roll-white")
        pressed_at = START_MICROS + round(board.now * 1e6)
        board.tap("roll-black")
        assert kinds(board) == [Begun, Committed, NumberGiven, NumberGiven, Rolled]
        state = board.table.state
        white, black = state.game.numbers
        assert white is not None
        assert black is not None
        assert 0 <= pressed_at - white < 1_000_000
        assert 100_000 <= black - white < 1_000_000
        secret = board.journal.secret(board.number)
        assert state.game.commitment == provably_fair.commitment(secret)
        dice = provably_fair.fair_roll(secret, (white, black), 1)
        assert state.game.rolls == ((dice, ()),)


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("then", [(), ("off-white",)])
@pytest.mark.parametrize(
    ("ago", "phase"), [(DEAD_SECONDS - 0.1, Phase.TO_THROW), (DEAD_SECONDS + 0.1, Phase.MOVING)]
)
def test_a_touch_that_is_heard_late_counts_from_when_it_was(
    ago: float, phase: Phase, then: tuple[str, ...], late: bool, board: Rig
) -> None:
    """Such as behind a disk that takes its time. Roll confirms a turn, is deaf for a moment, and
    rolls; both touches are heard at once, and maybe one behind them."""
    play_a_turn(board)
    side = presser(board.table.state)
    began = board.now + 1.0
    touches = [(f"roll-{side.value}", began), (f"roll-{side.other.value}", began + ago)]
    touches += [(name, began + ago + 1.0) for name in then]
    for name, at in touches:
        for pressed, when in ((True, at), (False, at + TOUCH_SECONDS)):
            if not late:
                board.advance(when - board.now)
            board.table.edge(name, pressed, when)
    if late:
        board.now = began + 3.0
        board.table.tick(board.now)
    board.advance(began + 3.0 - board.now)
    assert board.table.state.phase is phase


def test_the_journal_holds_a_step_before_the_lights_show_it(board: Rig) -> None:
    side = board.side
    board.tap(f"bar-{side.value}")
    assert board.table.scene.marks[f"bar-{side.value}"] == Mark(Meaning.SELECTED)
    before = len(kinds(board))
    journalled: list[tuple[int, int]] = []

    def sent() -> None:
        turn = board.table.state.turn
        assert turn is not None
        journalled.append((len(kinds(board)), len(turn.steps)))

    board.strip.on_frame = sent
    board.tap(lit(board)[-1])
    assert kinds(board)[before:] == [Stepped]
    assert f"bar-{side.value}" not in [
        zone for zone, mark in board.table.scene.marks.items() if mark.meaning is Meaning.SELECTED
    ]
    first = journalled.index((before + 1, 1))
    assert set(journalled[:first]) <= {(before, 0)}
    assert set(journalled[first:]) == {(before + 1, 1)}


def test_a_refused_tap_leaves_no_trace_but_light_and_words(board: Rig) -> None:
    before = kinds(board)
    board.tap("off-white")
    assert kinds(board) == before
    assert board.table.scene.marks["off-white"] == Mark(Meaning.ERROR)
    message = board.snapshot()["message"]
    assert message is not None
    board.advance(7)
    assert board.snapshot()["message"] is None
    assert "off-white" not in board.table.scene.marks


def test_holding_roll_and_undo_counts_down_to_a_new_game(board: Rig) -> None:
    game = board.number
    board.hand.press("roll-black")
    board.hand.press("undo")
    lanes = []
    for _ in range(29):
        board.advance(0.1)
        lanes.append(sum(m.meaning is Meaning.COUNTDOWN for m in board.table.scene.marks.values()))
    assert lanes == sorted(lanes, reverse=True)
    assert lanes[0] == 10
    assert lanes[-1] <= 1
    assert at_table(board) == (game, Phase.MOVING)
    board.advance(0.2)
    assert at_table(board) == (None, Phase.ATTRACT)
    board.hand.release("roll-black")
    board.hand.release("undo")
    board.advance(1)
    assert at_table(board) == (None, Phase.ATTRACT)
    assert board.journal.numbers() == [game]
    last = board.journal.actions(game)[-3:]
    assert [type(action) for action in last] == [Abandoned, Revealed, Closed]


def test_a_cat_on_the_board_throws_nothing(board: Rig) -> None:
    before = unsaid(board.table.state)
    board.hold(["roll-white", "point-1", "bar-white"], 0.1)
    assert board.snapshot()["message"] == {
        "code": "hands-off",
        "text": (
            "Too many things are pressed at once, or white's bar is held down: hands off, please."
        ),
        "page": "Too many things are pressed at once: hands off, please.",
        "watching": "Too many things are pressed at once: hands off, please.",
        "zone": None,
    }
    board.advance(1)
    assert unsaid(board.table.state) == before
    assert board.snapshot()["message"] is None


@pytest.mark.parametrize(
    ("board", "heard"), [("sim", (None, Phase.ATTRACT)), ("board.toml", (1, Phase.OPENING))]
)
def test_a_touch_whose_two_edges_come_at_once_is_one_where_a_pico_let_them_settle(
    board: str, heard: tuple[int | None, Phase], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("board.toml").write_text(board_text())
    with Rig(tmp_path, Opened(Setup()), board=board, lights=Lights.DRAWN) as bench:
        bench.table.edge("roll-white", True, bench.now)
        bench.table.edge("roll-white", False, bench.now)
        bench.advance(1.0)
        assert (bench.table.number, bench.table.state.phase) == heard
        assert bench.table.state.game.numbers == (None, None)


def test_a_pulse_whose_end_is_told_late_touches_nothing(tmp_path: Path) -> None:
    with Rig(
        tmp_path, Opened(Setup()), lights=Lights.DRAWN, levels=lambda: {"roll-white": False}
    ) as bench:
        pressed_at = bench.now
        bench.table.edge("roll-white", True, pressed_at)
        bench.advance(0.1)
        bench.table.edge("roll-white", False, pressed_at + 0.001)
        bench.advance(1.0)
        assert (bench.table.number, bench.table.state.phase) == (None, Phase.ATTRACT)


def test_the_menu_opens_by_a_hold_and_shows_the_position(board: Rig) -> None:
    board.hold(["undo"], 1.1)
    assert board.snapshot()["phase"] == "menu"
    board.tap("point-1")
    assert board.snapshot()["phase"] == "moving"
    assert dict(board.table.scene.marks) == {
        "bar-white": Mark(Meaning.POSITION_WHITE, 8),
        "bar-black": Mark(Meaning.POSITION_BLACK, 8),
    }
    board.advance(7)
    assert Meaning.SOURCE in {mark.meaning for mark in board.table.scene.marks.values()}


def test_after_a_restart_the_position_is_shown_and_play_goes_on(tmp_path: Path) -> None:
    """The steps that were made are there; a menu and its pause are not."""
    with Rig(tmp_path, Opened(Setup())) as board:
        to_first_turn(board)
        board.tap(lit(board)[-1])
        board.tap(lit(board)[-1])
        before = board.table.state
        assert before.turn is not None
        assert len(before.turn.steps) == 1
        board.hold(["undo"], 1.1)
        board.tap("point-2")
        assert board.table.state.phase is Phase.PAUSED
    with Rig(tmp_path) as board:
        assert unsaid(board.table.state) == kept(before)
        assert {mark.meaning for mark in board.table.scene.marks.values()} == {
            Meaning.POSITION_WHITE,
            Meaning.POSITION_BLACK,
        }
        board.tap(f"bar-{board.side.value}")
        assert board.table.state.selected == Picked(0)


def test_an_opening_roll_that_the_plug_came_before_comes_by_itself(tmp_path: Path) -> None:
    """Both sides' numbers are in the journal, the dice are not yet: they come out the same."""
    with Rig(tmp_path, Opened(Setup())) as board:
        to_first_turn(board)
        before = board.table.state
        assert kinds(board)[-1] is Rolled
    change(tmp_path, FORGET_LAST)
    with Rig(tmp_path) as board:
        assert unsaid(board.table.state) == kept(before)


def test_a_roll_that_the_plug_came_before_is_the_same_once_it_is_asked_for(tmp_path: Path) -> None:
    """The press is in no journal: after the start it has to be pressed again."""
    with Rig(tmp_path, Opened(Setup())) as board:
        to_first_turn(board)
        play_a_turn(board)
        board.tap("roll")
        board.advance(DEAD_SECONDS)
        to_roll = board.table.state
        board.tap("roll")
        rolled = board.table.state
        assert kinds(board)[-1] is Rolled
    change(tmp_path, FORGET_LAST)
    with Rig(tmp_path) as board:
        assert unsaid(board.table.state) == kept(to_roll)
        board.advance(60)
        assert unsaid(board.table.state) == kept(to_roll)
        board.tap("roll")
        assert unsaid(board.table.state) == kept(rolled)


def test_a_plug_pulled_between_two_games_opens_the_next(tmp_path: Path) -> None:
    with Rig(tmp_path, Opened(Setup())) as board:
        to_first_turn(board)
        board.hold(["roll-white", "undo"], 3.1)
        after = unsaid(board.table.state)
    change(tmp_path, "UPDATE agreement SET body = json_set(body, '$.left', NULL)")
    with Rig(tmp_path) as board:
        assert (board.table.number, unsaid(board.table.state)) == (None, after)


def test_a_set_up_after_a_game_is_there_after_every_start(tmp_path: Path) -> None:
    """And not the result of the game that was left for it."""
    with Rig(tmp_path, Opened(Setup(white="easy", black="easy")), seed=5) as board:
        while board.table.state.phase is not Phase.GAME_OVER:
            board.tap("roll")
            board.advance(1)
        board.advance(1)
        board.tap("point-3")
        board.tap("point-3")
        left = board.table.state
        assert (left.phase, left.setup.black) == (Phase.ATTRACT, "medium")
    for _ in range(3):
        with Rig(tmp_path) as board:
            assert (board.table.number, unsaid(board.table.state)) == (None, unsaid(left))


@pytest.mark.parametrize("level", LEVELS)
def test_a_computer_keeps_to_the_play_that_it_has_begun(level: str, tmp_path: Path) -> None:
    """The plug is pulled after every touch."""
    setup = Setup("backgammon", white=level, black=level, games=games_for(24))
    plans: dict[int, tuple[Step, ...]] = {}
    for seed in range(60):
        opening = None if seed else Opened(setup)
        with Rig(tmp_path, opening, seed, "full-24", Lights.MARKED) as board:
            while board.table.state.phase is not Phase.MOVING:
                board.tap("roll")
                board.advance(1)
            plan, turn = board.table.state.plan, len(board.table.state.game.rolls)
            assert plan is not None
            assert plans.setdefault(turn, plan) == plan
            board.tap(lit(board)[-1])
    assert len(plans) > 10


def test_a_failing_journal_stops_play_visibly(board: Rig) -> None:
    board.tap(lit(board)[-1])
    before, target = board.table.state, lit(board)[-1]
    board.refuse_writing()
    board.tap(target)
    assert "readonly" in str(board.table.fault)
    assert board.table.state == before
    marks = board.table.scene.marks
    assert {marks[zone] for zone in all_zones(before.game.rules.layout)} == {Mark(Meaning.ERROR)}
    board.tap(target)
    assert board.table.state == before


def test_a_game_that_is_over_stays_where_the_next_one_cannot_be_stored(tmp_path: Path) -> None:
    with Rig(tmp_path, Opened(Setup(white="easy", black="easy")), seed=5) as board:
        while board.table.state.phase is not Phase.GAME_OVER:
            board.tap("roll")
            board.advance(1)
        board.advance(1)
        before = board.number, board.table.state.game
        board.refuse_writing()
        board.tap("roll")
        assert "readonly" in str(board.table.fault)
        assert (board.table.number, board.table.state.game) == before


def test_the_same_question_is_asked_again_once_it_was_answered(tmp_path: Path) -> None:
    """Such as a hint for the same turn, or the same position and roll a turn later."""
    with Rig(tmp_path, Opened(Setup(hints=True))) as board:
        to_first_turn(board)
        said = []
        for _ in range(2):
            side = board.side
            board.hold([f"roll-{side.value}"], 1.1)
            said.append(board.snapshot()["message"])
            board.tap(f"bar-{side.value}")
            board.tap(f"bar-{side.value}")
        assert said[0] == said[1] is not None


def test_an_answer_that_comes_too_late_is_dropped(board: Rig) -> None:
    """A play that nobody waits for, and what is said to a double that was withdrawn."""
    before, table = board.table.state, board.table
    turn = before.turn
    assert turn is not None
    play = ChoosePlay(turn, "hard", hint=False)
    table.answered(play, chosen(turn.next_steps[:1], turn), board.now)
    asked = AnswerDouble(Side.BLACK, "gnubg", before.game.rules, before.position, CENTRED, FRESH)
    table.answered(asked, Answered(False), board.now)
    assert table.state == before


def test_a_play_is_judged_in_light_and_words(tmp_path: Path) -> None:
    """Once; and a verdict that comes after the play was taken back is dropped."""
    taught = Setup(teacher=True, solved=("minigam",))
    with Rig(tmp_path, Opened(taught)) as board:
        to_first_turn(board)
        play_a_turn(board)
        board.tap("roll")
        (asked,) = board.lessons
        assert isinstance(asked, AssessPlay)
        found = Assessed(asked.number, 0.036, 0.072, "bar/off")
        board.tap("undo")
        board.table.answered(asked, found, board.now)
        assert board.snapshot()["verdict"] is None
        board.tap("roll")
        assert board.lessons == [asked, asked]
        board.table.answered(asked, found, board.now)
        assert board.snapshot()["verdict"]["was_best"] is False
        meanings = {mark.meaning for mark in board.table.scene.marks.values()}
        assert meanings == {Meaning.COST}


def test_a_new_game_offers_what_is_installed_now(tmp_path: Path) -> None:
    """The journal may have been begun where gnubg is installed."""
    with Rig(tmp_path, Opened(Setup(gnubg=True))) as board:
        to_first_turn(board)
        assert board.table.state.setup.gnubg
        board.hold(["roll-white", "undo"], 3.1)
        assert board.table.state.setup == Setup(gnubg=False, on_screen=True)
        agreed = {"setup": Setup(gnubg=False).to_json(), "left": 1, "spilled": False}
        assert board.journal.agreement(board_key(6, False)) == json.loads(json.dumps(agreed))


def test_a_new_table_is_offered_at_once_in_the_attract_scene(tmp_path: Path) -> None:
    """What was set up stays. A table that goes takes its seat along."""
    with Rig(tmp_path, Opened(Setup())) as board:
        board.tap("point-3")
        board.table.offer(("minigam",), board.now)
        setup = board.table.state.setup
        assert (board.table.number, setup) == (
            None,
            Setup(black="easy", solved=("minigam",), on_screen=True),
        )
        assert board.pulled_plug().state == unsaid(board.table.state)
        board.table.offer(("minigam",), board.now)
        for _ in range(4):
            board.tap("point-3")
        assert (board.table.number, board.table.state.setup.black) == (None, "perfect")
        board.table.offer((), board.now)
        assert (board.table.number, board.table.state.setup) == (
            None,
            Setup(black="expert", on_screen=True),
        )


def test_what_was_asked_for_is_kept_as_soon_as_its_table_is_there(tmp_path: Path) -> None:
    """In the attract scene, and for the next game; but for what somebody has changed since."""
    wanted = Setup(black="perfect", teacher=True, solved=("minigam",), on_screen=True)
    for name in ("untouched", "played", "changed"):
        (tmp_path / name).mkdir()
    with Rig(tmp_path / "untouched", Opened(wanted.where(False, ())), wanted=wanted) as board:
        board.table.offer(("minigam",), board.now)
        assert board.table.state.setup == wanted
    with Rig(tmp_path / "played", Opened(wanted.where(False, ())), wanted=wanted) as board:
        to_first_turn(board)
        before = board.table.state
        board.table.offer(("minigam",), board.now)
        assert (board.table.state, board.table.number, before.setup.black) == (before, 1, "expert")
        board.hold(["roll-white", "undo"], 3.1)
        assert (at_table(board), board.table.state.setup) == ((None, Phase.ATTRACT), wanted)
    with Rig(tmp_path / "changed", Opened(wanted.where(False, ())), wanted=wanted) as board:
        board.tap("point-2")
        board.table.offer(("minigam",), board.now)
        found = board.table.state.setup
        assert (found.white, found.black, found.teacher) == ("easy", "expert", True)


def test_a_journal_that_fails_under_a_new_table_stops_play(tmp_path: Path) -> None:
    with Rig(tmp_path, Opened(Setup())) as board:
        board.refuse_writing()
        board.table.offer(("minigam",), board.now)
        assert isinstance(board.table.fault, JournalError)


def test_the_secret_is_revealed_at_the_end_only(tmp_path: Path) -> None:
    with Rig(tmp_path, Opened(Setup(white="easy", black="easy")), seed=5) as board:
        board.tap("roll")
        secret = board.journal.secret(board.number).hex()
        while board.table.state.phase is not Phase.GAME_OVER:
            bodies = [repr(action) for action in board.journal.actions(board.number)]
            assert not any(secret in body for body in bodies)
            assert secret not in repr(board.snapshot())
            assert secret not in repr(board.table.state)
            board.advance(1)
            board.tap("roll")
        assert board.journal.actions(board.number)[-2] == Revealed(secret)
        with pytest.raises(JournalError, match="expected a dice secret for game 1, got none"):
            board.journal.secret(board.number)
