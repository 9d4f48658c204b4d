"""A real Mosquitto with the files of a club, and clients that say what it answers."""

import shutil
import signal
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, Self

from paho.mqtt.client import Client as Paho
from paho.mqtt.client import MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.properties import Properties

from minigam.cli.club_folder import WHOLE, ClubFolder
from minigam.remote.club_broker.certificates import Authority
from minigam.remote.club_broker.credentials import Credentials, parse_credentials
from minigam.remote.club_broker.tls import client_context
from minigam.remote.club_broker.users import Members

PROGRAM = shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin") or "mosquitto"
HOST = "localhost"
PATIENCE_SECONDS = 30.0
GRANTED, NO_READER, DENIED = "Success", "No matching subscribers", "Not authorized"
"""What MQTT 5 answers; the second is as good as the first."""
ENDED = "Unspecified error"
"""Why a connection has ended that the broker closed without a word."""


def two_ports() -> int:
    """A port that nobody uses now, nor the one after it."""
    while True:
        with closing(socket.create_server(("127.0.0.1", 0))) as server:
            port: int = server.getsockname()[1]
            try:
                socket.create_server(("127.0.0.1", port + 1)).close()
            except OSError:
                continue
            return port


def make_club(folder: Path, now: datetime | None = None, host: str = HOST) -> ClubFolder:
    """A club whose broker has free ports."""
    now = now or datetime.now(UTC).replace(microsecond=0)
    club = ClubFolder(folder)
    members = Members((host, "127.0.0.1"), two_ports())
    club.create(members, Authority.create(host, now), now)
    return club


def credentials_of(club: ClubFolder, name: str) -> Credentials:
    return parse_credentials((club.given_to(name) / f"{name}.json").read_text("utf-8"))


class Broker:
    """It runs, and its log is read."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.await_line("running")

    def await_line(self, text: str) -> str:
        """The next line of its log with this text."""
        assert self._process.stderr
        seen = []
        for line in self._process.stderr:
            seen.append(line)
            if text in line:
                return line
        raise AssertionError(f"the broker has ended: {''.join(seen)}")

    def reload(self) -> None:
        self._process.send_signal(signal.SIGHUP)
        self.await_line("Reloading config")

    @property
    def runs(self) -> bool:
        return self._process.poll() is None


@contextmanager
def broker_of(club: ClubFolder) -> Iterator[Broker]:
    command = [PROGRAM, "-c", str(club.folder / WHOLE)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield Broker(process)
        finally:
            process.terminate()


@dataclass
class Client:
    """One connection, by MQTT 5: that says why something is refused."""

    credentials: Credentials
    context: ssl.SSLContext | None = None
    client_id: str = ""
    messages: list[str] = field(default_factory=list)
    _answers: list[str] = field(default_factory=list)
    ended: str = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._paho.disconnect()
        self._paho.loop(0.1)

    def connect(self) -> str:
        """What the broker says; raises what TLS says."""
        given = self.credentials
        host, _, port = given.broker.removeprefix("mqtts://").rpartition(":")
        paho = Paho(
            CallbackAPIVersion.VERSION2, self.client_id, protocol=MQTTProtocolVersion.MQTTv5
        )
        paho.tls_set_context(self.context or client_context(given))
        if given.password:
            paho.username_pw_set(given.name, given.password)
        paho.on_connect = lambda _c, _d, _f, code, _p: self._answers.append(str(code))
        paho.on_publish = lambda _c, _d, _m, code, _p: self._answers.append(str(code))
        paho.on_subscribe = lambda _c, _d, _m, codes, _p: self._answers.append(str(codes[0]))
        paho.on_disconnect = self._disconnected
        paho.on_message = self._message
        self._paho = paho
        return self._answer(lambda: paho.connect(host, int(port)))

    def handshake(self) -> None:
        """Connect by TLS only; raise what it says: with TLS 1.3 a client learns so by reading."""
        host, _, port = self.credentials.broker.removeprefix("mqtts://").rpartition(":")
        context = self.context or client_context(self.credentials)
        with (
            socket.create_connection((host, int(port)), PATIENCE_SECONDS) as plain,
            context.wrap_socket(plain, server_hostname=host) as secure,
        ):
            secure.recv(1)

    def publish(self, topic: str, payload: str = "{}", retain: bool = False) -> str:
        return self._answer(lambda: self._paho.publish(topic, payload, qos=1, retain=retain))

    def subscribe(self, topic: str) -> str:
        return self._answer(lambda: self._paho.subscribe(topic, qos=1))

    def until(self, done: Callable[[], object]) -> None:
        """Wait for messages until something is so."""
        end = monotonic() + PATIENCE_SECONDS
        while not done():
            assert monotonic() < end, "the broker has not answered"
            if self._paho.loop(0.2) != MQTTErrorCode.MQTT_ERR_SUCCESS:
                break

    def until_message(self) -> None:
        """Wait for the first message."""
        self.until(lambda: self.messages)

    def _answer(self, act: Callable[[], Any]) -> str:
        self._answers.clear()
        act()
        self.until(lambda: self._answers or self.ended)
        return self._answers[0] if self._answers else self.ended

    def _disconnected(self, _c: Paho, _d: Any, _f: Any, code: Any, _p: Properties | None) -> None:
        self.ended = self.ended or str(code)

    def _message(self, _c: Paho, _d: Any, message: MQTTMessage) -> None:
        self.messages.append(message.topic)
