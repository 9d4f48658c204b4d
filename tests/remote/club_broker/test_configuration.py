"""Mosquitto's settings: nothing is open without TLS and passwords."""

from pathlib import Path

import pytest

from minigam.errors import UnreadableError
from minigam.remote.club_broker.access_list import writable_topics
from minigam.remote.club_broker.configuration import broker_settings, whole_settings
from minigam.remote.club_broker.users import Role, User

FOLDER = Path("/etc/minigam/club/broker")
USERS = [User(f"table-{number}", Role.BOARD, "") for number in range(50)]


def options(text: str) -> list[tuple[str, str]]:
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(name, value) for name, _, value in (line.partition(" ") for line in lines)]


def parts(text: str) -> list[dict[str, str]]:
    """What is for all listeners, and then what is for each."""
    found: list[dict[str, str]] = [{}]
    for name, value in options(text):
        if name == "listener":
            found.append({})
        assert name not in found[-1]
        found[-1][name] = value
    return found


TLS = {
    "cafile": f"{FOLDER}/ca.crt",
    "certfile": f"{FOLDER}/server.pem",
    "keyfile": f"{FOLDER}/server.pem",
    "tls_version": "tlsv1.2",
    "max_connections": "500",
    "use_username_as_clientid": "true",
}


def test_both_listeners_have_tls_and_everybody_needs_a_password_or_a_certificate() -> None:
    everywhere, passwords, certificates = parts(broker_settings(FOLDER, 8883, USERS))
    assert everywhere["allow_anonymous"] == "false"
    assert everywhere["password_file"] == f"{FOLDER}/passwords"
    assert everywhere["acl_file"] == f"{FOLDER}/access"
    assert passwords == {"listener": "8883", **TLS}
    assert certificates == {
        "listener": "8884",
        **TLS,
        "require_certificate": "true",
        "use_identity_as_username": "true",
        "crlfile": f"{FOLDER}/revoked.pem",
    }


def test_there_are_limits() -> None:
    everywhere = parts(broker_settings(FOLDER, 8883, USERS))[0]
    limits = ("max_packet_size", "max_inflight_messages", "max_queued_messages", "memory_limit")
    assert all(int(everywhere[name]) > 0 for name in limits)


@pytest.mark.parametrize("count", [0, 1, 50])
def test_all_that_users_may_fill_fits_and_nothing_of_it_outlasts_the_broker(count: int) -> None:
    users = USERS[:count]
    everywhere = parts(broker_settings(FOLDER, 8883, users))[0]
    packet, queue, memory = (
        int(everywhere[name]) for name in ("max_packet_size", "max_queued_bytes", "memory_limit")
    )
    assert memory > len(writable_topics(users)) * packet + count * queue
    assert everywhere["persistence"] == "false"


def test_a_broker_of_its_own_reads_the_same_settings() -> None:
    assert options(whole_settings(Path("/home/ann/club/broker"), "ann")) == [
        ("user", "ann"),
        ("include_dir", "/home/ann/club/broker"),
    ]


@pytest.mark.parametrize("folder", ["/a\nlistener 1883", "club", "/a\0", "/a\ttab"])
def test_a_folder_that_would_be_another_setting_is_refused(folder: str) -> None:
    with pytest.raises(UnreadableError, match=r"^expected a folder whose whole name Mosquitto"):
        broker_settings(Path(folder), 8883, [])
    with pytest.raises(UnreadableError, match=r"^expected a folder whose whole name Mosquitto"):
        whole_settings(Path(folder), "ann")
