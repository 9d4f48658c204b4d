"""What `make bare` is asked for; the systems themselves are made by it alone."""

import pytest

from tests.bare.__main__ import RUNS, _parser
from tests.bare.root import Bare


def test_runs_and_command_are_told_apart() -> None:
    words = "trixie-user bookworm-root --minutes 90 --command nohup make test"
    options = _parser().parse_args(words.split())
    assert options.runs == [RUNS["trixie-user"], RUNS["bookworm-root"]]
    assert (options.minutes, options.command) == (90, ["nohup", "make", "test"])


def test_without_a_name_all_are_meant() -> None:
    assert not _parser().parse_args([]).runs
    assert list(RUNS) == ["bookworm-root", "bookworm-user", "trixie-root", "trixie-user"]


def test_another_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        _parser().parse_args(["sarge-root"])
    assert "expected one of bookworm-root, bookworm-user, " in capsys.readouterr().err


def test_systems_of_a_pi_have_names_of_their_own() -> None:
    """Their folders and logs are not those of this machine's architecture."""
    assert f"{Bare('trixie', 'root', 'arm64')}" == "trixie-arm64-root"
