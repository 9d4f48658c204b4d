"""`minigam statistics`: who won how often, and how the dice fell."""

import argparse
from collections.abc import Iterator
from typing import Any

from minigam.cli.common import add_data, add_json, print_json
from minigam.cli.stored_games import journal_of
from minigam.daemon.library import statistics_of

DICE = {"board": "The board's dice", "hand": "Dice rolled by hand"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_json(parser)
    add_data(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    with journal_of(options) as journal:
        found = statistics_of(journal)
    if options.json:
        print_json(found)
        return 0
    for line in _lines(found):
        print(line)
    return 0


def _lines(found: dict[str, Any]) -> Iterator[str]:
    yield f"Games that are over: {found['games']}"
    for one in found["players"]:
        yield ""
        yield f"{_called(one)}: {_tally(one)}"
        if one["cost"] is not None:
            yield f"  gave away {one['cost']:.3f} points a play, over {one['judged']} plays"
        yield from (f"  {rules['title']}: {_tally(rules)}" for rules in one["by_rules"])
        yield from (f"  against {_called(other)}: {_tally(other)}" for other in one["against"])
    yield from _about_dice(found["dice"])
    for word in ("longest", "shortest"):
        if game := found[word]:
            yield f"The {word} game: {game['game']}, {game['title']}, turns: {game['turns']}"


def _called(who: dict[str, Any]) -> str:
    if who["name"]:
        return str(who["name"])
    return "nobody named" if who["seat"] == "human" else f"computer, {who['seat']}"


def _tally(one: dict[str, Any]) -> str:
    words = ", ".join(f"{one[name]} {name}" for name in ("points", "gammons", "matches"))
    return f"won {one['won']} of {one['games']}, {words}"


def _about_dice(dice: dict[str, Any]) -> Iterator[str]:
    yield ""
    for kind, words in DICE.items():
        counts = dice[kind]["counts"]
        if any(counts):
            line = "  ".join(f"{face}: {count}" for face, count in enumerate(counts, start=1))
            yield f"{words}: {line}"
            yield f"  {dice[kind]['text']}"
