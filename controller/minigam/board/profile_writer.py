"""Formats a profile as readable TOML; only long lists span several lines."""

import json
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from minigam.board.profile_model import Profile

WIDTH, INDENT = 100, 4


def with_inputs_of(table: Mapping[str, Any], profile: Profile) -> dict[str, Any]:
    """A profile's table with other inputs and sensors, and all the rest as it was."""
    written = {**table, "inputs": dict(profile.inputs)}
    if profile.sensors:
        places = {zone: list(numbers) for zone, numbers in profile.sensors.places.items()}
        written["sensors"] = {**table["sensors"], "places": places}
    return written


def profile_text(table: Mapping[str, Any], comments: Sequence[str] = ()) -> str:
    r"""A profile's table as TOML. `comments`: lines at the top.

    >>> print(profile_text({"points": 6, "strip": {"segments": {"dice": [80, 14]}}}, ["My board"]))
    # My board
    points = 6
    <BLANKLINE>
    [strip.segments]
    dice = [80, 14]
    <BLANKLINE>
    """
    lines = [*(f"# {comment}" for comment in comments), *_table(table, "")]
    return "\n".join(lines) + "\n"


def _table(table: Mapping[str, Any], name: str) -> Iterator[str]:
    """A table's own keys, then the tables within it; a table of nothing but tables has no head."""
    inner = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    own = {key: value for key, value in table.items() if key not in inner}
    if name and (own or not inner):
        yield f"\n[{name}]"
    for key, value in own.items():
        yield from _pair(key, value)
    for key, value in inner.items():
        yield from _table(value, f"{name}.{key}" if name else key)


def _pair(key: str, value: Any) -> Iterator[str]:
    first, *others = _lines(value, WIDTH - len(f"{key} = "))
    yield f"{key} = {first}"
    yield from others


def _lines(value: Any, width: int) -> list[str]:
    """A value that fits into so many characters, or a block of lines."""
    text = _value(value)
    if not isinstance(value, list) or len(text) <= width:
        return [text]
    if any(isinstance(each, list) for each in value):
        inner = [line for each in value for line in _with_comma(_lines(each, width - INDENT))]
    else:
        inner = wrap(f"{text[1:-1]},", WIDTH - 2 * INDENT, break_on_hyphens=False)
    return ["[", *(" " * INDENT + line for line in inner), "]"]


def _with_comma(lines: list[str]) -> list[str]:
    return [*lines[:-1], f"{lines[-1]},"]


def _value(value: Any) -> str:
    """Texts, whole numbers and lists of them look as in JSON; but TOML escapes DEL too."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", r"\u007f")
