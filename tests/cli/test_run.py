"""`minigam run`: what its options come to."""

from unittest.mock import AsyncMock, create_autospec

import pytest

from minigam.daemon import app
from minigam.remote.board_name import EXPECTED
from tests.cli.commands import Run


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> AsyncMock:
    """A daemon that ends at once."""
    serve: AsyncMock = create_autospec(app.serve, return_value=0)
    monkeypatch.setattr(app, "serve", serve)
    return serve


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
    options: tuple[str, ...], listen: str | None, serve: AsyncMock, run: Run
) -> None:
    assert run("run", *options).status == 0
    assert [call.args[0].listen for call in serve.call_args_list] == [listen]


def test_a_boards_name_that_cannot_be_one_is_refused_at_once(serve: AsyncMock, run: Run) -> None:
    ended = run("run", "--board-name", "Board 7")
    assert (ended.status, ended.out, serve.called) == (2, "", False)
    assert f"argument --board-name: expected {EXPECTED}, got 'Board 7'" in ended.err


NOBODYS = (
    *("", "board.local"),
    *("224.0.0.1", "239.1.2.3", "255.255.255.255", "240.0.0.1", "ff02::1", "::ffff:224.0.0.1"),
)
ONE_CARDS = ("fe80::7", "fe80::7%eth0", "fd00::7%eth0")
"""Of no use to a browser."""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        *((text, "expected one of this machine's IP addresses, got {!r}") for text in NOBODYS),
        *(
            (
                text,
                "expected an address that a browser can open, got {!r}, which holds for one "
                "network card alone: choose another, or --listen without one for all\n",
            )
            for text in ONE_CARDS
        ),
    ],
)
def test_what_is_no_address(text: str, told: str, serve: AsyncMock, run: Run) -> None:
    said = run("run", "--listen", text)
    assert (said.status, serve.called) == (2, False)
    assert f"--listen: {told.format(text)}" in said.err
