"""The tree drawn in the docstring of `errors` is the tree of classes."""

import builtins
import inspect
import re

import pytest

from minigam import errors
from minigam.errors import MinigamError, ProfileError, UnknownNameError

Bases = tuple[type, ...]

LEAF = re.compile(r"^ +([│ ]*)[├└]── (\w+)(?: \((\w+)\))? +(\S.*)$", re.MULTILINE)
"""How deep, the name, the builtin, and what it is for."""


KINDS: list[type[MinigamError]] = [
    kind
    for _, kind in inspect.getmembers(errors, inspect.isclass)
    if issubclass(kind, MinigamError) and kind is not MinigamError
]


def drawn() -> dict[str, Bases]:
    """Each error in the drawing: below a leaf, of that alone; else of the root and a builtin."""
    found, leaf = dict[str, Bases](), ""
    for deeper, name, builtin, _ in LEAF.findall(errors.__doc__ or ""):
        if deeper:
            found[name] = (getattr(errors, leaf),)
        else:
            leaf, found[name] = name, (MinigamError, getattr(builtins, builtin))
    return found


def test_the_tree_drawn_is_the_tree_of_classes() -> None:
    assert drawn() == {kind.__name__: kind.__bases__ for kind in KINDS}
    assert MinigamError.__bases__ == (Exception,)


def test_every_leaf_has_a_code_of_its_own_and_what_is_below_it_the_same() -> None:
    leaves = [kind for kind in KINDS if MinigamError in kind.__bases__]
    codes = {MinigamError.code, *(kind.code for kind in leaves)}
    assert len(codes) == 1 + len(leaves)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", code) for code in codes)
    assert all(kind.code in codes for kind in KINDS)


class Unshown:
    """Python's own rules ask for nothing better."""

    def __repr__(self) -> str:
        raise ZeroDivisionError


def test_a_value_whose_repr_fails_is_no_fault_of_the_message() -> None:
    assert errors.said(Unshown()) == "a value that cannot be shown"


def test_a_message_keeps_its_ends_and_most_of_its_lines() -> None:
    line = errors.bounded(f"play: expected a play, got {'8/7 ' * 30_000}: see docs/rules.md")
    assert (len(line), line[:27], line[-19:]) == (
        1005,
        "play: expected a play, got ",
        ": see docs/rules.md",
    )
    faults = ProfileError("oak.toml", tuple(f"key{number}: unknown" for number in range(3000)))
    lines = errors.bounded(faults).splitlines()
    assert lines[:2] == str(faults).splitlines()[:2]
    assert (len(lines), lines[-1]) == (50, "... and 2952 more lines")


@pytest.mark.parametrize(
    ("name", "shown"), [("x", "'x'"), ("x" * 2_000_000, f"'{'x' * 196}...")], ids=["short", "long"]
)
def test_an_unknown_name_says_which_there_are(name: str, shown: str) -> None:
    fault = UnknownNameError("level", name, ["easy", "hard"])
    assert str(fault) == f"unknown level {shown}; expected one of: easy, hard"


def test_there_may_be_none_and_of_too_many_not_all_are_named() -> None:
    assert str(UnknownNameError("game", "7")) == "unknown game '7'"
    assert len(str(UnknownNameError("game", "7", map(str, range(5000))))) < 400


def test_a_profiles_faults_are_kept_apart_and_told_one_a_line() -> None:
    fault = ProfileError("oak.toml", ("no zones", "pin 4 twice"))
    assert fault.faults == ("no zones", "pin 4 twice")
    assert str(fault) == (
        "the board profile cannot be used, 2 fault(s):"
        "\n  oak.toml: no zones"
        "\n  oak.toml: pin 4 twice"
    )
