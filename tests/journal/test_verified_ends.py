"""Games that end otherwise than they did, or begin as none can."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from minigam.formats.formats import read, write
from minigam.journal.importing import add_games
from minigam.journal.schema import board_key
from minigam.journal.store import FILE_NAME, Journal
from minigam.journal.verification import Verification, VerifyStatus, verify
from minigam.rules.actions import Begun
from minigam.rules.clock import TimeControl
from minigam.rules.game import Game
from minigam.rules.hash_chain import chain_head, encode_action, parse_code
from minigam.rules.match import Standing
from minigam.rules.position import Side
from minigam.rules.record_conversion import imported, record_of
from minigam.rules.ruleset import BACKGAMMON as RULES
from minigam.rules.terms import Start, Terms
from minigam.table.events import Elapsed, Held
from minigam.table.setup import Setup, games_for
from minigam.table.state import Phase
from tests.docs.sample import Sample
from tests.journal.tampering import Change, Entry, Forger, of_kind, play_on, verified

BACKGAMMON = Setup("backgammon", (("length", "5"),), games=games_for(24))


def begun(setup: Setup, turns: int, salt: int = 3) -> Sample:
    """So many turns of a game between two people."""
    game = Sample(1, setup, salt)
    game.touch("roll", "roll", "roll")
    while game.state.phase is Phase.OPENING:
        game.do(Elapsed("again"))
    play_on(game, Random(1), turns)
    return game


def resigned() -> Sample:
    game = begun(Setup(options=(("length", "5"),)), 3)
    side = game.state.game.side
    assert side is not None
    game.do(Held("undo"))
    game.touch("point-3", *(f"roll-{side.value}" for side in (side, side.other)))
    return game


def dropped() -> Sample:
    game = begun(BACKGAMMON, 3)
    while game.state.phase is not Phase.TO_THROW:
        play_on(game, Random(2), len(game.state.game.plays) + 1)
    game.do(Held("roll"))
    assert game.state.game.offered_by is not None
    game.touch(f"off-{game.state.game.offered_by.other.value}")
    return game


def on_time(side: Side) -> Change:
    """In the place of the last decision that side's flag falls."""

    def change(entries: list[Entry]) -> None:
        entries[0]["clock"] = {"time": "0:01+0", "flag": "loses"}
        at = of_kind(entries, "reveal")[0] - 1
        entries[at : at + 1] = [
            {"action": "time", "v": 1, "milliseconds": 1000},
            {"action": "flag", "v": 1, "side": side.value},
        ]

    return change


def kept(game: Sample, folder: Path) -> Verification:
    folder.mkdir(exist_ok=True)
    game.keep(folder)
    return verified(folder)


@pytest.mark.parametrize("make", [resigned, dropped])
def test_who_gave_up_has_not_lost_on_time(make: Callable[[], Sample], tmp_path: Path) -> None:
    """Who did lose so comes back from JSON; other formats know no clocks."""
    game = make()
    assert game.state.game.result is not None
    assert game.state.game.result.winner is not None
    assert not game.state.game.match_over
    found = kept(game, tmp_path)
    Forger(tmp_path).change(1, on_time(game.state.game.result.winner.other), sealing=True)
    assert (found.verdict, verified(tmp_path).verdict) == (VerifyStatus.YES, VerifyStatus.YES)
    assert verified(tmp_path, noted=parse_code(found.code)).verdict is VerifyStatus.NO
    with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
        assert journal.game(1).match_over
        record = record_of(journal.game(1))
        assert record.ended_by == "time"
        (again,) = read(write([record], "json"))
        assert again == record
        (number,) = add_games(journal, [("", imported(again))])
        found = verify(journal, number)
        assert (found.verdict, found.code) == (VerifyStatus.IMPORTED, "")
        assert journal.game(number).match_over
        assert record_of(journal.game(number)) == record
    if record.terms.rules_id == "backgammon":
        (other,) = read(write([record], "sgf"))
        assert (other.ended_by, other.terms.clock) == ("dropped", None)


SETUPS = {
    "as it was": Setup(black="hard"),
    "another level": Setup(black="easy"),
    "a person": Setup(names=("", "Computer, hard")),
    "a clock": Setup(black="hard", clock="10:00+12"),
    "a flag that warns": Setup(black="hard", clock="10:00+12", flag="told"),
}


def test_seats_and_clock_are_in_the_code() -> None:
    codes = {chain_head([encode_action(Begun(setup.terms()))]) for setup in SETUPS.values()}
    assert len(codes) == len(SETUPS)


def test_seats_and_clock_come_back_from_json() -> None:
    setup = Setup("backgammon", (("length", "5"),), black="hard", games=games_for(24))
    terms = replace(setup, clock="usual", flag="told").terms(Standing((1, 0)), banks=(-5, 600_000))
    record = record_of(Game.begin(terms))
    assert read(write([record], "json")) == (record,)
    assert record_of(Game.of(imported(record))) == record


MATCH = BACKGAMMON.terms()
LESS_TIME = TimeControl("10:00+12", banks=(-5, 600_000))
IMPOSSIBLE = {
    "a side begins": Terms("minigam", starter=Side.WHITE),
    "Crawford behind at 0:0": replace(MATCH, crawford_played=True),
    "Crawford skipped at 4:4": replace(MATCH, score=(4, 4)),
    "a match that is won": replace(MATCH, score=(5, 0)),
    "points below nothing": replace(MATCH, score=(-1, 0)),
    "less time without a match": Terms("minigam", clock=LESS_TIME),
    "time below nothing": replace(MATCH, score=(1, 0), clock=LESS_TIME),
    "more time than there is": replace(
        MATCH, score=(1, 0), clock=TimeControl("10:00+12", banks=(600_001, 0))
    ),
    "elsewhere": replace(MATCH, start=Start(RULES.start)),
    "a computer's name": Terms("minigam", names=("", "Computer, hard")),
    "a side's name": Terms("minigam", names=("Black", "")),
}


POSSIBLE = {
    "Crawford": replace(MATCH, score=(4, 3)),
    "after Crawford": replace(MATCH, score=(4, 3), crawford_played=True),
    "both near": replace(MATCH, score=(4, 4), crawford_played=True),
    "time is over and play goes on": replace(
        MATCH, score=(1, 0), clock=TimeControl("usual", "told", (-5, 7))
    ),
    "winner": Terms("portes", score=(1, 0), starter=Side.WHITE),
}


@pytest.mark.parametrize("name", [*IMPOSSIBLE, *POSSIBLE])
def test_only_beginnings_that_a_board_may_have_are_found_so(name: str, tmp_path: Path) -> None:
    terms = {**IMPOSSIBLE, **POSSIBLE}[name]
    with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
        number = journal.begin([Begun(terms)], board_key(terms.rules.layout.points, False))
        found = verify(journal, number).verdict
    assert (found is VerifyStatus.NO) is (name in IMPOSSIBLE)


@pytest.mark.parametrize(
    ("flag", "expected"), [("loses", VerifyStatus.NO), ("told", VerifyStatus.YES)]
)
def test_nobody_plays_on_without_time_where_the_flag_loses(
    flag: str, expected: VerifyStatus, tmp_path: Path
) -> None:
    kept(begun(Setup(clock="10:00+12", flag=flag), 500), tmp_path)

    def change(entries: list[Entry]) -> None:
        passed = {"action": "time", "v": 1, "milliseconds": 10**9}
        entries.insert(of_kind(entries, "roll")[3] + 1, passed)

    Forger(tmp_path).change(1, change, sealing=True)
    assert verified(tmp_path).verdict is expected


def cut_off(entries: list[Entry]) -> None:
    del entries[of_kind(entries, "roll")[5] + 1 :]


@pytest.mark.parametrize(("game", "expected"), [(1, False), (2, None)], ids=["first", "last"])
def test_an_end_is_missing_where_another_game_was_begun_after_it(
    game: int, expected: bool | None, tmp_path: Path
) -> None:
    for salt in (3, 5):
        begun(Setup(), 500, salt).keep(tmp_path)
    Forger(tmp_path).change(game, cut_off)
    with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
        ends = [f.ok for f in verify(journal, game).findings if f.about == "end"]
    assert ends == [expected]


def test_a_longer_code_shows_where_it_differs(tmp_path: Path) -> None:
    code = kept(begun(Setup(), 500), tmp_path).code
    with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
        closed = journal.game(1).closed
    assert closed is not None
    full = closed.code
    assert verified(tmp_path, noted=full).findings[-1].text.replace("-", "").startswith(full)
    wrong = full[:20] + ("0" if full[20] != "0" else "1")
    found = verified(tmp_path, noted=wrong)
    noted, got = f"{code}-{full[16:20]}-{wrong[20]}", f"{code}-{full[16:20]}-{full[20:24]}"
    told = f"the noted code is {noted}, this game's is {got}"
    assert (found.verdict, found.reason) == (VerifyStatus.NO, told)
