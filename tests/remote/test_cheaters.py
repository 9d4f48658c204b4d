"""Boards that cheat, and brokers that forge: each is found, or changes nothing."""

from dataclasses import replace

import pytest

from minigam.errors import IllegalPlayError
from minigam.remote import entry_checks
from minigam.remote.divergence import Divergence, DivergenceCause
from minigam.remote.kept import Kept
from minigam.remote.keys import SigningKey
from minigam.remote.log_message import Ask, GameId
from minigam.remote.replica import Ignored, Received, Replica
from minigam.rules.actions import (
    Abandoned,
    Action,
    Begun,
    Closed,
    Confirmed,
    FlagFell,
    Named,
    PlayTakenBack,
    Resigned,
    Rolled,
    Shared,
    Stepped,
    StepTakenBack,
    TimePassed,
)
from minigam.rules.game import Game
from minigam.rules.hash_chain import encode_action
from minigam.rules.meeting import Meeting
from minigam.rules.position import Side
from minigam.rules.terms import Terms
from minigam.rules.writer import writer
from tests.remote.hostile import KEYS, MEETING, terms_of
from tests.remote.replicas import (
    CLOCK,
    at_share,
    forged,
    found,
    honest_against,
    in_turn,
    message,
    next_share,
    played,
)


def test_own_dice() -> None:
    game = played(lambda game: all(map(game.has_shared, Side)))
    cheater, true = writer(game.game), game.roll()
    wrong = Rolled(true.dice[::-1] if true.dice[0] != true.dice[1] else (1, 2))
    at = len(game.actions) + 1
    assert found(forged(game, wrong, cheater=cheater)) == (at, cheater, DivergenceCause.DICE)
    assert forged(game, true, cheater=cheater).actions == (true,)


def test_roll_before_the_other_sides_secret() -> None:
    game = played(lambda game: game.roll_is_due and not all(map(game.has_shared, Side)))
    assert game.game.side is not None
    cheater = game.game.side
    assert found(forged(game, Rolled((6, 6)), cheater=cheater)) == (
        len(game.actions) + 1,
        cheater.other,
        DivergenceCause.PLACE,
    )


@pytest.mark.parametrize("ahead", [-1, 0, 2])
def test_share_that_does_not_fit(ahead: int) -> None:
    """One given before, or one of a later roll: a board could choose between several rolls."""
    game = played(next_share)
    cheater = writer(game.game)
    secret = cheater.of(game.chains)[len(game.game.rolls) + ahead]
    assert found(forged(game, Shared(cheater, secret.hex()), cheater=cheater)) == (
        len(game.actions) + 1,
        cheater,
        DivergenceCause.SHARE,
    )


def test_more_shares_than_a_promise_is_made_of(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(next_share)
    cheater, number = writer(game.game), len(game.game.rolls) + 1
    monkeypatch.setattr(entry_checks, "MOST_SHARED_ROLLS", number - 1)
    share = Shared(cheater, cheater.of(game.chains)[number].hex())
    stopped = (len(game.actions) + 1, cheater, DivergenceCause.SHARE)
    assert found(forged(game, share, cheater=cheater)) == stopped


@pytest.mark.parametrize("at", [2, 5, 9])
def test_changed_past_is_found_at_its_entry(at: int) -> None:
    game = played(lambda game: len(game.plays) > 2)
    entries = list(map(encode_action, game.actions))
    entries[at - 1] = encode_action(TimePassed(1))
    for cheater in Side:
        received = honest_against(cheater, game.actions).receive(message(entries, cheater.of(KEYS)))
        before = Game.of(game.actions[: at - 1])
        assert found(received) == (at, writer(before), DivergenceCause.PAST)


def test_changed_past_is_found_by_the_signature_alone() -> None:
    game = played(lambda game: len(game.plays) > 2)
    entries = list(map(encode_action, game.actions))
    entries[5] = encode_action(Confirmed())
    since = len(entries)
    received = honest_against(Side.BLACK, game.actions).receive(message(entries, KEYS[1], since))
    assert found(received) == (since, None, DivergenceCause.PAST)


def test_changed_past_is_found_when_it_goes_on() -> None:
    """The board asks further back until the two logs fit, or differ."""
    game = played(lambda game: len(game.plays) > 2)
    entries = list(map(encode_action, game.actions))
    entries[3] = encode_action(Confirmed())
    replica = honest_against(Side.BLACK, game.actions[:-2])
    since: int | None = len(entries) - 2
    asked = []
    while since is not None:
        received = replica.receive(message(entries, KEYS[1], since))
        since = received.ask.since if received.ask else None
        asked.append(since)
        assert len(asked) < 10
    assert asked == [(len(entries) - 2) >> n for n in range(1, len(asked))] + [None]
    assert received.replica.divergence is not None
    assert (received.replica.divergence.entry, received.replica.divergence.cause) == (
        4,
        DivergenceCause.PAST,
    )


def test_writing_in_the_others_place() -> None:
    game = played(lambda game: game.turn is not None)
    assert game.game.turn is not None
    owner = game.game.turn.side
    step = game.game.turn.next_steps[0]
    for action in (Stepped(step.source, step.die), Confirmed()):
        assert found(forged(game, action, cheater=owner.other)) == (
            len(game.actions) + 1,
            owner,
            DivergenceCause.PLACE,
        )


def test_skipped_confirmation() -> None:
    game = played(lambda game: game.turn is not None and not game.turn.next_steps)
    cheater = writer(game.game)
    secret = game.share(cheater)
    for action in (secret, Rolled((1, 2)), Stepped(1, 1)):
        _, side, cause = found(forged(game, action, cheater=cheater))
        assert (side, cause) == (cheater, DivergenceCause.RULES)


def test_unplayed_dice_are_not_confirmed() -> None:
    game = played(lambda game: game.turn is not None and bool(game.turn.next_steps))
    cheater = writer(game.game)
    _, _, cause = found(forged(game, Confirmed(), cheater=cheater))
    assert cause is DivergenceCause.RULES


def test_forged_result() -> None:
    game = played(lambda game: game.result is not None)
    true = game.decided()
    assert isinstance(true, Closed)
    assert true.winner
    white = Side.WHITE
    for wrong in (
        replace(true, winner=true.winner.other),
        replace(true, points=true.points + 1),
        replace(true, code="0c" * 32),
        replace(true, ended_by="resigned"),
    ):
        assert found(forged(game, wrong, cheater=white)) == (
            len(game.actions) + 1,
            white,
            DivergenceCause.RESULT,
        )
    assert found(forged(game, true, cheater=Side.BLACK))[2] is DivergenceCause.PLACE
    assert forged(game, true, cheater=white).actions == (true,)


def test_closing_a_game_that_goes_on() -> None:
    game = played(lambda game: len(game.plays) == 1)
    cheater = writer(game.game)
    end = Closed(cheater, 1, "single", "off", 1, len(game.actions), "0c" * 32)
    assert found(forged(game, end, cheater=cheater))[1:] == (cheater, DivergenceCause.RULES)


@pytest.mark.parametrize("action", [Abandoned(), Named(("Ann", "Zoe"))], ids=["abandon", "names"])
def test_what_no_board_decides_alone(action: Action) -> None:
    game = played(lambda game: len(game.plays) == 1)
    cheater = writer(game.game)
    assert found(forged(game, action, cheater=cheater))[2] is DivergenceCause.KIND


def test_a_confirmed_play_is_not_taken_back() -> None:
    game = played(lambda game: len(game.plays) == 1)
    for cheater in Side:
        cause = found(forged(game, PlayTakenBack(), cheater=cheater))[2]
        mine = writer(game.game) is cheater
        assert cause is (DivergenceCause.RULES if mine else DivergenceCause.PLACE)


def test_time_on_the_others_clock() -> None:
    """A board that gives its secret for the other side's roll writes no time against it."""
    terms = terms_of("minigam", "-----Aa-", CLOCK)
    game = played(lambda game: game.roll_is_due and not all(map(game.has_shared, Side)), terms)
    cheater = writer(game.game)
    for action in (TimePassed(1000), FlagFell(cheater.other)):
        assert found(forged(game, action, cheater=cheater))[2] is DivergenceCause.PLACE


def test_entry_in_another_form() -> None:
    game = played(lambda game: game.turn is not None and not game.turn.next_steps)
    cheater = writer(game.game)
    for entry in (
        b'{"v":1,"action":"confirm"}',
        b'{"action":"confirm","v":2}',
        b'{"action":"win","v":1}',
        b'{"action":"confirm","v":1,"more":NaN}',
    ):
        entries = [*map(encode_action, game.actions), entry]
        received = honest_against(cheater, game.actions).receive(
            message(entries, cheater.of(KEYS), len(game.actions))
        )
        assert found(received)[2] is DivergenceCause.FORM


def test_another_beginning() -> None:
    """Another length, another name: the boards have agreed on something else."""
    game = played(lambda game: len(game.plays) == 1)
    other = Begun(replace(game.terms, names=("Ann", "Zoe")))
    entries = list(map(encode_action, [other, *game.actions[1:]]))
    received = honest_against(Side.BLACK, game.actions).receive(message(entries, KEYS[1]))
    assert found(received) == (1, None, DivergenceCause.PAST)


# ---- Others, and the broker ----------------------------------------------------------------------


def test_anothers_signature_changes_nothing() -> None:
    game = at_share()
    cheater = writer(game.game)
    replica = honest_against(cheater, game.actions)
    entries = list(map(encode_action, [*game.actions, game.decided()]))
    for key in (SigningKey.from_bytes(bytes(32)), cheater.other.of(KEYS)):
        received = replica.receive(message(entries, key, len(game.actions)))
        assert received == Received(replica, ignored=Ignored.SIGNATURE)


def test_another_meetings_message_changes_nothing() -> None:
    game = at_share()
    cheater = writer(game.game)
    replica, key = honest_against(cheater, game.actions), cheater.of(KEYS)
    entries = list(map(encode_action, [*game.actions, game.decided()]))
    for id in (GameId("ff" * 16, MEETING.number), GameId(MEETING.id, 1), GameId()):
        sent = message(entries, key, len(game.actions), id)
        assert replica.receive(sent) == Received(replica, ignored=Ignored.OTHER_GAME)
        renamed = replace(sent, id=replica.id)
        assert replica.receive(renamed) == Received(replica, ignored=Ignored.SIGNATURE)


def test_entries_changed_on_the_way_are_not_used() -> None:
    game = at_share()
    cheater = writer(game.game)
    replica = honest_against(cheater, game.actions)
    true = message(
        list(map(encode_action, [*game.actions, game.decided()])),
        cheater.of(KEYS),
        len(game.actions),
    )
    changed = replace(true, entries=(encode_action(Resigned(cheater.other, 1)),))
    received = replica.receive(changed)
    assert received == Received(replica, ask=Ask(len(game.actions) // 2, replica.id))
    assert [encode_action(action) for action in received.replica.receive(true).actions] == [
        true.entries[-1]
    ]


def test_log_that_shrinks() -> None:
    """A shorter log is an older message: nothing is taken back, and another entry is found."""
    game = played(lambda game: len(game.plays) > 1)
    entries = list(map(encode_action, game.actions))
    cheater = Side.BLACK
    replica = honest_against(cheater, game.actions)
    whole = replica.receive(message(entries, KEYS[1], len(entries))).replica
    assert whole.acknowledged == len(entries)
    shorter = whole.receive(message(entries[:-4], KEYS[1], len(entries) - 4))
    assert shorter == Received(whole)
    again = [*entries[:-4], encode_action(TimePassed(1))]
    assert found(shorter.replica.receive(message(again, KEYS[1], len(entries) - 4))) == (
        len(entries) - 3,
        writer(Game.of(game.actions[:-4])),
        DivergenceCause.PAST,
    )


def test_after_a_divergence_nothing_is_accepted_or_written() -> None:
    game = at_share()
    stopped = Divergence(3, Side.WHITE, DivergenceCause.DICE)
    side = writer(game.game)
    replica = honest_against(side.other, game.actions, Kept(divergence=stopped))
    assert not replica.may_write
    assert replica.due(0.0) is None
    with pytest.raises(IllegalPlayError, match="other dice than both secrets give"):
        replica.append(game.decided())
    entries = list(map(encode_action, game.actions))
    sent = message(entries, side.other.of(KEYS), len(entries))
    assert replica.receive(sent) == Received(replica, ignored=Ignored.STOPPED)


def test_an_honest_board_cannot_write_out_of_place() -> None:
    game = at_share()
    side = writer(game.game)
    action = game.decided()
    with pytest.raises(IllegalPlayError, match="board has to write"):
        honest_against(side, game.actions).append(action)
    mine = honest_against(side.other, game.actions).append(action)
    assert mine.log.action(len(game.actions)) == action


@pytest.mark.parametrize("which", ["one board", "another's", "none"])
def test_a_game_of_others_is_no_replica(which: str) -> None:
    key = KEYS[0].public
    meeting = {
        "one board": replace(MEETING, boards=(key, key)),
        "another's": Meeting(MEETING.id, 1, ("ab" * 32, "cd" * 32)),
        "none": None,
    }[which]
    with pytest.raises(IllegalPlayError, match="expected a game of this board with another"):
        Replica.of(key, [Begun(Terms("minigam", meeting=meeting))])


def test_a_signature_of_other_entries_covers_nothing() -> None:
    """A board that lost its last entry takes back only what it has signed itself."""
    game = played(lambda game: in_turn(game) and len(game.turn.next_steps if game.turn else ()) > 1)
    side = writer(game.game)
    assert game.game.turn
    one, other = (Stepped(step.source, step.die) for step in game.game.turn.next_steps[:2])
    own, cheater = side.of(KEYS), side.other.of(KEYS)
    lost = honest_against(side.other, game.actions)
    signed_once = lost.append(one).message(own.sign, len(game.actions)).claim
    for step, cause in ((one, None), (other, DivergenceCause.PLACE)):
        entries = list(map(encode_action, [*game.actions, step]))
        sent = message(entries, cheater, len(game.actions))
        after = lost.receive(replace(sent, acknowledged=signed_once)).replica
        assert (after.divergence and after.divergence.cause) is cause


def test_a_log_that_grows_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(lambda game: in_turn(game) and game.owed is not None)
    step, cheater = game.decided(), writer(game.game)
    assert isinstance(step, Stepped)
    at = len(game.actions)
    monkeypatch.setattr(entry_checks, "MOST_TOGETHER", at + 20)
    pair: list[Action] = [step, StepTakenBack()]
    again = pair * 11
    assert forged(game, *again[:20], cheater=cheater).actions == tuple(again[:20])
    over = found(forged(game, *again, cheater=cheater))
    assert over == (at + 21, cheater, DivergenceCause.RULES)


def test_the_longest_log_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(lambda game: game.has_ended)
    monkeypatch.setattr(entry_checks, "MOST_TOGETHER", len(game.actions))
    closed = game.decided()
    assert forged(game, closed, cheater=Side.WHITE).actions == (closed,)
