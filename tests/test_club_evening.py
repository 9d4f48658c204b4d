"""The evening to try, `make club`: whatever ends it, nothing of it is left."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.club_evening import BOARDS, PLAYERS
from tests.e2e.daemon import free_port

pytestmark = pytest.mark.mosquitto
PATIENCE_SECONDS = 60.0


def test_a_board_is_free_for_a_match_whose_board_fails() -> None:
    assert len(BOARDS) == len(PLAYERS) // 2 + 1


def children(parent: int) -> list[str]:
    """The processes that another one has started."""
    return Path(f"/proc/{parent}/task/{parent}/children").read_text("ascii").split()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_all_of_it(number: signal.Signals) -> None:
    command = [sys.executable, "-m", "tests.club_evening", "--port", str(free_port())]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as evening:
        assert evening.stdout
        lines = iter(evening.stdout)
        assert any("PIN" in line for line in lines), "expected the director's PIN"
        started = children(evening.pid)
        assert len(started) == 2 + len(BOARDS)
        evening.send_signal(number)
        assert evening.wait(PATIENCE_SECONDS) == 0
    assert [pid for pid in started if Path(f"/proc/{pid}").exists()] == []
