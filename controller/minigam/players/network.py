"""A small neural network: inputs in, probabilities of outcomes out.

Layers of `max(0, x)`, then one whose sums become probabilities by the logistic function. All arrays
hold one position a column; they are of numpy, or of cupy where the weights are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from minigam.players.arrays import library_of, to_numpy

Gradients = list[tuple[Any, Any]]


@dataclass
class Network:
    """Weights, a matrix and a column a layer."""

    layers: list[tuple[Any, Any]]

    @classmethod
    def random(cls, sizes: Sequence[int], chance: Any, xp: Any) -> "Network":
        """A network that knows nothing; `chance` is a `numpy.random.Generator`.

        >>> import numpy as np
        >>> net = Network.random((3, 2, 1), np.random.default_rng(1), np)
        >>> net.sizes, net(np.zeros((3, 1), np.float32)).tolist()
        ((3, 2, 1), [[0.5]])
        """
        layers = []
        for before, after in pairwise(sizes):
            spread = (2 / before) ** 0.5 if after != sizes[-1] else before**-0.5 / 4
            weights = chance.normal(0, spread, (after, before))
            layers.append((xp.asarray(weights, xp.float32), xp.zeros((after, 1), xp.float32)))
        return cls(layers)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Inputs, the units of each layer, outputs."""
        return (self.layers[0][0].shape[1], *(weights.shape[0] for weights, _ in self.layers))

    def __call__(self, inputs: Any) -> Any:
        """The probabilities for these inputs."""
        return self.activations(inputs)[-1]

    def activations(self, inputs: Any) -> list[Any]:
        """What each layer says, the inputs first."""
        xp, found = library_of(inputs), [inputs]
        for weights, bias in self.layers[:-1]:
            sums = weights @ found[-1]
            sums += bias
            found.append(xp.maximum(sums, 0, out=sums))
        weights, bias = self.layers[-1]
        found.append(1 / (1 + xp.exp(-(weights @ found[-1] + bias))))
        return found

    def gradients(self, inputs: Any, targets: Any) -> Gradients:
        """How the loss changes with each weight, averaged over the positions.

        The loss is the cross-entropy of each output and its target probability.
        """
        found, gradients = self.activations(inputs), []
        error = (found.pop() - targets) / inputs.shape[1]
        for (weights, _), values in zip(self.layers[::-1], found[::-1], strict=True):
            gradients.append((error @ values.T, error.sum(1, keepdims=True)))
            if len(gradients) < len(self.layers):
                error = (weights.T @ error) * (values > 0)
        return gradients[::-1]

    def copied(self, xp: Any) -> "Network":
        """The same weights as arrays of another library, or of their own."""
        return Network([tuple(_moved(part, xp) for part in layer) for layer in self.layers])


def _moved(array: Any, xp: Any) -> Any:
    return xp.array(array if library_of(array) is xp else to_numpy(array), xp.float32)
