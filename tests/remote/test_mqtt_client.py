"""One connection: what comes in faster than it is handled is not lost."""

import asyncio
import logging
from contextlib import closing
from pathlib import Path

import pytest

from minigam.remote.broker import parse_broker
from minigam.remote.mqtt_client import MOST_WAITING, Login, MqttClient, Received
from tests.remote.mosquitto import Mosquitto

pytestmark = pytest.mark.mosquitto
MANY = 3 * MOST_WAITING
"""As a club finds them at its start: some messages of each board."""


async def connected(broker: Mosquitto, name: str) -> MqttClient:
    login = Login(parse_broker(broker.address), name, ("wills", ""))
    client = MqttClient(login, logging.getLogger(name), 20.0)
    await client.connect(None)
    return client


def test_the_broker_keeps_back_what_does_not_fit(tmp_path: Path) -> None:
    """More retained messages than may wait, for one that first subscribes, then reads."""

    async def main(broker: Mosquitto) -> list[Received]:
        with closing(await connected(broker, "board")) as board:
            for number in range(MANY):
                assert await board.publish(f"boards/{number:03}", f"{number}", retain=True)
        with closing(await connected(broker, "club")) as club:
            assert await club.subscribe("boards/+")
            assert await club.subscribe("other/+")
            async with asyncio.timeout(20.0):
                return [await club.receive() for _ in range(MANY)]

    with closing(Mosquitto(tmp_path / "broker")) as broker:
        found = asyncio.run(main(broker))
    expected = [Received(f"boards/{at:03}", b"%d" % at, True) for at in range(MANY)]
    assert sorted(found, key=lambda message: message.topic) == expected


def test_a_flood_of_messages_that_the_broker_does_not_keep_is_read_with_rests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that reads none of them is still answered, and reads on."""

    async def main(broker: Mosquitto) -> tuple[int, int]:
        with closing(await connected(broker, "club")) as club:
            assert await club.subscribe("boards")
            rests, again = list[None](), club._read_again

            def read_again() -> None:
                rests.append(None)
                again()

            monkeypatch.setattr(club, "_read_again", read_again)
            with closing(await connected(broker, "board")) as board:
                for _ in range(MANY):
                    board._paho.publish("boards", "x", 0)
                assert await board.publish("other", "x", retain=False)
            assert await club.publish("other", "x", retain=False)
            async with asyncio.timeout(20.0):
                found = [await club.receive() for _ in range(MOST_WAITING)]
            return len(found), len(rests)

    with closing(Mosquitto(tmp_path / "broker")) as broker:
        found, rests = asyncio.run(main(broker))
    assert (found, rests) == (MOST_WAITING, MANY - MOST_WAITING)
