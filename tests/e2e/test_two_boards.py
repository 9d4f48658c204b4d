"""A game between two real daemons by taps at both, and whatever happens to boards and broker."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.e2e.two_boards import Pair, playing, relayed, until
from tests.remote.mosquitto import Mosquitto
from tests.remote.relay import Relay

pytestmark = pytest.mark.mosquitto
MANY = 50
LEAST_TOUCHES = 30
"""Of a game: so early is the last moment at which something is killed."""
many = pytest.param(MANY, marks=pytest.mark.long)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with closing(Mosquitto(tmp_path / "broker")) as broker:
        yield broker


def test_a_whole_game_by_taps_at_both_boards(broker: Mosquitto, tmp_path: Path) -> None:
    with playing(tmp_path, broker, 1) as pair:
        refuses_a_touch_out_of_turn(pair)
        pair.play()
        pair.check()


def refuses_a_touch_out_of_turn(pair: Pair) -> None:
    """Nothing happens, and the sentence says whose turn it is."""
    until(pair.is_settled, pair.said)
    while not (found := [board for board in pair.boards if has_to_wait(board.get("/api/state"))]):
        until(pair.touch, pair.said)
        until(pair.is_settled, pair.said)  # else a step of the other board may still arrive
    board = found[0]
    before = board.get("/api/state")
    name = before["names"][before["away"]["side"]]
    zone = next(zone for zone in before["checkers"] if not zone.startswith("off"))
    for touched in (zone, "roll", "undo"):
        board.tap(touched)
        after = board.get("/api/state")
        assert after["message"]["code"] == "away"
        assert after["message"]["text"] == f"{name} is on turn at the other board."
        for field in ("position", "dice", "turn", "plays", "selected"):
            assert after[field] == before[field]


def has_to_wait(state: dict[str, object]) -> bool:
    away = state["away"]
    assert isinstance(away, dict)
    return state["phase"] in ("moving", "turn-over") and bool(away["awaited"])


def moments(count: int, chance: Random) -> list[int]:
    """After how many touches something is killed, in one game."""
    return sorted(chance.sample(range(1, LEAST_TOUCHES), min(count, LEAST_TOUCHES - 1)))


def disturbed(
    folder: Path, broker: Mosquitto | Relay, count: int, kill: Callable[[Pair, int], None]
) -> None:
    """Games until something was killed so often."""
    done, game = 0, 0
    while done < count:
        game += 1
        chance = Random(game)
        with playing(folder / f"game-{game}", broker, game) as pair:
            due = moments(count - done, chance)

            def disturb(taps: int, pair: Pair = pair, due: list[int] = due) -> None:
                nonlocal done
                if due and due[0] <= taps:
                    due.pop(0)
                    kill(pair, done)
                    done += 1

            pair.play(disturb)
            pair.check()
    print(f"killed {done} times in {game} games")


def kill_in_turn(pair: Pair, done: int) -> None:
    pair.kill(done % 2)


@pytest.mark.slow
@pytest.mark.parametrize("count", [3, many])
def test_the_broker_is_killed(count: int, broker: Mosquitto, tmp_path: Path) -> None:
    def kill(pair: Pair, _done: int) -> None:
        broker.kill()
        pair.touch()
        broker.start()

    disturbed(tmp_path, broker, count, kill)


@pytest.mark.slow
def test_both_boards_are_killed(broker: Mosquitto, tmp_path: Path) -> None:
    disturbed(tmp_path, broker, 4, kill_in_turn)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("at", [0, 1])
def test_a_board_is_killed_many_times(at: int, broker: Mosquitto, tmp_path: Path) -> None:
    disturbed(tmp_path, broker, MANY, lambda pair, _done: pair.kill(at))


@pytest.mark.slow
def test_messages_are_delayed_doubled_and_reordered_and_connections_cut(
    broker: Mosquitto, tmp_path: Path
) -> None:
    with relayed(broker.port) as relay:
        disturbed(tmp_path, relay, 2, kill_in_turn)
    print(f"{relay.passed} messages, {relay.late} late, {relay.twice} twice, {relay.cuts} cuts")
    assert min(relay.late, relay.twice, relay.cuts) > 0
