"""What was done on purpose is counted, and told as a table."""

from pathlib import Path

import pytest

from tests import faults


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "notes"
    monkeypatch.setattr(faults, "NOTES", folder)
    return folder


def test_the_same_at_the_same_tier_is_one_line(notes: Path) -> None:
    faults.note("kill -9", 1, 2000, "nothing lost")
    (notes / "another.jsonl").write_text('["kill -9", 1, 40, "nothing lost"]\n')
    faults.note("kill -9", 5, 1, "nothing lost")
    assert faults.faults() == (
        "| fault | tier | how often | result |\n"
        "| --- | --- | --- | --- |\n"
        "| kill -9 | 1 | 2,040 | nothing lost |\n"
        "| kill -9 | 5 | 1 | nothing lost |\n"
    )
