"""Who owns the other end of a connection: in made-up tables, and on this machine."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from minigam.web.local_peers import TABLES, End, is_trusted, user_of

TABLE = """\
  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000   999        0 1 1
   1: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1000        0 2 1
   2: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000   999        0 3 1
   3: 0100007F:C351 0100007F:1F90 06 00000000:00000000 03:00000000 00000000     0        0 0 1
"""
SIX = """\
  sl  local_address                         remote_address                        st
  0: 00000000000000000000000001000000:C350 00000000000000000000000001000000:1F90 01 0:0 0:0 0 33 0 4
"""
OWN = End("127.0.0.1", 8080)


def read(path: Path) -> str:
    return {TABLES[4]: TABLE, TABLES[6]: SIX}[path]


def unread(path: Path) -> str:
    raise AssertionError(f"{path} was read, which takes long where many are connected")


def silent(_question: bytes) -> bytes:
    raise OSError("this kernel answers no such questions")


@pytest.mark.parametrize(
    ("peer", "own", "expected"),
    [
        (End("127.0.0.1", 50000), OWN, 1000),
        (End("127.0.0.1", 50001), OWN, None),  # closed: the kernel lists it as root's
        (End("127.0.0.1", 50002), OWN, None),
        (End("::1", 50000), End("::1", 8080), 33),
        (End("::1", 50001), End("::1", 8080), None),
        (End("", 0), OWN, None),
    ],
    ids=str,
)
def test_the_table_names_the_user(peer: End, own: End, expected: int | None) -> None:
    assert user_of(peer, own, read, silent) == expected


def test_without_a_table_nobody_knows() -> None:
    def none(path: Path) -> str:
        raise FileNotFoundError(path)

    assert user_of(End("127.0.0.1", 50000), OWN, none, silent) is None


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_a_connection_of_ours_is_ours(address: str) -> None:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        door = socket.create_server((address, 0), family=family)
    except OSError:
        pytest.skip("this machine has no IPv6")
    with door, socket.create_connection(door.getsockname()[:2]) as caller:
        served, peer = door.accept()
        with served:
            ends = End(*peer[:2]), End(*served.getsockname()[:2])
            user = user_of(*ends, read=unread)
            assert user == os.geteuid() == user_of(*ends, ask=silent)
            assert is_trusted(user)
            assert user_of(End(*caller.getsockname()[:2]), End(address, 1)) is None


def test_a_connection_that_its_program_has_closed_is_nobodys() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        caller = socket.create_connection(door.getsockname())
        end = End(*caller.getsockname())
        served, _ = door.accept()
        with served:
            caller.close()
            assert user_of(end, End(*served.getsockname()), read=unread) is None
            assert user_of(end, End(*served.getsockname()), ask=silent) is None


def test_who_waits_at_a_port_has_not_connected_from_it() -> None:
    """The kernel names a socket that waits for anybody where it has none with both ends."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        assert user_of(End(*door.getsockname()), OWN) is None


@pytest.mark.parametrize(
    "ask",
    [silent, lambda _: b"", lambda _: bytes(36), lambda _: bytes(200)],
    ids=["silent", "nothing", "error", "another"],
)
def test_a_kernel_that_does_not_say_has_its_list_read(ask: Callable[[bytes], bytes]) -> None:
    assert user_of(End("127.0.0.1", 50000), OWN, read, ask) == 1000


def test_nobody_else_is_trusted() -> None:
    assert not is_trusted(65_533)
