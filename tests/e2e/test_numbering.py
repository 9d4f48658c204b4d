"""The setting of the points' numbers, in a running daemon: from then on all pages read by it."""

import json
from pathlib import Path
from urllib.request import Request, urlopen

from tests.docs.sample import write_journal
from tests.e2e.daemon import Daemon, running


def plays(daemon: Daemon) -> list[tuple[str, str]]:
    """Black's plays in a stored game, for scripts and for people."""
    found = daemon.get("/api/games/1")["plays"]
    return [(play["play"], play["text"]) for play in found if play["side"] == "black"]


def test_a_change_holds_for_what_was_played_before(tmp_path: Path) -> None:
    data = tmp_path / "games"
    write_journal(data)
    with running(data) as daemon:
        printed = plays(daemon)
        assert ("bar/6(2)", "bar/1(2)") in printed
        kind = {"Content-Type": "application/json"}
        body = json.dumps({"numbers": "own"}).encode()
        urlopen(Request(f"{daemon.url}/api/settings", body, kind)).close()
        own = plays(daemon)
    assert own == [(play, play) for play, _ in printed]
    with running(data) as daemon:
        assert plays(daemon) == own
