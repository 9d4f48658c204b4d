"""The daemon at a club's broker, with what `minigam club add` has given the board."""

import asyncio
import json
from pathlib import Path
from urllib.request import urlopen

import pytest

from minigam.cli.club_folder import ClubFolder
from minigam.cli.main import main
from minigam.remote.topics import Topics
from tests.e2e.daemon import PATIENCE_SECONDS, running
from tests.remote.club.evening_process import EveningProcess
from tests.remote.club_broker.broker import (
    HOST,
    Broker,
    Client,
    broker_of,
    credentials_of,
    make_club,
)

pytestmark = pytest.mark.mosquitto

BOARD, OTHER, HALL = "table-7", "table-8", "hall"
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
    assert main(["club", "add", str(club.folder), OTHER]) == 0
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
    topic = Topics(OTHER).ask
    hall.messages.clear()
    hall.publish(topic)
    hall.until(lambda: topic in hall.messages)


def revoke(club: ClubFolder, broker: Broker) -> None:
    assert main(["club", "revoke", str(club.folder), BOARD]) == 0
    broker.reload()


def test_an_evenings_service_may_do_what_it_needs_and_gives_a_board_its_match(
    tmp_path: Path,
) -> None:
    club = make_club(tmp_path / "club")
    for name, role in ((BOARD, "board"), ("desk", "club")):
        assert main(["club", "add", str(club.folder), name, "--role", role]) == 0
    given, port = club.given_to("desk"), club.members().port
    login = ("--broker", f"mqtts://desk@{HOST}:{port}", "--broker-ca", str(given / "ca.crt"))
    password = ("--broker-password-file", str(given / "password"))

    async def evening() -> None:
        service = EveningProcess(tmp_path / "evening", 0, *login, *password)
        async with service:
            fields = {"title": "Friday", "rules": "minigam", "format": "knockout"}
            await service.act("open", **fields, lengths=[3])
            for name in ("Ann", "Bob"):
                await service.act("enter", name=name)
            await service.until(lambda view: view["connected"] and view["boards"])
            await service.admit()
            await service.until(lambda view: view["free"] == [BOARD])
            await service.act("draw")
            async with asyncio.timeout(PATIENCE_SECONDS):
                while names_at(daemon.url) != {"white": "Ann", "black": "Bob"}:
                    await asyncio.sleep(0.05)

    with broker_of(club), running(tmp_path / "data", *options(club, certificate=False)) as daemon:
        asyncio.run(evening())


def names_at(url: str) -> dict[str, str]:
    """The players at a board."""
    with urlopen(f"{url}/api/state") as answer:
        names: dict[str, str] = json.load(answer)["names"]
    return names
