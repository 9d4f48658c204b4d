"""Somebody at the board asks for the setup network."""

import re
from pathlib import Path

import pytest

from minigam.board.gestures import LONG_SECONDS
from minigam.cli import provision
from minigam.daemon.setup_request import NAME, forget_request, request_setup
from minigam.table.events import Opened
from minigam.table.setup import Setup
from tests.daemon.rig import Rig, to_first_turn
from tests.daemon.serving import Start

ROOT = Path(__file__).parents[2]


def test_roll_and_undo_for_ten_seconds_ask_once_and_the_game_goes_on(tmp_path: Path) -> None:
    with Rig(tmp_path, Opened(Setup())) as board:
        to_first_turn(board)
        asked: list[float] = []
        board.table.pairing.on_setup_asked = lambda: asked.append(board.now)
        before, position = board.now, board.snapshot()["position"]
        board.hold(["roll", "undo"], 30.0)
        assert [round(at - before) for at in asked] == [LONG_SECONDS]
        assert board.snapshot()["position"] == position


def test_the_request_is_where_the_path_unit_looks(tmp_path: Path) -> None:
    assert provision.REQUEST.name == NAME
    environment = {"RUNTIME_DIRECTORY": f"{tmp_path}:/other"}
    request_setup(environment)
    assert re.fullmatch(r"[\d.]+\n", (tmp_path / NAME).read_text())
    forget_request(environment)
    forget_request(environment)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("folder", "said"), [("", "minigam provision --again"), ("/nowhere", "could not be asked for")]
)
def test_where_it_cannot_be_written_the_log_says_so(
    folder: str, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    request_setup({"RUNTIME_DIRECTORY": folder})
    assert said in caplog.text
    forget_request({"RUNTIME_DIRECTORY": ""})


async def test_a_code_that_is_shown_answers_the_request(
    tmp_path: Path, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    async with start() as served:
        served.table.pairing.on_setup_asked()
        assert (tmp_path / NAME).exists()
        body = {"network": "minigam-4F2A", "code": "12345612", "seconds": 300}
        await served.post("/api/setup-network", body)
        assert not (tmp_path / NAME).exists()
