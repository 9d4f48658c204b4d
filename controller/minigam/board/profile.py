"""One board's description, read from TOML: zones, pins, sensors, strip. Format: `docs/profiles.md`.

A profile with faults is refused with all of them at once, each with its key.
"""

import tomllib
from collections.abc import Mapping
from errno import ENAMETOOLONG
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from minigam.board.profile_checks import faults_of
from minigam.board.profile_model import Profile, Strip
from minigam.board.profile_values import Reader, read_profile
from minigam.errors import ProfileError, UnknownNameError, said

__all__ = ["Profile", "Strip", "built_in_boards", "load_profile", "parse_profile", "profile_table"]
BUILT_IN = "boards"


def built_in_boards() -> dict[str, Traversable]:
    """The profiles that come with minigam, by name.

    >>> sorted(built_in_boards())[:3]
    ['dice-16', 'dice-16-hall', 'full-24']
    """
    folder = files("minigam") / BUILT_IN
    found = [file for file in folder.iterdir() if file.name.endswith(".toml")]
    return {file.name.removesuffix(".toml"): file for file in found}


def load_profile(name: str) -> Profile:
    """The profile of a built-in name, or of a file whose path ends in `.toml`.

    Raises `UnknownNameError` when there is none, `ProfileError` with every fault it has.

    >>> load_profile("sim").inputs["point-1"]
    17
    """
    return parse_profile(profile_table(name), name=Path(name).name)


def profile_table(name: str) -> dict[str, Any]:
    """The TOML table of a profile, laid over that of the one it extends; raises as `load_profile`.

    >>> profile_table("sim")["driver"]
    'simulated'
    """
    file = Path(name) if name.endswith(".toml") else built_in_boards().get(name)
    try:
        table = _read(file) if file and _is_file(file) else None
    except OSError as fault:
        raise ProfileError(Path(name).name, (f"cannot be read: {fault.strerror}",)) from None
    if table is None:
        known = [*sorted(built_in_boards()), "the path of an existing .toml file"]
        raise UnknownNameError("board profile", name, known)
    return table


def _is_file(file: Traversable) -> bool:
    """Whether there is one; also for a name that no file can have, where `Path.is_file` raises."""
    try:
        return file.is_file()
    except OSError as fault:
        if fault.errno == ENAMETOOLONG:
            return False
        raise


def _read(file: Traversable) -> dict[str, Any]:
    """The file's table, laid over that of the profile it extends."""
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as fault:
        raise ProfileError(file.name, (f"expected TOML, got: {fault}",)) from None
    base = table.pop("extends", None)
    if base is None:
        return table
    known = built_in_boards()
    if not isinstance(base, str) or base not in known:
        expected = ", ".join(sorted(known))
        raise ProfileError(file.name, (f"extends: expected one of {expected}, got {said(base)}",))
    return {**_read(known[base]), **table}


def parse_profile(table: Mapping[str, Any], name: str) -> Profile:
    """A profile from its TOML table; raise `ProfileError` with every fault it has."""
    reader = Reader(table)
    profile = read_profile(reader, name.removesuffix(".toml"))
    faults = [*reader.faults, *faults_of(profile, reader.wrong)]
    if faults:
        raise ProfileError(name, tuple(f"{key}: {fault}" for key, fault in faults))
    return profile
