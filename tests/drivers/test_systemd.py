"""What the service manager is told, by the datagrams that arrive at a socket in its place."""

import logging
import os
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from minigam.drivers.systemd import SystemdNotifier

OURS, PARENT = str(os.getpid()), str(os.getppid())


@pytest.fixture(params=["in a folder", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    """Its address, as it is told, and its end of the socket."""
    path = str(tmp_path / "notify")
    address = path if request.param == "in a folder" else f"@{path}"
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as end:
        end.bind(address.replace("@", "\0"))
        end.setblocking(False)
        yield address, end


def test_a_start_that_takes_long_is_waited_for(manager: tuple[str, socket.socket]) -> None:
    address, end = manager
    end.setblocking(True)
    service = SystemdNotifier({"NOTIFY_SOCKET": address})
    with service.waiting(seconds=0.03):
        found = [end.recv(4096) for _ in range(3)]
    assert found == [b"EXTEND_TIMEOUT_USEC=30000"] * 3


def test_a_quick_start_asks_for_nothing(manager: tuple[str, socket.socket]) -> None:
    address, end = manager
    with SystemdNotifier({"NOTIFY_SOCKET": address}).waiting():
        pass
    assert heard(end) == []


def heard(end: socket.socket) -> list[bytes]:
    found = []
    while True:
        try:
            found.append(end.recv(4096))
        except BlockingIOError:
            return found


def test_each_word_is_a_datagram(manager: tuple[str, socket.socket]) -> None:
    address, end = manager
    service = SystemdNotifier({"NOTIFY_SOCKET": address})
    service.ready()
    service.alive()
    service.status("The strip is stuck:\nlook at its cable, für jetzt")
    service.stopping()
    assert heard(end) == [
        b"READY=1",
        b"WATCHDOG=1",
        "STATUS=The strip is stuck: look at its cable, für jetzt".encode(),
        b"STOPPING=1",
    ]


@pytest.mark.parametrize(
    ("told", "patience"),
    [
        ({"WATCHDOG_USEC": "10000000"}, 10.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": OURS}, 10.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": PARENT}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_patience_is_in_seconds_and_for_this_process(
    told: dict[str, str], patience: float | None
) -> None:
    assert SystemdNotifier({"NOTIFY_SOCKET": "/run/notify", **told}).patience == patience


@pytest.mark.parametrize("address", ["", "vsock:2:1234", "notify"])
def test_without_a_socket_of_this_machine_nothing_is_told(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    service = SystemdNotifier({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "10000000"})
    service.ready()
    assert (service.patience, caplog.records) == (None, [])


def test_a_manager_that_has_gone_ends_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        SystemdNotifier({"NOTIFY_SOCKET": str(tmp_path / "gone")}).ready()
    assert [record.message for record in caplog.records] == [
        "the service manager could not be sent READY=1: [Errno 2] No such file or directory"
    ]


def test_a_manager_that_does_not_listen_is_not_waited_for(
    manager: tuple[str, socket.socket], caplog: pytest.LogCaptureFixture
) -> None:
    service = SystemdNotifier({"NOTIFY_SOCKET": manager[0]})
    while not caplog.records:  # its queue is full some time
        service.alive()
    assert "Resource temporarily unavailable" in caplog.records[0].message
