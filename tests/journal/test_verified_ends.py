"""Games that end otherwise than they did, or begin as none can."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from minigam.game.archive import chapters, record_of
from minigam.game.events import Elapsed, Held, Opened
from minigam.game.seal import code_of
from minigam.game.setup import Setup, games_for
from minigam.game.state import Phase, opened
from minigam.journal.importing import add_games
from minigam.journal.store import FILE_NAME, Journal
from minigam.journal.verification import Verdict, Verification, verify
from minigam.rules.files.code import full_code, parse_code
from minigam.rules.files.formats import read, write
from minigam.rules.position import Side
from tests.docs.sample import Sample
from tests.journal.tampering import Change, Entry, Forger, keep, of_kind, play_on

BACKGAMMON = Setup("backgammon", (("length", "5"),), games=games_for(24))
CLOCK = "0:01+0"


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
    assert game.state.side is not None
    game.do(Held("undo"))
    game.touch("point-4", f"roll-{game.state.side.value}", f"roll-{game.state.side.other.value}")
    return game


def dropped() -> Sample:
    game = begun(BACKGAMMON, 3)
    while game.state.phase is not Phase.TO_THROW:
        play_on(game, Random(2), len(game.state.plays) + 1)
    game.do(Held("roll"))
    assert game.state.offered_by is not None
    game.touch(f"off-{game.state.offered_by.other.value}")
    return game


def on_time(side: Side, of: int) -> Change:
    """In the place of the last events of a person's hand that side's flag falls."""

    def change(entries: list[Entry]) -> None:
        entries[0]["setup"]["clock"] = CLOCK
        at = of_kind(entries, "revealed")[0] - of
        entries[at : at + of] = [
            {"event": "clocked", "spent": 1000},
            {"event": "flagged", "side": side.value},
        ]

    return change


def verified(folder: Path, game: int = 1, noted: str = "") -> Verification:
    with closing(Journal(folder / FILE_NAME, new=True)) as journal:
        return verify(journal, game, noted)


def kept(game: Sample, folder: Path) -> Verification:
    folder.mkdir(exist_ok=True)
    keep(game, folder)
    return verified(folder)


@pytest.mark.parametrize(("make", "touches"), [(resigned, 4), (dropped, 1)])
def test_who_gave_up_has_not_lost_on_time(
    make: Callable[[], Sample], touches: int, tmp_path: Path
) -> None:
    game = make()
    assert game.state.result is not None
    assert not game.state.match_over
    found = kept(game, tmp_path)
    Forger(tmp_path).change(1, on_time(game.state.result.winner.other, touches), sealing=True)
    forged = verified(tmp_path)
    assert (found.verdict, forged.verdict) == (Verdict.YES, Verdict.YES)
    assert verified(tmp_path, noted=parse_code(found.code)).verdict is Verdict.NO
    with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
        state = journal.state(1)
    assert (state.ended_by, state.match_over) == ("time", True)


@pytest.mark.parametrize(("make", "touches"), [(resigned, 4), (dropped, 1)])
def test_a_loss_on_time_comes_back_from_json_with_its_code(
    make: Callable[[], Sample], touches: int, tmp_path: Path
) -> None:
    """Other formats know no clocks: there it is what it always was."""
    game = make()
    assert game.state.result is not None
    kept(game, tmp_path)
    Forger(tmp_path).change(1, on_time(game.state.result.winner.other, touches), sealing=True)
    with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
        record = record_of(journal.state(1))
        assert record.ended_by == "time"
        (again,) = read(write([record], "json"))
        assert again == record
        (number,) = add_games(journal, (("", events) for events in chapters([again])))
        found = verify(journal, number)
        assert (found.verdict, journal.state(number).match_over) == (Verdict.IMPORTED, True)
        assert parse_code(found.code) == full_code(record)[:16]
        if record.rules_id == "backgammon":
            (other,) = read(write([record], "sgf"))
            assert (other.ended_by, other.clock) == ("dropped", None)


SETUPS = {
    "another level": replace(Setup(), black="easy"),
    "a person": replace(Setup(), names=("", "Computer, hard")),
    "a clock": replace(Setup(black="hard"), clock="10:00+12"),
    "a flag that warns": replace(Setup(black="hard"), clock="10:00+12", flag="told"),
}


def test_seats_and_clock_are_in_the_code() -> None:
    codes = {name: code_of(opened(Opened(setup))) for name, setup in SETUPS.items()}
    codes["as it was"] = code_of(opened(Opened(Setup(black="hard"))))
    assert "" not in codes.values()
    assert len(set(codes.values())) == len(codes)


def test_seats_and_clock_come_back_from_json() -> None:
    setup = Setup("backgammon", (("length", "5"),), black="hard", games=games_for(24))
    state = opened(Opened(replace(setup, clock="usual", flag="told"), (1, 0), banks=(-5, 600_000)))
    record = record_of(state)
    assert read(write([record], "json")) == (record,)
    (events,) = chapters([record])
    assert isinstance(events[0], Opened)
    assert record_of(opened(events[0])) == record


BEGINNINGS = {
    "a side begins": Opened(Setup(), started=True, starter=Side.WHITE),
    "a side begins some time": Opened(Setup(), starter=Side.WHITE),
    "Crawford behind at 0:0": Opened(BACKGAMMON, started=True, crawford_played=True),
    "Crawford skipped at 4:4": Opened(BACKGAMMON, (4, 4), started=True),
    "less time without a match": Opened(Setup(clock="10:00+12"), started=True, banks=(-5, 600_000)),
    "time below nothing": Opened(
        replace(BACKGAMMON, clock="usual"), (1, 0), started=True, banks=(-5, 600_000)
    ),
    "time without a clock": Opened(BACKGAMMON, (1, 0), started=True, banks=(5, 5)),
    "points before the first game": Opened(Setup(), (3, 0)),
    "seats of a file": Opened(Setup(file_seats=("hard", "hard")), started=True),
    "a computer's name": Opened(Setup(names=("", "Computer, hard")), started=True),
}


@pytest.mark.parametrize("opening", BEGINNINGS.values(), ids=list(BEGINNINGS))
def test_no_board_has_begun_so(opening: Opened, tmp_path: Path) -> None:
    with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
        number = journal.begin(opening)
        assert verify(journal, number).verdict is Verdict.NO


@pytest.mark.parametrize(
    "opening",
    [
        Opened(BACKGAMMON, (4, 3), started=True),
        Opened(BACKGAMMON, (4, 3), started=True, crawford_played=True),
        Opened(BACKGAMMON, (4, 4), started=True, crawford_played=True),
        Opened(replace(BACKGAMMON, clock="usual", flag="told"), (1, 0), True, banks=(-5, 7)),
        Opened(Setup("portes", games=games_for(24)), (1, 0), True, starter=Side.WHITE),
    ],
    ids=["Crawford", "after Crawford", "both near", "time is over and play goes on", "winner"],
)
def test_boards_begin_so(opening: Opened, tmp_path: Path) -> None:
    with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
        number = journal.begin(opening)
        assert verify(journal, number).verdict is not Verdict.NO


@pytest.mark.parametrize(("flag", "expected"), [("loses", Verdict.NO), ("told", Verdict.YES)])
def test_nobody_plays_on_without_time_where_the_flag_loses(
    flag: str, expected: Verdict, tmp_path: Path
) -> None:
    kept(begun(Setup(clock="10:00+12", flag=flag), 500), tmp_path)

    def change(entries: list[Entry]) -> None:
        entries.insert(of_kind(entries, "thrown")[3] + 1, {"event": "clocked", "spent": 10**9})

    Forger(tmp_path).change(1, change, sealing=True)
    assert verified(tmp_path).verdict is expected


def cut_off(entries: list[Entry]) -> None:
    entries[0]["consent"] = False
    del entries[of_kind(entries, "thrown")[5] + 1 :]


def resign_alone(entries: list[Entry]) -> None:
    cut_off(entries)
    taps = [{"event": "tapped", "input": name, "at": 7} for name in ("point-4", "roll")]
    entries += [{"event": "held", "gesture": "undo"}, *taps]


@pytest.mark.parametrize(
    ("game", "change"),
    [(1, cut_off), (2, cut_off), (2, resign_alone)],
    ids=["the first of two", "the last", "resigned by one press"],
)
def test_no_older_version_played_after_this_one(game: int, change: Change, tmp_path: Path) -> None:
    for salt in (3, 5):
        keep(begun(Setup(), 500, salt), tmp_path)
    Forger(tmp_path).change(game, change)
    with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
        ends = [f.ok for f in verify(journal, game).findings if f.about == "end"]
    assert ends == [False]


def test_a_longer_code_shows_where_it_differs(tmp_path: Path) -> None:
    code = kept(begun(Setup(), 500), tmp_path).code
    with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
        full = code_of(journal.state(1))
    assert verified(tmp_path, noted=full).findings[-1].text.replace("-", "").startswith(full)
    wrong = full[:20] + ("0" if full[20] != "0" else "1")
    found = verified(tmp_path, noted=wrong)
    noted, got = f"{code}-{full[16:20]}-{wrong[20]}", f"{code}-{full[16:20]}-{full[20:24]}"
    assert (found.verdict, found.reason) == (
        Verdict.NO,
        f"the noted code is {noted}, this game's is {got}",
    )
