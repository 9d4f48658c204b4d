"""The daemon at a club's broker, with what `minigam club add` has given the board."""

from pathlib import Path

import pytest

from minigam.cli.club_folder import ClubFolder
from minigam.cli.main import main
from minigam.remote.topics import Topics
from tests.e2e.daemon import running
from tests.remote.club_broker.broker import (
    HOST,
    Broker,
    Client,
    broker_of,
    credentials_of,
    make_club,
)

pytestmark = pytest.mark.mosquitto

BOARD, HALL = "table-7", "hall"
BOARD_IS_CUT_OFF = "broker"
"""What the log says then."""
TOPICS = Topics(BOARD)


def options(club: ClubFolder, certificate: bool) -> list[str]:
    given, members = club.given_to(BOARD), club.members()
    ca = ("--broker-ca", str(given / "ca.crt"))
    if certificate:
        own = (
            "--broker-certificate",
            str(given / "own.crt"),
            "--broker-key",
            str(given / "own.key"),
        )
        address = f"mqtts://{HOST}:{members.certificate_port}"
        return ["--broker", address, "--board-name", BOARD, *ca, *own]
    password = ("--broker-password-file", str(given / "password"))
    return ["--broker", f"mqtts://{BOARD}@{HOST}:{members.port}", *ca, *password]


@pytest.mark.parametrize("certificate", [False, True], ids=["password", "certificate"])
def test_a_board_is_in_the_club_until_it_is_revoked(tmp_path: Path, certificate: bool) -> None:
    club = make_club(tmp_path / "club")
    more = ["--certificate"] if certificate else []
    assert main(["club", "add", str(club.folder), BOARD, *more]) == 0
    assert main(["club", "add", str(club.folder), HALL, "--role", "watcher"]) == 0
    with (
        broker_of(club) as broker,
        Client(credentials_of(club, HALL)) as hall,
    ):
        hall.connect()
        hall.subscribe("minigam/1/#")
        with running(tmp_path / "data", *options(club, certificate)) as daemon:
            hall.until(
                lambda: {*TOPICS.retained} - {TOPICS.control, TOPICS.invite} <= {*hall.messages}
            )
            hall.messages.clear()
            daemon.tap("roll", "roll")
            hall.until(lambda: {TOPICS.log, TOPICS.snapshot} <= {*hall.messages})
            revoke(club, broker)
            settle(hall)
            daemon.tap("roll", "undo", "roll")  # the game goes on without the club
            settle(hall)
            assert not {TOPICS.log, TOPICS.snapshot} & {*hall.messages[:-1]}
            ended = daemon.stop()
        assert ended.status == 0
        assert (BOARD_IS_CUT_OFF in ended.err) is not certificate


def settle(hall: Client) -> None:
    """Until all has come in that was sent before; the messages from then on are new ones."""
    topic = Topics("nobody").ask
    hall.messages.clear()
    hall.publish(topic)
    hall.until(lambda: topic in hall.messages)


def revoke(club: ClubFolder, broker: Broker) -> None:
    assert main(["club", "revoke", str(club.folder), BOARD]) == 0
    broker.reload()
