"""Without the extra `club`, one sentence says what to install."""

import re
import sys
import tomllib
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from minigam.errors import ProgramError
from minigam.remote.club.contest import Format, RoundTerms
from minigam.remote.club.evening import Evening
from minigam.remote.club.evening_events import Opened
from minigam.remote.club.extra import LIBRARIES, need_extra
from minigam.remote.club.pdf_report import evening_pdf
from minigam.remote.club.swiss_pairing import Candidate, pair_swiss

ROOT = Path(__file__).parents[3]
EVENING = Evening.of([Opened("0" * 32, "Friday", "minigam", Format.SWISS, (RoundTerms(3),), 1)])
INSTALL = ", which a club's evening needs: pip install 'minigam[club]'"
PLAYERS = [Candidate(1, 0), Candidate(2, 0)]
SENTENCES = {
    ("networkx",): "networkx is not installed",
    ("fpdf",): "fpdf2 is not installed",
    ("networkx", "fpdf"): "networkx and fpdf2 are not installed",
}


def test_nothing_is_said_where_all_is_installed() -> None:
    need_extra()


@pytest.mark.parametrize("missing", SENTENCES, ids="+".join)
@pytest.mark.parametrize(
    "act",
    [
        need_extra,
        lambda: pair_swiss(PLAYERS, seed=0, number=1),
        lambda: evening_pdf(EVENING, date(2026, 1, 30)),
    ],
    ids=["check", "pairs", "pdf"],
)
def test_a_missing_library_is_named(
    act: Callable[[], object], missing: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in missing:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ProgramError) as refusal:
        act()
    assert str(refusal.value) == SENTENCES[missing] + INSTALL


def test_the_packages_are_those_of_the_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extra = project["optional-dependencies"]["club"]
    assert [re.split(r"\W", line)[0] for line in extra] == [*LIBRARIES.values()]
