"""Plays and games judged beside the game, by a table that others have solved."""

import asyncio
import logging
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from minigam.daemon.judges import Judges
from minigam.daemon.teacher import Teacher
from minigam.daemon.trained_players import TrainedPlayers
from minigam.errors import NoTablebaseError
from minigam.players import weights
from minigam.players.review import Review, review
from minigam.rules.notation import format_steps
from minigam.rules.plays import Turn
from minigam.rules.position import Side
from minigam.rules.record import Played, Record
from minigam.rules.ruleset import BACKGAMMON, MINIGAM, RuleSet
from minigam.rules.terms import Terms
from minigam.rules.worth import best, moved
from minigam.solver.tablebase import TablebaseStore
from minigam.table.effects import AssessPlay, FindBestPlay
from minigam.table.events import Assessed, Unknown
from minigam.table.suggestions import hinted
from minigam.words import Words
from tests.docs import sample
from tests.solver import solved


def turn(rules: RuleSet = MINIGAM, *made: int) -> Turn:
    """White's opening 5-2, with some of the steps that come first."""
    found = Turn.of(rules, rules.start, Side.WHITE, (5, 2))
    for which in made:
        found = found.play(found.next_steps[which])
    return found


def asked(found: Turn) -> AssessPlay:
    text = format_steps(found.rules.layout, found.steps)
    return AssessPlay(found, Played(Side.WHITE, (5, 2), text), 7)


@pytest.fixture(name="teacher", scope="module")
def a_teacher() -> Teacher:
    return Teacher(Judges(TablebaseStore(solved.data_folder() / "tables")))


@pytest.mark.slow
def test_a_play_costs_what_the_best_one_keeps(teacher: Teacher) -> None:
    table, start = solved.table("minigam"), turn()
    finest = best(table, start)
    for first in range(len(start.next_steps)):
        played = turn(MINIGAM, first, 0)
        found = asyncio.run(teacher.answer(asked(played)))
        lost = [
            moved(table, MINIGAM, one, Side.WHITE) for one in (finest.position, played.position)
        ]
        win, equity = lost[0].win - lost[1].win, lost[0].equity - lost[1].equity
        was_best = played.position == finest.position
        text = format_steps(MINIGAM.layout, (played if was_best else finest).steps)
        why = "" if was_best else "It leaves 0 of 36 rolls that hit, not 23. It bears off 1 more."
        assert found == Assessed(7, win, equity, text, Words(why))


@pytest.mark.slow
def test_the_best_play_costs_nothing_at_all(teacher: Teacher) -> None:
    steps = best(solved.table("minigam"), turn()).steps
    played = turn().play(steps[0]).play(steps[1])
    assert asyncio.run(teacher.answer(asked(played))) == Assessed(7, 0.0, 0.0, "bar/off")


@pytest.mark.slow
def test_the_best_play_of_a_turn_is_told_from_its_beginning(teacher: Teacher) -> None:
    steps = best(solved.table("minigam"), turn()).steps
    assert asyncio.run(teacher.answer(FindBestPlay(turn()))) == hinted(steps, turn())


@pytest.mark.slow
def test_a_game_is_reviewed(teacher: Teacher) -> None:
    played = Played(Side.WHITE, (5, 2), "bar/2 bar/5")
    record = Record(Terms("minigam"), opening=((5, 2),), actions=(played,))
    assert asyncio.run(teacher.review(record)) == review(solved.table("minigam"), record)


def test_without_a_table_it_judges_as_the_expert_plays(tmp_path: Path) -> None:
    """The opening 5-2 in backgammon: what it calls best costs nothing, another play something."""
    teacher, start = Teacher(Judges(TablebaseStore(tmp_path))), turn(BACKGAMMON)
    steps = TrainedPlayers().choose(start, "expert", "any")
    assert asyncio.run(teacher.answer(FindBestPlay(start))) == hinted(steps, start)
    finest = start.play(steps[0]).play(steps[1])
    text = format_steps(BACKGAMMON.layout, steps)
    assert asyncio.run(teacher.answer(asked(finest))) == Assessed(7, 0.0, 0.0, text)
    worst = start.play(start.next_steps[0]).play(start.play(start.next_steps[0]).next_steps[-1])
    found = asyncio.run(teacher.answer(asked(worst)))
    assert isinstance(found, Assessed)
    assert (found.best, found.equity > 0.01) == (text, True)


def test_a_review_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the newest games; a table made meanwhile is asked all the same."""
    teacher, made = Teacher(Judges(TablebaseStore(tmp_path))), list[Record]()
    once = Judges.review

    def counted(judges: Judges, record: Record) -> Review:
        made.append(record)
        return once(judges, record)

    monkeypatch.setattr(Judges, "review", counted)
    plays = (Played(Side.WHITE, (5, 2), text) for text in ("bar/off", "bar/2 bar/5"))
    records = [Record(Terms("minigam"), opening=((5, 2),), actions=(play,)) for play in plays]
    for record in (*records, *records):
        asyncio.run(teacher.review(record))
    assert made == records


@pytest.mark.parametrize("rules", [MINIGAM, BACKGAMMON])
def test_where_nothing_can_judge_it_says_nothing(
    rules: RuleSet,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    found = Teacher(Judges(TablebaseStore(tmp_path)))
    with caplog.at_level(logging.WARNING):
        assert asyncio.run(found.answer(asked(turn(rules, 0)))) == Unknown()
    (record,) = caplog.records
    assert record.message.startswith("the teacher is silent: ")
    with pytest.raises(NoTablebaseError):
        asyncio.run(found.review(Record(Terms(rules.id))))
    with caplog.at_level(logging.WARNING):
        assert asyncio.run(found.review_or_none(Record(Terms(rules.id)))) is None
    assert len(caplog.records) == 2


@pytest.mark.slow
def test_a_pass_is_not_among_the_plays_that_statistics_count(teacher: Teacher) -> None:
    """The sample game: of 26 turns 4 are passes, two a side."""
    game = sample.finished().state.game
    assert sum(play.play == "pass" for play in game.plays) == 4
    found = teacher.losses(game)
    assert found is not None
    assert found[0] == (11, 11)


def test_networks_judge_no_games_from_files_for_the_statistics(tmp_path: Path) -> None:
    teacher, game = Teacher(Judges(TablebaseStore(tmp_path))), sample.finished().state.game
    found = teacher.losses(game)
    assert found is not None
    assert found[0] == (11, 11)
    assert teacher.losses(replace(game, terms=replace(game.terms, imported=True))) is None


async def test_who_looks_at_a_game_waits_a_moment_and_asks_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often it is asked about meanwhile, it is judged once."""
    teacher, go_on, made = Teacher(Judges(TablebaseStore(tmp_path))), Event(), list[Record]()
    once = Judges.review

    def slow(judges: Judges, record: Record) -> Review:
        made.append(record)
        go_on.wait()
        return once(judges, record)

    monkeypatch.setattr(Judges, "review", slow)
    played = Played(Side.WHITE, (5, 2), "bar/off")
    record = Record(Terms("minigam"), opening=((5, 2),), actions=(played,))
    for _ in range(2):
        with pytest.raises(TimeoutError):
            await teacher.review_soon(record, 0.0)
    go_on.set()
    found = await teacher.review_soon(record, 60)
    assert found is not None
    assert (len(found.turns), made) == (1, [record])
