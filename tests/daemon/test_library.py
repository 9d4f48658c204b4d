"""The list of games, and games to replay, as the page gets them."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from minigam.board.profile import load_profile
from minigam.daemon import library
from minigam.daemon.housekeeping import Housekeeper
from minigam.errors import UnknownNameError
from minigam.journal.retention import delete_games, nothing_judged, star
from minigam.journal.store import Journal
from minigam.table.setup import Setup
from minigam.table.snapshot import snapshot
from minigam.table.state import resumed
from tests.journal.played import PRESENT, RESIGNED, WHOLE, write_played
from tests.journal.test_retention import many

SIM = load_profile("sim")


@pytest.fixture(params=["as it was", "put away"], name="journal")
def a_journal(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Journal]:
    """Games of every kind, and the same put away: nobody must see a difference."""
    file = write_played(tmp_path / "games")
    if request.param == "put away":
        Housekeeper(file, nothing_judged, lambda _: 10**10).tidy(PRESENT)
    with closing(Journal(file, new=True)) as journal:
        yield journal


def test_games_are_listed_newest_first_whatever_the_clock_said(journal: Journal) -> None:
    found = library.games(journal, None)
    assert [line["game"] for line in found["games"]] == [7, 6, 3, 2, 1]
    assert found["before"] is None
    assert "damage" in found["games"][0]["damaged"]
    assert found["games"][3] == {
        "game": RESIGNED,
        "opened_at": "2026-01-31T19:25:00.000+00:00",
        "starred": False,
        "rules": "minigam-full-entry",
        "title": "Minigam, full entry",
        "names": {"white": "", "black": ""},
        "seats": {"white": "human", "black": "human"},
        "score": {"white": 0, "black": 1},
        "turns": 1,
        "result": {"winner": "black", "points": 1, "kind": "single"},
        "ended_by": "resigned",
    }
    assert found["games"][1]["names"] == {"white": "Ann", "black": "Björn"}
    assert found["games"][2]["result"] is None


def test_the_list_is_told_page_by_page(journal: Journal) -> None:
    many(journal, 30)
    pages: list[dict[str, Any]] = [library.games(journal, None)]
    while pages[-1]["before"]:
        pages.append(library.games(journal, pages[-1]["before"]))
    assert [len(page["games"]) for page in pages] == [20, 15]
    numbers = [line["game"] for page in pages for line in page["games"]]
    assert numbers == sorted(set(numbers), reverse=True)


def test_a_game_is_told_with_all_its_moves(journal: Journal) -> None:
    stored = journal.game(WHOLE)
    found = library.game(journal, SIM, WHOLE, stored)
    assert (found["game"], len(found["plays"]), found["board"]["simulated"]) == (1, 26, False)
    assert found["frames"][-1]["position"] == snapshot(resumed(stored, Setup()), 1)["position"]
    assert found["board"]["rows"] == [list(row) for row in SIM.rows]


def test_a_game_of_another_board_comes_with_one(journal: Journal) -> None:
    board = library.game(journal, load_profile("full-24"), WHOLE, journal.game(WHOLE))["board"]
    assert (board["points"], board["segments"], board["pixels"]) == (6, {}, 0)


def test_statistics_count_what_can_be_read(journal: Journal) -> None:
    found = library.statistics_of(journal)
    assert found["games"] == 3
    assert [(one["name"], one["won"], one["games"]) for one in found["players"]] == [
        ("Ann", 0, 1), ("Björn", 1, 1), ("", 2, 2)
    ]  # fmt: skip
    assert found["longest"] == found["shortest"] == {"game": 1, "title": "Minigam", "turns": 26}


def test_a_game_that_is_kept_is_marked(journal: Journal) -> None:
    star(journal, RESIGNED, True)
    starred = {line["game"]: line.get("starred") for line in library.games(journal, None)["games"]}
    assert starred == {7: None, 6: False, 3: False, RESIGNED: True, WHOLE: False}
    assert library.game(journal, SIM, RESIGNED, journal.game(RESIGNED))["starred"] is True


@pytest.fixture
def rooms(journal: Journal) -> Iterator[library.Library]:
    with closing(library.Library(journal.path, SIM)) as rooms:
        yield rooms


async def test_the_library_answers_as_the_journal_does(
    journal: Journal, rooms: library.Library
) -> None:
    """And goes on to, for a game that it keeps ready; but for the star, which may change."""
    every = library.games(journal, None)
    assert await rooms.games(None) == every
    some = {"games": [line for line in every["games"] if line["game"] < 3], "before": None}
    assert await rooms.games(3) == some
    assert await rooms.statistics() == library.statistics_of(journal)
    first = await rooms.game(RESIGNED)
    star(journal, RESIGNED, True)
    again = await rooms.game(RESIGNED)
    assert (first.page["starred"], again.page["starred"]) == (False, True)
    assert {**first.page, "starred": True} == again.page
    assert again.page == library.game(journal, SIM, RESIGNED, journal.game(RESIGNED))
    assert (await rooms.stored(WHOLE)) == journal.game(WHOLE)
    with pytest.raises(UnknownNameError):
        await rooms.game(99)


async def test_the_library_keeps_some_games_ready(
    rooms: library.Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "MOST_REPLAYS", 1)
    replayed: list[int] = []
    replay = library.game

    def noted(*given: Any) -> dict[str, Any]:
        replayed.append(given[2])
        return replay(*given)

    monkeypatch.setattr(library, "game", noted)
    for number in (WHOLE, WHOLE, RESIGNED, WHOLE, WHOLE):
        await rooms.game(number)
    assert replayed == [WHOLE, RESIGNED, WHOLE]


async def test_a_game_that_is_deleted_is_not_shown_from_memory(
    journal: Journal, rooms: library.Library
) -> None:
    await rooms.game(RESIGNED)
    delete_games(journal, [RESIGNED])
    with pytest.raises(UnknownNameError):
        await rooms.game(RESIGNED)


async def test_statistics_that_take_long_are_not_made_at_each_request(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anybody may ask for them, and with 100,000 games it takes seconds."""
    counted: list[int] = []

    def count(_: Journal) -> dict[str, Any]:
        counted.append(len(counted))
        return {"games": len(counted)}

    monkeypatch.setattr(library, "statistics_of", count)
    # Each of the first two asks the time before and after; the others only before.
    hold = library.HOLD_TIMES
    times = iter((0.0, 1.0, 1.0, 0.9 + hold, 1.0 + hold, 1.5 + hold, 1.6 + hold))
    with closing(library.Library(journal.path, SIM, lambda: next(times))) as rooms:
        found = [(await rooms.statistics())["games"] for _ in range(5)]
    assert found == [1, 1, 1, 2, 2]
