"""Invitations at a daemon: what a page may ask for, and what it is answered."""

import asyncio
import ssl
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from minigam.daemon.config import Config
from minigam.daemon.invitations import (
    BY_HAND,
    GOES_ON,
    IS_OPEN,
    NOBODY_ASKS,
    fresh_terms,
    own_party,
)
from minigam.daemon.remote_board import NO_BROKER, UNREACHABLE, UNTRUSTED
from minigam.remote.invitation import Joining
from minigam.remote.invitation_messages import Party
from minigam.remote.mqtt_client import MqttClient
from minigam.remote.topics import Topics
from minigam.rules.clock import TimeControl
from minigam.rules.terms import Terms
from minigam.table.events import NOBODY
from minigam.table.setup import Setup
from minigam.table.state import Phase
from tests.daemon.serving import Served, serving
from tests.e2e.daemon import free_port
from tests.remote.mosquitto import Mosquitto, listening

KEY = "ab" * 32
OK = 200, {"ok": True}
INVITATION = "/api/invitation"
SECONDS = 60.0
mosquitto = pytest.mark.mosquitto


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with closing(Mosquitto(tmp_path / "broker")) as broker:
        yield broker


def test_what_two_boards_agree_on_has_no_players_yet() -> None:
    setup = Setup(hints=True, clock="1:00+2", stake="1 EUR", names=("Ann", "Ben"), black="hard")
    assert fresh_terms(setup) == Terms(
        "minigam", hints=True, clock=TimeControl("1:00+2"), stake="1 EUR"
    )


@pytest.mark.parametrize(
    ("setup", "party"),
    [
        (Setup(names=("Ann", "Ben")), Party(KEY, "Ann", "human")),
        (Setup(white="hard", names=("", "Ben")), Party(KEY, "Ben", "human")),
        (Setup(white="easy", black="hard"), Party(KEY, "", "easy")),
        (Setup(white="easy", black="hard", names=("Ann", "")), Party(KEY, "", "easy")),
    ],
)
def test_a_person_plays_where_there_is_one(setup: Setup, party: Party) -> None:
    assert own_party(setup, KEY) == party


def refusal(text: str) -> tuple[int, Any]:
    return 409, {"ok": False, "error": {"code": "cannot-invite", "message": text}}


def shown(served: Served) -> Any:
    return served.daemon.screen.state()["invitation"]


def is_connected(served: Served) -> bool:
    return bool(served.daemon.screen.others()["broker"] == "connected")


def lights(served: Served) -> tuple[tuple[int, ...], str]:
    """The code that the dice show, and what is said of them."""
    return served.table.scene.code, served.daemon.screen.lights(here=True)["dice"]["meaning"]


NO_LIGHTS = (), "none"


async def do(served: Served, what: str, **fields: object) -> tuple[int, Any]:
    return await served.post(INVITATION, {"do": what, **fields})


async def until(is_so: Callable[[], object]) -> None:
    async with asyncio.timeout(SECONDS):
        while not is_so():
            await asyncio.sleep(0.02)


@pytest.mark.parametrize(
    ("address", "text"),
    [(None, NO_BROKER), (f"mqtt://127.0.0.1:{free_port()}", UNREACHABLE)],
    ids=["none", "unreachable"],
)
def test_without_a_broker_nobody_is_invited(
    address: str | None, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        config = Config(board="sim", data=tmp_path, broker=address)
        async with serving(config, monkeypatch, SECONDS) as served:
            assert await do(served, "invite") == refusal(text)
            assert (await do(served, "marry"))[0] == 404
            state = served.daemon.screen.state()
            assert state["broker"] == (address and "unreachable")
            assert state["invitation"] is None

    asyncio.run(main())


def test_a_broker_whose_certificate_is_not_accepted_is_said_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def connect(*_: object) -> None:
        raise ssl.SSLCertVerificationError(1, "certificate has expired")

    monkeypatch.setattr(MqttClient, "connect", connect)

    async def main() -> None:
        config = Config(board="sim", data=tmp_path, broker="mqtts://broker.example")
        async with serving(config, monkeypatch, SECONDS) as served:
            await until(lambda: served.daemon.screen.state()["broker"] == "untrusted")
            assert await do(served, "invite") == refusal(UNTRUSTED)

    asyncio.run(main())


Visit = Callable[[Served, Served], Any]


@pytest.fixture
def boards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broker: Mosquitto
) -> Callable[..., None]:
    """Two daemons that are connected; the second one may have another board or set-up."""

    def run(visit: Visit, **second: Any) -> None:
        async def main() -> None:
            async with AsyncExitStack() as stack:
                served = []
                for name, options in (("board-7", {}), ("board-9", second)):
                    usual = {"board": "sim", "data": tmp_path / name, "remote_name": name}
                    config = Config(**{**usual, "broker": broker.address, **options})
                    served.append(
                        await stack.enter_async_context(serving(config, monkeypatch, SECONDS))
                    )
                for each in served:
                    await until(partial(is_connected, each))
                await visit(*served)

        asyncio.run(main())

    return run


@mosquitto
def test_what_cannot_be_done_now_is_refused(boards: Callable[..., None]) -> None:
    async def visit(one: Served, other: Served) -> None:
        for what in ("accept", "refuse"):
            assert await do(one, what) == refusal(NOBODY_ASKS)
        assert await do(one, "invite") == OK
        for what in ("accept", "refuse"):
            assert await do(one, what) == refusal(NOBODY_ASKS)
        assert await do(one, "invite") == refusal(IS_OPEN)
        assert await do(one, "join", code=[1] * 6) == refusal(IS_OPEN)
        assert await do(one, "cancel") == OK
        assert shown(one) is None
        assert await do(one, "cancel") == OK
        await one.touch.tap("roll")
        assert await do(one, "invite") == refusal(GOES_ON)
        assert await do(one, "join", code=[1] * 6) == refusal(GOES_ON)
        assert await do(other, "invite") == refusal(BY_HAND)

    boards(visit, dice="hand")


@mosquitto
def test_a_board_that_is_refused_sees_it(boards: Callable[..., None], broker: Mosquitto) -> None:
    async def visit(one: Served, other: Served) -> None:
        async with listening("board-7", broker) as listener:
            assert await do(one, "invite") == OK
            assert await do(other, "join", code=shown(one)["code"]) == OK
            await until(lambda: shown(one)["state"] == "asked")
            assert await do(one, "refuse") == OK
            await until(lambda: shown(other)["state"] == "refused")
            assert shown(one)["state"] == "waiting"
            assert await do(other, "cancel") == OK
            assert shown(other) is None
            assert await do(one, "cancel") == OK
            await listener.until(lambda: listener.kept.get(Topics("board-7").invite) == b"")

    boards(visit)


@mosquitto
def test_a_game_that_the_joiner_has_given_up_says_so(boards: Callable[..., None]) -> None:
    """The inviter's player accepts who has just left; that game once waited for ever."""

    async def visit(one: Served, other: Served) -> None:
        assert await do(one, "invite") == OK
        assert await do(other, "join", code=shown(one)["code"]) == OK
        await until(lambda: shown(one)["state"] == "asked")
        assert await do(other, "cancel") == OK
        assert shown(other) is None
        assert await do(one, "accept") == OK
        await until(lambda: one.table.state.phase is Phase.STOPPED)
        assert one.table.state.other.left
        assert other.table.state.is_free

    boards(visit)


@mosquitto
def test_who_has_given_up_says_so_also_after_another_code(boards: Callable[..., None]) -> None:
    async def visit(one: Served, other: Served) -> None:
        assert await do(one, "invite") == OK
        code = shown(one)["code"]
        assert await do(other, "join", code=code) == OK
        await until(lambda: shown(one)["state"] == "asked")
        assert await do(other, "cancel") == OK
        assert await do(other, "join", code=[die % 6 + 1 for die in code]) == OK
        assert await do(one, "accept") == OK
        await until(lambda: one.table.state.phase is Phase.STOPPED)
        assert one.table.state.other.left

    boards(visit)


@mosquitto
def test_who_gives_up_and_asks_again_plays(boards: Callable[..., None]) -> None:
    async def visit(one: Served, other: Served) -> None:
        assert await do(one, "invite") == OK
        for again in (False, True):
            assert await do(other, "join", code=shown(one)["code"]) == OK
            await until(lambda: shown(one)["state"] == "asked")
            if not again:
                assert await do(other, "cancel") == OK
        assert await do(one, "accept") == OK
        await until(lambda: other.table.state.phase is Phase.OPENING)
        assert one.table.state.phase is Phase.OPENING
        assert not one.table.state.other.left

    boards(visit)


@mosquitto
def test_who_has_waited_in_vain_says_so(
    boards: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The joiner's time is over, as where it was cut off; the inviter accepts it all the same."""

    async def visit(one: Served, other: Served) -> None:
        assert await do(one, "invite") == OK
        assert await do(other, "join", code=shown(one)["code"]) == OK
        await until(lambda: shown(one)["state"] == "asked")
        monkeypatch.setattr(Joining, "is_open", lambda *_: False)
        await until(lambda: shown(other)["state"] == "expired")
        assert await do(one, "accept") == OK
        await until(lambda: one.table.state.phase is Phase.STOPPED)
        assert one.table.state.other.left

    boards(visit)


@mosquitto
def test_a_game_that_begins_ends_an_invitation(
    boards: Callable[..., None],
) -> None:
    async def visit(one: Served, _other: Served) -> None:
        assert await do(one, "invite") == OK
        await one.touch.tap("roll")
        assert shown(one) is None
        assert one.table.state.phase is Phase.OPENING
        await until(lambda: one.table.state.transient.invites == NOBODY)
        assert lights(one) == NO_LIGHTS

    boards(visit)


@mosquitto
def test_the_lights_show_the_code_while_somebody_is_waited_for(boards: Callable[..., None]) -> None:
    async def visit(one: Served, other: Served) -> None:
        assert lights(one) == NO_LIGHTS
        one.table.wake(asyncio.get_running_loop().time(), asleep=True)
        assert await do(one, "invite") == OK
        code = tuple(shown(one)["code"])
        assert (lights(one), one.table.sleep.asleep) == ((code, "dice"), False)
        assert await do(other, "join", code=code) == OK
        await until(lambda: shown(one)["state"] == "asked")
        assert (lights(one), lights(other)) == (((), "choice"), NO_LIGHTS)
        assert await do(one, "refuse") == OK
        assert lights(one) == (code, "dice")
        assert await do(one, "cancel") == OK
        assert lights(one) == NO_LIGHTS

    boards(visit)


@mosquitto
def test_with_the_game_the_lights_are_the_game_s(boards: Callable[..., None]) -> None:
    async def visit(one: Served, other: Served) -> None:
        assert await do(one, "invite") == OK
        assert await do(other, "join", code=shown(one)["code"]) == OK
        await until(lambda: shown(one)["state"] == "asked")
        assert await do(one, "accept") == OK
        assert (one.table.state.phase, lights(one)) == (Phase.OPENING, NO_LIGHTS)

    boards(visit)


@mosquitto
def test_a_board_that_leaves_its_broker_invites_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broker: Mosquitto
) -> None:
    async def main() -> None:
        config = Config(board="sim", data=tmp_path)
        async with serving(config, monkeypatch, SECONDS) as served:
            settings = served.daemon.settings
            settings.set({"broker": broker.address, "board_name": "board-7"})
            await until(partial(is_connected, served))
            assert await do(served, "invite") == OK
            assert lights(served) == (tuple(shown(served)["code"]), "dice")
            settings.set({"broker": ""})
            await until(lambda: lights(served) == NO_LIGHTS)
            settings.set({"broker": broker.address})
            await until(partial(is_connected, served))
            assert shown(served) is None

    asyncio.run(main())


@mosquitto
def test_a_game_for_another_board_is_not_joined(boards: Callable[..., None]) -> None:
    async def visit(one: Served, other: Served) -> None:
        assert await do(one, "invite") == OK
        assert await do(other, "join", code=shown(one)["code"]) == OK
        await until(lambda: shown(other)["state"] == "unfit")
        assert shown(one)["state"] == "waiting"

    boards(visit, board="full-24")
