"""Games between two boards: one of them writes at each moment, and only what such a game has."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minigam.dice.shared_rolls import secrets_of
from minigam.errors import IllegalPlayError
from minigam.rules import actions
from minigam.rules.actions import Action, Begun, Closed, Promised, Rolled, Shared
from minigam.rules.clock import TimeControl
from minigam.rules.game import Game
from minigam.rules.hash_chain import closed_action, encode_action
from minigam.rules.position import Side
from minigam.rules.record import CubeAction, Played
from minigam.rules.ruleset import RULE_SETS
from minigam.rules.terms import Terms
from minigam.rules.writer import writer
from tests.rules.two_boards import MEETING, TwoBoards

WHITE, BLACK = Side
PLAIN = Terms("backgammon", (("length", "5"),), meeting=MEETING)
GAMES = [
    *(Terms(rules_id, meeting=MEETING) for rules_id in RULE_SETS),
    PLAIN,
    replace(PLAIN, score=(4, 2)),
    replace(PLAIN, score=(4, 4), crawford_played=True, clock=TimeControl("10:00+12")),
    replace(PLAIN, clock=TimeControl("0:30+0")),
    Terms("portes", meeting=MEETING, starter=BLACK),
    Terms("backgammon-dice-basic", (("random_faces", "true"),), meeting=MEETING),
]
"""Every rule set, matches, the Crawford game, clocks, a starter without an opening."""


def sided(side: Side) -> Iterator[Action]:
    """Everything that a side may decide by name."""
    yield Promised(side, "12" * 32)
    yield Shared(side, "34" * 32)
    yield from (CubeAction(side, name) for name in ("double", "take", "drop", "withdraw"))
    yield from (actions.Resigned(side, points) for points in range(1, 7))
    yield actions.FlagFell(side)


@pytest.mark.parametrize("terms", GAMES, ids=lambda terms: f"{terms.rules_id} {terms.score}")
@given(seed=st.integers(0, 10**6))
@settings(deadline=None, max_examples=3)
def test_a_whole_game_is_written_in_turn_and_the_other_side_can_decide_nothing(
    terms: Terms, seed: int
) -> None:
    chance = Random(seed)
    chains = secrets_of(chance.randbytes(32)), secrets_of(chance.randbytes(32))
    boards = TwoBoards(terms, chance, chains)
    while boards.game.closed is None:
        game, side = boards.game, writer(boards.game)
        followed = [action for action in sided(side.other) if game.why_not(action) is None]
        assert followed == []
        if side is not game.acting:
            assert game.why_not(actions.TimePassed(1)) is not None
        boards.do(boards.decided())
    assert boards.game.result is not None
    assert boards.game.closed.code  # the last action is the only one that closes it
    assert Game.of(boards.actions) == boards.game
    assert boards.game.swapped is (actions.ColoursChanged() in boards.actions)
    assert [len(shares) for shares in boards.game.shares] == [len(boards.game.rolls)] * 2


def begun(terms: Terms = PLAIN) -> TwoBoards:
    """Both have promised."""
    boards = TwoBoards(terms)
    for _ in Side:
        boards.do(boards.decided())
    return boards


def on_turn() -> TwoBoards:
    """The first turn is confirmed: the other side may double, or share for its roll."""
    boards = begun()
    boards.play(turns=1)
    return boards


def test_in_the_opening_white_shares_first_and_writes_the_roll_and_a_tie_needs_new_shares() -> None:
    boards = TwoBoards(PLAIN)
    written: list[tuple[str, Side]] = []
    while boards.game.side is None:
        written.append((type(boards.decided()).__name__, writer(boards.game)))
        action = boards.decided()
        boards.do(
            Rolled((4, 4)) if isinstance(action, Rolled) and not boards.game.rolls else action
        )
    once = [("Shared", WHITE), ("Shared", BLACK), ("Rolled", WHITE)]
    assert written == [("Promised", WHITE), ("Promised", BLACK), *once, *once]


def test_later_the_side_on_turn_shares_first_and_writes_the_roll() -> None:
    boards = on_turn()
    side = boards.game.side
    assert side is not None
    assert writer(boards.game) is side
    assert boards.game.why_not(boards.share(side.other)) is not None
    boards.do(boards.share(side))
    assert writer(boards.game) is side.other
    assert boards.game.why_not(boards.roll()) is not None
    boards.do(boards.share(side.other))
    assert writer(boards.game) is side
    boards.do(boards.roll())
    assert boards.game.turn is not None


def test_who_has_shared_has_decided_to_roll() -> None:
    boards = on_turn()
    side = boards.game.side
    assert side is not None
    double = CubeAction(side, "double")
    assert boards.game.why_not(double) is None
    boards.do(boards.share(side))
    refusal = boards.game.why_not(double)
    assert refusal is not None
    assert refusal.code == "double-late"


def test_who_has_doubled_waits_for_the_answer_and_shares_then() -> None:
    boards = on_turn()
    side = boards.game.side
    assert side is not None
    boards.do(CubeAction(side, "double"))
    assert writer(boards.game) is side.other
    for early in (boards.share(side), boards.share(side.other)):
        refusal = boards.game.why_not(early)
        assert refusal is not None
        assert refusal.code == "double-unanswered"
    boards.do(CubeAction(side.other, "take"))
    assert writer(boards.game) is side
    boards.do(boards.share(side))


def test_the_clock_stands_while_the_side_on_turn_waits_for_the_other_ones_share() -> None:
    boards = begun(replace(PLAIN, clock=TimeControl("0:30+0")))
    boards.play(turns=1)
    side, passed = boards.game.side, actions.TimePassed(30_000)
    assert side is not None
    assert boards.game.why_not(passed) is None
    late = boards.game.apply(passed).apply(actions.FlagFell(side))
    assert late.result is not None
    assert late.result.winner is side.other
    boards.do(passed)
    for giver in (side, side.other):
        boards.do(boards.share(giver))
        for action in (actions.TimePassed(1), actions.FlagFell(side)):
            refusal = boards.game.why_not(action)
            assert refusal is not None
            assert refusal.code in ("clock-stands", "flag-stands")
    boards.do(boards.roll())
    assert boards.game.why_not(actions.TimePassed(1)) is None
    assert boards.game.why_not(actions.FlagFell(side)) is None


def test_nothing_is_offered_that_both_boards_have_seen_to_be_over() -> None:
    game = on_turn().game
    assert game.confirmed is not None
    assert not game.may_take_back_play
    assert not game.may_correct_set_up
    alone = replace(game, terms=replace(PLAIN, meeting=None))
    assert alone.may_take_back_play
    assert alone.may_correct_set_up


def test_secrets_and_keys_go_along_when_the_players_change_colours() -> None:
    boards = begun(Terms("backgammon-money", meeting=MEETING))
    while not boards.game.may_change_colours:
        boards.do(boards.decided())
    before = boards.game
    boards.do(actions.ColoursChanged())
    after = boards.game
    assert after.terms.meeting == MEETING.swapped()
    assert (after.promises, after.shares) == (before.promises[::-1], before.shares[::-1])
    assert before.side is not None
    assert writer(after) is before.side.other


def test_a_starter_without_an_opening_begins_once_both_have_promised() -> None:
    boards = TwoBoards(Terms("portes", meeting=MEETING, starter=BLACK))
    boards.do(boards.decided())
    assert (boards.game.side, writer(boards.game)) == (None, BLACK)
    boards.do(boards.decided())
    assert (boards.game.side, writer(boards.game)) == (BLACK, BLACK)


def test_a_play_at_once_needs_its_roll_first() -> None:
    boards = on_turn()
    side = boards.game.side
    assert side is not None
    with pytest.raises(IllegalPlayError, match=r"^expected both boards' shares before a roll$"):
        boards.game.apply(Played(side, (2, 1), "24/22 24/23" if side is BLACK else "8/6 6/5"))


def test_a_game_has_begun_with_its_first_promise_and_each_board_may_leave_it() -> None:
    boards = TwoBoards(PLAIN)
    assert not boards.game.has_begun
    boards.do(boards.decided())
    assert boards.game.has_begun
    left = [*boards.actions, actions.Abandoned()]
    game = Game.of(left)
    closed = closed_action(game, [encode_action(action) for action in left])
    assert isinstance(game.apply(closed).closed, Closed)


def test_only_a_game_between_two_boards_has_a_writer() -> None:
    with pytest.raises(IllegalPlayError, match=r"^expected a game between two boards"):
        writer(Game.of([Begun(replace(PLAIN, meeting=None))]))
