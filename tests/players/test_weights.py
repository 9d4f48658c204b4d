"""Weights as files: round trips, damage, and those that come with minigam."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from minigam.errors import WeightsError
from minigam.players import weights
from minigam.players.model import Model
from minigam.rules.ruleset import BACKGAMMON, HYPERGAMMON, PORTES, RULE_SETS, rule_set
from tests.players.rolls import mixed

SHIPPED = sorted(weights.FOLDER.glob("*.weights"))
MOST_BYTES = 4_000_000


@pytest.fixture(scope="module")
def model() -> Model:
    return Model.random(HYPERGAMMON, (5, 4), np.random.default_rng(1), np)


def test_a_model_comes_back(model: Model) -> None:
    """But for the digits that half precision has no room for."""
    content = weights.write(model, {"seed": 1})
    read, header = weights.read(content, "a file", HYPERGAMMON)
    own, theirs = mixed(HYPERGAMMON, 10)
    assert read.chances(own, theirs) == pytest.approx(model.chances(own, theirs), abs=2e-3)
    assert (header.sizes, header.recipe) == ((226, 5, 4, 5), {"seed": 1})
    assert weights.write(read, {"seed": 1}) == content


def signed(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode() + b"\n" + body


def with_header(content: bytes, **changes: object) -> bytes:
    """The same file, properly made, with another header."""
    _, line, numbers = content.split(b"\n", 2)
    return signed(json.dumps(json.loads(line) | changes).encode() + b"\n" + numbers)


ALTERED: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda _: b"", "x is damaged: its checksum is not that of its weights: "),
    "cut off": (lambda content: content[:-1], "x is damaged: "),
    "longer": (lambda content: content + b"0", "x is damaged: "),
    "one bit": (lambda content: content[:-9] + bytes([content[-9] ^ 1]) + content[-8:], "x is dam"),
    "no weights": (lambda _: b"hello\nworld\n", "x is damaged: "),
    "game": (
        lambda content: with_header(content, rules="fevga"),
        "expected x to have rules hypergammon, got fevga: install minigam again, or make the file "
        "anew with `minigam train`",
    ),
    "format": (
        lambda content: with_header(content, format=2),
        "expected x to have format 1, got 2",
    ),
    "inputs": (
        lambda content: with_header(content, inputs=0),
        "expected x to have inputs 1, got 0",
    ),
    "sizes": (
        lambda content: with_header(content, sizes=[9, 5, 4, 5]),
        "expected x to have sizes from 226 to 5, got [9, 5, 4, 5]",
    ),
    "no list of sizes": (
        lambda content: with_header(content, sizes=None),
        "expected x to have sizes from 226 to 5, got None",
    ),
    "huge": (
        lambda content: with_header(content, sizes=[226, 10**9, 5]),
        "expected x to have sizes from 226 to 5, got [226, 1000000000, 5]",
    ),
    "fractions": (
        lambda content: with_header(content, sizes=[226, 2.5, 5]),
        "expected x to have sizes from 226 to 5, got [226, 2.5, 5]",
    ),
    "no recipe": (
        lambda content: with_header(content, recipe=3),
        "expected x to say how it was made, got 3",
    ),
    "fewer numbers": (
        lambda content: signed(content.partition(b"\n")[2][:-2]),
        "expected x to have 4736 bytes of weights, got 4734",
    ),
    "more numbers": (
        lambda content: signed(content.partition(b"\n")[2] + b"ab"),
        "expected x to have 4736 bytes of weights, got 4738",
    ),
    "not a number": (
        lambda content: signed(content.partition(b"\n")[2][:-2] + b"\xff\x7f"),
        "expected x to have finite weights, got others",
    ),
    "a list for a header": (
        lambda _: signed(b"[1]\n"),
        "expected x to have a header of JSON, got b'[1]'",
    ),
    "a header of bytes": (
        lambda _: signed(b"\xff\n"),
        "expected x to have a header of JSON, got b'\\xff'",
    ),
    "a deep header": (
        lambda _: signed(b"[" * 100_000 + b"\n"),
        "expected x to have a header of JSON, got b'[[[",
    ),
    "nothing, signed": (lambda _: signed(b""), "expected x to have a header of JSON, got b''"),
}


@pytest.mark.parametrize("case", ALTERED)
def test_a_file_that_cannot_be_used_is_said_so(model: Model, case: str) -> None:
    alter, sentence = ALTERED[case]
    with pytest.raises(WeightsError) as caught:
        weights.read(alter(weights.write(model, {})), "x", HYPERGAMMON)
    assert str(caught.value).startswith(sentence)


def test_a_file_that_is_missing_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="gone cannot be read: No such file or directory: inst"):
        weights.load(tmp_path / "gone", HYPERGAMMON)


def test_options_make_another_game(model: Model) -> None:
    """Except for what is at stake, which is not played differently."""
    content = weights.write(model, {})
    weights.read(content, "x", rule_set("hypergammon", {"cube": "true"}))
    with pytest.raises(WeightsError, match="rules portes, got hypergammon"):
        weights.read(content, "x", PORTES)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_what_comes_with_minigam_can_be_used(path: Path) -> None:
    model, header = weights.load(path, RULE_SETS[path.stem])
    assert header.recipe["games"] > 0
    assert all(
        np.isfinite(a).all() for net in model.networks for layer in net.layers for a in layer
    )


def test_all_of_it_is_small() -> None:
    assert BACKGAMMON.id in {path.stem for path in SHIPPED}
    assert sum(path.stat().st_size for path in SHIPPED) < MOST_BYTES
