"""A real Mosquitto with the files of `minigam club`: who gets in, and what each may do."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from minigam.cli.club_folder import ClubFolder
from minigam.cli.main import main
from minigam.remote.club_broker.tls import client_context
from minigam.remote.payload_reading import MOST_PACKET_BYTES
from minigam.remote.topics import Topics
from tests.remote.club_broker.broker import (
    DENIED,
    ENDED,
    GRANTED,
    HOST,
    NO_READER,
    Broker,
    Client,
    broker_of,
    credentials_of,
    make_club,
)

pytestmark = pytest.mark.mosquitto

BOARD, OTHER, CERTIFIED = "table-7", "table-8", "table-9"
CLUB, HOUSE, HALL = "evening", "house", "hall"
USERS = {
    BOARD: (),
    OTHER: (),
    CERTIFIED: ("--certificate",),
    CLUB: ("--role", "club"),
    HOUSE: ("--role", "home-assistant"),
    HALL: ("--role", "watcher"),
}
CONNACK = b"\x20"
"""What an answer to a connection begins with, in plain MQTT."""
PLAIN_CONNECT = b"\x10\x0d\x00\x04MQTT\x04\x02\x00\x3c\x00\x01a"


def club(*words: str) -> None:
    assert main(["club", *words]) == 0


@pytest.fixture
def made(tmp_path: Path) -> ClubFolder:
    """A club with users of every role."""
    folder = make_club(tmp_path / "club")
    for name, options in USERS.items():
        club("add", str(folder.folder), name, *options)
    return folder


@pytest.fixture
def broker(made: ClubFolder) -> Iterator[Broker]:
    with broker_of(made) as broker:
        yield broker


def client_of(made: ClubFolder, name: str) -> Client:
    return Client(credentials_of(made, name))


def test_a_board_writes_under_its_own_name(made: ClubFolder, broker: Broker) -> None:
    with client_of(made, BOARD) as board:
        assert board.connect() == GRANTED
        own = ("availability", "info", "snapshot", "health", "log", "invite", "join")
        topics = [f"minigam/1/board/{BOARD}/{topic}" for topic in own]
        topics.append(f"homeassistant/sensor/{BOARD}/score/config")
        assert {board.publish(topic) for topic in topics} == {NO_READER}
    assert broker.runs


OTHERS = [
    f"minigam/1/board/{OTHER}/log",
    f"minigam/1/board/{OTHER}/invite",
    f"minigam/1/board/{OTHER}/join",
    f"minigam/1/board/{OTHER}/snapshot",
    f"minigam/1/board/{OTHER}/availability",
    f"minigam/1/board/{OTHER}/command/night",
    f"minigam/1/board/{OTHER}/ask/more",
    f"minigam/1/board/{BOARD}2/log",
    f"minigam/1/board/{BOARD}/x0",
    f"minigam/1/board/{BOARD}/log/x0",
    f"minigam/1/board/{BOARD}/command/night",
    "minigam/1/board/x0/ask",
    "minigam/1/board/log",
    "minigam/1/club/standings",
    "minigam/1/anything",
    "minigam/2/board/table-7/log",
    "minigam",
    f"homeassistant/sensor/{OTHER}/score/config",
    f"homeassistant/sensor/{BOARD}/x0/config",
    f"homeassistant/x0/{BOARD}/score/config",
    f"homeassistant/{BOARD}/score/config",
    "homeassistant/status",
    "$SYS/broker/version",
    f"$SYS/minigam/1/board/{BOARD}/log",
    f"/minigam/1/board/{BOARD}/log",
    f"other/minigam/1/board/{BOARD}/log",
]


@pytest.mark.usefixtures("broker")
def test_a_board_writes_nowhere_else(made: ClubFolder) -> None:
    with client_of(made, BOARD) as board:
        board.connect()
        assert {topic: board.publish(topic) for topic in OTHERS} == dict.fromkeys(OTHERS, DENIED)


@pytest.mark.usefixtures("broker")
def test_everybody_may_ask_for_a_log_and_read_it(made: ClubFolder) -> None:
    with client_of(made, OTHER) as asked:
        asked.connect()
        for name in (BOARD, CERTIFIED, CLUB, HOUSE, HALL):
            with client_of(made, name) as asking:
                assert asking.connect() == GRANTED
                assert asking.publish(f"minigam/1/board/{OTHER}/ask") == NO_READER
                asking.subscribe("minigam/1/#")
                assert asked.publish(f"minigam/1/board/{OTHER}/log") == GRANTED
                asking.until_message()
                assert asking.messages == [f"minigam/1/board/{OTHER}/log"]


@pytest.mark.usefixtures("broker")
def test_nobody_reads_what_is_not_minigams(made: ClubFolder) -> None:
    """Mosquitto grants every subscription, and then delivers what may be read."""
    with client_of(made, BOARD) as board, client_of(made, HOUSE) as house:
        board.connect()
        house.connect()
        for topic in ("#", "$SYS/#", "homeassistant/#"):
            board.subscribe(topic)
        house.publish(f"homeassistant/sensor/{OTHER}/score/config", retain=True)
        house.publish("homeassistant/status")
        board.publish(f"minigam/1/board/{BOARD}/log")
        last = f"minigam/1/board/{BOARD}/log"
        board.until(lambda: last in board.messages)
        assert set(board.messages) == {"homeassistant/status", last}


ALLOWED = {
    CLUB: {"minigam/1/club/availability", f"minigam/1/club/match/{BOARD}"},
    HOUSE: {
        f"minigam/1/board/{BOARD}/command/night",
        "homeassistant/status",
        f"homeassistant/sensor/{BOARD}/score/config",
    },
    HALL: set(),
}
TRIED = [
    "minigam/1/club/availability",
    f"minigam/1/club/match/{BOARD}",
    "minigam/1/club/match/x0",
    "minigam/1/board/x0/ask",
    f"minigam/1/board/{BOARD}/command/night",
    f"minigam/1/board/{BOARD}/command/x0",
    f"minigam/1/board/{BOARD}/log",
    "homeassistant/status",
    f"homeassistant/sensor/{BOARD}/score/config",
    "homeassistant/sensor/x0/score/config",
    "$SYS/x",
]


@pytest.mark.parametrize("name", ALLOWED)
@pytest.mark.usefixtures("broker")
def test_each_role_writes_what_it_needs(name: str, made: ClubFolder) -> None:
    with client_of(made, name) as user:
        user.connect()
        own = f"minigam/1/board/{name}/log"  # not a board: not even under its own name
        assert {topic for topic in (*TRIED, own) if user.publish(topic) != DENIED} == ALLOWED[name]


# Who gets in


@pytest.mark.usefixtures("broker")
def test_without_a_password_or_with_another_nobody_gets_in(made: ClubFolder) -> None:
    right = credentials_of(made, BOARD)
    wrong = [
        replace(right, password=""),
        replace(right, password="x"),
        replace(right, password=right.password.lower()),
        replace(right, name=OTHER),
        replace(right, name="nobody"),
        replace(right, name=CERTIFIED),
    ]
    context = client_context(right)
    assert [Client(each, context).connect() for each in wrong] == [DENIED] * len(wrong)
    assert Client(right).connect() == GRANTED


@pytest.mark.parametrize("later", [0, 1], ids=["password", "certificate"])
@pytest.mark.usefixtures("broker")
def test_there_is_no_port_without_tls(later: int, made: ClubFolder) -> None:
    """Plain MQTT, which any broker without TLS would answer."""
    with closing(socket.create_connection((HOST, made.members().port + later), 10)) as plain:
        plain.sendall(PLAIN_CONNECT)
        try:
            answer = plain.recv(1)
        except ConnectionError:
            answer = b""
    assert not answer.startswith(CONNACK)


@pytest.mark.usefixtures("broker")
def test_the_port_for_certificates_takes_no_password(made: ClubFolder) -> None:
    password, certified = credentials_of(made, BOARD), credentials_of(made, CERTIFIED)
    with pytest.raises(ssl.SSLError):
        Client(replace(password, broker=certified.broker)).handshake()


@pytest.mark.usefixtures("broker")
def test_a_certificate_is_its_users_name(made: ClubFolder) -> None:
    """Whatever name the client gives: here another's, with that one's password."""
    certified, other = credentials_of(made, CERTIFIED), credentials_of(made, OTHER)
    context = client_context(certified)
    with Client(replace(other, broker=certified.broker), context) as client:
        assert client.connect() == GRANTED
        assert client.publish(f"minigam/1/board/{CERTIFIED}/log") == NO_READER
        assert client.publish(f"minigam/1/board/{OTHER}/log") == DENIED


@pytest.mark.usefixtures("broker")
def test_the_certificate_of_another_club_is_refused(made: ClubFolder, tmp_path: Path) -> None:
    foreign = make_club(tmp_path / "foreign")
    club("add", str(foreign.folder), CERTIFIED, "--certificate")
    theirs, ours = credentials_of(foreign, CERTIFIED), credentials_of(made, CERTIFIED)
    with pytest.raises(ssl.SSLError):
        Client(replace(theirs, broker=ours.broker, ca=ours.ca)).handshake()


@pytest.mark.usefixtures("broker")
def test_nobody_ends_anothers_connection_by_its_client_id(made: ClubFolder) -> None:
    """A user has one connection, named for it: another client of the same user takes it over."""
    with (
        Client(credentials_of(made, BOARD), client_id="shared") as board,
        Client(credentials_of(made, OTHER), client_id="shared") as other,
        Client(credentials_of(made, BOARD), client_id="again") as again,
    ):
        assert (board.connect(), other.connect()) == (GRANTED, GRANTED)
        assert board.publish(f"minigam/1/board/{BOARD}/log") == NO_READER
        assert again.connect() == GRANTED
        board.until(lambda: board.ended)
        assert board.ended in ("Session taken over", ENDED)  # as the version has it
        assert other.publish(f"minigam/1/board/{OTHER}/log") == NO_READER


# Revoked


def test_a_revoked_board_is_cut_off_when_the_broker_reads_its_lists_again(
    made: ClubFolder, broker: Broker
) -> None:
    given = credentials_of(made, BOARD)
    with Client(given) as board, client_of(made, OTHER) as other:
        assert (board.connect(), other.connect()) == (GRANTED, GRANTED)
        club("revoke", str(made.folder), BOARD)
        assert board.publish(f"minigam/1/board/{BOARD}/log") == NO_READER  # not read yet
        broker.reload()
        board.until(lambda: board.ended)
        assert board.ended == ENDED
        assert Client(given).connect() == DENIED
        assert other.publish(f"minigam/1/board/{OTHER}/log") == NO_READER


def test_a_revoked_certificate_loses_its_rights_and_is_refused_from_then_on(
    made: ClubFolder, broker: Broker
) -> None:
    """An open connection stays open until the broker restarts, and can do nothing in it."""
    given = credentials_of(made, CERTIFIED)
    with Client(given) as board, client_of(made, OTHER) as other:
        assert (board.connect(), other.connect()) == (GRANTED, GRANTED)
        board.subscribe("minigam/1/#")
        assert board.publish(f"minigam/1/board/{CERTIFIED}/log") == GRANTED
        board.until(lambda: board.messages)
        club("revoke", str(made.folder), CERTIFIED)
        broker.reload()
        for topic in (f"minigam/1/board/{CERTIFIED}/log", f"minigam/1/board/{OTHER}/ask"):
            assert board.publish(topic) == DENIED
        assert other.publish(f"minigam/1/board/{OTHER}/log") in (GRANTED, NO_READER)
        assert board.messages == [f"minigam/1/board/{CERTIFIED}/log"]
        with pytest.raises(ssl.SSLError):
            Client(given).handshake()


def test_a_board_that_was_lost_and_found_gets_in_with_what_is_new(
    made: ClubFolder, broker: Broker
) -> None:
    old = credentials_of(made, BOARD)
    club("revoke", str(made.folder), BOARD)
    club("add", str(made.folder), BOARD)
    broker.reload()
    assert (Client(old).connect(), client_of(made, BOARD).connect()) == (DENIED, GRANTED)


# The broker is the club's


def test_a_broker_whose_certificate_has_run_out_is_refused(tmp_path: Path) -> None:
    old = make_club(tmp_path / "club", datetime.now(UTC) - timedelta(days=731))
    club("add", str(old.folder), BOARD)
    with broker_of(old) as broker:
        with pytest.raises(ssl.SSLCertVerificationError, match="certificate has expired"):
            client_of(old, BOARD).handshake()
        club("renew", str(old.folder))
        broker.reload()
        assert client_of(old, BOARD).connect() == GRANTED


@pytest.mark.usefixtures("broker")
def test_the_broker_of_another_club_is_refused(made: ClubFolder, tmp_path: Path) -> None:
    foreign = make_club(tmp_path / "foreign")
    given = replace(credentials_of(made, BOARD), ca=foreign.authority().pair.certificate)
    with pytest.raises(ssl.SSLCertVerificationError, match="self-signed certificate"):
        Client(given).handshake()


def test_a_broker_under_another_name_is_refused(tmp_path: Path) -> None:
    elsewhere = make_club(tmp_path / "club", host="club.example")
    club("add", str(elsewhere.folder), BOARD)
    given = credentials_of(elsewhere, BOARD)
    here = replace(given, broker=given.broker.replace("club.example", HOST))
    with broker_of(elsewhere):
        with pytest.raises(ssl.SSLCertVerificationError, match="not valid for 'localhost'"):
            Client(here).handshake()
        by_address = replace(given, broker=given.broker.replace("club.example", "127.0.0.1"))
        assert Client(by_address).connect() == GRANTED


# Limits


@pytest.mark.usefixtures("broker")
def test_a_message_that_is_too_large_ends_its_senders_connection(made: ClubFolder) -> None:
    with client_of(made, BOARD) as board, client_of(made, OTHER) as other:
        assert (board.connect(), other.connect()) == (GRANTED, GRANTED)
        topic = f"minigam/1/board/{BOARD}/log"
        assert board.publish(topic, "x" * (MOST_PACKET_BYTES - 1000)) == NO_READER
        assert board.publish(topic, "x" * (MOST_PACKET_BYTES + 1000)) in ("Packet too large", ENDED)
        assert other.publish(f"minigam/1/board/{OTHER}/log") == NO_READER


def test_a_board_that_fills_all_it_may_write_costs_others_nothing(made: ClubFolder) -> None:
    """The broker has memory for that, goes on, and starts again with nothing of it."""
    topics = Topics(BOARD).written
    with (
        broker_of(made) as broker,
        client_of(made, BOARD) as board,
        client_of(made, OTHER) as other,
    ):
        assert (board.connect(), other.connect()) == (GRANTED, GRANTED)
        for size in (MOST_PACKET_BYTES - 1000, 1):
            text = "x" * size
            assert {board.publish(topic, text, retain=True) for topic in topics} == {NO_READER}
        assert other.publish(f"minigam/1/board/{OTHER}/log") == NO_READER
        assert broker.runs
    with broker_of(made), client_of(made, OTHER) as other:
        other.connect()
        other.subscribe("minigam/1/#")
        assert other.publish(f"minigam/1/board/{OTHER}/info", retain=True) == GRANTED
        other.until_message()
        assert other.messages == [f"minigam/1/board/{OTHER}/info"]
