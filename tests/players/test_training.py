"""Self-play teaches a game, the same way each time, and goes on where it was stopped."""

from itertools import count
from pathlib import Path

import numpy as np
import pytest

from minigam.errors import WeightsError
from minigam.players import arena
from minigam.players.training import Recipe, Training, Window
from minigam.players.training_run import TrainingRun
from minigam.rules.ruleset import BACKGAMMON, MINIGAM, PORTES
from minigam.solver.batch import results
from tests.players.rolls import GAMES

SMALL = Recipe(hidden=(12,), tables=128, batch=128, rate=0.01)


def trained(games: int = 150, recipe: Recipe = SMALL) -> TrainingRun:
    seconds, training = count(), Training(MINIGAM, recipe, results)
    return TrainingRun(training, games, lambda: float(next(seconds)), [], times=3, pairs=2)


def weights_of(taught: TrainingRun) -> list[float]:
    nets = taught.training.averaged.networks
    return [x for net in nets for layer in net.layers for a in layer for x in a.ravel().tolist()]


def test_networks_that_have_learned_beat_those_that_have_not() -> None:
    """By a wide margin; and each measurement is a point of the curve."""
    taught, fresh = trained(900), Training(MINIGAM, SMALL, results).model
    measures = list(taught.run())
    players = arena.best_by(taught.training.averaged.worth), arena.best_by(fresh.worth)
    score = arena.play(MINIGAM, results, players, 100, 1)
    assert score.win_share > 0.65
    assert measures == taught.measures
    assert measures[-1].games >= 900 * 2 / 3


def test_the_same_seed_teaches_the_same() -> None:
    taught = [trained(), trained(), trained(recipe=Recipe(**{**vars(SMALL), "seed": 2}))]
    for each in taught:
        list(each.run())
    first, again, other = map(weights_of, taught)
    assert first == again
    assert first != other


def test_what_was_stopped_goes_on_to_the_same_end(tmp_path: Path) -> None:
    whole, begun, rest = trained(), trained(), trained()
    list(whole.run())
    for number, _ in enumerate(begun.run()):
        if number == 1:
            break
    begun.keep(tmp_path / "part")
    rest.go_on(tmp_path / "part")
    assert rest.training.games == begun.training.games
    list(rest.run())
    assert weights_of(rest) == weights_of(whole)
    assert [m.points for m in rest.measures] == [m.points for m in whole.measures]


def test_another_training_does_not_go_on(tmp_path: Path) -> None:
    trained().keep(tmp_path / "part")
    with pytest.raises(WeightsError, match="is of a training with games 150, expected 400"):
        trained(400).go_on(tmp_path / "part")
    (tmp_path / "part").write_bytes((tmp_path / "part").read_bytes()[:2000])
    with pytest.raises(WeightsError, match="part is damaged"):
        trained().go_on(tmp_path / "part")


def test_what_came_later_counts_until_a_cut() -> None:
    """Three plies of one game: each target, seen from its own side."""
    training = Training(PORTES, Recipe(hidden=(2,), tables=1), results)
    after = [np.array([[win], [0.0], [0.0]], np.float32) for win in (0.2, 0.6, 0.9)]
    for cut, wanted in (
        ([0, 0, 0], [1 - (0.5 * 0.2 + 0.5 * 0.65), 1 - (0.5 * 0.6 + 0.5 * 0.1), 0.1]),
        ([1, 0, 0], [0.8, 1 - (0.5 * 0.6 + 0.5 * 0.1), 0.1]),
    ):
        window = Window([], [], after, [np.array([bool(value)]) for value in cut])
        found = training.targets(window, 0.5)
        assert found[0] == pytest.approx(wanted)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_learned(name: str) -> None:
    training = Training(GAMES[name], Recipe(hidden=(4,), tables=8, window=3, batch=16), results)
    before = training.model.copied(np)
    for _ in range(3):
        training.round(0.5)
    assert training.plies == 8 * 3 * 3
    changed = zip(before.networks, training.model.networks, strict=True)
    assert any(not np.array_equal(a.layers[0][0], b.layers[0][0]) for a, b in changed)


def test_games_begin_anew_when_they_are_over() -> None:
    training = Training(BACKGAMMON, Recipe(hidden=(2,), tables=4), results)
    training.own[:2] = [*[0] * 24, 1, 14]
    training.theirs[:2] = [*[0] * 24, 1, 14]
    training.fresh[:] = False
    training.ply(Window())
    assert training.games == 2
    assert training.fresh.tolist() == [True, True, False, False]
    assert training.own[0].tolist() == list(BACKGAMMON.start.white)
