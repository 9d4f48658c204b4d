"""Whole games between two boards with journals of their own, through a real Mosquitto."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from minigam.journal.meetings import game_of_meeting
from minigam.journal.store import FILE_NAME, Journal
from minigam.journal.verification import VerifyStatus, verify
from minigam.remote.kept import check_kept
from minigam.rules.actions import Action
from minigam.rules.game import Game
from minigam.rules.hash_chain import chain_head
from minigam.rules.terms import Terms
from tests.remote.far_boards import FarBoard, play
from tests.remote.hostile import MEETING, terms_of
from tests.remote.mosquitto import Mosquitto
from tests.remote.relay import Relay, relaying

pytestmark = pytest.mark.mosquitto
MANY = 50


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with closing(Mosquitto(tmp_path / "broker")) as broker:
        yield broker


@dataclass
class World:
    """A game, and how often what was killed while it was played."""

    folder: Path
    broker: Mosquitto
    terms: Terms
    chance: Random
    kills: int = 0
    """Of the broker."""
    restarts: int = 0
    """Of each board."""
    killed: int = 0

    def boards(self, port: int) -> tuple[FarBoard, FarBoard]:
        one, other = (self._board(at, port) for at in (0, 1))
        kills = self._moments(self.kills)

        def stored(count: int) -> None:
            if due := {at for at in kills if at <= count}:
                kills.difference_update(due)
                self.broker.kill()
                self.broker.start()
                self.killed += 1

        one.on_stored = stored
        return one, other

    def _board(self, at: int, port: int) -> FarBoard:
        folder = self.folder / str(at)
        folder.mkdir()
        chance = Random(self.chance.random())
        return FarBoard(at, self.terms, folder, port, chance, self._moments(self.restarts))

    def _moments(self, count: int) -> set[int]:
        """So many different numbers of actions, of those that the shortest games have."""
        return {*self.chance.sample(range(2, 2 + max(60, 5 * count)), count)}

    def journals(self) -> list[list[Action]]:
        """Both boards' actions, each verified."""
        found = []
        for at in (0, 1):
            with closing(Journal(self.folder / str(at) / FILE_NAME)) as journal:
                assert journal.numbers() == [1]
                assert game_of_meeting(journal, MEETING.id, MEETING.number) == 1
                checked = verify(journal, 1, "", check_kept)
                assert checked.verdict is VerifyStatus.YES, checked
                count = len(journal.actions(1))
                text = f"the other board has signed {count} of the {count} actions"
                assert checked.findings[-1].text == text
                found.append(journal.actions(1))
                entries = journal.entries(1)
                print(f"board {at}: {count} actions, {chain_head(entries)[:16]}")
        return found

    def check(self) -> Game:
        """Both have the same game: the same dice and the same head, nothing lost or twice."""
        one, other = self.journals()
        assert one == other
        game = Game.of(one)
        assert game.closed
        return game


def world(tmp_path: Path, broker: Mosquitto, rules_id: str, seed: int) -> World:
    return World(tmp_path, broker, terms_of(rules_id), Random(seed))


@pytest.mark.parametrize("rules_id", ["minigam", "backgammon-money"])
def test_a_game(rules_id: str, broker: Mosquitto, tmp_path: Path) -> None:
    found = world(tmp_path, broker, rules_id, 1)
    boards = found.boards(broker.port)
    asyncio.run(play(boards))
    assert found.check().rolls
    assert [board.restarted for board in boards] == [0, 0]


async def disturbed(found: World, port: int) -> None:
    boards = found.boards(port)
    await play(boards)
    found.check()
    print(f"broker killed {found.killed} times, boards {[each.restarted for each in boards]}")
    assert found.killed >= found.kills // 3  # several due at once are one
    assert all(board.restarted >= found.restarts // 2 for board in boards)


@pytest.mark.parametrize(
    "count", [5, pytest.param(MANY, marks=[pytest.mark.slow, pytest.mark.long])]
)
def test_the_broker_and_both_boards_are_killed(
    count: int, broker: Mosquitto, tmp_path: Path
) -> None:
    found = world(tmp_path, broker, "minigam" if count < MANY else "backgammon", 2)
    found.kills = found.restarts = count
    asyncio.run(disturbed(found, broker.port))


@pytest.mark.slow
@pytest.mark.parametrize("killed", [0, 10])
def test_messages_are_delayed_doubled_and_reordered(
    killed: int, broker: Mosquitto, tmp_path: Path
) -> None:
    found = world(tmp_path, broker, "minigam", 3 + killed)
    found.kills = found.restarts = killed

    async def relayed() -> Relay:
        async with relaying(broker.port, Random(3)) as relay:
            await disturbed(found, relay.port)
        return relay

    relay = asyncio.run(relayed())
    print(f"messages: {relay.passed}, late: {relay.late}, twice: {relay.twice}")
    assert min(relay.late, relay.twice) > 0


def test_both_ends_are_stored_before_anything_is_sent(broker: Mosquitto, tmp_path: Path) -> None:
    """A board that is killed after each action has every action of both in its journal once."""
    found = world(tmp_path, broker, "minigam", 5)
    one, other = found.boards(broker.port)
    one.restarts = {*range(2, 20)}
    asyncio.run(play((one, other)))
    found.check()
    assert one.restarted >= 10
