"""A whole set-up over made-up networks; nothing that it writes has the password."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import cast

import pytest
from aiohttp import ClientSession

from minigam.errors import ProgramError, SettingsError
from minigam.provisioning.boards import real_boards
from minigam.provisioning.boot_file import APPLIED, BootFile, apply_file
from minigam.provisioning.choices import Choices, Offered, Security, Wifi
from minigam.provisioning.interfaces import Found, JoinError
from minigam.provisioning.machine import setup_name, write_whole
from minigam.provisioning.options_file import options_text
from minigam.provisioning.portal import PortalView, serve_portal
from minigam.provisioning.provisioner import Provisioner, Serve
from minigam.provisioning.secret import Secret
from minigam.provisioning.setup_file import ERROR_NAME
from minigam.provisioning.setup_network import JoinFailure, Stage
from minigam.web.language import Languages
from tests.provisioning.serving import ADDRESS, FOUND

PASSWORD = "correct horse"
HOME = Wifi(b"HOME", Secret(PASSWORD), Security.PSK)
CHOICES = Choices("de", "quarter-hall", "kitchen", HOME)
CODE = "12345612"
OFFERED = Offered(["en", "de"], list(real_boards()))


@dataclass
class FakeNetworks:
    """Each join takes the next answer; without one it works."""

    answers: list[JoinFailure | None] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    handed: list[str] = field(default_factory=list)

    async def is_online(self) -> bool:
        return False

    async def found(self) -> Sequence[Found]:
        self.events.append("scan")
        return FOUND

    async def open(self, ssid: bytes, secret: Secret) -> str:
        self.events.append(f"open {ssid.decode()} {secret.reveal()}")
        return ADDRESS

    async def close(self) -> None:
        self.events.append("close")

    async def join(self, wifi: Wifi, keep: bool = False) -> None:
        self.events.append(f"join {wifi.title}" + " for good" * keep)
        self.handed.append(wifi.secret.reveal() if wifi.secret else "")
        if self.answers and (failure := self.answers.pop(0)):
            raise JoinError(failure, "device reason 7")


@dataclass
class FakeMachine:
    folder: Path
    started: int = 0

    async def keep(self, choices: Choices) -> None:
        write_whole(self.folder / "options", options_text(choices))

    async def apply(self, choices: Choices) -> None:
        await self.keep(choices)
        self.started += 1


@dataclass
class FakeLights:
    shown: list[str] = field(default_factory=list)

    async def show(self, code: str, seconds: float) -> None:
        self.shown.append(f"{code} {seconds:.0f}")

    async def hide(self) -> None:
        self.shown.append("")


@dataclass
class Person:
    """What somebody does each time that the board waits; then time passes."""

    does: list[Choices | None]
    port: int
    now: float = 0.0
    provisioner: Provisioner | None = None

    def clock(self) -> float:
        return self.now

    async def wait(self, _event: asyncio.Event, seconds: float) -> None:
        assert self.provisioner
        choices = self.does.pop(0) if self.does else None
        if choices is None or self.provisioner.state.stage is not Stage.OPEN:
            self.now += seconds
        else:
            await send_form(f"http://{ADDRESS}:{self.port}", choices)


async def send_form(address: str, choices: Choices) -> None:
    async with ClientSession() as session:
        async with session.get(address) as answer:
            token = re.findall(r'name="token" value="([^"]+)"', await answer.text())[0]
        network = choices.wifi.ssid.hex() if choices.wifi else "none"
        secret = choices.wifi.secret.reveal() if choices.wifi and choices.wifi.secret else ""
        form = {"token": token, "network": network, "password": secret, "board": choices.board}
        more = {"language": choices.language, "name": choices.name}
        async with session.post(address, data=form | more) as answer:
            assert answer.status == 200


@dataclass
class Scene:
    networks: FakeNetworks
    machine: FakeMachine
    lights: FakeLights
    person: Person
    provisioner: Provisioner


def scene(tmp_path: Path, port: int, does: list[Choices | None], *answers: JoinFailure) -> Scene:
    person = Person(does, port)
    networks, machine, lights = FakeNetworks(list(answers)), FakeMachine(tmp_path), FakeLights()
    serve = partial(
        serve_portal,
        boards=real_boards(),
        languages=list(Languages()),
        board_port=8080,
        page_port=port,
    )
    provisioner = Provisioner(
        "minigam-4F2A", CODE, networks, machine, lights, serve, person.clock, person.wait
    )
    person.provisioner = provisioner
    return Scene(networks, machine, lights, person, provisioner)


async def test_a_phone_sets_the_board_up(tmp_path: Path, port: int) -> None:
    it = scene(tmp_path, port, [CHOICES])
    assert await it.provisioner.run() == CHOICES
    assert it.networks.events == ["scan", f"open minigam-4F2A {CODE}", "close", "join HOME"]
    assert it.networks.handed == [PASSWORD]
    assert it.lights.shown == [f"{CODE} 300", ""]
    assert it.machine.started == 1
    assert "BOARD=quarter-hall" in (tmp_path / "options").read_text()


async def test_a_wrong_password_opens_it_again_with_the_same_code(
    tmp_path: Path, port: int
) -> None:
    it = scene(tmp_path, port, [CHOICES, None, CHOICES], JoinFailure.WRONG_PASSWORD)
    assert await it.provisioner.run() == CHOICES
    assert it.networks.events.count(f"open minigam-4F2A {CODE}") == 2
    assert it.networks.events[-1] == "join HOME"
    assert it.machine.started == 1


async def test_nobody_comes(tmp_path: Path, port: int) -> None:
    it = scene(tmp_path, port, [])
    assert await it.provisioner.run() is None
    assert it.person.now == 300.0
    assert it.networks.events[-1] == "close"
    assert it.lights.shown[-1] == ""
    assert it.machine.started == 0
    assert list(tmp_path.iterdir()) == []


async def test_a_board_on_a_cable_joins_nothing(tmp_path: Path, port: int) -> None:
    it = scene(tmp_path, port, [Choices("en", "quarter-buttons", "minigam", None)])
    await it.provisioner.run()
    assert not [event for event in it.networks.events if event.startswith("join")]
    assert it.machine.started == 1


async def test_a_page_that_cannot_be_served_leaves_no_access_point(
    tmp_path: Path, port: int
) -> None:
    it = scene(tmp_path, port, [])

    def refuse(_address: str, _view: PortalView) -> object:
        raise OSError("the port is taken")

    it.provisioner.serve = cast(Serve, refuse)
    with pytest.raises(OSError, match="taken"):
        await it.provisioner.run()
    assert it.networks.events[-1] == "close"
    assert it.lights.shown[-1] == ""


async def test_nothing_that_a_whole_run_writes_has_the_password(
    tmp_path: Path,
    port: int,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """By a phone that types it wrong first, then by a file; every log, file and page."""
    caplog.set_level(logging.DEBUG)
    it = scene(tmp_path, port, [CHOICES, None, CHOICES], JoinFailure.WRONG_PASSWORD)
    await it.provisioner.run()
    boot, state = tmp_path / "boot", tmp_path / "state"
    boot.mkdir()
    state.mkdir()
    (boot / "minigam.toml").write_text(FILE)
    with pytest.raises(ProgramError) as caught:
        await apply(boot, state, FakeNetworks([JoinFailure.WRONG_PASSWORD]))
    printed = capsys.readouterr()
    written = [path.read_text("utf-8") for path in tmp_path.rglob("*") if path.is_file()]
    shown = [caplog.text, printed.out, printed.err, str(caught.value), repr(it.provisioner.state)]
    assert len(written) == 5
    assert caplog.records
    assert [text for text in (*written, *shown) if PASSWORD in text] == []
    assert it.networks.handed == [PASSWORD, PASSWORD]


# The file


FILE = f"""board = "quarter-hall"
[wifi]
name = "HOME"
password = "{PASSWORD}"
"""


async def apply(boot: Path, state: Path, networks: FakeNetworks) -> bool:
    file = BootFile(boot / "minigam.toml", state)
    ready: list[Choices] = []
    done = await apply_file(file, OFFERED, FakeMachine(state), networks, ready.append)
    assert len(ready) == done
    return done


async def test_a_file_is_applied_once_and_its_password_goes(tmp_path: Path) -> None:
    path, networks = tmp_path / "minigam.toml", FakeNetworks()
    path.write_text(FILE)
    assert await apply(tmp_path, tmp_path, networks)
    assert networks.events == ["join HOME for good"]
    assert networks.handed == [PASSWORD]
    assert PASSWORD not in path.read_text()
    assert "joined = true" in path.read_text()
    assert "BOARD=quarter-hall" in (tmp_path / "options").read_text()
    assert not await apply(tmp_path, tmp_path, networks)
    assert networks.handed == [PASSWORD]


async def test_a_changed_file_is_applied_again_without_the_network(tmp_path: Path) -> None:
    path, networks = tmp_path / "minigam.toml", FakeNetworks()
    path.write_text(FILE)
    await apply(tmp_path, tmp_path, networks)
    path.write_text(path.read_text().replace("quarter-hall", "full-24-hall"))
    assert await apply(tmp_path, tmp_path, networks)
    assert networks.handed == [PASSWORD]
    assert "BOARD=full-24-hall" in (tmp_path / "options").read_text()


async def test_what_is_wrong_stands_beside_it_until_it_is_right(tmp_path: Path) -> None:
    path, beside = tmp_path / "minigam.toml", tmp_path / ERROR_NAME
    path.write_text('board = "oak"')
    for _ in range(2):
        with pytest.raises(SettingsError):
            await apply(tmp_path, tmp_path, FakeNetworks())
        assert "board: Choose one of the boards." in beside.read_text()
    assert not (tmp_path / "options").exists()
    path.write_text("")
    assert not await apply(tmp_path, tmp_path, FakeNetworks())
    assert not beside.exists()


@pytest.mark.parametrize("body", [b"\xff\xfe", b"#" * 70_000, b"name = "])
async def test_a_file_that_is_none_is_said_to_be(body: bytes, tmp_path: Path) -> None:
    (tmp_path / "minigam.toml").write_bytes(body)
    with pytest.raises(SettingsError, match=r"minigam\.toml"):
        await apply(tmp_path, tmp_path, FakeNetworks())
    assert (tmp_path / ERROR_NAME).exists()
    assert not (tmp_path / APPLIED).exists()


async def test_a_router_that_is_off_keeps_nobody_from_playing(tmp_path: Path) -> None:
    """The options hold, NetworkManager has the password and tries again."""
    path, networks = tmp_path / "minigam.toml", FakeNetworks([JoinFailure.NOT_FOUND])
    path.write_text(FILE)
    with pytest.raises(ProgramError, match="did not find HOME"):
        await apply(tmp_path, tmp_path, networks)
    assert "The board keeps trying." in (tmp_path / ERROR_NAME).read_text()
    assert (tmp_path / "options").exists()
    assert PASSWORD not in path.read_text()
    assert not await apply(tmp_path, tmp_path, networks)


async def test_a_password_that_nobody_took_stays(tmp_path: Path) -> None:
    class Without(FakeNetworks):
        async def join(self, wifi: Wifi, keep: bool = False) -> None:
            raise ProgramError(f"no Wi-Fi device for {wifi.title}, {keep}")

    path = tmp_path / "minigam.toml"
    path.write_text(FILE)
    with pytest.raises(ProgramError, match="no Wi-Fi device"):
        await apply(tmp_path, tmp_path, Without())
    assert PASSWORD in path.read_text()
    assert not (tmp_path / APPLIED).exists()


async def test_no_file_is_nothing_to_do(tmp_path: Path) -> None:
    assert not await apply(tmp_path, tmp_path, FakeNetworks())
    assert list(tmp_path.iterdir()) == []


def test_the_setup_network_s_name_gives_nothing_of_the_machine_away() -> None:
    one, other = "4c1f3e8a5d0b4f7e9a2c6d8e1b3f5a70", "5c1f3e8a5d0b4f7e9a2c6d8e1b3f5a70"
    assert setup_name(one) == setup_name(one) != setup_name(other)
    assert re.fullmatch("minigam-[0-9A-F]{4}", setup_name(one))
    assert setup_name(one)[-4:].lower() not in one
