"""Adam (Kingma and Ba, 2015): how far each weight goes, by what its gradients were like so far."""

from dataclasses import dataclass, field
from typing import Any

from minigam.players.arrays import library_of
from minigam.players.network import Gradients, Network

FIRST, SECOND = 0.9, 0.999
"""How much of the means of gradients, and of their squares, is kept a step."""
SMALL = 1e-8


@dataclass
class Adam:
    """What it remembers of one network; it changes that in place."""

    network: Network
    steps: int = 0
    means: list[Any] = field(default_factory=list)
    squares: list[Any] = field(default_factory=list)
    averages: list[Any] = field(default_factory=list)
    """The weights averaged over the last steps: less noise than those of any one of them."""

    def __post_init__(self) -> None:
        """Nothing is remembered yet."""
        arrays = self.arrays
        self.means = self.means or [array * 0 for array in arrays]
        self.squares = self.squares or [array * 0 for array in arrays]
        self.averages = self.averages or [array.copy() for array in arrays]

    @property
    def arrays(self) -> list[Any]:
        """The network's weights, one after the other."""
        return [array for layer in self.network.layers for array in layer]

    @property
    def memory(self) -> dict[str, list[Any]]:
        """The weights, and all that is remembered of them, by name."""
        return {
            "weights": self.arrays,
            "means": self.means,
            "squares": self.squares,
            "averages": self.averages,
        }

    def step(self, gradients: Gradients, rate: float, kept: float) -> None:
        """Go one step; `kept` is the share of the averages that stays."""
        self.steps += 1
        flat = [array for layer in gradients for array in layer]
        first, second = 1 - FIRST**self.steps, 1 - SECOND**self.steps
        kept = min(kept, 1 - 1 / self.steps)
        for at, (array, gradient) in enumerate(zip(self.arrays, flat, strict=True)):
            mean, square, average = self.means[at], self.squares[at], self.averages[at]
            mean += (1 - FIRST) * (gradient - mean)
            square += (1 - SECOND) * (gradient * gradient - square)
            root = library_of(square).sqrt(square / second)
            array -= (rate / first) * mean / (root + SMALL)
            average += (1 - kept) * (array - average)

    @property
    def averaged(self) -> Network:
        """The network of the averaged weights."""
        pairs = zip(self.averages[::2], self.averages[1::2], strict=True)
        return Network(list(pairs))
