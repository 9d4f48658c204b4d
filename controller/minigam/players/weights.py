"""Networks as files: a checksum, a header of JSON, then the weights as half-precision numbers.

The first line is the SHA-256 of all that follows, in hexadecimal. The second says which rule set
and inputs the networks are for, their sizes, and how they were made. Then come the networks in the
order of `inputs.CLASSES`: of each layer the matrix, a row a unit, and the column, little-endian.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeGuard

import numpy as np

from minigam.errors import WeightsError, shortened
from minigam.players import inputs
from minigam.players.arrays import to_numpy
from minigam.players.inputs import CLASSES
from minigam.players.model import Model
from minigam.players.network import Network
from minigam.players.outcomes import outcomes_of
from minigam.players.pawn_inputs import inputs_of
from minigam.rules.ruleset import RuleSet

FORMAT = 1
NUMBER = np.dtype("<f2")
ADVICE = "install minigam again, or make the file anew with `minigam train`"
FOLDER = Path(__file__).with_name("weights")
"""Those that come with minigam, each named for its rule set."""
ENDING = ".weights"
MOST_UNITS = 4096
"""Of a layer."""


@dataclass(frozen=True)
class Header:
    """What a file says of itself."""

    rules: str
    """The rule set's `RuleSet.variant`."""
    sizes: tuple[int, ...]
    """`Network.sizes`, the same of all."""
    recipe: Mapping[str, Any]
    """How it was made."""


def write(model: Model, recipe: Mapping[str, Any]) -> bytes:
    """A model as a file."""
    sizes = model.networks[0].sizes
    header = {
        "format": FORMAT,
        "rules": model.rules.variant,
        "inputs": inputs.VERSION,
        "classes": list(CLASSES),
        "sizes": list(sizes),
        "recipe": dict(recipe),
    }
    arrays = (array for net in model.networks for layer in net.layers for array in layer)
    numbers = b"".join(to_numpy(array).astype(NUMBER).tobytes() for array in arrays)
    body = json.dumps(header).encode() + b"\n" + numbers
    return hashlib.sha256(body).hexdigest().encode() + b"\n" + body


def read(content: bytes, name: str, rules: RuleSet) -> tuple[Model, Header]:
    """The model that a file holds; `name` is what to call it.

    Raises `WeightsError` for one that is cut off, altered, or of another game or version.
    """
    checksum, _, body = content.partition(b"\n")
    if hashlib.sha256(body).hexdigest().encode() != checksum:
        raise WeightsError(f"{name} is damaged: its checksum is not that of its weights: {ADVICE}")
    line, _, numbers = body.partition(b"\n")
    header = _header(_fields(line, name), name, rules)
    shapes = [
        shape
        for _ in CLASSES
        for before, after in pairwise(header.sizes)
        for shape in ((after, before), (after, 1))
    ]
    wanted, got = NUMBER.itemsize * sum(rows * columns for rows, columns in shapes), len(numbers)
    if got != wanted:
        raise WeightsError(
            f"expected {name} to have {wanted} bytes of weights, got {got}: {ADVICE}"
        )
    if not np.isfinite(np.frombuffer(numbers, NUMBER)).all():
        raise WeightsError(f"expected {name} to have finite weights, got others: {ADVICE}")
    arrays, at = [], 0
    for rows, columns in shapes:
        array = np.frombuffer(numbers, NUMBER, rows * columns, at)
        arrays.append(array.reshape(rows, columns).astype(np.float32))
        at += array.nbytes
    layers = list(zip(arrays[::2], arrays[1::2], strict=True))
    each = len(layers) // len(CLASSES)
    networks = (Network(layers[n * each : (n + 1) * each]) for n in range(len(CLASSES)))
    return Model(rules, tuple(networks)), header


def _fields(line: bytes, name: str) -> Mapping[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        got = shortened(repr(line))
        raise WeightsError(f"expected {name} to have a header of JSON, got {got}: {ADVICE}")
    return found


def _header(fields: Mapping[str, Any], name: str, rules: RuleSet) -> Header:
    expected = {
        "format": FORMAT,
        "rules": rules.variant,
        "inputs": inputs.VERSION,
        "classes": list(CLASSES),
    }
    for field, value in expected.items():
        if fields.get(field) != value:
            got = shortened(str(fields.get(field)))
            raise WeightsError(f"expected {name} to have {field} {value}, got {got}: {ADVICE}")
    sizes, recipe = fields.get("sizes"), fields.get("recipe")
    ends = [inputs_of(rules).size, len(outcomes_of(rules).names)]
    if not _are_sizes(sizes) or [sizes[0], sizes[-1]] != ends:
        got = shortened(str(sizes))
        raise WeightsError(
            f"expected {name} to have sizes from {ends[0]} to {ends[1]}, got {got}: {ADVICE}"
        )
    if not isinstance(recipe, dict):
        raise WeightsError(
            f"expected {name} to say how it was made, got {shortened(str(recipe))}: {ADVICE}"
        )
    return Header(fields["rules"], tuple(sizes), recipe)


def _are_sizes(found: object) -> TypeGuard[list[int]]:
    if not isinstance(found, list) or len(found) < 2:
        return False
    return all(type(size) is int and 0 < size <= MOST_UNITS for size in found)


def load(path: Path, rules: RuleSet) -> tuple[Model, Header]:
    """The model in a file; raise `WeightsError` where that is missing or as `read` does."""
    try:
        content = path.read_bytes()
    except OSError as fault:
        why = fault.strerror or fault
        raise WeightsError(f"{path} cannot be read: {why}: {ADVICE}") from None
    return read(content, str(path), rules)


def shipped(rules: RuleSet) -> Path:
    """Where the weights for a rule set are, if minigam has any."""
    return FOLDER / f"{rules.id}{ENDING}"
