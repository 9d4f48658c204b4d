"""A whole training: rounds of self-play and learning, measured now and then, kept on the way."""

import io
import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from minigam.errors import WeightsError
from minigam.players import arena, weights
from minigam.players.curve import Measure, drawn
from minigam.players.fixed_judge import FixedJudge
from minigam.players.training import Training

MEASURE_SEED = 20261127


@dataclass
class TrainingRun:
    """A training up to a number of games."""

    training: Training
    games: int
    """When it ends."""
    clock: Callable[[], float]
    """Seconds, to say how long it took."""
    measures: list[Measure]
    """The learning curve so far."""
    times: int
    """How many points the curve has in all, about."""
    pairs: int
    """Pairs of games of a measurement."""
    seconds: float = 0.0
    """How long it took before this run."""

    def run(self, stopped: Callable[[], bool] = lambda: False) -> Iterator[Measure]:
        """Train to the end, and yield each measurement; what is yielded is a good time to save.

        `stopped`: whether to end after this round, so that it can go on as if it had not ended.
        """
        training, before, began = self.training, self.seconds, self.clock()
        while training.games < self.games and not stopped():
            training.round(training.games / self.games)
            self.seconds = before + self.clock() - began
            if training.games * self.times >= self.games * len(self.measures):
                self.measures.append(self._measure())
                yield self.measures[-1]

    def _measure(self) -> Measure:
        """How the networks do against the fixed judge."""
        training = self.training
        players = (
            arena.best_by(training.averaged.worth),
            arena.best_by(FixedJudge(training.rules).worth),
        )
        score = arena.play(training.rules, training.generate, players, self.pairs, MEASURE_SEED)
        return Measure(training.games, round(self.seconds, 1), score.points, score.error)

    # ---- Files -----------------------------------------------------------------------------------

    @property
    def recipe(self) -> dict[str, Any]:
        """How the weights were made, for their header."""
        training = self.training
        made = {"games": training.games, "plies": training.plies, "seconds": round(self.seconds)}
        return {**made, **asdict(training.recipe)}

    def save(self, path: Path) -> None:
        """Write the weights, and the learning curve beside them."""
        _replace(path, weights.write(self.training.averaged, self.recipe))
        picture = drawn(f"{self.training.rules.title}: learning curve", self.measures)
        _replace(path.with_suffix(".svg"), picture.encode())

    def keep(self, path: Path) -> None:
        """Write all that is needed to go on."""
        content, training = io.BytesIO(), self.training
        said = {
            "rules": training.rules.variant,
            "recipe": asdict(training.recipe),
            "games": self.games,
            "seconds": self.seconds,
            "measures": [asdict(measure) for measure in self.measures],
        }
        np.savez(content, said=np.array(json.dumps(said)), **training.saved())
        _replace(path, content.getvalue())

    def go_on(self, path: Path) -> None:
        """Go on from what `keep` wrote; raise `WeightsError` if it is damaged or of another."""
        training = self.training
        try:
            with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as saved:
                said = json.loads(str(saved["said"]))
                self._check(said, path)
                training.restore(saved)
        except WeightsError:
            raise
        except (ValueError, KeyError, EOFError, BadZipFile, zlib.error) as fault:
            raise WeightsError(
                f"{path} is damaged, so the training cannot go on from it: remove it to begin anew"
            ) from fault
        self.seconds = said["seconds"]
        self.measures = [Measure(**measure) for measure in said["measures"]]

    def _check(self, said: dict[str, Any], path: Path) -> None:
        recipe = {**asdict(self.training.recipe), "rules": self.training.rules.variant}
        recipe = json.loads(json.dumps({**recipe, "games": self.games}))
        kept = {**said["recipe"], "rules": said["rules"], "games": said["games"]}
        for name, value in recipe.items():
            if kept[name] != value:
                raise WeightsError(
                    f"{path} is of a training with {name} {kept[name]}, expected {value}: "
                    "give the same arguments to go on, or remove it to begin anew"
                )


def _replace(path: Path, content: bytes) -> None:
    """Write a file so that either the old or the new one is there."""
    beside = path.with_name(f"{path.name}.new")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    except OSError as fault:
        beside.unlink(missing_ok=True)
        raise OSError(fault.errno, fault.strerror, str(path)) from fault
