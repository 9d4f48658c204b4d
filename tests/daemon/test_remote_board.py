"""A daemon with a broker: what it says, what it obeys, and that its game needs none of it."""

import asyncio
import logging
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from minigam.daemon import app
from minigam.daemon.config import Config
from minigam.errors import BrokerError
from minigam.remote.payloads import ONLINE
from minigam.remote.topics import Topics
from tests.daemon.serving import Served, Start, serving
from tests.e2e.daemon import Daemon, free_port
from tests.remote.mosquitto import Listener, Mosquitto, listening
from tests.remote.reading import valid

NAME = "board-7"
TOPICS = Topics(NAME)
mosquitto = pytest.mark.mosquitto


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    started = Mosquitto(tmp_path / "broker")
    yield started
    started.close()


Connected = Callable[..., AbstractAsyncContextManager[tuple[Served, Listener]]]


@pytest.fixture
def connected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broker: Mosquitto) -> Connected:
    """A daemon with a broker, and somebody who listens there."""
    usual = Config(board="sim", data=tmp_path, broker=broker.address, remote_name=NAME)

    @asynccontextmanager
    async def both(seconds: float = 20.0) -> AsyncIterator[tuple[Served, Listener]]:
        starting = serving(usual, monkeypatch, seconds)
        async with listening(NAME, broker) as listener, starting as served:
            await listener.until(lambda: listener.kept.get(TOPICS.availability) == b"online")
            await listener.until(lambda: listener.said(TOPICS.control))
            yield served, listener

    return both


def snapshot(served: Served) -> dict[str, Any]:
    return served.daemon.screen.state()


async def play(served: Served, chance: Random, until: Callable[[], bool]) -> None:
    """Tap what is lit."""
    while not until():
        state = snapshot(served)
        zones = state["targets"] if state["selected"] else state["sources"]
        touched = "roll" if not zones else chance.choice(zones)
        await served.touch.tap(touched)


def has_played(served: Served, turns: int) -> bool:
    return len(snapshot(served)["plays"]) >= turns


def stored(served: Served, game: int) -> list[object]:
    return list(served.daemon._journal.actions(game))


@mosquitto
def test_what_a_board_says(connected: Connected) -> None:
    async def main() -> None:
        async with connected() as (served, listener):
            assert listener.kept[TOPICS.availability] == ONLINE.encode()
            info = valid("info", listener.kept[TOPICS.info])
            assert (info["name"], info["profile"], info["points"]) == (NAME, "sim", 6)
            assert valid("health", listener.kept[TOPICS.health])["ok"] is True
            state = valid("snapshot", listener.kept[TOPICS.snapshot])
            assert (state["phase"], state["game"]) == ("attract", None)
            control = {"v": 1, "allowed": False, "night": False, "brightness": 100}
            assert valid("control", listener.kept[TOPICS.control]) == control
            await served.touch.tap("roll")
            await listener.until(lambda: listener.said(TOPICS.snapshot)["phase"] == "opening")

    asyncio.run(main())


@mosquitto
@pytest.mark.slow
def test_a_whole_game_arrives_though_the_broker_is_killed(
    connected: Connected, broker: Mosquitto
) -> None:
    async def main() -> None:
        chance = Random(1)
        async with connected(120.0) as (served, listener):
            for turns in (3, 8):
                await play(served, chance, partial(has_played, served, turns))
                broker.kill()
                await play(served, chance, partial(has_played, served, turns + 1))
                broker.start()
            await play(served, chance, lambda: bool(snapshot(served)["result"]))
            expected = stored(served, 1)
            await listener.until(lambda: len(listener.actions.get(1, [])) >= len(expected))
            assert listener.actions[1] == expected
            await listener.until(lambda: listener.said(TOPICS.snapshot)["result"])
            assert all(valid("log", text) for topic, text in listener.seen if topic == TOPICS.log)
            for topic, text in listener.seen:
                if topic == TOPICS.snapshot:
                    valid("snapshot", text)

    asyncio.run(main())


@mosquitto
def test_what_was_played_without_the_broker_comes_when_it_is_there(
    connected: Connected, broker: Mosquitto
) -> None:
    async def main() -> None:
        async with connected() as (served, listener):
            broker.kill()
            await served.touch.tap("roll")
            await play(served, Random(3), lambda: snapshot(served)["phase"] == "moving")
            broker.start()
            await listener.until(lambda: listener.actions.get(1))
            assert listener.actions[1] == stored(served, 1)[: len(listener.actions[1])]
            await listener.until(lambda: listener.actions[1] == stored(served, 1))
            assert listener.said(TOPICS.info)["name"] == NAME  # the broker had lost everything

    asyncio.run(main())


@mosquitto
def test_a_game_that_goes_on_is_followed_from_its_start(connected: Connected) -> None:
    async def main() -> None:
        async with connected() as (served, listener):
            await served.touch.tap("roll")
            await listener.until(lambda: len(listener.actions.get(1, [])) >= 2)
            key = listener.said(TOPICS.info)["key"]
        async with connected() as (served, listener):
            await listener.until(lambda: listener.actions.get(1))
            assert listener.actions[1] == stored(served, 1)
            assert listener.said(TOPICS.info)["key"] == key  # it is the same board

    asyncio.run(main())


@mosquitto
def test_who_asks_is_sent_earlier_games_too(connected: Connected) -> None:
    async def main() -> None:
        async with connected() as (served, _):
            await served.touch.tap("roll")
            await served.touch.command("new-game")
            await served.touch.tap("roll")
            await play(served, Random(3), lambda: served.table.number == 2)
        async with connected() as (served, listener):
            await listener.ask(1, 0)
            await listener.until(lambda: listener.actions.get(1))
            assert listener.actions[1] == stored(served, 1)
            for wrong in ("", "{}", '{"v":1,"from":0}', '{"v":1,"game":99,"from":0}', "[" * 3000):
                await listener.publish(TOPICS.ask, wrong)
            count = len(listener.seen)
            await listener.ask(1, 1)
            await listener.until(lambda: len(listener.seen) > count)

    asyncio.run(main())


@mosquitto
def test_a_killed_board_is_offline(broker: Mosquitto, tmp_path: Path) -> None:
    async def main() -> None:
        options = ("--broker", broker.address, "--board-name", NAME)
        async with listening(NAME, broker) as listener:
            daemon = await asyncio.to_thread(Daemon, tmp_path / "data", *options)
            await listener.until(lambda: listener.kept.get(TOPICS.availability) == b"online")
            daemon.kill()
            await listener.until(lambda: listener.kept[TOPICS.availability] == b"offline")
            daemon = await asyncio.to_thread(Daemon, tmp_path / "data", *options)
            await listener.until(lambda: listener.kept[TOPICS.availability] == b"online")
            ended = await asyncio.to_thread(daemon.stop, signal.SIGTERM)
            assert (ended.status, ended.err) == (0, "")
            await listener.until(lambda: listener.kept[TOPICS.availability] == b"offline")

    asyncio.run(main())


# Control


@mosquitto
def test_a_board_obeys_where_its_owner_allows_it(connected: Connected) -> None:
    async def main() -> None:
        async with connected() as (served, listener):
            served.daemon.settings.set({"remote_control": True})
            config = "homeassistant/number/board-7/brightness/config"
            await listener.until(lambda: listener.said(config))
            await listener.publish(TOPICS.command("brightness"), '{"v":1,"value":40}')
            await listener.until(lambda: listener.said(TOPICS.control)["brightness"] == 40)
            assert served.daemon.settings.settings.brightness == 40
            await listener.publish(TOPICS.command("night"), '{"v":1,"value":true}')
            await listener.until(lambda: listener.said(TOPICS.control)["night"])
            assert snapshot(served)["asleep"] is True
            await listener.publish(TOPICS.command("night"), '{"v":1,"value":false}')
            await listener.until(lambda: not listener.said(TOPICS.control)["night"])
            await served.touch.tap("roll")
            await listener.until(lambda: listener.said(TOPICS.snapshot)["phase"] == "opening")
            await listener.publish(TOPICS.command("new-game"), '{"v":1}')
            await listener.until(lambda: listener.said(TOPICS.snapshot)["phase"] == "attract")
            served.daemon.settings.set({"remote_control": False})
            await listener.until(lambda: not listener.kept[config])
            await listener.until(lambda: not listener.said(TOPICS.control)["allowed"])

    asyncio.run(main())


@mosquitto
def test_commands_are_refused_and_logged_once(
    connected: Connected, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        async with connected() as (served, listener):
            for _ in range(3):
                await listener.publish(TOPICS.command("brightness"), '{"v":1,"value":40}')
            await listener.publish(TOPICS.command("night"), '{"v":1,"value":true}', retain=True)
            served.daemon.settings.set({"remote_control": True})
            await listener.until(lambda: listener.said(TOPICS.control)["allowed"])
            for wrong in ('{"v":1,"value":400}', '{"v":9}', "x"):
                await listener.publish(TOPICS.command("brightness"), wrong)
            await listener.publish(TOPICS.command("brightness"), '{"v":1,"value":55}')
            await listener.until(lambda: listener.said(TOPICS.control)["brightness"] == 55)
            assert snapshot(served)["asleep"] is False

    asyncio.run(main())
    refused = [line for line in caplog.messages if "was refused" in line]
    assert len(refused) == len(set(refused)) == 5
    assert "do not allow control" in refused[0]
    assert any("without `retain`" in line for line in refused)


@mosquitto
def test_with_another_name_nothing_of_the_old_one_is_left(start: Start, broker: Mosquitto) -> None:
    async def main() -> None:
        other = Topics("board-8")
        async with (
            listening(NAME, broker) as old,
            listening("board-8", broker) as new,
            start() as served,
        ):
            settings = served.daemon.settings
            settings.set({"broker": broker.address, "board_name": NAME})
            await old.until(lambda: old.said(TOPICS.control))
            settings.set({"board_name": "board-8"})
            await new.until(lambda: new.said(other.control))
            await old.until(lambda: not old.kept[TOPICS.control])
            board = [topic for topic in old.kept if f"/{NAME}/" in topic]
            assert len(board) == 16
            assert {topic: old.kept[topic] for topic in board if old.kept[topic]} == {}
            assert new.kept[other.availability] == b"online"
            settings.set({"broker": ""})
            await new.until(lambda: not new.kept[other.control])

    asyncio.run(main())


# Brokers of no use


async def moved_on(served: Served) -> None:
    """A game goes on."""
    await served.touch.tap("roll")
    await play(served, Random(3), lambda: snapshot(served)["phase"] == "moving")


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING]


def test_a_broker_that_is_not_there(start: Start, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with start(broker="mqtt://127.0.0.1:9", remote_name=NAME) as served:
            await moved_on(served)

    asyncio.run(main())
    assert warnings(caplog) == [
        "no connection to the broker mqtt://127.0.0.1:9 as board-7: Connection refused; "
        "play goes on, and the board tries again"
    ]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("scheme", ["mqtt", "mqtts"])
def test_a_broker_that_never_answers(
    scheme: str, start: Start, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        hanging = asyncio.Event()

        async def hang(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await hanging.wait()
            writer.close()

        server = await asyncio.start_server(hang, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with start(broker=f"{scheme}://127.0.0.1:{port}", remote_name=NAME) as served:
            await moved_on(served)
            hanging.set()
        server.close()

    asyncio.run(main())
    assert len(warnings(caplog)) <= 1


@mosquitto
def test_a_broker_that_refuses_the_password(
    tmp_path: Path, start: Start, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "users").write_text("")
    (tmp_path / "password").write_text("very secret\n")
    broker = Mosquitto(tmp_path / "own", f"password_file {tmp_path / 'users'}")

    async def main() -> None:
        config = {"broker": broker.address, "broker_password_file": tmp_path / "password"}
        async with start(**config, remote_name=NAME, data=tmp_path / "data") as served:
            await moved_on(served)

    try:
        asyncio.run(main())
    finally:
        broker.close()
    (line,) = warnings(caplog)
    assert line.startswith(f"no connection to the broker {broker.address} as board-7: ")
    assert "Not authorized" in line
    assert "secret" not in caplog.text


@pytest.mark.parametrize(
    "wrong",
    [
        {"broker": "http://b"},
        {"broker": "mqtts://b", "remote_name": "No Name"},
        {"broker": "mqtt://b", "broker_password_file": Path(__file__)},
        {"broker": "mqtts://b", "broker_password_file": Path("/missing")},
    ],
)
def test_what_cannot_be_used_is_refused_at_the_start(wrong: dict[str, Any], tmp_path: Path) -> None:
    config = Config(board="sim", data=tmp_path, port=free_port(), **wrong)
    with pytest.raises(BrokerError, match="expected"):
        asyncio.run(app.serve(config, lambda _: None))
