"""Evenings with boards through a real Mosquitto; the service is killed in each round."""

import asyncio
import json
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import pytest
from aiohttp import ClientSession

from minigam.formats.mat_reader import read_mat
from minigam.remote.club.evening import Evening
from minigam.remote.club.evening_store import read_events
from minigam.remote.club.evidence import kept_games, proven_game
from minigam.remote.club.proven_games import (
    ProvenGame,
    standings_from_games,
    standings_of,
    unproven,
)
from minigam.remote.keys import SigningKey
from minigam.remote.proof import Proven, prove
from minigam.remote.signed import log_text
from minigam.rules.actions import Action, Begun, Closed
from minigam.rules.hash_chain import chain_head, encode_action
from tests.remote.club.evening_process import EveningProcess
from tests.remote.club.evenings import NAMES
from tests.remote.club.light_boards import LightBoard, connected
from tests.remote.mosquitto import Mosquitto

pytestmark = pytest.mark.mosquitto

PLAYERS, ROUNDS, TABLES = 16, 5, 8
OPEN = {
    "title": "Friday at the Crown",
    "rules": "hypergammon",
    "format": "swiss",
    "rounds": ROUNDS,
    "lengths": [2, 3],
}


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with closing(Mosquitto(tmp_path / "broker")) as broker:
        yield broker


def boards_at(broker: Mosquitto, count: int, pace: float = 0.0) -> list[LightBoard]:
    return [
        LightBoard(f"table-{n}", broker.port, chance=Random(n), pace=pace) for n in range(count)
    ]


async def opened(club: EveningProcess, players: Iterable[str], boards: int, **other: Any) -> None:
    """An evening whose boards are all there, before its first round."""
    await club.act("open", **OPEN | other)
    for name in players:
        await club.act("enter", name=name)
    await club.until(
        lambda view: len([each for each in view["boards"] if each["online"]]) == boards
    )
    await club.admit()


def journalled(boards: Iterable[LightBoard]) -> list[ProvenGame]:
    """The games of all boards' journals that have ended, each proven by its board's signature."""
    found = []
    for board in boards:
        for actions in board.journal:
            if actions and isinstance(actions[-1], Closed):
                found.append(proven_game(proven(board, actions)))
    return found


def proven(board: LightBoard, actions: list[Action]) -> Proven:
    begun = actions[0]
    assert isinstance(begun, Begun)
    meeting = begun.terms.meeting
    assert meeting
    head = chain_head(map(encode_action, actions))
    text = log_text(meeting.id, meeting.number, len(actions), head)
    found = prove(actions, {board.key.public: board.key.sign(text)}, [board.key.public])
    assert isinstance(found, Proven)
    return found


def test_an_evening_whose_service_is_killed_in_each_round(
    tmp_path: Path, broker: Mosquitto
) -> None:
    boards = boards_at(broker, TABLES, pace=0.05)
    asyncio.run(play_whole(tmp_path, broker, boards))
    events = read_events(tmp_path / "evening" / "evening.sqlite")
    evening = Evening.of(events)
    assert evening.is_over
    assert [len(evening.matches_of(number)) for number in range(1, ROUNDS + 1)] == [TABLES] * ROUNDS
    tie_breaks, beside = evening.opened.tie_breaks, unproven(evening)
    assert beside.byes == ()
    assert not beside.rulings
    assert standings_from_games(journalled(boards), tie_breaks, beside) == standings_of(evening)
    kept = [proven_game(game) for game in kept_games(events)]
    assert standings_from_games(kept, tie_breaks, beside) == standings_of(evening)
    assert len(kept) == sum(len(match.games) for match in evening.matches)


async def play_whole(folder: Path, broker: Mosquitto, boards: list[LightBoard]) -> None:
    club = EveningProcess(folder / "evening", broker.port)
    async with club, connected(*boards):
        await opened(club, NAMES[:PLAYERS], TABLES)
        for number in range(1, ROUNDS + 1):
            await club.act("draw")
            await club.until(lambda view: any(table["live"] for table in view["tables"]))
            club.kill()
            await club.start()
            await club.until(lambda view: view["state"] in ("between", "over"))
            assert (await club.view())["round"] == number
        view = await club.view()
        assert (view["state"], view["refusals"]) == ("over", [])
        await check_exports(club)


async def check_exports(club: EveningProcess) -> None:
    status, body = await club.get("/export/matches.zip")
    assert status == 200
    with ZipFile(BytesIO(body)) as archive:
        names = archive.namelist()
        assert len(names) == TABLES * ROUNDS
        assert all(read_mat(archive.read(name).decode()) for name in names)
    status, body = await club.get("/export/standings.csv")
    assert (status, len(body.splitlines())) == (200, 1 + PLAYERS)
    assert body.startswith(BOM_UTF8 + b"place,"), "expected a file that Excel takes for UTF-8"
    status, body = await club.get("/export/results.csv")
    assert (status, len(body.splitlines())) == (200, 1 + TABLES * ROUNDS)
    status, body = await club.get("/export/evening.pdf")
    assert (status, body[:5]) == (200, b"%PDF-")


# ---- What is not believed ------------------------------------------------------------------------


def test_a_forged_result_is_refused_and_shown(tmp_path: Path, broker: Mosquitto) -> None:
    """A board closes its game with more points than it was won by, well signed."""
    asyncio.run(play_forged(tmp_path, broker))


class Forger(LightBoard):
    """Changes the result that it has signed."""

    def store(self, number: int, actions: list[Action]) -> None:
        last = actions[-1] if actions else None
        if isinstance(last, Closed):
            actions = [*actions[:-1], Closed(**{**vars(last), "points": last.points + 1})]
        super().store(number, actions)


async def play_forged(folder: Path, broker: Mosquitto) -> None:
    club = EveningProcess(folder / "evening", broker.port)
    forger = Forger("table-0", broker.port)
    async with club, connected(forger):
        await opened(club, ("Ann", "Bob"), 1)
        await club.act("draw")
        view = await club.until(lambda view: view["refusals"])
        (why,) = view["refusals"]
        (match,) = view["matches"]
        names = " - ".join(match["names"])
        assert why.startswith(f"table-0: match 1, {names}: entry ")
        assert " is refused (result): expected Closed(" in why
        assert (match["score"], match["games"], match["over"]) == ([0, 0], 0, False)
        # Another board is given the match, and the same game is played there.
        honest = LightBoard("table-1", broker.port)
        async with connected(honest):
            await club.until(lambda view: "table-1" in [each["name"] for each in view["boards"]])
            await club.admit()
            await club.until(lambda view: "table-1" in view["free"])
            await club.act("seat", match=1, board="table-1")
            view = await club.until(lambda view: view["matches"][0]["over"])
        assert max(view["matches"][0]["score"]) >= 2


def test_a_board_with_a_wrong_key_is_refused_and_shown(tmp_path: Path, broker: Mosquitto) -> None:
    asyncio.run(play_wrong_key(tmp_path, broker))


async def play_wrong_key(folder: Path, broker: Mosquitto) -> None:
    club = EveningProcess(folder / "evening", broker.port)
    thief = LightBoard("table-0", broker.port, signs_with=SigningKey.generate())
    async with club, connected(thief):
        await opened(club, ("Ann", "Bob"), 1)
        await club.act("draw")
        view = await club.until(lambda view: view["refusals"])
        (match,) = view["matches"]
        names = " - ".join(match["names"])
        assert view["refusals"] == [
            f"table-0: match 1, {names}: a message is not signed with the key "
            f"{thief.key.public[:8]} of this board"
        ]
        assert match["games"] == 0


def test_a_key_that_changes_during_a_match_is_refused(tmp_path: Path, broker: Mosquitto) -> None:
    """Who has a board's password, but not its key, presents another key: it counts for nothing."""
    asyncio.run(play_changed_key(tmp_path, broker))


async def play_changed_key(folder: Path, broker: Mosquitto) -> None:
    club = EveningProcess(folder / "evening", broker.port)
    async with club:
        board = LightBoard("table-0", broker.port, points=24)
        async with connected(board):
            await opened(club, ("Ann", "Bob"), 1, lengths=[99])
            await club.act("draw")
            before = await club.until(lambda view: view["matches"][0]["games"] > 2)
        await club.until(lambda view: not view["boards"][0]["online"])
        score = (await club.view())["matches"][0]["score"]
        stranger = LightBoard("table-0", broker.port)
        async with connected(stranger):
            view = await club.until(lambda view: view["refusals"])
        assert "is not signed with the key " + board.key.public[:8] in view["refusals"][0]
        assert view["matches"][0]["score"] == score
        assert view["matches"][0]["key"] == before["matches"][0]["key"] == board.key.public[:8]


def test_who_does_not_know_the_pin_changes_nothing(tmp_path: Path, broker: Mosquitto) -> None:
    asyncio.run(try_without_pin(tmp_path, broker))


async def try_without_pin(folder: Path, broker: Mosquitto) -> None:

    club = EveningProcess(folder / "evening", broker.port)
    async with club, ClientSession() as other:
        await opened(club, ("Ann", "Bob"), 0)
        for path in ("/api/director", "/api/director/events", "/export/standings.csv"):
            async with other.get(club.address + path) as answer:
                assert answer.status == 401
        async with other.post(club.address + "/api/director", json={"do": "draw"}) as answer:
            assert answer.status == 401
        wrong = {"pin": f"{(int(club.pin.replace(' ', '')) + 1) % 10**12:012}"}
        found = []
        for _ in range(6):
            async with other.post(club.address + "/api/login", json=wrong) as answer:
                found.append(answer.status)
        assert found == [403] * 4 + [429] * 2  # the director has entered it once from here
        async with other.post(club.address + "/api/login", json={"pin": club.pin}) as answer:
            assert answer.status == 429
        async with other.get(club.address + "/api/evening") as answer:
            assert json.loads(await answer.text())["state"] == "entry"
        headers = {"Origin": "http://elsewhere.example"}
        async with other.get(club.address + "/api/evening", headers=headers) as answer:
            assert answer.status == 403
        async with other.get(club.address + "/", headers={"Host": "elsewhere"}) as answer:
            assert answer.status == 403
