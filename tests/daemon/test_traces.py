"""Recorded sessions: the same levels lead to the same turns."""

from __future__ import annotations

from pathlib import Path

import pytest

from minigam.rules.actions import Begun, Confirmed, NumberGiven, Stepped
from tests.daemon.traces import FOLDER, SESSIONS, made, replayed

TRACES = sorted(FOLDER.glob("*.trace"), key=lambda path: path.stem)


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_a_trace_comes_out_as_it_was_recorded(path: Path) -> None:
    found, told, state = replayed(path)
    assert found == told
    assert state.game.plays
    assert {Begun, NumberGiven, Stepped, Confirmed} <= {type(action) for action in found}


def test_every_session_has_its_trace() -> None:
    assert [path.stem for path in TRACES] == sorted(SESSIONS)


def test_a_session_that_is_recorded_anew_is_the_same() -> None:
    assert made("minigam") == (FOLDER / "minigam.trace").read_text("utf-8")
