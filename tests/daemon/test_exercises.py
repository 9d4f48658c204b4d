"""Exercises out of the stored games: which games are judged, how many at once, and how often."""

from collections.abc import Iterator
from contextlib import closing
from itertools import count, repeat
from pathlib import Path
from typing import Any

import pytest

from minigam.board.profile import load_profile
from minigam.daemon import exercises
from minigam.daemon.exercises import Exercises, Look, look_for, people_in
from minigam.daemon.judges import Judges
from minigam.daemon.library import Library, Replay
from minigam.daemon.teacher import Teacher
from minigam.journal.retention import delete_games
from minigam.journal.store import Journal
from minigam.players.review import Judged, Review
from minigam.rules.assessment import NO_REASON
from minigam.rules.record import Played, Record
from minigam.rules.ruleset import MINIGAM
from minigam.rules.terms import Terms
from minigam.rules.worth import Worth
from minigam.solver.tablebase import TablebaseStore
from minigam.words import Words
from tests.journal.played import IMPORTED, RESIGNED, WHOLE, write_played
from tests.solver import solved

EVEN = Worth(0.5, 0.0)


class Strict(Teacher):
    """Calls every play a blunder."""

    def __init__(self) -> None:
        super().__init__(Judges(TablebaseStore(Path("none"))))
        self.reviewed: list[Record] = []

    async def review_or_none(self, record: Record) -> Review | None:
        self.reviewed.append(record)
        plays = [entry for entry in record.actions if isinstance(entry, Played)]
        turns = (
            Judged("pass", Worth(0.75, 0.5), EVEN, 2, NO_REASON, played, EVEN) for played in plays
        )
        return Review(record.terms.rules, tuple(turns), Words("a strict teacher"))


class Unable(Strict):
    """Cannot judge anything."""

    async def review_or_none(self, record: Record) -> Review | None:
        self.reviewed.append(record)
        return None


@pytest.fixture(name="journal")
def a_journal(tmp_path: Path) -> Iterator[Journal]:
    """Games of every kind; of these people have ended 1, 2 and 6, the last of which is a copy."""
    with closing(Journal(write_played(tmp_path / "games"), new=True)) as journal:
        yield journal


@pytest.fixture(name="library")
def a_library(journal: Journal) -> Iterator[Library]:
    with closing(Library(journal.path, load_profile("sim"))) as library:
        yield library


def rooms_of(library: Library, teacher: Teacher) -> Exercises:
    """For them time stands, so that each game is looked at, however busy the machine is."""
    return Exercises(library, teacher, lambda: 0.0)


def asked(page: dict[str, Any]) -> list[tuple[int, int]]:
    """Which plays of which games."""
    return [(one["game"], one["play"]) for one in page["exercises"]]


async def test_games_that_people_have_ended_are_judged_newest_first(library: Library) -> None:
    """Of a game and its imported copy only one is asked."""
    strict = Strict()
    page = await rooms_of(library, strict).page(None)
    assert (page["judged"], page["before"], page["text"]) == (3, None, None)
    turns = [number for number, play in enumerate((await library.game(WHOLE)).page["plays"], 1)
             if play["play"] != "pass"]  # fmt: skip
    once = list(dict.fromkeys(turns))
    assert asked(page) == [(IMPORTED, 1), *((WHOLE, number) for number in once)]


async def test_an_exercise_is_all_that_is_needed_to_ask_it(library: Library) -> None:
    page = await rooms_of(library, Strict()).page(RESIGNED + 1)
    replay = (await library.game(RESIGNED)).page
    board = {name: value for name, value in replay["board"].items() if name != "lights"}
    (one,) = [each for each in page["exercises"] if each["game"] == RESIGNED]
    verdict = one.pop("verdict")
    assert one == {
        "game": RESIGNED, "opened_at": "2026-01-31T19:25:00.000+00:00",
        "rules": "minigam-full-entry", "title": "Minigam, full entry", "board": board,
        "play": 1, "at": 1, "frame": {**replay["frames"][1], "step": None},
        "side": "black", "roll": [2, 6],
    }  # fmt: skip
    assert (verdict["mark"], len(verdict["moves"])) == ("blunder", 2)


def test_the_computers_plays_are_nobodys_exercises() -> None:
    terms = Terms("minigam", seats=("hard", "human"))
    assert people_in(Replay({}, MINIGAM, Record(terms))) == {"black"}


async def test_some_games_are_judged_at_a_time_and_each_once(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exercises, "AT_ONCE", 2)
    strict = Strict()
    rooms = rooms_of(library, strict)
    for _ in range(2):
        first = await rooms.page(None)
        assert (first["judged"], first["before"]) == (2, RESIGNED)
        rest = await rooms.page(first["before"])
        assert (rest["judged"], rest["before"], {game for game, _ in asked(rest)}) == (
            1, None, {WHOLE}
        )  # fmt: skip
    assert len(strict.reviewed) == 3


async def test_only_some_games_are_kept(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exercises, "MOST_GAMES", 1)
    strict = Strict()
    rooms = rooms_of(library, strict)
    for before in (None, WHOLE + 1, None):
        await rooms.page(before)
    assert len(strict.reviewed) == 3 + 0 + 3


async def test_no_game_is_looked_at_when_time_is_over(library: Library) -> None:
    """A second after it was asked the page is answered: with a game, or with where to go on."""
    strict = Strict()
    times = iter((*repeat(0.0, 4), 2.0))  # two games are passed by on the way to the first
    page = await Exercises(library, strict, lambda: next(times)).page(None)
    assert (page["judged"], page["before"], asked(page)) == (1, IMPORTED, [(IMPORTED, 1)])
    slow = iter((0.0, 0.0, 2.0, 2.0))
    page = await Exercises(library, Strict(), lambda: next(slow)).page(None)
    assert (page["judged"], page["before"], page["exercises"]) == (0, 8, [])


def test_the_look_says_where_to_go_on(journal: Journal) -> None:
    assert look_for(journal, None, lambda: False) == Look(IMPORTED, IMPORTED)
    assert look_for(journal, IMPORTED, lambda: False) == Look(RESIGNED, RESIGNED)
    assert look_for(journal, RESIGNED, lambda: False) == Look(WHOLE, None)
    assert look_for(journal, WHOLE, lambda: False) == Look(None, None)
    steps = count()
    assert look_for(journal, IMPORTED, lambda: next(steps) > 1) == Look(None, 3)


async def test_where_nothing_can_be_judged_it_says_so(library: Library) -> None:
    unable = Unable()
    page = await rooms_of(library, unable).page(None)
    assert (page["judged"], asked(page), len(unable.reviewed)) == (0, [], 3)
    assert page["text"] == "The stored games could not be judged. The log says why."


async def test_a_deleted_game_has_no_exercises(journal: Journal, library: Library) -> None:
    rooms = rooms_of(library, Strict())
    await rooms.page(None)
    delete_games(journal, [IMPORTED])
    assert asked(await rooms.page(None))[0] == (RESIGNED, 1)


@pytest.mark.slow
async def test_the_mistakes_of_the_sample_game(library: Library) -> None:
    """As the replay marks them."""
    teacher = Teacher(Judges(TablebaseStore(solved.data_folder() / "tables")))
    page = await rooms_of(library, teacher).page(None)
    assert asked(page) == [(WHOLE, 2), (WHOLE, 14), (WHOLE, 15), (WHOLE, 5), (WHOLE, 10)]
