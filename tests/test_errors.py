"""The tree drawn in the docstring of `errors` is the tree of classes."""

from __future__ import annotations

import builtins
import inspect
import re

from minigam import errors
from minigam.errors import MinigamError, ProfileError, UnknownNameError

Bases = tuple[type, ...]

LEAF = re.compile(r"^ +[├└]── (\w+) \((\w+)\) +(\S.*)$", re.MULTILINE)


KINDS: list[type[MinigamError]] = [
    kind
    for _, kind in inspect.getmembers(errors, inspect.isclass)
    if issubclass(kind, MinigamError) and kind is not MinigamError
]


def test_the_tree_drawn_is_the_tree_of_classes() -> None:
    drawn: dict[str, Bases] = {
        name: (MinigamError, getattr(builtins, builtin))
        for name, builtin, _ in LEAF.findall(errors.__doc__ or "")
    }
    assert drawn == {kind.__name__: kind.__bases__ for kind in KINDS}
    assert MinigamError.__bases__ == (Exception,)


def test_every_error_has_a_code_of_its_own() -> None:
    codes = {MinigamError.code, *(kind.code for kind in KINDS)}
    assert len(codes) == 1 + len(KINDS)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", code) for code in codes)


def test_an_unknown_name_says_which_there_are() -> None:
    assert str(UnknownNameError("level", "x", ["easy", "hard"])) == (
        "unknown level 'x'; expected one of: easy, hard"
    )
    assert str(UnknownNameError("game", "7")) == "unknown game '7'"


def test_a_long_name_is_cut_off_and_the_known_ones_are_not() -> None:
    assert len(str(UnknownNameError("game", "7", map(str, range(5000))))) < 400
    message = str(UnknownNameError("level", "x" * 2_000_000, ["easy", "hard"]))
    assert message == f"unknown level '{'x' * 196}...; expected one of: easy, hard"


def test_a_profiles_faults_are_kept_apart_and_told_one_a_line() -> None:
    fault = ProfileError("oak.toml", ("no zones", "pin 4 twice"))
    assert fault.faults == ("no zones", "pin 4 twice")
    assert str(fault) == (
        "the board profile cannot be used, 2 fault(s):"
        "\n  oak.toml: no zones"
        "\n  oak.toml: pin 4 twice"
    )
