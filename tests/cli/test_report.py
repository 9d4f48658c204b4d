"""`minigam report`: in words and as a page."""

import re
from contextlib import closing
from pathlib import Path

import pytest

from minigam.journal.store import FILE_NAME, Journal
from minigam.players.review import review
from minigam.players.review_words import heading
from minigam.rules.record_conversion import record_of
from minigam.solver.tablebase import TablebaseStore
from minigam.table.prompts import outcome
from minigam.table.setup import setup_of
from minigam.web.language import Languages
from minigam.web.review_page import page
from tests.cli.commands import Run
from tests.solver import solved

HTML: tuple[tuple[str, ...], ...] = ((), ("--html",))


@pytest.fixture
def games(games: Path) -> Path:
    """The sample journal beside the table of Minigam."""
    (games / "tables").symlink_to(solved.data_folder() / "tables")
    return games


@pytest.mark.slow
def test_every_turn_has_a_line(games: Path, run: Run) -> None:
    said = run("report", 1, "--data", games)
    assert said.status == 0
    lines = said.lines
    assert lines[:2] == ["Game 1: Minigam, White against Black.", "Black wins with 8 off."]
    turns = [line for line in lines if re.match(r" *\d+\. (white|black)", line)]
    assert len(turns) == 26
    assert turns[1] == (
        "   2. black   4-3   +4.8 %    5.5 %      53.4 %  bar/off   (best: bar/3*/off)"
    )
    assert lines[-7:] == [
        "White: 8 of 11 plays were best; cost 10.5 % in all, 1.0 % a play; luck +14.2 %.",
        "Black: 8 of 11 plays were best; cost 25.8 % in all, 2.3 % a play; luck +79.6 %.",
        "Turn 14: Black's 4-2: bar/5*/1 gave away 19.2 % of the chance to win. "
        "The best was 4/off 2/off. It leaves 0 of 36 rolls that hit, not 27. It bears off 2 more.",
        "Turn 15: White's 3-1: 3/off gave away 9.0 % of the chance to win. "
        "The best was bar/3 6/off. It makes point 3.",
        "Turn 2: Black's 4-3: bar/off gave away 5.5 % of the chance to win. "
        "The best was bar/3*/off. It hits.",
        "Judged by exact values.",
        "Luck is what the rolls changed, cost what the plays gave away, of the chance to win.",
    ]


@pytest.mark.slow
def test_the_setting_numbers_the_points_of_each_side_its_own_way(games: Path, run: Run) -> None:
    assert run("settings", "numbers=own", "--data", games, "--board", "sim").status == 0
    own, page = (run("report", 1, "--data", games, "--board", "sim", *html) for html in HTML)
    assert "  bar/off   (best: bar/4*/off)" in own.out
    assert "<td>bar/4*/off</td>" in page.out


@pytest.mark.slow
def test_before_the_first_turn_there_is_nothing_to_judge(games: Path, run: Run) -> None:
    title = "Game 3: Minigam, White against Computer, hard (black)."
    text = f"{title}\nUnfinished.\n\nNo turn was played.\n"
    assert run("report", 3, "--data", games)[:2] == (0, text)


@pytest.mark.slow
def test_the_page_needs_nothing_else(games: Path, tmp_path: Path, run: Run) -> None:
    file = tmp_path / "report.html"
    assert run("report", 1, "--data", games, "--html", "--output", file).status == 0
    text = file.read_text("utf-8")
    assert re.findall(r"\b(?:src|href)\b|<script", text, re.IGNORECASE) == []
    assert [len(re.findall(rf"<{tag}\b", text)) for tag in ("circle", "tr")] == [26, 27]


@pytest.mark.slow
def test_the_page_in_german(games: Path) -> None:
    with closing(Journal(games / FILE_NAME, new=True)) as journal:
        game = journal.game(1)
    judged = review(TablebaseStore(games / "tables").table(game.rules), record_of(game))
    players = setup_of(game.terms).players
    text = page(
        heading(1, game.rules, players), outcome(game), judged, Languages().named("de").language
    )
    assert '<html lang="de"' in text
    assert "<h1>Spiel 1: Minigam, Weiß gegen Schwarz</h1>" in text
    assert (
        "<p>Weiß: 8 von 11 gespielten Zügen waren die besten; "
        "verschenkt 10,5 %, 1,0 % je Zug; Glück +14,2 %.</p>"
    ) in text
    assert not re.search(
        r"\b(white|black|chance|turn|pass)\b|[0-9]\.[0-9]+ %", text.partition("<body>")[2]
    )


def test_who_waits_at_a_terminal_sees_that_it_is_judged(
    sample: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert run("report", 2, "--data", sample).err == "judging game 2 ...\n"


def test_facts_of_a_game_that_is_not_solved_say_how_to_solve_it(sample: Path, run: Run) -> None:
    assert run("facts", "--rules", "minigam-full-entry", "--data", sample) == (
        3,
        "",
        f"minigam: expected a table of exact values at {sample}/tables/minigam-full-entry.table, "
        f'found none: run `make solve SOLVE="--rules minigam-full-entry --data {sample}"`\n',
    )


def test_a_game_that_is_not_solved_is_judged_by_networks(sample: Path, run: Run) -> None:
    said = run("report", 2, "--data", sample)
    assert said.status == 0
    assert said.lines[0] == "Game 2: Minigam, full entry, White against Black."
    assert said.lines[-2] == "Judged by the level expert: the figures are estimates."
