"""From a board's log into the evening: what passes, and what is refused."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from minigam.errors import UnreadableError
from minigam.remote.club.contest import RoundTerms
from minigam.remote.club.evening import Evening
from minigam.remote.club.evening_events import Entered, GameRecorded, Paired, Ruled, Seated
from minigam.remote.club.evidence import (
    kept_games,
    parse_evidence,
    proven_game,
    records_of,
)
from minigam.remote.club.match_message import MatchMessage
from minigam.remote.club.result_gate import Passed, ResultGate
from minigam.remote.keys import SigningKey
from minigam.remote.log_message import MOST_SENT, Ask, GameId, LogMessage
from minigam.remote.next_game import next_terms
from minigam.rules.actions import Action, Closed, Named, Rolled
from minigam.rules.clock import TimeControl
from minigam.rules.game import Game
from minigam.rules.hash_chain import closed_action, encode_action
from minigam.rules.position import Side
from tests.remote.club.evenings import opened
from tests.remote.club.light_boards import random_game
from tests.remote.replicas import message

KEY, STRANGER = SigningKey.from_bytes(b"o" * 32), SigningKey.from_bytes(b"s" * 32)


def seated(key: str = KEY.public, **changed: Any) -> Evening:
    """Hypergammon, one match, which is played on oak. `changed`: how the evening begins else."""
    begun = replace(opened(), **{"rules_id": "hypergammon", **changed})
    events = (Entered("Ann"), Entered("Bob"), Paired(1, ((1, 2),)), Seated(1, "oak", key))
    return Evening.of([begun, *events])


def game_of(evening: Evening) -> list[Action]:
    """The next game of its match."""
    terms = MatchMessage.of(evening.match(1)).terms(KEY.public)
    return [*random_game(terms, Random(2))]


def sent(
    evening: Evening, actions: Sequence[Action], key: SigningKey = KEY, number: int = 1
) -> LogMessage:
    entries = [*map(encode_action, actions)]
    return message(entries, key, id=GameId(evening.match(1).meeting, number))


def passed(evening: Evening, received: LogMessage, board: str = "oak") -> Passed:
    return ResultGate().receive(evening, board, received)


def passed_in_parts(evening: Evening, actions: Sequence[Action], number: int = 1) -> Passed:
    """What the last message of a long game comes to, which boards send in parts."""
    entries, id = [*map(encode_action, actions)], GameId(evening.match(1).meeting, number)
    found = Passed(ResultGate())
    for since in range(0, len(entries), MOST_SENT):
        part = message(entries[: since + MOST_SENT], KEY, since=since, id=id)
        found = found.gate.receive(evening, "oak", part)
    return found


def test_a_proven_game_passes_with_its_evidence() -> None:
    evening = seated()
    actions = game_of(evening)
    gate = ResultGate()
    half = gate.receive(evening, "oak", sent(evening, actions[:20]))
    assert (half.event, half.refusal, half.ask) == (None, "", None)
    live = half.gate.live(evening.match(1))
    assert live is not None
    assert len(live.rolls) > 0
    found = half.gate.receive(evening, "oak", sent(evening, actions))
    assert isinstance(found.event, GameRecorded)
    after = evening.after(found.event)
    assert len(after.match(1).games) == 1
    evidence = parse_evidence(found.event.evidence)
    assert evidence.entries == tuple(map(encode_action, actions))
    (kept,) = kept_games([found.event])
    assert proven_game(kept).score == found.event.score
    (records,) = records_of([kept]).values()
    assert [record.terms.names for record in records] == [("Ann", "Bob")]
    # It comes again, and the evening has it.
    again = found.gate.receive(after, "oak", sent(evening, actions))
    assert again == Passed(found.gate)


def test_what_is_missing_is_asked_for() -> None:
    evening = seated()
    actions = game_of(evening)
    entries = [*map(encode_action, actions)]
    id = GameId(evening.match(1).meeting, 1)
    late = message(entries[:30], KEY, since=10, id=id)
    assert passed(evening, late).ask == Ask(0, id)
    second = sent(evening, actions[:5], number=2)
    assert passed(evening, second).ask == Ask(0, id)
    assert ResultGate().ask(evening.match(1)) == Ask(0, id)


def test_more_actions_than_boards_send_at_once_are_refused() -> None:
    """Each of them would be checked; boards send as many in parts, and those pass."""
    evening = seated(rules_id="portes")
    actions = game_of(evening)
    with pytest.raises(UnreadableError, match=r"expected at most 100 actions .*, got 101$"):
        passed(evening, sent(evening, actions[: MOST_SENT + 1]))
    assert passed(evening, sent(evening, actions[:MOST_SENT])).gate.live(evening.match(1))
    assert passed_in_parts(evening, actions).event


def test_another_signature_is_refused() -> None:
    evening = seated()
    found = passed(evening, sent(evening, game_of(evening), STRANGER))
    text = f"oak: match 1, Ann - Bob: a message is not signed with the key {KEY.public[:8]} of"
    assert found == Passed(ResultGate(), refusal=f"{text} this board")


def test_another_board_is_refused() -> None:
    evening = seated()
    found = passed(evening, sent(evening, game_of(evening)), "ash")
    assert found.refusal == "ash: match 1, Ann - Bob is played on oak"
    nobody = seated("")
    assert passed(nobody, sent(evening, game_of(evening))).refusal.endswith(
        "has no board: give it one"
    )


def test_a_board_that_the_match_was_taken_from_is_not_refused() -> None:
    evening = seated()
    old = sent(evening, game_of(evening))
    moved = evening.after(Seated(1, "ash", STRANGER.public)).after(Seated(1, "elm", KEY.public))
    assert passed(moved, old, "oak") == passed(moved, old, "ash") == Passed(ResultGate())
    assert passed(moved, old, "fir").refusal == "fir: match 1, Ann - Bob is played on elm"
    # It is back on the first board, which still has the game.
    back = moved.after(Seated(1, "oak", KEY.public))
    assert passed(back, old, "oak").event is not None


def test_other_dice_and_another_result_are_refused() -> None:
    evening = seated()
    actions = game_of(evening)
    closed = actions[-1]
    assert isinstance(closed, Closed)
    forged = passed(evening, sent(evening, [*actions[:-1], replace(closed, points=9)]))
    assert forged.event is None
    assert f"entry {len(actions)} is refused (result): " in forged.refusal
    # It has stopped: nothing of this game passes any more.
    after = forged.gate.receive(evening, "oak", sent(evening, actions))
    assert (after.event, after.refusal) == (None, "")
    # The director gives the match to a board again.
    anew = forged.gate.without(1).receive(evening, "oak", sent(evening, actions))
    assert anew.event is not None
    at = next(n for n, action in enumerate(actions) if isinstance(action, Rolled))
    assert passed(evening, sent(evening, [*actions[:at], Rolled((7, 7))])).refusal


def test_dice_that_were_not_promised_are_refused_at_the_end() -> None:
    evening = seated()
    terms = MatchMessage.of(evening.match(1)).terms(KEY.public)
    true = [*random_game(terms, Random(2))]
    other = [*random_game(terms, Random(3))]
    mixed = [true[0], other[1], *true[2:]]
    entries = [*map(encode_action, mixed)]
    mixed[-1] = closed_action(Game.of(true[:-1]), entries[:-1])
    found = passed(evening, sent(evening, mixed))
    assert found.event is None
    assert found.refusal


def test_a_match_that_is_decided_takes_no_more() -> None:
    evening = seated().after(Ruled(1, 1, (3, 0), forfeit=True, reason=""))
    assert passed(evening, sent(evening, game_of(seated()))) == Passed(ResultGate())


def test_other_games_are_none_of_the_evenings() -> None:
    evening = seated()
    actions = [*map(encode_action, game_of(evening))]
    for id in (GameId(), GameId("ee" * 16, 1)):
        assert passed(evening, message(actions, KEY, id=id)) == Passed(ResultGate())


def test_a_game_of_other_names_is_refused() -> None:
    evening = seated()
    terms = replace(MatchMessage.of(evening.match(1)).terms(KEY.public), names=("Ann", "Eve"))
    found = passed(evening, sent(evening, [*random_game(terms, Random(2))]))
    assert found.event is None
    assert found.refusal == (
        "oak: match 1, Ann - Bob: game 1 of match 1 was not begun as it was agreed: "
        "names ('Ann', 'Eve'), not ('Ann', 'Bob')"
    )


@pytest.mark.parametrize(
    "changed",
    [
        {"clock": TimeControl("0:01+0")},
        {"by_hand": True},
        {"hints": True},
        {"teacher": True},
        {"stake": "1 coffee"},
        {"score": (1, 0)},
        {"starter": Side.WHITE},
        {"options": (("length", "1"),)},
        {"rules_id": "minigam"},
        {"seats": ("easy", "human")},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_a_game_that_was_begun_otherwise_than_agreed_is_refused(changed: dict[str, Any]) -> None:
    evening = seated()
    begun = replace(MatchMessage.of(evening.match(1)).terms(KEY.public), **changed)
    found = passed(evening, sent(evening, [*random_game(begun, Random(2))]))
    assert found.event is None
    assert f"was not begun as it was agreed: {next(iter(changed))} " in found.refusal


def test_a_clock_has_all_its_time_before_the_first_game() -> None:
    evening = seated(terms=(RoundTerms(3, "10:00+12"),))
    begun = MatchMessage.of(evening.match(1)).terms(KEY.public)
    assert passed(evening, sent(evening, [*random_game(begun, Random(2))])).event
    robbed = replace(begun, clock=TimeControl("10:00+12", banks=(600_000, 1)))
    assert (
        "agreed: clock "
        in passed(evening, sent(evening, [*random_game(robbed, Random(2))])).refusal
    )


def test_computers_play_where_the_evening_allows_them() -> None:
    evening = seated(computers=True)
    begun = MatchMessage.of(evening.match(1)).terms(KEY.public)
    seats = replace(begun, seats=("easy", "hard"))
    assert passed(evening, sent(evening, [*random_game(seats, Random(2))])).event


def test_players_do_not_change_names_during_a_game() -> None:
    """Else who has lost would be called as who has won."""
    evening = seated()
    actions = [*game_of(evening)[:-1], Named(("Bob", "Ann"))]
    entries = [*map(encode_action, actions)]
    found = passed(evening, sent(evening, [*actions, closed_action(Game.of(actions), entries)]))
    assert found.event is None
    assert found.refusal.endswith("the players have changed names while it was played")


def test_the_next_game_is_begun_as_the_board_goes_on_by_itself() -> None:
    """Also where the winner begins, and the players have changed colours."""
    evening = seated(rules_id="portes")
    first = Game.of(game_of(evening))
    after = passed_in_parts(evening, game_of(evening)).event
    assert after is not None
    evening = evening.after(after)
    terms = next_terms(first)
    assert terms is not None
    assert terms.starter is not None
    assert MatchMessage.of(evening.match(1)).terms(KEY.public) == terms
    swapped = replace(terms.swapped(), starter=terms.starter.other)
    for begun in (terms, swapped):
        actions = [*random_game(begun, Random(2))]
        assert passed_in_parts(evening, actions, number=2).event


def test_the_next_game_is_followed_from_its_beginning_and_on_another_board_anew() -> None:
    evening = seated()
    first = ResultGate().receive(evening, "oak", sent(evening, game_of(evening)))
    assert first.event is not None
    evening = evening.after(first.event)
    match = evening.match(1)
    assert first.gate.ask(match) == Ask(0, GameId(match.meeting, 2))
    half = first.gate.receive(evening, "oak", sent(evening, game_of(evening)[:20], number=2))
    assert half.gate.live(match) is not None
    moved = evening.after(Seated(1, "ash", STRANGER.public))
    assert half.gate.live(moved.match(1)) is None
    terms = MatchMessage.of(moved.match(1)).terms(STRANGER.public)
    whole = [*random_game(terms, Random(5))]
    found = half.gate.receive(moved, "ash", sent(moved, whole, STRANGER, number=2))
    assert found.event is not None
    assert len(moved.after(found.event).match(1).games) == 2
