"""A game's log in memory: it grows by one entry in the same time, however long it is."""

from random import Random

import pytest

from minigam.remote.log import EMPTY, Log
from minigam.rules.hash_chain import FIRST, chain_head, encode_action
from tests.remote.hostile import terms_of
from tests.rules.two_boards import TwoBoards

ACTIONS = TwoBoards(terms_of("minigam"), Random(4)).play()
ENTRIES = tuple(map(encode_action, ACTIONS))


def test_each_log_keeps_its_own_entries_whatever_continues_it() -> None:
    logs = [EMPTY]
    for action in ACTIONS:
        logs.append(logs[-1].append(action))
    for count, log in enumerate(logs):
        assert (len(log), log.entries) == (count, ENTRIES[:count])
        assert log.head == log.link(count) == chain_head(ENTRIES[:count])
    assert (EMPTY.entries, EMPTY.head, EMPTY.game) == ((), FIRST, None)


def test_two_logs_may_continue_the_same_one() -> None:
    before = Log.of(ACTIONS[:5])
    one, other = before.append(ACTIONS[5]).append(ACTIONS[6]), before.append(ACTIONS[5])
    assert one.before(6) == other
    assert one != other
    assert (before.entries, one.entries, other.entries) == (ENTRIES[:5], ENTRIES[:7], ENTRIES[:6])


def test_a_log_has_no_link_of_entries_that_it_has_not() -> None:
    before = Log.of(ACTIONS[:5])
    after = before.append(ACTIONS[5])
    assert after.link(6) == after.head
    with pytest.raises(IndexError, match="expected at most 5 entries, got 6"):
        before.link(6)


def test_a_long_log_shares_its_entries_with_the_one_before() -> None:
    before = Log.of(ACTIONS[:-1])
    assert before.append(ACTIONS[-1])._entries is before._entries
