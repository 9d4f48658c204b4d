"""The evening on paper: title, standings and all results as a PDF in A4.

Without a font file the PDF uses Helvetica, which every reader has, and which has the letters of
Latin-1 only: other names are written in those (`transliteration`). With a TrueType font, such as
that of Debian's fonts-dejavu-core, only names with letters that it lacks are. Where a letter stays
unknown, the player's number stands behind the name. The same evening, date and font give the same
bytes.
"""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Container, Iterable, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from minigam.errors import ClubError, shortened
from minigam.remote.club.contest import ClubRound, Format
from minigam.remote.club.evening import Evening
from minigam.remote.club.extra import need_extra
from minigam.remote.club.proven_games import standings_of
from minigam.remote.club.result_lines import DecidedBy, ResultLine, lines_of
from minigam.remote.club.tie_breaks import TieBreak
from minigam.remote.club.transliteration import MISSING, latin_1
from minigam.rules.clock import USUAL

if TYPE_CHECKING:
    from fpdf import FPDF

HELVETICA = "Helvetica"
OWN_FONT = "club"
TITLE_PT, HEADING_PT, TEXT_PT, SMALL_PT = 20, 13, 10, 8
MARGIN_MM = 18
FONT_TABLES = (b"cmap", b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"maxp", b"name", b"post")
"""Those that a TrueType font cannot be without."""
GREY, LIGHT = 110, 190
TITLES = {
    TieBreak.BUCHHOLZ: "Buchholz",
    TieBreak.MEDIAN_BUCHHOLZ: "Median",
    TieBreak.SONNEBORN_BERGER: "Berger",
    TieBreak.DIFFERENCE: "Points",
    TieBreak.DIRECT_ENCOUNTER: "Direct",
}
"""What a column of the standings is called."""
FORMATS = {
    Format.ROUND_ROBIN: "Round robin",
    Format.SWISS: "Swiss",
    Format.KNOCKOUT: "Knockout",
}
NOTES = {
    DecidedBy.PLAY: "",
    DecidedBy.TIME: "on time",
    DecidedBy.DIRECTOR: "by the director",
    DecidedBy.FORFEIT: "forfeit",
    DecidedBy.BYE: "bye",
    DecidedBy.NOTHING: "not over",
}

NUMBERED = "no.: the player's number on the director's page, in the order of entering"


def evening_pdf(evening: Evening, on: date, font: Path | None = None) -> bytes:
    """The evening's PDF. `on`: the date printed; `font`: a TrueType file for all text.

    Raises `ClubError` for a font that cannot be used, and `ProgramError` where the extra `club` is
    not installed.

    >>> from minigam.remote.club.contest import RoundTerms
    >>> from minigam.remote.club.evening_events import Entered, Opened
    >>> opened = Opened("0" * 32, "Friday", "minigam", Format.SWISS, (RoundTerms(3),), 1)
    >>> evening_pdf(Evening.of([opened, Entered("Ann")]), date(2026, 1, 30))[:5]
    b'%PDF-'
    """
    return _Report(evening, on, font).made()


def _check_font(font: Path) -> None:
    """Raise `ClubError` unless this begins as a TrueType file, and has all of its tables.

    What reads fonts leaves a file open that is none:
    https://learn.microsoft.com/typography/opentype/spec/otff#table-directory has the format.
    """
    try:
        data = font.read_bytes()
        magic, count = struct.unpack_from(">4sH", data)
        tables = {}
        for at in range(12, 12 + 16 * count, 16):
            name, _, offset, length = struct.unpack_from(">4sIII", data, at)
            tables[name] = offset + length <= len(data)
    except (OSError, struct.error) as fault:
        raise _unusable(font, shortened(fault)) from None
    if magic not in (b"\0\1\0\0", b"true") or not all(tables.get(name) for name in FONT_TABLES):
        raise _unusable(font, "it is of another kind, or cut off")


def _unusable(font: Path, why: str) -> ClubError:
    return ClubError(f"expected a TrueType font at {font}, which cannot be used: {why}")


class _Report:
    """Draws one PDF."""

    def __init__(self, evening: Evening, on: date, font: Path | None) -> None:
        self._evening, self._on = evening, on
        self._family = OWN_FONT if font else HELVETICA
        self._glyphs: Container[int] = range(0x100)
        """The characters that the font has."""
        self._pdf = self._begun(font)
        self._numbers = {player.name: player.number for player in evening.players}

    def made(self) -> bytes:
        """All pages."""
        self._head()
        self._standings()
        for each in self._evening.rounds:
            self._round(each)
        if self._evening.rounds:
            self._line("* has won", SMALL_PT, grey=True)
        return bytes(self._pdf.output())

    def _begun(self, font: Path | None) -> FPDF:
        """A file with its first page still empty."""
        need_extra()
        from fpdf import FPDF  # here, because no other command needs it
        from fpdf.fonts import TTFFont

        report = self

        class Pages(FPDF):
            """Pages with a number below each."""

            def footer(self) -> None:
                self.set_y(-MARGIN_MM + 4)
                report._write(self, SMALL_PT, grey=True)
                self.cell(0, 4, f"{self.page_no()} / {{nb}}", align="C")

        pdf = Pages(format="A4")
        pdf.set_creation_date(datetime(self._on.year, self._on.month, self._on.day, tzinfo=UTC))
        pdf.set_title(self._evening.opened.title)
        pdf.set_lang("en")
        pdf.set_margin(MARGIN_MM)
        if font:
            _check_font(font)
            try:
                pdf.add_font(OWN_FONT, fname=font)
                loaded = pdf.fonts[OWN_FONT]
                assert isinstance(loaded, TTFFont)
                self._glyphs = loaded.cmap
            except Exception as fault:  # whatever a file that is no font makes its reader raise
                raise _unusable(font, shortened(fault)) from None
        pdf.set_draw_color(LIGHT)
        pdf.set_line_width(0.2)
        pdf.add_page()
        return pdf

    def _text(self, text: str) -> str:
        """A text in letters that the font has."""
        missing = (letter for letter in text if ord(letter) not in self._glyphs)
        return (
            latin_1(text) if any(unicodedata.category(each) != "Cf" for each in missing) else text
        )

    def _name(self, name: str) -> str:
        """A player's name; with the number where the letters do not say who it is."""
        text = self._text(name)
        return f"{text} (no. {self._numbers[name]})" if self._is_unknown(name) else text

    def _is_unknown(self, name: str) -> bool:
        return self._text(name).count(MISSING) > name.count(MISSING)

    def _write(self, pdf: FPDF, size: int, *, bold: bool = False, grey: bool = False) -> None:
        """Go on in this size and colour; an own font has one weight."""
        pdf.set_font(self._family, "B" if bold and self._family == HELVETICA else "", size)
        pdf.set_text_color(GREY if grey else 0)

    def _line(self, text: str, size: int, *, bold: bool = False, grey: bool = False) -> None:
        self._write(self._pdf, size, bold=bold, grey=grey)
        height = size * 0.5  # mm for a size in points, with some space between lines
        self._pdf.multi_cell(0, height, self._text(text), align="L", new_x="LMARGIN", new_y="NEXT")

    def _head(self) -> None:
        opened = self._evening.opened
        rules = self._evening.terms_of(1).agreed(opened.rules_id, opened.options).rules
        players = len(self._evening.players)
        state = "" if self._evening.is_over else ", not over"
        about = (
            f"{self._on.isoformat()}, {rules.title}, {FORMATS[opened.format]}, {players} players"
        )
        self._line(opened.title, TITLE_PT, bold=True)
        self._line(about + state, TEXT_PT, grey=True)

    def _standings(self) -> None:
        used = self._evening.opened.tie_breaks
        self._heading("Standings")
        head = ["", "Player", "Won", "Lost", *(TITLES[each] for each in used)]
        rows = [
            [
                f"{place.rank}{'=' if place.tied else ''}",
                *(self._name(place.name), str(place.wins), str(place.losses)),
                *("" if (found := place.value(each)) is None else str(found) for each in used),
            ]
            for place in standings_of(self._evening)
        ]
        self._table(head, rows, [10, 60, 12, 12, *[20] * len(used)], "LL" + "R" * (2 + len(used)))
        if any(row[0].endswith("=") for row in rows):
            self._line("= shares a place", SMALL_PT, grey=True)
        if any(map(self._is_unknown, self._numbers)):
            self._line(NUMBERED, SMALL_PT, grey=True)

    def _round(self, each: ClubRound) -> None:
        terms = self._evening.terms_of(each.number)
        clocks = {"off": "", USUAL: ", with a clock"}
        clock = clocks.get(terms.clock, f", clock {terms.clock}")
        points = "1 point" if terms.length == 1 else f"{terms.length} points"
        self._heading(f"Round {each.number}: matches to {points}{clock}")
        lines = [*map(self._row, lines_of(self._evening, each))]
        self._table(["Table", "White", "Score", "Black", ""], lines, [14, 60, 20, 60, 30], "LLCLL")

    def _row(self, line: ResultLine) -> list[str]:
        one, two = (
            f"{self._name(name)}{' *' if name == line.winner else ''}" if name else ""
            for name in line.names
        )
        table = "" if line.table is None else str(line.table)
        reason = line.match.ruling.reason if line.match and line.match.ruling else ""
        note = ": ".join(filter(None, (NOTES[line.decided_by], reason)))
        return [table, one, line.score, two, note]

    def _heading(self, text: str) -> None:
        pdf = self._pdf
        if pdf.will_page_break(30):  # no heading without its table
            pdf.add_page()
        pdf.ln(5)
        self._line(text, HEADING_PT, bold=True)
        pdf.ln(1)

    def _table(
        self, head: Sequence[str], rows: Iterable[Sequence[str]], widths: Sequence[int], align: str
    ) -> None:
        from fpdf.fonts import FontFace

        self._write(self._pdf, TEXT_PT)
        weight = "BOLD" if self._family == HELVETICA else ""
        with self._pdf.table(
            width=min(sum(widths), self._pdf.epw),
            col_widths=tuple(widths),
            text_align=tuple({"L": "LEFT", "R": "RIGHT", "C": "CENTER"}[each] for each in align),
            borders_layout="HORIZONTAL_LINES",
            line_height=5.5,
            align="LEFT",
            headings_style=FontFace(emphasis=weight),
        ) as table:
            for row in (head, *rows):
                table.row([self._text(cell) for cell in row])
