"""A game between two boards, over any network."""

from dataclasses import replace
from random import Random

import pytest

from minigam.remote import game_requests
from minigam.remote.divergence import DivergenceCause
from minigam.remote.keys import SigningKey
from minigam.remote.log_message import MOST_SENT, Ask, Claim
from minigam.remote.proof import Proven, prove
from minigam.remote.replica import Received, Replica
from minigam.rules.hash_chain import chain_head, encode_action
from minigam.rules.position import Side
from minigam.rules.record import CubeAction
from minigam.rules.ruleset import RULE_SETS
from tests.remote.hostile import GOOD, KEYS, MEETING, Network, World, terms_of
from tests.remote.replicas import (
    CLOCK,
    GAME,
    delivered,
    forged,
    found,
    honest_against,
    in_turn,
    message,
    played,
    two,
)
from tests.tiers import some

SHORT = {
    "minigam": terms_of("minigam", "--A-a---"),
    "minigam-clock": terms_of("minigam", "-----Aa-", CLOCK),
    "money": terms_of("backgammon-money", "-AA" + "-" * 20 + "aa-"),
    "hypergammon": terms_of("hypergammon", "-A-a" + "-" * 18 + "A-a-"),
}
"""Games from near their end, so that many can be tried."""
BAD = Network(resigning=0.02)
LONGEST_LAST = sorted(RULE_SETS, key=lambda name: name.startswith("backgammon-dice"))
SEEDS = {"minigam": 100, "minigam-clock": 40, "money": 50, "hypergammon": 10}


def check(world: World) -> None:
    """Whether both boards and the one that reads have the same proven game, and nothing twice."""
    white, black = world.boards
    assert white.stored == black.stored == world.followed
    for board in world.boards:
        entries = tuple(map(encode_action, board.stored))
        assert board.replica.log.entries == entries
        assert board.replica.kept.claim == Claim(
            len(entries),
            chain_head(entries),
            board.replica.kept.claim.signature,  # type: ignore
        )
        assert board.replica.divergence is None
    proven = prove(white.stored, world.follower.signatures, [key.public for key in KEYS])
    assert isinstance(proven, Proven)
    assert proven.code == white.replica.log.head
    assert white.replica.game.rolls == black.replica.game.rolls == proven.game.rolls


@pytest.mark.parametrize("name", SHORT)
def test_any_network_leads_to_the_same_game(name: str) -> None:
    older: list[bytes] = []
    for seed in range(SEEDS[name]):
        before = replace(SHORT[name], meeting=replace(MEETING, number=1 + seed))
        world = World(before, Random(seed), BAD, older[-500:]).run()
        check(world)
        older += world.sent


@pytest.mark.parametrize("rules_id", some(LONGEST_LAST, 8))
def test_whole_games_of_every_rule_set(rules_id: str) -> None:
    for seed in range(3):
        check(World(terms_of(rules_id), Random(seed), BAD).run())


@pytest.mark.parametrize("first", some(range(1000, 3000, 200), 1))
def test_thousands_of_short_games(first: int) -> None:
    for seed in range(first, first + 200):
        check(World(SHORT["minigam"], Random(seed), BAD).run())


def test_on_a_good_network_an_entry_is_sent_once() -> None:
    world = World(SHORT["minigam"], Random(5), GOOD).run()
    check(world)
    assert len(world.sent) <= 4 * len(world.followed)  # itself, its acknowledgement, two followed


@pytest.mark.parametrize("seed", range(5))
def test_broker_gone_for_an_hour_then_the_game_goes_on(seed: int) -> None:
    world = World(SHORT["minigam"], Random(seed), GOOD)
    for _ in range(20):
        world.step()
    world.network = Network(1, 0, 0, 0, 0, 0, 0)
    before, start = len(world.sent), world.now
    while world.now < start + 3600:
        world.step()
    assert len(world.sent) - before < 2 * 75  # waits grow to a minute
    for board in world.boards:
        board.restart()
    world.network = GOOD
    check(world.run())


@pytest.mark.parametrize("lost_by", KEYS)
def test_a_board_that_lost_its_entries_takes_them_back(lost_by: SigningKey) -> None:
    """Written back from a backup, say: its own ones by its own signature."""
    actions = played(lambda game: game.result is not None).play()
    assert len(actions) > MOST_SENT
    white, black = (Replica.of(key.public, actions) for key in KEYS)
    other_key = KEYS[1] if lost_by is KEYS[0] else KEYS[0]
    lost, other = (white, black) if lost_by is KEYS[0] else (black, white)
    other = other.receive(lost.message(lost_by.sign)).replica
    other = other.receive(lost.message(lost_by.sign, MOST_SENT)).replica
    lost = Replica.of(lost.key, actions[:1])
    sent = other.message(other_key.sign, len(lost.log))
    received = lost.receive(sent)
    assert received.replica.log == other.log
    assert received.replica.acknowledged == len(actions)
    assert received.actions == tuple(actions[1:])
    false = replace(sent, acknowledged=other.message(other_key.sign).claim)
    assert found(lost.receive(false))[2] is DivergenceCause.PLACE


def test_long_log_is_sent_in_signed_parts() -> None:
    game = played(lambda game: game.result is not None)
    actions = game.play()
    white = Replica.of(KEYS[0].public, actions)
    parts = []
    while white.is_behind:
        sent = white.message(KEYS[0].sign)
        parts.append((sent.since, len(sent.entries), sent.claim.seq))
        black = Replica.of(KEYS[1].public, actions[: sent.claim.seq]).receive(sent).replica
        white = white.receive(black.message(KEYS[1].sign)).replica
        assert len(parts) < 5
    rest = len(actions) - MOST_SENT
    assert parts == [(0, MOST_SENT, MOST_SENT), (MOST_SENT, rest, len(actions))]


def test_it_is_due_until_the_other_board_has_signed_the_same() -> None:
    mine, theirs = two(in_turn)
    assert mine.due(5.0) == 5.0
    mine = mine.sent(5.0)
    assert [mine.due(now) for now in (5.5, 7.0)] == [6.0, 7.0]
    mine = mine.sent(6.0)
    assert mine.due(6.5) == 8.0
    mine = delivered(theirs, mine)
    assert mine.due(7.0) is None
    said = game_requests.pause(mine, True)
    assert said.due(7.0) == 7.0


def test_a_board_asks_for_what_it_lacks() -> None:
    game = played(in_turn)
    replica = honest_against(Side.BLACK, game.actions[:3])
    entries = list(map(encode_action, game.actions))
    sent = message(entries, KEYS[1], len(entries))
    assert replica.receive(sent) == Received(replica, ask=Ask(3, GAME))


def test_double_and_take_cross_between_boards() -> None:
    game = played(lambda game: game.doubled, terms_of("backgammon-money"))
    doubler = game.game.side
    assert doubler
    for name in ("take", "drop"):
        answer = CubeAction(doubler.other, name)
        assert forged(game, answer, cheater=doubler.other).actions == (answer,)
        wrong = CubeAction(doubler, name)
        assert found(forged(game, wrong, cheater=doubler))[2] is DivergenceCause.PLACE


def test_it_replies_until_both_are_sure_and_then_both_are_silent() -> None:
    mine, theirs = two(in_turn)
    first = mine.message(mine.side.of(KEYS).sign)
    received = theirs.receive(first)
    assert (first.wants_reply, received.reply) == (True, True)
    second = received.replica.message(theirs.side.of(KEYS).sign)
    answered = mine.receive(second)
    assert (second.wants_reply, answered.reply) == (False, False)
    assert (answered.replica.is_behind, received.replica.is_behind) == (False, False)
