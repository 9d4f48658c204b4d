"""The set-up as a form: what may be set, as plain values, and a set-up that is filled in."""

from collections.abc import Mapping
from typing import Any

from minigam.errors import (
    LONGEST_VALUE,
    UnknownNameError,
    UnreadableError,
    said,
    shortened,
)
from minigam.table.setup import Setup
from minigam.table.setup_fields import GROUPS, Field, fields
from minigam.words import Words

ONLY_WITH = {
    "flag": Words("flag: expected a clock with it, got none: set a clock as well"),
    "unit": Words("unit: expected a stake with it, got none: set a stake as well"),
}
"""Why there is no field of that name, though there is one with another one's value."""
YES_NO = {"true": True, "false": False}


def setup_form(setup: Setup) -> list[dict[str, Any]]:
    """The fields of the present game in their groups.

    >>> game, *_ = setup_form(Setup())
    >>> game["name"], [field["name"] for field in game["fields"]]
    ('game', ['rules', 'length'])
    """
    found = fields(setup)
    grouped = {name: [it for it in found if it.group == name] for name in GROUPS}
    return [
        {"name": name, "title": GROUPS[name], "fields": [_listed(it) for it in own]}
        for name, own in grouped.items()
        if own
    ]


def _listed(field: Field) -> dict[str, Any]:
    is_yes_no = set(field.values) == set(YES_NO)

    def plain(value: str) -> str | bool:
        return YES_NO[value] if is_yes_no else value

    return {
        "name": field.name,
        "title": field.title,
        "kind": "yes-no" if is_yes_no else "list",
        "value": plain(field.present),
        "values": [{"value": plain(it), "text": field.words(it)} for it in field.values],
        "other": field.other or None,
        "about": field.about or None,
    }


def filled_in(setup: Setup, body: Mapping[str, Any]) -> Setup:
    """The set-up with the values of a form, or of a part of it.

    Raises `UnknownNameError` or `UnreadableError` for a field or a value that there is not, and
    then nothing is set.

    >>> filled_in(Setup(), {"black": "hard", "length": 5, "enter_on_own": False}).options
    (('length', '5'), ('enter_on_own', 'false'))
    """
    left = {name: _text(name, value) for name, value in body.items()}
    while left:
        found = {field.name: field for field in fields(setup)}
        name = next((name for name in found if name in left), None)
        if name is None:
            raise _not_a_field(next(iter(left)), found)
        setup = found[name].taking(left.pop(name))
    return setup


def _not_a_field(name: str, found: Mapping[str, Field]) -> UnknownNameError | UnreadableError:
    if name in ONLY_WITH:
        return UnreadableError(ONLY_WITH[name])
    return UnknownNameError(Words("field of the set-up"), name, found)


def _text(name: str, value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case str():
            return value
    raise UnreadableError(
        Words(
            "{name}: expected a text, a whole number, true or false, got {got}",
            name=shortened(name, LONGEST_VALUE),
            got=shortened(said(value), LONGEST_VALUE),
        )
    )
