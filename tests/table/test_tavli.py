"""Plakoto and Fevga to the end by taps: what is lit, played and written is what the oracle says."""

from random import Random as Chance

import pytest

from minigam.errors import CannotHoldError
from minigam.formats.formats import read, write
from minigam.formats.id_games import moment_of
from minigam.formats.ids import write_xgid
from minigam.rules.game import Game
from minigam.rules.position import format_position
from minigam.rules.record_conversion import imported, record_of
from minigam.rules.ruleset import RULE_SETS
from minigam.table.events import Opened
from minigam.table.state import Phase
from minigam.table.summary import summary_from_json, summary_of, summary_to_json
from tests.rules import naive_tavli as naive
from tests.table.random_games import Random, setup_of

GAMES = [name for name in naive.GAMES if name in RULE_SETS]
each_game = pytest.mark.parametrize("name", GAMES)


def play_to_the_end(name: str, seed: int) -> Random:
    chance = Chance(f"{name} {seed}")
    dice = chance.choice(["electronic", "hand"])
    setup = setup_of(name, {"length": "3"}, dice=dice, names=("Ann", "Bob"))
    game = Random(Opened(setup, started=True), chance)
    game.decided = list(game.state.decided)
    while game.state.phase is not Phase.GAME_OVER:
        check_lit(name, game)
        before = game.state.game
        game.go_on(1)
        check_confirmed(name, before, game.state.game)
    return game


def check_lit(name: str, game: Random) -> None:
    """The sources are the oracle's; so are the targets of the one that is picked up."""
    turn = game.state.turn
    if game.state.phase is not Phase.MOVING or turn is None:
        return
    text, side = format_position(turn.before, turn.rules.layout), turn.side.value
    made = tuple((step.die, step.source - 1, step.target - 1) for step in turn.steps)
    dice = (turn.dice[0], turn.dice[1])
    steps = naive.next_steps(name, text, side, dice, made)
    found = game.seen
    ways = {(naive.zone_of(name, side, a), naive.zone_of(name, side, b)) for _, a, b in steps}
    picked = found["selected"]
    assert set(found["targets"]) == {b for a, b in ways if a == picked}
    assert set(found["sources"]) == ({a for a, _ in ways} if picked is None else set())


def check_confirmed(name: str, before: Game, after: Game) -> None:
    if len(after.plays) == len(before.plays) + 1:
        turn, layout = before.turn, before.rules.layout
        assert turn is not None
        text, end = (format_position(p, layout) for p in (turn.before, after.position))
        assert end in naive.legal_ends(name, text, turn.side.value, after.plays[-1].roll)


def check_ended(name: str, game: Random) -> str:
    """The result is the oracle's, and the record has all of it; the kind of the result."""
    ended, layout = game.state.game, game.state.game.rules.layout
    assert game.replayed == ended
    assert ended.result is not None
    kind = ended.result.kind if ended.ended_by == "off" else ended.ended_by
    if ended.ended_by == "off":
        found = (ended.result.winner_name, ended.result.points, ended.result.kind)
        assert naive.result(name, format_position(ended.position, layout)) == found
    summary = summary_of(ended)
    assert summary.is_over
    assert summary_from_json(summary_to_json(summary)) == summary
    record = record_of(ended, "2026-01-01T00:00:00Z")
    assert read(write([record], "json")) == (record,)
    assert Game.of(imported(record)).position == ended.position
    for other in ("sgf", "mat"):
        with pytest.raises(CannotHoldError, match="; use json"):
            write([record], other)
    with pytest.raises(CannotHoldError):
        write_xgid(moment_of(ended), layout)
    return kind


def check_next(game: Random) -> None:
    """The winner begins the next game; after a draw the opening roll decides."""
    won = game.state.game.result
    assert won is not None
    if not game.state.game.match_over:
        game.tap("wait", "roll")
        assert game.state.game.terms.starter is won.winner


SEEN = {"plakoto": {"single", "gammon", "draw"}, "fevga": {"single", "gammon"}}


SOME = pytest.param(range(2, 8), {}, marks=pytest.mark.slow, id="some")
MANY = pytest.param(range(8, 48), SEEN, marks=pytest.mark.long, id="many")


@pytest.mark.parametrize(("seeds", "seen"), [pytest.param(range(2), {}, id="two"), SOME, MANY])
@each_game
def test_games_by_taps(name: str, seeds: range, seen: dict[str, set[str]]) -> None:
    kinds = set()
    for seed in seeds:
        game = play_to_the_end(name, seed)
        kinds.add(check_ended(name, game))
        check_next(game)
    assert kinds >= seen.get(name, set())
