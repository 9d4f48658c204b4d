"""A game played on from an earlier one, at a whole board: stored, verified, and over a cut."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from minigam.formats.jsonfile import read_json, write_json
from minigam.journal.verification import VerifyStatus, verify
from minigam.rules.actions import Begun
from minigam.rules.position import Side, format_position, parse_position
from minigam.rules.record_conversion import imported, record_of
from minigam.rules.terms import Start as Place
from minigam.rules.terms import Terms
from minigam.table.events import Opened, PlayedOn
from minigam.table.replay import frames, terms_at
from minigam.table.setup import Setup
from minigam.table.state import Phase
from minigam.table.trace import Asked, parse_trace
from tests.daemon.rig import (
    FeltTable,
    Rig,
    felt_table,
    give_up,
    kept,
    play_a_turn,
    to_first_turn,
    unsaid,
)
from tests.daemon.serving import Served, Start

MATCH = (("length", "5"),)
AGREED = Setup(options=MATCH, names=("Ann", "Ben"), stake="1 coffee", on_screen=True)
OVER, LATER = 1, 2


def with_an_earlier_game(board: Rig) -> Terms:
    """Two turns of a match; where a game would be played on from after the first."""
    to_first_turn(board)
    for _ in range(2):
        play_a_turn(board)
        board.tap("roll")
        board.advance(1)
        board.tap("roll")
    shown = frames(record_of(board.table.state.game))
    return terms_at(board.table.state.game, [frame["play"] for frame in shown].index(2))


def stands(board: Rig) -> tuple[str, Side | None]:
    game = board.table.state.game
    return format_position(game.position, game.rules.layout), game.side


def test_it_is_a_game_of_its_own_to_its_end(tmp_path: Path) -> None:
    with Rig(tmp_path, Opened(AGREED)) as board:
        terms = with_an_earlier_game(board)
        board.table.request(PlayedOn(terms), board.now)
        assert (board.number, board.table.state.phase) == (LATER, Phase.OPENING)
        assert board.journal.game(OVER).abandoned
        begun = Begun(board.table.state.game.terms)
        assert board.journal.actions(LATER)[0] == begun
        assert begun.terms.start == terms.start
        assert begun.terms.options == ()  # a single game: the match is over
        for name in ("roll", "roll"):
            assert unsaid(board.pulled_plug().state) == unsaid(board.table.state)
            board.tap(name)
        assert terms.start
        position = format_position(terms.start.position, terms.rules.layout)
        assert stands(board) == (position, terms.starter)
        board.tap("roll")
        while board.table.state.phase is not Phase.GAME_OVER:
            board.advance(3)
            play_a_turn(board)
            assert unsaid(board.pulled_plug().state) == unsaid(kept(board.table.state))
            board.tap("roll")
        assert board.table.state.agreed == AGREED
        assert verify(board.journal, LATER).verdict is VerifyStatus.YES
        record = record_of(board.journal.game(LATER))
        assert read_json(write_json([record])) == (record,)
        assert imported(record)[-1].secret == board.table.state.game.secret  # type: ignore[union-attr]
        assert frames(record)[0]["position"] == position
        over = board.pulled_plug()
        assert (over.state.phase, over.state.agreed) == (Phase.GAME_OVER, AGREED)
        board.advance(1)
        board.tap("point-3")
        assert (board.table.state.phase, board.table.state.setup) == (Phase.ATTRACT, AGREED)


def test_the_earlier_game_may_be_over_and_a_rematch_is_played_on_from_there(tmp_path: Path) -> None:
    with Rig(tmp_path, Opened(AGREED)) as board:
        to_first_turn(board)
        give_up(board)
        terms = terms_at(board.table.state.game, 1)
        board.table.request(PlayedOn(terms), board.now)
        give_up(board)
        board.advance(1)
        board.tap("roll")
        assert (board.number, board.table.state.game.terms.start) == (3, terms.start)
        assert [verify(board.journal, game).verdict for game in (OVER, LATER)] == [
            VerifyStatus.YES,
            VerifyStatus.YES,
        ]


def test_a_board_that_sleeps_wakes_and_begins(tmp_path: Path) -> None:
    with Rig(tmp_path, Opened(AGREED)) as board:
        terms = with_an_earlier_game(board)
        board.table.sleep.asleep = True
        board.table.request(PlayedOn(terms), board.now)
        assert (board.table.sleep.asleep, board.number) == (False, LATER)


def test_where_it_cannot_be_stored_the_game_on_the_board_is_not_left(tmp_path: Path) -> None:
    with Rig(tmp_path, Opened(AGREED)) as board:
        terms = with_an_earlier_game(board)
        board.refuse_writing()
        board.table.request(PlayedOn(terms), board.now)
        assert board.table.fault
        assert (board.number, board.table.state.game.abandoned) == (OVER, False)


def test_a_trace_tells_of_it(tmp_path: Path) -> None:
    trace = StringIO()
    with Rig(tmp_path, Opened(AGREED), trace=trace) as board:
        terms = with_an_earlier_game(board)
        board.table.request(PlayedOn(terms), board.now)
        _, lines = parse_trace(trace.getvalue().splitlines())
    assert [line.event for line in lines if isinstance(line, Asked)] == [PlayedOn(terms)]


def test_a_board_that_feels_its_checkers_is_set_up_side_by_side(tmp_path: Path) -> None:
    """White first, then black; a cut of power begins with white again."""
    with felt_table(tmp_path) as (rig, table):
        table.begin()
        layout = table.state.game.rules.layout
        place = Place(parse_position("B-DA-bcc", layout))
        terms = Terms("minigam", starter=Side.BLACK, start=place)
        rig.table.request(PlayedOn(terms), rig.now)
        table.wait(3.0)
        assert rig.snapshot()["rebuilding"] == "white"
        assert rig.pulled_plug().state.rebuilding is Side.WHITE
        table.press("roll")
        assert table.phase is Phase.OPENING
        assert table.state.game.numbers == (None, None)
        _set_up_again(table)
        assert (rig.snapshot()["rebuilding"], table.state.rebuilding) == (None, None)
        table.press("roll")
        table.press("roll")
        assert (table.phase, table.state.game.side) == (Phase.TO_THROW, Side.BLACK)


def _set_up_again(table: FeltTable) -> None:
    layout, position = table.state.game.rules.layout, table.state.game.position
    for zone, lies in table.wood.zones.items():
        for side in [lie for lie in lies if lie is not None]:
            table.lift(zone, side)
    table.wait(3.0)
    for side in Side:
        table.wood.lay_side(layout, position, side)
        table.read_all()
        table.wait(1.0)
        if side is Side.WHITE:
            table.press("roll")


async def _over(served: Served) -> None:
    """A game that white has resigned."""
    await _until(served, Phase.MOVING)
    await served.touch.command("resign")
    await _until(served, Phase.GAME_OVER)


async def _until(served: Served, phase: Phase) -> None:
    while served.table.state.phase is not phase:
        await served.touch.tap("roll")


async def test_a_page_names_the_game_and_the_place(start: Start) -> None:
    async with start(black="easy") as served:
        await _over(served)
        shown = await served.daemon.screen.game(OVER)
        assert shown["play_on"] is True
        assert await served.post("/api/play-on", {"game": OVER, "at": 1}) == (200, {"ok": True})
        state = served.daemon.screen.state()
        assert (state["game"], state["phase"], state["position"]) == (LATER, "opening", "H------h")
        assert served.table.state.game.terms.starter is not None
        assert state["seats"] == {"white": "human", "black": "easy"}


@pytest.mark.parametrize(
    ("body", "status", "code", "message"),
    [
        ({"game": 9, "at": 0}, 404, "unknown-name", "unknown game '9'; "),
        ({"game": OVER, "at": 99}, 404, "unknown-name", "unknown step '99'; expected one of: 0 to"),
        ({"game": OVER, "at": -1}, 404, "unknown-name", "unknown step '-1'; "),
        ({"game": LATER, "at": 0}, 409, "cannot-play-on", "Game 2 is being played: it goes on at"),
        ({"game": OVER}, 400, "bad-request", "expected an object with game, at, got "),
        ({"game": OVER, "at": "1"}, 400, "bad-request", "at: expected a whole number, got '1'"),
    ],
)
async def test_what_cannot_be_played_on_is_told_and_nothing_is_left(
    body: Any, status: int, code: str, message: str, start: Start
) -> None:
    async with start(black="easy") as served:
        await _over(served)
        await served.post("/api/play-on", {"game": OVER, "at": 0})
        found, answer = await served.post("/api/play-on", body)
        assert (found, answer["error"]["code"]) == (status, code)
        assert answer["error"]["message"].startswith(message)
        assert (served.table.number, served.table.state.game.abandoned) == (LATER, False)


async def test_games_of_another_board_or_that_are_not_offered_are_not_played_on(
    start: Start,
) -> None:
    async with start(black="easy") as served:
        await _over(served)
        await served.daemon.settings.change({"games": ["minigam-full-entry"]})
        await served.touch.command("new-game")
        assert (await served.daemon.screen.game(OVER))["play_on"] is False
        found, answer = await served.post("/api/play-on", {"game": OVER, "at": 0})
        message = "Minigam is not offered here: see the settings."
        error = {"code": "cannot-play-on", "message": message}
        assert (found, answer) == (409, {"ok": False, "error": error})
