"""Why there is no connection, in words; `test_remote_board.py` tries it with real brokers."""

import asyncio
import ssl
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from minigam.remote.broker import Certificates, parse_broker
from minigam.remote.broker_connection import (
    BrokerConnection,
    Place,
    is_taken_over,
    tls_context,
    why,
)
from minigam.remote.game_log import LogBook
from minigam.remote.mqtt_client import TAKEN_OVER, BrokerConnectionError, MqttClient, Received
from minigam.remote.outbox import Outbox
from minigam.remote.topics import Topics

BROKER = parse_broker("mqtts://broker.example")


@pytest.mark.parametrize("name", ["ca", "certificate", "key"])
def test_a_file_for_tls_that_is_missing_is_named(name: str, tmp_path: Path) -> None:
    missing = tmp_path / "missing.pem"
    files = Certificates(**{name: missing})
    with pytest.raises(FileNotFoundError) as fault:
        tls_context(replace(BROKER, certificates=files))
    assert why(fault.value) == f"there is no file {missing}"


def test_a_file_for_tls_that_is_none_is_a_fault_of_tls(tmp_path: Path) -> None:
    file = tmp_path / "ca.pem"
    file.write_text("no certificate")
    with pytest.raises(ssl.SSLError) as fault:
        tls_context(replace(BROKER, certificates=Certificates(ca=file)))
    assert why(fault.value).startswith("TLS has failed: ")


def test_a_broker_s_certificate_is_checked() -> None:
    context = tls_context(BROKER)
    assert (context.verify_mode, context.check_hostname) == (ssl.CERT_REQUIRED, True)
    assert context.minimum_version == ssl.TLSVersion.TLSv1_2


def test_two_boards_of_the_same_name_are_said_so() -> None:
    fault = BrokerConnectionError("the connection was lost", TAKEN_OVER)
    assert is_taken_over(fault)
    assert why(fault) == "another board has connected under the same name: give each its own"
    assert not is_taken_over(BrokerConnectionError("it does not answer"))


class Distrusting(ssl.SSLCertVerificationError):
    verify_message = "Hostname mismatch, certificate is not valid for 'broker.example'."


@pytest.mark.parametrize(
    ("fault", "distrusts", "words"),
    [
        (Distrusting(1, "failed"), True, "the broker's certificate is not accepted (Hostname mis"),
        (TimeoutError("timed out"), False, "timed out"),
    ],
    ids=["certificate", "time"],
)
def test_a_certificate_that_is_not_accepted_is_said_so(
    fault: OSError,
    distrusts: bool,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def connect(*_: object) -> None:
        raise fault

    monkeypatch.setattr(MqttClient, "connect", connect)

    async def main() -> bool:
        place, lost = Place(BROKER, Topics("board-7"), ()), asyncio.Event()
        outbox = Outbox(LogBook(), "log", lambda _: "5e")
        connection = BrokerConnection(place, outbox, lambda _: None, lambda: iter([60.0]))
        connection.on_lost = lost.set
        running = asyncio.create_task(connection.run())
        await lost.wait()
        running.cancel()
        await asyncio.wait([running])
        return connection.distrusts

    assert asyncio.run(main()) is distrusts
    assert words in caplog.text
    assert ("--broker-ca" in caplog.text) is distrusts


def test_a_message_that_takes_long_is_followed_by_as_long_a_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So messages that are hard to read take half of the daemon's time at most."""
    takes, now, rests = [0.001, 0.5, 0.0], 100.0, list[float]()

    class Client:
        async def receive(self) -> Received:
            if not takes:
                raise EOFError
            return Received("topic", b"", False)

    async def sleep(seconds: float) -> None:
        rests.append(round(seconds, 3))

    def handle(_message: Received) -> None:
        nonlocal now
        now += takes.pop(0)

    async def main() -> None:
        place = Place(BROKER, Topics("board-7"), ())
        outbox = Outbox(LogBook(), "log", lambda _: "5e")
        connection = BrokerConnection(place, outbox, handle, lambda: iter(()))
        with monkeypatch.context() as patched:
            patched.setattr(asyncio.get_running_loop(), "time", lambda: now)
            patched.setattr(asyncio, "sleep", sleep)
            with pytest.raises(EOFError):
                await connection._receive(cast("MqttClient", Client()))

    asyncio.run(main())
    assert rests == [0.02, 0.5, 0.02]
