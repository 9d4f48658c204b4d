"""Phones at a whole board: what its lights tell whom, its press, and touches that move no pin."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiohttp import ClientConnectorError, ClientSession

from minigam.board.current_limit import Budget
from minigam.board.lighting import FACE_PIXELS, Die, Scene, bytes_of
from minigam.board.profile import Strip, load_profile
from minigam.cli.pairings import StoredPairing
from minigam.daemon import app
from minigam.daemon.config import Config
from minigam.daemon.http_port import names_here
from minigam.daemon.strip_renderer import StripRenderer
from minigam.daemon.table import Table
from minigam.errors import BusyError, JournalError
from minigam.pairing.ceremony import Stage
from minigam.pairing.phone_sessions import MOST_SESSIONS, Sessions
from minigam.pairing.phones import PairingsFile, this_boot
from minigam.provisioning.code_lights import DaemonLights
from minigam.table.events import Opened
from minigam.table.setup import Setup
from minigam.table.state import Phase
from tests.daemon.rig import Rig, to_first_turn
from tests.daemon.serving import Start
from tests.daemon.test_strip_renderer import Out
from tests.e2e.daemon import free_port
from tests.pairing.test_ceremony import CODE, looks
from tests.web.serving import error

ELSEWHERE = "127.0.0.2"
OK = (200, {"ok": True})


@pytest.fixture(name="board")
def a_board(tmp_path: Path) -> Iterator[Rig]:
    """Somebody is on turn, the dice are rolled."""
    with Rig(tmp_path, Opened(Setup())) as board:
        to_first_turn(board)
        yield board


def ask(board: Rig) -> None:
    board.table.pairing.ask("phone", CODE, board.now)
    board.table.tick(board.now)


# Lights


def dice_of(board: Rig, sent: bytes) -> bytes:
    first = 3 * board.profile.strip.segments["dice"].first
    return sent[first : first + 3 * 2 * FACE_PIXELS]


def test_the_strip_shows_the_code_and_others_are_told_the_game(board: Rig) -> None:
    before = dice_of(board, board.strip.sent)
    ask(board)
    shown = []
    for _ in range(400):
        board.advance(0.05)
        shown.append(dice_of(board, board.strip.sent))
        frame = bytes_of(board.table.public_frame(board.now), board.profile.strip.order)
        assert dice_of(board, frame) == before
    assert len(set(shown)) == 4  # 1 2, 3 4, 5 6 and nothing between; the game's dice never
    assert before not in shown
    board.advance(120.0)
    assert dice_of(board, board.strip.sent) == before


def test_how_much_a_code_dims_the_strip_is_told_to_nobody() -> None:
    whole = load_profile("sim").strip
    strip = Strip(
        *(whole.gpio, whole.pixels, whole.order, Budget(150.0, 55.0)), 5000, whole.segments
    )
    game, found = Scene(dice=(Die(1, True), Die(1, True)), turn=(True, False)), set()
    for value in range(1, 7):
        out = Out()
        drawing = StripRenderer(strip, out)
        over = Scene(dice=(Die(value, True), Die(value, False)), turn=(True, True))
        drawing.draw(game, 1.0, over)
        public = drawing.public_frame(1.0)
        found.add((public, out.first_frames() == [public]))
    assert len(found) == 1


# The press


def test_the_press_that_lets_a_phone_in_throws_nothing(board: Rig) -> None:
    ask(board)
    board.table.pairing.type("phone", CODE, board.now)
    before = board.table.state
    board.tap("roll")
    assert board.table.state == before
    assert board.table.pairing.collect("phone", board.now)


def test_undo_sends_a_phone_away_and_takes_nothing_back(board: Rig) -> None:
    ask(board)
    before = board.table.state
    board.tap("undo")
    assert board.table.state == before
    assert board.table.pairing.stage() is Stage.NONE


def test_play_goes_on_while_a_code_is_shown(board: Rig) -> None:
    ask(board)
    board.tap(board.snapshot()["sources"][0])
    assert board.snapshot()["selected"]


# The code of the setup network


def test_a_setup_network_s_code_is_for_those_at_the_board_only(board: Rig) -> None:
    before = dice_of(board, board.strip.sent)
    board.table.pairing.show_setup("minigam-4F2A", CODE, 300.0, board.now)
    board.table.tick(board.now)
    frame = bytes_of(board.table.public_frame(board.now), board.profile.strip.order)
    assert dice_of(board, board.strip.sent) != before
    assert dice_of(board, frame) == before
    board.advance(301.0)
    assert dice_of(board, board.strip.sent) == before


async def test_only_this_machine_may_show_it(start: Start) -> None:
    body = {"network": "minigam-4F2A", "code": CODE, "seconds": 300}
    async with start(listen=ELSEWHERE) as served, ClientSession() as guest:
        address = f"http://{ELSEWHERE}:{served.port}/api/setup-network"
        async with guest.post(address, json=body) as answer:
            assert answer.status == 403
        assert served.table.pairing.setup is None
        assert await served.post("/api/setup-network", body) == OK
        message = served.daemon.screen.state()["message"]
        assert message["code"] == "setup-network"
        assert "minigam-4F2A" in message["text"]
        wrong = {**body, "code": "123"}
        status, refused = await served.post("/api/setup-network", wrong)
        assert (status, refused["error"]["code"]) == (409, "pairing")
        assert await served.post("/api/setup-network", {**body, "code": ""}) == OK
        assert served.daemon.screen.state()["message"] is None


async def test_the_set_up_s_own_client_shows_and_hides_it(start: Start) -> None:
    async with start() as served:
        lights = DaemonLights(served.port, "minigam-4F2A")
        await lights.show(CODE, 300.0)
        while served.table.pairing.setup is None:
            await asyncio.sleep(0)
        assert served.table.pairing.setup.code == CODE
        await lights.hide()
        assert served.table.pairing.setup is None


# Touches without a pin


async def test_a_page_presses_without_moving_a_pin(start: Start) -> None:
    async with start() as served:
        assert await served.post("/api/tap", {"input": "roll"}) == OK
        state = served.daemon.screen.state
        assert state()["phase"] == "opening"
        held = {"inputs": ["undo"], "seconds": 1.2}
        holding = asyncio.create_task(served.post("/api/hold", held))
        while state()["phase"] != "menu":  # the looks at the pins do not let it go
            assert not holding.done()
            assert not any(served.parts.inputs.levels().values())
            served.daemon.ticked.clear()
            await served.daemon.ticked.wait()
        assert await holding == OK
        status, answer = await served.post("/api/tap", {"input": "point-9"})
        assert (status, answer["error"]["code"]) == (404, "unknown-name")


async def test_a_page_moves_no_checkers_of_a_board_that_feels_them(start: Start) -> None:
    async with start(board="sim-hall") as served:
        assert await served.post("/api/tap", {"input": "point-2"}) == OK  # a choice
        assert served.table.state.setup.white == "easy"
        await served.post("/api/tap", {"input": "undo"})
        laid = dict(served.parts.inputs.levels())
        await served.post("/api/hold", {"inputs": ["roll"], "seconds": 0.1})
        status, answer = await served.post("/api/tap", {"input": "off-black"})
        assert (status, answer["error"]["code"]) == (409, "wrong-board")
        assert "black's off tray by hand" in answer["error"]["message"]
        assert served.parts.inputs.levels() == laid


# From the network


def shown_by(table: Table) -> str:
    """The code that the dice of a table will have shown, by the scenes to come."""
    shown = looks(table.pairing, asyncio.get_running_loop().time())
    return "".join(str(value) for dice in shown for value in dice)[: len(CODE)]


async def test_a_phone_is_paired_and_is_known_after_a_new_start(
    tmp_path: Path, start: Start
) -> None:
    async with start(listen=ELSEWHERE) as served:
        phones, table = served.daemon.phones, served.table
        ticket = phones.ask("iPhone")["ticket"]
        assert phones.type(ticket, shown_by(table)) == {"seconds": 30.0}
        assert phones.message is not None
        assert phones.message["text"].startswith("Let the phone in (iPhone)?")
        waiting = asyncio.create_task(phones.pressed(ticket, "Ann"))
        await asyncio.sleep(0)
        assert phones.message["text"].startswith("Let the phone in (Ann)?")
        await served.touch.tap("roll")
        token, session = await waiting
        assert (session.number, session.name) == (1, "Ann")
        assert served.daemon.screen.state()["message"] is None
        assert table.state.phase is Phase.ATTRACT
    async with start(listen=ELSEWHERE) as served:
        phones = served.daemon.phones
        assert [session.name for session, _ in phones.listed()] == ["Ann"]
        assert phones.session(token) is not None
        with pytest.raises(BusyError):
            StoredPairing(tmp_path).revoke(1)
        phones.revoke(1)
        assert phones.session(token) is None
    assert StoredPairing(tmp_path).listed() == []


async def test_half_a_code_is_no_try(start: Start) -> None:
    async with start() as served:
        _, asked = await served.post("/api/pair", {})
        half = {"ticket": asked["ticket"], "code": "1234"}
        told = "Ein Code hat acht Zahlen: Tippe alle ein, die die Würfel zeigen."
        answer = await served.post("/api/pair/code?lang=de", half)
        assert answer == error(403, "wrong-code", told)
        told = "That is not what the dice show; tries left: 2."
        answer = await served.post("/api/pair/code", {**half, "code": "77777777"})
        assert (asked["tries"], answer) == (3, error(403, "wrong-code", told))


async def test_undo_ends_the_wait_for_a_phone_that_went_away(start: Start) -> None:
    async with start() as served:
        await served.post("/api/pair", {})
        for lang, told in (
            ("en", "Another phone .* at most; undo on the board ends that."),
            ("de", "Ein anderes Telefon .*; Zurück am Brett beendet das."),
        ):
            status, answer = await served.post(f"/api/pair?lang={lang}", {})
            assert status == 409
            assert re.fullmatch(told, answer["error"]["message"])
        assert served.table.pairing.stage() is Stage.SHOWING
        await served.post("/api/tap", {"input": "undo"})
        assert served.table.pairing.stage() is Stage.NONE


async def test_only_so_many_phones_are_paired(tmp_path: Path, start: Start) -> None:
    """One of them can be ended without a daemon."""
    full = Sessions(this_boot())
    for number in range(MOST_SESSIONS):
        full.add("phone", f"token {number}", asyncio.get_running_loop().time())
    PairingsFile(tmp_path, this_boot()).write(full)
    async with start() as served:
        status, answer = await served.post("/api/pair", {})
        assert (status, answer["error"]["code"]) == (409, "pairing")
    StoredPairing(tmp_path).revoke(1)
    assert [at for at, _, _ in StoredPairing(tmp_path).listed()] == [*range(2, MOST_SESSIONS + 1)]


# The file


def sessions() -> Sessions:
    """With Ann's."""
    made = Sessions("boot")
    made.add("Ann", "token", 0.0)
    return made


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    file = PairingsFile(tmp_path, "boot")
    assert file.read().listed(0.0) == ()
    file.write(sessions())
    path = tmp_path / "pairings.json"
    assert path.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in file.read().listed(1.0)] == ["Ann"]
    assert [each.name for each in tmp_path.iterdir()] == ["pairings.json"]


def test_a_damaged_file_pairs_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "pairings.json").write_text('{"boot": "boot"')
    assert PairingsFile(tmp_path, "boot").read().listed(0.0) == ()
    assert "no phone is paired" in caplog.text


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "pairings.json").mkdir()
    with pytest.raises(JournalError, match=r"pairings\.json cannot be written"):
        PairingsFile(tmp_path, "boot").write(sessions())


def test_a_machine_without_a_boots_name_gets_one_that_nobody_has(tmp_path: Path) -> None:
    missing = tmp_path / "none"
    assert this_boot(missing) != this_boot(missing)


# Where others find the page


def test_an_address_that_is_not_this_machines_is_told(tmp_path: Path) -> None:
    config = Config(board="sim", data=tmp_path, port=free_port(), listen="192.0.2.1")
    told = r"port \d+ at 192\.0\.2\.1 cannot be used: .*another address with --listen"
    with pytest.raises(BusyError, match=told):
        asyncio.run(app.serve(config, lambda _: None))


async def test_everywhere_is_every_address(start: Start) -> None:
    async with start(listen="") as served, ClientSession() as client:
        for host, who in (("127.0.0.1", "here"), ("127.0.0.3", "watching")):
            async with client.get(f"http://{host}:{served.port}/api/me") as answer:
                assert (await answer.json())["visitor"] == who


async def test_without_listen_there_is_one_door_and_no_other_name(start: Start) -> None:
    async with start() as served, ClientSession() as client:
        with pytest.raises(ClientConnectorError):
            await client.get(f"http://127.0.0.2:{served.port}/")
        url, host = f"http://127.0.0.1:{served.port}/api/me", {"Host": names_here()[0]}
        async with client.get(url, headers=host) as answer:
            assert answer.status == 403
