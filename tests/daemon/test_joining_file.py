"""The file that keeps whom a board has asked for a game."""

import stat
from pathlib import Path

import pytest

from minigam.daemon.joining_file import NAME, JoiningFile

BODY = {"peer": "board-7", "invite": {"v": 1}, "join": {"v": 1}}


def test_it_outlasts_a_restart_until_there_is_an_answer(tmp_path: Path) -> None:
    file = JoiningFile(tmp_path)
    assert file.body is None
    file.save(BODY)
    assert JoiningFile(tmp_path).body == BODY
    assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600
    file.save(None)
    assert not (tmp_path / NAME).exists()
    assert JoiningFile(tmp_path).body is None


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"[" * 10_000])
def test_a_damaged_file_asks_for_nothing(
    content: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / NAME
    path.parent.mkdir()
    path.write_bytes(content)
    assert JoiningFile(tmp_path).body is None
    (line,) = caplog.messages
    assert line.startswith("whom this board has asked for a game cannot be read: ")


def test_where_it_cannot_be_written_the_board_asks_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / NAME).parent.write_text("no folder")
    file = JoiningFile(tmp_path)
    file.save(BODY)
    (line,) = caplog.messages
    assert line.startswith("whom this board has asked for a game cannot be kept: ")
