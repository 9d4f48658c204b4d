"""Networks: what they compute, how the loss changes with each weight, and steps of learning."""

import numpy as np
import pytest

from minigam.players.adam import Adam
from minigam.players.network import Network

STEP = 1e-4


def network(*sizes: int, seed: int = 3) -> Network:
    """In double precision, so that small differences are seen."""
    net = Network.random(sizes, np.random.default_rng(seed), np)
    chance = np.random.default_rng(seed)
    net.layers = [
        (weights.astype(float), bias + chance.normal(0, 0.3, bias.shape))
        for weights, bias in net.layers
    ]
    return net


def loss(net: Network, inputs: np.ndarray, targets: np.ndarray) -> float:
    said = net(inputs)
    entropy = targets * np.log(said) + (1 - targets) * np.log(1 - said)
    return float(-entropy.sum() / inputs.shape[1])


@pytest.mark.parametrize("sizes", [(4, 3), (4, 5, 2), (4, 6, 5, 3)], ids=str)
def test_the_gradients_are_those_of_the_loss(sizes: tuple[int, ...]) -> None:
    net, chance = network(*sizes), np.random.default_rng(5)
    inputs, targets = chance.normal(size=(4, 7)), chance.random((sizes[-1], 7))
    for layer, found in zip(net.layers, net.gradients(inputs, targets), strict=True):
        for array, gradient in zip(layer, found, strict=True):
            for place in np.ndindex(array.shape):
                before = array[place]
                losses = []
                for shift in (STEP, -STEP):
                    array[place] = before + shift
                    losses.append(loss(net, inputs, targets))
                array[place] = before
                assert gradient[place] == pytest.approx((losses[0] - losses[1]) / 2 / STEP, 1e-4)


def test_a_network_by_hand() -> None:
    layers = [(np.array([[1.0, -1.0], [2.0, 0.0]]), np.array([[0.0], [-1.0]]))]
    layers.append((np.array([[1.0, 1.0]]), np.array([[0.5]])))
    found = Network(layers)(np.array([[1.0, 0.0], [3.0, 1.0]]))
    assert found == pytest.approx(1 / (1 + np.exp([[-1.5, -0.5]])))


def test_adam_goes_down_and_averages() -> None:
    net, chance = network(4, 8, 1), np.random.default_rng(1)
    inputs = chance.normal(size=(4, 200))
    targets = (inputs[:1] * inputs[1:2] > 0).astype(float)
    optimizer, before = Adam(net), loss(net, inputs, targets)
    for _ in range(300):
        optimizer.step(net.gradients(inputs, targets), 0.02, 0.9)
    assert loss(net, inputs, targets) < before / 3
    assert loss(optimizer.averaged, inputs, targets) < before / 3


def test_a_copy_is_another_network() -> None:
    net = Network.random((3, 2, 1), np.random.default_rng(1), np)
    copy = net.copied(np)
    copy.layers[0][0][:] = 9
    assert not (net.layers[0][0] == 9).any()
