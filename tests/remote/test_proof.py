"""What proves a game's result, and what does not."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import pytest

from minigam.dice.provably_fair import commitment, fair_roll
from minigam.remote.keys import SigningKey
from minigam.remote.proof import Proven, Unproven, prove
from minigam.remote.signed import log_text
from minigam.rules.actions import (
    Action,
    Begun,
    Closed,
    Committed,
    Confirmed,
    NumberGiven,
    Revealed,
    Rolled,
)
from minigam.rules.game import Game
from minigam.rules.hash_chain import chain_head, closed_action, encode_action
from minigam.rules.meeting import Meeting
from minigam.rules.position import Side
from minigam.rules.record_conversion import stepped
from minigam.rules.terms import Terms
from tests.remote.hostile import KEYS, MEETING
from tests.remote.replicas import WHOLE
from tests.rules.two_boards import TwoBoards

BOARDS = [key.public for key in KEYS]


def signatures(
    actions: Sequence[Action], keys: Sequence[SigningKey] = KEYS, meeting: Meeting = MEETING
) -> dict[str, str]:
    head = chain_head(map(encode_action, actions))
    text = log_text(meeting.id, meeting.number, len(actions), head)
    return {key.public: key.sign(text) for key in keys}


def shared_game() -> list[Action]:
    return TwoBoards(WHOLE, Random(1)).play()


SECRET = bytes(32)
ALONE = Meeting(MEETING.id, 3, (BOARDS[0], BOARDS[0]))


def lone_game(by_hand: bool = False, cheat: bool = False) -> list[Action]:
    """A game of a meeting at one board; `cheat`: its third roll is another one."""
    actions: list[Action] = [Begun(Terms("minigam", by_hand=by_hand, meeting=ALONE))]
    if not by_hand:
        actions += [Committed(commitment(SECRET))]
        actions += [NumberGiven(side, 1) for side in Side]
    game, chance = Game.of(actions), Random(2)
    while not game.result:
        if game.turn is None:
            number = len(game.rolls) + 1
            one, other = fair_roll(SECRET, (1, 1), number)
            action: Action = Rolled((one, other if not cheat or number != 3 else 7 - other))
        elif game.turn.next_steps:
            action = stepped(game.rules.layout, chance.choice(game.turn.next_steps))
        else:
            action = Confirmed()
        actions.append(action)
        game = game.apply(action)
    if not by_hand:
        actions.append(Revealed(SECRET.hex()))
        game = game.apply(actions[-1])
    return [*actions, closed_action(game, list(map(encode_action, actions)))]


def test_a_game_between_two_boards() -> None:
    actions = shared_game()
    game = Game.of(actions)
    assert prove(actions, signatures(actions), BOARDS) == Proven(
        game, MEETING, chain_head(map(encode_action, actions)), True
    )


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_game_at_one_board(by_hand: bool) -> None:
    actions = lone_game(by_hand)
    proven = prove(actions, signatures(actions, KEYS[:1], ALONE), BOARDS[:1])
    assert isinstance(proven, Proven)
    assert (proven.meeting, proven.fair_dice) == (ALONE, not by_hand)


def reason(actions: Sequence[Action], given: dict[str, str]) -> str:
    found = prove(actions, given, BOARDS)
    assert isinstance(found, Unproven)
    return found.reason


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (lambda _: {}, "expected the signature of white's board"),
        (lambda actions: signatures(actions, KEYS[:1]), "expected the signature of black's board"),
        (lambda actions: signatures(actions[:-1]), "the signature of white's board, "),
        (
            lambda actions: signatures(actions, meeting=replace(MEETING, number=1)),
            "the signature of white's board, ",
        ),
        (
            lambda actions: dict(zip(BOARDS, reversed(signatures(actions).values()), strict=True)),
            "the signature of white's board, ",
        ),
        (lambda _: dict.fromkeys(BOARDS, "nonsense"), "the signature of white's board, "),
    ],
    ids=["none", "one", "shorter log", "another game", "exchanged", "nonsense"],
)
def test_signatures_that_do_not_prove(
    given: Callable[[Sequence[Action]], dict[str, str]], said: str
) -> None:
    actions = shared_game()
    assert said in reason(actions, given(actions))


def test_boards_that_nobody_expects() -> None:
    actions = shared_game()
    found = prove(actions, signatures(actions), BOARDS[:1])
    assert found == Unproven(f"black's board, {BOARDS[1][:16]}..., is none of those that may play")


def changed(actions: Sequence[Action], kind: type, **fields: object) -> list[Action]:
    """The same game with the last action of a kind changed, and well signed."""
    at = max(n for n, action in enumerate(actions) if isinstance(action, kind))
    return [*actions[:at], replace(actions[at], **fields), *actions[at + 1 :]]  # type: ignore


def test_a_result_that_was_not_played() -> None:
    for field, value in (("points", 3), ("winner", None), ("code", "0c" * 32), ("turns", 1)):
        actions = changed(shared_game(), Closed, **{field: value})
        assert f"action {len(actions)} (result): " in reason(actions, signatures(actions))


def test_dice_that_were_not_rolled() -> None:
    true = shared_game()
    (last,) = [action for action in true if isinstance(action, Rolled)][-1:]
    one, other = last.dice
    actions = changed(true, Rolled, dice=(one, 7 - other))
    assert "(dice): " in reason(actions, signatures(actions))
    actions = lone_game(cheat=True)
    said = reason(actions, signatures(actions, KEYS[:1], ALONE))
    assert said.startswith("roll 3 was ")


def test_a_game_that_is_not_over() -> None:
    actions = shared_game()
    for count in (1, 20, len(actions) - 1):
        assert reason(actions[:count], signatures(actions[:count])) == (
            "expected a game that was played to its end and closed, got an unfinished one"
        )
    assert "(form)" not in reason(actions[1:], signatures(actions[1:]))
    assert reason(actions[1:], {}).startswith("action 1 (rules): ")


def test_a_game_outside_meetings() -> None:
    actions = [Begun(Terms("minigam")), *lone_game()[1:-1]]
    end = closed_action(Game.of(actions), list(map(encode_action, actions)))
    assert reason([*actions, end], {}) == "expected a game of a meeting, got another one"


def test_a_game_from_a_file() -> None:
    """Whoever wrote the file has played it, if anybody: the board's signature says nothing."""
    terms = Terms("minigam", by_hand=True, meeting=ALONE, imported=True)
    actions = [Begun(terms), *lone_game(by_hand=True)[1:-1]]
    actions.append(closed_action(Game.of(actions), list(map(encode_action, actions))))
    said = reason(actions, signatures(actions, KEYS[:1], ALONE))
    assert said == "expected a game of a meeting, got another one"
