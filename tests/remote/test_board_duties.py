"""What a board writes by itself: the same as the independent driver of whole games decides."""

from random import Random

import pytest

from minigam.remote.board_duties import due_action, own_share
from minigam.remote.log import Log
from minigam.remote.replica import Replica
from minigam.rules.actions import Closed, Promised, Rolled, Shared
from minigam.rules.writer import writer
from tests.remote.hostile import KEYS, terms_of
from tests.rules.two_boards import CHAINS, TwoBoards


@pytest.mark.parametrize("rules_id", ["minigam", "backgammon-dice-basic"])
def test_promises_answers_rolls_and_the_end_need_no_player(rules_id: str) -> None:
    game = TwoBoards(terms_of(rules_id), Random(3))
    log, seen = Log.of(game.actions), set()
    while game.game.closed is None:
        side, action = writer(game.game), game.decided()
        chain = (side.other if game.game.swapped else side).of(CHAINS)
        key = (side.other if game.game.swapped else side).of(KEYS)
        writes = Replica(key.public, log)
        by_itself = isinstance(action, Promised | Rolled | Closed)
        if isinstance(action, Shared):
            assert own_share(writes, chain) == action
            by_itself = game.game.side not in (None, side)
        assert due_action(writes, chain) == (action if by_itself else None)
        other = (side if game.game.swapped else side.other).of(KEYS)
        assert due_action(Replica(other.public, log), chain) is None
        seen.add(type(action))
        game.do(action)
        log = log.append(action)
    assert {Promised, Shared, Rolled, Closed} <= seen
    assert due_action(Replica(KEYS[0].public, log), CHAINS[0]) is None
