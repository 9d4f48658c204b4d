"""Exports of an evening: CSV, `.mat` or JSON of every match, and the PDF."""

import csv
import io
import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigam.errors import ClubError, UnreadableError
from minigam.formats.jsonfile import write_json
from minigam.formats.mat_reader import read_mat
from minigam.remote.club.contest import Format, RoundTerms
from minigam.remote.club.csv_export import RESULT_COLUMNS, results_csv, standings_csv
from minigam.remote.club.evening import Evening
from minigam.remote.club.evening_events import Entered, Opened, Ruled, Seated, Withdrawn
from minigam.remote.club.match_export import match_files
from minigam.remote.club.next_round import draw_round
from minigam.remote.club.pdf_report import NUMBERED, evening_pdf
from minigam.remote.club.proven_games import ProvenGame, recorded
from minigam.remote.club.tie_breaks import USUAL
from minigam.rules.position import Side
from minigam.rules.record import Record, check_name
from tests.formats.test_mat import FILE, GAMES
from tests.remote.club.evenings import ID, Played, drawn, opened, won_game

WHITE, BLACK = Side
ON = date(2026, 1, 30)
DEJAVU = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")


def some() -> Evening:
    """Five players after a round: a bye, a forfeit, and a match with one game."""
    evening = drawn(players=5).after(Seated(1, "oak"))
    event = recorded(evening, won_game(evening.match(1), BLACK, 2))
    assert event is not None
    evening = evening.after(event)
    return evening.after(Ruled(2, evening.match(2).players[0], (0, 0), True, "-late, again"))


# ---- CSV -----------------------------------------------------------------------------------------


def test_standings_as_csv() -> None:
    evening = some()
    (two, winner), bye = (evening.match(2).names[::-1], evening.rounds[0].byes[0])
    first, second = sorted([winner, evening.player(bye).name])
    rest = sorted({*(player.name for player in evening.players)} - {first, second})
    assert two in rest
    assert [*csv.reader(io.StringIO(standings_csv(evening)))] == [
        ["place", "tied", "player", "wins", "losses", *(each.value for each in USUAL)],
        ["1", "yes", first, "1", "0", "1", "1", "0", "0"],
        ["1", "yes", second, "1", "0", "1", "1", "0", "0"],
        *(
            ["3", "yes", name, "0", "1" if name == two else "0", "0", "0", "0", "0"]
            for name in rest
        ),
    ]


def test_results_as_csv() -> None:
    evening = some()
    one, two = evening.matches
    names = [evening.player(evening.rounds[0].byes[0]).name, ""]
    assert [*csv.reader(io.StringIO(results_csv(evening)))] == [
        [*RESULT_COLUMNS],
        [*("1", "1", *one.names, "3", "off", "0", "2"), *("", "", "", "oak", "1", one.meeting)],
        [
            *("1", "2", *two.names, "3", "off", "0", "0"),
            *(two.names[0], "forfeit", "'-late, again", "", "0", two.meeting),
        ],
        ["1", "", *names, *[""] * 4, names[0], "bye", *[""] * 4],
    ]
    assert results_csv(evening).count("\r\n") == 4


def test_a_name_is_no_formula() -> None:
    evening = Evening.of([opened(), *map(Entered, ('=HYPERLINK("http://x")', "+1", "a,b", '"c"'))])
    names = [row[2] for row in csv.reader(io.StringIO(standings_csv(evening)))][1:]
    assert names == ['"c"', "'+1", '\'=HYPERLINK("http://x")', "a,b"]


# ---- Matches -------------------------------------------------------------------------------------


def recorded_match() -> tuple[Evening, dict[str, tuple[Record, ...]]]:
    """The match of `FILE`, to 4 points, as an evening has it."""
    first = replace(opened(), terms=(RoundTerms(4),))
    evening = Evening.of([first, *map(Entered, GAMES[0].terms.names)])
    evening = evening.after(draw_round(evening))
    (match,) = evening.matches
    for number, record in enumerate(GAMES, start=1):
        assert record.result
        begun = replace(record.terms, by_hand=False, imported=False)
        game = ProvenGame(match.meeting, number, begun, record.result, record.ended_by)
        event = recorded(evening, game)
        assert event is not None
        evening = evening.after(event)
    return evening, {match.meeting: GAMES}


def test_a_match_of_several_games_is_one_mat_file() -> None:
    evening, records = recorded_match()
    assert match_files(evening, records) == {"round-1-table-1-ann-1st-zoe.mat": FILE}
    assert len(read_mat(FILE)) == 4


@pytest.mark.parametrize(
    "records", [(), GAMES[:3], GAMES[1:], GAMES[::-1], (*GAMES, GAMES[0])], ids=range(5)
)
def test_records_of_other_games_are_refused(records: tuple[Record, ...]) -> None:
    evening, known = recorded_match()
    with pytest.raises(ClubError, match="expected the records of the 4 games of match 1"):
        match_files(evening, dict.fromkeys(known, records))


def test_a_match_without_games_has_no_file() -> None:
    assert match_files(drawn(), {}) == {}


def test_a_match_that_mat_has_no_room_for_is_a_json_file() -> None:
    first = replace(opened(), rules_id="minigam")
    evening = Evening.of([first, Entered("Ann"), Entered("Bob")])
    evening = evening.after(draw_round(evening))
    (match,) = evening.matches
    game = won_game(match, WHITE)
    event = recorded(evening, game)
    assert event is not None
    record = Record(game.terms, result=game.result, ended_by="resigned")
    found = match_files(evening.after(event), {match.meeting: [record]})
    assert found == {"round-1-table-1-ann-bob.json": write_json([record])}


# ---- PDF -----------------------------------------------------------------------------------------


def streams(pdf: bytes) -> Iterator[bytes]:
    for found in re.finditer(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        is_packed = found[1].startswith(b"x")  # of zlib
        yield zlib.decompress(found[1]) if is_packed else found[1]


def texts(pdf: bytes) -> list[str]:
    """All texts of a PDF with Helvetica, in their order."""
    shown = [each for stream in streams(pdf) for each in re.findall(rb"\((.*?)\) Tj", stream)]
    return [re.sub(rb"\\([()\\])", rb"\1", each).decode("latin-1") for each in shown]


def test_the_pdf_has_title_date_standings_and_every_result() -> None:
    evening = some()
    one, two = evening.matches
    bye = evening.player(evening.rounds[0].byes[0]).name
    found = texts(evening_pdf(evening, ON))
    assert found[:3] == [
        "Friday",
        "2026-01-30, Backgammon, Swiss, 5 players, not over",
        "Standings",
    ]
    at = found.index("Round 1: matches to 3 points")
    assert found[at + 1 :] == [
        *("Table", "White", "Score", "Black"),
        *("1", one.names[0], "0 - 2", one.names[1], "not over"),
        *("2", f"{two.names[0]} *", "0 - 0", two.names[1]),
        *("forfeit: -late,", "again"),
        *(f"{bye} *", "bye", "* has won", "1 / ", "1"),
    ]
    assert [name for name in found[:at] if name in {player.name for player in evening.players}] == [
        line[2] for line in csv.reader(io.StringIO(standings_csv(evening))) if line[2] != "player"
    ]


def test_the_same_evening_gives_the_same_bytes() -> None:
    one, two = (Played(Format.SWISS, 16).whole().evening for _ in range(2))
    assert evening_pdf(one, ON) == evening_pdf(two, ON)
    assert evening_pdf(one, ON) != evening_pdf(one, date(2026, 1, 31))
    assert b"/MediaBox [0 0 595.28 841.89]" in evening_pdf(one, ON)  # A4 in points


def named(*names: str) -> Evening:
    evening = Evening.of([opened(), *map(Entered, names)])
    return evening.after(draw_round(evening)).after(Withdrawn(1))


HARD = (
    "Jürgen Groß",
    "Юлия",
    "李小龙",
    "W" * 60,
    "(a\\b)",
    "👍🏽",
    "\u0645\u06cc\u200c\u0646\u0627",
)


def test_names_that_helvetica_lacks_are_transliterated_or_numbered() -> None:
    assert NUMBERED not in texts(evening_pdf(named(*HARD[:2]), ON))
    found = texts(evening_pdf(named(*HARD), ON))
    assert NUMBERED in found
    assert {"Jürgen Groß", "Iuliia", "??? (no. 3)", "(a\\b)", "?? (no. 6)"} <= {
        name.removesuffix(" *") for name in found
    }


@pytest.mark.skipif(not DEJAVU.exists(), reason="DejaVu Sans is not here (fonts-dejavu-core)")
def test_a_font_of_one_s_own_has_more_letters() -> None:
    """The text of such a PDF is glyph numbers; what each is, its ToUnicode table says."""
    pdf = evening_pdf(named(*HARD), ON, DEJAVU)
    assert pdf == evening_pdf(named(*HARD), ON, DEJAVU)
    table = b"".join(each for each in streams(pdf) if b"beginbfchar" in each)
    known = {int(code, 16) for code in re.findall(rb"<[0-9A-F]+> <([0-9A-F]{4})>", table)}
    assert {*map(ord, "ЮлияßW?")} <= known
    assert known.isdisjoint(map(ord, "李小龙"))


@pytest.mark.parametrize("content", [b"", b"no font", b"\0\1\0\0" + bytes(200)])
def test_a_file_that_is_no_font_is_refused(tmp_path: Path, content: bytes) -> None:
    font = tmp_path / "font.ttf"
    font.write_bytes(content)
    with pytest.raises(ClubError, match="expected a TrueType font at"):
        evening_pdf(drawn(), ON, font)


def test_a_font_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ClubError, match="expected a TrueType font at"):
        evening_pdf(drawn(), ON, tmp_path / "font.ttf")


def is_name(text: str) -> bool:
    try:
        return bool(check_name(text))
    except UnreadableError:
        return False


NAMED = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=60).filter(
    is_name
)


@given(st.lists(NAMED, min_size=2, max_size=3, unique_by=str.casefold))
def test_any_name_can_be_printed(names: list[str]) -> None:
    try:
        evening = named(*names)
    except ClubError:  # two that look the same
        return
    assert evening_pdf(evening, ON).endswith(b"%%EOF\n")


@pytest.mark.parametrize("form", Format)
def test_every_format_can_be_exported(form: Format) -> None:
    evening = Played(form, 5).whole().evening
    assert texts(evening_pdf(evening, ON))[1].endswith("5 players")
    matches = len(evening.matches) + sum(len(each.byes) for each in evening.rounds)
    assert len([*csv.reader(io.StringIO(results_csv(evening)))]) == 1 + matches


def test_an_evening_that_has_just_been_opened() -> None:
    first = Opened(ID, "Nobody yet", "minigam", Format.SWISS, (RoundTerms(1, "usual"),), 1)
    evening = Evening.of([first])
    assert standings_csv(evening) == "place,tied,player,wins,losses\r\n"
    assert texts(evening_pdf(evening, ON))[0] == "Nobody yet"
    evening = evening.after(Entered("Ann")).after(Entered("Bob"))
    evening = evening.after(draw_round(evening))
    assert "Round 1: matches to 1 point, with a clock" in texts(evening_pdf(evening, ON))


@pytest.mark.skipif(not DEJAVU.exists(), reason="DejaVu Sans is not here (fonts-dejavu-core)")
def test_a_font_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    font = tmp_path / "font.ttf"
    font.write_bytes(DEJAVU.read_bytes()[:-200_000])
    with pytest.raises(ClubError, match="it is of another kind, or cut off"):
        evening_pdf(drawn(), ON, font)
