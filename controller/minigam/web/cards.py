"""Rules cards: a game's rules in a few lines, for the screen.

A line of `cards/*.json` is a text, or an object with a `text` and conditions. `when` names options,
each with the values it must have one of; `unless` those it must not. Of the six faces of a pawn any
may be the one named. A section may have conditions too. `{length}` is that option's value. A text
that counts has `many`, which says `{number}`, and in `count` the option that is the number.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from minigam.errors import CardError
from minigam.rules.options import FacesOption
from minigam.rules.ruleset import RULE_SETS
from minigam.words import Words

CARDS: Traversable = files("minigam.web") / "cards"
"""One file a game."""


def check_cards(rules_ids: Iterable[str]) -> None:
    """Raise `CardError` for the first of these games without a card that can be shown.

    >>> check_cards(["minigam", "portes"])
    """
    for rules_id in rules_ids:
        card(rules_id, RULE_SETS[rules_id].option_values())


def card(rules_id: str, options: Mapping[str, str]) -> dict[str, Any]:
    """The card of a rule set with all its options: the title and sections of lines.

    Raises `CardError` where its file is missing or damaged.

    >>> from minigam.rules.ruleset import rule_set
    >>> to_seven = rule_set("portes", {"length": "7"})
    >>> card("portes", to_seven.option_values())["sections"][-1]["lines"][-1]
    'The match goes to 7. First there wins; points beyond are lost.'
    """
    file = CARDS / f"{rules_id}.json"
    try:
        return _shown(json.loads(file.read_text("utf-8")), options, _values(rules_id, options))
    except FileNotFoundError:
        raise CardError(
            f"expected the rules card of {RULE_SETS[rules_id].title} in {file}, got none: write "
            "one like minigam.json beside it, or reinstall minigam"
        ) from None
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as fault:
        raise CardError(
            f"expected a rules card of title and sections in {file}, got {fault}: "
            "put it right, or reinstall minigam"
        ) from None


def _values(rules_id: str, options: Mapping[str, str]) -> dict[str, str]:
    """What a line says for the value of each option."""
    return {
        option.name: option.value_words(text) if isinstance(option, FacesOption) else text
        for option in RULE_SETS[rules_id].options
        if (text := options[option.name])
    }


def _shown(
    loaded: dict[str, Any], options: Mapping[str, str], values: Mapping[str, str]
) -> dict[str, Any]:
    sections = [
        {
            "heading": Words(section["heading"]),
            "lines": list(_lines(section["lines"], options, values)),
        }
        for section in loaded["sections"]
        if _applies(section, options)
    ]
    return {"title": Words(loaded["title"]), "sections": sections}


def _lines(
    lines: list[Any], options: Mapping[str, str], values: Mapping[str, str]
) -> Iterator[Words]:
    """The texts of the lines that apply, with the options' values in them."""
    for line in lines:
        part = {"text": line} if isinstance(line, str) else line
        if _applies(part, options):
            yield _said(part, values)


def _said(part: Mapping[str, Any], values: Mapping[str, str]) -> Words:
    if "many" in part:
        return Words.counted(part["text"], part["many"], int(values[part["count"]]))
    return Words(part["text"], **values)


def _applies(part: Mapping[str, Any], options: Mapping[str, str]) -> bool:
    """Whether the conditions of a line or section hold."""
    wanted, unwanted = part.get("when", {}), part.get("unless", {})
    return all(_is_one(options[name], values) for name, values in wanted.items()) and not any(
        _is_one(options[name], values) for name, values in unwanted.items()
    )


def _is_one(value: str, values: list[str]) -> bool:
    """Whether an option's value, or a face in it, is one of those."""
    return not {value, *value.split(",")}.isdisjoint(values)
