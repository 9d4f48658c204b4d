"""`minigam run`: what its options come to."""

from __future__ import annotations

import argparse
from collections.abc import Callable

import pytest

from minigam.cli import run
from minigam.daemon import app
from minigam.daemon.config import Config


def config_of(monkeypatch: pytest.MonkeyPatch, *options: str) -> Config:
    """What the daemon is started with."""
    found: list[Config] = []

    async def serve(config: Config, _tell: Callable[[str], None]) -> int:
        found.append(config)
        return 0

    monkeypatch.setattr(app, "serve", serve)
    parser = argparse.ArgumentParser()
    run.add_arguments(parser)
    assert run.run(parser.parse_args(options)) == 0
    return found[0]


@pytest.mark.parametrize(
    ("options", "listen"),
    [
        ((), None),
        (("--listen",), ""),
        (("--listen", "0.0.0.0"), ""),
        (("--listen", "::"), ""),
        (("--listen", "192.168.1.7"), "192.168.1.7"),
        (("--listen", "::1"), "::1"),
        (("--listen", "fd00::7"), "fd00::7"),
    ],
)
def test_at_which_addresses_it_listens(
    options: tuple[str, ...], listen: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert config_of(monkeypatch, *options).listen == listen


NOBODYS = (
    *("", "board.local"),
    *("224.0.0.1", "239.1.2.3", "255.255.255.255", "240.0.0.1", "ff02::1", "::ffff:224.0.0.1"),
)


@pytest.mark.parametrize("text", NOBODYS)
def test_what_is_no_address(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        config_of(monkeypatch, "--listen", text)
    said = capsys.readouterr().err
    assert f"--listen: expected one of this machine's IP addresses, got {text!r}" in said


@pytest.mark.parametrize("text", ["fe80::7", "fe80::7%eth0", "fd00::7%eth0"])
def test_an_address_of_one_network_card_is_of_no_use_to_a_browser(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        config_of(monkeypatch, "--listen", text)
    told = (
        f"--listen: expected an address that a browser can open, got {text!r}, which holds for one "
        "network card alone: choose another, or --listen without one for all\n"
    )
    assert capsys.readouterr().err.endswith(told)
